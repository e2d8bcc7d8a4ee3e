"""Parse conditions, operations and the buttons that depend on them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal, cast, get_args

from companion.games.mansions.content.scenario import FIRE, Button, Compare, Comparison, Condition, Operation
from companion.games.mansions.content.valkyrie.section import Section, spelt_out, stated_buttons

COMPARISONS = get_args(Comparison)
OPERATORS = ("=", "+", "-", "*", "/", "%")
ALIASES = MappingProxyType({"#fire": FIRE})  # same variable
MOST_WORDS = 500  # of a condition; real ones have 40
MOST_BRACKETS = 20  # nested brackets
COMPARE, JOIN, BRACKET = "VarOperation:", "VarTestsLogicalOperator:", "VarTestsParenthesis:"


def operations(section: Section, key: str = "operations") -> tuple[Operation, ...]:
    """Return every `name,op,value`. Other values are reported and skipped."""
    parsed = []
    for word in section.names(key):
        name, op, value = _three(word)
        if op in OPERATORS and value:
            parsed.append(Operation(ALIASES.get(name, name), op, ALIASES.get(value, value)))
        else:
            section.note(f"{key}: {word!a} is no operation such as count,+,1, it is left out.")
    return tuple(parsed)


def condition(section: Section, key: str = "vartests", *, old: str = "conditions") -> Condition:
    """Return the condition of `key`, or all comparisons of the old key joined by AND."""
    if section.word(key):
        return tests(section, key, section.values[key])
    return tests(section, old, section.values.get(old, "")) if old else ()


def tests(section: Section, key: str, text: str) -> Condition:
    """Return the parts of a condition. Other words are reported and skipped.

    A missing word between two comparisons is the last AND or OR of their bracket, or AND.
    """
    parts: list[Compare | str] = []
    joins = ["AND"]  # one for each open bracket
    for word in text.split()[:MOST_WORDS]:
        part = _part(word)
        if part is None:
            section.note(f"{key}: {word!a} is no part of a condition, it is left out.")
        elif part in ("AND", "OR"):
            joins[-1] = part
        else:
            _append(parts, joins, part)
    return cast("Condition", tuple(parts))


def _append(parts: list[Compare | str], joins: list[str], part: Compare | str) -> None:
    if part == "(" and len(joins) > MOST_BRACKETS:
        return
    if part == ")":
        if len(joins) == 1 or parts[-1] == "(":
            return  # closes no bracket
        joins.pop()
    elif parts and parts[-1] != "(":
        parts.append(joins[-1])
    if part == "(":
        joins.append("AND")
    parts.append(part)


def _part(word: str) -> Compare | str | None:
    if word.startswith(JOIN):
        joined = word.removeprefix(JOIN).upper()
        return joined if joined in ("AND", "OR") else None
    if word.startswith(BRACKET):
        bracket = word.removeprefix(BRACKET)
        return bracket if bracket in ("(", ")") else None
    name, op, value = _three(word.removeprefix(COMPARE))
    return (
        Compare(ALIASES.get(name, name), cast("Comparison", op), ALIASES.get(value, value))
        if op in COMPARISONS and value
        else None
    )


def _three(word: str) -> tuple[str, str, str]:
    parts = [part for part in word.split(",") if part]
    return (parts[0], parts[1], parts[2]) if len(parts) >= 3 else (word, "", "")


ACTION = "{action}"
UNMET = ("disable", "hide", "none")


def buttons(section: Section, *, display: bool) -> tuple[Button, ...]:
    """Return the stated number of buttons. Further ones are leftovers of a draft. A shown event has at least one."""
    return tuple(_button(section, number) for number in range(1, (stated_buttons(section) or int(display)) + 1))


def _button(section: Section, number: int) -> Button:
    label = section.text(f"button{number}")
    names, inline, unmet = _inline(section, number)
    needs = condition(section, f"event{number}Condition", old="") or inline
    stated = section.word(f"event{number}ConditionAction").lower()
    return Button(
        label=label,
        next=names,
        condition=needs,
        unmet=cast("Literal['disable', 'hide', 'none']", stated if stated in UNMET else unmet),
        color=section.word(f"buttoncolor{number}"),
        action=ACTION in spelt_out(label, section.texts),
    )


def _inline(section: Section, number: int) -> tuple[tuple[str, ...], Condition, str]:
    """Parse `event1=Name Other,var,op,value[,action]`: older editors wrote the condition after the names."""
    parts = section.values.get(f"event{number}", "").split(",")
    needs = tests(section, f"event{number}", ",".join(parts[1:4])) if len(parts) >= 4 else ()
    unmet = parts[4].strip().lower() if len(parts) > 4 else ""
    return tuple(parts[0].split()), needs, unmet if unmet in UNMET else "disable"
