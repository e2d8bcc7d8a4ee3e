"""`./table bench`: measures, each value beside a floor of the same run."""

from tests.bench.run import run

__all__ = ["run"]
