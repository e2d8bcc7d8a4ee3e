"""The INI dialect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content.valkyrie.section import read_ini, text_of


def test_ini_reads_values_and_bare_lines() -> None:
    told = "; saved by hand\n[QuestData]\nevents.ini\n\n[EventA]\n add = TokenA  TokenB \nnext=a=b\n"
    assert read_ini(told) == {"QuestData": {"events.ini": ""}, "EventA": {"add": "TokenA  TokenB", "next": "a=b"}}


@pytest.mark.parametrize("value", ['"red"', ' "red" ', "red", '"red'])
def test_ini_strips_quotes(value: str) -> None:
    assert read_ini(f"[A]\nbuttoncolor1={value}") == {"A": {"buttoncolor1": "red"}}


def test_ini_keeps_the_first_of_two() -> None:
    assert read_ini("[A]\nx=1\nx=2\n[B]\ny=1\n[A]\nx=3\nz=4") == {"A": {"x": "1"}, "B": {"y": "1"}}


def test_ini_skips_lines_before_the_first_section() -> None:
    assert read_ini("x=1\n[]\ny=2\n[A]") == {"A": {}}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ini_accepts_all_line_ends(end: str) -> None:
    assert read_ini(end.join(("[A]", "x=1", "", "y=2"))) == {"A": {"x": "1", "y": "2"}}


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_ini_decodes_the_encodings_of_editors(coding: str) -> None:
    assert text_of("[Évent]".encode(coding)) == "[Évent]"


def test_ini_drops_null_letters() -> None:
    assert text_of(b"[Event\0A]") == "[EventA]"


@given(st.binary(max_size=400))
def test_ini_reads_any_bytes(content: bytes) -> None:
    for name, values in read_ini(text_of(content)).items():
        assert name and all(isinstance(value, str) for value in values.values())
