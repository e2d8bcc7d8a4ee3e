"""`./table prove install_imitated`: the installer on systems for the other processor, that of a Raspberry Pi or of a PC, by qemu.

Command by command, and the service's own command as its user: a systemd is not booted there. As root; needs mmdebstrap, systemd-nspawn and
qemu-user-static, with the kernel told of it (binfmt_misc).
"""

from __future__ import annotations

from tests.installing.machine import NATIVE, System
from tests.installing.steps import SUITES, all_proven
from tests.proofs.proof import Numbers, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    """Takes half an hour. Raises ProofError."""
    other = "amd64" if NATIVE == "arm64" else "arm64"
    return all_proven([System(suite, other) for suite in SUITES], seed, tell)
