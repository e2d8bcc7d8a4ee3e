"""Action cards, items and the two hand slots of a character (NEM-X-LIMITS-1)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Rule, choose, count, done
from companion.engine import draw as random_draw
from companion.games.nemesis import facts
from companion.games.nemesis.content.ship import CONTAMINATION
from companion.games.nemesis.names import action_cards_words, object_words, room_words, who
from companion.games.nemesis.rules.decks import draw_cards
from companion.games.nemesis.rules.effect_call import EffectCall, affected_seats
from companion.games.nemesis.state import G, State, Weapon, payable_cards, tile_of
from companion.i18n import N_, Text, _, from_data, ngettext
from companion.schema import HOUSE, Faces, Option, Refusal, Seat, WritePrompt

ACTION_CARD = N_("Action card")


def unnamed_cards(deck: Faces) -> Faces:
    """Return a deck of real cards, whose names are unknown.

    >>> unnamed_cards(("Sprint", "Listen"))
    ('Action card', 'Action card')
    """
    return (ACTION_CARD,) * len(deck)


def are_real(s: State) -> bool:
    """Return whether Action cards are real, and only counted here.

    Only the numbers of Action and Contamination cards are known. A player names a card when it is played.
    """
    return s.settings.hands == "box"


def draw(g: G, seat: Seat, number: int) -> Rule[None]:
    """Draw cards, as many as there are. Shuffles the discard pile into an empty deck."""
    while number > 0 and (pile := _pile(g.state, seat)):
        drawn = yield from _draw_from(g, seat, pile, min(number, len(pile)))
        number -= len(drawn)
        if not g.state.characters[seat].deck:
            g.emit(facts.DeckRenewed(seat))
        g.emit(facts.CardsDrawn(seat, drawn))


def _pile(s: State, seat: Seat) -> Faces:
    """Return the deck, or the discard pile that will replace an empty one."""
    return s.characters[seat].deck or s.characters[seat].discard


def _draw_from(g: G, seat: Seat, pile: Faces, number: int) -> Rule[Faces]:
    """Draw at random. With real cards, ask their owner what came."""
    if are_real(g.state):
        bad = yield from _count_contamination(g, seat, pile, number)
        return (ACTION_CARD,) * (number - bad) + (CONTAMINATION,) * bad
    title, name = ngettext("draw {n} card", "draw {n} cards", number), who(g.state, seat)
    prompt = random_draw(HOUSE, title, pile, "NEM-X-TURN-1", count=number, key="hand.draw", about=seat, whom=name)
    return (yield from g.some(prompt))


def _count_contamination(g: G, seat: Seat, pile: Faces, number: int) -> Rule[int]:
    """Ask how many drawn real cards are Contamination, unless only one answer is possible."""
    bad = pile.count(CONTAMINATION)
    least, most = max(0, number - (len(pile) - bad)), min(number, bad)
    if least == most:
        return most
    title = ngettext(
        "draw {n} card. How many of them are Contamination?",
        "draw {n} cards. How many of them are Contamination?",
        number,
    )
    prompt = count(seat, title, least, most, "NEM-X-TURN-1", secret=True, key="hand.contamination")
    return (yield from g.number(prompt))


def cards_still_held(s: State, seat: Seat, cards: Faces) -> Faces:
    """Return the cards that the hand still holds. A correction may have come between."""
    left, still = list(s.characters[seat].hand), []
    for card in cards:
        if card in left:
            left.remove(card)
            still.append(card)
    return tuple(still)


def cannot_draw(s: State, act: EffectCall) -> Refusal | None:
    has_cards = any(_pile(s, seat) for seat in affected_seats(s, act))
    return None if has_cards else Refusal("DECK_EMPTY", _("No card is left to draw."))


def draw_by_effect(g: G, act: EffectCall) -> Rule[None]:
    """Draw beyond five cards too: that limit holds for the draw of a new turn (NEM-X-TURN-1)."""
    for seat in affected_seats(g.state, act):
        yield from draw(g, seat, act.effect.n)


def discard(g: G, act: EffectCall) -> Rule[None]:
    for seat in affected_seats(g.state, act):
        yield from throw_away(g, seat, act.effect.n)


def throw_away(g: G, seat: Seat, number: int) -> Rule[None]:
    cards = payable_cards(g.state, seat)
    number = min(number, len(cards))
    if not number:
        return
    title = _("discard {cards}", cards=action_cards_words(number))
    if are_real(g.state):
        confirmed = Option("go", _("I discarded {n}", n=number))
        yield from g.one(choose(seat, title, (confirmed,), rule="NEM-COST-2", key="hand.discard"))
        thrown: Faces = (ACTION_CARD,) * number
    else:
        options = [Option(card, from_data(card)) for card in cards]
        prompt = choose(seat, title, options, number, number, "NEM-COST-2", secret=True, key="hand.discard")
        thrown = yield from g.some(prompt)
    g.emit(facts.CardsDiscarded(seat, cards_still_held(g.state, seat, thrown)))


HANDS = 2  # NEM-X-LIMITS-1


def is_heavy(s: State, item: str) -> bool:
    return item in s.ship.items and s.ship.items[item].heavy


def is_weapon(s: State, item: str) -> bool:
    """Return whether the item holds ammo, and so takes a hand slot."""
    return item in s.ship.items and s.ship.items[item].ammo is not None


def handfuls(s: State, seat: Seat) -> tuple[Option, ...]:
    """All that takes a hand: "weapon/pistol", "item/cannon", "object/egg 3"."""
    character = s.characters[seat]
    weapons = [Option(f"weapon/{w.name}", weapon_words(w)) for w in character.weapons]
    items = [Option(f"item/{item}", from_data(item)) for item in character.items if is_heavy(s, item)]
    return (*weapons, *items, *(Option(f"object/{name}", object_words(s, name)) for name in character.heavy))


def weapon_words(weapon: Weapon) -> Text:
    return _("{weapon}, ammo {ammo}", weapon=from_data(weapon.name), ammo=weapon.ammo)


def cannot_carry_more(s: State, seat: Seat) -> Refusal | None:
    """NEM-X-LIMITS-1."""
    is_full = s.settings.two_hands and len(handfuls(s, seat)) >= HANDS
    sentence = _("{who} has both hands full: put something down first.", who=who(s, seat))
    return Refusal("HANDS_FULL", sentence, "NEM-X-LIMITS-1") if is_full else None


def gain(g: G, seat: Seat, item: str) -> Rule[None]:
    """Gain an item, a weapon with full ammo. A heavy item needs no action (NEM-HEAVY-3)."""
    if is_weapon(g.state, item):
        g.emit(facts.WeaponGained(seat, item, g.state.ship.items[item].ammo or 0))
    else:
        g.emit(facts.ItemGained(seat, item))
    yield from keep_two(g, seat)


def keep_two(g: G, seat: Seat) -> Rule[None]:
    """Ask a character with more than two handfuls to put something down."""
    while g.state.settings.two_hands and len(held := handfuls(g.state, seat)) > HANDS:
        title = _("both hands are full, what is put down?")
        prompt = choose(seat, title, _each_once(held), rule="NEM-X-LIMITS-1", secret=True, key="hands.full")
        put_down(g, seat, (yield from g.one(prompt)))


def put_down(g: G, seat: Seat, thing: str) -> None:
    """Discard an item, or drop an object in the room. Nothing if it is gone."""
    if thing not in {option.id for option in droppable_things(g.state, seat)}:
        return
    kind, _slash, name = thing.partition("/")
    by_kind = {"weapon": facts.WeaponLost, "item": facts.ItemLost, "object": facts.ObjectDropped}
    g.emit(by_kind[kind](seat, name))


def droppable_things(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return all that can be put down: handfuls and light items."""
    light = [Option(f"item/{item}", from_data(item)) for item in s.characters[seat].items if not is_heavy(s, item)]
    return _each_once((*handfuls(s, seat), *light))


