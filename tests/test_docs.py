"""What the documents say exists: commands, links, files, and every word of the package map."""

import re
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from companion.cli import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
OF_THE_SCRIPT = {"test"}
"""Commands that ./table runs itself."""


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def commands() -> set[str]:
    single = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    return single | set(groups())


def groups() -> dict[str, Typer]:
    """The commands that have commands of their own."""
    return {group.name: group.typer_instance for group in app.registered_groups if group.name and group.typer_instance}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_shown_exists(page: Path) -> None:
    shown = set(re.findall(r"\./table ([a-z]+)", page.read_text(encoding="utf-8")))
    assert shown <= commands() | OF_THE_SCRIPT


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_option_shown_exists(page: Path) -> None:
    for command, rest in re.findall(r"\./table ([a-z]+)([^`\n]*)", page.read_text(encoding="utf-8")):
        if command in OF_THE_SCRIPT:
            continue
        words = [command, *re.findall(r"^ ([a-z]+)", rest)] if command in groups() else [command]
        said = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "200"}).output
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest):
            assert option in said, f"{name_of(page)} shows ./table {command} {option}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    lost = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert not lost


FLOORS = (
    *(f"companion/{name}" for name in ("wire", "rules", "games", "tables", "bus", "displays", "web")),
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
    named = re.findall(r"`((?:wire|rules|tables|bus|web|vision)/[a-z_/]*(?:\.py)?)`", text)
    assert not [n for n in named if not ((ROOT / n).exists() or (ROOT / "companion" / n).exists())]
