"""The laboratory's reports on the games of a list."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import sleep

import pytest
from click.testing import CliRunner
from httpx2 import Response

import arpad
from arpad.cli import main
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.studies import StudyReport
from arpad.office.pools.studies import study as make_study
from arpad.office.store.database import Database
from arpad.web.lists import laboratory, study_runs
from web.visiting import Visit

LAB = "/lists/club-evenings/laboratory"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("backtest", "240 games, each predicted from the games before it"),
        ("audit", "240 games of 12 players"),
        ("inflation", "240 games rated by glicko2"),
        ("scenario?against=elo&start=2025-09-01", "glicko2 was used; from 2025-09-01 on elo"),
    ],
)
def test_a_report_is_a_page_of_its_own(path: str, says: str, owner: Visit) -> None:
    page = owner.get(f"{LAB}/{path}")
    assert page.status_code == 200
    assert page.text.count("<h1") == 1
    assert "<h1><bdi>Club Evenings:" in page.text
    assert says in page.text
    assert "script-src 'none'" in page.headers["content-security-policy"]


def test_a_report_is_made_anew_when_the_games_are_others(owner: Visit, database: Database) -> None:
    assert "240 games of" in owner.get(f"{LAB}/audit").text
    Pool(database, "club-evenings").post(Game("Anna Berg", "Tom Smith", 1.0))
    assert "241 games of" in owner.get(f"{LAB}/audit").text


def test_what_cannot_be_told_is_refused_in_words(owner: Visit, visitor: Visit) -> None:
    assert visitor.get(LAB).status_code == 403
    assert visitor.get(f"{LAB}/backtest").status_code == 403
    few = owner.get("/lists/othello/laboratory/backtest")
    assert (few.status_code, "a report takes from 30" in few.text) == (422, True)
    assert "at least 30 games" in owner.get("/lists/othello/laboratory").text
    assert owner.get(f"{LAB}/horoscope").status_code == 404
    assert owner.get(f"{LAB}/scenario?against=nothing&start=2025-09-01").status_code == 422
    assert owner.get(f"{LAB}/scenario?against=elo&start=2031-01-01").status_code == 422


@pytest.mark.parametrize("path", ["backtest", "audit", "inflation", "scenario?against=elo&start=2025-09-01"])
def test_a_report_says_how_it_is_made_again_from_its_games(path: str, owner: Visit, tmp_path: Path) -> None:
    study, _, query = path.partition("?")
    kept = owner.get(f"{LAB}/{study}/manifest.json?{query}")
    assert kept.headers["content-disposition"] == (
        f'attachment; filename="club-evenings-{study}-manifest.json"'
    )
    manifest = kept.json()
    (tmp_path / "games.csv").write_bytes(owner.get(f"{LAB}/{study}/games.csv?{query}").content)
    games = arpad.read_games(tmp_path / "games.csv")
    assert (manifest["digest"], manifest["games"]) == (games.digest, 240) == (manifest["digest"], len(games))
    program, *command = manifest["command"]
    assert program == "arpad"
    command = [str(tmp_path / "games.csv") if word == "games.csv" else word for word in command]
    again = CliRunner().invoke(main, [*command, "--json"])
    assert again.exit_code == 0, again.output
    told = json.loads(again.stdout)
    memo = owner.get(f"{LAB}/{study}/memo.txt?{query}")
    assert memo.headers["content-type"] == "text/plain; charset=utf-8"
    sentences = told.get("memo") or [one["problem"] for one in told["verdicts"] if one["found"]]
    assert sentences
    for sentence in sentences:
        assert sentence in memo.text
    assert f"Fingerprint of the games: {games.digest}\n" in memo.text
    assert f"Again: {shlex.join(manifest['command'])}\n" in memo.text


def test_a_memo_is_in_the_language_of_the_page_and_for_those_who_decide(owner: Visit, visitor: Visit) -> None:
    memo = owner.get(f"{LAB}/backtest/memo.txt?lang=ru").text
    assert "Отпечаток партий: " in memo
    assert "Games" not in memo
    assert visitor.get(f"{LAB}/backtest/memo.txt").status_code == 403
    assert visitor.get(f"{LAB}/backtest/manifest.json").status_code == 403
    assert owner.get(f"{LAB}/backtest/list.csv").status_code == 404
    page = owner.get(f"{LAB}?lang=en").text
    for study in ("backtest", "audit", "inflation", "scenario"):
        for name in ("memo.txt", "manifest.json", "games.csv"):
            assert f'="{LAB}/{study}/{name}"' in page


@pytest.fixture
def slow_study(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """A laboratory whose audits end only when the event is set; no request waits for them."""
    go_on = Event()

    def slowly(pool: Pool, what: str, **more: str) -> StudyReport:
        assert go_on.wait(30)
        return make_study(pool, what, **more)

    monkeypatch.setattr(laboratory, "study", slowly)
    monkeypatch.setattr(study_runs, "SOON", 0.0)
    yield go_on
    go_on.set()


def until_made(owner: Visit, path: str) -> Response:
    for _ in range(600):
        answer = owner.get(path)
        if answer.status_code != 202:
            return answer
        sleep(0.05)
    raise AssertionError(f"{path} is still being made")


def test_nobody_waits_for_a_report_that_takes_long(owner: Visit, slow_study: Event) -> None:
    """The page asks again; files and further reports are refused for now; reports that are kept are given."""
    slow_study.set()
    assert "240 games" in until_made(owner, f"{LAB}/inflation").text
    slow_study.clear()
    for _ in range(2):  # who asked first, and who asks for the same
        waits = owner.get(f"{LAB}/audit?lang=nl")
        assert (waits.status_code, waits.headers["refresh"], waits.headers["retry-after"]) == (202, "3", "3")
        assert "Het rapport wordt gemaakt." in waits.text
    file = owner.get(f"{LAB}/audit/memo.txt?lang=nl")
    assert (file.status_code, file.headers["retry-after"]) == (503, "5")
    assert "240 games" in owner.get(f"{LAB}/inflation?lang=en").text
    program = owner.client.get(f"{LAB}/audit", headers={"accept": "application/json"})
    assert (program.status_code, program.json()["ready"]) == (202, False)
    for start in ("2025-08-01", "2025-09-01"):
        assert owner.get(f"{LAB}/scenario?against=elo&start={start}").status_code == 202
    many = owner.get(f"{LAB}/backtest")
    assert (many.status_code, many.headers["retry-after"]) == (503, "5")
    slow_study.set()
    assert "240 partijen van 12 spelers" in until_made(owner, f"{LAB}/audit?lang=nl").text
    assert until_made(owner, f"{LAB}/backtest").status_code == 200


def test_a_report_that_cannot_be_made_says_why_to_who_asks_again(owner: Visit, slow_study: Event) -> None:
    path = f"{LAB}/scenario?against=elo&start=2031-01-01"
    assert owner.get(path).status_code == 202
    slow_study.set()
    refused = until_made(owner, path)
    assert refused.status_code == 422
    assert owner.get(path).status_code in (202, 422)  # and it is tried anew
