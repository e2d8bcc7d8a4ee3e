"""Store a scenario as a plain JSON record (sections, texts, pictures), for the library and a table's first entry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any

from companion.engine import image_kind, short
from companion.errors import ContentError
from companion.games.mansions.content.scenario import Scenario
from companion.games.mansions.content.valkyrie.container import PICTURES, Files, is_text
from companion.games.mansions.content.valkyrie.localization import (
    Texts,
    best_texts,
    is_localization,
    language_of,
    read_texts,
)
from companion.games.mansions.content.valkyrie.parts import QuestHead, check_quest, quest_head
from companion.games.mansions.content.valkyrie.reader import read
from companion.games.mansions.content.valkyrie.section import (
    BEFORE,
    NEW,
    Section,
    Sections,
    check_lines,
    check_size,
    read_ini,
    text_of,
)
from companion.i18n import N_

KIND = "valkyrie"
QUEST, DATA, TEXT = "Quest", "QuestData", "QuestText"
UNREAD_KEYS = ("comment", "version")  # keys of the author and the editor
MOST_LANGUAGES = 60
MOST_NOTES = 100
DIGEST = re.compile(r"[0-9a-f]{64}")


def record_of(files: Files, name: str = "") -> dict[str, Any]:
    """Return the record of a scenario's files. `name` is its file name. Raises ContentError.

    {"kind": "valkyrie", "file": "...", "sections": {name: {key: value}}, "texts": {language: {key: text}},
    "pictures": {file: SHA-256}, "notes": [sentence]}
    """
    by_name = {path.lower(): path for path in files}
    if "quest.ini" not in by_name:
        raise ContentError(f"{name or 'This file'} holds no quest.ini: it is no scenario, or only a part of one.")
    check_lines(name, (content for path, content in files.items() if is_text(path)))
    notes: list[str] = []
    sections = _sections(files, by_name, notes)
    check_quest(sections.get(QUEST, {}))
    listed = list(sections.pop(TEXT, {}))
    sections.pop(DATA, None)
    texts = _languages(files, by_name, listed, notes)
    check_size(sections, texts, name)
    return {
        "kind": KIND,
        "file": PurePosixPath(name).name[:120],
        "sections": sections,
        "texts": texts,
        "pictures": {path: sha256(picture).hexdigest() for path, picture in pictures_of(files, notes).items()},
        "notes": notes[:MOST_NOTES],
    }


def scenario_of(record: Mapping[str, Any], language: str = "") -> Scenario:
    """Return the scenario in a language, as far as translated. Raises ContentError for another kind of record."""
    check_record(record)
    sections, languages = record["sections"], record["texts"]
    own = sections[QUEST].get("defaultlanguage", "")
    texts = best_texts(languages, language or own, own)
    used = next((known for known in languages if known.lower() == language.lower()), "") if language else ""
    pictures = _in_language(record["pictures"], used or own)
    scenario = read(sections, texts, used, pictures, PurePosixPath(record["file"]).stem)
    return replace(scenario, findings=(*record.get("notes", ()), *scenario.findings))


def head_of(record: Mapping[str, Any]) -> QuestHead:
    """Return the [Quest] of a record. Raises ContentError for another kind of record."""
    check_record(record)
    return quest_head(Section(QUEST, record["sections"][QUEST], {}))


def check_record(record: Mapping[str, Any]) -> None:
    """Raise ContentError unless it has the shape of `record_of`."""
    if record.get("kind") != KIND or not isinstance(record.get("file"), str):
        raise ContentError("This is no record of a community scenario: import its .valkyrie file.")
    for place in ("sections", "texts"):
        if not isinstance(tables := record.get(place), Mapping):
            raise ContentError(f"{place}: a record of records is needed, not {short(tables)}.")
        for name, table in tables.items():
            _check_table(f"{place}.{name}", table)
    _check_table("pictures", record.get("pictures"))
    if not all(DIGEST.fullmatch(digest) for digest in record["pictures"].values()):
        raise ContentError("pictures: the SHA-256 of each file is needed, in hexadecimal letters.")
    notes = record.get("notes", [])
    if not isinstance(notes, list | tuple) or not all(isinstance(note, str) for note in notes):
        raise ContentError("notes: a list of sentences is needed.")
    check_quest(record["sections"].get(QUEST, {}))


def check_new(record: Mapping[str, Any]) -> None:
    """Raise ContentError unless it is such a record and small enough. A begun table goes on at any size."""
    check_record(record)
    check_size(record["sections"], record["texts"], record["file"], NEW)


def check_brought(record: Mapping[str, Any]) -> None:
    """Check the record of an imported evening, with the larger limits of earlier versions."""
    check_record(record)
    check_size(record["sections"], record["texts"], record["file"], BEFORE)


def title_of(record: Mapping[str, Any]) -> str:
    """Return the title in the scenario's own language. Raises ContentError for another kind of record."""
    check_record(record)
    own = record["sections"][QUEST].get("defaultlanguage", "")
    titles = {language: {"t": texts.get("quest.name", "")} for language, texts in record["texts"].items()}
    return (
        best_texts(titles, own, own).get("t", "").strip()
        or PurePosixPath(record["file"]).stem
        or N_("A scenario without a name")
    )


