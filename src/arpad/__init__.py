"""arpad: from results to ratings and ranking lists that everyone can trust and check.

>>> import arpad
>>> ratings = arpad.rate("results.csv", "glicko2", tau=0.6, period="1mo")   # doctest: +SKIP
>>> ratings.table().head()                             # doctest: +SKIP

``arpad.systems()`` lists the rating systems; each has its class here too, such as ``arpad.Glicko2``.
``arpad.pair("open.trf")``, ``arpad.standings("open.trf")`` and ``arpad.check("open.trf")`` pair, rank and
check the report of a tournament. Tournaments are in :mod:`arpad.tournament`, what is published in
:mod:`arpad.office`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad._version import __version__
from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.core import ArpadError, BadInput, Explanation, NotProvided, Step
    from arpad.lab.audit import audit
    from arpad.lab.backtest.face import backtest
    from arpad.lab.formats import formats
    from arpad.lab.inflation import inflation
    from arpad.lab.matchmaking import matchmaking
    from arpad.lab.population import simulate
    from arpad.lab.scenario import scenario
    from arpad.lab.tuning.face import tune
    from arpad.office.publishing.publication import publish, publish_history
    from arpad.office.publishing.verification import verify
    from arpad.office.tournament import Tournament
    from arpad.office.tournament_reports import check, pair, read_report, standings, tie_breaks
    from arpad.ratings.balance import balance
    from arpad.ratings.bayes.bayes_elo import BayesElo
    from arpad.ratings.contests.elo_mmr import EloMmr
    from arpad.ratings.contests.trueskill import TrueSkill
    from arpad.ratings.contests.weng_lin import WengLin
    from arpad.ratings.custom.system import custom_system
    from arpad.ratings.elo.system import Elo
    from arpad.ratings.explain import explain
    from arpad.ratings.fixture_odds import fixture_odds
    from arpad.ratings.glicko.glicko import Glicko
    from arpad.ratings.glicko.glicko2 import Glicko2
    from arpad.ratings.glicko.glicko_boost import GlickoBoost
    from arpad.ratings.glicko.stephenson import Stephenson
    from arpad.ratings.live import LiveRatings
    from arpad.ratings.model import Encounter, Meeting, Prediction, Rating, Update
    from arpad.ratings.result import Ratings
    from arpad.ratings.system import RatingSystem
    from arpad.ratings.whatif import what_if
    from arpad.ratings.whole_history.bradley_terry import BradleyTerry
    from arpad.ratings.whole_history.plackett_luce import PlackettLuce
    from arpad.ratings.whole_history.ttt import TrueSkillThroughTime
    from arpad.ratings.whole_history.whr import WholeHistoryRating
    from arpad.record import Contests, Games, Players, Record, Source
    from arpad.record.kinds.contests import read_contests
    from arpad.record.kinds.fixtures import read_fixtures
    from arpad.record.kinds.games import read_games
    from arpad.record.kinds.players import read_players
    from arpad.record.survey import look
    from arpad.rulebooks.bridge import Bridge
    from arpad.rulebooks.dutch_exam import Exam
    from arpad.rulebooks.england import Ecf
    from arpad.rulebooks.fide import Fide, FideBlitz, FideRapid
    from arpad.rulebooks.fivethirtyeight import Nba, Nfl
    from arpad.rulebooks.football import ClubElo, EloRatings, FifaMen, FifaWomen
    from arpad.rulebooks.germany import Dwz, Ingo
    from arpad.rulebooks.go import Aga, Egf
    from arpad.rulebooks.kbaduk import KoreanBaduk
    from arpad.rulebooks.online import Decay, Lichess, OnlineElo, Placement, Tiers
    from arpad.rulebooks.othello import WorldOthello
    from arpad.rulebooks.rating import Systems, rate, rate_by_pool, rate_contest, rate_game, systems
    from arpad.rulebooks.rating_catalogue import rating_system
    from arpad.rulebooks.tournament_report.checking import ReportCheck
    from arpad.rulebooks.tournament_report.pairing import PairedRound
    from arpad.rulebooks.tournament_report.ranking import StandingsTable
    from arpad.rulebooks.tournament_report.report import TournamentReport
    from arpad.rulebooks.uschess import UsChess
    from arpad.tournament.system import NoLegalRound

_FACE = {
    "Aga": "arpad.rulebooks.go",
    "ArpadError": "arpad.core",
    "BadInput": "arpad.core",
    "BayesElo": "arpad.ratings.bayes.bayes_elo",
    "BradleyTerry": "arpad.ratings.whole_history.bradley_terry",
    "Bridge": "arpad.rulebooks.bridge",
    "ClubElo": "arpad.rulebooks.football",
    "Contests": "arpad.record",
    "Decay": "arpad.rulebooks.online",
    "Dwz": "arpad.rulebooks.germany",
    "Ecf": "arpad.rulebooks.england",
    "Egf": "arpad.rulebooks.go",
    "Elo": "arpad.ratings.elo.system",
    "EloMmr": "arpad.ratings.contests.elo_mmr",
    "EloRatings": "arpad.rulebooks.football",
    "Encounter": "arpad.ratings.model",
    "Exam": "arpad.rulebooks.dutch_exam",
    "Explanation": "arpad.core",
    "Fide": "arpad.rulebooks.fide",
    "FideBlitz": "arpad.rulebooks.fide",
    "FideRapid": "arpad.rulebooks.fide",
    "FifaMen": "arpad.rulebooks.football",
    "FifaWomen": "arpad.rulebooks.football",
    "Games": "arpad.record",
    "Glicko": "arpad.ratings.glicko.glicko",
    "Glicko2": "arpad.ratings.glicko.glicko2",
    "GlickoBoost": "arpad.ratings.glicko.glicko_boost",
    "Ingo": "arpad.rulebooks.germany",
    "KoreanBaduk": "arpad.rulebooks.kbaduk",
    "Lichess": "arpad.rulebooks.online",
    "LiveRatings": "arpad.ratings.live",
    "Meeting": "arpad.ratings.model",
    "Nba": "arpad.rulebooks.fivethirtyeight",
    "Nfl": "arpad.rulebooks.fivethirtyeight",
    "NoLegalRound": "arpad.tournament.system",
    "NotProvided": "arpad.core",
    "OnlineElo": "arpad.rulebooks.online",
    "PairedRound": "arpad.rulebooks.tournament_report.pairing",
    "Placement": "arpad.rulebooks.online",
    "PlackettLuce": "arpad.ratings.whole_history.plackett_luce",
    "Players": "arpad.record",
    "Prediction": "arpad.ratings.model",
    "Rating": "arpad.ratings.model",
    "RatingSystem": "arpad.ratings.system",
    "Ratings": "arpad.ratings.result",
    "Record": "arpad.record",
    "ReportCheck": "arpad.rulebooks.tournament_report.checking",
    "Source": "arpad.record",
    "StandingsTable": "arpad.rulebooks.tournament_report.ranking",
    "Step": "arpad.core",
    "Stephenson": "arpad.ratings.glicko.stephenson",
    "Systems": "arpad.rulebooks.rating",
    "Tiers": "arpad.rulebooks.online",
    "Tournament": "arpad.office.tournament",
    "TournamentReport": "arpad.rulebooks.tournament_report.report",
    "TrueSkill": "arpad.ratings.contests.trueskill",
    "TrueSkillThroughTime": "arpad.ratings.whole_history.ttt",
    "Update": "arpad.ratings.model",
    "UsChess": "arpad.rulebooks.uschess",
    "WengLin": "arpad.ratings.contests.weng_lin",
    "WholeHistoryRating": "arpad.ratings.whole_history.whr",
    "WorldOthello": "arpad.rulebooks.othello",
    "audit": "arpad.lab.audit",
    "backtest": "arpad.lab.backtest.face",
    "balance": "arpad.ratings.balance",
    "check": "arpad.office.tournament_reports",
    "custom_system": "arpad.ratings.custom.system",
    "explain": "arpad.ratings.explain",
    "fixture_odds": "arpad.ratings.fixture_odds",
    "formats": "arpad.lab.formats",
    "inflation": "arpad.lab.inflation",
    "look": "arpad.record.survey",
    "matchmaking": "arpad.lab.matchmaking",
    "pair": "arpad.office.tournament_reports",
    "publish": "arpad.office.publishing.publication",
    "publish_history": "arpad.office.publishing.publication",
    "rate": "arpad.rulebooks.rating",
    "rate_by_pool": "arpad.rulebooks.rating",
    "rate_contest": "arpad.rulebooks.rating",
    "rate_game": "arpad.rulebooks.rating",
    "rating_system": "arpad.rulebooks.rating_catalogue",
    "read_contests": "arpad.record.kinds.contests",
    "read_fixtures": "arpad.record.kinds.fixtures",
    "read_games": "arpad.record.kinds.games",
    "read_players": "arpad.record.kinds.players",
    "read_report": "arpad.office.tournament_reports",
    "scenario": "arpad.lab.scenario",
    "simulate": "arpad.lab.population",
    "standings": "arpad.office.tournament_reports",
    "systems": "arpad.rulebooks.rating",
    "tie_breaks": "arpad.office.tournament_reports",
    "tune": "arpad.lab.tuning.face",
    "verify": "arpad.office.publishing.verification",
    "what_if": "arpad.ratings.whatif",
}
"""The public names, and the rooms they come from. A name is imported when it is first used."""

__all__ = [
    "Aga",
    "ArpadError",
    "BadInput",
    "BayesElo",
    "BradleyTerry",
    "Bridge",
    "ClubElo",
    "Contests",
    "Decay",
    "Dwz",
    "Ecf",
    "Egf",
    "Elo",
    "EloMmr",
    "EloRatings",
    "Encounter",
    "Exam",
    "Explanation",
    "Fide",
    "FideBlitz",
    "FideRapid",
    "FifaMen",
    "FifaWomen",
    "Games",
    "Glicko",
    "Glicko2",
    "GlickoBoost",
    "Ingo",
    "KoreanBaduk",
    "Lichess",
    "LiveRatings",
    "Meeting",
    "Nba",
    "Nfl",
    "NoLegalRound",
    "NotProvided",
    "OnlineElo",
    "PairedRound",
    "Placement",
    "PlackettLuce",
    "Players",
    "Prediction",
    "Rating",
    "RatingSystem",
    "Ratings",
    "Record",
    "ReportCheck",
    "Source",
    "StandingsTable",
    "Step",
    "Stephenson",
    "Systems",
    "Tiers",
    "Tournament",
    "TournamentReport",
    "TrueSkill",
    "TrueSkillThroughTime",
    "Update",
    "UsChess",
    "WengLin",
    "WholeHistoryRating",
    "WorldOthello",
    "__version__",
    "audit",
    "backtest",
    "balance",
    "check",
    "custom_system",
    "explain",
    "fixture_odds",
    "formats",
    "inflation",
    "look",
    "matchmaking",
    "pair",
    "publish",
    "publish_history",
    "rate",
    "rate_by_pool",
    "rate_contest",
    "rate_game",
    "rating_system",
    "read_contests",
    "read_fixtures",
    "read_games",
    "read_players",
    "read_report",
    "scenario",
    "simulate",
    "standings",
    "systems",
    "tie_breaks",
    "tune",
    "verify",
    "what_if",
]


__getattr__: Deferred = deferred(__name__, _FACE)


def __dir__() -> list[str]:
    return sorted(__all__)
