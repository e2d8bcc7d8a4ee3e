"""The view of a seat: characters, the table, and the Dealer's pages."""

from __future__ import annotations

from companion.engine import SUIT_NAMES, card_text
from companion.games.draw_your_weapon.content import Call, Feature, Scene, Weapon
from companion.games.draw_your_weapon.facts import noted
from companion.games.draw_your_weapon.rules.features import costs_words
from companion.games.draw_your_weapon.state import (
    Character,
    Deck,
    State,
    Test,
    attribute_text,
    owner_text,
    players,
    scene_of,
    visible_characters,
)
from companion.games.draw_your_weapon.views import test_result as views_odds
from companion.games.draw_your_weapon.views.test_result import last_of, named_suits
from companion.i18n import Text, _, from_data, joined, listed
from companion.schema import (
    DEALER,
    TABLE,
    Air,
    Block,
    Card,
    Cards,
    Count,
    Counters,
    Heading,
    Paragraph,
    Seat,
    Step,
    Steps,
    Story,
    View,
    Words,
)

STEPS = {"call": _("Call"), "number": _("Secret number"), "card": _("Card"), "result": _("Result")}
WAYS = {"Attack": _("attack"), "Test": _("part of a test"), "Breather": _("takes a Breather")}


def numbers(who: str, character: Character) -> Counters:
    """Show a player's character to all seats. Its hand is only a number."""
    return Counters(
        titled(character),
        (Count(_("Cards"), character.hand), *body(character), *reserves(character), *learned(character)),
        who,
    )


def own_numbers(who: str, character: Character) -> Counters:
    """Show a character to its player, with attributes and rarely needed numbers."""
    shown = numbers(who, character)
    speed = (Count(_("Speed"), character.speed, character.max_speed or None),) if character.max_speed else ()
    level = (Count(_("Level"), character.level),)
    return Counters(shown.title, shown.items + speed + level + attributes(character), who)


def figure_numbers(character: Character) -> Counters:
    """Show a figure to the Dealer."""
    return Counters(titled(character), (*body(character), *attributes(character)))


def figure_in_sight(character: Character) -> Counters:
    """Show a figure to players in a fight, without its strength."""
    return Counters(titled(character), body(character))


def titled(character: Character) -> Text:
    """Return the name with its conditions."""
    how = (
        *map(from_data, character.conditions),
        *((_("on guard"),) if character.defending else ()),
        *((_("resting"),) if character.resting else ()),
    )
    return joined(" · ", (character.called, *how))


def body(character: Character) -> tuple[Count, ...]:
    """Return HP and Guard, where there are any."""
    has_hp = character.max_hp is not None or character.hp
    hp = (Count(_("HP"), character.hp, character.max_hp, bar=True),) if has_hp else ()
    return (*hp, *((Count(_("Guard"), character.guard),) if character.guard or character.is_player else ()))


def reserves(character: Character) -> tuple[Count, ...]:
    return Count(_("Reserve"), character.reserve), Count(_("Clout"), character.clout)


def learned(character: Character) -> tuple[Count, ...]:
    return (Count(_("Experience"), character.experience),) if character.experience else ()


def attributes(character: Character) -> tuple[Count, ...]:
    return tuple(Count(attribute_text(name), value) for name, value in character.attributes.items())


def carried(character: Character) -> tuple[Cards, ...]:
    """Show weapons with their ranges, and Features with their costs."""
    held = tuple(weapon_card(one) for one in character.in_hand)
    away = tuple(weapon_card(one) for one in character.weapons if one.name in character.away)
    can = tuple(feature_card(one) for one in character.features)
    blocks = ((_("In hand"), held), (_("Put away"), away), (_("Features"), can))
    return tuple(Cards(title, cards) for title, cards in blocks if cards)


def weapon_card(weapon: Weapon) -> Card:
    return Card(f"weapon:{weapon.name}", from_data(weapon.name), weapon_note(weapon))


def feature_card(feature: Feature) -> Card:
    return Card(f"feature:{feature.name}", from_data(feature.name), feature_note(feature))


def weapon_note(weapon: Weapon) -> Text:
    """Return the range, the suits and further notes of a weapon.

    >>> str(weapon_note(Weapon("mace", 4, 10, ("C",))))
    'cards from 4 to 10 · Clubs add Might'
    """
    hands = "" if weapon.hands == 1 else _("both hands") if weapon.hands else _("no hand")
    cards = _("cards from {low} to {high}", low=weapon.low, high=weapon.high)
    return joined(" · ", (cards, named_suits(weapon), hands, from_data(weapon.text)))


