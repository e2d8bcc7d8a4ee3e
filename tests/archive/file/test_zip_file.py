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


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def test_packed_members_are_unpacked() -> None:
    members = {MANIFEST: b"{}", LOG: b"a\n" * 9, PICTURE: b"\xff\xd8"}
    assert unpack("x", pack(members)) == members


def test_the_same_evening_makes_the_same_file() -> None:
    members = {MANIFEST: b"{}", LOG: b"a\n" * 9}
    assert pack(members) == pack(members)


def test_one_bit_anywhere_is_found() -> None:
    packed = pack(dict(SMALL))
    for place in range(len(packed)):
        for bit in (0, 3, 7):
            broken = bytearray(packed)
            broken[place] ^= 1 << bit
            refusal(bytes(broken))


def test_a_cut_anywhere_is_found() -> None:
    packed = kept("nemesis")
    for most in (0, 1, 3, 4, 25, 120, len(packed) // 2, len(packed) - 65, len(packed) - 1):
        refusal(packed[:most])


@pytest.mark.parametrize("tail", [b"\0", b"PK\x05\x06" + b"\0" * 18])
def test_unpack_finds_trailing_bytes(tail: bytes) -> None:
    assert "cut off" in refusal(kept("nemesis") + tail)


def test_a_file_that_was_packed_anew_says_so() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members_of(kept("nemesis")).items():
            archive.writestr(name, content)
    assert "packed anew" in refusal(out.getvalue())


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"PK", b"{}", b"SQLite format 3\0" * 20])
def test_a_file_of_another_kind_is_no_evening(content: bytes) -> None:
    assert "no evening" in refusal(content) or "cut off" in refusal(content)


@pytest.mark.parametrize(
    "name",
    [
        "../record.json",
        "/etc/passwd",
        "C:\\log.jsonl",
        "..\\log.jsonl",
        "log.jsonl/",
        "./log.jsonl",
        "LOG.JSONL",
        "log.jsonl\0.png",
        "pictures/../../x.png",
        f"pictures/{'A' * 64}.jpg",
        f"pictures/{'0' * 64}.svg",
        f"kept/{'0' * 63}.png",
        f"pictures/{'0' * 64}.jpg\n",
        "evil.lamplight",
        "log\u202e.jsonl",
        "",
    ],
)
def test_a_name_that_no_evening_has_is_refused(name: str) -> None:
    entry = zipfile.ZipInfo("x", LONG_AGO)
    entry.filename = name
    assert refusal(sealed([*SMALL, (entry, b"x")]))


def test_a_link_is_refused() -> None:
    assert "link" in refusal(sealed([*SMALL, (link(PICTURE), b"/etc/passwd")]))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_refused() -> None:
    assert "twice" in refusal(sealed([*SMALL, (LOG, b"{}\n")]))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    assert "far more" in refusal(sealed([*SMALL, (f"pictures/{'1' * 64}.png", b"\0" * 9_000_000)]))


def test_unpack_refuses_a_large_member_before_reading() -> None:
    assert "at most are read" in refusal(sealed([(MANIFEST, b" " * 1_000_001)]))


def test_more_parts_than_an_evening_has_are_refused() -> None:
    many = [(f"pictures/{number:064x}.jpg", b"") for number in range(2 * MOST_MEMBERS)]
    assert "parts" in refusal(sealed([*SMALL, *many]))


def test_unpack_finds_leading_bytes() -> None:
    junk = HEAD + b"a way to hide something"
    assert "does not end as" in refusal(resealed(junk + sealed(SMALL)))


def test_unpack_refuses_a_forged_directory_length() -> None:
    packed = bytearray(sealed(SMALL))
    end = packed.rfind(b"PK\x05\x06")
    packed[end + 12 : end + 16] = (46).to_bytes(4, "little")
    assert "does not end as" in refusal(resealed(bytes(packed)))


@pytest.mark.parametrize("size", [4, 4000])
def test_unpack_refuses_a_forged_member_size(size: int) -> None:
    packed = bytearray(sealed([(MANIFEST, b"{}" * 500)]))
    directory = packed.rfind(b"PK\x01\x02")
    packed[directory + 24 : directory + 28] = size.to_bytes(4, "little")
    assert refusal(resealed(bytes(packed)))


def test_a_name_that_ends_before_its_end_is_refused() -> None:
    entry = zipfile.ZipInfo("x", LONG_AGO)
    entry.filename = f"{READINGS}\0.png"
    assert "no part of" in refusal(sealed([*SMALL[:2], (entry, b"")]))


@pytest.mark.parametrize("cap", ["MOST_PACKED", "MOST_ALL"])
def test_more_bytes_than_an_evening_has_are_refused(cap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = kept("nemesis")
    monkeypatch.setattr(zip_file, cap, 4000)
    assert "MB" in refusal(packed)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_another_way_of_packing_is_refused(method: int) -> None:
    entry = zipfile.ZipInfo(LOG, LONG_AGO)
    entry.compress_type = method
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(entry, b"x" * 100, method)
        archive.comment = SEAL + b"0" * 64
    assert "packed in a way" in refusal(resealed(out.getvalue()))


def test_a_locked_part_is_refused() -> None:
    packed = bytearray(sealed(SMALL))
    directory = packed.rfind(b"PK\x01\x02")
    packed[directory + 8] |= 1
    assert "locked" in refusal(resealed(bytes(packed)))
