"""Corrections of the Intruders and of their bag."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Rule
from companion.games.nemesis import facts
from companion.games.nemesis.content.ship import KINDS
from companion.games.nemesis.names import kind_name, room_words
from companion.games.nemesis.rules.corrections.prompts import pick, pick_room
from companion.games.nemesis.rules.intruders.noise import intruder_appears
from companion.games.nemesis.state import G
from companion.i18n import _
from companion.schema import Option, Seat


def tell_intruder_more(g: G, seat: Seat) -> Rule[None]:
    options = [Option(kind) for kind in KINDS]
    kind = yield from pick(g, seat, "intruder.comes", _("which Intruder comes?"), options)
    room = (yield from pick_room(g, seat, "intruder.place", _("where does it stand?"))) if kind else ""
    if room:
        intruder_appears(g, next(one for one in KINDS if one == kind), room)


def tell_intruder(g: G, seat: Seat) -> Rule[None]:
    options = [
        Option(name, _("{kind} in {room}", kind=kind_name(one.kind), room=room_words(g.state, one.room)))
        for name, one in g.state.intruders.items()
    ]
    name = yield from pick(g, seat, "intruder", _("which Intruder is not right?"), options)
    if not name:
        return
    changed = yield from pick(g, seat, "intruder.change", _("what is to be put right?"), _of_intruder(), about=name)
    if name in g.state.intruders:
        yield from _changed(g, seat, name, changed)


def _changed(g: G, seat: Seat, name: str, changed: str) -> Rule[None]:
    match changed:
        case "moved":
            room = yield from pick_room(g, seat, "intruder.place", _("where does it stand?"))
            if room and name in g.state.intruders:  # it may have died while the people thought
                g.emit(facts.IntruderMoved(name, room))
        case "hurt" | "healed":
            g.emit(facts.IntruderHurt(name, 1 if changed == "hurt" else -1))
        case "dead":
            g.emit(facts.IntruderDied(name))
        case "gone":
            g.emit(facts.IntruderRemoved(name))


def _of_intruder() -> Iterator[Option]:
    yield Option("moved", _("It stands elsewhere"))
    yield Option("hurt", _("An injury more"))
    yield Option("healed", _("An injury less"))
    yield Option("dead", _("It is dead, its carcass lies there"))
    yield Option("gone", _("It is gone"))


def tell_token_more(g: G, seat: Seat) -> Rule[None]:
    bag = g.state.ship.bag
    options = [Option(token) for token in sorted({*bag.tokens, *bag.per_player, *bag.spare})]
    token = yield from pick(g, seat, "token.in", _("which token goes into the bag?"), options)
    if token:
        g.emit(facts.TokenAdded(token))


def tell_token_less(g: G, seat: Seat) -> Rule[None]:
    options = [Option(token) for token in sorted(set(g.state.bag.inside))]
    token = yield from pick(g, seat, "token.out", _("which token goes out of the bag?"), options)
    if token in g.state.bag.inside:
        g.emit(facts.TokenTaken(token))
