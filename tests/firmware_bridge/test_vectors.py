from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware_bridge import vectors

GOOD = {"protocol": "cobs", "name": "a zero", "hex": "00", "expect": {"encoded": "0101", "note": "never compared"}}
WRONG = {"protocol": "crc16-ccitt-false", "name": "the check", "hex": "313233", "expect": {"crc": "29b1"}}


def run(*files: Path) -> tuple[bool, list[str]]:
    lines: list[str] = []
    good = vectors.run(files, lines.append)
    return good, lines


def test_known_vectors_pass(shared: Path) -> None:
    assert run(shared / "hardware" / "vectors.json") == (True, ["56 passed, 0 failed"])


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (WRONG, "crc16-ccitt-false, the check: crc should be '29b1' and is '5bce'"),
        ({**GOOD, "expect": {"tag": "1"}}, "tag is not told; told are encoded, error"),
        ({**GOOD, "protocol": "morse"}, 'there is no protocol "morse"'),
        ({**GOOD, "hex": "0"}, "needs"),
        ({"name": "bare"}, "bare: it needs"),
        ({**GOOD, "protocol": ["cobs"]}, "there is no protocol \"['cobs']\""),
        (7, "needs"),
    ],
    ids=["value", "key", "protocol", "half a byte", "no bytes", "several protocols", "no object"],
)
def test_wrong_row_fails_and_others_go_on(tmp_path: Path, row: object, sentence: str) -> None:
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": [row, GOOD]}))
    good, lines = run(file)
    assert not good
    assert sentence in lines[0]
    assert lines[-1] == "1 passed, 1 failed"
