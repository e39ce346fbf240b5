"""The acts of :class:`arpad.Tournament` as methods; written by script/act-methods, not by hand."""

# ruff: noqa: A002, D401, E501

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from arpad.office.acts.outcome import ActOutcome


class ActMethods:
    """What can be done to a tournament: a method for each act, by the name of its command."""

    def act(self, name: str, /, **fields: Any) -> ActOutcome:
        """Do an act by its name.

        Args:
            name: of the act, such as ``forbid``.
            fields: of the act; None for one that is not given.

        Returns:
            what became of it: what was done in words, and the findings.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        raise NotImplementedError

    def details(
        self,
        *,
        name: str | None = None,
        place: str | None = None,
        federation: str | None = None,
        start: str | None = None,
        end: str | None = None,
        arbiter: str | None = None,
        deputy: Sequence[str] | None = None,
        time_control: str | None = None,
        round_dates: str | None = None,
    ) -> ActOutcome:
        """Correct title, place, dates, arbiters.

        It is printed and exported; an empty text takes it out.

        Args:
            name: the tournament's title.
            place: the town in which it is played.
            federation: the federation in which it is played: HUN.
            start: the first day: 2026-02-01.
            end: the last day.
            arbiter: the chief arbiter.
            deputy: the deputy arbiters.
            time_control: the time control, such as 90'/40+30'+30".
            round_dates: the day of every round, with commas between.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act(
            "details",
            name=name,
            place=place,
            federation=federation,
            start=start,
            end=end,
            arbiter=arbiter,
            deputy=deputy,
            time_control=time_control,
            round_dates=round_dates,
        )

    def rounds(self, rounds: int) -> ActOutcome:
        """Change the number of rounds.

        Args:
            rounds: the number of rounds; not fewer than are paired.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("rounds", rounds=rounds)

    def tiebreaks(self, codes: str | Sequence[str]) -> ActOutcome:
        """Change the tie-breaks.

        They break ties in their order: BH/C1,BH,SB,DE. An empty text stands for those of the system.

        Args:
            codes: the tie-breaks in their order: BH/C1,BH,SB,DE; nothing for those of the system.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("tiebreaks", codes=codes)

    def edit(
        self,
        participant: int | str,
        *,
        rating: int | None = None,
        title: str | None = None,
        federation: str | None = None,
        identity: str | None = None,
        sex: Literal["m", "w", ""] | None = None,
        birth: str | None = None,
        club: str | None = None,
        grade: str | None = None,
        name: str | None = None,
    ) -> ActOutcome:
        """Correct an entry.

        An empty text takes a value out. Before the first round the numbers follow the ratings; after it they
        stay.

        Args:
            participant: a participant, by number or name.
            rating: the rating, in whole points; 0 for none.
            title: the title of the player: GM, IM, …
            federation: country or federation: KOR.
            identity: FIDE's or the federation's number.
            sex: the sex: m or w.
            birth: the date or year of birth: 1990-05-17, 1990.
            club: the club.
            grade: the Go rank: 3d, 12k.
            name: the name.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act(
            "edit",
            participant=participant,
            rating=rating,
            title=title,
            federation=federation,
            identity=identity,
            sex=sex,
            birth=birth,
            club=club,
            grade=grade,
            name=name,
        )

    def remove(self, participant: int | str) -> ActOutcome:
        """Take out an entry that has not played.

        Whoever leaves after the first round is away instead.

        Args:
            participant: a participant, by number or name.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("remove", participant=participant)

    def number(self) -> ActOutcome:
        """Number the entries by rating.

        The participants get numbers by rating and title before the first round; pairing it does so too.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("number")

    def away(
        self,
        participant: int | str,
        *,
        rounds: Sequence[int] = (),
        bye: Literal["zero", "half", "full"] = "zero",
    ) -> ActOutcome:
        """Note that a participant will miss rounds.

        The participant is left out of rounds that are not paired yet: a bye asked for, or a withdrawal. Round
        robins, knockouts and other fixed formats pair the participant nevertheless; the result is a forfeit.

        Args:
            participant: a participant, by number or name.
            rounds: the rounds; all remaining ones if none is given.
            bye: what the bye brings.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("away", participant=participant, rounds=rounds, bye=bye)

    def back(self, participant: int | str, *, rounds: Sequence[int] = ()) -> ActOutcome:
        """Note that a participant who was away plays again.

        Missed rounds stay as they were.

        Args:
            participant: a participant, by number or name.
            rounds: the rounds; all remaining ones if none is given.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("back", participant=participant, rounds=rounds)

    def bye(
        self,
        participant: int | str,
        *,
        points: Literal["half", "full", "zero", "pairing"],
        round: int | None = None,
    ) -> ActOutcome:
        """Give a bye, also of a round that is paired.

        The round is to come, or is paired and the participant does not play in it. With the bye of an odd number
        the participant changes places with the one who has it.

        Args:
            participant: a participant, by number or name.
            points: what the bye brings; whoever had the bye of an odd number takes the seat.
            round: the round; the last if none is given.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("bye", participant=participant, points=points, round=round)

    def lineup(self, team: int | str, *players: int | str, round: int | None = None) -> ActOutcome:
        """Name the players of a team for a round.

        A team that names nobody plays with its first players.

        Args:
            team: the team, by number or name.
            players: the players by board, top board first; - for a board at which nobody sits.
            round: the round; the last if results are still to come, else the next.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("lineup", team=team, players=players, round=round)

    def roster(self, team: int | str, *players: int | str) -> ActOutcome:
        """Set the order of the players of a team.

        Line-ups of paired rounds stay as they are.

        Args:
            team: the team, by number or name.
            players: the players, top board first; those who are left out follow as they stand.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("roster", team=team, players=players)

    def member(
        self,
        player: int | str,
        *,
        rating: int | None = None,
        title: str | None = None,
        federation: str | None = None,
        identity: str | None = None,
        sex: Literal["m", "w", ""] | None = None,
        birth: str | None = None,
        name: str | None = None,
    ) -> ActOutcome:
        """Correct a player of a team.

        Args:
            player: the player, by number among the players or by name.
            rating: the rating, in whole points; 0 for none.
            title: the title of the player: GM, IM, …
            federation: country or federation: KOR.
            identity: FIDE's or the federation's number.
            sex: the sex: m or w.
            birth: the date or year of birth: 1990-05-17, 1990.
            name: the name.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act(
            "member",
            player=player,
            rating=rating,
            title=title,
            federation=federation,
            identity=identity,
            sex=sex,
            birth=birth,
            name=name,
        )

    def remove_member(self, player: int | str) -> ActOutcome:
        """Take out a player of a team who is in no line-up.

        Args:
            player: the player, by number among the players or by name.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("remove-member", player=player)

    def publish(self, *, round: int | None = None) -> ActOutcome:
        """Note that a round's pairing is made known.

        The players know the pairing then; whoever changes it is warned.

        Args:
            round: the round; the last if none is given.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("publish", round=round)

    def unpair(self) -> ActOutcome:
        """Take the last round back.

        The results of the round are taken back too; everything else stays as it is.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("unpair")

    def board(
        self, board: int, *, white: int | str, black: int | str, round: int | None = None
    ) -> ActOutcome:
        """Set a board by hand.

        Whoever is displaced takes the place that is left. What departs from the rules is done and said; the
        boards stay marked as set by hand.

        Args:
            board: the board; the next number after the last is a new board.
            white: who has White, by number or name.
            black: who has Black, by number or name.
            round: the round; the last if none is given.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("board", board=board, white=white, black=black, round=round)

    def result(
        self,
        *results: str,
        board: int | None = None,
        game: int | None = None,
        round: int | None = None,
        correct: bool = False,
    ) -> ActOutcome:
        """Enter or correct results.

        Args:
            results: the result of the board, or those of all boards in their order: 1-0, ½-½, +-.
            board: the board of the result, if one result is given.
            game: of a match of teams: the board in the match.
            round: the round; the last if none is given.
            correct: correct a result that was followed by another round, which keeps its pairing.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("result", results=results, board=board, game=game, round=round, correct=correct)

    def reporting(self, codes: Literal["off", "slips", "everywhere"]) -> ActOutcome:
        """Say whether players may report their results.

        Args:
            codes: where the codes stand by which players report.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("reporting", codes=codes)

    def report(
        self, participant: int | str, result: str, *, board: int, round: int | None = None
    ) -> ActOutcome:
        """Note the result that a player reports.

        If the other side reports the same, it becomes the result.

        Args:
            participant: the player who reports, by number or name.
            result: the result, in the order in which the board is printed.
            board: the board.
            round: the round; the last if none is given.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("report", participant=participant, result=result, board=board, round=round)

    def accept(self, participant: int | str, *, board: int, round: int | None = None) -> ActOutcome:
        """Enter the result that one side of a board reports.

        Args:
            participant: the side whose report is right, by number or name.
            board: the board.
            round: the round; the last if none is given.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("accept", participant=participant, board=board, round=round)

    def finish(self) -> ActOutcome:
        """Note that the tournament is over.

        Nothing but undo changes it then.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("finish")

    def forbid(
        self, participant: int | str, other: int | str, *, first: int | None = None, last: int | None = None
    ) -> ActOutcome:
        """Keep two participants apart.

        Pairings from now on keep the two apart.

        Args:
            participant: a participant, by number or name.
            other: the other participant, by number or name.
            first: the first round in which it holds; the next if none is given.
            last: the last round in which it holds; the last of all if none is given.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("forbid", participant=participant, other=other, first=first, last=last)

    def allow(self, participant: int | str, other: int | str) -> ActOutcome:
        """Let two participants meet again.

        Args:
            participant: a participant, by number or name.
            other: the other participant, by number or name.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("allow", participant=participant, other=other)

    def colour(self, colour: Literal["white", "black"]) -> ActOutcome:
        """Set the colour that was drawn.

        It is set before round 1 is paired.

        Args:
            colour: the colour of number 1 in round 1.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("colour", colour=colour)

    def fix(self, participant: int | str, board: int) -> ActOutcome:
        """Keep a board for a participant.

        The participant plays at the board in every round to come; 0 lifts it.

        Args:
            participant: a participant, by number or name.
            board: the board in every round to come; 0 lifts it.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("fix", participant=participant, board=board)

    def penalty(
        self,
        participant: int | str,
        points: Fraction | float | str,
        *,
        bonus: bool = False,
        round: int | None = None,
        reason: str = "",
    ) -> ActOutcome:
        """Deduct points by hand, or add a bonus.

        Args:
            participant: a participant, by number or name.
            points: the points: 1, ½, 1.5.
            bonus: add the points instead of deducting them.
            round: the round to which the points belong; the last if none is given, 0 for none.
            reason: the reason.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act(
            "penalty", participant=participant, points=points, bonus=bonus, round=round, reason=reason
        )

    def accelerate(
        self, points: Fraction | float | str, *, first: int, last: int, numbers: tuple[int, int]
    ) -> ActOutcome:
        """Count points for the pairing only.

        The points count for the pairing, not in the standings. Baku's acceleration is a setting of the system
        instead.

        Args:
            points: the points: 1, ½, 1.5.
            first: the first round in which the points count.
            last: the last round in which the points count.
            numbers: the first and the last pairing number that get the points.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("accelerate", points=points, first=first, last=last, numbers=numbers)

    def undo(self, *, to: str | None = None) -> ActOutcome:
        """Take back the last act, or more.

        The events stay in the log as undone.

        Args:
            to: the number in the log, or the time (UTC), of the last act that stays.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        return self.act("undo", to=to)
