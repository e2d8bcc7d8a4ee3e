"""What an action is and what it costs (NEM-COST)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.nemesis import hands
from companion.games.nemesis.events import ActionPaid, G
from companion.games.nemesis.names import counted
from companion.games.nemesis.state import State, is_in_combat, payable
from companion.rules.bag import without
from companion.rules.play import Rule, choose
from companion.wire.prompt import Faces, Option, Refusal, Seat


@dataclass(frozen=True, slots=True)
class Action:
    """One action. A target is a room, an Intruder, "weapon/Intruder", a card: what it is done with or to."""

    name: str
    title: str
    rule: str
    refuse: Callable[[State, Seat], Refusal | None]  # the action as a whole
    targets: Callable[[State, Seat], tuple[Option, ...]]
    cannot: Callable[[State, Seat, str], Refusal | None]  # this target
    do: Callable[[G, Seat, str], Rule[None]]
    cost: Callable[[State, str], int] | None = None  # of a target; None: the number on the icon
    secret: bool = False  # targets are for the owner's eyes: chosen after the action, not in the menu
    fights: bool = False  # stays possible in combat under the stricter reading (NEM-X-INCOMBAT-1)

    @property
    def plays(self) -> bool:
        """Is it a card of the hand that is played (NEM-ACARD-3)?"""
        return self.name == "action_card"


def cost_of(s: State, action: Action, target: str) -> int:
    """Cards to discard (NEM-GEN-3); of an action card those in addition to it (NEM-ACARD-4)."""
    return action.cost(s, target) if action.cost else s.ship.costs[action.name]


def refusal(s: State, seat: Seat, action: Action, target: str) -> Refusal | None:
    """Why this cannot be done now; None where it can."""
    return (
        no_action_left(s, seat)
        or action.cannot(s, seat, target)
        or cannot_pay(s, seat, action, target)
        or too_peaceful(s, seat, action)
        or action.refuse(s, seat)
    )


def no_action_left(s: State, seat: Seat) -> Refusal | None:
    if s.characters[seat].actions < 1:
        return Refusal("NO_ACTIONS_LEFT", f"{s.characters[seat].name} has no action left in this round.")
    return None


def too_peaceful(s: State, seat: Seat, action: Action) -> Refusal | None:
    """NEM-X-INCOMBAT-1: where the table plays so, in combat only Shoot, Melee Attack, Escape, cards and items."""
    if s.settings.strict_combat and not action.fights and is_in_combat(s, seat):
        return Refusal("OUT_OF_COMBAT_ONLY", f"There is an Intruder in the room: no {action.title} in combat.")
    return None


def cannot_pay(s: State, seat: Seat, action: Action, target: str) -> Refusal | None:
    """Too few Action cards (NEM-COST-5); a card that is played does not pay for itself (NEM-AMB-9)."""
    cost, cards = cost_of(s, action, target), payable(s, seat)
    have = len(cards) - len([card for card in played(s, seat, action, target) if card in cards])
    if have < cost:
        return Refusal("NOT_ENOUGH_ACTION_CARDS", f"{action.title} costs {cost} Action cards, {have} are in the hand.")
    return None


def played(s: State, seat: Seat, action: Action, target: str) -> Faces:
    """The card that is discarded because it is played (NEM-ACARD-3); a real one has no name here."""
    card = hands.ACTION_CARD if hands.are_real(s) else target
    return (card,) if action.plays and card in s.characters[seat].hand else ()


def pay(g: G, seat: Seat, action: Action, target: str) -> Rule[None]:
    """Exactly so many Action cards, freely chosen, never Contamination (NEM-COST-1 to -3)."""
    cost, itself = cost_of(g.state, action, target), played(g.state, seat, action, target)
    cards: Faces = ()
    if cost:
        title = f"{g.state.characters[seat].name}: discard {counted(cost, 'Action card')} for {action.title}"
        cards = yield from _chosen(g, seat, title, cost, itself)
    g.emit(ActionPaid(seat, action.name, hands.still_there(g.state, seat, itself + cards)))


def _chosen(g: G, seat: Seat, title: str, cost: int, itself: Faces) -> Rule[Faces]:
    """Which ones; of real cards the owner says that it is done."""
    if hands.are_real(g.state):
        yield from g.one(choose(seat, title, (Option("go", f"I discarded {cost}"),), rule="NEM-COST-1"))
        return (hands.ACTION_CARD,) * cost
    hand = hand_options(g.state, seat, itself)
    return (yield from g.some(choose(seat, title, hand, cost, cost, "NEM-COST-1", secret=True)))


def hand_options(s: State, seat: Seat, itself_played: Faces) -> tuple[Option, ...]:
    """The hand; what does not pay is grey."""
    contaminated = Refusal("CONTAMINATION_CANNOT_PAY", "A Contamination card is no Action card: it pays for nothing.")
    itself = Refusal("CARD_CANNOT_PAY_FOR_ITSELF", "The card that is played cannot pay for itself.")
    hand = s.characters[seat].hand
    for card in itself_played:
        hand = without(hand, card)
    others = [Option(card, card, contaminated if card in s.contamination else None) for card in hand]
    return (*others, *(Option(card, card, itself) for card in itself_played))


def situation(s: State, seat: Seat, allowed: str) -> Refusal | None:
    """In combat only, out of combat only, or both (NEM-COMBAT-2, -5, -6). `allowed`: as printed."""
    fighting = is_in_combat(s, seat)
    if allowed == "out_of_combat" and fighting:
        return Refusal("OUT_OF_COMBAT_ONLY", "There is an Intruder in the room: this is for out of combat only.")
    if allowed == "in_combat" and not fighting:
        return Refusal("IN_COMBAT_ONLY", "No Intruder is in the room: this is for combat only.")
    return None


def free(_: State, __: Seat) -> Refusal | None:
    """An action that nothing forbids as a whole."""
    return None
