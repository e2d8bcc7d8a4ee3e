"""1,000 rolls while processes are killed and crash, on PostgreSQL, which is killed as well."""

from __future__ import annotations

from tests.chaos.evening import KILLS
from tests.postgres import Postgres
from tests.proofs.chaos_sqlite import play
from tests.proofs.proof import Numbers, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError."""
    server = Postgres()
    try:
        return play(seed, tell, server, (*KILLS, "database"))
    finally:
        server.stop()
