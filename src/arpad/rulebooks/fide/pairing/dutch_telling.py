"""Why a round of the Dutch system is as it is, bracket by bracket; and what another would have cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from arpad.core import BadInput, Explanation, Step
from arpad.rulebooks.fide.pairing.brackets import WHITE_BLACK, Solved
from arpad.rulebooks.fide.pairing.colours import allocate
from arpad.rulebooks.fide.pairing.completion import may_meet
from arpad.rulebooks.fide.pairing.costs import bare_facts, colour_faults
from arpad.rulebooks.fide.pairing.criteria import Criterion
from arpad.rulebooks.fide.pairing.state import DOWN, UP, Player, State, shown
from arpad.tournament.system import NoLegalRound

Pairer = Callable[[State], list[Solved]]

MEANINGS = {
    "C6": "downfloaters",
    "C7": "moved-down players who float again, from {score}",
    "C8": "downfloaters of the next bracket",
    "C8s": "downfloaters of the next bracket, from {score}",
    "C9": "unplayed games of who gets the bye",
    "C10": "pairs in which somebody's colour difference exceeds 2",
    "C11": "pairs in which somebody has the same colour a third time",
    "C12": "players without the colour they prefer",
    "C13": "players without the colour they strongly prefer",
    "C14": "residents who float down and did so a round ago",
    "C15": "opponents of moved-down players who floated up a round ago",
    "C16": "residents who float down and did so two rounds ago",
    "C17": "opponents of moved-down players who floated up two rounds ago",
    "C18": "moved-down players from {score} who float again and floated down a round ago",
    "C19": "opponents of moved-down players from {score} who floated up a round ago",
    "C20": "moved-down players from {score} who float again and floated down two rounds ago",
    "C21": "opponents of moved-down players from {score} who floated up two rounds ago",
}
STRENGTHS = ("no preference", "mild", "strong", "absolute")
COLOURS = {"w": "White", "b": "Black"}
RULES = {
    "5.2.1": "both get the colour they prefer",
    "5.2.2": "the stronger preference, or the wider colour difference",
    "5.2.3": "the other way round than when they last had different colours",
    "5.2.4": "the preference of the higher ranked",
    "5.2.5": "the initial-colour, by the higher ranked one's number",
}


def faults_of(one: Player, two: Player) -> int:
    """Return which of C10 to C13 a pair violates, as bits 1, 2, 4, 8."""
    both = (one.colours, two.colours)
    facts = bare_facts([])._replace(
        preference=[WHITE_BLACK[c.preference] for c in both],
        strength=[c.strength for c in both],
        difference=[abs(c.difference) for c in both],
        repeated=[WHITE_BLACK[c.repeated] for c in both],
    )
    return colour_faults(facts, 0, 1)


def vector(solved: Solved) -> list[tuple[Criterion, int]]:
    """Return how much of each criterion a bracket's pairing has, in descending priority."""
    bracket, mates = solved.bracket, solved.mates
    players = bracket.players
    found = dict(bracket.floats(mates))

    def add(article: str, level: int = 0, count: int = 1) -> None:
        found[Criterion(article, level)] = found.get(Criterion(article, level), 0) + count

    for u in solved.floaters:
        level = bracket.scores.index(players[u].score)
        for back, (resident, moved) in enumerate((("C14", "C18"), ("C16", "C20"))):
            if players[u].floats[back] == DOWN:
                add(moved if u < bracket.moved else resident, level if u < bracket.moved else 0)
        if solved.bye_alone:
            add("C9", count=players[u].unplayed)
    for u, v in solved.pairs:
        faults = faults_of(players[u], players[v])
        for at, article in enumerate(("C10", "C11", "C12", "C13")):
            if faults >> at & 1:
                add(article)
        if u < bracket.moved:
            for back, (count, gap) in enumerate((("C15", "C19"), ("C17", "C21"))):
                if players[v].floats[back] == UP:
                    add(count)
                    add(gap, bracket.scores.index(players[u].score))
    return [(one, found.get(one, 0)) for one in bracket.components]


