"""`./table bench`: measurements, each compared with a floor in the same run."""

from tests.bench.run import run

__all__ = ["run"]
