"""Texts of a scenario: resolve the marks in them, and name components. Symbols and `<b>`, `<i>` stay for the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.games.mansions.content import (
    PERILS,
    SKILLS,
    Component,
    ItemPart,
    MonsterKind,
    SpawnPart,
    TilePart,
    TokenPart,
    official_names,
    replace_marks,
)
from companion.games.mansions.named import SIGN_WORDS
from companion.games.mansions.rules.map import space_title
from companion.games.mansions.state import Shown, State, Story, story_of
from companion.i18n import N_, NOTHING, Text, filters, from_data, listed
from companion.i18n.filters import BRIEF
from companion.schema import Option, Words

SYMBOLS = (*SKILLS, "success", "investigation", "clue", "action")  # the page draws these
MOST_NESTED = 8  # strings of the scenario that name others
MOST_LETTERS = 20_000  # letters of a text, as strings may name each other without end; real texts have 3 000
MARK = re.compile(r"\{(qst|ffg|val|c|var|rnd):([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
SLOT = re.compile(r":(\{\d+\}):((?:[^{}:]|\{[^{}]*\})*)")  # "{qst:KEY:{0}:words}": the value of {0} in the text of KEY
NAMED_MARK = re.compile(r"\{(var|rnd|c):(\w+)\}")  # a mark that may become a placeholder
BRACES = re.compile(r"\{([^\W\d]\w*)\}")  # a placeholder, or a sign
NOT_PLAIN = re.compile(r"[<\[{\n]|  ")  # tags, signs, several lines
VALKYRIE = MappingProxyType(
    {"CONTINUE": N_("Continue"), "PASS": N_("Pass"), "FAIL": N_("Fail"), "YES": N_("Yes"), "NO": N_("No"), "OK": "OK"}
)
TYPE = "{type}"  # kind of monster, in the text of its spawn
ANYBODY = N_("a random investigator")
NO_ARGUMENTS: Mapping[str, Any] = MappingProxyType({})


def resolve_text(s: State, raw: Words, shown: Shown | None = None, named: Mapping[str, Any] = NO_ARGUMENTS) -> Text:
    """Resolve the marks of a text; symbols and tags stay. `named` fills further marks."""
    if isinstance(raw, Text):
        return raw
    used = {name: value for name, value in named.items() if f"{{{name}}}" in raw}
    if s.story is not None and MARK.search(raw):
        translatable = _with_placeholders(s, raw, shown, used)
        if translatable:
            return translatable
    return from_data(_resolve(s, raw, shown), **used)


def _with_placeholders(s: State, raw: str, shown: Shown | None, named: Mapping[str, Any]) -> Text:
    """Turn marks into placeholders, `{var:flood}` into `{var_flood}`, so that a catalogue can translate the text.

    Returns NOTHING for a community text, or one with other marks.
    """
    message = NAMED_MARK.sub(r"{\1_\2}", raw)
    rest = BRACES.sub("", message)
    if story_of(s).scenario.format or TYPE in raw or "{" in rest or "}" in rest:
        return NOTHING
    marks = NAMED_MARK.findall(raw)
    arguments: dict[str, Any] = {f"{kind}_{name}": _argument(s, kind, name, shown) for kind, name in marks}
    return from_data(_with_line_breaks(message), **arguments, **named)


def _argument(s: State, kind: str, name: str, shown: Shown | None) -> Words:
    if kind == "c":
        return component_title(s, name, shown)
    if kind == "rnd" and not _hero(shown):
        return from_data(ANYBODY)
    return _resolve_mark(s, kind, name, shown)


def _resolve(s: State, raw: str, shown: Shown | None = None) -> str:
    if s.story is None or "{" not in raw:
        return _with_line_breaks(raw)
    text = raw.replace(TYPE, _monster_of_event(s, shown)) if TYPE in raw else raw
    for _depth in range(MOST_NESTED):
        resolved = replace_marks(MARK, lambda mark: _resolve_mark(s, mark[1], mark[2], shown), text, MOST_LETTERS)
        if resolved == text:
            break
        text = resolved
    return _with_line_breaks(text)


def _monster_of_event(s: State, shown: Shown | None) -> str:
    """Return the name of the last monster that the shown event brought."""
    if s.story is None or shown is None:
        return "monster"
    spawned = [monster for monster in s.monsters.values() if monster.spawn == shown.event]
    return monster_kind(s.story, spawned[-1].kind) if spawned else "monster"


def plain(text: Words) -> Text:
    """Return a text without tags and with symbols as words, for a title or the log.

    >>> str(plain("{action} <b>Search</b>"))
    'Search'
    """
    marked = _as_text(text)
    return marked if _is_plain(marked) else from_data("{text.plain}", text=_spell_signs(marked))


def _is_plain(text: Text) -> bool:
    arguments = dict(text.args)
    without_arguments = BRACES.sub(lambda brace: "" if brace[1] in arguments else brace[0], text.msgid)
    return not (text.items or NOT_PLAIN.search(without_arguments))


def first_sentence(text: Words) -> Text:
    """Return the first sentence, for lists.

    >>> str(first_sentence("The sea is <b>quiet</b>. You row home."))
    'The sea is quiet.'
    """
    return from_data("{text.plain.first}", text=_spell_signs(_as_text(text))) if text else NOTHING


def beginning(text: Words) -> Text:
    """Return the beginning of a text, for the log. A short text stays equal to the one on the screen."""
    marked = _as_text(text)
    if len(marked.msgid) <= BRIEF and _is_plain(marked):
        return marked
    return from_data("{text.plain.brief}", text=_spell_signs(marked))


def _as_text(text: Words) -> Text:
    return text if isinstance(text, Text) else from_data(text)


def _spell_signs(text: Text) -> Text:
    """Return a text whose signs are arguments, so that they read as words."""
    items = tuple(_spell_signs(item) if isinstance(item, Text) else item for item in text.items)
    signs = {name: SIGN_WORDS.get(name, NOTHING) for name in BRACES.findall(text.msgid) if name in SYMBOLS}
    own = {name: _spell_signs(value) if isinstance(value, Text) else value for name, value in text.args}
    return replace(text, items=items, args=tuple(sorted({**signs, **own}.items())))


def _with_line_breaks(text: str) -> str:
    return text.replace("\\n", "\n").strip()


def _resolve_mark(s: State, kind: str, inner: str, shown: Shown | None) -> str:
    story = s.story
    if story is None:
        return inner
    key = inner.partition(":")[0]
    match kind:
        case "qst":
            return _fill_slots(story.scenario.words.get(key, official_names.official(key)), inner)
        case "ffg":
            return official_names.official(key)
        case "val":
            return VALKYRIE.get(key, official_names.official(key))
        case "c":
            return component_name(s, inner, shown)
        case "var":
            number = story.variables.get(inner, 0.0)
            return str(int(number)) if number == int(number) else f"{number:g}"
        case _:
            return _hero(shown) or ANYBODY


def _hero(shown: Shown | None) -> str:
    """Return the player whom the event drew at random, "" without one."""
    return _without_braces(shown.hero) if shown is not None else ""


def _without_braces(name: str) -> str:
    """Return a player's name without braces: a typed name must not act as a mark."""
    return name.replace("{", "(").replace("}", ")")


