"""The same ratings on Apache Spark, for records that one machine cannot hold.

The kernels of :mod:`arpad.ratings` run inside Spark's executors; what is here brings them games and carries
the ratings from one rating period to the next. Spark itself is imported where it is used: the module can be
imported without it.
"""

from arpad.cluster.pools import Pools, rate_by_pool
from arpad.cluster.rating import Rated, rate
from arpad.cluster.session import spark_session
from arpad.cluster.sweep import backtest, grid

__all__ = ["Pools", "Rated", "backtest", "grid", "rate", "rate_by_pool", "spark_session"]
