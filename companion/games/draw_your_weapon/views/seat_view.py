"""The view of a seat: characters, the table, and the Dealer's pages."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import SUIT_NAMES, card_text
from companion.games.draw_your_weapon.content import Call, Feature, Weapon
from companion.games.draw_your_weapon.facts import note_text
from companion.games.draw_your_weapon.names import attribute_text, owner_text
from companion.games.draw_your_weapon.rules.features import costs_words
from companion.games.draw_your_weapon.state import Character, State, Test, players, scene_of, visible_characters
from companion.games.draw_your_weapon.views.test_result import last_of, named_suits, of_test, of_weapons
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

STEPS = {
    "call": (_("Call"), "DYW-TEST-3"),
    "number": (_("Secret number"), "DYW-SKILL-3"),
    "card": (_("Card"), "DYW-SKILL-2"),
    "result": (_("Result"), "DYW-TEST-6"),
}
"""Titles and clauses of the steps of a test."""
TAG_NOTES = {"Attack": _("attack"), "Test": _("part of a test"), "Breather": _("takes a Breather")}
SHOWN_OF_PILE = 8  # number of cards shown
NOTES = _("For you alone")


def view(s: State, seat: Seat) -> View:
    """Return the blocks of one seat."""
    return tuple(_blocks(s, seat))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """Return all blocks that only this seat may see: its sheet, or the Dealer's notes."""
    if seat == DEALER:
        return tuple(_dealers_pages(s))
    return tuple(_own_sheet(s, seat)) if _is_player(s, seat) else ()


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield from _story_and_test(s, seat)
    if _is_player(s, seat):
        yield from _own_sheet(s, seat)
        yield from _decks(s)
        yield from _people(s, without=seat)
    else:
        yield from _dealers_pages(s) if seat == DEALER else ()
        yield from _people(s)
        yield from _decks(s)


def _is_player(s: State, seat: Seat) -> bool:
    return seat in s.characters and s.characters[seat].seat == seat


def _story_and_test(s: State, seat: Seat) -> Iterator[Block]:
    """Show the story and the test: steps and odds before the cards, the sum afterwards."""
    test, scene = s.test, scene_of(s)
    yield heading(s)
    yield from last_of(s, seat)
    if s.passage and test is None:
        yield Story(from_data(scene.title) if scene is not None else "", from_data(s.passage))
    if s.note:
        yield Story(_("The Dealer says"), note_text(s.note))
    if test is not None:
        yield _steps(test, test.required if seat == DEALER else None)
        yield from () if test.played else of_test(s, test, seat)


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
    return joined(" · ", [_("Combat"), _("Round {n}", n=s.round), s.characters[s.turn].display_name])


def _of_test(s: State, test: Test) -> Heading:
    first, *others = (s.characters[who].display_name for who in test.who)
    names = _("{one} against {others}", one=first, others=listed(others)) if others else first
    kind = _("Skill Test") if test.kind == "skill_test" else _("Contest")
    suit = [attribute_text(test.attribute), SUIT_NAMES[test.suit], *([_("Surprise")] if test.surprise else [])]
    return Heading(joined(" · ", [kind, names]), joined(" · ", suit))


def _steps(test: Test, number: int | None) -> Steps:
    """Show the progress of the test. `number` is the required Result, for seats that may read it."""
    secret = ("number",) if test.kind == "skill_test" else ()
    names = ("call", *secret, "card", "result")
    at = names.index("card") if test.required is not None or not secret else 1
    at = len(names) - 1 if test.played else at
    return Steps(_("The test"), tuple(_step(name, place, at, number) for place, name in enumerate(names)))


def _step(name: str, place: int, at: int, number: int | None) -> Step:
    note = str(number) if name == "number" and number is not None else ""
    title, rule = STEPS[name]
    return Step(title, "done" if place < at else "now" if place == at else "todo", note, rule)


def _people(s: State, without: Seat = "") -> Iterator[Counters]:
    """Show the players' characters, and in a fight their opponents, without their strength."""
    for who in players(s):
        if who != without:
            yield Counters(_title(s.characters[who]), tuple(_numbers(s.characters[who])), who)
    for who in visible_characters(s) if s.in_combat else ():
        figure = s.characters[who]
        if not figure.is_player and figure.max_hp:
            yield Counters(_title(figure), tuple(_body(figure)))


def _title(character: Character) -> Text:
    """Return the name with its conditions."""
    how = (
        *map(from_data, character.conditions),
        *((_("on guard"),) if character.defending else ()),
        *((_("resting"),) if character.resting else ()),
    )
    return joined(" · ", (character.display_name, *how))


def _numbers(character: Character) -> Iterator[Count]:
    """Yield the numbers of a player's character that all seats see. Its hand is only a number."""
    yield Count(_("Cards"), character.hand)
    yield from _body(character)
    yield Count(_("Reserve"), character.reserve)
    yield Count(_("Clout"), character.clout)
    if character.experience:
        yield Count(_("Experience"), character.experience)


def _body(character: Character) -> Iterator[Count]:
    """Yield HP and Guard, where there are any."""
    if character.max_hp is not None or character.hp:
        yield Count(_("HP"), character.hp, character.max_hp, bar=True)
    if character.guard or character.is_player:
        yield Count(_("Guard"), character.guard)


