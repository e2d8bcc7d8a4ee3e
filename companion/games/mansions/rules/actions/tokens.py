"""Tokens and overlay elements: a tap runs their event. Their actions need an investigator in reach."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import Rule, choose, done
from companion.games.mansions.content import Component, TokenPart
from companion.games.mansions.facts import EventLeft, G, Way
from companion.games.mansions.named import choose_together
from companion.games.mansions.rules.actions.costs_and_moves import deed_of, perform, token_refusal
from companion.games.mansions.rules.map import are_adjacent, is_revealed, refuse, space_title
from companion.games.mansions.rules.story import plain, queue, resolve_text, title_of
from companion.games.mansions.state import State, story_of
from companion.i18n import Text, _, listed
from companion.schema import Faces, Option, Refusal, Seat

ON_DOORS = ("TokenExplore",)  # usable from both sides of a door, MOM-EXPLORE-1


def token_ways(s: State) -> tuple[Way, ...]:
    tokens, over = tappable_components(s, "token"), tappable_components(s, "ui")
    ways = []
    if tokens:
        prompt = choose_together(_("tap a token on the map"), _options(s, tokens), at="board", key="token")
        ways.append(Way(prompt, _tap_token))
    if over:
        prompt = choose_together(_("tap what lies over the map"), _options(s, over), at="overlay", key="overlay")
        ways.append(Way(prompt, _tap_overlay))
    return tuple(ways)


def tappable_components(s: State, kind: str) -> tuple[Component, ...]:
    return tuple(component for component in story_of(s).placed if component.kind == kind and does_something(component))


def does_something(component: Component) -> bool:
    """Return whether a tap has an effect. A wall has none, and neither has a frame around a picture."""
    if component.display and (component.text or (component.kind == "token" and component.buttons)):
        return True
    return any(button.next for button in component.buttons) or bool(
        component.add + component.remove + component.operations
    )


def _options(s: State, there: Sequence[Component]) -> list[Option]:
    story = story_of(s)
    on_it = {
        component.name: resolve_text(s, getattr(component.part, "words", "") or component.text) for component in there
    }
    return [
        Option(component.name, title_of(story, component) or plain(on_it[component.name]) or component.name)
        for component in there
    ]


def _tap_token(g: G, values: Faces) -> Rule[None]:
    queue(g, values[0], story_of(g.state).active, tapped=True)
    yield from done()


def _tap_overlay(g: G, values: Faces) -> Rule[None]:
    if not queue(g, values[0], story_of(g.state).active, wished=True):
        g.emit(EventLeft(values[0]))  # its condition does not hold
    yield from done()


def token_refused(s: State, seat: Seat, name: str) -> Refusal | None:
    """Return why the action of a token is out of reach, or None. MOM-SEARCH-1, MOM-EXPLORE-1, MOM-INTERACT-1."""
    component = story_of(s).component(name)
    if not story_of(s).scenario.exact or component is None or not isinstance(component.part, TokenPart):
        return None
    here, part = s.seats[seat].space, component.part
    if not (part.space or part.between) or here == part.space or here in part.between:
        return None
    if part.type in ON_DOORS and part.space in s.spaces and _door_between(s, here, part.space):
        return None
    return Refusal("TOKEN_NOT_REACHABLE", _move_first(s, seat, part), "MOM-EXPLORE-1")


def _door_between(s: State, here: str, there: str) -> bool:
    doors = (here in s.spaces and there in s.spaces[here].doors) or here in s.spaces[there].doors
    return doors and are_adjacent(s, here, there)


def _move_first(s: State, seat: Seat, part: TokenPart) -> Text:
    """Name the spaces that reach it. The space behind a closed door stays secret."""
    rooms, who = story_of(s).scenario.rooms, s.seats[seat].name
    there = [name for name in (part.between or (part.space,)) if name in rooms and is_revealed(s, name)]
    if not there:
        return _("{who} is not there: move to it first.", who=who)
    place = listed((space_title(s, name) for name in there), "or")
    return _("{who} is not there: move to {place} first.", who=who, place=place)


def search(g: G, seat: Seat, token: str) -> Rule[None]:
    """Search a token of the own space; the app says the rest. MOM-SEARCH-1."""
    here = g.state.tokens.search.get(token) == g.state.seats[seat].space
    yield from perform(g, seat, _("search"), None if here else token_refusal(token), deed_of())


def explore(g: G, seat: Seat, token: str) -> Rule[None]:
    """Explore a token of the own space or on one of its doors. MOM-EXPLORE-1."""
    here, at = g.state.seats[seat].space, g.state.tokens.explore.get(token)
    doors = g.state.spaces[here].doors if here in g.state.spaces else ()
    yield from perform(g, seat, _("explore"), None if at == here or at in doors else token_refusal(token), deed_of())


def sight(g: G, seat: Seat, token: str) -> Rule[None]:
    """Ask the player about a Sight token. It costs no action. MOM-SIGHT-1."""
    refuse(None if token in g.state.tokens.sight else token_refusal(token))
    options = [Option("resolve", _("resolve the effects")), Option("decline", _("leave it"))]
    yield from g.one(choose(seat, _("resolve what is seen?"), options, rule="MOM-SIGHT-1", key="sight"))
