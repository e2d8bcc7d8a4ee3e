"""Check that an adventure is complete. A fault names its place, and lists the possible values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.engine import SUITS, short
from companion.games.draw_your_weapon.content.records import Adventure, Call, Scene
from companion.games.draw_your_weapon.content.weapons import no_attribute, no_suit, out_of_range
from companion.i18n import Text, _, listed
from companion.schema import Faces

MOST_SCENES = 60
MOST_CALLS = 12  # in a scene: more do not fit on a phone
MOST_FIGURES = 40
HIGHEST_REQUIREMENT = 30
NAMED_FIELDS = ("id", "title")


def faults(adventure: Adventure, attributes: Collection[str]) -> Iterator[Text]:
    """Yield each fault. `attributes` are those of the table; the adventure's characters may add others."""
    known = tuple(dict.fromkeys([*attributes, *_own_attributes(adventure)]))
    yield from _size_faults(adventure)
    yield from _repeated_faults(tuple(scene.id for scene in adventure.scenes), "scenes")
    yield from _repeated_faults(tuple(figure.id for figure in adventure.figures), "figures")
    for number, scene in enumerate(adventure.scenes):
        yield from _scene_faults(adventure, scene, f"scenes.{number}", known)
    yield from _unreachable_faults(adventure)


def _own_attributes(adventure: Adventure) -> Iterator[str]:
    for sheet in adventure.sheets:
        yield from sheet.attributes
    for figure in adventure.figures:
        yield from figure.attributes


def _size_faults(adventure: Adventure) -> Iterator[Text]:
    if not adventure.title.strip():
        yield _("{at}: a name is needed.", at="title")
    if not adventure.scenes:
        yield _("{at}: at least one scene is needed.", at="scenes")
    if len(adventure.scenes) > MOST_SCENES:
        yield _too_many("scenes", MOST_SCENES, len(adventure.scenes))
    if len(adventure.figures) > MOST_FIGURES:
        yield _too_many("figures", MOST_FIGURES, len(adventure.figures))


def _scene_faults(adventure: Adventure, scene: Scene, at: str, attributes: Faces) -> Iterator[Text]:
    there = tuple(other.id for other in adventure.scenes)
    figures = tuple(figure.id for figure in adventure.figures)
    for name in NAMED_FIELDS:
        if not getattr(scene, name).strip():
            yield _("{at}: a name is needed.", at=f"{at}.{name}")
    for follows in scene.next:
        if follows not in there:
            yield _no_scene(f"{at}.next", follows, there)
    for figure in scene.figures:
        if figure not in figures:
            yield _no_figure(f"{at}.figures", figure, figures)
    if len(scene.calls) > MOST_CALLS:
        yield _too_many(f"{at}.calls", MOST_CALLS, len(scene.calls))
    yield from _repeated_faults(tuple(call.id for call in scene.calls), f"{at}.calls")
    for number, call in enumerate(scene.calls):
        yield from _call_faults(call, f"{at}.calls.{number}", figures, attributes)


def _call_faults(call: Call, at: str, figures: Faces, attributes: Faces) -> Iterator[Text]:
    if not call.title.strip():
        yield _("{at}: a name is needed.", at=f"{at}.title")
    if call.attribute not in attributes:
        yield no_attribute(f"{at}.attribute", call.attribute, attributes)
    if call.suit not in SUITS:
        yield no_suit(f"{at}.suit", call.suit)
    for figure in call.against:
        if figure not in figures:
            yield _no_figure(f"{at}.against", figure, figures)
    yield from _opponent_faults(call, at, figures)


def _opponent_faults(call: Call, at: str, figures: Faces) -> Iterator[Text]:
    """Require opponents for a Contest, a number for a Skill Test."""
    if call.is_contest:
        if not call.against:
            there = listed(figures, ", ") or _("no figures")
            yield _("{at}: whom is the Contest against? There are {there}.", at=f"{at}.against", there=there)
        if call.required:
            yield _("{at}: a Contest needs no number, {n} came.", at=f"{at}.required", n=call.required)
    elif not 1 <= call.required <= HIGHEST_REQUIREMENT:
        yield out_of_range(f"{at}.required", 1, HIGHEST_REQUIREMENT, call.required)
    elif call.against:
        names = listed(call.against, ", ")
        yield _("{at}: a Skill Test is against a number, not against {names}.", at=f"{at}.against", names=names)


def _too_many(at: str, most: int, number: int) -> Text:
    return _("{at}: at most {most} are read, {came} came.", at=at, most=most, came=number)


def _no_scene(at: str, name: str, scenes: Faces) -> Text:
    there = listed(scenes, ", ") or _("none")
    return _("{at}: there is no scene {name}; there are {there}.", at=at, name=short(name), there=there)


def _no_figure(at: str, name: str, figures: Faces) -> Text:
    there = listed(figures, ", ") or _("none")
    return _("{at}: there is no figure {name}; there are {there}.", at=at, name=short(name), there=there)


def _repeated_faults(names: Faces, at: str) -> Iterator[Text]:
    for place, name in enumerate(names):
        if name in names[:place]:
            here = f"{at}.{place}.id"
            yield _("{at}: {name} stands there twice: give one of them another name.", at=here, name=short(name))


def _unreachable_faults(adventure: Adventure) -> Iterator[Text]:
    """Report scenes that no other scene leads to."""
    follows = {scene.id: scene.next for scene in adventure.scenes}
    reached = _from_first(follows)
    for number, scene in enumerate(adventure.scenes):
        if scene.id not in reached:
            yield _(
                "{at}: nothing leads to {scene}: name it as next of another scene.",
                at=f"scenes.{number}",
                scene=short(scene.id),
            )


def _from_first(follows: Mapping[str, Faces]) -> Faces:
    reached: list[str] = list(follows)[:1]
    for scene in reached:  # the list grows during the loop
        reached += [name for name in dict.fromkeys(follows.get(scene, ())) if name not in reached]
    return tuple(reached)
