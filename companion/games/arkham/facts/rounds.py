"""Facts of the round: phases, turns, agenda and act, encounter cards, the story and its end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.arkham.content import passage
from companion.games.arkham.facts.base import SeatFact, read_aloud
from companion.games.arkham.state import Ending, Event, State
from companion.i18n import _, from_data, ngettext
from companion.schema import Cue, Words

PHASE_TEXTS = {
    "mythos": _("The mythos phase."),
    "investigation": _("The investigation phase."),
    "enemy": _("The enemy phase."),
    "upkeep": _("The upkeep phase."),
}


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    phase: str

    def apply(self, s: State) -> State:
        return replace(s, phase=self.phase, taken=(), done=(), active="")

    def line(self, s: State) -> Words:
        return PHASE_TEXTS[self.phase]

    def cue(self, s: State) -> Cue:
        return Cue("phase", self.line(s))


@dataclass(frozen=True, slots=True)
class PhasePassed(SeatFact):
    """The seat has finished this phase."""

    def apply(self, s: State) -> State:
        return replace(s, taken=(*s.taken, self.seat))


@dataclass(frozen=True, slots=True)
class TurnBegan(SeatFact):
    def apply(self, s: State) -> State:
        return replace(s, active=self.seat)

    def line(self, s: State) -> Words:
        return _("{who}'s turn.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class TurnEnded(SeatFact):
    def apply(self, s: State) -> State:
        ended = s.with_seat(self.seat, replace(s.seats[self.seat], actions=0))
        return replace(ended, taken=(*s.taken, self.seat), active="", story="")


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """All investigators have their actions again. AH-ACT-TURN-4."""

    number: int

    def apply(self, s: State) -> State:
        after = replace(s, round=self.number, taken=(), exhausted=())
        for seat, who in s.seats.items():
            after = after.with_seat(seat, replace(who, actions=who.next_actions))
        return after

    def line(self, s: State) -> Words:
        return _("Round {n}: everybody readies, draws a card and gains a resource.", n=self.number)


@dataclass(frozen=True, slots=True)
class CardsReadied(Event):
    """All exhausted cards are readied, enemies included. AH-X-UPKEEP-1."""

    def apply(self, s: State) -> State:
        after = s
        for name, enemy in s.enemies.items():
            if enemy.exhausted:
                after = after.spawn(name, replace(enemy, exhausted=False))
        return after


@dataclass(frozen=True, slots=True)
class StepDone(Event):
    """A step of this phase, as "doom", "hunt eel", or "eel:1" after the eel attacked seat 1."""

    step: str

    def apply(self, s: State) -> State:
        return replace(s, done=(*s.done, self.step), last=None)


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """An ability with one use a round."""

    key: str

    def apply(self, s: State) -> State:
        return replace(s, exhausted=(*s.exhausted, self.key))


@dataclass(frozen=True, slots=True)
class DoomPlaced(Event):
    number: int

    def apply(self, s: State) -> State:
        return replace(s, doom=max(0, s.doom + self.number))

    def line(self, s: State) -> Words:
        return _("Doom: {n} ({change:+}).", n=s.doom, change=self.number) if self.number else ""


@dataclass(frozen=True, slots=True)
class AgendaAdvanced(Event):
    title: str

    def apply(self, s: State) -> State:
        turned = s.scenario.agendas[s.agenda]
        return replace(s, agenda=s.agenda + 1, doom=0, story=read_aloud(s, passage(turned.turned)))

    def line(self, s: State) -> Words:
        return _("The agenda advances: {agenda}.", agenda=from_data(self.title))

    def cue(self, s: State) -> Cue:
        return Cue("agenda", self.line(s), "bad")


@dataclass(frozen=True, slots=True)
class ActAdvanced(Event):
    title: str

    def apply(self, s: State) -> State:
        reached = s.scenario.acts[s.act]
        return replace(s, act=s.act + 1, spent=0, story=read_aloud(s, passage(reached.turned)))

    def line(self, s: State) -> Words:
        return _("The act advances: {act}.", act=from_data(self.title))

    def cue(self, s: State) -> Cue:
        return Cue("act", self.line(s), "good")


@dataclass(frozen=True, slots=True)
class EncounterDrawn(SeatFact):
    card: str

    def apply(self, s: State) -> State:
        return replace(s, deck=s.deck.drawn(self.card), story="", last=None)

    def line(self, s: State) -> Words:
        return _("{who} draws {card}.", who=self.who(s), card=from_data(s.scenario.encounters[self.card].title))

    def cue(self, s: State) -> Cue:
        return Cue("encounter", self.line(s), seat=self.seat)


@dataclass(frozen=True, slots=True)
class EncounterRenewed(Event):
    """The encounter discard pile is shuffled into the empty deck."""

    def apply(self, s: State) -> State:
        return replace(s, deck=s.deck.returned())

    def line(self, s: State) -> Words:
        return _("The encounter discard pile is shuffled into a new deck.")


@dataclass(frozen=True, slots=True)
class Told(Event):
    """A text to read aloud, or an instruction for the cards."""

    text: Words

    def apply(self, s: State) -> State:
        return replace(s, story=read_aloud(s, self.text))

    def line(self, s: State) -> Words:
        return self.text


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """A line of the campaign log."""

    text: str

    def apply(self, s: State) -> State:
        return replace(s, campaign=replace(s.campaign, notes=(*s.campaign.notes, self.text)))

    def line(self, s: State) -> Words:
        return _("Campaign log: {text}", text=self.text)


@dataclass(frozen=True, slots=True)
class ScenarioEnded(Event):
    resolution: str  # "" = none of the scenario's
    title: str
    victory: int

    def apply(self, s: State) -> State:
        return replace(s, ending=Ending(self.resolution, self.title, self.victory))

    def line(self, s: State) -> Words:
        if not self.victory:
            return _("The scenario ends: {ending}.", ending=from_data(self.title))
        return ngettext(
            "The scenario ends: {ending}, {n} victory point.",
            "The scenario ends: {ending}, {n} victory points.",
            self.victory,
            ending=from_data(self.title),
        )

    def cue(self, s: State) -> Cue:
        return Cue("end", self.line(s))
