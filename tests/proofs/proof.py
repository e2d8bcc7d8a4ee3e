"""Find and run proofs, and write their results."""

from __future__ import annotations

import json
import pkgutil
import platform
import subprocess
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from companion.errors import LamplightError

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WRITTEN = ROOT / "docs" / "proofs"
NO_PROOFS = frozenset({"command", "proof", "test_proof"})

Tell: TypeAlias = Callable[[str], None]
Numbers: TypeAlias = Mapping[str, object]
"""Counts and measurements as JSON."""
Prove: TypeAlias = Callable[[int, Tell], Numbers]
"""Seed and where to say how far it is. Raises ProofError."""


class ProofError(LamplightError):
    """It does not hold; the sentence says what was found, and with which seed."""


class UnknownProofError(LamplightError):
    """A proof of that name does not exist."""


def names() -> tuple[str, ...]:
    """A module in this folder is a proof."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(HERE)]) if module.name not in NO_PROOFS))


def find(name: str) -> Prove:
    """Raises UnknownProofError."""
    if name not in names():
        raise UnknownProofError(f'There is no proof "{name}". There are: {", ".join(names())}.')
    found: Prove = import_module(f"tests.proofs.{name}").prove
    return found


def run(name: str, seed: int, tell: Tell) -> Path:
    """Prove it, and write what was found; the file's path. Raises ProofError, and what was written before stays."""
    prove, began = find(name), time.monotonic()
    numbers = prove(seed, tell)
    written = {"proof": name, "commit": commit(), "seed": seed, "machine": machine(), "seconds": seconds(began)}
    path = WRITTEN / f"{name}.json"
    WRITTEN.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**written, "numbers": numbers}, indent=2) + "\n", encoding="utf-8")
    return path


def seconds(began: float) -> int:
    return round(time.monotonic() - began)


def machine() -> str:
    """Of what kind: proofs of other machines are not compared by their seconds."""
    return f"{platform.machine()}, Python {platform.python_version()}"


def commit() -> str:
    """Return the commit of the proven code, with "+" after local changes outside docs/proofs."""
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/proofs")
    return _git("rev-parse", "HEAD") + ("+" if changed else "")


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
