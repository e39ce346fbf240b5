"""Rules of matching judged by simulation: waits, even games, and how fast ratings become true."""

from arpad.lab.matchmaking.queueing import Queue
from arpad.lab.matchmaking.study import Matchmaking, matchmaking

__all__ = ["Matchmaking", "Queue", "matchmaking"]