def feature_note(feature: Feature) -> Text:
    """Return costs, kind and effects of a Feature."""
    costs = costs_words(feature)
    ways = [WAYS[tag] for tag in feature.tags if tag in WAYS]
    cards = [_("cards from {low} to {high}", low=feature.low, high=feature.high)] if feature.high else []
    return joined(" · ", [*costs, *ways, *cards, from_data(feature.text)])


def of_figure(s: State, who: str) -> tuple[Counters | Cards, ...]:
    """Show a figure's numbers, weapons and notes to the Dealer."""
    character = s.characters[who]
    notes = (Card(f"note:{who}", from_data(character.text)),) if character.text else ()
    cards = (*map(weapon_card, character.weapons), *map(feature_card, character.features))
    return figure_numbers(character), *((Cards(character.called, notes + cards),) if notes or cards else ())


RULES = {
    "call": "DYW-TEST-3",
    "number": "DYW-SKILL-3",
    "card": "DYW-SKILL-2",
    "result": "DYW-TEST-6",
}  # clauses of the steps
SHOWN_OF_PILE = 8  # number of cards shown


def heading(s: State) -> Heading:
    """Show the test under way, else the scene."""
    if s.test is not None:
        return _of_test(s, s.test)
    scene = scene_of(s)
    title = from_data(
        scene.title if scene is not None else s.adventure.title if s.adventure is not None else "Draw Your Weapon"
    )
    if s.ended:
        return Heading(title, _("The evening is over"))
    return Heading(title, _whose_turn(s) if s.in_combat else "")


def _whose_turn(s: State) -> Text:
    if s.turn not in s.characters:
        return _("Combat")
    return joined(" · ", [_("Combat"), _("Round {n}", n=s.round), s.characters[s.turn].called])


def _of_test(s: State, test: Test) -> Heading:
    first, *others = (s.characters[who].called for who in test.who)
    names = _("{one} against {others}", one=first, others=listed(others)) if others else first
    kind = _("Skill Test") if test.kind == "skill_test" else _("Contest")
    suit = [attribute_text(test.attribute), SUIT_NAMES[test.suit], *([_("Surprise")] if test.surprise else [])]
    return Heading(joined(" · ", [kind, names]), joined(" · ", suit))


def read_aloud(s: State) -> tuple[Block, ...]:
    """Show the last passage until a test begins, and the Dealer's note."""
    scene = scene_of(s)
    title = from_data(scene.title) if scene is not None else ""
    passage = (Story(title, from_data(s.passage)),) if s.passage and s.test is None else ()
    return (*passage, *((Story(_("The Dealer says"), noted(s.note)),) if s.note else ()))


def steps_of_test(test: Test, number: int | None = None) -> Steps:
    """Show the progress of the test. `number` is the required Result, for seats that may read it."""
    secret = ("number",) if test.kind == "skill_test" else ()
    names = ("call", *secret, "card", "result")
    at = names.index("card") if test.required is not None or not secret else 1
    at = len(names) - 1 if test.played else at
    return Steps(_("The test"), tuple(_step(name, place, at, number) for place, name in enumerate(names)))


def _step(name: str, place: int, at: int, number: int | None) -> Step:
    note = str(number) if name == "number" and number is not None else ""
    return Step(STEPS[name], "done" if place < at else "now" if place == at else "todo", note, RULES[name])


def people(s: State) -> tuple[Block, ...]:
    """Show the players' characters, and in a fight their opponents."""
    own = tuple(numbers(who, s.characters[who]) for who in players(s))
    foes = [who for who in visible_characters(s) if not s.characters[who].is_player and s.characters[who].max_hp]
    return own + (tuple(figure_in_sight(s.characters[who]) for who in foes) if s.in_combat else ())


def cards(s: State) -> tuple[Block, ...]:
    """Show the Pile and the numbers of cards of each deck. A verdict shows its card already."""
    large = s.last is None and s.blow is None
    return tuple(
        block
        for name, deck in s.decks.items()
        for block in _of_deck(s, name, deck, large=large)
        if _matters(deck, name)
    )


def on_table(s: State) -> tuple[Block, ...]:
    """Show the hands, and the decks below."""
    return (*people(s), *cards(s))


def _matters(deck: Deck, name: str) -> bool:
    """Leave out the Dealer's own deck until one of its cards is played."""
    return name != DEALER or bool(deck.pile or deck.void)


