"""Facts of tests and attacks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.engine import SUIT_NAMES, card_text
from companion.games.draw_your_weapon.facts.base import CharacterFact
from companion.games.draw_your_weapon.facts.cards import gone_from_hand, gone_from_library, onto_pile
from companion.games.draw_your_weapon.names import attribute_text
from companion.games.draw_your_weapon.state import (
    Blow,
    Event,
    Played,
    State,
    Test,
    TestKind,
    Tie,
    Verdict,
    with_character,
)
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import DEALER, Cue, Faces, Refused, Seat, Words


@dataclass(frozen=True, slots=True)
class TestCalled(Event):
    """The Dealer named an attribute and a suit (DYW-TEST-3)."""

    __test__ = False

    kind: TestKind
    attribute: str
    suit: str
    who: Faces
    surprise: bool

    def apply(self, s: State) -> State:
        test = Test(self.kind, self.attribute, self.suit, self.who, self.surprise)
        return _record_met(replace(s, test=test, last=None, blow=None), self.who)

    def line(self, s: State) -> Words:
        test = {
            "names": listed((s.characters[w].display_name for w in self.who), ", "),
            "attribute": attribute_text(self.attribute),
            "suit": SUIT_NAMES[self.suit],
        }
        if self.kind == "skill_test":
            called = _("Skill Test of {names}: {attribute}, {suit}.", **test)
        else:
            called = _("Contest of {names}: {attribute}, {suit}.", **test)
        return joined(" ", [_("Surprise!"), called]) if self.surprise else called

    def cue(self, s: State) -> Cue | None:
        return Cue("surprise", self.line(s), "bad") if self.surprise else None


@dataclass(frozen=True, slots=True)
class TestCalledOff(Event):
    """The Dealer cancels the test before a card is laid."""

    __test__ = False

    def apply(self, s: State) -> State:
        return replace(s, test=None)

    def line(self, s: State) -> Words:
        return _("The test is called off.")


@dataclass(frozen=True, slots=True)
class SurpriseMet(Event):
    """The characters that turn the top card, and the defenders that play an ordinary test."""

    surprised: Faces
    ordinary: Faces

    def apply(self, s: State) -> State:
        return replace(s, test=replace(_test(s), surprised=self.surprised, ordinary=self.ordinary))

    def line(self, s: State) -> Words:
        return joined(" ", (_("{who} saw it coming.", who=s.characters[w].display_name) for w in self.ordinary))


@dataclass(frozen=True, slots=True)
class RequirementFixed(Event):
    """The Dealer fixed the required Result. Only the Dealer reads the number."""

    number: int

    def apply(self, s: State) -> State:
        """Call the test off. Raises Refused after the first card is laid (DYW-SKILL-6)."""
        test = _test(s)
        if test.played or test.laid:
            sentence = _("The required Result cannot change once the card lies there.")
            raise Refused("REQUIREMENT_LOCKED", sentence, "DYW-SKILL-6")
        return replace(s, test=replace(test, required=self.number))

    def line(self, s: State) -> Words:
        return _("The Dealer has fixed what is required.")

    def line_for(self, s: State, seat: Seat) -> Words:
        return _("Required: {n}.", n=self.number) if seat == DEALER else self.line(s)


@dataclass(frozen=True, slots=True)
class RequirementShown(Event):
    """The Dealer shows the required Result to all seats after the test."""

    def apply(self, s: State) -> State:
        if s.last is None:
            raise ValueError("no test has ended: there is no number to show")
        return replace(s, last=replace(s.last, shown=True))

    def line(self, s: State) -> Words:
        return _("Required was {n}.", n=s.last.test.required) if s.last else ""


@dataclass(frozen=True, slots=True)
class CardsLaid(Event):
    """All cards are laid and bonuses are still open. Locks the required Result (DYW-SKILL-6)."""

    def apply(self, s: State) -> State:
        return replace(s, test=replace(_test(s), laid=True))


@dataclass(frozen=True, slots=True)
class CardPlayed(CharacterFact):
    card: str
    base: int  # value of the card
    bonus: int  # attribute added
    flipped: bool  # from the Library
    more: int = 0  # added by Features

    def apply(self, s: State) -> State:
        """Move the card from the Library or the hand to the Pile (DYW-X-ZONES-3). An attack has no test."""
        if s.test is not None:
            played = Played(self.who, self.card, self.base, self.bonus, self.more)
            s = replace(s, test=replace(s.test, played=(*s.test.played, played)))
            # Only a test uses up the Features that are ready: an attack before it does not.
            s = with_character(s, self.who, replace(s.characters[self.who], ready=()))
        after = gone_from_library(s, self.who) if self.flipped else gone_from_hand(s, self.who, self.card)
        return onto_pile(after, self.who, self.card)

    def line(self, s: State) -> Words:
        names = {"who": self.display_name(s), "card": card_text(self.card)}
        added = [_("{n:+} for the suit", n=self.bonus)] * bool(self.bonus)
        added += [_("{n:+} for a Feature", n=self.more)] * bool(self.more)
        if not added:
            return _("{who} turns the {card}.", **names) if self.flipped else _("{who} plays the {card}.", **names)
        if self.flipped:
            return _("{who} turns the {card}, {added}.", **names, added=listed(added, ", "))
        return _("{who} plays the {card}, {added}.", **names, added=listed(added, ", "))


@dataclass(frozen=True, slots=True)
class TestResolved(Event):
    __test__ = False

    winners: Faces
    tie: Tie = ""

    def apply(self, s: State) -> State:
        return replace(s, test=None, last=Verdict(_test(s), self.winners, self.tie))

    def line(self, s: State) -> Words:
        if self.winners:
            return _("{who} succeeds.", who=s.characters[self.winners[0]].display_name)
        return _("{who} fails.", who=s.characters[s.last.test.who[0]].display_name) if s.last else NOTHING

    def cue(self, s: State) -> Cue | None:
        """Show the cards of a contest side by side, each with its owner."""
        played = s.last.test.played if s.last is not None else ()
        if len(played) < 2:
            return None
        names = tuple(s.characters[p.who].display_name for p in played)
        cards = tuple(p.card for p in played)
        return Cue("contest", self.line(s), "good" if self.winners else "bad", cards, "card", names)


@dataclass(frozen=True, slots=True)
class AttackMade(CharacterFact):
    """Damage dealt. `HarmSuffered` states the loss."""

    card: str
    base: int
    bonus: int
    weapon: str  # "" = bare hands
    target: str
    damage: int
    more: int = 0  # added by Features

    def apply(self, s: State) -> State:
        played = Played(self.who, self.card, self.base, self.bonus, self.more)
        blow = Blow(played, self.weapon, self.target, self.damage)
        return _record_met(replace(s, last=None, blow=blow), (self.who, self.target))

    def line(self, s: State) -> Words:
        return attack_text(s, self.who, self.weapon, self.target, self.damage)

    def cue(self, s: State) -> Cue:
        seat = s.characters[self.target].seat if self.target in s.characters else ""
        return Cue("attack", self.line(s), "bad", (self.card,), "card", seat=seat)


def attack_text(s: State, who: str, weapon: str, target: str, damage: int) -> Text:
    """Return the sentence of an attack and its damage."""
    whom = s.characters[target].display_name if target in s.characters else from_data(target)
    names = {"who": s.characters[who].display_name, "whom": whom}
    if weapon:
        return ngettext(
            "{who} strikes {whom} with the {weapon}: {n} damage.",
            "{who} strikes {whom} with the {weapon}: {n} damage.",
            damage,
            **names,
            weapon=from_data(weapon),
        )
    return ngettext(
        "{who} strikes {whom} with bare hands: {n} damage.",
        "{who} strikes {whom} with bare hands: {n} damage.",
        damage,
        **names,
    )


def _record_met(s: State, names: Iterable[str]) -> State:
    """Record figures of the Dealer that took part in this scene, so that players see them."""
    new = (name for name in names if name in s.characters and not s.characters[name].is_player and name not in s.met)
    return replace(s, met=(*s.met, *new))


def _test(s: State) -> Test:
    if s.test is None:
        raise ValueError("no test is under way: this fact belongs to one")
    return s.test
