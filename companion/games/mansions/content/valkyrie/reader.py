"""Read the sections and texts of a community scenario into a Scenario. Its findings list the guesses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from types import MappingProxyType

from companion.games.mansions.content.scenario import ENDING, Button, Component, Kind, Scenario
from companion.games.mansions.content.valkyrie.conditions import buttons, condition, operations
from companion.games.mansions.content.valkyrie.parts import activation, monster, part, quest_head
from companion.games.mansions.content.valkyrie.section import Section, spelt_out
from companion.i18n import N_

KINDS: Mapping[str, Kind] = {
    "Event": "event", "Token": "token", "Tile": "tile", "UI": "ui",
    "Spawn": "spawn", "QItem": "item", "Puzzle": "puzzle", "Door": "door",
    "StartingItem": "item",
}  # fmt: skip
"""Prefix of a section's name -> kind."""
MONSTER, ACTIVATION = "CustomMonster", "Activation"
ON_THE_MAP = ("token", "tile", "door", "ui")  # placed at 0, 0 by default
ENDING_PREFIX, ENDS_BY_NAME = "EventEnd", 8  # up to this format such a name alone ends the scenario
MOST_FINDINGS = 200


def read(
    sections: Mapping[str, Mapping[str, str]],
    texts: Mapping[str, str],
    language: str = "",
    pictures: Mapping[str, str] | None = None,
    title: str = "",
) -> Scenario:
    """Return the scenario, with `texts` in one language and `pictures` as file -> digest. Raises ContentError for a bad head.

    Unknown sections are skipped. Unknown names stay, and the engine skips them.
    """
    files = MappingProxyType({path.lower(): path for path in pictures or ()})
    notes: list[str] = []

    def opened(name: str) -> Section:
        return Section(name, sections[name], texts, files, notes)

    top = quest_head(Section("Quest", sections.get("Quest", {}), texts, files, notes))
    notes += (f"{name}: no section begins so, it is left out." for name in sections if not _is_known(name))
    components = {name: component(opened(name), kind) for name in sections if (kind := kind_of(name))}
    return Scenario(
        title=spelt_out(texts.get("quest.name", ""), texts).strip() or title or N_("A scenario without a name"),
        description=spelt_out(texts.get("quest.description", "") or texts.get("quest.synopsys", ""), texts),
        authors=spelt_out(texts.get("quest.authors", ""), texts),
        **{**asdict(top), "language": language or top.language},
        components=MappingProxyType(_with_endings(components, top.format)),
        monsters=MappingProxyType({n: monster(opened(n), sections) for n in sections if n.startswith(MONSTER)}),
        activations=MappingProxyType({n: activation(opened(n)) for n in sections if n.startswith(ACTIVATION)}),
        words=MappingProxyType(dict(texts)),
        pictures=MappingProxyType(dict(pictures or {})),
        findings=tuple(notes[:MOST_FINDINGS]),
    )


def kind_of(name: str) -> Kind | None:
    return next((kind for start, kind in KINDS.items() if name.startswith(start)), None)


def _is_known(name: str) -> bool:
    return name == "Quest" or name.startswith((MONSTER, ACTIVATION)) or kind_of(name) is not None


def component(section: Section, kind: Kind) -> Component:
    """Return one component. The conditions of a token are ignored."""
    display = section.flag("display", default=True)
    return Component(
        name=section.name,
        kind=kind,
        text=section.text("text"),
        buttons=() if kind in ("tile", "item") else _buttons_of(section, kind, display=display),
        display=display,
        add=section.names("add"),
        remove=section.names("remove"),
        trigger=section.word("trigger"),
        operations=operations(section),
        condition=() if kind == "token" else condition(section),
        at_random=section.flag("randomevents"),
        quota=_quota(section),
        at=_place(section, kind),
        highlight=section.flag("highlight"),
        audio=section.word("audio"),
        music=section.names("music"),
        heroes=(max(0, section.whole("minhero")), most) if (most := section.whole("maxhero")) > 0 else None,
        part=part(section, kind),
    )


def _buttons_of(section: Section, kind: Kind, *, display: bool) -> tuple[Button, ...]:
    """Return the buttons. An overlay that changes something always has one."""
    stated = buttons(section, display=display)
    changes = any(section.word(key) for key in ("add", "remove", "operations"))
    return (Button(),) if kind == "ui" and not stated and changes else stated


def _place(section: Section, kind: Kind) -> tuple[float, float] | None:
    """Return x and y (up on the map, shares of the screen for overlays). Events may have no place."""
    is_said = "xposition" in section.values or "yposition" in section.values
    is_view = section.flag("mincam") or section.flag("maxcam")
    if kind not in ON_THE_MAP and (is_view or not is_said):
        return None
    return section.number("xposition"), section.number("yposition")


def _quota(section: Section) -> str:
    """Return a number above 0 or a variable, or "" without a quota."""
    quota = section.word("quota")
    return "" if quota.isdecimal() and not int(quota[:6]) else quota


def _with_endings(components: dict[str, Component], form: int) -> dict[str, Component]:
    """Add endings by event name, for old scenarios and for those without any other end."""
    if form > ENDS_BY_NAME and _has_ending(components.values()):
        return components
    return {
        name: replace(component, operations=(*component.operations, ENDING))
        if name.startswith(ENDING_PREFIX) and not _has_ending((component,))
        else component
        for name, component in components.items()
    }


def _has_ending(components: Iterable[Component]) -> bool:
    return any(operation.name == ENDING.name for component in components for operation in component.operations)
