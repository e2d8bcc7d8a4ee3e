"""A hall whose broker is three RabbitMQs, of which one dies: what is promised of Mosquitto holds there too, and what does not is named."""

from __future__ import annotations

from tests.hall.many_brokers import held
from tests.proofs.proof import Numbers, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError."""
    return held(seed, tell)
