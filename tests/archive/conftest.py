"""Two installations: evenings are exported from one and imported into the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.archive.houses import Place


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path / "here")
    yield place
    place.log.close()


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path / "there")
    yield place
    place.log.close()
