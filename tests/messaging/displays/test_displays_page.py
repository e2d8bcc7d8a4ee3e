"""docs/displays.md says what is so: topics, fields, entities, and examples that can be used as they stand."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from companion.messaging.home_assistant import config
from companion.schema import Alarm, EventKind, Mood, Outcome, PublicEvent, PublicSeat, PublicState, topics
from companion.schema.public_state import AlarmKind
from companion.settings import Settings
from tests.messaging.displays.pictures import FOLDER, pictures
from tests.messaging.displays.programs import program

PAGE = (FOLDER.parent / "displays.md").read_text(encoding="utf-8")
DEJAVU = program("lettering").DEJAVU


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


def names(text: str) -> set[str]:
    return set(re.findall(r"`([a-z_]+)`", text))


def test_every_field_of_a_state_is_explained_and_no_other() -> None:
    table = PAGE.partition("## What a state tells")[2].partition("Texts have no marks")[0]
    rows = {name for line in table.splitlines() for name in names(line.split("|")[1] if line.startswith("| `") else "")}
    assert rows == {field.name for field in fields(PublicState)}
    assert {field.name for field in (*fields(PublicSeat), *fields(Alarm))} <= names(table)
    assert {*get_args(AlarmKind), *get_args(Mood), *get_args(Outcome)} - {""} <= names(table)


def test_every_field_of_an_event_is_explained() -> None:
    told = names(PAGE.partition("An event has")[2].partition("##")[0])
    assert {field.name for field in fields(PublicEvent)} <= told
    assert set(get_args(EventKind)) <= told


def test_every_topic_that_is_named_is_one_of_ours() -> None:
    root = topics.public_state("lamp").removesuffix("public/state")
    table = PAGE.partition(f"below `{root}`")[2].partition("\n\n")[0]
    for name in re.findall(r"^\| `([a-z/0-9]+)`", table, flags=re.MULTILINE):
        assert topics.parse(f"{root}{name}").table == "lamp"


def test_every_entity_that_is_named_is_one_that_home_assistant_finds() -> None:
    there = {part["default_entity_id"] for part in json.loads(config("lamp"))["components"].values()}
    assert set(re.findall(r"\b(?:binary_sensor|sensor|event)\.lamplight_lamp_\w+", PAGE)) <= there
    told = {entity for entity in there if entity in PAGE or "_seat_" in entity}
    assert told == there


def test_the_settings_that_are_shown_load() -> None:
    plain, encrypted, external = (Settings(**tomllib.loads(text)).broker for text in blocks("toml"))
    assert (plain.bind, plain.port, plain.tls) == ("0.0.0.0", 1883, False)
    assert (encrypted.bind, encrypted.tls, encrypted.tls_port) == ("0.0.0.0", True, 8883)
    assert (external.kind, external.port) == ("external", 1883)


def test_the_program_that_is_shown_uses_what_there_is() -> None:
    (text,) = blocks("python")
    tree = ast.parse(text)
    imported = next(node for node in tree.body if isinstance(node, ast.ImportFrom))
    module = program(str(imported.module))
    assert all(hasattr(module, alias.name) for alias in imported.names)
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert used == {"read", "pictures", "is_open", "state"}
    assert all(hasattr(one, name) for one, name in ((module.Account, "read"), (module.Table, "pictures")))
    assert {"is_open", "state"} <= set(module.Shown.__dataclass_fields__)


@pytest.mark.parametrize("name", ["display-eink.png", "display-led-matrix.png"])
def test_the_pictures_are_what_the_programs_draw(name: str) -> None:
    if name == "display-eink.png" and not DEJAVU.exists():
        pytest.skip(
            "The letters of the picture, DejaVu, are not on this machine: sudo apt-get install fonts-dejavu-core"
        )
    with Image.open(Path(FOLDER) / name) as kept:
        assert kept.convert("RGB").tobytes() == pictures()[name].convert("RGB").tobytes(), (
            "python -m tests.messaging.displays.pictures"
        )
