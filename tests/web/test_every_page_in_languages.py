"""Every page of an office in a language that marks its texts: what stands outside the marks stays English."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest

from arpad.office import desk
from arpad.office.club.register import Register
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.history import history
from arpad.office.pools.pool import Pool, pools
from arpad.office.pools.seasons import NewSeason, Seasons
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog, tournaments
from arpad.rulebooks.pairing_catalogue import SYSTEMS as PAIRING_SYSTEMS
from arpad.rulebooks.rating_catalogue import SYSTEMS
from arpad.web.context import RequestContext
from arpad.web.languages import NAMES, Language, language
from web.every_page import PAGES
from web.test_told_in_languages import Marking
from web.visiting import Visit

WORD = re.compile("[A-Za-z]{3,}")

LABORATORY = "/lists/club-evenings/laboratory"
MORE = (
    "/tournaments/othello-cup",
    "/tournaments/othello-cup/standings",
    "/tournaments/othello-cup/crosstable",
    "/tournaments/othello-cup/rounds/1/why",
    "/tournaments/othello-cup/log",
    "/tournaments/summer-knockout",
    "/tournaments/summer-knockout/rounds/1/why",
    "/tournaments/summer-knockout/standings",
    "/tournaments/summer-knockout/bracket",
    "/tournaments/summer-knockout/log",
    "/lists/othello",
    f"{LABORATORY}/backtest",
    f"{LABORATORY}/inflation",
    f"{LABORATORY}/scenario?against=elo&start=2025-12-01",
)
"""Pages of other games, and the reports that take a while."""

FROZEN = "/lists/club-evenings/publications/2026-02/list.html"
"""A published list has the same bytes for everybody."""

NOT_TEXT = re.compile(r"<(script|style|code|cite|pre)\b.*?</\1>|<meta [^>]*>|<link [^>]*>", re.S)
SHOWN = re.compile(r' (?:title|alt|aria-label|placeholder|data-stale|data-left)="([^"]*)"')

ABBREVIATIONS = {
    "CSV",
    "JSON",
    "Parquet",
    "SHA",
    "FIDE",
    "TRF",
    "UTC",
    "QR",
    "ECE",
    "RPS",
    "Brier",
    "DWZ",
    "RDi",
    "RDj",
    "exp",
    "min",
    "WIN",
    "DISC",
    "BRACKET",
    "PTS",
    "REP",
    "BWG",
    "SRP",
    "arpad",
}
"""What is the same in every language."""

FILE = re.compile(r"\b[\w.-]+\.(csv|json|html|parquet|arpad|trf)\b")


def data_of(database: Database) -> set[str]:
    """Return the words of names: of players, federations, clubs, tournaments, lists and users."""
    found = {"owner", "sample", *SYSTEMS, *PAIRING_SYSTEMS, *NAMES.values()}
    found |= set(pools(database).values())
    for listed in tournaments(database):
        tournament = TournamentLog(database, listed.name).read().tournament()
        found |= {listed.title, *map(str, tournament.details.values())}
        for one in tournament.entrants:
            found |= {one.name, one.federation, one.club, one.title}
        found |= {act.stamp.author for act in history(TournamentLog(database, listed.name).read())}
    for known in Register(database).by_name().values():
        found |= {known.name, known.federation, known.club, known.title}
    return {word for text in found for word in WORD.findall(str(text))}


def english_on(page: str, names: set[str]) -> list[str]:
    """Return the lines of a page that have words outside the marks."""
    page = FILE.sub(" ", NOT_TEXT.sub(" ", page))
    texts = [*SHOWN.findall(page), *re.sub("<[^>]*>", "\n", page).split("\n")]
    said = unescape("\n".join(texts))
    while (inner := re.sub("⟦[^⟦⟧]*⟧", "", said)) != said:  # a text may stand within another
        said = inner
    return [line.strip() for line in said.split("\n") if set(WORD.findall(line)) - names - ABBREVIATIONS]


@pytest.fixture
def marking(owner: Visit, database: Database, monkeypatch: pytest.MonkeyPatch) -> Visit:
    """Return the owner, to whom every page is said in the language of the marks."""
    log = TournamentLog(database, "summer-knockout")
    log.act(lambda one: desk.publish(desk.pair(one)))
    Seasons(Pool(database, "club-evenings")).begin(NewSeason("2025"))
    TournamentLog(database, "spring-open").act(
        lambda one: desk.set_points(one, 3, Fraction(-1, 2), at=2, reason="Anna Berg")
    )
    # Dates in Korean have no letters of the Latin alphabet.
    monkeypatch.setattr(RequestContext, "language", Language("ko", Marking()))
    return owner


def walked(visit: Visit, database: Database, paths: tuple[str, ...]) -> dict[str, list[str]]:
    names = data_of(database)
    found = {}
    for path in paths:
        answer = visit.get(path)
        assert answer.status_code < 500, path
        if left := english_on(answer.text, names):
            found[path] = left
    return found


def test_no_page_has_a_text_that_no_catalogue_has(marking: Visit, database: Database) -> None:
    paths = tuple(one for one in (*PAGES, *MORE) if one != FROZEN and f"{LABORATORY}/" not in one)
    left = walked(marking, database, paths)
    assert left == {}, left


@pytest.mark.slow
def test_no_report_of_the_laboratory_has_a_text_that_no_catalogue_has(
    marking: Visit, database: Database
) -> None:
    paths = tuple(one for one in (*PAGES, *MORE) if f"{LABORATORY}/" in one)
    assert len(paths) == 4
    left = walked(marking, database, paths)
    assert left == {}, left


def test_reports_have_the_language_and_the_decimals_of_their_reader(owner: Visit) -> None:
    page = owner.get(f"{LABORATORY}/audit?lang=nl").text
    assert '<html lang="nl">' in page
    assert "<bdi>Club Evenings: wat ondersteunen de partijen?</bdi>" in page
    assert "240 partijen van 12 spelers" in page
    assert "240국" in owner.get(f"{LABORATORY}/audit?lang=ko").text
    assert "240 games of 12 players" in owner.get(f"{LABORATORY}/audit?lang=en").text


def test_points_by_hand_are_told_in_every_language() -> None:
    log = desk.enter_all(
        desk.create("Cup", "fide-dutch", rounds=3), [ParticipantEntry(name) for name in "ABCD"]
    )
    log = desk.set_points(desk.publish(desk.pair(log)), 2, Fraction(-3, 2), at=1, reason="late")
    told = history(log)[-1].words[0]
    assert told == "B −1½ points in round 1: late"
    said = {code: language(code).spoken(told) for code in NAMES if code != "en"}
    assert said == {
        "ko": "B −1½점(1라운드): late",
        "nl": "B −1½ punten in ronde 1: late",
        "ru": "B очки: −1½ в туре 1: late",
    }
