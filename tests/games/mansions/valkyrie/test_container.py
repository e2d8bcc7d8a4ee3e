"""Limits of a `.valkyrie` file with the error for each, and the INI dialect inside."""

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
from companion.games.mansions.content.valkyrie import container, section
from companion.games.mansions.content.valkyrie.container import from_folder, from_zip
from companion.games.mansions.content.valkyrie.record import record_of
from companion.games.mansions.content.valkyrie.section import read_ini, text_of
from tests.games.mansions.valkyrie.pack import ENGLISH, PNG, files, zipped

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


def patched(upload: bytes, mark: bytes, offset: int, form: str, value: int) -> bytes:
    """Return the upload with one number changed, `offset` bytes after the last `mark`."""
    changed = bytearray(upload)
    struct.pack_into(form, changed, changed.rfind(mark) + offset, value)
    return bytes(changed)


def refused(upload: bytes) -> str:
    with pytest.raises(ContentError) as raised:
        from_zip(NAME, upload)
    return str(raised.value)


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


LINK = {"create_system": 3, "external_attr": (stat.S_IFLNK | 0o777) << 16}
DIRECTORY, END = b"PK\x01\x02", b"PK\x05\x06"
AT_END = zipped().rfind(END)


@pytest.mark.parametrize(
    ("upload", "sentence"),
    [
        (zipped({**files(), "art/map.png": PNG, "art\\map.png": PNG}), "two files of the name 'art/map.png'"),
        (packed("events2.ini", b"/etc/passwd", **LINK), "'events2.ini' is a link to another file, or a device."),
        (patched(packed("secret.ini"), DIRECTORY, 8, "<H", 1), "'secret.ini' is locked with a password."),
        (packed("events2.ini", bytes(2_000_000)), "times its size: that is no scenario."),
        (patched(packed("more.ini", b"[EventA]\n" * 40), DIRECTORY, 24, "<L", 3), "is no ZIP that can be read"),
        (zipped({f"{n}.ini": b"" for n in range(2001)}), "holds 2001 files, at most 2000 are read"),
        (patched(zipped(), END, 12, "<L", 50_000_000), "holds more than 2000 files: no scenario needs that many."),
        (zipped()[:AT_END] + b"PK\x06\x07" + bytes(16) + zipped()[AT_END:], "holds more than 2000 files"),  # 64 bits
        (b"hello", "is no ZIP, or only a part of one: download it again."),
        (zipped()[:-30], "is no ZIP, or only a part of one: download it again."),
        (zipped()[:60] + b"\xff" + zipped()[61:], "is no ZIP that can be read"),
        # LZMA allocates the memory stated in its header before it reads a byte
        *((patched(zipped(), DIRECTORY, 10, "<H", way), "is packed in a way that is not read") for way in (99, 14, 12)),
    ],
)
def test_container_refuses_a_hostile_file(upload: bytes, sentence: str) -> None:
    assert refused(upload).startswith(NAME) and sentence in refused(upload)


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


def test_container_leaves_out_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MOST_READ", sum(map(len, files().values())) + 40)
    found = from_zip(NAME, zipped({"a.png": PNG, "b.png": PNG, **files()}))  # texts are read first
    assert found["a.png"] == PNG and found["b.png"] == b"" and found["events.ini"]
    monkeypatch.setattr(container, "MOST_PICTURE", 10)
    assert from_zip(NAME, zipped(files(map_png=PNG)))["map.png"] == b""


@pytest.mark.parametrize(
    ("entries", "more"),
    [
        (files(map_png=PNG, song_ogg=b"la", more_zip=zipped(), run_exe=b"MZ"), ["map.png"]),
        ({**files(), "Icon\r": b"", "art/": b""}, []),
        ({f"The Mill/{name}": content for name, content in files().items()}, []),
        ({**files(), "art\\map.png": PNG}, ["art/map.png"]),
        ({**files(), "Zu\u0308rich.png": PNG}, ["Zürich.png"]),
    ],
    ids=["others", "odd names", "outer folder", "backslash", "accents"],
)
def test_container_reads_only_texts_and_pictures(entries: dict[str, bytes], more: list[str]) -> None:
    assert sorted(from_zip(NAME, zipped(entries))) == sorted([*files(), *more])


