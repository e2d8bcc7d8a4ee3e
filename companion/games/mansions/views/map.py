"""The map of the page: tiles, spaces, tokens, borders, overlays and the monster drawer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.games.mansions.content import (
    Component,
    OverlayPart,
    Room,
    TilePart,
    TokenPart,
    box_of_side,
    official_title,
    rect,
)
from companion.games.mansions.named import monster_name
from companion.games.mansions.rules.actions import FOE, does_something
from companion.games.mansions.rules.map import LESS, MORE, is_revealed, tile_at
from companion.games.mansions.rules.story import name_of, place_title, resolve_text, title_of
from companion.games.mansions.state import Monster, State, Story
from companion.games.mansions.views.drawings_and_cues import floor, monster_drawing, token_drawing
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import Board, Element, Foe, Foes, Overlay, Piece, Tile, Words

OVERLAY_TITLE = _("Over the map")
WIDE = 16 / 9  # aspect of the screen that overlays are written for
SHARE_OF_SIDE = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}
COLOR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,20}", re.IGNORECASE)


def overlay(s: State) -> Overlay | None:
    story = s.story
    if story is None:
        return None
    elements = tuple(element for component in story.placed if (element := _element(s, story, component)) is not None)
    return Overlay(OVERLAY_TITLE, elements) if elements else None


def _element(s: State, story: Story, component: Component) -> Element | None:
    """Return an overlay element. None for other components and for a missing picture that cannot be tapped."""
    part = component.part
    if not isinstance(part, OverlayPart):
        return None
    picture, taps = story.scenario.pictures.get(part.picture, ""), does_something(component)
    text = resolve_text(s, part.words) or (
        NOTHING if picture or not taps else from_data(official_title(component.name))
    )
    if not (picture or text):
        return None
    x, y, w, h = frame(component, part)
    return Element(
        component.name,
        x,
        y,
        w,
        0.0 if picture else h,
        text,
        picture,
        component.name if taps else "",
        part.text_size,
        color(part.text_color),
        color(part.back_color),
        part.border,
        part.align.lower(),
        part.down,
    )


def frame(component: Component, part: OverlayPart) -> tuple[float, float, float, float]:
    """Return the anchor (x, y), the width and the height of an element as shares of the screen.

    Sizes and offsets count in screen heights or widths, from the edges `across` and `down`.
    The page computes the height of a picture, so y is its top, middle or bottom.
    """
    unit = 1.0 if part.tall else WIDE
    w = part.size * unit
    h = w / (part.aspect or 1.0)
    along, below = component.at or (0.0, 0.0)
    left = SHARE_OF_SIDE[part.across] * (WIDE - w) + along * unit
    return left / WIDE, SHARE_OF_SIDE[part.down] + below * unit, w / WIDE, h


def color(name: str) -> str:
    """Return a colour that the page accepts, or "".

    >>> color("#FFAA00"), color("red"), color("url(x)")
    ('#FFAA00', 'red', '')
    """
    return name if COLOR.fullmatch(name) else ""


UPRIGHT = 90.0  # degrees


def borders(s: State) -> Iterator[Piece]:
    """Yield a door or wall for each border of the placed rooms, once for both sides."""
    if s.story is None:
        return
    rooms, seen = s.story.scenario.rooms, set[frozenset[str]]()
    for name, room in rooms.items():
        for icon, others in (("door", room.doors), ("wall", room.impassable)):
            for other in others:
                pair = frozenset((name, other))
                lies = {room.tile, rooms[other].tile} & set(s.story.board) if other in rooms else set[str]()
                if pair not in seen and lies:
                    seen.add(pair)
                    yield _piece(s, icon, name, other)


def _piece(s: State, icon: str, name: str, other: str) -> Piece:
    """Draw one border. The room behind a closed door stays secret."""
    rooms = s.story.scenario.rooms if s.story else {}
    x, y, turned = border_place(rooms[name], rooms[other])
    titles = listed(from_data(rooms[room].title) for room in (name, other) if is_revealed(s, room))
    return Piece(f"{icon}/{name}/{other}", listed((KINDS[icon], titles), ", "), icon, x, y, turned)


def border_place(a: Room, b: Room) -> tuple[float, float, float]:
    """Return the middle of the border of two rooms (x, y down) and the rotation of its bar in degrees.

    Without a common border it is the middle of the gap.
    """
    left, right = max(a.x, b.x), min(a.x + a.w, b.x + b.w)
    top, bottom = min(a.y, b.y), max(a.y - a.h, b.y - b.h)
    return (left + right) / 2, -(top + bottom) / 2, UPRIGHT if right - left < top - bottom else 0.0


TITLE = _("The map")
MARKS = ("fire", "darkness", "light")  # tokens that a map with spaces draws as marks
KINDS: Mapping[str, Text] = {
    "search": _("Search token"),
    "explore": _("Explore token"),
    "sight": _("Sight token"),
    "interact": _("Interact token"),
    "person": _("Person token"),
    "investigators": _("Investigators"),
    "door": _("Door"),
    "wall": _("Wall"),
    "barricade": _("Barricade"),
    "secret": _("Secret passage"),
}
"""Printed name of a token, by its sign."""
MONSTER_HEIGHT = 0.42  # vertical position of a monster in its space: below the name, above the tokens


def board(s: State) -> Board:
    """Return the table, with the components that players have yet to place. Empty without a scenario."""
    story = s.story
    if story is None:
        return Board(TITLE, ())
    there = story.placed
    pieces = (*borders(s), *_tokens(s, story, there), *_monsters(s, story))
    place = tuple(
        _describe_piece(s, story, component)
        for component in there
        if component.name in story.fresh and component.kind in ("tile", "token")
    )
    return Board(TITLE, tuple(_tiles(s, story, there)), tuple(_spaces(s, story)), pieces, place)


def _tiles(s: State, story: Story, there: tuple[Component, ...]) -> Iterator[Tile]:
    for component in there:
        if isinstance(component.part, TilePart):
            name, title, note = component.name, title_of(story, component), _note(story, component)
            marks, here, ground = _marks(s, name), _seats_at(s, name), floor(name_of(story, component))
            yield Tile(name, title, *rect(component), note, marks, here, name, name in story.fresh, ground)


def _spaces(s: State, story: Story) -> Iterator[Tile]:
    for name, room in story.scenario.rooms.items():
        if room.tile in story.board:
            note = listed(map(from_data, s.spaces[name].items), ", ") if name in s.spaces else NOTHING
            title, marks, here, ground = from_data(room.title), _marks(s, name), _seats_at(s, name), floor(room.title)
            yield Tile(name, title, room.x, -room.y, room.w, room.h, note, marks, here, name, floor=ground)


def _note(story: Story, component: Component) -> Text:
    """Return the box of a tile, or its number of spaces."""
    if isinstance(component.part, TilePart) and component.part.side:
        return from_data(box_of_side(component.part.side))
    count = sum(room.tile == component.name for room in story.scenario.rooms.values())
    return ngettext("{n} space", "{n} spaces", count) if count else NOTHING


def _seats_at(s: State, place: str) -> tuple[str, ...]:
    return tuple(seat for seat, who in s.seats.items() if who.space == place and not who.eliminated)


def _marks(s: State, place: str) -> tuple[str, ...]:
    tokens = s.tokens
    lying = {"fire": tokens.fire, "darkness": tokens.darkness, "light": tokens.light_sources}
    items = ("item",) if place in s.spaces and s.spaces[place].items else ()
    return (*(mark for mark, places in lying.items() if place in places), *items)


def _tokens(s: State, story: Story, there: tuple[Component, ...]) -> Iterator[Piece]:
    for component in there:
        if component.at is None or not isinstance(component.part, TokenPart):
            continue
        if _is_mark(s, story, component.part) and not does_something(component):
            continue
        icon, (x, y) = token_drawing(component.part.type), component.at
        if icon == "secret" and component.part.space:
            icon = "passage"  # in a space it is an arch
        title = joined(", ", (title_of(story, component), _place_of(s, story, component)))
        name, turned = component.name, component.part.turned
        yield Piece(name, title, icon, x, -y, turned, name, name in story.fresh)


def _is_mark(s: State, story: Story, part: TokenPart) -> bool:
    """Return whether the token is drawn as a mark, or was destroyed."""
    sign = token_drawing(part.type)
    if not story.scenario.exact:
        return False
    if sign == "barricade":
        return frozenset(part.between) not in {barrier.between for barrier in s.tokens.barricades}
    return sign in MARKS


def _place_of(s: State, story: Story, component: Component) -> Words:
    """Return the space of a token, or the tile below it."""
    part = component.part
    if isinstance(part, TokenPart) and (part.space or part.between):
        names = [name for name in part.between if is_revealed(s, name)] or [part.space or part.between[0]]
        return listed(place_title(s, name) for name in names)
    tile = story.component(tile_at(s, component.at)) if component.at is not None else None
    return title_of(story, tile) if tile is not None else NOTHING


def _describe_piece(s: State, story: Story, component: Component) -> Text:
    title = title_of(story, component)
    if isinstance(component.part, TilePart):
        note = _note(story, component)
        return _("Tile: {tile} ({note})", tile=title, note=note) if note else _("Tile: {tile}", tile=title)
    return joined(", ", (_name_token(component, title), _place_of(s, story, component)))


def _name_token(component: Component, title: Words) -> Text:
    """Name a token. An untitled token is named by its kind."""
    sign = token_drawing(component.part.type) if isinstance(component.part, TokenPart) else ""
    if sign not in KINDS:
        return _("{what} token", what=title)
    part = component.part
    if isinstance(part, TokenPart) and part.type == f"Token{sign.capitalize()}" and not component.title:
        return KINDS[sign]
    return _("{kind}: {what}", kind=KINDS[sign], what=title)


def _monsters(s: State, story: Story) -> Iterator[Piece]:
    for name, monster in s.monsters.items():
        middle = _middle(story, monster.space)
        if middle is not None:
            title = listed((monster_name(name), place_title(s, monster.space)), ", ")
            yield Piece(name, title, monster_drawing(monster), *middle, option=f"{FOE}:{name}")


def _middle(story: Story, place: str) -> tuple[float, float] | None:
    room = story.scenario.rooms.get(place)
    if room is not None:
        return room.x + room.w / 2, -room.y + room.h * MONSTER_HEIGHT
    tile = story.component(place)
    if tile is None or place not in story.board:
        return None
    x, y, w, h = rect(tile)
    return x + w / 2, y + h * MONSTER_HEIGHT


FOES_TITLE = _("Monsters")
UNSAID = _("place not said")


def foes(s: State) -> Foes:
    """Return the monster drawer. The page compares its options with the open prompts."""
    return Foes(FOES_TITLE, tuple(_foe(s, monster) for monster in s.monsters.values()))


def _foe(s: State, monster: Monster) -> Foe:
    name, health, damage = monster.name, monster.health or 0, monster.damage
    counts = {"a": monster.awareness, "h": monster.horror_rating, "b": monster.brawn}
    numbers = _("{awareness} {a} · {horror} {h} · {brawn} {b}", **counts)  # the page draws their signs
    place = place_title(s, monster.space) if monster.space else UNSAID
    taps, is_now = (f"{MORE}:{name}", f"{LESS}:{name}", f"{FOE}:{name}"), _is_now(s, monster)
    return Foe(name, monster_name(name), health, damage, numbers, place, *taps, is_now, monster_drawing(monster))


def _is_now(s: State, monster: Monster) -> bool:
    story = s.story
    if story is None:
        return False
    alone = story.phase == "monsters" and story.to_activate == (monster.name,)
    return alone or (story.aloud is not None and story.aloud.is_about(monster.name))
