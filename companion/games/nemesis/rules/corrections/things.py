"""Corrections of what is aboard: Intruders, their bag, and heavy objects."""

from __future__ import annotations

from companion.engine import Correction, Rule
from companion.games.nemesis import facts
from companion.games.nemesis.content.ship import KINDS, Kind
from companion.games.nemesis.names import kind_name, object_words, put_object, room_words, who
from companion.games.nemesis.rules.corrections.prompts import LEAVE, pick, pick_heavy_object, pick_room
from companion.games.nemesis.rules.intruders.noise import intruder_appears
from companion.games.nemesis.state import Event, G, State
from companion.i18n import Text, _
from companion.schema import TABLE, Option, Prompt

INTRUDER_CHANGES = (
    Option("moved", _("It stands elsewhere")),
    Option("hurt", _("An injury more")),
    Option("healed", _("An injury less")),
    Option("dead", _("It is dead, its carcass lies there")),
    Option("gone", _("It is gone")),
)


def _new_intruder(s: State) -> Prompt:
    return pick(s, TABLE, "intruder.comes", _("which Intruder comes?"), [Option(kind) for kind in KINDS])


def _intruder_room(s: State, _kind: str) -> Prompt:
    return pick_room(s, TABLE, "intruder.place", _("where does it stand?"))


def _add_intruder(g: G, kind: Kind, room: str) -> None:
    intruder_appears(g, kind, room)


def _intruder(s: State) -> Prompt:
    options = [
        Option(name, _("{kind} in {room}", kind=kind_name(intruder.kind), room=room_words(s, intruder.room)))
        for name, intruder in s.intruders.items()
    ]
    return pick(s, TABLE, "intruder", _("which Intruder is not right?"), options)


def _intruder_change(s: State, name: str) -> Prompt:
    return pick(s, TABLE, "intruder.change", _("what is to be put right?"), INTRUDER_CHANGES, about=name)


def _change_intruder(g: G, name: str, change: str) -> Rule[None]:
    if name not in g.state.intruders:  # a correction may remove it during a prompt
        return
    match change:
        case "moved":
            room = yield from g.one(_intruder_room(g.state, name))
            if room != LEAVE and name in g.state.intruders:
                g.emit(facts.IntruderMoved(name, room))
        case "hurt" | "healed":
            g.emit(facts.IntruderHurt(name, 1 if change == "hurt" else -1))
        case "dead":
            g.emit(facts.IntruderDied(name))
        case "gone":
            g.emit(facts.IntruderRemoved(name))


def _new_token(s: State) -> Prompt:
    bag = s.ship.bag
    tokens = [Option(token) for token in sorted({*bag.tokens, *bag.per_player, *bag.spare})]
    return pick(s, TABLE, "token.in", _("which token goes into the bag?"), tokens)


def _token_inside(s: State) -> Prompt:
    tokens = [Option(token) for token in sorted(set(s.bag.inside))]
    return pick(s, TABLE, "token.out", _("which token goes out of the bag?"), tokens)


def _take_token(g: G, token: str) -> None:
    if token in g.state.bag.inside:
        g.emit(facts.TokenTaken(token))


def _object_room(s: State, _kind: str) -> Prompt:
    return pick_room(s, TABLE, "object.place", _("where does it lie?"))


def _put_object(g: G, kind: str, room: str) -> None:
    g.emit(facts.ObjectPut(put_object(g.state, kind), kind, room))


def _object(s: State) -> Prompt:
    options = [Option(name, _whereabouts(s, name)) for name in s.objects]
    return pick(s, TABLE, "object.gone", _("which heavy object is gone?"), options)


def _whereabouts(s: State, name: str) -> Text:
    """Return a heavy object, and where it is."""
    thing, room = object_words(s, name), s.objects[name].room
    if room:
        return _("{thing}, in {room}", thing=thing, room=room_words(s, room))
    owner = next((seat for seat, character in s.characters.items() if name in character.heavy), "")
    return _("{thing}, with {who}", thing=thing, who=who(s, owner)) if owner else _("{thing}, with nobody", thing=thing)


def _remove_object(g: G, name: str) -> None:
    if name in g.state.objects:
        g.emit(facts.ObjectGone(name))


_OBJECT_MORE = _("A heavy object lies in a room")
THINGS: tuple[Correction[State, Event], ...] = (
    Correction("intruder_more", _("An Intruder comes"), (_new_intruder, _intruder_room), effect=_add_intruder),
    Correction("intruder", _("An Intruder: moved, hurt, gone"), (_intruder, _intruder_change), effect=_change_intruder),
    Correction("token_more", _("A token into the bag"), (_new_token,), facts.TokenAdded),
    Correction("token_less", _("A token out of the bag"), (_token_inside,), effect=_take_token),
    Correction("object_more", _OBJECT_MORE, (pick_heavy_object, _object_room), effect=_put_object),
    Correction("object_less", _("A heavy object is gone"), (_object,), effect=_remove_object),
)
