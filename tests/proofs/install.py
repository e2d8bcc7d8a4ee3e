"""`./table prove install`: on clean systems `deploy/install.sh` makes a table, mends it, changes nothing twice, and goes again.

Debian 12 and 13, booted with their own systemd, where the service runs as it is installed, with all that it may not do. As root; needs
mmdebstrap and systemd-nspawn.
"""

from __future__ import annotations

from tests.installing.machine import NATIVE, System
from tests.installing.steps import SUITES, all_proven
from tests.proofs.proof import Numbers, ProofError, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    """Takes ten minutes. Raises ProofError."""
    if not NATIVE:
        raise ProofError("this machine's processor is neither that of a PC (amd64) nor that of a Raspberry Pi (arm64)")
    return all_proven([System(suite, NATIVE) for suite in SUITES], seed, tell)
