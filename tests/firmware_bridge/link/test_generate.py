from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import ContentError
from firmware_bridge.link.generate import HEADER, PROTOCOL, PYTHON, generate_files
from firmware_bridge.link.message_table import TABLE, read

REMEDY = "is not what messages.toml says: run  python -m firmware_bridge.link.generate  and commit what it writes"


@pytest.mark.parametrize("path", [PYTHON, HEADER, PROTOCOL], ids=lambda path: path.name)
def test_generated_files_match_the_table(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generate_files(read())[path], f"{path.name} {REMEDY}"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ('["slot", "u24", "from 0"]', 'TAG_AT.slot: there is no type "u24"'),
        ('["rest", "bytes", ""], ["slot", "u8", "from 0"]', r"TAG_AT.rest: what is left .* may stand last alone"),
    ],
)
def test_invalid_table_is_refused(wrong: str, sentence: str, tmp_path: Path) -> None:
    other = tmp_path / "messages.toml"
    text = TABLE.read_text(encoding="utf-8").replace('ask = [["slot", "u8", "from 0"]]', f"ask = [{wrong}]")
    other.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match=sentence):
        read(other)