def pictures_of(files: Files, refused: list[str]) -> dict[str, bytes]:
    """Return the pictures that can be shown. Reasons for others are added to `refused`."""
    pictures: dict[str, bytes] = {}
    for path, content in files.items():
        if PurePosixPath(path).suffix.lower() not in PICTURES:
            continue
        try:
            image_kind(path, content)
        except ContentError as error:
            refused.append(str(error))
        else:
            pictures[path] = content
    return pictures


def _sections(files: Files, by_name: Mapping[str, str], notes: list[str]) -> Sections:
    """Return the sections of quest.ini and of its listed files. The first of two with a name counts."""
    sections = read_ini(text_of(files[by_name["quest.ini"]]))
    for listed in list(sections.get(DATA, {})):
        path = _path_of(by_name, listed)
        if not path:
            notes.append(_missing_file_note(listed))
            continue
        for name, values in read_ini(text_of(files[path])).items():
            sections.setdefault(name, values)
    for values in sections.values():
        for key in UNREAD_KEYS:
            values.pop(key, None)
    return sections


def _languages(files: Files, by_name: Mapping[str, str], listed: list[str], notes: list[str]) -> dict[str, Texts]:
    paths = [_path_of(by_name, file) for file in listed]
    notes += [_missing_file_note(file) for file, path in zip(listed, paths, strict=True) if not path]
    dropped = [path for path in sorted(files) if is_localization(path)]
    languages: dict[str, Texts] = {}
    for path in dict.fromkeys((*filter(None, paths), *dropped)):
        text = text_of(files[path])
        known = languages.setdefault(language_of(path, text), {})
        known.update((key, value) for key, value in read_texts(text).items() if key not in known)
    if len(languages) > MOST_LANGUAGES:
        raise ContentError(f"The scenario has {len(languages)} languages, at most {MOST_LANGUAGES} are read.")
    return languages


def _missing_file_note(listed: str) -> str:
    return f"quest.ini lists {short(listed)}, which is not there: it is left out."


def _path_of(by_name: Mapping[str, str], listed: str) -> str:
    return by_name.get(listed.replace("\\", "/").removeprefix("./").lower(), "")


def _in_language(pictures: Mapping[str, str], language: str) -> dict[str, str]:
    """Return each file with the picture of the language, if its folder has one: "French/map.jpg", "art/French/map.jpg"."""
    by_name = {path.lower(): digest for path, digest in pictures.items()}

    def local(path: str) -> str:
        folder, _, file = path.rpartition("/")
        places = (f"{language}/{path}", f"{folder}/{language}/{file}")
        return next((by_name[place.lower()] for place in places if place.lower() in by_name), pictures[path])

    return {path: local(path) for path in pictures}


def _check_table(place: str, table: object) -> None:
    if not isinstance(table, Mapping):
        raise ContentError(f"{place}: a record of words is needed, not {short(table)}.")
    strange = next((key for key, value in table.items() if not isinstance(value, str)), None)
    if strange is not None:
        raise ContentError(f"{place}.{strange}: words are needed, not {short(table[strange])}.")
