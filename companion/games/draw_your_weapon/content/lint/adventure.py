"""Is an adventure whole? Every fault is a sentence, its place first: what is not there is said with what there is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.engine import SUIT_NAMES, short
from companion.games.draw_your_weapon.content.records import Adventure, Call, Scene
from companion.schema import Faces

MOST_SCENES = 60
MOST_CALLS = 12  # of a scene: more cannot be told apart on a phone
MOST_FIGURES = 40
HIGHEST_REQUIREMENT = 30
SHORT = ("id", "title")


def faults(found: Adventure, attributes: Collection[str]) -> Iterator[str]:
    """Each fault. `attributes`: those that the table knows, beside those of the adventure's own people."""
    known = tuple(dict.fromkeys([*attributes, *_own_attributes(found)]))
    yield from _sized(found)
    yield from _twice(tuple(scene.id for scene in found.scenes), "scenes")
    yield from _twice(tuple(figure.id for figure in found.figures), "figures")
    for number, scene in enumerate(found.scenes):
        yield from _scene(found, scene, f"scenes.{number}", known)
    yield from _unreachable(found)


def _own_attributes(found: Adventure) -> Iterator[str]:
    for sheet in found.sheets:
        yield from sheet.attributes
    for figure in found.figures:
        yield from figure.attributes


def _sized(found: Adventure) -> Iterator[str]:
    if not found.title.strip():
        yield "title: a name is needed."
    if not found.scenes:
        yield "scenes: at least one scene is needed."
    if len(found.scenes) > MOST_SCENES:
        yield f"scenes: at most {MOST_SCENES} are read, {len(found.scenes)} came."
    if len(found.figures) > MOST_FIGURES:
        yield f"figures: at most {MOST_FIGURES} are read, {len(found.figures)} came."


def _scene(found: Adventure, scene: Scene, at: str, attributes: Faces) -> Iterator[str]:
    there = tuple(one.id for one in found.scenes)
    figures = tuple(figure.id for figure in found.figures)
    for name in SHORT:
        if not getattr(scene, name).strip():
            yield f"{at}.{name}: a name is needed."
    for follows in scene.next:
        yield from _known(follows, there, f"{at}.next", "scene")
    for figure in scene.figures:
        yield from _known(figure, figures, f"{at}.figures", "figure")
    if len(scene.calls) > MOST_CALLS:
        yield f"{at}.calls: at most {MOST_CALLS} are read, {len(scene.calls)} came."
    yield from _twice(tuple(call.id for call in scene.calls), f"{at}.calls")
    for number, call in enumerate(scene.calls):
        yield from _call(call, f"{at}.calls.{number}", figures, attributes)


def _call(call: Call, at: str, figures: Faces, attributes: Faces) -> Iterator[str]:
    if not call.title.strip():
        yield f"{at}.title: a name is needed."
    yield from _known(call.attribute, attributes, f"{at}.attribute", "attribute")
    yield from _known(call.suit, tuple(SUIT_NAMES), f"{at}.suit", "suit")
    for figure in call.against:
        yield from _known(figure, figures, f"{at}.against", "figure")
    if is_contest(call):
        if not call.against:
            yield f"{at}.against: whom is the Contest against? There are {', '.join(figures) or 'no figures'}."
        if call.required:
            yield f"{at}.required: a Contest needs no number, {call.required} came."
    elif not 1 <= call.required <= HIGHEST_REQUIREMENT:
        yield f"{at}.required: a number from 1 to {HIGHEST_REQUIREMENT} is needed, not {call.required}."
    elif call.against:
        yield f"{at}.against: a Skill Test is against a number, not against {', '.join(call.against)}."


def is_contest(call: Call) -> bool:
    return call.kind in {"contest", "surprise_contest"}


def _known(name: str, there: Faces, at: str, what: str) -> Iterator[str]:
    if name not in there:
        yield f"{at}: there is no {what} {short(name)}; there are {', '.join(there) or 'none'}."


def _twice(names: Faces, at: str) -> Iterator[str]:
    for place, name in enumerate(names):
        if name in names[:place]:
            yield f"{at}.{place}.id: {short(name)} stands there twice: give one of them another name."


def _unreachable(found: Adventure) -> Iterator[str]:
    """A scene that nobody ever comes to was misspelt or forgotten."""
    follows = {scene.id: scene.next for scene in found.scenes}
    reached = _from_first(follows)
    for number, scene in enumerate(found.scenes):
        if scene.id not in reached:
            yield f"scenes.{number}: nothing leads to {short(scene.id)}: name it as next of another scene."


def _from_first(follows: Mapping[str, Faces]) -> Faces:
    reached: list[str] = list(follows)[:1]
    for scene in reached:  # grows while it is walked
        reached += [name for name in dict.fromkeys(follows.get(scene, ())) if name not in reached]
    return tuple(reached)
