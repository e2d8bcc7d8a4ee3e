"""What belongs together: floors and their pages, records and their list, commands and their sentences, words and their files.

What the pages show, commands, links, pictures, addresses, is looked at in `tests/docs`.
"""

import re
from pathlib import Path

import pytest
from typer import Typer

from companion.cli import app

ROOT = Path(__file__).resolve().parent.parent


def commands() -> set[str]:
    single = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    return single | set(groups())


def groups() -> dict[str, Typer]:
    """The commands that have commands of their own, and that anybody types."""
    shown = (group for group in app.registered_groups if not group.hidden)
    return {group.name: group.typer_instance for group in shown if group.name and group.typer_instance}


FLOORS = (
    *(
        f"companion/{name}"
        for name in ("schema", "engine", "games", "sessions", "messaging", "messaging/displays", "web")
    ),
    *("vision", "firmware_bridge", "tests", "deploy"),
)


@pytest.mark.parametrize("folder", FLOORS)
def test_every_floor_says_in_four_lines_what_may_not_happen_there(folder: str) -> None:
    lines = (ROOT / folder / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4


def test_decision_records_are_numbered_without_a_gap_and_listed() -> None:
    records = sorted((ROOT / "docs" / "adr").glob("0*.md"))
    assert [int(record.name[:4]) for record in records] == list(range(1, len(records) + 1))
    listed = (ROOT / "docs" / "adr" / "README.md").read_text(encoding="utf-8")
    assert not [record.name for record in records if record.name not in listed]


def test_every_command_has_a_sentence() -> None:
    of_all = [command for one in (app, *groups().values()) for command in one.registered_commands]
    assert not [command.name for command in of_all if not (command.callback and command.callback.__doc__)]


def test_the_script_names_every_command() -> None:
    text = (ROOT / "table").read_text(encoding="utf-8")
    assert not [name for name in commands() if name not in text.split('"""')[1]]


def test_sources_named_in_the_glossary_exist() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:schema|engine|sessions|messaging|presentation|web|vision)/[a-z_/]*(?:\.py)?)`", text)
    assert not [n for n in named if not ((ROOT / n).exists() or (ROOT / "companion" / n).exists())]
