"""Marks in the texts of a scenario become words: names, numbers, an investigator. Symbols and `<b>`, `<i>` stay for the page."""

from __future__ import annotations

import re
from types import MappingProxyType

from companion.games.mansions.content import SKILLS, Component, ItemPart, SpawnPart, TilePart, TokenPart, official_names
from companion.games.mansions.rules.map import revealed
from companion.games.mansions.state import Shown, State, Story
from companion.schema import Option

UNEXPLORED = "what lies beyond"


SYMBOLS = (*SKILLS, "success", "investigation", "clue", "action")  # the page draws these
DEEP = 8  # own strings that stand in own strings
MOST_LETTERS = 20_000  # of a text: strings may name each other without end; real ones have 3 000
MARK = re.compile(r"\{(qst|ffg|val|c|var|rnd):([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
SLOT = re.compile(
    r":(\{\d+\}):((?:[^{}:]|\{[^{}]*\})*)"
)  # "{qst:KEY:{0}:words}": what stands for {0} in the text of KEY
TAG = re.compile(r"[<\[]/?[a-z]+(?:=[^>\]]*)?[>\]]")
SYMBOL = re.compile(r"\{(\w+)\}")
VALKYRIE = MappingProxyType(
    {"CONTINUE": "Continue", "PASS": "Pass", "FAIL": "Fail", "YES": "Yes", "NO": "No", "OK": "OK"}
)
TYPE = "{type}"  # the kind of monster, in the words of its spawn
ANYBODY = "a random investigator"


def words(s: State, raw: str, shown: Shown | None = None) -> str:
    """A text with its marks resolved; symbols and tags are still in it."""
    if s.story is None or "{" not in raw:
        return _lines(raw)
    text = raw.replace(TYPE, _kind(s, shown)) if TYPE in raw else raw
    for _ in range(DEEP):
        resolved = MARK.sub(lambda found: _mark(s, found[1], found[2], shown)[:MOST_LETTERS], text)[:MOST_LETTERS]
        if resolved == text:
            break
        text = resolved
    return _lines(text)


def _kind(s: State, shown: Shown | None) -> str:
    """The monster that the shown event brought."""
    came = [m for m in s.monsters.values() if shown is not None and m.spawn == shown.event]
    return monster_title(story, came[-1].kind) if came and (story := s.story) is not None else "monster"


def plain(text: str) -> str:
    """Without tags and with symbols as words, for a title or a line of the log.

    >>> plain("{action} <b>Search</b>")
    'Search'
    """
    bare = TAG.sub("", text.replace("{action}", ""))
    return " ".join(SYMBOL.sub(r"\1", bare).split())


def _lines(text: str) -> str:
    return text.replace("\\n", "\n").strip()


def _mark(s: State, kind: str, inner: str, shown: Shown | None) -> str:
    story = s.story
    if story is None:
        return inner
    key = inner.partition(":")[0]
    match kind:
        case "qst":
            return _filled(story.scenario.words.get(key, official_names.official(key))[:MOST_LETTERS], inner)
        case "ffg":
            return official_names.official(key)
        case "val":
            return VALKYRIE.get(key, official_names.official(key))
        case "c":
            return component_title(s, inner, shown)
        case "var":
            return _number(story.variables.get(inner, 0.0))
        case _:
            return _called(shown.hero) if shown is not None and shown.hero else ANYBODY


def _called(name: str) -> str:
    """Of a person, as it was typed in: what stands in braces there is no mark."""
    return name.replace("{", "(").replace("}", ")")


def _filled(text: str, inner: str) -> str:
    """A text with what its caller puts into its slots."""
    for slot, given in SLOT.findall(inner):
        text = text.replace(slot, given)[:MOST_LETTERS]
    return text


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"


def component_title(s: State, name: str, shown: Shown | None = None) -> str:
    """What the people call a component: the card of an item, the monster of a spawn, the tile."""
    story = s.story
    if story is None:
        return official_names.official_title(name)
    if name in story.scenario.monsters:
        return monster_title(story, name)
    if name in story.picked:
        return ", ".join(_called(s.seats[seat].name) for seat in story.picked[name]) or ANYBODY
    one = story.component(name)
    if one is None:
        return official_names.official_title(name)
    return (
        title_of(story, one)
        or (_called(shown.hero) if shown is not None else "")
        or official_names.official_title(name)
    )


def title_of(story: Story, one: Component) -> str:
    """Its own title, or that of the thing it stands for."""
    match one.part:
        case ItemPart(title=title):
            return title or one.title or official_names.official_title(story.items.get(one.name) or one.name)
        case SpawnPart(title=title, unique=True) if title:
            return title
        case SpawnPart(monsters=monsters):
            return monster_title(story, monsters[0]) if monsters else one.title
        case TilePart(title=title, side=side):
            return title or one.title or official_names.official_title(side or one.name)
        case TokenPart(type=kind):
            return one.title or official_names.official_title(kind)
    return one.title


def monster_title(story: Story, kind: str) -> str:
    """Of a kind of monster, one of the scenario's own included."""
    line, own = story.scenario.lineage(kind), story.scenario.monsters
    titles = (own[name].title for name in line if name in own)
    return next(filter(None, titles), "") or official_names.official_title(line[-1])


def place_title(s: State, place: str) -> str:
    """What the people call a space or a tile; of a space that does not lie there yet nothing is said."""
    room = s.story.scenario.rooms.get(place) if s.story else None
    if room is not None:
        return room.title if revealed(s, place) else UNEXPLORED
    return component_title(s, place) if s.story else place


def place_option(s: State, place: str) -> Option:
    return Option(place, place_title(s, place))
