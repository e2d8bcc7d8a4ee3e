"""Facts of investigators: actions, resources, cards, assets, harm and trauma."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.engine import without
from companion.games.arkham.facts.base import SeatFact, out_of_hand
from companion.games.arkham.names import ACTION_NAMES, card_text, damage_text, harm_text, horror_text
from companion.games.arkham.state import InPlay, Investigator, Left, State
from companion.i18n import N_, _, from_data, ngettext
from companion.schema import Cue, Words

LEAVING_TEXTS = {
    "killed": N_("{who} is defeated by damage."),
    "insane": N_("{who} is driven insane."),
    "resigned": N_("{who} resigns."),
}


@dataclass(frozen=True, slots=True)
class ActionSpent(SeatFact):
    action: str
    number: int = 1

    def apply(self, s: State) -> State:
        """Spend actions and remove the story: it was read before the action."""
        who = s.seats[self.seat]
        return replace(s, story="", last=None).with_seat(self.seat, replace(who, actions=who.actions - self.number))

    def line(self, s: State) -> Words:
        names = {"who": self.who(s), "action": ACTION_NAMES.get(self.action) or from_data(self.action)}
        if self.number < 2:
            return _("{who}: {action}.", **names)
        return ngettext("{who}: {action}, {n} action.", "{who}: {action}, {n} actions.", self.number, **names)


@dataclass(frozen=True, slots=True)
class ActionsLost(SeatFact):
    """Actions lost, or gained where `number` is negative."""

    number: int

    def change(self, who: Investigator) -> Investigator:
        return replace(who, actions=who.actions - self.number)

    def line(self, s: State) -> Words:
        who = self.who(s)
        if self.number > 0:
            return ngettext("{who} loses {n} action.", "{who} loses {n} actions.", self.number, who=who)
        return ngettext("{who} gains {n} action.", "{who} gains {n} actions.", -self.number, who=who)


@dataclass(frozen=True, slots=True)
class ResourcesChanged(SeatFact):
    """Resources gained, or paid where `number` is negative."""

    number: int

    def change(self, who: Investigator) -> Investigator:
        return replace(who, resources=who.resources + self.number)


@dataclass(frozen=True, slots=True)
class CardsDrawn(SeatFact):
    """Cards drawn from the investigator's deck. Only the owner sees them."""

    number: int

    def change(self, who: Investigator) -> Investigator:
        deck = None if who.deck is None else who.deck - self.number
        return replace(who, unknown=who.unknown + self.number, deck=deck)


