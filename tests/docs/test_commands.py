"""Commands that a page shows parse, and one of each kind is run."""

from __future__ import annotations

import ast
import os
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.bench.run import PARTS
from tests.command_line import typed as type_command
from tests.docs.commands import OF_THE_SCRIPT, OF_THE_TESTS, Shown, is_mention, parsed, shown
from tests.docs.pages import GUIDES, PAGES, ROOT, name_of, page
from tests.docs.runs import ELSEWHERE, LINES, Line, stage

OF_THE_HALL = "hall"  # the script runs this bench itself, because it starts engines
OF_OTHERS = (
    "git ",
    "sudo apt-get ",
    "sudo cp ",
    "sudo deploy/install.sh",
    "sudo lamplight/deploy/install.sh",
    "sudo /opt/lamplight/deploy/install.sh",
    "sudo systemctl ",
    "systemctl status ",
    "journalctl ",
    "LABEL=",
    "mkdir ",
    "uv pip compile ",
    ".venv/bin/python -m ",
    "python3 -m tests.",
    "make -C ",
)
"""Prefixes of commands of the system, of git and of development tools."""
"""Pages whose blocks are all typed. The others also show files and drawings in characters."""


def all_shown(paths: list[Path]) -> Iterator[Shown]:
    """Yield the commands except bare options such as `--help`."""
    return (one for path in paths for one in shown(page(path)) if one.words and not one.words[0].startswith("-"))


def of_the_program(paths: list[Path]) -> Iterator[Shown]:
    return (one for one in all_shown(paths) if one.words[0] not in OF_THE_TESTS)


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_commands_on_pages_parse(path: Path) -> None:
    for one in of_the_program([path]):
        try:
            found = parsed(one.words)
        except Exception as error:
            if "Missing" in f"{error}" and (is_mention(one.words) or path not in GUIDES):
                continue  # a mention in prose, not to be typed
            raise AssertionError(f"{one}: {error}") from error
        assert found.path[0] != "bench" or found.values["what"] in (*PARTS, OF_THE_HALL), (
            f"{one}: there is no such bench"
        )


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_options_on_pages_exist(path: Path) -> None:
    known = options()
    for code in page(path).inline():
        if re.fullmatch(r"--[a-z][a-z-]*( \S+)?", code):
            assert code.split()[0] in known, f"{name_of(path)} shows {code}"


@cache
def options() -> frozenset[str]:
    """Return the options of all commands and programs."""
    folders = ("companion", "deploy", "tests", "vision")
    code = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in code]
    installer = re.findall(r"--[a-z][a-z-]*", (ROOT / "deploy" / "install.sh").read_text(encoding="utf-8"))
    return frozenset(re.findall(r'"(--[a-z][a-z-]*)"', "\n".join(texts))) | {*installer}


@pytest.mark.parametrize("one", [one for one in all_shown(GUIDES) if one.words[0] == OF_THE_SCRIPT], ids=str)
def test_test_paths_and_markers_on_pages_exist(one: Shown) -> None:
    words = [word for word in one.words[1:] if "/" in word or word.endswith(".py")]
    own_game = one.page == "docs/adding-a-game.md"  # the reader of that page creates the file
    assert own_game or not [word for word in words if not (ROOT / word.partition("::")[0]).exists()], one
    markers = re.findall(r"^  \"(\w+):", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    if "-m" in one.words:
        said = one.words[one.words.index("-m") + 1]
        assert set(re.findall(r"\w+", said)) <= {*markers, "not", "and", "or"}, one


def lines(path: Path) -> Iterator[str]:
    """Yield the lines of blocks without a language."""
    for block in page(path).blocks:
        if not block.language and not is_toml(block.text):
            yield from (line.strip() for line in block.text.replace("\\\n", " ").splitlines() if line.strip())


def typed(path: Path) -> Iterator[str]:
    """Yield these lines and all inline code."""
    yield from lines(path)
    yield from page(path).inline()


def is_toml(text: str) -> bool:
    return bool(re.search(r"^(\[+[\w.]+\]+|[\w\"'.-]+ = .*)$", text, re.MULTILINE))


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_modules_and_make_targets_on_pages_exist(path: Path) -> None:
    for text in typed(path):
        for module in re.findall(r"python3? -m ([\w.]+)", text):
            place = ROOT / Path(*module.split("."))
            ours = module.partition(".")[0] in {"tests", "companion", "vision", "firmware_bridge"}
            assert not ours or place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), text
        for folder, target in re.findall(r"make -C (\S+)(?: ([a-z]+)\b)?", text):
            rules = re.findall(r"^(\w+):", (ROOT / folder / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
            assert not target or target in rules, text


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_files_given_to_other_commands_exist(path: Path) -> None:
    for text in typed(path):
        if text.startswith(OF_OTHERS):
            given = [
                word
                for word in text.split()
                if word.startswith(("deploy/", "tests/", "companion/", "firmware_bridge/"))
            ]
            assert [word for word in given if not (ROOT / word).exists()] == [], text


@pytest.mark.slow
def test_commands_on_pages_are_run_by_a_test() -> None:
    ran = {parsed(tuple(shlex.split(line.words))).kind for line in LINES}
    lacking = [
        f"{one}"
        for one in of_the_program(GUIDES)
        if not is_bare(one) and parsed(one.words).kind not in ran | set(ELSEWHERE)
    ]
    assert not lacking, "run them in tests/docs/runs.py, or name the test that does"


def is_bare(one: Shown) -> bool:
    """Return whether a command is only mentioned, without its arguments."""
    try:
        parsed(one.words)
    except Exception:  # noqa: BLE001  test_commands_on_pages_parse decides whether it may be incomplete
        return True
    return False


@pytest.mark.parametrize("kind", ELSEWHERE)
def test_commands_run_elsewhere_name_an_existing_test(kind: str) -> None:
    file, name = ELSEWHERE[kind].split("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, ELSEWHERE[kind]


@pytest.mark.slow
def test_commands_on_pages_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("LAMPLIGHT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for line in LINES:
        run(line, tmp_path)


def run(line: Line, folder: Path) -> None:
    done = type_command(*shlex.split(line.words), answers=line.types, catches=False)
    assert done.exit_code == 0, f"./table {line.words}: {done.output}"
    assert line.says in done.output, f"./table {line.words}: {done.output}"
    assert not line.leaves or (folder / line.leaves).stat().st_size
