"""Build hook of Hatchling: compile the translations into the wheel, see pyproject.toml."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[Any]):
    """Runs for editable installs too: the folder may not be writable later."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - Hatchling's own
        """Compile each catalogue next to its source."""
        folder = Path(self.root) / "companion" / "i18n"
        compile_catalogue = run_path(str(folder / "compile_catalogue.py"))[
            "compile_catalogue"
        ]  # our package needs more than Babel
        for path in sorted(folder.glob("locale/*/LC_MESSAGES/*.po")):
            try:
                path.with_suffix(".mo").write_bytes(compile_catalogue(path.read_bytes(), path.parents[1].name))
            except OSError:
                if version != "editable":  # that one compiles by itself, at each start
                    raise