def meaning(one: Criterion, solved: Solved, unit: int) -> str:
    """Return a criterion in words."""
    bracket = solved.bracket
    scores = bracket.below if one.article == "C8s" else bracket.scores
    return MEANINGS[one.article].format(score=shown(scores[one.level], unit))


def source(one: Criterion) -> str:
    """Return a criterion's name in the text."""
    return one.article.rstrip("s")


def round_told(state: State, brackets: Sequence[Solved], edition: str, *, criteria: bool) -> Explanation:
    """Return the explanation of a round.

    Args:
        state: before the round.
        brackets: as they were paired.
        edition: the text's name.
        criteria: whether they are those of 2026, and can be listed.
    """
    parts = [_bracket_told(state, one, criteria) for one in brackets]
    pairs = [(one.bracket.players[u], one.bracket.players[v]) for one in brackets for u, v in one.pairs]
    parts += [colours_told(state, higher, lower) for higher, lower in pairs]
    met = {player.number for pair in pairs for player in pair}
    bye = [one for one in state.players if one.number not in met]
    if bye:
        parts.append(_bye_told(state, bye[0], criteria))
    said = f"{len(pairs)} games" + (f", the bye to {bye[0].number}" if bye else "")
    return Explanation(f"Round {state.at} by {edition}", outcome=said, parts=tuple(parts))


def _names(players: Iterable[Player]) -> str:
    return ", ".join(str(one.number) for one in players)


def _bracket_told(state: State, one: Solved, criteria: bool) -> Explanation:
    bracket, unit = one.bracket, state.unit
    players = bracket.players
    steps = []
    if bracket.moved < bracket.size:
        steps.append(Step("residents", _names(players[bracket.moved : bracket.size]), source="1.3.2"))
    if bracket.moved:
        steps.append(Step("moved down", _names(players[: bracket.moved]), source="1.4.1"))
    if one.floaters:
        steps.append(Step("float down", _names(players[u] for u in one.floaters), source="1.4.1"))
    if criteria:
        for criterion, count in vector(one):
            if criterion.article == "C9" and not one.bye_alone:
                continue
            steps.append(
                Step(meaning(criterion, one, unit), float(count), source=source(criterion), digits=0)
            )
    pairs = ", ".join(f"{players[u].number}–{players[v].number}" for u, v in one.pairs)
    score = shown(bracket.scores[-1], unit)
    return Explanation(f"Bracket of {score}", outcome=pairs or "nobody is paired", steps=tuple(steps))


def colours_told(state: State, higher: Player, lower: Player) -> Explanation:
    """Return why somebody has White."""
    colour, rule = allocate(higher, lower, state.initial)
    white, black = (higher, lower) if colour == "w" else (lower, higher)
    steps = [Step("colours", RULES[rule], source=rule)]
    for one in (white, black):
        due = one.colours
        said = f"{STRENGTHS[due.strength]}, {COLOURS[due.preference]}" if due.preference else STRENGTHS[0]
        steps.append(Step(str(one.number), said, working=due.colours or "no game", source="1.7"))
    return Explanation(
        f"{white.number}–{black.number}", outcome=f"{white.number} has White", steps=tuple(steps)
    )


def _bye_told(state: State, one: Player, criteria: bool) -> Explanation:
    steps = [Step("score", shown(one.score, state.unit), source="C5" if criteria else "1.5")]
    barred = [x for x in state.players if x.score <= one.score and not x.may_bye]
    if barred:
        steps.append(Step("may not have it", _names(barred), source="C2"))
    steps.append(Step("unplayed games", float(one.unplayed), source="C9" if criteria else "", digits=0))
    return Explanation("Pairing-allocated bye", outcome=str(one.number), steps=tuple(steps))


def forced(state: State, a: int, b: int) -> State:
    """Return a state in which two can be paired with each other only; ``b`` 0 is the bye."""
    pairs = set(state.prohibited)
    for one in (a, b):
        if one:
            pairs |= {
                (min(one, x.number), max(one, x.number)) for x in state.players if x.number not in (a, b)
            }
    players = tuple(
        replace(one, may_bye=one.may_bye and (one.number == a if not b else one.number not in (a, b)))
        for one in state.players
    )
    return replace(state, players=players, prohibited=frozenset(pairs))