def test_folder_is_read_without_links(tmp_path: Path) -> None:
    for name, content in files().items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "link.ini").symlink_to("/etc/hostname")
    (tmp_path / "song.ogg").write_bytes(b"la")
    assert sorted(from_folder(tmp_path)) == sorted(files())


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [("MOST_FILES", "more than 3 files: name the folder in which"), ("MOST_TEXT", "'0.ini' is too large")],
)
def test_folder_refuses_too_much(limit: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, limit, 3)
    for n in range(5):
        (tmp_path / f"{n}.ini").write_text("[Quest]")
    with pytest.raises(ContentError, match=sentence):
        from_folder(tmp_path)


def outcome(upload: bytes) -> str:
    """Return the error, or the name if accepted."""
    try:
        from_zip(NAME, upload)
    except ContentError as error:
        return str(error)
    return NAME


@given(st.binary(max_size=300), st.integers(0, 10_000), st.integers(0, 255))
def test_container_reads_or_names_the_fault_of_bytes(upload: bytes, place: int, byte: int) -> None:
    assert NAME in outcome(upload)
    changed = bytearray(zipped())
    changed[place % len(changed)] = byte
    assert NAME in outcome(bytes(changed))


# --- the INI dialect --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("; saved by hand\n[QuestData]\nevents.ini\n", {"QuestData": {"events.ini": ""}}),
        ("[A]\n add = TokenA  TokenB \nnext=a=b\n", {"A": {"add": "TokenA  TokenB", "next": "a=b"}}),
        ("[A]\nx=1\nx=2\n[B]\ny=1\n[A]\nx=3\nz=4", {"A": {"x": "1"}, "B": {"y": "1"}}),
        ("x=1\n[]\ny=2\n[A]", {"A": {}}),
        *((f"[A]\nx={value}", {"A": {"x": "red"}}) for value in ('"red"', ' "red" ', "red", '"red')),
        *((end.join(("[A]", "x=1", "", "y=2")), {"A": {"x": "1", "y": "2"}}) for end in ("\r\n", "\r")),
    ],
)
def test_ini_gives_sections_of_values(text: str, sections: dict[str, dict[str, str]]) -> None:
    assert read_ini(text) == sections


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_ini_decodes_the_encodings_of_editors(coding: str) -> None:
    assert text_of("[Évent\0]".encode(coding)) == "[Évent]"  # databases reject a letter 0


@given(st.binary(max_size=400))
def test_ini_reads_any_bytes(content: bytes) -> None:
    for name, values in read_ini(text_of(content)).items():
        assert name and all(isinstance(value, str) for value in values.values())


# --- a small machine must be able to play it --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sections", "texts", "sentence"),
    [
        ({f"Event{n}": {} for n in range(5_001)}, {}, "has 5001 sections, at most 5000 are read: take events out"),
        ({f"Event{n}": {"buttons": "1000"} for n in range(2_000)}, {}, "words in its sections, at most 30000"),
        ({"EventA": {"add": "a " * 30_001}}, {}, "words in its sections, at most 30000"),
        ({}, {f"a{n}": "" for n in range(40_001)}, "40001 texts in all its languages, at most 40000"),
        ({}, {f"a{n}": "x" * 20_000 for n in range(201)}, "letters in all its languages, at most 4000000"),
        ({}, {"Event.text": "x" * 20_001}, "Event.text of mill has 20001 letters, at most 20000 are read: make"),
    ],
)
def test_record_refuses_a_large_scenario(sections, texts, sentence: str) -> None:
    with pytest.raises(ContentError, match=sentence):
        section.check_size(sections, {"English": texts}, "mill")
    if len(texts) <= section.BEFORE.texts:  # an imported game may have begun under larger limits
        section.check_size(sections, {"English": texts}, "mill", section.BEFORE)


def test_record_refuses_too_many_lines() -> None:
    lines = ENGLISH + "\n" * (section.MOST_LINES + 1)
    with pytest.raises(ContentError, match=r"mill.valkyrie has \d+ lines in its texts, at most 120000 are read"):
        record_of(files(Localization_English_txt=lines), NAME)
