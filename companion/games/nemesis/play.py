"""Rounds of two actions until all have passed, then a new turn (NEM-X-TURN-1)."""

from __future__ import annotations

from companion.games.nemesis.actions import ACTIONS, menu, secret_target
from companion.games.nemesis.cost import pay
from companion.games.nemesis.events import (
    CardsDrawn,
    DeckRenewed,
    G,
    Passed,
    RoundEnded,
    TurnBegan,
    TurnEnded,
)
from companion.games.nemesis.state import HAND_SIZE, State, actions_left
from companion.rules.play import Rule, choose
from companion.wire.prompt import HOUSE, Option, Prompt, Seat

PASS = "pass"  # noqa: S105  the name of a choice


def play(g: G) -> Rule[None]:
    """One action or pass of the active character; between turns one character's draw."""
    if g.state.phase == "drawing":
        yield from next_turn(g)
        return
    seat = g.state.active
    yield from take_action(g, seat)
    round_over(g, seat)


def take_action(g: G, seat: Seat) -> Rule[None]:
    """Choose, pay, do; or pass."""
    character = g.state.characters[seat]
    options = [*menu(g.state, seat), Option(PASS, "Pass until the next turn")]
    options.sort(key=lambda option: option.refused is not None)  # what is possible stands first
    title = f"{character.name}: choose an action, {actions_left(character)}"
    chosen = yield from g.one(choose(seat, title, options, rule="NEM-GEN-2"))
    if chosen == PASS:
        g.emit(Passed(seat))
        return
    name, _, target = chosen.partition(":")
    (action,) = (a for a in ACTIONS if a.name == name)
    if action.secret:
        target = yield from secret_target(g, seat, action)
        if not target:
            return
    yield from pay(g, seat, action, target)
    yield from action.do(g, seat, target)


def round_over(g: G, seat: Seat) -> None:
    """After two actions or a pass it is the next one's round; after the last pass the turn ends."""
    character = g.state.characters[seat]
    if character.actions and not character.passed:
        return
    following = after(g.state, seat)
    if following:
        g.emit(RoundEnded(following))
    else:
        g.emit(TurnEnded())


def after(s: State, seat: Seat) -> Seat:
    """Who is next in the order of the table and has not passed; "" where all have."""
    seats = tuple(s.characters)
    place = seats.index(seat) + 1
    order = seats[place:] + seats[:place]
    return next((name for name in order if not s.characters[name].passed), "")


def next_turn(g: G) -> Rule[None]:
    """One character fills the hand, or, when all have, the next turn begins."""
    for seat, character in g.state.characters.items():
        if len(character.hand) < HAND_SIZE and (character.deck or character.discard):
            yield from fill_hand(g, seat)
            return
    g.emit(TurnBegan(g.state.first))


def fill_hand(g: G, seat: Seat) -> Rule[None]:
    """Draw up to five cards; an empty deck is made anew from the discard pile."""
    while (missing := HAND_SIZE - len(g.state.characters[seat].hand)) and _cards(g.state, seat):
        if not g.state.characters[seat].deck:
            g.emit(DeckRenewed(seat))
        g.emit(CardsDrawn(seat, (yield from g.some(_draw(g.state, seat, missing)))))


def _cards(s: State, seat: Seat) -> int:
    return len(s.characters[seat].deck) + len(s.characters[seat].discard)


def _draw(s: State, seat: Seat, missing: int) -> Prompt:
    """Chance picks, as the deck lies face down; nobody else may see what."""
    character = s.characters[seat]
    number = min(missing, len(character.deck))
    cards = tuple(Option(card, card) for card in character.deck)
    title = f"{character.name}: draws {number} card{'s' * (number > 1)}"
    return Prompt(HOUSE, "draw", title, cards, number, number, rule="NEM-X-TURN-1")


def over(s: State) -> str:
    return "" if s.turns else "Time is out: the ship jumps."
