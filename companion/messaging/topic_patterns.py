"""Topics and patterns of MQTT 3.1.1: what fits, what cannot be."""

from __future__ import annotations

from companion.messaging.bus import BusError


def matches(pattern: str, topic: str) -> bool:
    """Whether a topic fits a pattern with `+` and `#` (MQTT 3.1.1, 4.7).

    >>> matches("a/+/c", "a/b/c"), matches("a/#", "a"), matches("#", "$SYS/x")
    (True, True, False)
    """
    if topic.startswith("$") and pattern[:1] in {"+", "#"}:
        return False
    wanted, given = pattern.split("/"), topic.split("/")
    if wanted[-1] == "#":
        wanted = wanted[:-1]
        if len(given) < len(wanted):
            return False
        given = given[: len(wanted)]
    return len(wanted) == len(given) and all(want in {"+", have} for want, have in zip(wanted, given, strict=True))


def overlap(one: str, other: str) -> bool:
    """Whether some topic fits both patterns."""
    left, right = one.split("/"), other.split("/")
    for a, b in zip(left, right, strict=False):
        if "#" in {a, b}:
            return True
        if a != b and "+" not in {a, b}:
            return False
    longer = left if len(left) > len(right) else right
    return len(left) == len(right) or longer[min(len(left), len(right))] == "#"


def check_topic(topic: str) -> None:
    """Raises BusError for a topic that cannot be published on."""
    if not topic or any(mark in topic for mark in "+#\0") or len(topic.encode()) > 65535:
        raise BusError(f'nothing can be published on "{topic[:80]}": a topic has no "+", "#" or NUL and is not empty')


def check_pattern(pattern: str) -> None:
    """Raises BusError for a pattern that nothing can match."""
    levels = pattern.split("/")
    wild = any(len(level) > 1 and ("+" in level or "#" in level) for level in levels)
    if not pattern or wild or "#" in levels[:-1] or "\0" in pattern:
        raise BusError(f'"{pattern[:80]}" is no pattern: "+" stands for one whole segment, "#" for the rest')
