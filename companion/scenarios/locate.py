"""Find a scenario: a .valkyrie file or folder, a file or folder of our format, or a shipped name."""

from __future__ import annotations

from pathlib import Path

from companion.engine import ImportedSheet
from companion.errors import ContentError
from companion.games.mansions.content import Scenario, names, read, scenario_sheets, shipped
from companion.games.mansions.content.valkyrie.container import MOST_PACKED, from_folder, from_zip
from companion.games.mansions.content.valkyrie.record import record_of, scenario_of
from companion.system.atomic_write import explain_os_error
from companion.system.safe_load import bytes_of

QUEST = "quest.ini"
TOML = ".toml"


def scenario_at(what: str, language: str = "") -> Scenario:
    """Load a scenario by path or name. Raises ContentError naming the file and its fault."""
    path = Path(what)
    if what in names() and not path.exists():
        return shipped(what)
    if not path.exists():
        raise ContentError(
            f"{what}: there is no such file or folder, and none of ours is called so: {', '.join(names())}."
        )
    if path.suffix.lower() == TOML or (path.is_dir() and is_toml_folder(path)):
        return read(path)
    path = scenario_file_in(path)
    return scenario_of(
        record_of(from_folder(path) if path.is_dir() else from_zip(path.name, read_packed(path)), path.name), language
    )


def read_scenario(path: Path) -> ImportedSheet:
    """Read a file or folder as a sheet. Raises ContentError naming the file and its fault."""
    if not path.exists():
        raise ContentError(f"{path}: there is no such file or folder. Look how the stick is mounted.")
    if path.suffix.lower() == TOML or (path.is_dir() and is_toml_folder(path)):
        return scenario_sheets.read_ours(path)
    return (
        scenario_sheets.read_files(path.name, from_folder(path))
        if path.is_dir()
        else scenario_sheets.read(path.name, read_packed(path))
    )


def is_toml_folder(folder: Path) -> bool:
    """Return whether a folder has our format: TOML without a quest file."""
    return any(folder.glob(f"*{TOML}")) and not any(path.name.lower() == QUEST for path in folder.iterdir())


def scenario_file_in(path: Path) -> Path:
    """Return the only scenario file of a folder, else the path itself."""
    if not path.is_dir() or any(path.rglob(QUEST)):
        return path
    files = sorted(path.glob("*.valkyrie"))
    return files[0] if len(files) == 1 else path


def read_packed(path: Path) -> bytes:
    """Read the file. Raises ContentError if it is not readable."""
    try:
        return bytes_of(path, MOST_PACKED)
    except OSError as error:
        raise ContentError(f"{path}: cannot be read ({explain_os_error(error)}).") from error
