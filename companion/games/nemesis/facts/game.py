"""Facts of the course of a game: decks, rounds, turns, event phase, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.games.nemesis.facts.base import CharacterFact
from companion.games.nemesis.names import who
from companion.games.nemesis.state import (
    ACTIONS_PER_ROUND,
    Event,
    EventStep,
    Phase,
    Result,
    State,
    Told,
    with_character,
    with_entry,
)
from companion.i18n import NOTHING, _, joined, ngettext
from companion.schema import Cue, Faces, Seat, Words


@dataclass(frozen=True, slots=True)
class DeckDrawn(Event):
    """Cards drawn from a virtual deck, as `rules.decks.draw_cards` names it."""

    deck: str
    cards: Faces

    def apply(self, s: State) -> State:
        return replace(s, drawn=with_entry(s.drawn, self.deck, s.drawn.get(self.deck, ()) + self.cards))


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """The drawn cards return to the deck, except `out`, which the same draw has taken."""

    deck: str
    out: Faces = ()

    def apply(self, s: State) -> State:
        return replace(s, drawn=with_entry(s.drawn, self.deck, self.out))

    def line(self, s: State) -> Words:
        return _("A deck is shuffled anew.")


@dataclass(frozen=True, slots=True)
class CardTold(Event):
    """A card was turned face up."""

    title: Words
    text: Words

    def apply(self, s: State) -> State:
        return replace(s, told=Told(self.title, self.text))

    def line(self, s: State) -> Words:
        return _("{title}: {text}", title=self.title, text=self.text) if self.text else _("{title}.", title=self.title)

    def cue(self, s: State) -> Cue | None:
        return Cue("encounter", self.title)


@dataclass(frozen=True, slots=True)
class Passed(CharacterFact):
    """A player takes no more actions in this turn."""

    def apply(self, s: State) -> State:
        passed = with_character(s, self.seat, replace(s.characters[self.seat], passed=True))
        return replace(passed, last=None, told=None)

    def line(self, s: State) -> Words:
        return _("{who} passes.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The round of one player is over, and `following` has the next one."""

    following: Seat

    def apply(self, s: State) -> State:
        acting = replace(s.characters[self.following], actions=ACTIONS_PER_ROUND)
        return replace(with_character(s, self.following, acting), active=self.following)

    def line(self, s: State) -> Words:
        return _("{who} is next.", who=who(s, self.following))


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """All seats have passed."""

    def apply(self, s: State) -> State:
        return replace(s, phase="drawing", turns=s.turns - 1)

    def line(self, s: State) -> Words:
        return _("All have passed.")


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """All characters act again, and `first` begins."""

    first: Seat

    def apply(self, s: State) -> State:
        ready = {
            seat: replace(character, passed=False, actions=ACTIONS_PER_ROUND)
            for seat, character in s.characters.items()
        }
        s = replace(s, characters=MappingProxyType(ready), phase="players", last=None)
        return replace(s, active=self.first, first=self.first)

    def line(self, s: State) -> Words:
        return _("A new turn begins.")


PHASE_LINES = {
    "preparing": _("The ship is laid out."),
    "players": NOTHING,  # TurnBegan has a line
    "event": _("The event phase begins."),
    "drawing": _("Everybody draws."),
    "over": _("It is over."),
}


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    phase: Phase

    def apply(self, s: State) -> State:
        return replace(s, phase=self.phase)

    def line(self, s: State) -> Words:
        return PHASE_LINES[self.phase]

    def cue(self, s: State) -> Cue | None:
        return Cue("phase", self.line(s), "bad") if self.phase == "event" else None


@dataclass(frozen=True, slots=True)
class EventStepDone(Event):
    """`following` None: that was the last step."""

    step: EventStep
    following: EventStep | None

    def apply(self, s: State) -> State:
        return replace(s, step=self.following or "time")


@dataclass(frozen=True, slots=True)
class TimePassed(Event):
    """The time track advances, and the self-destruct track while the alarm runs."""

    def apply(self, s: State) -> State:
        alarm = None if s.self_destruct is None else s.self_destruct - 1
        return replace(s, turns=s.turns - 1, self_destruct=alarm)

    def line(self, s: State) -> Words:
        left = max(0, s.turns)
        return joined(
            " ", (ngettext("Time passes: {n} turn left.", "Time passes: {n} turns left.", left), _alarm_line(s))
        )


def _alarm_line(s: State) -> Words:
    if s.self_destruct is None:
        return NOTHING
    left = max(0, s.self_destruct)
    return ngettext("Self-destruction in {n} turn.", "Self-destruction in {n} turns.", left)


@dataclass(frozen=True, slots=True)
class TurnsSet(Event):
    turns: int  # left, this one included

    def apply(self, s: State) -> State:
        return replace(s, turns=self.turns)

    def line(self, s: State) -> Words:
        return ngettext(
            "The time track is put right: {n} turn left.", "The time track is put right: {n} turns left.", self.turns
        )


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    sentence: Words
    results: Mapping[Seat, Result]

    def apply(self, s: State) -> State:
        return replace(s, phase="over", ending=self.sentence, results=self.results)

    def line(self, s: State) -> Words:
        return self.sentence

    def cue(self, s: State) -> Cue | None:
        return Cue("end", self.sentence)
