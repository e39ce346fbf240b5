"""What pages refuse, in the language of the page: names and numbers filled in, and nothing left in English."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from html import unescape
from importlib.resources import files
from pathlib import Path

import pytest

from arpad.core import ArpadError, BadInput, worded
from arpad.core.wording import Worded
from arpad.office import desk
from arpad.office.club.people import People
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.rebasing import ActConflict, rebased
from arpad.office.store.database import Database
from arpad.web.languages import Language, language, writing_in
from arpad.web.rendering import rendered
from arpad.web.translatable import ERRORS, REFUSALS, sentences
from web.test_told_in_languages import Marking, field_of
from web.visiting import Visit

HOME = Path(str(files("arpad")))

TOLD = ("worded", "worded_count", "joined", "listed")

STAMPS = {"web/limits.py", "web/request_log.py", "web/serving.py", "web/api/"}
"""What programs and those who run the server read."""


@pytest.fixture(scope="module")
def marked() -> Callable[[str], str]:
    return Language("en", Marking()).spoken


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules whose refusals pages show."""
    for path in sorted(HOME.rglob("*.py")):
        name = path.relative_to(HOME).as_posix()
        if name.startswith(REFUSALS):
            yield name, ast.parse(path.read_text("utf-8"))


def refusals(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
            yield node


def can_be_said(sentence: ast.expr) -> bool:
    """Tell whether a sentence is text written out, a template, a choice of these, or made elsewhere."""
    match sentence:
        case ast.IfExp(body=one, orelse=other):
            return can_be_said(one) and can_be_said(other)
        case ast.BoolOp(values=values):
            return all(map(can_be_said, values))
        case ast.Call(func=ast.Name(id=function)):
            return function in TOLD or function == "sum"  # which of several it is
        case ast.Constant() | ast.Name() | ast.Attribute():
            return True
    return False


def test_no_refusal_of_the_pages_is_text_that_no_catalogue_can_have() -> None:
    found = 0
    wrong = []
    for name, tree in modules():
        for call in refusals(tree):
            found += 1
            wrong += [f"{name}:{one.lineno}" for one in sentences(call) if not can_be_said(one)]
        for node in ast.walk(tree):  # what is refused with a name got its text before
            if isinstance(node, ast.Assign) and any(
                isinstance(one, ast.Name) and one.id in ("problem", "remedy", "why") for one in node.targets
            ):
                text = node.value
                if isinstance(text, ast.JoinedStr) or (
                    isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value
                ):
                    wrong.append(f"{name}:{node.lineno}")
    assert found > 300
    assert wrong == []


def test_no_finding_of_the_desk_is_text_that_no_catalogue_can_have() -> None:
    said = [
        (name, one)
        for name, tree in modules()
        if name.startswith("office/desk/")
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Finding"
        for one in (
            *call.args[1:2],
            *(each.value for each in call.keywords if each.arg in ("text", "follows")),
        )
    ]
    assert len(said) > 60
    assert [
        f"{name}:{one.lineno}" for name, one in said if isinstance(one, ast.JoinedStr | ast.Constant)
    ] == []
    named = [
        f"{name}:{node.lineno}"
        for name, tree in modules()
        if name.startswith("office/desk/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id in ("text", "follows")
        and isinstance(node.value, ast.JoinedStr | ast.Constant)
    ]
    assert named == []


def test_all_kinds_of_refusals_are_looked_at() -> None:
    kinds = {"ArpadError"}
    classes = [
        node
        for path in HOME.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    while more := {
        one.name
        for one in classes
        if one.name not in kinds
        and any(isinstance(base, ast.Name) and base.id in kinds for base in one.bases)
    }:
        kinds |= more
    raised = {
        call.func.id
        for _, tree in modules()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in kinds
    }
    # Two have the words of the error that they are made of, the third makes its own of what it is given.
    assert raised - set(ERRORS) <= {"Contradiction", "EntryRefused", "ResultFollowed"}


def test_every_module_of_the_office_in_a_browser_is_looked_at() -> None:
    """A new page with a refusal of its own needs its line in REFUSALS."""
    left = []
    for path in sorted((HOME / "web").rglob("*.py")):
        name = path.relative_to(HOME).as_posix()
        if not name.startswith((*REFUSALS, *STAMPS)) and any(refusals(ast.parse(path.read_text("utf-8")))):
            left.append(name)
    assert left == []


def english(text: str | None, marked: Callable[[str], str]) -> bool:
    """Tell whether a text, or a part of it, is in no catalogue."""
    if not text:
        return False
    if isinstance(text, Worded):
        inner = [one for one in text.values.values() if isinstance(one, Worded)]
        own = re.search("[a-z]{3,}", re.sub(r"\{[^}]*\}", "", text.template))
        return bool(own and "⟦" not in marked(text)) or any(english(one, marked) for one in inner)
    return "⟦" not in marked(text)


@pytest.mark.parametrize(
    "act",
    [
        lambda log: desk.enter_results(log, 1, ["1-0"]),
        lambda log: desk.enter_result(log, 1, 99, "1-0"),
        lambda log: desk.enter_result(log, 1, 1, "7-7"),
        lambda log: desk.enter_result(log, 9, 1, "1-0"),
        lambda log: desk.enter_result(log, 1, 1, "0-0", correction=False),
        lambda log: desk.enter_results(log, 1, ["0-0"] * 6, correction=False),
        lambda log: desk.set_board(log, 1, 3, 3),
        lambda log: desk.set_board(log, 77, 3, 4),
        lambda log: desk.forbid(log, 1, 1),
        lambda log: desk.allow(log, 1, 2),
        lambda log: desk.away(log, 1, [1]),
        lambda log: desk.away(log, 1, [99]),
        lambda log: desk.away(log, 999),
        lambda log: desk.back(log, 1),
        lambda log: desk.remove(log, 1),
        lambda log: desk.enter(log, "P1", {}),
        lambda log: desk.enter(log, "", {}),
        lambda log: desk.enter(log, "New", {"rating": 99999}),
        lambda log: desk.enter(log, "New", {"sex": "x"}),
        lambda log: desk.edit(log, 1, {"name": "P1"}),
        desk.publish,
        lambda log: desk.pair(desk.pair(log)),
        lambda log: desk.set_details(log, {"start": "soon"}),
        lambda log: desk.enter(desk.finish(log), "Late", {}),
    ],
)
def test_what_the_desk_refuses_is_said_in_every_language(
    act: Callable[[object], object], marked: Callable[[str], str]
) -> None:
    log = field_of(12, 3)
    with pytest.raises(BadInput) as caught:
        act(log)
    assert not english(caught.value.problem, marked), caught.value.problem
    assert not english(caught.value.remedy, marked), caught.value.remedy
    for code in ("ko", "nl", "ru"):
        assert language(code).spoken(caught.value.told) != str(caught.value)


def test_a_round_that_cannot_be_paired_is_refused_in_every_language(marked: Callable[[str], str]) -> None:
    log = desk.enter_all(
        desk.create("Cup", "fide-dutch", rounds=3, seed=5),
        [ParticipantEntry("A", {}), ParticipantEntry("B", {})],
    )
    log = desk.enter_results(desk.publish(desk.pair(log)), 1, ["1-0"])
    with pytest.raises(ArpadError, match="has met") as caught:
        desk.pair(log)
    assert not english(caught.value.problem, marked)
    dutch = language("nl").spoken(caught.value.told)
    assert (
        "ronde 2 kan niet ingedeeld worden: er is niemand die 2 kan treffen (2: heeft al gespeeld tegen 1)"
        in dutch
    )


def test_what_another_arbiter_did_meanwhile_is_said_in_every_language(marked: Callable[[str], str]) -> None:
    seen = desk.pair(
        desk.enter_all(
            desk.create("Cup", "fide-dutch", rounds=3), [ParticipantEntry("A", {}), ParticipantEntry("B", {})]
        )
    )
    now = desk.enter_result(seen, 1, 1, "1-0")
    with pytest.raises(ActConflict) as caught:
        rebased(lambda log: desk.enter_result(log, 1, 1, "0-1"), now, seen.seq)
    assert not english(caught.value.problem, marked), caught.value.problem
    assert "результат доски 1 в туре 1 внесён" in language("ru").spoken(caught.value.told)


def words(page: str) -> str:
    return unescape(re.sub("<[^>]*>", "", page))


def test_pages_refuse_in_their_language(owner: Visit) -> None:
    results = "/tournaments/spring-open/rounds/1/results"
    for code, said in {
        "nl": "'9-9' is geen geldige uitslag",
        "ru": "'9-9' — не результат",
        "ko": "'9-9'은(는) 결과가 아닙니다",
    }.items():
        owner.get(f"{results}?lang={code}")
        page = owner.send(results, board_1="9-9").text
        assert said in words(page)
        assert "is not a valid result" not in page
    owner.get("/lists/club-evenings/corrections?lang=nl")
    page = owner.get("/lists/club-evenings?as_of=yesterday").text
    assert "'yesterday' is geen dag. Schrijf het als 2026-03-01." in words(page).replace(
        "'Yesterday'", "'yesterday'"
    )
    assert 'lang="en"' not in page[page.index("<main") :]
    assert "er is geen pool op dit adres" in owner.get("/lists/nowhere?lang=nl").text.replace(
        "Er is", "er is"
    ) or ("Op dit adres is geen pool." in owner.get("/lists/nowhere?lang=nl").text)


def test_a_list_with_a_wrong_line_says_which_in_the_language_of_the_page(owner: Visit) -> None:
    owner.get("/tournaments/spring-open/participants/file?lang=ru")
    table = b"name,rating\nNew One,2000\nNew Two,much\n"
    page = owner.send("/tournaments/spring-open/participants/file", files={"file": ("new.csv", table)}).text
    assert '<td class="right">3</td><td><bdi>rating</bdi></td>' in page
    assert "'much' не годится для столбца rating. Напишите целое число." in " ".join(words(page).split())


def test_what_has_no_translation_is_marked_as_english() -> None:
    with writing_in(language("ko")):
        known = BadInput(worded("round {at} is over", at=3), remedy="Tell the arbiter.")
        other = BadInput("an error of a far room", remedy="Tell the arbiter.")

    class Asking:
        back = "/"

        class request:  # noqa: N801 - a request has it
            method = "GET"

    page = [rendered("refused_text.html.j2", language("ko"), error=error) for error in (known, other)]
    assert page[0] == "<span>3라운드는 끝났습니다.</span> <span>심판에게 알리십시오.</span>"
    assert page[1] == ('<span lang="en">An error of a far room.</span> <span>심판에게 알리십시오.</span>')


def test_an_error_reads_as_before_in_english(database: Database) -> None:
    error = BadInput(
        worded("{text!r} is not a day", text="x"), file="a.csv", row=3, column="day", remedy="Write it."
    )
    assert str(error) == "a.csv, line 3, column day: 'x' is not a day. Write it."
    assert type(str(error)) is str


def test_a_fault_of_the_program_is_told_in_words(
    owner: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(People, "users", lambda *_, **__: 1 / 0)
    page = owner.get("/people?lang=nl")
    assert page.status_code == 500
    assert "Het kantoor kon niet antwoorden: dat is een fout in het programma." in words(page.text)
    assert "content-security-policy" in page.headers
    assert "ZeroDivisionError" in caplog.text
    assert "ZeroDivisionError" not in page.text
    told = owner.client.get("/people", headers={"accept": "application/json"})
    assert (told.status_code, told.json()["error"]["code"]) == (500, "web.failed")


def test_where_only_forms_go_there_is_a_page_that_says_so(owner: Visit) -> None:
    page = owner.get("/tournaments/spring-open/pair?lang=ru")
    assert (page.status_code, page.headers["allow"]) == (405, "POST")
    assert "Страницы /tournaments/spring-open/pair нет: туда отправляют формы." in words(page.text)
    assert owner.client.delete("/lists").status_code == 405


def test_what_a_form_was_refused_can_be_read_in_another_language_and_leads_back(owner: Visit) -> None:
    at = "/tournaments/spring-open/rounds/4/results"
    referer = {"referer": f"{owner.client.base_url}{at}?outstanding=yes"}
    for address in ("/tournaments/spring-open/pair", at):
        page = owner.client.post(address, data={"token": "none"}, headers=referer)
        assert page.status_code == 403
        assert f'href="{at}?outstanding=yes&amp;lang=ko"' in page.text
        assert f'<a class="button main" href="{at}?outstanding=yes">' in page.text
    assert 'href="/?lang=ko"' in owner.client.post("/tournaments/spring-open/pair", data={}).text


def test_no_fault_of_a_report_is_text_that_no_catalogue_can_have() -> None:
    found = 0
    for path in sorted((HOME / "tournament" / "trf").glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr == "bad"
            ):
                said = [*call.args[:1], *call.args[3:4], *(one.value for one in call.keywords)]
                found += 1
                assert not [one for one in said if isinstance(one, ast.JoinedStr | ast.Constant)], path.name
    assert found > 35


def test_a_wrong_line_of_a_report_is_told_in_the_language_of_the_page(owner: Visit) -> None:
    owner.get("/tournaments/new?lang=nl")
    report = "012 Open\n001    1      Berg, Anna                        abcd\n"
    page = owner.send("/tournaments/new", files={"file": ("open.trf", report.encode())}).text
    assert "Regel 2, kolom 49-52: 'abcd' is niet een rating. Verwacht werd een geheel getal." in words(page)
