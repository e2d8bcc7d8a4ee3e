"""Messages of the link, and what is generated from their table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CodecError, ContentError
from firmware_bridge.link import messages
from firmware_bridge.link.generate import HEADER, PROTOCOL, PYTHON, generate_files
from firmware_bridge.link.message_table import TABLE, FieldSpec, PayloadSpec, read
from firmware_bridge.link.messages import MOST_PAYLOAD

MESSAGES = read()
SHAPES: dict[str, PayloadSpec] = (
    {row.words: row.shape for row in MESSAGES.frames}
    | {f"{row.words}Event": row.shape for row in MESSAGES.events}
    | {row.words: row.shape for row in MESSAGES.commands}
    | {f"{row.words}Reply": row.reply for row in MESSAGES.commands}
)
RANGES = {"u8": (0, 0xFF), "u16": (0, 0xFFFF), "u32": (0, 0xFFFF_FFFF), "i32": (-(1 << 31), (1 << 31) - 1)}


def values(field: FieldSpec, room: int) -> st.SearchStrategy[Any]:
    if field.is_tail:
        return st.binary(max_size=room)
    return st.binary(min_size=field.size, max_size=field.size) if field.is_bytes else st.integers(*RANGES[field.type])


def records(name: str) -> st.SearchStrategy[Any]:
    shape = SHAPES[name]
    return st.builds(
        getattr(messages, name), **{field.name: values(field, MOST_PAYLOAD - shape.size) for field in shape.fields}
    )


@given(st.sampled_from(sorted(SHAPES)).flatmap(records))
def test_packed_messages_unpack_to_the_same(record: Any) -> None:
    packed = record.pack()
    assert type(record).unpack(packed) == record
    assert len(packed) <= MOST_PAYLOAD


@given(st.sampled_from(sorted(SHAPES)), st.binary(max_size=60))
def test_unpack_requires_the_length_of_the_table(name: str, data: bytes) -> None:
    shape, kind = SHAPES[name], getattr(messages, name)
    if len(data) == shape.size or (shape.tail and len(data) > shape.size):
        assert kind.unpack(data).pack() == data
    else:
        with pytest.raises(CodecError, match=f"not {len(data)}"):
            kind.unpack(data)


def test_pack_refuses_values_out_of_range() -> None:
    with pytest.raises(CodecError, match="ACK cannot hold"):
        messages.Ack(1 << 32, 0).pack()


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
