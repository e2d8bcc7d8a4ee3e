"""Costs of an action, and the move action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine import Rule, choose, done
from companion.games.mansions.facts import ActionForfeited, ActionSpent, FigurePlaced, G, MoveBegan, RuleFact
from companion.games.mansions.named import monster_name
from companion.games.mansions.rules.map import (
    NOT_NOW,
    STAY,
    UNSAID,
    burn,
    in_darkness,
    monsters_in,
    neighbours,
    places,
    refuse,
    space_title,
    step,
    way_refused,
)
from companion.games.mansions.rules.monsters import evade_check
from companion.games.mansions.rules.story import place_title
from companion.games.mansions.state import State, exact
from companion.i18n import Text, _, listed, ngettext
from companion.schema import Option, Prompt, Refusal, Seat, Words

STEPS = 2  # spaces of a move action, MOM-MOVE-1


def path_refused(s: State, seat: Seat, path: tuple[str, ...], steps: int) -> Refusal | None:
    """Return why a path is not possible, or None. MOM-MOVE-1."""
    if len(path) > steps:
        sentence = ngettext(
            "{n} space at most, not {wished}.", "{n} spaces at most, not {wished}.", steps, wished=len(path)
        )
        return Refusal("TOO_FAR", sentence, "MOM-MOVE-1")
    here = s.seats[seat].space
    for to in path:
        refusal = way_refused(s, here, to)
        if refusal is not None:
            return refusal
        here = to
    return None


def continue_move(g: G, seat: Seat, path: tuple[str, ...]) -> Rule[None]:
    """Finish an interrupted move. MOM-MOVE-2."""
    refuse(path_refused(g.state, seat, path, g.state.seats[seat].steps_left))
    yield from walk(g, seat, path)


def walk(g: G, seat: Seat, path: tuple[str, ...]) -> Rule[None]:
    """Walk a path. Each step out of a monster's space needs an evade check. MOM-MOVE-3, MOM-EVADE-2."""
    for to in path:
        if g.state.seats[seat].eliminated or not (yield from _may_go_on(g, seat)):
            return
        yield from step(g, seat, to, counts=True)


def _may_go_on(g: G, seat: Seat) -> Rule[bool]:
    """Make the evade check of a move. An investigator that is caught loses the rest of it."""
    evaded = yield from evade_check(g, seat)
    if evaded == "caught":
        g.emit(MoveBegan(seat, 0))
    return evaded == "free" and not g.state.seats[seat].eliminated


def ways_from(s: State, here: str, steps: int) -> Mapping[str, tuple[str, ...]]:
    """Return the path to each space in reach: the shortest, and of those the safest."""
    reached: dict[str, tuple[str, ...]] = {here: ()}
    edge = [here]
    for _step in range(steps):
        further: dict[str, tuple[str, ...]] = {}
        for space in sorted(edge, key=lambda name: rate_danger(s, name)):
            for to in neighbours(s, space):
                if to not in reached and to not in further and way_refused(s, space, to) is None:
                    further[to] = (*reached[space], to)
        reached |= further
        edge = list(further)
    return {space: way for space, way in reached.items() if way}


def rate_danger(s: State, space: str) -> int:
    """Rate a space: players avoid Fire, and monsters more."""
    return (space in s.tokens.fire) + 2 * bool(monsters_in(s, space))


def destination_options(s: State, seat: Seat, steps: int) -> list[Option]:
    """Return the choices of a move. Closed neighbours follow with the reason."""
    if not exact(s):
        unsaid = Option(UNSAID, _("Somewhere that is not said"))
        return [*(Option(place, _describe_destination(s, place, 0)) for place in places(s)), unsaid, NOT_NOW]
    here = s.seats[seat].space
    ways = ways_from(s, here, steps)
    closed = (near for near in neighbours(s, here) if near not in ways)
    return [
        *(Option(space, _describe_destination(s, space, len(way))) for space, way in ways.items()),
        *(Option(space, place_title(s, space), way_refused(s, here, space)) for space in closed),
        NOT_NOW,
    ]


