"""The nets of the repository."""

from __future__ import annotations

import pytest

from vision.session import MODELS, session

NETS = sorted(path.stem for path in MODELS.glob("*.onnx"))


@pytest.mark.parametrize("name", NETS)
def test_every_net_is_loaded_once(name: str) -> None:
    assert session(name) is session(name)


def test_the_nets_are_small_together() -> None:
    assert sum((MODELS / f"{name}.onnx").stat().st_size for name in NETS) < 3_000_000
