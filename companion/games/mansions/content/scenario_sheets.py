"""Scenarios as sheets: shipped ones by name, community ones as imported records."""

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
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import Form, Words

SAMPLE = "tell_the_bees"
WITHOUT_FILE = "The scenario"  # place in error messages of a record without a file
MOST_UPLOAD = 128_000_000  # bytes; a scenario with hours of music can be read from a folder
MOST_FINDINGS_REPORTED = 8  # findings in a report
COUNTED_KINDS: tuple[Kind, ...] = ("event", "tile", "token", "spawn", "puzzle")
BLURB = _(
    "A file that ends in .valkyrie, from the community's catalogue or from a friend. What it brings stays in this house."
)


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """Return the records of the shipped scenarios by name, shortest game first."""
    written = {name: toml_scenarios.record_of(toml_scenarios.SCENARIOS / name) for name in toml_scenarios.names()}
    return MappingProxyType(dict(sorted(written.items(), key=lambda entry: entry[1]["minutes"])))


def scenario_of(choice: str | Mapping[str, Any], language: str = "") -> Scenario:
    """Return the chosen scenario: a shipped name or a full record. Raises ContentError."""
    if isinstance(choice, str):
        return toml_scenarios.shipped(choice)
    if is_community(choice):
        return community.scenario_of(choice, language)
    return toml_scenarios.scenario_of(choice, WITHOUT_FILE)


def is_community(record: Mapping[str, Any]) -> bool:
    return record.get("kind") == community.KIND


def proof(record: Mapping[str, Any]) -> Words:
    """Return the title. Raises ContentError naming the place of a fault."""
    return from_data(community.title_of(record) if is_community(record) else _shipped_scenario(record).title)


def check_new(record: Mapping[str, Any]) -> None:
    """Raise ContentError if the record is too large to import, store or begin."""
    if is_community(record):
        community.check_new(record)
    else:
        toml_scenarios.check_letters(record, WITHOUT_FILE)


def check_brought(record: Mapping[str, Any]) -> None:
    """Raise ContentError if the record is too large for an imported game."""
    if is_community(record):
        community.check_brought(record)
    else:
        toml_scenarios.check_letters(record, WITHOUT_FILE, toml_scenarios.MOST_LETTERS_IMPORTED)


def note(record: Mapping[str, Any]) -> Words:
    """Return the note before the choice: minutes, players, languages, boxes."""
    head = community.head_of(record) if is_community(record) else _shipped_scenario(record)
    languages = listed(record["texts"], ", ") if is_community(record) else from_data(head.language)
    return joined(" · ", (_minutes(head.minutes), _people(head.investigators), languages, _boxes(head.packs)))


def read(name: str, upload: bytes) -> ImportedSheet:
    """Import a `.valkyrie` file. Raises ContentError and then keeps nothing."""
    return read_files(name, container.from_zip(name, upload))


def read_files(name: str, files: container.Files) -> ImportedSheet:
    record = community.record_of(files, name)
    pictures = {path: files[path] for path in record["pictures"]}
    return ImportedSheet(record, pictures, tuple(_report(community.scenario_of(record), record, len(pictures))))


def read_ours(path: Path) -> ImportedSheet:
    """Import a scenario in our own format, a file or a folder of TOML. Raises ContentError."""
    record = toml_scenarios.record_of(path)
    toml_scenarios.check_letters(record, str(path))
    title = from_data(toml_scenarios.scenario_of(record, str(path)).title)
    return ImportedSheet(record, report=(_("{scenario}: a scenario in our own format.", scenario=title),))


def _report(scenario: Scenario, record: Mapping[str, Any], pictures: int) -> Iterator[Words]:
    yield _contents(scenario, listed(record["texts"], ", ") or _("no language"), pictures)
    missing = (lack for lack in boxes.missing_boxes(scenario, ()) if lack.pieces)
    lacks = [_("{box} ({n})", box=from_data(lack.title), n=len(lack.pieces)) for lack in missing]
    if lacks:
        pieces = listed(lacks, ", ")
        yield _("It uses pieces of {boxes}: where you do not have one, lay paper or a coin there.", boxes=pieces)
    wrong = [finding.sentence for finding in lint_scenario(scenario) if finding.severity != "note"]
    yield from wrong[:MOST_FINDINGS_REPORTED]
    if len(wrong) > MOST_FINDINGS_REPORTED:
        yield ngettext(
            "And {n} more that its author could mend: the command scenario check says all of them.",
            "And {n} more that its author could mend: the command scenario check says all of them.",
            len(wrong) - MOST_FINDINGS_REPORTED,
        )


def _contents(scenario: Scenario, languages: Text, pictures: int) -> Text:
    counts = Counter(component.kind for component in scenario.components.values())
    pieces = listed((_count_of_kind(kind, counts[kind]) for kind in COUNTED_KINDS if counts[kind]), ", ") or _(
        "nothing to play"
    )
    title = from_data(scenario.title)
    if not pictures:
        return _("{scenario}: {pieces}, in {languages}.", scenario=title, pieces=pieces, languages=languages)
    return ngettext(
        "{scenario}: {pieces}, in {languages}, with {n} picture of its own.",
        "{scenario}: {pieces}, in {languages}, with {n} pictures of its own.",
        pictures,
        scenario=title,
        pieces=pieces,
        languages=languages,
    )


def _count_of_kind(kind: Kind, number: int) -> Text:
    match kind:
        case "event":
            return ngettext("{n} event", "{n} events", number)
        case "tile":
            return ngettext("{n} tile", "{n} tiles", number)
        case "token":
            return ngettext("{n} token", "{n} tokens", number)
        case "spawn":
            return ngettext("{n} monster", "{n} monsters", number)
        case "puzzle":
            return ngettext("{n} puzzle", "{n} puzzles", number)
    raise ValueError(f"{kind} is not counted")


def _shipped_scenario(record: Mapping[str, Any]) -> Scenario:
    name = next((name for name, known in shipped().items() if known is record), "")
    return toml_scenarios.shipped(name) if name else toml_scenarios.scenario_of(record, WITHOUT_FILE)


def _minutes(minutes: tuple[int, int]) -> Text:
    least, most = min(minutes) or max(minutes), max(minutes)
    if least < most:
        return ngettext("{least} to {n} minute", "{least} to {n} minutes", most, least=least)
    return ngettext("{n} minute", "{n} minutes", most) if most else NOTHING


def _people(investigators: tuple[int, int]) -> Text:
    least, most = investigators
    if least < most:
        return ngettext("{least} to {n} investigator", "{least} to {n} investigators", most, least=least)
    return ngettext("{n} investigator", "{n} investigators", most)


def _boxes(packs: tuple[str, ...]) -> Text:
    if not packs:
        return NOTHING
    return _("with {boxes}", boxes=listed((from_data(boxes.box_title(code)) for code in boxes.join_parts(packs)), ", "))


SHEET = SheetKind(
    Form(_("Scenario"), (), BLURB),
    shipped,
    proof,
    SheetFileFormat((".valkyrie", ".zip"), MOST_UPLOAD, read),
    note,
    secret=True,
    check_new=check_new,
    check_brought=check_brought,
)
