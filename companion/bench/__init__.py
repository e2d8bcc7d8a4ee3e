"""`./table bench`: measures, each value beside a floor of the same run."""

from companion.bench.run import run

__all__ = ["run"]
