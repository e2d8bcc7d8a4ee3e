"""The map as the page draws it: tiles, the spaces in them where they are known, tokens, borders, monsters and figures."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.mansions.content import boxes
from companion.games.mansions.content.scenario import Component, Room, TilePart, TokenPart
from companion.games.mansions.content.terms import some
from companion.games.mansions.content.tile_geometry import rect
from companion.games.mansions.content.tiles import tiles
from companion.games.mansions.rules.actions.token_actions import does_something
from companion.games.mansions.rules.map.borders import borders
from companion.games.mansions.rules.map.geometry import tile_at
from companion.games.mansions.rules.map.spaces import revealed
from companion.games.mansions.rules.monsters.monster_drawer import FOE
from companion.games.mansions.rules.story.text_markup import place_title, title_of
from companion.games.mansions.scenario_state import Story
from companion.games.mansions.state import State
from companion.games.mansions.views import silhouettes
from companion.games.mansions.views.room_floors import floor
from companion.schema.maps import Board, Piece, Tile

TITLE = "The map"
COUNTED = ("fire", "darkness", "light")  # tokens that a map with spaces knows as marks of a space
KINDS = {
    "search": "Search token", "explore": "Explore token", "sight": "Sight token", "interact": "Interact token",
    "person": "Person token", "investigators": "Investigators", "door": "Door", "wall": "Wall", "barricade": "Barricade",
    "secret": "Secret passage",
}  # fmt: skip
"""What the people call the piece of cardboard, by its sign."""
LOW = 0.42  # how far down in its space a monster stands: under the name, above the tokens


def board(s: State) -> Board:
    """What lies on the table, and what the people still have to lay down. Empty without a scenario."""
    story = s.story
    if story is None:
        return Board(TITLE, ())
    there = tuple(one for name in story.board if (one := story.component(name)) is not None)
    pieces = (*borders(s), *_tokens(s, story, there), *_monsters(s, story))
    place = tuple(
        _sentence(s, story, one) for one in there if one.name in story.fresh and one.kind in ("tile", "token")
    )
    return Board(TITLE, tuple(_tiles(s, story, there)), tuple(_spaces(s, story)), pieces, place)


def _tiles(s: State, story: Story, there: tuple[Component, ...]) -> Iterator[Tile]:
    for one in there:
        if isinstance(one.part, TilePart):
            x, y, w, h = rect(one)
            yield Tile(
                one.name,
                title_of(story, one),
                x,
                y,
                w,
                h,
                _note(story, one),
                _marks(s, one.name),
                _here(s, one.name),
                one.name,
                one.name in story.fresh,
                floor(title_of(story, one)),
            )


def _spaces(s: State, story: Story) -> Iterator[Tile]:
    """Of the tiles that lie there, where the map knows them."""
    for name, room in story.scenario.rooms.items():
        if room.tile in story.board:
            note = ", ".join(s.spaces[name].items) if name in s.spaces else ""
            marks, here, ground = _marks(s, name), _here(s, name), floor(room.title)
            yield Tile(name, room.title, room.x, -room.y, room.w, room.h, note, marks, here, name, floor=ground)


def _note(story: Story, one: Component) -> str:
    """Which box a tile is from, or how many spaces it has."""
    if isinstance(one.part, TilePart) and one.part.side:
        side = tiles().get(one.part.side)
        return boxes.title(side.box) if side is not None and side.box else ""
    count = sum(room.tile == one.name for room in story.scenario.rooms.values())
    return some(count, "space") if count else ""


def _here(s: State, place: str) -> tuple[str, ...]:
    return tuple(seat for seat, who in s.seats.items() if who.space == place and not who.eliminated)


def _marks(s: State, place: str) -> tuple[str, ...]:
    """The tokens that count for a space, and what lies about in it."""
    t = s.tokens
    lying = {"fire": t.fire, "darkness": t.darkness, "light": t.light_sources}
    items = ("item",) if place in s.spaces and s.spaces[place].items else ()
    return (*(mark for mark, places in lying.items() if place in places), *items)


def _tokens(s: State, story: Story, there: tuple[Component, ...]) -> Iterator[Piece]:
    for one in there:
        if one.at is None or not isinstance(one.part, TokenPart):
            continue
        if _is_mark(s, story, one.part) and not does_something(one):
            continue
        icon, (x, y) = _icon(one.part), one.at
        title = ", ".join(filter(None, (title_of(story, one), _where(s, story, one))))
        yield Piece(one.name, title, icon, x, -y, one.part.turned, one.name, one.name in story.fresh)


def _icon(part: TokenPart) -> str:
    """Its sign; a passage that lies in a space, and on no border, is an arch."""
    sign = silhouettes.of_token(part.type)
    return "passage" if sign == "secret" and part.space else sign


def _is_mark(s: State, story: Story, part: TokenPart) -> bool:
    """Is it drawn as a mark of its space already, or has it been destroyed since?"""
    sign = silhouettes.of_token(part.type)
    if not story.scenario.exact:
        return False
    if sign == "barricade":
        return frozenset(part.between) not in {one.between for one in s.tokens.barricades}
    return sign in COUNTED


def _where(s: State, story: Story, one: Component) -> str:
    """The space of a token, or the tile under it."""
    if isinstance(one.part, TokenPart) and (one.part.space or one.part.between):
        names = [name for name in one.part.between if revealed(s, name)] or (one.part.space or one.part.between[0],)
        return " and ".join(place_title(s, name) for name in names)
    tile = story.component(tile_at(s, one.at)) if one.at is not None else None
    return title_of(story, tile) if tile is not None else ""


def _sentence(s: State, story: Story, one: Component) -> str:
    """As in "Search token, Kitchen" and "Tile: Foyer"."""
    title = title_of(story, one)
    if isinstance(one.part, TilePart):
        note = _note(story, one)
        return f"Tile: {title}" + (f" ({note})" if note else "")
    kind = KINDS.get(silhouettes.of_token(one.part.type), "") if isinstance(one.part, TokenPart) else ""
    called = kind if not title or title in kind else f"{kind}: {title}" if kind else f"{title} token"
    return ", ".join(filter(None, (called, _where(s, story, one))))


def _monsters(s: State, story: Story) -> Iterator[Piece]:
    """Those of which it is known where they stand."""
    for name, monster in s.monsters.items():
        middle = _middle(story, monster.space)
        if middle is not None:
            title = f"{name}, {place_title(s, monster.space)}"
            yield Piece(name, title, silhouettes.of_monster(monster), *middle, option=f"{FOE}:{name}")


def _middle(story: Story, place: str) -> tuple[float, float] | None:
    room = story.scenario.rooms.get(place)
    if room is not None:
        return _in(room)
    tile = story.component(place)
    if tile is None or place not in story.board:
        return None
    x, y, w, h = rect(tile)
    return x + w / 2, y + h * LOW


def _in(room: Room) -> tuple[float, float]:
    return room.x + room.w / 2, -room.y + room.h * LOW
