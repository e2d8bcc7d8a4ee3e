"""Does it begin, does it end, and is there a text that cannot be left?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.lint.reach import Reach
from companion.games.mansions.content.lint.values import can_hold, none_holds
from companion.games.mansions.content.scenario import Button, Component, Scenario

END = "$end"


def endings(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    """Beginning, endings, dead ends and what never happens."""
    if not any(one.trigger == "EventStart" for one in scenario.components.values()):
        yield Finding(
            "no-start", "", "Nothing happens at the start: no event waits for it (trigger EventStart).", "error"
        )
    yield from _endings(scenario, happens)
    for one in scenario.components.values():
        if one.name in happens:
            yield from _stuck(one, happens)
            yield from _leads_nowhere(one, scenario, happens)
    yield from _never(scenario, happens)


def is_ending(one: Component) -> bool:
    """Does the scenario end with it?"""
    return any(operation.name == END and operation.value != "0" for operation in one.operations)


def _endings(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    there = [one.name for one in scenario.components.values() if is_ending(one)]
    if not there:
        yield Finding("no-ending", "", "No event ends it: you will close it yourselves, with End scenario in the menu.")
    elif not any(name in happens for name in there):
        yield Finding(
            "no-ending", "", f"None of its {len(there)} endings can be reached: you will close it yourselves."
        )
    else:
        for name in there:
            if name not in happens:
                yield Finding("unreachable-ending", name, f"The ending {name} can never come: nothing leads to it.")


def _stuck(one: Component, happens: Reach) -> Iterator[Finding]:
    """A text that is shown while none of its buttons can be pressed. Tokens and items may be left alone."""
    if not one.display or one.kind not in {"event", "spawn"} or one.quota or not one.buttons:
        return
    conditions = [button.condition for button in one.buttons]
    if any(can_hold(condition, happens.values) is True for condition in conditions):
        return
    table = none_holds(conditions, happens.values)
    if table is not None:
        yield Finding(
            "dead-end", one.name, f"{one.name} cannot be left where {_told(table)}: no button is possible then."
        )


def _told(table: Mapping[str, float]) -> str:
    return " and ".join(f"{name} is {number:g}" for name, number in table.items())


def _leads_nowhere(one: Component, scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    """A button that names what follows, and nothing of it can ever run."""
    for place, button in enumerate(one.buttons, 1):
        there = [name for name in button.next if name in scenario.components]
        if not there or can_hold(button.condition, happens.values) is False:
            continue
        if not any(_can_run(scenario.components[name], happens) for name in there):
            names = ", ".join(there)
            sentence = f"Button {place} of {one.name} leads to {names}, whose condition never holds."
            yield Finding("leads-nowhere", one.name, sentence, "note" if _hurts_nobody(one, button) else "warning")


def _can_run(one: Component, happens: Reach) -> bool:
    return one.kind == "token" or can_hold(one.condition, happens.values) is not False


def _hurts_nobody(one: Component, button: Button) -> bool:
    """An event in the background that tries in vain, or one way of several."""
    return not one.display or len(one.buttons) > 1 or bool(button.condition)


def _never(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    for one in scenario.components.values():
        if one.name not in happens and not is_ending(one):
            why = "nothing leads to it" if one.kind != "item" else "nobody ever gets it"
            yield Finding("unreachable", one.name, f"{one.name} never happens: {why}.", "note")
