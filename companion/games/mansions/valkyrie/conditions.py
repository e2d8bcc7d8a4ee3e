"""Conditions and operations, as they stand in a value: "a,==,1 b,>,c" and "VarOperation:a,==,1 VarTestsLogicalOperator:OR ..."."""

from __future__ import annotations

from typing import cast, get_args

from companion.games.mansions.scenario import Compare, Comparison, Condition, Operation
from companion.games.mansions.valkyrie.section import Section

COMPARISONS = get_args(Comparison)
OPERATORS = ("=", "+", "-", "*", "/", "%")
GRADES = ("Help", "Flavor", "Minor", "Major", "Deadly", "Indoors", "Outdoors", "Darkness", "DiscardItem", "Key")
PLACES = (
    "StreetCorner", "AlleyCorner", "Alley", "Street", "Hall", "Library", "Kitchen", "Ballroom",
    "Crypt", "Graveyard", "Morgue", "Beach", "Dock", "Pier", "Bathroom", "Office", "Study", "TownSquare", "Lounge", "Stairs", "River", "DiningRoom", "Bedroom", "StorageRoom", "HallStairs", "AtticStorage",
)  # fmt: skip
OLD_NAMES = frozenset(
    (*(f"mythos{word}" for word in (*GRADES, *PLACES)), "perilMinor", "perilMajor", "perilDeadly")
)  # fmt: skip
COMPARE, JOIN, BRACKET = "VarOperation:", "VarTestsLogicalOperator:", "VarTestsParenthesis:"


def operations(section: Section, key: str = "operations") -> tuple[Operation, ...]:
    """Every `name,op,value`; one of another shape is noted and left out."""
    found = []
    for word in section.names(key):
        name, op, value = _three(word)
        if op in OPERATORS and value:
            found.append(Operation(_renamed(name), op, _renamed(value)))
        else:
            section.note(f"{key}: {word!a} is no operation such as count,+,1, it is left out.")
    return tuple(found)


def condition(section: Section, key: str = "vartests", *, old: str = "conditions") -> Condition:
    """The condition under `key`, else the comparisons of the old key, each of which must hold."""
    if section.word(key):
        return tests(section, key, section.values[key])
    return tests(section, old, section.values.get(old, "")) if old else ()


def tests(section: Section, key: str, told: str) -> Condition:
    """The words of a condition. A word of another shape is noted and left out; two comparisons without a word between need both."""
    found: list[Compare | str] = []
    for word in told.split():
        part = _part(word)
        if part is None:
            section.note(f"{key}: {word!a} is no part of a condition, it is left out.")
            continue
        if (
            found
            and (isinstance(part, Compare) or part == "(")
            and (isinstance(found[-1], Compare) or found[-1] == ")")
        ):
            found.append("AND")
        found.append(part)
    return cast("Condition", tuple(found))


def _part(word: str) -> Compare | str | None:
    if word.startswith(JOIN):
        joined = word.removeprefix(JOIN).upper()
        return joined if joined in ("AND", "OR") else None
    if word.startswith(BRACKET):
        bracket = word.removeprefix(BRACKET)
        return bracket if bracket in ("(", ")") else None
    name, op, value = _three(word.removeprefix(COMPARE))
    return Compare(_renamed(name), cast("Comparison", op), _renamed(value)) if op in COMPARISONS and value else None


def _renamed(name: str) -> str:
    """What the app itself looks at has a $ since the third format."""
    return f"${name}" if name in OLD_NAMES else name


def _three(word: str) -> tuple[str, str, str]:
    """Name, sign and value between commas, empty ones left out."""
    parts = [part for part in word.split(",") if part]
    return (parts[0], parts[1], parts[2]) if len(parts) >= 3 else (word, "", "")