def why_not(state: State, a: int, b: int, pair: Pairer) -> Explanation:
    """Return what pairing two would have cost: the best round with them, and where it is worse first.

    Args:
        state: before the round.
        a: a number.
        b: another; 0 for the bye.
        pair: the engine.

    Raises:
        NoLegalRound: there is no round at all.
        BadInput: one of them is not to be paired.
    """
    known = {one.number: one for one in state.players}
    for number in (a, b):
        if number and number not in known:
            raise BadInput(f"{number} is not to be paired in round {state.at}")
    if a == b or not a:
        raise BadInput("name two different players, or a player and the bye")
    if not b and len(known) % 2 == 0:
        raise BadInput("nobody gets the bye: the number of players is even")
    label = f"Round {state.at}: why not {a}–{b}?" if b else f"Round {state.at}: why not the bye to {a}?"
    rule = _forbidden(state, known[a], known.get(b))
    if rule:
        step = Step("forbidden", rule[1], source=rule[0])
        facts = {"worse": rule[0], "article": rule[0]}
        return Explanation(label, steps=(step,), facts=facts, outcome=f"it may not be: {rule[1]}")
    chosen = pair(state)
    try:
        other = pair(forced(state, a, b))
    except NoLegalRound:
        step = Step("the others", "could not all be paired", source="C4")
        said = "then the others could not all be paired"
        return Explanation(label, steps=(step,), facts={"worse": "C4", "article": "C4"}, outcome=said)
    return _compared(state, label, chosen, other)


def _forbidden(state: State, one: Player, two: Player | None) -> tuple[str, str] | None:
    if two is None:
        return None if one.may_bye else ("C2", "a bye, or a round's win without playing, was had before")
    if two.number in one.met:
        return "C1", "they have played each other"
    if (min(one.number, two.number), max(one.number, two.number)) in state.prohibited:
        return "prohibited", "the organiser has forbidden it"
    if not may_meet(one, two, state.prohibited):
        return "C3", "both have an absolute preference for the same colour"
    return None


def _pairs(brackets: Sequence[Solved]) -> set[tuple[int, int]]:
    return {
        (one.bracket.players[u].number, one.bracket.players[v].number)
        for one in brackets
        for u, v in one.pairs
    }


def _bye_score(state: State, brackets: Sequence[Solved]) -> int:
    met = {number for pair in _pairs(brackets) for number in pair}
    return next((one.score for one in state.players if one.number not in met), 0)


def _compared(state: State, label: str, chosen: Sequence[Solved], other: Sequence[Solved]) -> Explanation:
    facts = {"pairs": [list(pair) for pair in sorted(_pairs(other))], "worse": ""}
    if _pairs(chosen) == _pairs(other):
        return Explanation(label, facts=facts, outcome="that is how it was paired")
    mine, theirs = _bye_score(state, chosen), _bye_score(state, other)
    if mine != theirs:
        facts["worse"] = "C5"
        text = f"the bye would go to {shown(theirs, state.unit)} points instead of {shown(mine, state.unit)}"
        step = Step("score of who gets the bye", shown(theirs, state.unit), source="C5")
        return Explanation(label, steps=(step,), facts=facts, outcome=text)
    for one, two in zip(chosen, other, strict=False):
        steps = []
        worse = ""
        here = dict(vector(one))
        for criterion, count in vector(two):
            before = here.get(criterion, 0)
            words = meaning(criterion, two, state.unit)
            if count != before and not worse:
                worse = source(criterion)
                facts["worse"] = worse
                said = f"{words}: {count} instead of {before}"
            steps.append(
                Step(words, float(count), working=f"{before} as paired", source=source(criterion), digits=0)
            )
        score = shown(one.bracket.scores[-1], state.unit)
        if worse:
            text = f"the best round with that is worse in the bracket of {score} by {worse}: {said}"
            return Explanation(label, steps=tuple(steps), facts=facts, outcome=text)
        if _pairs([one]) != _pairs([two]):
            facts["worse"] = "3.8.1"
            text = f"in the bracket of {score} it is as good by all criteria, and is generated later"
            return Explanation(label, steps=tuple(steps), facts=facts, outcome=text)
    return Explanation(label, facts=facts, outcome="the best round with that is as good")
