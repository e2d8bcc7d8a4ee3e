"""Scenarios as sheets: those that ship, by name; and those of the community, imported as records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import ImportedSheet, SheetFileFormat, SheetKind
from companion.games.mansions.content import boxes, toml_scenarios
from companion.games.mansions.content.lint import lint_scenario
from companion.games.mansions.content.scenario import Kind, Scenario
from companion.games.mansions.content.valkyrie import container
from companion.games.mansions.content.valkyrie import record as community
from companion.schema import Form

SAMPLE = "tell_the_bees"
WHERE = "The scenario"  # what is said of a record, where a file would be named
MOST_UPLOAD = 128_000_000  # bytes; a scenario with hours of music can be read from a folder
MOST_TOLD = 8  # findings in a report
COUNTED: Mapping[Kind, str] = MappingProxyType(
    {"event": "event", "tile": "tile", "token": "token", "spawn": "monster", "puzzle": "puzzle"}
)
BLURB = "A file that ends in .valkyrie, from the community's catalogue or from a friend. What it brings stays in this house."


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """Name -> what is written, of each scenario that comes with the game; the shortest evening stands first."""
    written = {name: toml_scenarios.record_of(toml_scenarios.SCENARIOS / name) for name in toml_scenarios.names()}
    return MappingProxyType(dict(sorted(written.items(), key=lambda one: one[1]["minutes"])))


def scenario_of(choice: str | Mapping[str, Any], language: str = "") -> Scenario:
    """The scenario that was chosen: the name of one that ships, or a record in full. Raises ContentError."""
    if isinstance(choice, str):
        return toml_scenarios.shipped(choice)
    if is_community(choice):
        return community.scenario_of(choice, language)
    return toml_scenarios.scenario_of(choice, WHERE)


def is_community(record: Mapping[str, Any]) -> bool:
    return record.get("kind") == community.KIND


def proof(record: Mapping[str, Any]) -> str:
    """Its title. Raises ContentError naming the place of a fault."""
    return community.title_of(record) if is_community(record) else _ours(record).title


def check_new(record: Mapping[str, Any]) -> None:
    """Raise ContentError where it is larger than one that is imported, kept or begun may be."""
    if is_community(record):
        community.check_new(record)
    else:
        toml_scenarios.check_letters(record, WHERE)


def check_brought(record: Mapping[str, Any]) -> None:
    """Raise ContentError where it is larger than one that an evening of before may have."""
    if is_community(record):
        community.check_brought(record)
    else:
        toml_scenarios.check_letters(record, WHERE, toml_scenarios.MOST_BEFORE)


def note(record: Mapping[str, Any]) -> str:
    """What to know before it is chosen: how long, for how many, in which languages, with which boxes."""
    told = community.head_of(record) if is_community(record) else _ours(record)
    languages = ", ".join(record["texts"]) if is_community(record) else told.language
    return " · ".join(
        filter(None, (_minutes(told.minutes), _people(told.investigators), languages, _boxes(told.packs)))
    )


def read(name: str, upload: bytes) -> ImportedSheet:
    """A `.valkyrie` file. Raises ContentError: then nothing of it was taken."""
    return read_files(name, container.from_zip(name, upload))


def read_files(name: str, files: container.Files) -> ImportedSheet:
    """The same out of files that were unpacked already."""
    record = community.record_of(files, name)
    pictures = {path: files[path] for path in record["pictures"]}
    return ImportedSheet(record, pictures, tuple(_report(community.scenario_of(record), record, len(pictures))))


def read_ours(path: Path) -> ImportedSheet:
    """A scenario in our own format, a file or a folder of TOML. Raises ContentError."""
    record = toml_scenarios.record_of(path)
    toml_scenarios.check_letters(record, str(path))
    return ImportedSheet(
        record, report=(f"{toml_scenarios.scenario_of(record, str(path)).title}: a scenario in our own format.",)
    )


def _report(scenario: Scenario, record: Mapping[str, Any], pictures: int) -> Iterator[str]:
    counts = Counter(one.kind for one in scenario.components.values())
    told = ", ".join(_many(counts[kind], word) for kind, word in COUNTED.items() if counts[kind])
    brought = f", with {_many(pictures, 'picture')} of its own" if pictures else ""
    yield f"{scenario.title}: {told or 'nothing to play'}, in {', '.join(record['texts']) or 'no language'}{brought}."
    lacks = [f"{lack.title} ({len(lack.pieces)})" for lack in boxes.missing(scenario, ()) if lack.pieces]
    if lacks:
        yield f"It uses pieces of {', '.join(lacks)}: where you do not have one, lay paper or a coin there."
    wrong = [finding.sentence for finding in lint_scenario(scenario) if finding.severity != "note"]
    yield from wrong[:MOST_TOLD]
    if len(wrong) > MOST_TOLD:
        yield f"And {len(wrong) - MOST_TOLD} more that its author could mend: the command scenario check says all of them."


def _ours(record: Mapping[str, Any]) -> Scenario:
    """One that ships was read before."""
    name = next((name for name, one in shipped().items() if one is record), "")
    return toml_scenarios.shipped(name) if name else toml_scenarios.scenario_of(record, WHERE)


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _minutes(minutes: tuple[int, int]) -> str:
    least, most = min(minutes) or max(minutes), max(minutes)
    return f"{least} to {most} minutes" if least < most else f"{most} minutes" if most else ""


def _people(investigators: tuple[int, int]) -> str:
    least, most = investigators
    return f"{least} to {most} investigators" if least < most else f"{most} investigator{'s' if most > 1 else ''}"


def _boxes(packs: tuple[str, ...]) -> str:
    return f"with {', '.join(boxes.title(code) for code in boxes.gathered(packs))}" if packs else ""


SHEET = SheetKind(
    Form("Scenario", (), BLURB),
    shipped,
    proof,
    SheetFileFormat((".valkyrie", ".zip"), MOST_UPLOAD, read),
    note,
    secret=True,
    check_new=check_new,
    check_brought=check_brought,
)
