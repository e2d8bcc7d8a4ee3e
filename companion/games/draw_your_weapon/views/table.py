"""What everybody may see: what is told, the test under way, the people, and the cards that lie there."""

from __future__ import annotations

from companion.engine.playing_cards import SUIT_NAMES, words
from companion.games.draw_your_weapon.state import Deck, State, Test, in_sight, players, scene_of
from companion.games.draw_your_weapon.views.characters import figure_in_sight, numbers
from companion.schema.prompt import DEALER
from companion.schema.view import Block, Card, Cards, Count, Counters, Heading, Step, Steps, Story

FIXING = "Secret number"
RULES = {"Call": "DYW-TEST-3", FIXING: "DYW-SKILL-3", "Card": "DYW-SKILL-2", "Result": "DYW-TEST-6"}  # of the steps
SHOWN_OF_PILE = 8  # the last cards; the rest is a number


def heading(s: State) -> Heading:
    """The test under way, else where the story is."""
    if s.test is not None:
        return _of_test(s, s.test)
    scene = scene_of(s)
    title = scene.title if scene is not None else s.adventure.title if s.adventure is not None else "Draw Your Weapon"
    if s.ended:
        return Heading(title, "The evening is over")
    return Heading(title, _whose_turn(s) if s.in_combat else "")


def _whose_turn(s: State) -> str:
    if s.turn not in s.characters:
        return "Combat"
    return f"Combat · Round {s.round} · {s.characters[s.turn].name}"


def _of_test(s: State, test: Test) -> Heading:
    names = " against ".join(s.characters[who].name for who in test.who)
    kind = "Skill Test" if test.kind == "skill_test" else "Contest"
    suit = f"{test.attribute.capitalize()} · {SUIT_NAMES[test.suit]}{' · Surprise' * test.surprise}"
    return Heading(f"{kind} · {names}", suit)


def told(s: State) -> tuple[Block, ...]:
    """What was read aloud, until a test is under way; and what the Dealer tells the table."""
    scene = scene_of(s)
    passage = (Story(scene.title if scene is not None else "", s.passage),) if s.passage and s.test is None else ()
    return (*passage, *((Story("The Dealer says", s.note),) if s.note else ()))


def steps(test: Test, number: int | None = None) -> Steps:
    """Where the test is. `number`: what is required, for whoever may know it."""
    secret = (FIXING,) if test.kind == "skill_test" else ()
    names = ("Call", *secret, "Card", "Result")
    at = names.index("Card") if test.required is not None or not secret else 1
    at = len(names) - 1 if test.played else at
    return Steps("The test", tuple(_step(name, place, at, number) for place, name in enumerate(names)))


def _step(name: str, place: int, at: int, number: int | None) -> Step:
    note = str(number) if name == FIXING and number is not None else ""
    return Step(name, "done" if place < at else "now" if place == at else "todo", note, RULES[name])


def people(s: State) -> tuple[Block, ...]:
    """The players' characters; in a fight also whom they face."""
    own = tuple(numbers(who, s.characters[who]) for who in players(s))
    foes = [who for who in in_sight(s) if not s.characters[who].is_player and s.characters[who].max_hp]
    return own + (tuple(figure_in_sight(s.characters[who]) for who in foes) if s.in_combat else ())


def cards(s: State) -> tuple[Block, ...]:
    """Each deck: what lies on top of its Pile, and how many cards lie where. A card that a verdict shows is large enough."""
    large = s.last is None and s.blow is None
    return tuple(
        block
        for name, deck in s.decks.items()
        for block in _of_deck(s, name, deck, large=large)
        if _matters(deck, name)
    )


def on_table(s: State) -> tuple[Block, ...]:
    """The hands, and below them what lies there."""
    return (*people(s), *cards(s))


def _matters(deck: Deck, name: str) -> bool:
    """The Dealer's own deck is nothing to look at before a card of it lies there."""
    return name != DEALER or bool(deck.pile or deck.void)


def _of_deck(s: State, name: str, deck: Deck, *, large: bool) -> tuple[Block, ...]:
    whose = f" of {s.characters[name].name}" if name in s.characters else " of the Dealer" if name == DEALER else ""
    shown = tuple(Card(card, words(card)) for card in deck.pile[-SHOWN_OF_PILE:][::-1])
    counts = (Count("Library", deck.library), Count("Pile", len(deck.pile)), Count("Void", len(deck.void)))
    pile = (Cards(f"The Pile{whose}", shown, large=large),) if shown else ()
    return (*pile, Counters(f"The cards{whose}" if whose else "The cards", counts))
