from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware_bridge import vectors


def told(*files: Path) -> tuple[bool, list[str]]:
    lines: list[str] = []
    good = vectors.run(files, lines.append)
    return good, lines


def written(folder: Path, *rows: object) -> Path:
    file = folder / "vectors.json"
    file.write_text(json.dumps({"vectors": rows}))
    return file


GOOD = {"protocol": "cobs", "name": "a zero", "hex": "00", "expect": {"encoded": "0101", "note": "never compared"}}
WRONG = {"protocol": "crc16-ccitt-false", "name": "the check", "hex": "313233", "expect": {"crc": "29b1"}}


def test_known_vectors_pass(shared: Path) -> None:
    good, lines = told(shared / "hardware" / "vectors.json")
    assert good
    assert lines == ["56 passed, 0 failed"]


def test_mismatch_is_named_with_both_values(tmp_path: Path) -> None:
    good, lines = told(written(tmp_path, GOOD, WRONG))
    assert not good
    assert lines == ["crc16-ccitt-false, the check: crc should be '29b1' and is '5bce'", "1 passed, 1 failed"]


def test_missing_key_is_named_with_the_others(tmp_path: Path) -> None:
    good, lines = told(written(tmp_path, {**GOOD, "expect": {"tag": "1"}}))
    assert not good
    assert "tag is not told; told are encoded, error" in lines[0]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({**GOOD, "protocol": "morse"}, 'there is no protocol "morse"'),
        ({**GOOD, "hex": "0"}, "needs"),
        ({"name": "bare"}, "bare: it needs"),
        ({**GOOD, "protocol": ["cobs"]}, "there is no protocol \"['cobs']\""),
        (7, "needs"),
    ],
    ids=["protocol", "half a byte", "no bytes", "several protocols", "no object"],
)
def test_invalid_row_fails_and_others_go_on(tmp_path: Path, row: object, sentence: str) -> None:
    good, lines = told(written(tmp_path, row, GOOD))
    assert not good
    assert sentence in lines[0]
    assert lines[-1] == "1 passed, 1 failed"


def test_unreadable_file_is_named_and_others_go_on(tmp_path: Path) -> None:
    missing, broken = tmp_path / "none.json", tmp_path / "broken.json"
    broken.write_text("{")
    empty, deep = tmp_path / "empty.json", tmp_path / "deep.json"
    empty.write_text('{"rows": []}')
    deep.write_text("[" * 100_000)
    bad = (missing, broken, empty, deep)
    good, lines = told(*bad, written(tmp_path, GOOD))
    assert not good
    assert [str(file) in line for file, line in zip(bad, lines, strict=False)] == [True] * 4
    assert lines[-1] == "1 passed, 0 failed"