def neighbour_options(s: State, seat: Seat) -> list[Option]:
    """Return the neighbours as choices, closed ones with the reason. On maps of tiles, return every tile."""
    here = s.seats[seat].space
    if not exact(s):
        return destination_options(s, seat, 1)
    near = (
        replace(Option(space, _describe_destination(s, space, 0)), refused=way_refused(s, here, space))
        for space in neighbours(s, here)
    )
    return [*near, NOT_NOW]


def _describe_destination(s: State, space: str, steps: int) -> Words:
    """Describe a destination: "Kitchen, 2 spaces (Fire: 1 damage; Rat)"."""
    notes, where = listed(reminders(s, space), "; "), place_title(s, space)
    if steps > 1:
        where = ngettext("{place}, {n} space", "{place}, {n} spaces", steps, place=where)
    return _("{place} ({notes})", place=where, notes=notes) if notes else where


def reminders(s: State, space: str) -> Iterator[Text]:
    if space in s.tokens.fire:
        yield _("Fire: 1 damage") if exact(s) else _("Fire on this tile")
    if in_darkness(s, space):
        yield _("Darkness: no clues for dice")
    for monster in monsters_in(s, space):
        yield monster_name(monster.name)


def things_here(s: State, space: str) -> Iterator[Text]:
    if space in s.tokens.fire:
        yield _("Fire burns here")
    if in_darkness(s, space):
        yield _("it is dark here")
    for monster in monsters_in(s, space):
        yield _("{monster} is here", monster=monster_name(monster.name))


Deed = Callable[[G], Rule[bool]]  # False: the action is forfeited


def deed_of(*facts: RuleFact) -> Deed:
    """Return the deed of an action that only establishes these facts."""

    def deed(g: G) -> Rule[bool]:
        for fact in facts:
            g.emit(fact)
        yield from done()
        return True

    return deed


def perform(g: G, seat: Seat, action: Words, refusal: Refusal | None, deed: Deed) -> Rule[None]:
    """Do an action other than attack and move. MOM-EVADE-1, MOM-FIRE-2, MOM-FIRE-4."""
    refuse(action_refused(g.state, seat) or refusal)
    evaded = yield from evade_check(g, seat)
    if evaded == "waiting" or g.state.seats[seat].eliminated:
        return
    g.emit(ActionSpent(seat, action))
    if evaded == "caught" or not (yield from deed(g)):
        g.emit(ActionForfeited(seat, action))
    yield from burn(g, seat)


def action_refused(s: State, seat: Seat) -> Refusal | None:
    """Return why no action is left. None too where players count actions themselves."""
    if s.story is not None and not s.story.counted_actions:
        return None
    if s.seats[seat].actions < 1:
        return Refusal("NO_ACTIONS_LEFT", _("{who} has no action left.", who=s.seats[seat].name), "MOM-X-TURN-1")
    return None


def move(g: G, seat: Seat, path: tuple[str, ...]) -> Rule[None]:
    """Move up to two spaces. Unused ones may follow after another action. MOM-MOVE-1, MOM-MOVE-2."""
    refuse(action_refused(g.state, seat) or path_refused(g.state, seat, path, STEPS))
    g.emit(ActionSpent(seat, _("move")))
    g.emit(MoveBegan(seat, STEPS))
    yield from walk(g, seat, path)


def token_refusal(token: Words) -> Refusal:
    sentence = _("The token {token} is not where it can be used.", token=token)
    return Refusal("TOKEN_NOT_REACHABLE", sentence, "MOM-EXPLORE-1")


