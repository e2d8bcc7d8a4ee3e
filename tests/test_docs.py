"""Decision records and their index, commands and their help. `tests/docs` checks what the pages show."""

from pathlib import Path

RECORDS = Path(__file__).resolve().parent.parent / "docs" / "adr"
MOST_WORDS = 280
"""A record has at most 250 words. Headings and marks are counted here as well."""


def test_decision_records_are_listed_once_and_short() -> None:
    records = sorted(RECORDS.glob("0*.md"))
    index = (RECORDS / "README.md").read_text(encoding="utf-8")
    assert [record.name for record in records if index.count(f"]({record.name})") != 1] == []
    assert [record.name for record in records if len(record.read_text(encoding="utf-8").split()) > MOST_WORDS] == []
