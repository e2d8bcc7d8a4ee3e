"""Actions: refusals, targets, cost and payment (NEM-COST)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from companion.engine import Rule, choose
from companion.games.nemesis.facts import ActionPaid
from companion.games.nemesis.names import action_cards_words, who
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.state import G, State, is_in_combat, payable_cards, without_all
from companion.i18n import Text, _, from_data
from companion.schema import Faces, Option, Prompt, Refusal, Seat


@dataclass(frozen=True, slots=True)
class Action:
    """One action. A target is the id of a room, an Intruder, a "weapon/Intruder" or a card."""

    name: str
    title: Text
    rule: str
    refuse: Callable[[State, Seat], Refusal | None]  # the action as a whole
    targets: Callable[[State, Seat], tuple[Option, ...]]
    cannot: Callable[[State, Seat, str], Refusal | None]  # this target
    do: Callable[[G, Seat, str], Rule[None]]
    cost: Callable[[State, str], int] | None = None  # of a target; None: the number on the icon
    secret: bool = False  # targets are for the owner only: chosen after the action, not in the menu
    fights: bool = False  # stays possible in combat under the stricter reading (NEM-X-INCOMBAT-1)


def never_refused(*_: object) -> None:
    """Refuse nothing."""


def cost_of(s: State, action: Action, target: str) -> int:
    """Return the number of cards to discard (NEM-GEN-3). A played card does not count (NEM-ACARD-4)."""
    return action.cost(s, target) if action.cost else s.ship.costs[action.name]


def cannot_take_action(s: State, seat: Seat, action: Action, target: str) -> Refusal | None:
    """Return the first reason against it, None if it is possible."""
    return (
        cannot_act(s, seat)
        or action.cannot(s, seat, target)
        or cannot_pay(s, seat, action, target)
        or cannot_use_in_combat(s, seat, action)
        or action.refuse(s, seat)
    )


def cannot_act(s: State, seat: Seat) -> Refusal | None:
    if s.characters[seat].actions < 1:
        sentence = _("{who} has no action left in this round.", who=who(s, seat))
        return Refusal("NO_ACTIONS_LEFT", sentence, "NEM-X-TURN-1")
    return None


def cannot_use_in_combat(s: State, seat: Seat, action: Action) -> Refusal | None:
    """NEM-X-INCOMBAT-1: a setting that leaves only Shoot, Melee Attack, Escape, cards and items in combat."""
    if s.settings.strict_combat and not action.fights and is_in_combat(s, seat):
        sentence = _("There is an Intruder in the room: no {action} in combat.", action=action.title)
        return Refusal("OUT_OF_COMBAT_ONLY", sentence, "NEM-X-INCOMBAT-1")
    return None


def cannot_afford(s: State, seat: Seat, action: Action, target: str) -> Refusal | None:
    """Refuse by the size of the hand, which is public. Contamination among it is not."""
    cost, have = cost_of(s, action, target), len(s.characters[seat].hand)
    cards, title = action_cards_words(cost), action.title
    sentence = _("{action} costs {cards}, not the {have} of the hand.", action=title, cards=cards, have=have)
    return Refusal("NOT_ENOUGH_ACTION_CARDS", sentence, "NEM-COST-5") if cost > have else None


def cannot_pay(s: State, seat: Seat, action: Action, target: str) -> Refusal | None:
    """Refuse by the Action cards in hand (NEM-COST-5), a secret. A played card does not pay for itself (NEM-AMB-9)."""
    cost, cards = cost_of(s, action, target), payable_cards(s, seat)
    have = len(cards) - len([card for card in played_card(s, seat, action, target) if card in cards])
    needed, title = action_cards_words(cost), action.title
    sentence = _("{action} costs {cards}, not the {have} that can pay.", action=title, cards=needed, have=have)
    return Refusal("NOT_ENOUGH_ACTION_CARDS", sentence, "NEM-COST-5") if cost > have else None


def played_card(s: State, seat: Seat, action: Action, target: str) -> Faces:
    """Return the card that is played, and so discarded (NEM-ACARD-3). A real card has no name here."""
    card = hands.ACTION_CARD if hands.are_real(s) else target
    return (card,) if action.name == "action_card" and card in s.characters[seat].hand else ()


COST_PURPOSES: Mapping[str, Text] = {
    "action_card": _("the card that is played"),
    "item_action": _("the item that is used"),
    "room_action": _("what the room can do"),
}
"""Words for a public title, which must not name a card of the hand."""
NONE_OF_THEM = Option("none_of_them", _("None of them"))


def secret_target(g: G, seat: Seat, action: Action) -> Rule[str | None]:
    """Ask the owner which card or item. Targets for which the hand cannot pay are refused."""
    s, title = g.state, _("{action}, which one?", action=action.title)
    targets = [
        Option(target.id, target.text, target.refused or cannot_pay(s, seat, action, target.id))
        for target in action.targets(s, seat)
    ]
    options = sorted((*targets, NONE_OF_THEM), key=lambda option: bool(option.refused))
    prompt = choose(seat, title, options, rule=action.rule, secret=True, key="action.which", about=action.name)
    chosen = yield from g.one(prompt)
    return None if chosen == NONE_OF_THEM.id else chosen


def pay(g: G, seat: Seat, action: Action, target: str) -> Rule[bool]:
    """Discard exactly the cost in Action cards, never Contamination (NEM-COST-1 to -3).

    Returns False if too many cards are Contamination. Only the owner sees that, and nothing is discarded.
    """
    cost, itself = cost_of(g.state, action, target), played_card(g.state, seat, action, target)
    cards: Faces = ()
    if cost:
        no = cannot_pay(g.state, seat, action, target)
        chosen = yield from g.some(_payment(g.state, seat, action, cost, itself, no))
        if SOMETHING_ELSE.id in chosen:
            return False
        cards = (hands.ACTION_CARD,) * cost if hands.are_real(g.state) else chosen
    g.emit(ActionPaid(seat, action.name, hands.cards_still_held(g.state, seat, itself + cards)))
    return True


SOMETHING_ELSE = Option("instead", _("Something else after all"))


def _payment(s: State, seat: Seat, action: Action, cost: int, itself: Faces, no: Refusal | None) -> Prompt:
    """Ask for the cards; with real cards, for a confirmation. Others cannot see whether the hand can pay."""
    purpose = COST_PURPOSES.get(action.name, action.title)
    title = _("discard {cards} for {purpose}", cards=action_cards_words(cost), purpose=purpose)
    ask = partial(choose, seat, title, rule="NEM-COST-1", key="action.pay", about=action.name)
    if hands.are_real(s):
        paid = Option("go", _("I discarded {n}", n=cost), no)
        return ask((paid, SOMETHING_ELSE) if no else (paid,))
    hand = hand_options(s, seat, itself)
    if no is None:
        return ask(hand, cost, cost, secret=True)
    return ask((SOMETHING_ELSE, *(replace(card, refused=card.refused or no) for card in hand)), secret=True)


def hand_options(s: State, seat: Seat, itself_played: Faces) -> tuple[Option, ...]:
    """Return the hand as options. Cards that cannot pay are refused."""
    sentence = _("A Contamination card is no Action card: it pays for nothing.")
    contaminated = Refusal("CONTAMINATION_CANNOT_PAY", sentence, "NEM-COST-3")
    itself = Refusal("CARD_CANNOT_PAY_FOR_ITSELF", _("The card that is played cannot pay for itself."), "NEM-ACARD-4")
    hand = without_all(s.characters[seat].hand, itself_played)
    others = [Option(card, from_data(card), contaminated if card in s.contamination else None) for card in hand]
    return (*others, *(Option(card, from_data(card), itself) for card in itself_played))


def cannot_use_now(s: State, seat: Seat, allowed: str) -> Refusal | None:
    """Refuse by the printed combat symbol `allowed` (NEM-COMBAT-2, -5, -6)."""
    fighting = is_in_combat(s, seat)
    if allowed == "out_of_combat" and fighting:
        sentence = _("There is an Intruder in the room: this is for out of combat only.")
        return Refusal("OUT_OF_COMBAT_ONLY", sentence, "NEM-COMBAT-5")
    if allowed == "in_combat" and not fighting:
        return Refusal("IN_COMBAT_ONLY", _("No Intruder is in the room: this is for combat only."), "NEM-COMBAT-2")
    return None
