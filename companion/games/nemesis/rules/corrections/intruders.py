"""What is put right of the Intruders, and of the bag they come from."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Rule
from companion.games.nemesis.content import KINDS
from companion.games.nemesis.facts import (
    G,
    IntruderDied,
    IntruderHurt,
    IntruderMoved,
    IntruderRemoved,
    TokenAdded,
    TokenTaken,
)
from companion.games.nemesis.rules.corrections.prompts import EVERYBODY, pick, pick_room
from companion.games.nemesis.rules.intruders import intruder_appears
from companion.games.nemesis.rules.names import room_words
from companion.schema import Option, Seat


def tell_intruder_more(g: G, seat: Seat) -> Rule[None]:
    kind = yield from pick(g, seat, f"{EVERYBODY}: which Intruder comes?", [Option(kind) for kind in KINDS])
    room = (yield from pick_room(g, seat, "where does it stand?")) if kind else ""
    if room:
        intruder_appears(g, next(one for one in KINDS if one == kind), room)


def tell_intruder(g: G, seat: Seat) -> Rule[None]:
    options = [Option(n, f"{i.kind} in {room_words(g.state, i.room)}") for n, i in g.state.intruders.items()]
    name = yield from pick(g, seat, f"{EVERYBODY}: which Intruder is not right?", options)
    changed = (yield from pick(g, seat, f"{EVERYBODY}: what is right of it?", _of_intruder())) if name else ""
    if name not in g.state.intruders:
        return
    match changed:
        case "moved":
            room = yield from pick_room(g, seat, "where does it stand?")
            if room and name in g.state.intruders:  # it may have died while the people thought
                g.emit(IntruderMoved(name, room))
        case "hurt" | "healed":
            g.emit(IntruderHurt(name, 1 if changed == "hurt" else -1))
        case "dead":
            g.emit(IntruderDied(name))
        case "gone":
            g.emit(IntruderRemoved(name))


def _of_intruder() -> Iterator[Option]:
    yield Option("moved", "It stands elsewhere")
    yield Option("hurt", "An injury more")
    yield Option("healed", "An injury less")
    yield Option("dead", "It is dead, its carcass lies there")
    yield Option("gone", "It is gone")


def tell_token_more(g: G, seat: Seat) -> Rule[None]:
    bag = g.state.ship.bag
    options = [Option(token) for token in sorted({*bag.tokens, *bag.per_player, *bag.spare})]
    token = yield from pick(g, seat, f"{EVERYBODY}: which token goes into the bag?", options)
    if token:
        g.emit(TokenAdded(token))


def tell_token_less(g: G, seat: Seat) -> Rule[None]:
    options = [Option(token) for token in sorted(set(g.state.bag.inside))]
    token = yield from pick(g, seat, f"{EVERYBODY}: which token goes out of the bag?", options)
    if token in g.state.bag.inside:
        g.emit(TokenTaken(token))
