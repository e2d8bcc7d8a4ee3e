"""A proof that holds is written with its commit; one that does not leaves what was written before."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.proofs import proof
from tests.proofs.proof import ProofError, Tell, UnknownProofError


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(proof, "WRITTEN", tmp_path)
    return tmp_path


def proves(seed: int, tell: Tell) -> Mapping[str, object]:
    tell("on the way")
    return {"steps": seed * 10}


def fails(seed: int, tell: Tell) -> Mapping[str, object]:
    raise ProofError(f"one was lost, seed {seed}")


def test_proof_writes_commit_and_seed(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "find", lambda name: proves)
    told: list[str] = []
    found = json.loads(proof.run("toy", 7, told.append).read_text())
    assert (found["proof"], found["seed"], found["numbers"], told) == ("toy", 7, {"steps": 70}, ["on the way"])
    assert len(found["commit"].rstrip("+")) == 40


def test_proof_writes_nothing_on_failure(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "find", lambda name: fails)
    with pytest.raises(ProofError, match="seed 7"):
        proof.run("toy", 7, lambda _: None)
    assert not list(written.iterdir())


def test_proof_lists_names_for_an_unknown_one() -> None:
    with pytest.raises(UnknownProofError, match="There are:"):
        proof.find("everything")


def test_proof_modules_have_a_prove_function() -> None:
    for name in proof.names():  # read, not loaded: some of them bring half of what is installed
        tree = ast.parse((proof.HERE / f"{name}.py").read_text(encoding="utf-8"))
        assert any(isinstance(node, ast.FunctionDef) and node.name == "prove" for node in tree.body), name
