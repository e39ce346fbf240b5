"""Explanations and findings in the languages of the pages: nothing that visitors open first stays English."""

from __future__ import annotations

import gettext
import pickle
import re
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime

import pytest

from arpad.core import Explanation, Step, worded, worded_count
from arpad.core.wording import Worded
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.hand_decisions import explained_round
from arpad.office.log.event_log import EventLog
from arpad.office.log.history import history
from arpad.office.pages.explanation_html import working
from arpad.office.pages.speaking import speaking
from arpad.office.pools.careers import rated_games
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.reports.catalogue import report
from arpad.office.reports.page import as_page
from arpad.office.store.database import Database
from arpad.ratings.model import Rating
from arpad.ratings.odds import odds
from arpad.rulebooks.rating_catalogue import rating_system
from arpad.rulebooks.standings import standings
from arpad.web.languages import Language, language
from arpad.web.translatable import catalogue
from web.visiting import Visit

WORD = re.compile("[a-z]{3,}")
"""A word of a sentence, not a letter of a formula."""

LETTERS = {"exp", "min", "max"}


class Marking(gettext.NullTranslations):
    """A language in which every text that catalogues have is between marks."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {
            form
            for one in catalogue()
            if one.id
            for form in ([one.id] if isinstance(one.id, str) else one.id)
        }

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧" if message in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(scope="module")
def marked() -> Callable[[str], str]:
    return Language("en", Marking()).spoken


def texts(told: Explanation) -> Iterator[str]:
    """Yield all texts of an explanation."""
    yield told.label
    yield told.outcome
    yield told.unit
    for step in told.steps:
        yield from texts_of(step)
    for part in told.parts:
        yield from texts(part)


def texts_of(step: Step) -> Iterator[str]:
    """Yield the texts of a step."""
    yield from (step.label, step.note, step.unit)
    if isinstance(step.value, str):
        yield step.value


def english(found: Iterator[str], marked: Callable[[str], str]) -> set[str]:
    """Return the texts that no catalogue has."""
    return {
        text
        for text in found
        if "⟦" not in marked(text) and set(WORD.findall(text)) - LETTERS and not re.fullmatch("[wb]+", text)
    }


FIDE = ("double-swiss", "fide-team", "fide-dubov", "fide-burstein", "fide-lim")
WEIGHTED = (
    *("mcmahon", "go-swiss", "othello", "othello-woc", "elo-gap", "information"),
    *("monrad", "keizer"),
)

RESULTS = {
    "othello": ("40-24", "24-40", "32-32"),
    "othello-woc": ("40-24", "24-40", "32-32"),
    "double-swiss": ("1½-½", "½-1½", "1-1"),
    "fide-team": ("2½-1½", "1-3", "2-2"),
}
"""White's win, Black's, and a draw, where they are entered otherwise than elsewhere."""


def field_of(count: int, rounds: int, system: str = "fide-dutch") -> EventLog:
    """Return a tournament with somebody away, and a bye where the number is odd."""
    grade = {"grade": "3k"} if system == "mcmahon" else {}
    log = desk.enter_all(
        desk.create("Cup", system, rounds=rounds, seed=5),
        [ParticipantEntry(f"P{at}", {"rating": 2400 - 25 * at, **grade}) for at in range(count)],
    )
    white, black, drawn = RESULTS.get(system, ("1-0", "0-1", "="))
    for at in range(1, rounds + 1):
        if at == 2:
            log = desk.away(log, 3, [2], "half" if system not in RESULTS else "zero")
        log = desk.publish(desk.pair(log))
        boards = len(log.tournament().rounds[-1].pairings)
        log = desk.enter_results(
            log, at, [white if one % 3 else (black if one % 2 else drawn) for one in range(boards)]
        )
    return log


def untold(text: str, known: Collection[str]) -> Iterator[str]:
    """Yield what stays English of a text, also within the values that are filled into it.

    Names of rules, such as ``OpenGotha, bye``, are the same in every language.
    """
    said = text.template if isinstance(text, Worded) else text
    words = set(WORD.findall(re.sub(r"\{\w+\}", "", said))) - LETTERS
    if words and said not in known and not re.fullmatch("[wb]+", said):
        yield said
    if isinstance(text, Worded):
        for name, value in text.values.items():
            if isinstance(value, str) and (name != "article" or isinstance(value, Worded)):
                yield from untold(value, known)


def workings(told: Explanation) -> Iterator[str]:
    """Yield the formulas and the workings of an explanation of a round, which are words there."""
    for step in told.steps:
        yield from (step.formula, step.working)
    for part in told.parts:
        yield from workings(part)


@pytest.mark.parametrize("count", [11, 24])
def test_the_reasons_of_dutch_pairings_are_said_in_every_language(
    count: int, marked: Callable[[str], str]
) -> None:
    log = field_of(count, 5)
    found = {text for at in range(1, 6) for text in texts(explained_round(log, at))}
    assert len(found) > 80
    assert english(iter(sorted(found)), marked) == set()


@pytest.mark.slow
@pytest.mark.parametrize("system", [*FIDE, *WEIGHTED])
def test_the_reasons_of_pairings_are_said_in_every_language(system: str) -> None:
    log = field_of(11, 5, system)
    told = [explained_round(log, at) for at in range(1, 6)]
    found = {text for one in told for text in (*texts(one), *workings(one))}
    known = Marking().known
    assert len(found) > 40
    assert {left for text in found for left in untold(text, known)} == set()


def test_the_acts_of_a_log_are_said_in_every_language(marked: Callable[[str], str]) -> None:
    log = desk.set_details(field_of(11, 3), {"city": "Utrecht"})
    log = desk.forbid(log, 1, 2)
    log = desk.unpair(log)
    log = desk.pair(desk.back(desk.away(log, 4), 4))
    game = log.tournament().rounds[-1].pairings[0]
    log = desk.undo(desk.set_board(log, 1, game.black, game.white))
    found = {word for act in history(log) for word in act.words}
    kinds = {word.template for word in found if isinstance(word, Worded)}
    assert len(kinds) > 12
    assert {word for word in found if not isinstance(word, Worded) or "⟦" not in marked(word)} == set()


def test_the_unfolding_of_tie_breaks_is_said_in_every_language(marked: Callable[[str], str]) -> None:
    tournament = field_of(11, 5).tournament()
    codes = ["PTS", "BH", "BH/C1", "BH/M1", "FB", "AOB", "SB", "SB/C1", "PS", "WIN", "WON", "BPG", "BWG",
             "GE", "REP", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "KS"]  # fmt: skip
    made = standings(tournament, codes)
    found = {text for place in made for value in place.values for text in texts(value.explanation(""))}
    assert len(found) > 100
    assert english(iter(sorted(found)), marked) == set()


@pytest.mark.parametrize("system", ["elo", "glicko", "glicko2"])
def test_the_change_of_a_rating_is_said_in_every_language(
    system: str, database: Database, marked: Callable[[str], str]
) -> None:
    pool = Pool(database, "told")
    pool.create(system, {}, title="Told")
    pool.post(Game("Ann", "Bob", 1.0), Game("Bob", "Ann", 0.5), Game("Ann", "Eve", 0.0))
    told = [one for one in rated_games(pool).explained("Ann") if one is not None]
    found = {text for one in told for text in texts(one)}
    assert len(found) > 5
    assert english(iter(sorted(found)), marked) == set()


@pytest.mark.parametrize("system", ["elo", "fide", "glicko2"])
def test_odds_are_said_in_every_language(system: str, marked: Callable[[str], str]) -> None:
    made = rating_system(system, {})
    first = Rating(
        1500.0, deviation=None if system != "glicko2" else 60.0, volatility=0.06, games=50, elapsed=0.0
    )
    found = [text for step in odds(made, first, first).steps for text in texts_of(step)]
    assert found
    assert english(iter(found), marked) == set()


def test_findings_are_said_in_the_language_of_the_page(owner: Visit) -> None:
    address = "/tournaments/spring-open/rounds/1/results"
    owner.get(f"{address}?lang=nl")
    page = owner.send(address, board_1="0-1", correction="1").text
    assert "ronde 2 was al ingedeeld; die indeling blijft zoals ze is" in page.lower()
    assert "is gecorrigeerd" in page
    assert "is corrected" not in page


def test_pages_tell_in_their_language(visitor: Visit) -> None:
    for code, said in {
        "nl": ("Groep van", "heeft wit", "van Kim Minji"),
        "ru": ("Группа", "играет белыми", "нет партий"),
        "ko": ("점 그룹", "번이 백", "라운드: 6 Lee Jun"),
    }.items():
        why = visitor.get(f"/tournaments/spring-open/rounds/1/why?lang={code}").text
        why += visitor.get(f"/tournaments/spring-open/rounds/4/why?lang={code}").text
        table = re.sub("<[^>]+>", "", visitor.get(f"/tournaments/spring-open/standings?lang={code}").text)
        for text in said:
            assert text in why + table, (code, text)
        assert "has White" not in why
        career = visitor.get(f"/lists/club-evenings/player?name=Kim+Minji&lang={code}").text
        assert "grown deviation" not in career
    nothing = re.sub("<[^>]+>", "", visitor.get("/nothing?lang=nl").text)
    assert "Er is niets op /nothing. Begin op de eerste pagina." in nothing


def test_a_text_remembers_what_it_was_made_of() -> None:
    inner = worded("{number} floats down", number=3)
    text = worded("by {article}; {reason}", article="C6", reason=inner)
    assert text == "by C6; 3 floats down"
    assert language("nl").spoken(text) == "volgens C6; 3 gaat naar beneden"
    assert language("en").spoken(text) == text
    for count, said in ((1, "1 партия"), (3, "3 партии"), (5, "5 партий")):
        games = worded_count("{count} game", "{count} games", count)
        assert games == f"{count} game{'s' * (count != 1)}"
        assert language("ru").spoken(games) == said
    assert language("nl").spoken(pickle.loads(pickle.dumps(text))) == language("nl").spoken(text)
    assert worded("{name}", name="{curly} %(x)s") == "{curly} %(x)s"


def test_an_explanation_without_a_language_is_english() -> None:
    told = Explanation("game", 1.5, (Step("expected score", 0.64, source="x"),), unit="points")
    assert "expected score" in working(told)
    with speaking(language("nl").spoken):
        assert "verwachte score" in working(told)
    assert "expected score" in working(told)


def test_what_is_said_with_an_article_is_said_in_the_language_of_the_page() -> None:
    article = worded("{article}, exchange", article="C.04.4.3, 4")
    told = Explanation("pair", outcome="3–7", steps=(Step("pair", "3–7", source=article),))
    assert "C.04.4.3, 4, exchange" in working(told)
    with speaking(language("nl").spoken):
        assert "C.04.4.3, 4, verwisseling" in working(told)


@pytest.mark.parametrize(
    "what", ["start", "pairings", "alphabet", "results", "slips", "standings", "crosstable", "byes"]
)
def test_what_is_printed_is_said_in_every_language(what: str, marked: Callable[[str], str]) -> None:
    tournament = desk.away(desk.unpair(field_of(11, 4)), 4).tournament()
    at = None if what in ("start", "byes") else 2
    with speaking(marked):
        page = as_page(report(tournament, what, at), lang="xx")
    assert '<html lang="xx">' in page
    shown = re.sub(r"<[^>]*>", " ", page[page.index("<header>") :])
    while "⟦" in shown:  # a text may stand within another
        shown = re.sub("⟦[^⟦⟧]*⟧", "", shown)
    assert set(WORD.findall(shown)) - {"made"} == set()


def test_what_is_printed_has_the_language_and_the_decimals_of_its_reader(visitor: Visit) -> None:
    page = visitor.get("/tournaments/spring-open/paper/pairings?round=4&lang=ru").text
    assert '<html lang="ru">' in page
    assert "Тур 4: пары" in page
    assert ">2,5<" in page
    assert visitor.get("/tournaments/spring-open/paper/standings?round=2&lang=ko").text.count("부흐홀츠") == 4


def test_a_list_is_published_with_the_same_bytes_in_every_language(database: Database, owner: Visit) -> None:
    files = []
    for language_of, name in (("en", "here"), ("ko", "there")):
        pool = Pool(database, name)
        pool.create("elo", {}, title="Same")
        pool.post(*(Game("Ada", "Bo", 1.0, datetime(2026, 1, day, tzinfo=UTC)) for day in range(1, 9)))
        owner.get(f"/lists/{name}/publications?lang={language_of}")
        owner.send(f"/lists/{name}/publications", name="2026-01")
        found = owner.json(f"/lists/{name}/publications/2026-01")["list"]["files"]
        files.append({one["name"]: one["digest"] for one in found if one["name"] != "list.csv.manifest.json"})
    assert files[0] == files[1]
