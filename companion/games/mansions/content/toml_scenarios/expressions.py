"""Parse short expressions: conditions, operations and triggers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, cast, get_args, get_type_hints

from companion.engine import record, short
from companion.errors import ContentError
from companion.games.mansions.content.scenario import Compare, Comparison, Condition, Effect, Operation

WORD = re.compile(r"\s*(and\b|or\b|not\b|\(|\)|==|!=|>=|<=|>|<|[@#$]?\w+)")
CHANGE = re.compile(r"(?P<name>[@$]?\w+)\s*(?P<op>[=+\-*/%])\s*(?P<value>[@#$]?\w+)")
DIE = re.compile(r"d\d+")
COMPARISONS: Final = ("==", "!=", ">", ">=", "<", "<=")
TRIGGERS: Final = {
    "start": "EventStart",
    "mythos": "Mythos",
    "the round starts": "StartRound",
    "the round ends": "EndRound",
    "the investigators are done": "EndInvestigatorTurn",
    "the monsters wake": "BeforeMonsterActivation",
    "eliminated": "Eliminated",
}
KINDS: Final[tuple[str, ...]] = get_args(get_type_hints(Effect)["kind"])
MONSTER = "CustomMonster"  # prefix of a monster defined by the scenario


def condition(text: str, where: str) -> Condition:
    """Parse `"fear >= 3 and not lamp"` from left to right. A name alone means more than 0. Raises ContentError."""
    words, parts = list(_words(text, where)), list[Compare | str]()
    while words:
        word = words.pop(0)
        if word in {"and", "or"}:
            parts.append(word.upper())
        elif word in {"(", ")"}:
            parts.append(word)
        else:
            parts.append(_comparison(word, words, f"{where}: {text!r}"))
    return tuple(_check_brackets(parts, f"{where}: {text!r}"))


def _words(text: str, where: str) -> Iterator[str]:
    at = 0
    while text[at:].strip():
        match = WORD.match(text, at)
        if match is None:
            raise ContentError(f"{where}: {text!r} cannot be read from {short(text[at:].strip())} on")
        yield match[1]
        at = match.end()


def _comparison(word: str, rest: list[str], where: str) -> Compare:
    """Parse one comparison and remove its words from `rest`."""
    if word == "not":
        if not rest or not _is_name(rest[0]):
            raise ContentError(f"{where}: after not comes the name of a number")
        return Compare(rest.pop(0), "==", "0")
    if not _is_name(word):
        raise ContentError(f"{where}: there is nothing to compare before {word}")
    if not rest or rest[0] not in COMPARISONS:
        return Compare(word, ">", "0")
    op = rest.pop(0)
    if not rest or rest[0] in {"and", "or", "not", "(", ")", *COMPARISONS}:
        raise ContentError(f"{where}: there is nothing to compare {word} with")
    return Compare(word, cast("Comparison", op), rest.pop(0))


def _is_name(word: str) -> bool:
    return word.lstrip("@#$")[:1].isidentifier() and word not in {"and", "or", "not"}


def _check_brackets(parts: Sequence[Compare | str], where: str) -> Iterator[Any]:
    """Check that one word joins two comparisons, and that brackets are closed."""
    depth, wants = 0, True
    for part in parts:
        opens = part == "(" or isinstance(part, Compare)
        if opens != wants:
            raise ContentError(f"{where}: a comparison, and or or, and again a comparison")
        depth += (part == "(") - (part == ")")
        wants = part in {"AND", "OR", "("}
        if depth < 0:
            break
        yield part
    if depth or (parts and wants):
        raise ContentError(f"{where}: it ends too early, or a bracket is left over")


def operations(changes: Iterable[str], where: str) -> tuple[Operation, ...]:
    """Parse `"fear + 1"`, `"luck = d6"`, `"found"` (= 1), `"signal alarm"`. Raises ContentError."""
    return tuple(_operation(change.strip(), where) for change in changes)


def _operation(text: str, where: str) -> Operation:
    if text.startswith("signal "):
        return Operation(f"@{text.removeprefix('signal ').strip()}", "=", "1")
    if text.isidentifier():
        return Operation(text, "=", "1")
    match = CHANGE.fullmatch(text)
    if match is None:
        raise ContentError(
            f'{where}: {text!r} is no change; write "fear + 1", "lamp = 0", "luck = d6" or "signal alarm"'
        )
    value = f"#rand{match['value'][1:]}" if DIE.fullmatch(match["value"]) else match["value"]
    return Operation(match["name"], match["op"], value)


def trigger(text: str, monsters: Iterable[str], where: str) -> str:
    """Parse a trigger: `"mythos"`, `"round 3 ends"`, `"defeated hound"`, `"signal alarm"`. Raises ContentError."""
    if not text or text in TRIGGERS:
        return TRIGGERS.get(text, "")
    if match := re.fullmatch(r"round (\d+) ends", text):
        return f"EndRound{match[1]}"
    if match := re.fullmatch(r"signal (\w+)", text):
        return f"Var{match[1]}"
    if match := re.fullmatch(r"defeated ([\w.]+)", text):
        return f"Defeated{MONSTER if match[1] in monsters else ''}{match[1]}"
    known = ", ".join((*TRIGGERS, "round N ends", "defeated NAME", "signal NAME"))
    raise ContentError(f"{where}: on = {text!r} is no moment; there are {known}")


def effect(entry: Mapping[str, int | str], where: str) -> Effect:
    """Parse `{ damage = 2, facing = "down" }`, `{ fire = "Kitchen" }`, `{ hurt = 2, what = "hound" }`. Raises ContentError."""
    kinds = [key for key in entry if key in KINDS]
    if len(kinds) != 1:
        raise ContentError(f"{where}: {dict(entry)} names no effect, or two; there are {', '.join(KINDS)}")
    rest = {key: value for key, value in entry.items() if key != kinds[0]}
    value = entry[kinds[0]]
    return record(Effect, {"kind": kinds[0], "amount" if isinstance(value, int) else "what": value, **rest}, where)


def field_names(cls: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))