@dataclass(frozen=True, slots=True)
class DeckRenewed(SeatFact):
    """The discard pile is shuffled into the empty deck. AH-X-DRAW-1."""

    def change(self, who: Investigator) -> Investigator:
        return replace(who, deck=len(who.discard), discard=())

    def line(self, s: State) -> Words:
        return _("{who} shuffles the discard pile into a new deck.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class CardDiscarded(SeatFact):
    """A card goes from the hand onto the discard pile."""

    card: str

    def change(self, who: Investigator) -> Investigator:
        return replace(out_of_hand(who, self.card), discard=(*who.discard, self.card))

    def line(self, s: State) -> Words:
        return _("{who} discards {card}.", who=self.who(s), card=card_text(self.card))


@dataclass(frozen=True, slots=True)
class CardPlayed(SeatFact):
    card: str
    type: str = ""  # for a card without a record: "asset" or "event"

    def apply(self, s: State) -> State:
        who, card = out_of_hand(s.seats[self.seat], self.card), s.cards.get(self.card)
        if (card.type if card else self.type) != "asset":
            return s.with_seat(self.seat, replace(who, discard=(*who.discard, self.card)))
        who = replace(who, in_play=(*who.in_play, self.card))
        if card is not None:
            there = who.assets.get(self.card, InPlay())  # a second copy keeps the counters of the first
            who = _with_asset(who, self.card, replace(there, uses=there.uses + card.uses))
        return s.with_seat(self.seat, who)

    def line(self, s: State) -> Words:
        return _("{who} plays {card}.", who=self.who(s), card=card_text(self.card))


@dataclass(frozen=True, slots=True)
class UseSpent(SeatFact):
    card: str

    def change(self, who: Investigator) -> Investigator:
        asset = who.assets.get(self.card, InPlay())
        return _with_asset(who, self.card, replace(asset, uses=asset.uses - 1))

    def line(self, s: State) -> Words:
        left = s.seats[self.seat].assets[self.card].uses
        return _("{who} uses {card}: {n} left.", who=self.who(s), card=card_text(self.card), n=left)


@dataclass(frozen=True, slots=True)
class AssetHurt(SeatFact):
    card: str
    damage: int
    horror: int

    def change(self, who: Investigator) -> Investigator:
        asset = who.assets.get(self.card, InPlay())
        harmed = replace(asset, damage=asset.damage + self.damage, horror=asset.horror + self.horror)
        return _with_asset(who, self.card, harmed)

    def line(self, s: State) -> Words:
        harm = harm_text(self.damage, self.horror)
        return _("{card} takes {harm} for {who}.", card=card_text(self.card), who=self.who(s), harm=harm)


@dataclass(frozen=True, slots=True)
class AssetLost(SeatFact):
    """An asset goes from play onto its owner's discard pile."""

    card: str

    def apply(self, s: State) -> State:
        """Remove one copy with all its counters. A second copy stays without harm."""
        who = s.seats[self.seat]
        left = without(who.in_play, self.card)
        assets = {name: asset for name, asset in who.assets.items() if name != self.card}
        if self.card in left and self.card in who.assets:
            assets[self.card] = InPlay(uses=min(who.assets[self.card].uses, s.cards[self.card].uses))
        discard = (*who.discard, self.card)
        return s.with_seat(self.seat, replace(who, in_play=left, assets=MappingProxyType(assets), discard=discard))

    def line(self, s: State) -> Words:
        return _("{card} leaves play, {who}.", card=card_text(self.card), who=self.who(s))


@dataclass(frozen=True, slots=True)
class Hurt(SeatFact):
    """Damage and horror that no enemy attack dealt; healed where they are negative."""

    damage: int
    horror: int

    def change(self, who: Investigator) -> Investigator:
        return hurt(who, self.damage, self.horror)

    def line(self, s: State) -> Words:
        who, damage, horror = self.who(s), damage_text(abs(self.damage)), horror_text(abs(self.horror))
        if self.damage > 0 > self.horror:
            return _("{who} suffers {damage} and heals {horror}.", who=who, damage=damage, horror=horror)
        if self.horror > 0 > self.damage:
            return _("{who} suffers {horror} and heals {damage}.", who=who, damage=damage, horror=horror)
        harm = harm_text(abs(self.damage), abs(self.horror))
        if self.damage + self.horror > 0:
            return _("{who} suffers {harm}.", who=who, harm=harm)
        return _("{who} heals {harm}.", who=who, harm=harm)


@dataclass(frozen=True, slots=True)
class Soaked(SeatFact):
    """Damage and horror that an asset takes instead of its investigator."""

    damage: int
    horror: int

    def change(self, who: Investigator) -> Investigator:
        return hurt(who, -self.damage, -self.horror)


@dataclass(frozen=True, slots=True)
class InvestigatorLeft(SeatFact):
    """Defeated or resigned. AH-X-DEFEAT-1, AH-X-ACTIONS-1."""

    how: Left

    def apply(self, s: State) -> State:
        """Leave the clues at the location, free the enemies there, and record the trauma."""
        who, after = s.seats[self.seat], s
        if who.location in s.locations:
            here = s.locations[who.location]
            after = after.place(who.location, replace(here, clues=here.clues + who.clues))
        for name, enemy in s.enemies.items():
            if self.seat in enemy.engaged:
                others = tuple(seat for seat in enemy.engaged if seat != self.seat)
                after = after.spawn(name, replace(enemy, engaged=others))
        physical, mental = who.physical + (self.how == "killed"), who.mental + (self.how == "insane")
        out = replace(who, clues=0, actions=0, left=self.how, physical=physical, mental=mental)
        return after.with_seat(self.seat, out)

    def line(self, s: State) -> Words:
        return from_data(LEAVING_TEXTS[self.how], who=self.who(s))

    def cue(self, s: State) -> Cue:
        return Cue("fall", self.line(s), "plain" if self.how == "resigned" else "bad", seat=self.seat)


@dataclass(frozen=True, slots=True)
class TraumaTaken(SeatFact):
    """Trauma recorded by hand. `InvestigatorLeft` records that of a defeat."""

    physical: int
    mental: int

    def change(self, who: Investigator) -> Investigator:
        return replace(who, physical=who.physical + self.physical, mental=who.mental + self.mental)

    def line(self, s: State) -> Words:
        who = self.who(s)
        if not self.mental:
            return _("{who}: physical trauma {n:+}.", who=who, n=self.physical)
        if not self.physical:
            return _("{who}: mental trauma {n:+}.", who=who, n=self.mental)
        numbers = {"physical": self.physical, "mental": self.mental}
        return _("{who}: physical trauma {physical:+}, mental trauma {mental:+}.", who=who, **numbers)


def hurt(who: Investigator, damage: int, horror: int) -> Investigator:
    return replace(who, damage=max(0, who.damage + damage), horror=max(0, who.horror + horror))


def _with_asset(who: Investigator, card: str, asset: InPlay) -> Investigator:
    return replace(who, assets=MappingProxyType({**who.assets, card: asset}))
