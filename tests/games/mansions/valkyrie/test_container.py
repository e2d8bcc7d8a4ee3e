"""Limits of a `.valkyrie` file, and the error for each."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions.content.valkyrie import container
from companion.games.mansions.content.valkyrie.container import from_folder, from_zip
from tests.games.mansions.valkyrie.pack import PNG, files, zipped

NAME = "mill.valkyrie"


def packed(name: str, content: bytes = b"x", **changed: object) -> bytes:
    """Return a sound scenario with one more entry."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files().items():
            archive.writestr(path, text)
        entry = zipfile.ZipInfo(name)
        for key, value in changed.items():
            setattr(entry, key, value)
        archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def refused(upload: bytes) -> str:
    with pytest.raises(ContentError) as raised:
        from_zip(NAME, upload)
    return str(raised.value)


def test_container_reads_only_texts_and_pictures() -> None:
    found = from_zip(NAME, zipped(files(map_png=PNG, song_ogg=b"la", more_zip=zipped(), run_exe=b"MZ")))
    assert sorted(found) == ["Localization.English.txt", "events.ini", "map.png", "quest.ini"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("/etc/passwd.ini", "mill.valkyrie: '/etc/passwd.ini' is an absolute path"),
        ("C:/events.ini", "mill.valkyrie: 'C:/events.ini' is an absolute path"),
        ("c:events.ini", "mill.valkyrie: 'c:events.ini' is an absolute path"),
        ("\\\\server\\share\\a.ini", "mill.valkyrie: '\\\\\\\\server\\\\share\\\\a.ini' is an absolute path"),
        ("../quest.ini", "mill.valkyrie: '../quest.ini' leads out of the archive"),
        ("art/../../quest.ini", "mill.valkyrie: 'art/../../quest.ini' leads out of the archive"),
        ("art\\..\\..\\quest.ini", "mill.valkyrie: 'art\\\\..\\\\..\\\\quest.ini' leads out of the archive"),
        ("..", "mill.valkyrie: '..' leads out of the archive"),
        ("a\nb.ini", "mill.valkyrie: 'a\\nb.ini' is no name for a file"),
        ("x" * 300 + ".ini", "is no name for a file: at most 240 letters"),
        ("events.ini", "mill.valkyrie holds two files of the name 'events.ini'"),
        ("./events.ini", "mill.valkyrie holds two files of the name 'events.ini'"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_container_refuses_unsafe_names(name: str, sentence: str) -> None:
    assert sentence in refused(packed(name))


def test_container_treats_slashes_alike() -> None:
    both = {**files(), "art/map.png": PNG, "art\\map.png": PNG}
    assert "two files of the name 'art/map.png'" in refused(zipped(both))


def test_container_refuses_a_link() -> None:
    told = refused(packed("events2.ini", b"/etc/passwd", create_system=3, external_attr=(stat.S_IFLNK | 0o777) << 16))
    assert told.startswith("mill.valkyrie: 'events2.ini' is a link to another file, or a device.")


def test_container_refuses_a_password() -> None:
    upload = bytearray(packed("secret.ini"))
    at = upload.rfind(b"PK\x01\x02")
    upload[at + 8] |= 1
    assert refused(bytes(upload)).startswith("mill.valkyrie: 'secret.ini' is locked with a password.")


def test_container_refuses_a_zip_bomb() -> None:
    told = refused(packed("events2.ini", bytes(2_000_000)))
    assert "'events2.ini' would unpack to" in told and "times its size: that is no scenario." in told


@pytest.mark.parametrize(
    ("limit", "most", "sentence"),
    [
        ("MOST_TEXT", 50, "is too large: at most 0 MB of texts are read"),
        ("MOST_READ", 150, "is too large"),
        ("MOST_ALL", 100, "mill.valkyrie would unpack to more than 0 MB"),
        ("MOST_PACKED", 10, "mill.valkyrie has 0 MB, at most 0 MB are read"),
    ],
)
def test_container_refuses_a_large_scenario(
    limit: str, most: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, limit, most)
    assert sentence in refused(zipped())


def test_container_empties_a_large_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MOST_PICTURE", 10)
    assert from_zip(NAME, zipped(files(map_png=PNG)))["map.png"] == b""


def test_container_reads_texts_before_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MOST_READ", sum(map(len, files().values())) + 40)
    found = from_zip(NAME, zipped({"a.png": PNG, "b.png": PNG, **files()}))
    assert found["a.png"] == PNG and found["b.png"] == b"" and found["events.ini"]


def test_container_detects_a_false_size() -> None:
    upload = bytearray(packed("more.ini", b"[EventA]\n" * 40))
    at = upload.rfind(b"PK\x01\x02")
    struct.pack_into("<L", upload, at + 24, 3)
    assert refused(bytes(upload)).startswith("mill.valkyrie is no ZIP that can be read")


def test_container_refuses_too_many_files() -> None:
    upload = zipped({f"{n}.ini": b"" for n in range(container.MOST_FILES + 1)})
    assert "holds 2001 files, at most 2000 are read" in refused(upload)


def test_container_refuses_a_long_directory() -> None:
    upload = bytearray(zipped())
    struct.pack_into("<L", upload, upload.rfind(b"PK\x05\x06") + 12, 50_000_000)
    assert refused(bytes(upload)) == "mill.valkyrie holds more than 2000 files: no scenario needs that many."


def test_container_refuses_the_64_bit_form() -> None:
    upload = zipped()
    at = upload.rfind(b"PK\x05\x06")
    assert "holds more than 2000 files" in refused(upload[:at] + b"PK\x06\x07" + bytes(16) + upload[at:])


def test_container_refuses_other_files() -> None:
    assert refused(b"hello") == "mill.valkyrie is no ZIP, or only a part of one: download it again."
    assert refused(zipped()[:-30]) == "mill.valkyrie is no ZIP, or only a part of one: download it again."


def test_container_refuses_damaged_content() -> None:
    upload = bytearray(zipped())
    upload[60] ^= 0xFF
    assert "mill.valkyrie is no ZIP that can be read" in refused(bytes(upload))


@pytest.mark.parametrize("method", [99, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_container_refuses_unusual_compression(method: int) -> None:
    """LZMA allocates the memory stated in its header before it reads a byte."""
    upload = bytearray(zipped())
    at = upload.find(b"PK\x01\x02")
    struct.pack_into("<H", upload, at + 10, method)
    assert "is packed in a way that is not read" in refused(bytes(upload))


def test_container_reads_backslashes_as_folders() -> None:
    assert "art/map.png" in from_zip(NAME, zipped({**files(), "art\\map.png": PNG}))


def test_container_ignores_odd_names_of_other_files() -> None:
    assert sorted(from_zip(NAME, zipped({**files(), "Icon\r": b"", "art/": b""}))) == sorted(files())


def test_container_skips_an_outer_folder() -> None:
    inside = {f"The Mill/{name}": content for name, content in files().items()}
    assert sorted(from_zip(NAME, zipped(inside))) == sorted(files())


def test_container_reads_accents_with_and_without_flag() -> None:
    upload = zipped({**files(), "Zürich.png": PNG})
    assert "Zürich.png" in from_zip(NAME, upload)
    unmarked = bytearray(upload)
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        unmarked[upload.rfind(sign) + offset + 1] &= ~0x08
    assert "Zürich.png" in from_zip(NAME, bytes(unmarked))


def test_container_normalizes_accents() -> None:
    assert "Zürich.png" in from_zip(NAME, zipped({**files(), "Zu\u0308rich.png": PNG}))


def test_folder_is_read_without_links(tmp_path: Path) -> None:
    for name, content in files().items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "link.ini").symlink_to("/etc/hostname")
    (tmp_path / "song.ogg").write_bytes(b"la")
    assert sorted(from_folder(tmp_path)) == sorted(files())


def test_folder_refuses_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MOST_FILES", 3)
    for n in range(5):
        (tmp_path / f"{n}.ini").touch()
    with pytest.raises(ContentError, match="more than 3 files: name the folder in which"):
        from_folder(tmp_path)


def test_folder_refuses_a_large_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MOST_TEXT", 4)
    (tmp_path / "quest.ini").write_text("[Quest]")
    with pytest.raises(ContentError, match=r"'quest.ini' is too large"):
        from_folder(tmp_path)


def outcome(upload: bytes) -> str:
    """Return the error, or the name if accepted."""
    try:
        from_zip(NAME, upload)
    except ContentError as error:
        return str(error)
    return NAME


@given(st.binary(max_size=300))
def test_container_reads_or_names_the_fault_of_bytes(upload: bytes) -> None:
    assert NAME in outcome(upload)


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_container_reads_or_names_one_wrong_byte(place: int, byte: int) -> None:
    upload = bytearray(zipped())
    upload[place % len(upload)] = byte
    assert NAME in outcome(bytes(upload))
