"""`python -m firmware_bridge.link.generate`: writes the generated files and tables from messages.toml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firmware_bridge.link import write_c, write_markdown, write_python
from firmware_bridge.link.message_table import MessageTable, read

HERE = Path(__file__).parent
PYTHON = HERE / "messages.py"
HEADER = HERE.parent / "firmware" / "core" / "messages.h"
PROTOCOL = HERE / "PROTOCOL.md"


def generate_files(table: MessageTable) -> Mapping[Path, str]:
    """Each file with the text that it should have."""
    return {
        PYTHON: write_python.write(table),
        HEADER: write_c.write(table),
        PROTOCOL: write_markdown.write(table, PROTOCOL.read_text(encoding="utf-8")),
    }


def main() -> None:
    """Write all generated files."""
    for path, text in generate_files(read()).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
