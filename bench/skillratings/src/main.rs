//! Rates a record with the crate skillratings, as one writes it who has a vector of ratings and calls its functions.
//!
//! Reads first and second (i32), score (f64) and the number of the rating period (i64, never falling) from files,
//! rates the record so many times, prints the seconds of the fastest run (of the processor's time, where the
//! system tells it) and writes the ratings (f64) to a file.

use std::{env, fs, process};

use skillratings::glicko2::{decay_deviation, glicko2_rating_period, Glicko2Config, Glicko2Rating};
use skillratings::trueskill::{trueskill, TrueSkillConfig, TrueSkillRating};
use skillratings::weng_lin::{weng_lin, WengLinConfig, WengLinRating};
use skillratings::Outcomes;

struct Record {
    players: usize,
    first: Vec<u32>,
    second: Vec<u32>,
    outcome: Vec<Outcomes>,
    period: Vec<i64>,
}

fn words<const N: usize>(path: &str) -> Vec<[u8; N]> {
    let data = fs::read(path).unwrap_or_else(|error| {
        eprintln!("cannot read {path}: {error}");
        process::exit(1)
    });
    data.chunks_exact(N).map(|chunk| chunk.try_into().unwrap()).collect()
}

fn outcome(score: f64) -> Outcomes {
    if score == 1.0 {
        Outcomes::WIN
    } else if score == 0.5 {
        Outcomes::DRAW
    } else {
        Outcomes::LOSS
    }
}

fn turned(outcome: Outcomes) -> Outcomes {
    match outcome {
        Outcomes::WIN => Outcomes::LOSS,
        Outcomes::DRAW => Outcomes::DRAW,
        Outcomes::LOSS => Outcomes::WIN,
    }
}

/// TrueSkill game by game. Its c leaves out what a contest adds, so that nothing is added here.
fn rate_trueskill(record: &Record) -> Vec<f64> {
    let config = TrueSkillConfig { dynamics_factor: 0.0, ..TrueSkillConfig::new() };
    let mut ratings = vec![TrueSkillRating::new(); record.players];
    for i in 0..record.first.len() {
        let (a, b) = (record.first[i] as usize, record.second[i] as usize);
        (ratings[a], ratings[b]) = trueskill(&ratings[a], &ratings[b], &record.outcome[i], &config);
    }
    ratings.iter().map(|one| one.rating).collect()
}

/// Weng and Lin's Bradley-Terry model game by game.
fn rate_weng_lin(record: &Record) -> Vec<f64> {
    let config = WengLinConfig::new();
    let mut ratings = vec![WengLinRating::new(); record.players];
    for i in 0..record.first.len() {
        let (a, b) = (record.first[i] as usize, record.second[i] as usize);
        (ratings[a], ratings[b]) = weng_lin(&ratings[a], &ratings[b], &record.outcome[i], &config);
    }
    ratings.iter().map(|one| one.rating).collect()
}

/// Glicko-2 by rating period: each player's games of a period are gathered, and all are rated against the
/// ratings before it. Periods without games are made up for when a player next appears.
fn rate_glicko2(record: &Record) -> Vec<f64> {
    let config = Glicko2Config::new();
    let games = record.first.len();
    let mut ratings = vec![Glicko2Rating::new(); record.players];
    let mut last = vec![i64::MIN; record.players];
    let mut place = vec![0_usize; record.players];
    let mut active: Vec<usize> = Vec::new();
    let mut entries: Vec<(Glicko2Rating, Outcomes)> = Vec::new();
    let mut after: Vec<Glicko2Rating> = Vec::new();
    let mut start = 0;
    while start < games {
        let now = record.period[start];
        let mut end = start;
        active.clear();
        while end < games && record.period[end] == now {
            for player in [record.first[end] as usize, record.second[end] as usize] {
                if last[player] != now {
                    if last[player] != i64::MIN {
                        for _ in last[player] + 1..now {
                            ratings[player] = decay_deviation(&ratings[player]);
                        }
                    }
                    last[player] = now;
                    place[player] = 0;
                    active.push(player);
                }
                place[player] += 1;
            }
            end += 1;
        }
        let mut at = 0;
        for &player in &active {
            let count = place[player];
            place[player] = at;
            at += count;
        }
        entries.clear();
        entries.resize(at, (Glicko2Rating::new(), Outcomes::DRAW));
        for i in start..end {
            let (a, b) = (record.first[i] as usize, record.second[i] as usize);
            entries[place[a]] = (ratings[b], record.outcome[i]);
            place[a] += 1;
            entries[place[b]] = (ratings[a], turned(record.outcome[i]));
            place[b] += 1;
        }
        after.clear();
        let mut from = 0;
        for &player in &active {
            after.push(glicko2_rating_period(&ratings[player], &entries[from..place[player]], &config));
            from = place[player];
        }
        for (&player, &rating) in active.iter().zip(&after) {
            ratings[player] = rating;
        }
        start = end;
    }
    ratings.iter().map(|one| one.rating).collect()
}

#[cfg(unix)]
extern "C" {
    fn clock() -> std::ffi::c_long;
}

/// Seconds of the processor's time so far: POSIX counts a million to the second.
#[cfg(unix)]
fn spent() -> f64 {
    // SAFETY: the C library's function takes nothing and only reads the process's clock.
    unsafe { clock() as f64 / 1e6 }
}

#[cfg(not(unix))]
fn spent() -> f64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64()
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [system, runs, players, first, second, score, period, out] = &arguments[..] else {
        eprintln!("usage: skillratings-bench SYSTEM RUNS PLAYERS FIRST SECOND SCORE PERIOD OUT");
        process::exit(2)
    };
    let record = Record {
        players: players.parse().expect("PLAYERS is a number"),
        first: words(first).into_iter().map(u32::from_le_bytes).collect(),
        second: words(second).into_iter().map(u32::from_le_bytes).collect(),
        outcome: words(score).into_iter().map(f64::from_le_bytes).map(outcome).collect(),
        period: words(period).into_iter().map(i64::from_le_bytes).collect(),
    };
    let rate = match system.as_str() {
        "trueskill" => rate_trueskill,
        "weng-lin" => rate_weng_lin,
        "glicko2" => rate_glicko2,
        _ => {
            eprintln!("SYSTEM is trueskill, weng-lin or glicko2");
            process::exit(2)
        }
    };
    let mut best = f64::INFINITY;
    let mut ratings = Vec::new();
    for _ in 0..runs.parse().expect("RUNS is a number") {
        let start = spent();
        ratings = rate(&record);
        best = best.min(spent() - start);
    }
    let bytes: Vec<u8> = ratings.iter().flat_map(|rating| rating.to_le_bytes()).collect();
    fs::write(out, bytes).expect("OUT can be written");
    println!("{best:.9}");
}
