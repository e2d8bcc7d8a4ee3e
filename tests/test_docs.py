"""Packages and their READMEs, decision records and their list, commands and their docstrings, the glossary and its files.

What the pages show, commands, links, pictures, addresses, is checked in `tests/docs`.
"""

import re
from pathlib import Path

import pytest

from companion.commands import build_parser
from tests.command_line import all_commands, group_of, listed

ROOT = Path(__file__).resolve().parent.parent


PACKAGES = (
    *sorted(init.parent.relative_to(ROOT).as_posix() for init in (ROOT / "companion").glob("*/__init__.py")),
    *("companion/ops/backup", "vision", "firmware_bridge", "tests", "deploy"),
)


@pytest.mark.parametrize("folder", PACKAGES)
def test_readme_of_each_package_has_four_lines(folder: str) -> None:
    lines = (ROOT / folder / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4


@pytest.mark.parametrize("folder", PACKAGES)
def test_architecture_names_each_package(folder: str) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert folder in {"tests", "deploy"} or f"`{'/'.join(folder.split('/')[:2])}`" in text


def test_decision_records_are_numbered_without_a_gap_and_listed() -> None:
    records = sorted((ROOT / "docs" / "adr").glob("0*.md"))
    assert [int(record.name[:4]) for record in records] == list(range(1, len(records) + 1))
    listed = (ROOT / "docs" / "adr" / "README.md").read_text(encoding="utf-8")
    assert not [record.name for record in records if record.name not in listed]


def test_every_command_has_a_sentence() -> None:
    assert not [words for words, parser in all_commands().items() if not parser.description]


def test_help_lists_every_command() -> None:
    """But not what an update asks."""
    top = build_parser()
    assert set(listed(top)) == set(group_of(top)) - {"update-step"}
    for words, parser in all_commands().items():
        assert set(listed(parser)) == set(group_of(parser)), words


def test_sources_named_in_the_glossary_exist() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = re.findall(
        r"`((?:schema|engine|sessions|presentation|messaging|web|i18n|ops|vision)/[a-z_/]*(?:\.py)?)`", text
    )
    assert not [n for n in named if not ((ROOT / n).exists() or (ROOT / "companion" / n).exists())]


def test_records_named_in_the_glossary_are_defined_where_it_says() -> None:
    for word, _, where in glossary():
        text = "".join(path.read_text(encoding="utf-8") for path in sources(where))
        for name in re.findall(r"`([A-Z][A-Za-z]+)`", word):
            assert f"class {name}" in text, f"{name}: {where}"


def test_glossary_has_at_most_fifty_rows() -> None:
    assert len(glossary()) <= 50


def glossary() -> list[list[str]]:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")
    ]
    return rows[1:]


def sources(where: str) -> list[Path]:
    """The Python files that a cell of the glossary names."""
    named = re.findall(r"`([a-z0-9_/]+\.py)`", where)
    return [path for name in named for path in (ROOT / name, ROOT / "companion" / name) if path.exists()]
