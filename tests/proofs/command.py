"""`./table prove NAME`: see `proof.py`."""

from __future__ import annotations

from companion.command_helpers import print_line
from tests.proofs import proof


def main(name: str, seed: int) -> None:
    """Run one of the long proofs, or list them without a name. Raises LamplightError."""
    print_line(f"{proof.run(name, seed, print_line)}" if name else "\n".join(proof.names()))
