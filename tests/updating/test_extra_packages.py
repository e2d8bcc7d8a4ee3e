"""Which packages beside the lock come along."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.updating import extra_packages
from companion.updating.program_folder import UpdateError

ROOT = Path(__file__).resolve().parents[2]


def environment(folder: Path, *packages: str) -> Path:
    for name in packages:
        (folder / "lib" / "python3.11" / "site-packages" / f"{name}.dist-info").mkdir(parents=True)
    return folder


@pytest.mark.parametrize(
    ("was", "now", "wanted"),
    [
        (["psycopg-3.2.1", "bleak-1.0"], [], {"psycopg", "bleak"}),
        (["psycopg-3.2.1", "my_own-1.0"], ["numpy-2.0"], {"psycopg"}),
        (["psycopg-3.2.1"], ["psycopg-3.2.3"], set()),
        ([], [], set()),
    ],
)
def test_what_our_own_pages_told_to_install_is_missed(
    tmp_path: Path, was: list[str], now: list[str], wanted: set[str]
) -> None:
    found = extra_packages.missing_extras(
        ROOT, environment(tmp_path / "was", *was), environment(tmp_path / "now", *now)
    )
    assert {extra_packages.name_of(one) for one in found} == wanted


def test_one_that_does_not_come_stops_the_update_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to("/bin/false")
    with pytest.raises(UpdateError, match=r'^"psycopg>=3" is in the environment of now.* nothing was changed'):
        extra_packages.install_extras(("psycopg>=3",), tmp_path, {})