def _of_deck(s: State, name: str, deck: Deck, *, large: bool) -> tuple[Block, ...]:
    whose = "" if name == TABLE else owner_text(s, name)
    shown = tuple(Card(card, card_text(card)) for card in deck.pile[-SHOWN_OF_PILE:][::-1])
    counts = (Count(_("Library"), deck.library), Count(_("Pile"), len(deck.pile)), Count(_("Void"), len(deck.void)))
    titles = (
        (_("The Pile of {whose}", whose=whose), _("The cards of {whose}", whose=whose))
        if whose
        else (_("The Pile"), _("The cards"))
    )
    pile = (Cards(titles[0], shown, large=large),) if shown else ()
    return (*pile, Counters(titles[1], counts))


NOTES = _("For you alone")


def notes(s: State) -> tuple[Block, ...]:
    """Show the Dealer's notes on the scene, or on the adventure before the first scene."""
    scene = scene_of(s)
    if scene is not None:
        return (
            (Paragraph(_("<b>{label}.</b> {notes}", label=NOTES, notes=from_data(scene.notes))),) if scene.notes else ()
        )
    return (Story(from_data(s.adventure.title), from_data(s.adventure.text)),) if s.adventure is not None else ()


def scene_sheets(s: State) -> tuple[Block, ...]:
    """Show the prepared Calls and the figures of the scene."""
    scene = scene_of(s)
    calls = (prepared(s, scene),) if scene is not None and scene.calls else ()
    figures = [who for who in visible_characters(s) if not s.characters[who].is_player]
    return (*calls, *(block for who in figures for block in of_figure(s, who)))


def prepared(s: State, scene: Scene) -> Cards:
    return Cards(
        _("Prepared Calls"),
        tuple(Card(f"call:{call.id}", from_data(call.title), call_note(s, call)) for call in scene.calls),
    )


def call_note(s: State, call: Call) -> Text:
    """Return attribute, number and outcomes of a Call."""
    names = listed(s.characters[who].called for who in call.against if who in s.characters)
    what = _("against {names}", names=names) if call.is_contest else _("{n} needed", n=call.required)
    kind = [_("Surprise")] * call.is_surprise + [_("Contest") if call.is_contest else _("Skill Test")]
    suit = [attribute_text(call.attribute), SUIT_NAMES[call.suit]]
    ends = (
        _("Made: {text}", text=from_data(call.passed)) if call.passed else "",
        _("Failed: {text}", text=from_data(call.failed)) if call.failed else "",
    )
    return joined(" · ", (listed(kind, ", "), listed(suit, ", "), what, *ends))


def view(s: State, seat: Seat) -> View:
    """Return the blocks of one seat."""
    if seat == DEALER:
        return (
            *_now(s, seat),
            *notes(s),
            *scene_sheets(s),
            *people(s),
            *cards(s),
        )
    if seat in s.characters and s.characters[seat].seat == seat:
        return (*_now(s, seat), *_own(s, seat), *cards(s), *_others(s, seat))
    return (*_now(s, seat), *on_table(s))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """Return all blocks that only this seat may see: its sheet, or the Dealer's notes."""
    if seat == DEALER:
        return (*notes(s), *scene_sheets(s))
    return _own(s, seat) if seat in s.characters and s.characters[seat].seat == seat else ()


def _now(s: State, seat: Seat) -> tuple[Block, ...]:
    """Show the story and the test: steps and odds before the cards, the sum afterwards."""
    test = s.test
    steps = (steps_of_test(test, test.required if seat == DEALER else None),) if test is not None else ()
    odds = views_odds.of_test(s, test, seat) if test is not None and not test.played else ()
    return (heading(s), *last_of(s, seat), *read_aloud(s), *steps, *odds)


def _own(s: State, seat: Seat) -> tuple[Block, ...]:
    """Show the player's sheet, and between tests the cards that fit each weapon."""
    character = s.characters[seat]
    odds = views_odds.of_weapons(s, seat) if s.test is None else ()
    return (own_numbers(seat, character), *odds, *carried(character))


def _others(s: State, seat: Seat) -> tuple[Block, ...]:
    others = tuple(numbers(who, s.characters[who]) for who in players(s) if who != seat)
    return others + people(s)[len(others) + 1 :]


def where(s: State) -> Words:
    """Return the scene, or the round of a fight."""
    if s.in_combat:
        return joined(" · ", [_("Combat"), _("Round {n}", n=s.round)])
    scene = scene_of(s)
    return from_data(scene.title) if scene is not None else ""


def round_of(s: State) -> int | None:
    """Return the number of the round; only a fight has rounds."""
    return s.round if s.in_combat else None


def air(s: State) -> Air:
    """Return the mood of the scene; "dread" where a player is down."""
    is_down = any(who.is_player and who.is_down for who in s.characters.values())
    return "calm" if not s.in_combat else "dread" if is_down else "tense"
