"""A wheel brings the translations compiled, and speaks its languages without their sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.i18n.catalogues import LOCALE
from tests.tools.words.template import read

ROOT = Path(__file__).resolve().parents[2]
SPEAKS = """
import sys
from companion.i18n import from_data
from companion.i18n.languages import Languages
languages = Languages()
print(languages.page("de"))
print([one.name for one in languages.there()])
print(languages.say("de")(from_data(sys.argv[1])))
"""

pytestmark = pytest.mark.slow


def test_wheel_contains_compiled_translations(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if "/i18n/locale/" in name}
        packed.extractall(tmp_path / "unpacked")
    sources = {path.relative_to(ROOT).as_posix() for path in LOCALE.glob("*/LC_MESSAGES/*.po")}
    assert names == {name.replace(".po", ".mo") for name in sources}
    message = next(one for one in read("de", "house") if one.id and isinstance(one.string, str) and not one.context)
    said = subprocess.run(
        [sys.executable, "-P", "-c", SPEAKS, str(message.id)],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "unpacked")},
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert '"Undo": "Rückgängig"' in said[0]
    assert said[1:] == ["['English', 'Deutsch', 'Polski']", message.string]