def step_after(g: G, seat: Seat, to: str, rule: str) -> Rule[None]:
    """Offer one further space. Leaving a monster needs an evade check. MOM-EVADE-2."""
    place, refusal = space_title(g.state, to), way_refused(g.state, g.state.seats[seat].space, to)
    options = [Option("go", _("move to {place}", place=place), refusal), Option("stay", _("stay"))]
    prompt = choose(seat, _("move one space to {place}?", place=place), options, rule=rule, key="follow")
    if (yield from g.one(prompt)) == "go" and (yield from try_to_leave(g, seat)):
        yield from step(g, seat, to)


def try_to_leave(g: G, seat: Seat) -> Rule[bool]:
    """Return whether the seat may leave the space: not if caught, nor if eliminated by the check. MOM-EVADE-2."""
    evaded = yield from evade_check(g, seat)
    return evaded == "free" and not g.state.seats[seat].eliminated


def move_somewhere(g: G, seat: Seat) -> Rule[None]:
    """Move up to two spaces with one tap. MOM-MOVE-1."""
    to = yield from g.one(_where_prompt(g.state, seat, "move", _("move where?"), STEPS))
    if to == STAY:
        return
    if exact(g.state):
        yield from move(g, seat, ways_from(g.state, g.state.seats[seat].space, STEPS)[to])
        return
    refuse(action_refused(g.state, seat))
    g.emit(ActionSpent(seat, _("move")))
    g.emit(MoveBegan(seat, STEPS))
    yield from _arrive(g, seat, to)


def finish(g: G, seat: Seat) -> Rule[None]:
    """Finish an interrupted move. MOM-MOVE-2."""
    left = g.state.seats[seat].steps_left
    to = yield from g.one(_where_prompt(g.state, seat, "move.finish", _("finish the move where?"), left))
    if to == STAY:
        return
    if exact(g.state):
        yield from continue_move(g, seat, ways_from(g.state, g.state.seats[seat].space, left)[to])
    else:
        yield from _arrive(g, seat, to)


def _where_prompt(s: State, seat: Seat, key: str, title: Text, steps: int) -> Prompt:
    return choose(seat, title, destination_options(s, seat, steps), rule="MOM-MOVE-1", at="board", key=key)


def _arrive(g: G, seat: Seat, to: str) -> Rule[None]:
    """Move on a map of tiles. Players count the spaces."""
    if not (yield from _may_go_on(g, seat)):
        return
    if to == UNSAID:
        g.emit(FigurePlaced(seat, ""))
        g.emit(MoveBegan(seat, g.state.seats[seat].steps_left - 1))
    else:
        yield from step(g, seat, to, counts=True)


@dataclass(frozen=True, slots=True)
class Action:
    """One button. `refuse` returns the reason for a grey button, or None."""

    name: str
    title: Text
    refuse: Callable[[State, Seat], Refusal | None]
    do: Callable[[G, Seat], Rule[None]]


def headline(s: State, seat: Seat) -> Text:
    """Return the title of the card: "1 action left and 1 space to go; Fire burns here"."""
    who = s.seats[seat]
    if s.story is not None and not s.story.counted_actions:
        return _("what is done?")
    if not exact(s):
        return _actions_left(who.actions)
    left = _actions_left(who.actions)
    if who.steps_left:
        spaces = ngettext("{n} space to go", "{n} spaces to go", who.steps_left)
        left = _("{actions} and {spaces}", actions=left, spaces=spaces)
    return listed((left, *things_here(s, who.space)), "; ")


def _actions_left(actions: int) -> Text:
    return ngettext("{n} action left", "{n} actions left", actions) if actions else _("no action left")


def never_refused(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001  of every action's shape
    return None


def refused_without_action(refuse: Callable[[State, Seat], Refusal | None]) -> Callable[[State, Seat], Refusal | None]:
    """Add the check that an action is left."""
    return lambda s, seat: action_refused(s, seat) or refuse(s, seat)


MOVE_ACTIONS = (
    Action("finish", _("Finish the move"), never_refused, finish),
    Action("move", _("Move"), refused_without_action(never_refused), move_somewhere),
)
