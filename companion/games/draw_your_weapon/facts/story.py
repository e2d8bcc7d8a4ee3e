"""Facts of the story: scenes, passages, turns, and the end of the session."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.draw_your_weapon.state import Event, State, scene_of
from companion.i18n import N_, _, from_data
from companion.schema import Cue, Words

PROPOSALS = (
    N_("The hour strikes."),
    N_("It is getting late."),
    N_("You have ten minutes."),
    N_("Somebody is watching you."),
)


def note_text(text: str) -> Words:
    """Return a note of the Dealer for display. Shipped proposals are translated; typed text is not."""
    return from_data(text) if text in PROPOSALS else text


@dataclass(frozen=True, slots=True)
class SceneBegan(Event):
    """The Dealer opens a page of the adventure. Removes the passage of the previous one."""

    scene: str

    def apply(self, s: State) -> State:
        return replace(s, scene=self.scene, met=(), passage="")

    def line(self, s: State) -> Words:
        scene = scene_of(s)
        return from_data(scene.title) if scene is not None else ""

    def cue(self, s: State) -> Cue | None:
        title = self.line(s)
        return Cue("scene", title) if title else None


@dataclass(frozen=True, slots=True)
class PassageRead(Event):
    """The Dealer reads a passage aloud. Every page shows it until the next one."""

    text: str

    def apply(self, s: State) -> State:
        return replace(s, passage=self.text)

    def line(self, s: State) -> Words:
        return from_data(self.text)


@dataclass(frozen=True, slots=True)
class NoteWritten(Event):
    """The Dealer shows a note to the table; "" removes it."""

    text: str

    def apply(self, s: State) -> State:
        return replace(s, note=self.text)

    def line(self, s: State) -> Words:
        return note_text(self.text)


@dataclass(frozen=True, slots=True)
class CombatChanged(Event):
    on: bool

    def apply(self, s: State) -> State:
        return replace(s, in_combat=self.on, round=1 if self.on else 0, turn="")

    def line(self, s: State) -> Words:
        return _("Combat!") if self.on else _("The combat is over.")

    def cue(self, s: State) -> Cue:
        return Cue("alarm", self.line(s), "bad" if self.on else "good")


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """Moves the marker of the turn. Another chapter rules the order (DYW-X-COMBAT-1)."""

    who: str
    round: int

    def apply(self, s: State) -> State:
        return replace(s, turn=self.who, round=self.round)

    def line(self, s: State) -> Words:
        return _("Round {n}: {who}.", n=self.round, who=s.characters[self.who].display_name)


@dataclass(frozen=True, slots=True)
class EveningEnded(Event):
    """The Dealer ends the session."""

    sentence: Words = ""

    def apply(self, s: State) -> State:
        return replace(s, ended=True, ending=self.sentence)

    def line(self, s: State) -> Words:
        return self.sentence or _("The evening is over.")

    def cue(self, s: State) -> Cue:
        return Cue("end", self.line(s))
