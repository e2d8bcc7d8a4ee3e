"""1,000 rolls while processes are killed and crash, on PostgreSQL, which is killed as well."""

from __future__ import annotations

from tests.chaos.proof import chaos
from tests.postgres import Postgres
from tests.proofs.proof import Numbers, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    server = Postgres(may_fail=True)
    try:
        return chaos(seed, tell, server, also=("database killed",))
    finally:
        server.stop()
