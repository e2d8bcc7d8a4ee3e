"""Pick Up Heavy Object, Trade and Craft Item (NEM-HEAVY, NEM-TRADE, NEM-CRAFT)."""

from __future__ import annotations

from itertools import combinations, permutations

from companion.engine import Rule, choose, done
from companion.games.nemesis.facts import Crafted, ObjectTaken, Swapped
from companion.games.nemesis.names import comma_list, object_words, who
from companion.games.nemesis.rules.actions.cost import Action, never_refused
from companion.games.nemesis.rules.crew.hands import cannot_carry_more, keep_two
from companion.games.nemesis.state import G, State, characters_in
from companion.i18n import Text, _, from_data, listed
from companion.schema import Faces, Option, Prompt, Refusal, Seat


def cannot_pick_up_any(s: State, seat: Seat) -> Refusal | None:
    if not heavy_object_options(s, seat):
        return Refusal("NOT_SAME_PLACE", _("No heavy object lies in the room."), "NEM-HEAVY-1")
    return cannot_carry_more(s, seat)


def heavy_object_options(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-HEAVY-1, -2."""
    here = [name for name, thing in s.objects.items() if thing.room == s.characters[seat].room]
    return tuple(Option(name, _("Pick up the {thing}", thing=object_words(s, name))) for name in here)


def cannot_pick_up(s: State, seat: Seat, name: str) -> Refusal | None:
    is_here = name in {option.id for option in heavy_object_options(s, seat)}
    no = Refusal("NOT_SAME_PLACE", _("This object does not lie in the room."), "NEM-HEAVY-1")
    return None if is_here else no


def pick_up(g: G, seat: Seat, name: str) -> Rule[None]:
    """NEM-HEAVY-1: exactly one object."""
    if cannot_pick_up(g.state, seat, name) is None:
        g.emit(ObjectTaken(seat, name))
    yield from done()


AMMO = "ammo"


def cannot_trade(s: State, seat: Seat) -> Refusal | None:
    is_alone = len(characters_in(s, s.characters[seat].room)) < 2
    return Refusal("NOT_SAME_PLACE", _("Nobody else is in the room."), "NEM-TRADE-1") if is_alone else None


def trade_option(_state: State, _seat: Seat) -> tuple[Option, ...]:
    return (Option("", _("Trade")),)


def trade(g: G, seat: Seat, _target: str) -> Rule[None]:
    """Repeat swaps between any two characters of the room who both agree (NEM-TRADE-1 to -5)."""
    while (pair := (yield from g.one(next_swap(g.state, seat)))) != "done":
        first, _slash, second = pair.partition("/")
        gives, takes = yield from g.ask(offer(g.state, first, second), offer(g.state, second, first))
        shown = (agree(g.state, first, second, gives, takes), agree(g.state, second, first, takes, gives))
        agreed = yield from g.ask(*shown)
        held = still_holds(g.state, first, gives) and still_holds(g.state, second, takes)
        if agreed == (("yes",), ("yes",)) and held:  # NEM-TRADE-3
            g.emit(Swapped(first, second, gives, takes))
            for side in (first, second):  # NEM-AMB-7: a character with full hands puts something down
                yield from keep_two(g, side)


def next_swap(s: State, seat: Seat) -> Prompt:
    here = characters_in(s, s.characters[seat].room)
    pairs = [Option(f"{a}/{b}", listed((who(s, a), who(s, b)))) for a, b in combinations(here, 2)]
    title = _("the trade is open, who swaps with whom?")
    return choose(seat, title, [*pairs, Option("done", _("Nobody any more"))], rule="NEM-TRADE-1", key="trade.pair")


def offer(s: State, giver: Seat, taker: Seat) -> Prompt:
    """Ask for items, loaded weapons and objects, or nothing; never ammo (NEM-TRADE-5, -6)."""
    no = Refusal("AMMO_NOT_TRADABLE", _("Ammo cannot be exchanged."), "NEM-TRADE-6")
    things = [Option(name, object_words(s, name)) for name in tradable_things(s, giver)]
    title, ammo = _("what does {taker} get?", taker=who(s, taker)), Option(AMMO, _("Ammo"), no)
    rule, key = "NEM-TRADE-2", "trade.offer"
    return choose(giver, title, [*things, ammo], 0, len(things), rule, secret=True, key=key, about=taker)


def tradable_things(s: State, giver: Seat) -> Faces:
    character = s.characters[giver]
    return character.items + tuple(w.name for w in character.weapons) + character.heavy


def still_holds(s: State, giver: Seat, things: Faces) -> bool:
    """Return whether the offer is still held. A correction may have come between."""
    held = tradable_things(s, giver)
    return all(held.count(thing) >= things.count(thing) for thing in things)


def agree(s: State, seat: Seat, other: Seat, gives: Faces, takes: Faces) -> Prompt:
    """Show the swap to both traders only (NEM-TRADE-2)."""
    title = _("do you agree to the swap with {other}?", other=who(s, other))
    yes = Option("yes", _("Give {given}, get {taken}", given=_words(s, gives), taken=_words(s, takes)))
    options = (yes, Option("no", _("Decline")))
    return choose(seat, title, options, rule="NEM-TRADE-3", secret=True, key="trade.agree", about=other)


def _words(s: State, things: Faces) -> Text:
    return comma_list(object_words(s, thing) for thing in things)


COMPONENTS_NEEDED = 2


def craft_options(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return each crafted card with each pair of items that makes it."""
    pairs = ["/".join(pair) for pair in combinations(s.characters[seat].items, COMPONENTS_NEEDED)]
    made = [f"{name}/{pair}" for name in s.ship.crafted for pair in pairs]
    return tuple(
        Option(target, craft_words(target), cannot_craft(s, seat, target))
        for target in dict.fromkeys(made)
        if shows_icons(s, *target.split("/"))
    )


def craft_words(target: str) -> Text:
    """Name a crafted item and its parts.

    >>> str(craft_words("torch/lighter/fuel"))
    'torch, of lighter and fuel'
    """
    name, *parts = target.split("/")
    return _("{item}, of {parts}", item=from_data(name), parts=listed(from_data(part) for part in parts))


def cannot_craft_any(s: State, seat: Seat) -> Refusal | None:
    """Refuse by the number of items, which is public. Their names are not."""
    if len(s.characters[seat].items) < COMPONENTS_NEEDED:
        return Refusal("WRONG_COMPONENTS", _("It takes two items to craft one."), "NEM-CRAFT-1")
    if not any(is_available(s, name) for name in s.ship.crafted):
        return Refusal("CRAFTED_CARD_NOT_AVAILABLE", _("No crafted card is available any more."), "NEM-CRAFT-2")
    return None


def cannot_craft(s: State, seat: Seat, target: str) -> Refusal | None:
    """NEM-CRAFT-1 to -3. `target`: "crafted/component/component"."""
    name, *parts = target.split("/")
    if not is_available(s, name):
        sentence = _("The card {card} is not available.", card=from_data(name))
        return Refusal("CRAFTED_CARD_NOT_AVAILABLE", sentence, "NEM-CRAFT-2")
    held = list(s.characters[seat].items)
    owned = all(held.count(part) >= parts.count(part) for part in parts)
    if not owned or not shows_icons(s, name, *parts):
        icons = listed(from_data(icon) for icon in s.ship.crafted[name].needs)
        sentence = _("{item} needs two items with the icons {icons}.", item=from_data(name), icons=icons)
        return Refusal("WRONG_COMPONENTS", sentence, "NEM-CRAFT-3")
    return None


def is_available(s: State, name: str) -> bool:
    """NEM-CRAFT-2: each crafted card exists once."""
    return name in s.ship.crafted and s.ship.crafted[name].available and name not in s.crafted_gone


def shows_icons(s: State, crafted: str, *parts: str) -> bool:
    """Return whether the two cards match one icon each."""
    icons = [s.ship.items[part].icons if part in s.ship.items else () for part in parts]
    needs = s.ship.crafted[crafted].needs
    return len(icons) == len(needs) and any(
        all(need in shown for need, shown in zip(needs, order, strict=True)) for order in permutations(icons)
    )


def craft(g: G, seat: Seat, target: str) -> Rule[None]:
    """Put a crafted weapon into a hand slot with full ammo."""
    name, *parts = target.split("/")
    if cannot_craft(g.state, seat, target) is None:  # a correction may have come between
        g.emit(Crafted(seat, name, tuple(parts)))
    yield from keep_two(g, seat)


ACTIONS = (
    Action(
        "pick_up_heavy",
        _("Pick Up Heavy Object"),
        "NEM-HEAVY-1",
        cannot_pick_up_any,
        heavy_object_options,
        cannot_pick_up,
        pick_up,
    ),
    Action("trade", _("Trade"), "NEM-TRADE-1", cannot_trade, trade_option, never_refused, trade),
    Action("craft", _("Craft Item"), "NEM-CRAFT-1", cannot_craft_any, craft_options, cannot_craft, craft, secret=True),
)
