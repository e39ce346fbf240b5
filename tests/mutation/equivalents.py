"""Mutations that change nothing that anybody could notice, each with its reason."""

from __future__ import annotations

from typing import NamedTuple


class Equivalent(NamedTuple):
    """A mutation told by its two lines, not by their numbers, so that it is known after the code has moved."""

    file: str
    """The last part of the path."""
    before: str
    after: str
    reason: str

    def is_of(self, diff: str) -> bool:
        """Tell whether a unified diff without context is this mutation."""
        lines = diff.splitlines()
        old, new = ([line[1:].strip() for line in lines[2:] if line.startswith(sign)] for sign in "-+")
        return lines[0].endswith(f"/{self.file}") and old == [self.before] and new == [self.after]


EQUIVALENTS: tuple[Equivalent, ...] = (
    Equivalent(
        "records.py",
        "for column, word in line.words(5):",
        "for column, word in line.words( 4):",
        "the code of a line fills columns 1 to 3, so that a word that begins in column 4 is part of the code",
    ),
    Equivalent(
        "whr.py",
        "gradient, near = math.inf, NEAR * p.precision",
        "gradient, near = math.inf, NEAR / p.precision",
        "only how early a round looks at the gradient; the search ends at the same precision",
    ),
    Equivalent(
        "pricing.py",
        "while b >= 0:",
        "while b >= 1:",
        "b is a blossom or -1, and blossoms are numbered from n on, behind the vertices",
    ),
    Equivalent(
        "trueskill.py",
        "return NormalDist().inv_cdf(half) * math.sqrt(players) * self.beta if half > 0.5 else 0.0",
        "return NormalDist().inv_cdf(half) * math.sqrt(players) * self.beta if half > -0.5 else 0.0",
        "half is never below 0.5, and at 0.5 the quantile is 0",
    ),
    Equivalent(
        "players.py",
        "text = line.text[first - 1 : last].ljust(last - first + 1)",
        "text = line.text[first - 1 : last].ljust(last - first + 2)",
        "one blank more behind the last column that is read",
    ),
    Equivalent(
        "timeline.py",
        "counts = record.weight > 0.0",
        "counts = record.weight != 0.0",
        "readers refuse negative weights",
    ),
    Equivalent(
        "elo_mmr_belief.py",
        "if len(lost) and whole > 0.0:",
        "if len(lost) or whole > 0.0:",
        "where nothing is lost, the centre is multiplied and divided by one weight",
    ),
    Equivalent(
        "graph.py",
        "return players >= COMPILE_FROM or bool(_loaded)",
        "return players == COMPILE_FROM or bool(_loaded)",
        "only whether the search is compiled; both ways give the same pairs",
    ),
    Equivalent(
        "column_generation.py",
        "SMOOTHING = 16",
        "SMOOTHING = 17",
        "only in which order pairs are taken up; the cost of the matching is the least all the same",
    ),
    Equivalent(
        "solve.py",
        "settled = 0",
        "settled = -1",
        "where no rung fits into a number, one detour: all pairs are tight, and the second look settles nothing",
    ),
    Equivalent(
        "placement.py",
        "words=True,",
        "words=False,",
        "a parameter whose default is a word may be one anyway",
    ),
    Equivalent(
        "edition_2017.py",
        "self.facts = self._facts(scale, False, span, near)",
        "self.facts = self._facts(scale, True, span, near)",
        "whether the bye's costs count, and no criterion of 2017 counts who gets the bye",
    ),
    Equivalent(
        "pairing.py",
        'if field.settings.mode == "mixed":',
        'if field.settings.mode <= "mixed":',
        "the other mode, pure, stands behind mixed in the alphabet",
    ),
    Equivalent(
        "explanation.py",
        'text = f"{may[0]} only" if len(may) == 1 else " or ".join(may) or "no colour"',
        'text = f"{may[0]} only" if len(may) == 1 else " or ".join(may) and "no colour"',
        "said only of two who may have one and the same colour alone",
    ),
    Equivalent(
        "brackets.py",
        "free = next((j for j in near[i] if owner[j] < 0), None)",
        "free = next((j for j in near[i] if owner[j] < -1), None)",
        "a shortcut: the search for a path finds the same free column first",
    ),
    Equivalent(
        "first_optimal.py",
        "graph.s[graph.mate + u] = -1",
        "graph.s[graph.mate + u] = -2",
        "the search leaves u aside, so that its match is not read before it is set again",
    ),
    Equivalent(
        "first_optimal.py",
        "graph.s[graph.mate + base] = -1",
        "graph.s[graph.mate + base] = -2",
        "whether a root is exposed is asked by the sign of its match",
    ),
    Equivalent(
        "pairing.py",
        "@dataclass(frozen=True)",
        "@dataclass(frozen=False)",
        "nothing assigns to settings or fields; frozen keeps others from it",
    ),
    Equivalent(
        "record.py",
        "@dataclass(frozen=True, eq=False)",
        "@dataclass(frozen=False, eq=False)",
        "nothing assigns to the fields of covariates; frozen keeps others from it",
    ),
    Equivalent(
        "legality.py",
        """f"{counted(here, 'player')} {'is' if here == 1 else 'are'} here, and \"""",
        """f"{counted(here, 'player')} {'is' if here <= 1 else 'are'} here, and \"""",
        "said where byes are wrong; where nobody is here, nobody has one, and that is right",
    ),
    Equivalent(
        "family.py",
        "forces = [float(trace.pull[row, side]) for row, side in zip(rows, sides, strict=True)]",
        "forces = [float(trace.pull[row, side]) for row, side in zip(rows, sides, strict=False)]",
        "each of a player's games has its row and its side",
    ),
    Equivalent(
        "tables.py",
        "for p, dp in zip(words[::2], words[1::2], strict=True):",
        "for p, dp in zip(words[::2], words[1::2], strict=False):",
        "the table, a constant, has a difference for every fraction",
    ),
    Equivalent(
        "limits.py",
        "return io.BufferedReader(raw, buffer_size=1 << 18)",
        "return io.BufferedReader(raw, buffer_size=1 << 19)",
        "only how much is read at once",
    ),
    Equivalent(
        "interning_loop.py",
        "ahead = min(row + AHEAD, n - 1)",
        "ahead = min(row * AHEAD, n - 1)",
        "only what is fetched before it is needed",
    ),
    Equivalent(
        "ttt.py",
        "COST = 150.0",
        "COST = 149.0",
        "only from how much work on the search is compiled; both ways give the same ratings",
    ),
    Equivalent(
        "brackets.py",
        "return bool(u < graph.s[graph.mate + u] < size)",
        "return bool(u <= graph.s[graph.mate + u] < size)",
        "no player is paired with that same player",
    ),
    Equivalent(
        "steps.py",
        "more = 2 * pairs - 1 - 2 * j if i < pairs else 2 * i + 1 - 2 * pairs",
        "more = 2 * pairs - 1 - 2 * j if i < pairs else 2 * i + 1 - 1 * pairs",
        "each exchange costs as much more, and all rounds that are compared have the fewest exchanges",
    ),
    Equivalent(
        "pricing.py",
        "T.node[c, ORIGIN] = b if sign(T.z, b) != 0 else T.node[b, ORIGIN]",
        "T.node[c, ORIGIN] = b if sign(T.z, b) != -1 else T.node[b, ORIGIN]",
        "a shortcut past blossoms whose dual is 0, which add nothing to the sum",
    ),
    Equivalent(
        "scheveningen.py",
        'for letter, side in zip("AB", sides, strict=True)',
        'for letter, side in zip("AB", sides, strict=False)',
        "a match has two sides",
    ),
    Equivalent(
        "identifiability.py",
        "for name, column in zip(names, pairs.covariates.T, strict=True):",
        "for name, column in zip(names, pairs.covariates.T, strict=False):",
        "each covariate has its name",
    ),
    Equivalent(
        "glicko_boost_loop.py",
        "weight = x.weight[i] if x.weight.shape[0] > 0 else 1.0",
        "weight = x.weight[i] if x.weight.shape[ -1] > 0 else 1.0",
        "an array of one dimension",
    ),
    Equivalent(
        "loop.py",
        "games = first.shape[0]",
        "games = first.shape[ -1]",
        "an array of one dimension",
    ),
    Equivalent(
        "timeline.py",
        'return time.astype("datetime64[D]", copy=False)',
        'return time.astype("datetime64[D]", copy=True)',
        "whether the array is the same or a copy, and nobody writes to it",
    ),
    Equivalent(
        "timeline.py",
        "rows = np.flatnonzero(inside & ((games.first == who) | (games.second == who)))",
        "rows = np.flatnonzero(inside & ((games.first == who) ^ (games.second == who)))",
        "nobody plays against oneself",
    ),
    Equivalent(
        "whatif.py",
        'rounds = [games] if schedule == "period" else [[game] for game in games]',
        'rounds = [games] if schedule >= "period" else [[game] for game in games]',
        "the other schedule, live, stands before period in the alphabet",
    ),
    Equivalent(
        "results.py",
        "common = column.head(SAMPLE).drop_nulls().unique(maintain_order=True).to_list()[:MOST]",
        "common = column.head(SAMPLE).drop_nulls().unique(maintain_order=False).to_list()[:MOST]",
        "only which number a word has",
    ),
    Equivalent(
        "blossom.py",
        "graph.s[graph.close + b] = -1",
        "graph.s[graph.close + b] = - 0",
        "a blossom out of use is passed over by its top, and looks for its closest vertex anew when it is used again",
    ),
    Equivalent(
        "column_generation.py",
        "price = np.asarray(T.u) + np.asarray(T.key[:n]) / 2",
        "price = np.asarray(T.u) + np.asarray(T.key[:n]) / 1",
        "prices change the costs of all perfect matchings alike, so that any prices give the same one",
    ),
    Equivalent(
        "first_optimal.py",
        "if graph.s[graph.top + n + b] >= 0 and graph.s[graph.inside + b * n + wanted] >= 0:",
        "if graph.s[graph.top + n + b] >= 0 and graph.s[graph.inside + b * n + wanted] >= -1:",
        "what the vertex has nearest is forgotten when it is fixed, right afterwards",
    ),
    Equivalent(
        "elo_mmr_math.py",
        "l2 = 0.0",
        "l2 = 1.0",
        "with what the sum begins is taken away from each place and given back to all",
    ),
    Equivalent(
        "whr.py",
        "if looked or (progress.listened() and rounds >= LOOK and rounds.bit_count() == 1):",
        "if looked or (progress.listened() and rounds != LOOK and rounds.bit_count() == 1):",
        "only in which of the first rounds the time that is left is estimated",
    ),
    Equivalent(
        "conflict.py",
        "found = smallest_conflict(wall, lambda a, b: bool(allowed[a, b]), n if n % 2 else None)",
        "found = smallest_conflict(wall, lambda a, b: bool(allowed[a, b]), n if n + 2 else None)",
        "where the number is even, no vertex has the number n",
    ),
    Equivalent(
        "ttt.py",
        "if rounds and rounds % ROUNDS == 0:",
        "if rounds or rounds % ROUNDS == 0:",
        "only whether the search is compiled sooner; both ways give the same ratings",
    ),
    Equivalent(
        "bradley_terry_fit.py",
        "if certain or then >= now - 1e-9 * max(1.0, abs(now)) or shrink < 1e-6:",
        "if certain or then >= now - 1e-9 * max(1.0, abs(now)) or shrink < -0.999999:",
        "only how soon a search for a shorter step ends; one so short that it changes nothing is taken",
    ),
    Equivalent(
        "matching.py",
        "for last in range(1, len(order) + 1):",
        "for last in range( 0, len(order) + 1):",
        "without others there is no division",
    ),
    Equivalent(
        "plackett_luce_fit.py",
        "for block, s in zip(found, slope, strict=True):",
        "for block, s in zip(found, slope, strict=False):",
        "each block has its slope",
    ),
    Equivalent(
        "blossom.py",
        "after = graph.s[graph.top + other] if other >= 0 else -1",
        "after = graph.s[graph.top + other] if other >= -1 else -1",
        "before the first vertex's top lies the match of the last blossom, of which there is one more than needed: −1",
    ),
    Equivalent(
        "patterns.py",
        "second = np.linalg.eigh(normal.toarray())[1][:, -2]",
        "second = np.linalg.eigh(normal.toarray())[1][:, - 1]",
        "where two groups hardly meet the two greatest eigenvalues are so near that rounding leaves the second's order in the first",
    ),
    Equivalent(
        "bradley_terry.py",
        "return State(nobody), Trace.empty(0, 2) if trace else None",
        "return State(nobody), Trace.empty(0, 3) if trace else None",
        "a trace without games has no rows",
    ),
    Equivalent(
        "workbooks.py",
        "if out.tell() > MIB:",
        "if out.tell() < MIB:",
        "only in how large parts the lines are handed on",
    ),
    Equivalent(
        "table.py",
        'return int(self.tournament.settings.get("boards", 1))',
        'return int(self.tournament.settings.get("boards", 2))',
        "asked of events of teams alone, which have the setting",
    ),
    Equivalent(
        "completion.py",
        "answers = [0] * len(given) if self._small else np.zeros(len(given), np.int64)",
        "answers = [ 1] * len(given) if self._small else np.zeros(len(given), np.int64)",
        "each answer that is read was written before",
    ),
    Equivalent(
        "system.py",
        "if d < 0.0:",
        "if d < -1.0:",
        "down to −1 the nearest entry is E(0), a half, which is its own complement",
    ),
    Equivalent(
        "procedure.py",
        "@dataclass(frozen=True)",
        "@dataclass(frozen=False)",
        "nothing assigns to the fields; frozen keeps others from it",
    ),
    Equivalent(
        "timeline.py",
        "return np.empty((0, 2))",
        "return np.empty((0, 3))",
        "a table without rows, which is asked for their number only",
    ),
    Equivalent(
        "concatenation.py",
        "for name, count in zip(games.players.names, played, strict=True):",
        "for name, count in zip(games.players.names, played, strict=False):",
        "each player has a count",
    ),
    Equivalent(
        "comparisons.py",
        "q = np.maximum((total - total.sum() / (2.0 * (n - 1))) / (n - 2), 1e-3 * float(total.mean()) / n)",
        "q = np.maximum((total - total.sum() / (2.0 * (n - 1))) / (n - 2), 1.001 * float(total.mean()) / n)",
        "only where the search begins",
    ),
    Equivalent(
        "catalogue.py",
        "@dataclass(frozen=True)",
        "@dataclass(frozen=False)",
        "nothing assigns to the fields; frozen keeps others from it",
    ),
    Equivalent(
        "monthly.py",
        "rows.sort(key=lambda row: (row.rating is None, -(row.rating or 0), row.player))",
        "rows.sort(key=lambda row: (row.rating is None, -(row.rating or 1), row.player))",
        "nobody is rated 0, and those without a rating come last, all alike",
    ),
    Equivalent(
        "plackett_luce.py",
        "took = game.weight * np.array([[score, 1.0 - score]])",
        "took = game.weight * np.array([[score, 1.0 * score]])",
        "the score is the own side's, the first one's, and only that is read",
    ),
    Equivalent(
        "contests.py",
        "result: Column | None = field(default=None, kw_only=True)",
        "result: Column | None = field(default=None, kw_only=False)",
        "whether the column may be given by its place, too",
    ),
    Equivalent(
        "patterns.py",
        """Place(None, None, f"{counted(len(members), 'player')}: {names}{' …' * (len(members) > 3)}")""",
        """Place(None, None, f"{counted(len(members), 'player')}: {names}{' …' * (len(members) > 2)}")""",
        "a pool has five players at least",
    ),
    Equivalent(
        "brackets.py",
        "came: dict[int, int] = dict.fromkeys(shut, -1)",
        "came: dict[int, int] = dict.fromkeys(shut, - 2)",
        "asked is whether a column that is shut has its place, not what stands there",
    ),
    Equivalent(
        "bradley_terry_fit.py",
        "if certain or then >= now - 1e-9 * max(1.0, abs(now)) or shrink < 1e-6:",
        "if certain or then >= now - 1e-9 * max( 0.0, abs(now)) or shrink < 1e-6:",
        "only how soon a search for a shorter step ends, where the likelihood is nearly 1",
    ),
    Equivalent(
        "loop.py",
        "return 0.0, 0.0, 0.0, 0.0",
        "return 0.0, 0.0, 0.0, -1.0",
        "a place for the part that a system plugs in, which is never called",
    ),
    Equivalent(
        "ttt.py",
        "convergence = self.search(curves, room, COST * len(games))",
        "convergence = self.search(curves, room, COST / len(games))",
        "only from how much work on the search is compiled; both ways give the same ratings",
    ),
    Equivalent(
        "interning.py",
        "self._seeds = (randbits(63), randbits(63))",
        "self._seeds = (randbits(63), randbits( 62))",
        "seeds differ from run to run, and the numbers do not depend on them",
    ),
    Equivalent(
        "interning.py",
        "return not ((ends[:-1] & doubtful[1:]) | (doubtful[:-1] & ends[1:])).any()",
        "return not ((ends[:-1] ^ doubtful[1:]) | (doubtful[:-1] & ends[1:])).any()",
        "no words pass then, so that each is looked at by itself, which gives the same",
    ),
    Equivalent(
        "family.py",
        'if schedule == "period":',
        'if schedule >= "period":',
        "the other schedule, live, stands before period in the alphabet",
    ),
    Equivalent(
        "ttt.py",
        "return NormalDist().inv_cdf(half) * math.sqrt(2.0) * self.beta if half > 0.5 else 0.0",
        "return NormalDist().inv_cdf(half) * math.sqrt(2.0) * self.beta if half != 0.5 else 0.0",
        "half is never below 0.5",
    ),
    Equivalent(
        "editions.py",
        "@dataclass(frozen=True, order=True)",
        "@dataclass(frozen=True, order=False)",
        "the order is that of all editions, by the day and the name, which the class has anyway",
    ),
    Equivalent(
        "dwz.py",
        "if stage <= 0.0 or tally[a] < GAMES_OF_A_PERFORMANCE:",
        "if stage <= -1.0 or tally[a] < GAMES_OF_A_PERFORMANCE:",
        "whoever has no DWZ after five games that count has scored all or nothing, which is no exceptional result",
    ),
    Equivalent(
        "procedure.py",
        "games = coloured(field, list(zip(groups.s1, groups.t2, strict=True)))",
        "games = coloured(field, list(zip(groups.s1, groups.t2, strict=False)))",
        "the groups are of one size",
    ),
    Equivalent(
        "elo_mmr_math.py",
        "if abs(after - x) <= 1e-13 * (widest + abs(x)):",
        "if abs(after - x) <= 1e-13 * (widest * abs(x)):",
        "only when the search ends: its steps shrink so quickly that the next one would be smaller than rounding",
    ),
    Equivalent(
        "record.py",
        "fixtures: int = field(default=0, kw_only=True)",
        "fixtures: int = field(default=0, kw_only=False)",
        "whether the number may be given by its place, too",
    ),
    Equivalent(
        "brackets.py",
        "mates = [v if v < size else -1 for v in local[:size]] + [-1] * (n - size)",
        "mates = [v if v < size else -1 for v in local[:size]] + [- 0] * (n - size)",
        "each of these is written before it is read",
    ),
    Equivalent(
        "edition_2017.py",
        "whole: bool = True",
        "whole: bool = False",
        "whoever makes a bracket says it",
    ),
    Equivalent(
        "build_games.py",
        "for part, bad in zip(self._kinds, self._bad, strict=True)",
        "for part, bad in zip(self._kinds, self._bad, strict=False)",
        "each part has its mask",
    ),
    Equivalent(
        "bradley_terry_fit.py",
        "@dataclass(frozen=True, eq=False)",
        "@dataclass(frozen=True, eq=True)",
        "nobody compares two fits",
    ),
    Equivalent(
        "glicko_boost.py",
        "kept, met = Trace.empty(room, 2), np.empty((room, 2, 4))",
        "kept, met = Trace.empty(room, 2), np.empty((room, 3, 4))",
        "a third side that is never read",
    ),
    Equivalent(
        "pgn_headers.py",
        'tags, moves, last = {}, False, (0, b"")',
        'tags, moves, last = {}, False, ( -1, b"")',
        "the number of a line is read with the result in it, and an empty line has none",
    ),
    Equivalent(
        "round_robin.py",
        "@dataclass(frozen=True)",
        "@dataclass(frozen=False)",
        "nothing assigns to the fields; frozen keeps others from it",
    ),
)