def _attributes(character: Character) -> Iterator[Count]:
    yield from (Count(attribute_text(name), value) for name, value in character.attributes.items())


def _own_sheet(s: State, seat: Seat) -> Iterator[Block]:
    """Show the player's sheet, and between tests the cards that fit each weapon."""
    character = s.characters[seat]
    counts = [*_numbers(character)]
    if character.max_speed:
        counts.append(Count(_("Speed"), character.speed, character.max_speed))
    yield Counters(_title(character), (*counts, Count(_("Level"), character.level), *_attributes(character)), seat)
    yield from of_weapons(s, seat) if s.test is None else ()
    away = [weapon for weapon in character.weapons if weapon.name in character.away]
    for title, cards in (
        (_("In hand"), tuple(map(_weapon_card, character.in_hand))),
        (_("Put away"), tuple(map(_weapon_card, away))),
        (_("Features"), tuple(map(_feature_card, character.features))),
    ):
        if cards:
            yield Cards(title, cards)


def _weapon_card(weapon: Weapon) -> Card:
    return Card(f"weapon:{weapon.name}", from_data(weapon.name), weapon_note(weapon))


def weapon_note(weapon: Weapon) -> Text:
    """Return the range, the suits and further notes of a weapon.

    >>> str(weapon_note(Weapon("mace", 4, 10, ("C",))))
    'cards from 4 to 10 · Clubs add Might'
    """
    hands = "" if weapon.hands == 1 else _("both hands") if weapon.hands else _("no hand")
    cards = _("cards from {low} to {high}", low=weapon.low, high=weapon.high)
    return joined(" · ", (cards, named_suits(weapon), hands, from_data(weapon.text)))


def _feature_card(feature: Feature) -> Card:
    """Show costs, kind and effects of a Feature."""
    ways = [TAG_NOTES[tag] for tag in feature.tags if tag in TAG_NOTES]
    cards = [_("cards from {low} to {high}", low=feature.low, high=feature.high)] if feature.high else []
    note = joined(" · ", [*costs_words(feature), *ways, *cards, from_data(feature.text)])
    return Card(f"feature:{feature.name}", from_data(feature.name), note)


def _decks(s: State) -> Iterator[Block]:
    """Show the Pile and the numbers of cards of each deck. A verdict shows its card already."""
    large = s.last is None and s.blow is None
    for name, deck in s.decks.items():
        if name == DEALER and not (deck.pile or deck.void):
            continue  # the Dealer's own deck, before one of its cards is played
        owner = "" if name == TABLE else owner_text(s, name)
        if deck.pile:
            shown = tuple(Card(card, card_text(card)) for card in deck.pile[-SHOWN_OF_PILE:][::-1])
            yield Cards(_("The Pile of {whose}", whose=owner) if owner else _("The Pile"), shown, large=large)
        counts = (Count(_("Library"), deck.library), Count(_("Pile"), len(deck.pile)), Count(_("Void"), len(deck.void)))
        yield Counters(_("The cards of {whose}", whose=owner) if owner else _("The cards"), counts)


def _dealers_pages(s: State) -> Iterator[Block]:
    """Show the notes on the scene or on the adventure before it, the prepared Calls, and the figures."""
    scene = scene_of(s)
    if scene is None and s.adventure is not None:
        yield Story(from_data(s.adventure.title), from_data(s.adventure.text))
    if scene is not None and scene.notes:
        yield Paragraph(_("<b>{label}.</b> {notes}", label=NOTES, notes=from_data(scene.notes)))
    if scene is not None and scene.calls:
        calls = (Card(f"call:{call.id}", from_data(call.title), _call_note(s, call)) for call in scene.calls)
        yield Cards(_("Prepared Calls"), tuple(calls))
    for who in visible_characters(s):
        if not s.characters[who].is_player:
            yield from _figure(s, who)


def _figure(s: State, who: str) -> Iterator[Block]:
    """Show a figure's numbers, weapons and notes."""
    figure = s.characters[who]
    yield Counters(_title(figure), (*_body(figure), *_attributes(figure)))
    notes = (Card(f"note:{who}", from_data(figure.text)),) if figure.text else ()
    cards = (*notes, *map(_weapon_card, figure.weapons), *map(_feature_card, figure.features))
    if cards:
        yield Cards(figure.display_name, cards)


def _call_note(s: State, call: Call) -> Text:
    """Return attribute, number and outcomes of a Call."""
    names = listed(s.characters[who].display_name for who in call.against if who in s.characters)
    what = _("against {names}", names=names) if call.is_contest else _("{n} needed", n=call.required)
    kind = [_("Surprise")] * call.is_surprise + [_("Contest") if call.is_contest else _("Skill Test")]
    suit = [attribute_text(call.attribute), SUIT_NAMES[call.suit]]
    ends = (
        _("Made: {text}", text=from_data(call.passed)) if call.passed else "",
        _("Failed: {text}", text=from_data(call.failed)) if call.failed else "",
    )
    return joined(" · ", (listed(kind, ", "), listed(suit, ", "), what, *ends))


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
