"""`python -m firmware_bridge.link.generate`: writes from messages.toml what both ends and people read of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firmware_bridge.link import to_c, to_markdown, to_python
from firmware_bridge.link.table import Table, read

HERE = Path(__file__).parent
PYTHON = HERE / "messages.py"
HEADER = HERE.parent / "firmware" / "core" / "messages.h"
PROTOCOL = HERE / "PROTOCOL.md"


def generated(table: Table) -> Mapping[Path, str]:
    """Each file with the text that it should have."""
    return {
        PYTHON: to_python.write(table),
        HEADER: to_c.write(table),
        PROTOCOL: to_markdown.write(table, PROTOCOL.read_text(encoding="utf-8")),
    }


def main() -> None:
    for path, text in generated(read()).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
