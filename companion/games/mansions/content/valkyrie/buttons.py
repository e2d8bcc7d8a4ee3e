"""The ways on from an event: what they are called, where they lead and when they can be taken."""

from __future__ import annotations

from typing import Literal, cast

from companion.games.mansions.content.scenario import Button, Condition
from companion.games.mansions.content.valkyrie.conditions import condition, tests
from companion.games.mansions.content.valkyrie.section import Section, spelt_out

MOST = 20
ACTION = "{action}"
UNMET = ("disable", "hide", "none")


def buttons(section: Section, *, display: bool) -> tuple[Button, ...]:
    """The buttons in their order; an event that is shown has one at least."""
    return tuple(_button(section, number) for number in range(1, _count(section, display=display) + 1))


def _count(section: Section, *, display: bool) -> int:
    """What is written of further buttons than are stated is left over from a draft: nobody reads it."""
    return min(max(section.whole("buttons"), 0), MOST) or int(display)


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
    """`event1=Name Other,var,op,value[,action]`: for a time the condition stood behind the names."""
    parts = section.values.get(f"event{number}", "").split(",")
    needs = tests(section, f"event{number}", ",".join(parts[1:4])) if len(parts) >= 4 else ()
    unmet = parts[4].strip().lower() if len(parts) > 4 else ""
    return tuple(parts[0].split()), needs, unmet if unmet in UNMET else "disable"
