"""The log as one seat may read it."""

from __future__ import annotations

from typing import Any, Literal

from companion.tables.chance import SOURCE as VIRTUAL
from companion.tables.entry import Corrected, Fact, Given, half_given
from companion.tables.seated import Picture
from companion.tables.table import Moment
from companion.web.snapshot import Line, Undoable
from companion.wire.prompt import HOUSE, Answer, Prompt, Seat

MOST = 80  # lines sent


def lines(picture: Picture, seat: Seat) -> tuple[Line, ...]:
    """Newest last. What is chosen in secret or not yet revealed is no line; the facts that follow from it are."""
    found: list[Line] = []
    covered = half_given(moment.entry for moment in picture.moments)
    for moment in reversed(picture.moments):
        line = _line(picture, moment, seat) if moment.entry.what not in covered else None
        if line is not None:
            found.append(line)
        if len(found) == MOST:
            break
    return tuple(reversed(found))


def undoable(picture: Picture) -> Undoable | None:
    """The last step of people: inside a procedure the last answer, at rest the whole of the last procedure.

    What the house drew by itself is no step: it would be drawn again at once, and nothing be taken back.
    """
    given = [(m.entry.seq, m.entry.what.prompt) for m in picture.moments if isinstance(m.entry.what, Given)]
    answers = [(seq, prompt) for seq, prompt in given if prompt.seat != HOUSE]
    if not answers:
        return None
    seq, prompt = answers[-1]
    if picture.at_rest:
        rests = [m.entry.seq for m in picture.moments if m.entry.rest and m.entry.seq < seq]
        seq, prompt = next(answer for answer in answers if answer[0] > max(rests, default=0))
    return Undoable(seq - 1, prompt.title)


def _line(picture: Picture, moment: Moment[Any, Any], seat: Seat) -> Line | None:
    entry = moment.entry
    match entry.what:
        case Fact(event) | Corrected(event):
            text = picture.game.tell(moment.state, event, seat)
            kind: Literal["fact", "correction"] = "fact" if isinstance(entry.what, Fact) else "correction"
            return Line(entry.seq, text, kind, "rules") if text else None
        case Given(answer, prompt) if prompt.of and (not prompt.secret or prompt.seat == seat):
            return _answer_line(picture, entry.seq, answer, prompt)
    return None


def _answer_line(picture: Picture, seq: int, answer: Answer, prompt: Prompt) -> Line:
    told = {option.id: option.text for option in prompt.options if option.text}
    values = ", ".join(told.get(value) or value.replace("_", " ") for value in answer.values)
    who = picture.setup.names.get(prompt.seat, prompt.seat.capitalize())
    return Line(seq, f"{who}: {values}", "answer", source(answer), seq - 1, seq, answer.values, prompt.of[0])


def source(answer: Answer) -> Literal["camera", "serial", "virtual", "hand"]:
    """Where an answer came from, for ever in the log."""
    if not answer.reading:
        return "hand"
    if answer.source == VIRTUAL:
        return "virtual"
    return "serial" if answer.source.startswith("bridge/") else "camera"
