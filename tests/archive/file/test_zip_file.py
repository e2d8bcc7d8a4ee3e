"""A damaged or hostile file is refused with a sentence before anything of it is believed."""

from __future__ import annotations

import stat
import zipfile
from io import BytesIO

import pytest

from companion.archive.file import zip_file
from companion.archive.file.zip_file import HEAD, LOG, LONG_AGO, MANIFEST, MOST_MEMBERS, READINGS, SEAL, pack, unpack
from companion.errors import ContentError
from tests.archive.forger import members_of, resealed, sealed
from tests.archive.houses import kept

SMALL = [(MANIFEST, b"{}"), (LOG, b""), (READINGS, b"")]
PICTURE = f"pictures/{'0' * 64}.jpg"


def refusal(packed: bytes) -> str:
    with pytest.raises(ContentError) as refused:
        unpack("x.lamplight", packed)
    told = str(refused.value)
    assert told.startswith("x.lamplight")
    assert told.endswith(".")
    return told


def test_packed_members_are_unpacked() -> None:
    members = {MANIFEST: b"{}", LOG: b"a\n" * 9, PICTURE: b"\xff\xd8"}
    assert unpack("x", pack(members)) == members


def test_unpack_finds_any_flipped_bit() -> None:
    packed = pack(dict(SMALL))
    for place in range(len(packed)):
        for bit in (0, 3, 7):
            broken = bytearray(packed)
            broken[place] ^= 1 << bit
            refusal(bytes(broken))


def test_unpack_finds_any_cut() -> None:
    packed = kept("nemesis")
    for most in (0, 1, 3, 4, 25, 120, len(packed) // 2, len(packed) - 65, len(packed) - 1):
        refusal(packed[:most])


@pytest.mark.parametrize("tail", [b"\0", b"PK\x05\x06" + b"\0" * 18])
def test_unpack_finds_trailing_bytes(tail: bytes) -> None:
    assert "cut off" in refusal(kept("nemesis") + tail)


def test_unpack_refuses_a_repacked_file() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members_of(kept("nemesis")).items():
            archive.writestr(name, content)
    assert "packed anew" in refusal(out.getvalue())


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"PK", b"{}", b"SQLite format 3\0" * 20])
def test_unpack_refuses_other_files(content: bytes) -> None:
    assert "no evening" in refusal(content) or "cut off" in refusal(content)


NAMES = (
    "../record.json", "/etc/passwd", "C:\\log.jsonl", "..\\log.jsonl", "log.jsonl/", "./log.jsonl", "LOG.JSONL",
    "log.jsonl\0.png", "pictures/../../x.png", f"pictures/{'A' * 64}.jpg", f"pictures/{'0' * 64}.svg",
    f"kept/{'0' * 63}.png", f"pictures/{'0' * 64}.jpg\n", "evil.lamplight", "log\u202e.jsonl", "",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_unpack_refuses_a_foreign_name(name: str) -> None:
    entry = zipfile.ZipInfo("x", LONG_AGO)
    entry.filename = name
    assert "no part of" in refusal(sealed([*SMALL[:1], (entry, b"x")]))


def link() -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(PICTURE, LONG_AGO)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("members", "words"),
    [
        ([(link(), b"/etc/passwd")], "link"),
        ([(LOG, b"{}\n")], "twice"),
        ([(f"pictures/{'1' * 64}.png", b"\0" * 9_000_000)], "far more"),
        ([(PICTURE, b" " * 12_000_001)], "at most are read"),
        ([(f"pictures/{number:064x}.jpg", b"") for number in range(2 * MOST_MEMBERS)], "parts"),
    ],
    ids=["link", "twice", "bomb", "large", "many"],
)
def test_unpack_refuses_foreign_members(members: list[tuple[str | zipfile.ZipInfo, bytes]], words: str) -> None:
    assert words in refusal(sealed([*SMALL, *members]))


def with_header(record: bytes, signature: bytes, at: int, number: int, size: int = 4) -> bytes:
    """Change a number of the last header with that signature."""
    packed = bytearray(record)
    place = packed.rfind(signature) + at
    packed[place : place + size] = number.to_bytes(size, "little")
    return resealed(bytes(packed))


DIRECTORY, END = b"PK\x01\x02", b"PK\x05\x06"
LONG = sealed([(MANIFEST, b"{}" * 500)])


@pytest.mark.parametrize(
    ("packed", "words"),
    [
        (resealed(HEAD + b"a way to hide something" + sealed(SMALL)), "does not end as"),
        (with_header(sealed(SMALL), END, 12, 46), "does not end as"),
        (with_header(LONG, DIRECTORY, 24, 4), "cannot be unpacked"),
        (with_header(LONG, DIRECTORY, 24, 4000), "not as long"),
        (with_header(sealed(SMALL), DIRECTORY, 8, 1, 1), "locked"),
    ],
    ids=["leading bytes", "directory", "shorter member", "longer member", "locked"],
)
def test_unpack_refuses_forged_headers(packed: bytes, words: str) -> None:
    assert words in refusal(packed)


@pytest.mark.parametrize("cap", ["MOST_PACKED", "MOST_ALL"])
def test_unpack_limits_the_bytes(cap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = kept("nemesis")
    monkeypatch.setattr(zip_file, cap, 4000)
    assert "MB" in refusal(packed)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unpack_refuses_other_compression(method: int) -> None:
    entry = zipfile.ZipInfo(LOG, LONG_AGO)
    entry.compress_type = method
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(entry, b"x" * 100, method)
        archive.comment = SEAL + b"0" * 64
    assert "packed in a way" in refusal(resealed(out.getvalue()))