def _fill_slots(text: str, inner: str) -> str:
    """Put the values of "KEY:{0}:words" into the text of KEY, up to MOST_LETTERS."""
    for slot, value in SLOT.findall(inner):
        enough = 1 + MOST_LETTERS // max(1, len(value))  # a text that is too long is never built
        text = text.replace(slot, value, enough)[:MOST_LETTERS]
    return text


def component_title(s: State, name: str, shown: Shown | None = None) -> Words:
    """Return the title of a component: its item card, monster or tile."""
    people = _picked_names(s, name)
    if people is not None:
        return listed(people, ", ") or from_data(ANYBODY)
    title = _own_name(s, name)
    return from_data(title) if title else _hero(shown) or from_data(official_names.official_title(name))


def component_name(s: State, name: str, shown: Shown | None = None) -> str:
    """Return the title of a component in the language of the scenario, as its card has it."""
    people = _picked_names(s, name)
    if people is not None:
        return ", ".join(people) or ANYBODY
    return _own_name(s, name) or _hero(shown) or official_names.official_title(name)


def _picked_names(s: State, name: str) -> list[str] | None:
    """Return the names of the seats that an event picked; None if it picks none."""
    story = s.story
    if story is None or name in story.scenario.monsters or name not in story.picked:
        return None
    return [_without_braces(s.seats[seat].name) for seat in story.picked[name]]


def _own_name(s: State, name: str) -> str:
    story = s.story
    if story is None:
        return official_names.official_title(name)
    if name in story.scenario.monsters:
        return monster_kind(story, name)
    component = story.component(name)
    return name_of(story, component) if component is not None else official_names.official_title(name)


def title_of(story: Story, component: Component) -> Text:
    """Return the name of a component as a text that the page translates."""
    return from_data(name_of(story, component))


def name_of(story: Story, component: Component) -> str:
    """Return the name of a component in the language of the scenario, or its official English one."""
    match component.part:
        case ItemPart(title=title):
            item = story.items.get(component.name) or component.name
            return title or component.title or official_names.official_title(item)
        case SpawnPart(title=title, unique=True) if title:
            return title
        case SpawnPart(monsters=monsters):
            return monster_kind(story, monsters[0]) if monsters else component.title
        case TilePart(title=title, side=side):
            return title or component.title or official_names.official_title(side or component.name)
        case TokenPart(type=kind):
            return component.title or official_names.official_title(kind)
    return component.title


def monster_kind(story: Story, kind: str) -> str:
    """Return the name of a kind of monster."""
    titled = titled_kind(story, kind)
    return titled.title if titled else official_names.official_title(story.scenario.lineage(kind)[-1])


def titled_kind(story: Story, kind: str) -> MonsterKind | None:
    """Return the scenario's monster that gives a kind its title: itself, or its base."""
    own = story.scenario.monsters
    return next((own[name] for name in story.scenario.lineage(kind) if name in own and own[name].title), None)


def find_component(s: State, name: str) -> Component | None:
    """Return a component of the scenario, or one of the perils that every scenario may use."""
    return story_of(s).scenario.components.get(name) or PERILS.get(name)


def place_title(s: State, place: str) -> Words:
    """Return the title of a tile or of a room on it."""
    is_tile = s.story is not None and place not in s.story.scenario.rooms
    return component_title(s, place) if is_tile else space_title(s, place)


def place_option(s: State, place: str) -> Option:
    return Option(place, place_title(s, place))


def raw_text(s: State, raw: Words) -> str:
    """Return a text of the scenario with its marks resolved. "" for a `Text`: our own messages contain no tests."""
    return "" if isinstance(raw, Text) else _resolve(s, raw)


def unmarked(s: State, raw: str) -> str:
    """Return a text of the scenario as one line, without tags and signs."""
    return filters.plain(raw_text(s, raw))
