"""Fixtures of the trays' tests; some need packages of the training group."""

import pytest

from tests.vision.training.trays.studio import Studio


@pytest.fixture
def scipy() -> None:
    """The faces of dice are found by Qhull."""
    pytest.importorskip("scipy", reason="scipy comes with the dependency group train")


@pytest.fixture
def fonts() -> None:
    pytest.importorskip("PIL", reason="Pillow comes with the dependency group train")


@pytest.fixture
def studio(scipy: None) -> Studio:
    return Studio()