def load(g: G, seat: Seat, number: int) -> Rule[None]:
    """Load one held weapon up to its capacity. The owner chooses among several."""
    weapons = loadable_weapons(g.state, seat)
    if len(weapons) > 1:
        options = [Option(name, from_data(name)) for name in weapons]
        title = _("which weapon gets the ammo?")
        weapons = yield from g.some(choose(seat, title, options, rule="NEM-SHOOT-2", key="ammo.weapon"))
    held = {w.name: w.ammo for w in g.state.characters[seat].weapons}
    for name in weapons:
        if name in held:
            g.emit(facts.AmmoSet(seat, name, most_ammo(g.state, name, held[name] + number)))
    yield from done()


def loadable_weapons(s: State, seat: Seat) -> Faces:
    weapons = s.characters[seat].weapons
    return tuple(dict.fromkeys(w.name for w in weapons if most_ammo(s, w.name, w.ammo + 1) > w.ammo))


def most_ammo(s: State, weapon: str, wanted: int) -> int:
    item = s.ship.items.get(weapon)
    return wanted if item is None or item.ammo is None else min(wanted, item.ammo)


def _each_once(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple({option.id: option for option in options}.values())


def gain_item(g: G, act: EffectCall) -> Rule[None]:
    for seat in affected_seats(g.state, act):
        yield from gain(g, seat, act.effect.what)


def cannot_load(s: State, act: EffectCall) -> Refusal | None:
    has_room = any(loadable_weapons(s, seat) for seat in affected_seats(s, act))
    return None if has_room else Refusal("NO_ROOM_FOR_AMMO", _("No weapon here has room for more ammo."))


def load_weapon(g: G, act: EffectCall) -> Rule[None]:
    for seat in affected_seats(g.state, act):
        yield from load(g, seat, act.effect.n)


def cannot_search(s: State, act: EffectCall) -> Refusal | None:
    """With decks of the box, its tiles count the items."""
    is_empty = s.settings.decks == "page" and not s.rooms[act.room].items
    return Refusal("NOTHING_LEFT", _("Nothing more is to be found here.")) if is_empty else None


def search(g: G, act: EffectCall) -> Rule[None]:
    """Draw items of the room's store in secret, keep one, and lower the room's count."""
    store = yield from _store(g, act)
    items = yield from _draw_items(g, act, store)
    kept = yield from _keep_one(g, act.seat, items)
    left = g.state.rooms[act.room].items
    if left:
        g.emit(facts.ItemsLeft(act.room, left - 1))
    if kept and act.seat in affected_seats(g.state, act):
        yield from gain(g, act.seat, kept)


def _draw_items(g: G, act: EffectCall, store: str) -> Rule[Faces]:
    """Draw from the virtual deck, or ask the finder for the item of the box."""
    match g.state.settings.decks:
        case "page":
            return (yield from draw_cards(g, f"items:{store}", act.effect.n))
        case "box":
            known = tuple(Option(item, from_data(item)) for item in g.state.ship.items)
            title = ngettext("draw {n} item, keep one. Which?", "draw {n} items, keep one. Which?", act.effect.n)
            prompt = WritePrompt(act.seat, title, known, rule="NEM-HEAVY-3", secret=True, key="search.found")
            return (yield from g.some(prompt))
        case "none":
            return ()


def store_names(s: State) -> Faces:
    return tuple(dict.fromkeys(item.store for item in s.ship.items.values() if item.store))


def _store(g: G, act: EffectCall) -> Rule[str]:
    """Return the store of the effect, else of the tile, else of the finder's choice."""
    tile = tile_of(g.state, act.room)
    named = act.effect.what or (tile.store if tile else "")
    if named or g.state.settings.decks != "page" or not store_names(g.state):
        return named
    title = _("what do you look for in {room}?", room=room_words(g.state, act.room))
    options = [
        Option(store, STORES.get(store) or _("{store.cap}", store=from_data(store))) for store in store_names(g.state)
    ]
    return (yield from g.one(choose(act.seat, title, options, rule="NEM-HEAVY-3", key="search.store", about=act.room)))


STORES: Mapping[str, Text] = {"arms": _("Arms"), "tools": _("Tools"), "care": _("Care")}


def _keep_one(g: G, seat: Seat, items: Faces) -> Rule[str | None]:
    """Ask which item to keep."""
    different = tuple(dict.fromkeys(items))
    if len(different) < 2:
        return different[0] if different else None
    title = ngettext("keep one of {n} item", "keep one of {n} items", len(items))
    options = [Option(item, from_data(item)) for item in different]
    return (yield from g.one(choose(seat, title, options, rule="NEM-HEAVY-3", secret=True, key="search.keep")))
