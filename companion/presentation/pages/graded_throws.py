"""Describe test throws: grade, reason, and improvements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.i18n import NOTHING, Text, _, joined, listed, ngettext
from companion.presentation.responses import GradedThrowObject, GradedThrowView
from companion.schema import CameraHealth, Words
from companion.sessions import SLOW, Grade, GradedThrow, Read, ThrowScore, tally

GRADES: dict[Grade, Words] = {"very_good": _("Very good."), "good": _("Good."), "care": _("Needs care."), "": ""}
ADVICE: tuple[tuple[Read, Words], ...] = (
    ("unread", _("A thing of no kit that I know: teach it, or put its kit on the table.")),
    ("leans", _("A die that leans is not read: nudge the tray, or lay it flat.")),
    ("hidden", _("What lies over the rim or under another thing is not read: push it into the open.")),
)
"""Advice for things on which the camera gave none."""


def graded_throw_view(throw: GradedThrow, health: CameraHealth | None) -> GradedThrowView:
    """Build a test throw with its grade. `health`: of the camera."""
    reading = throw.reading
    faces = throw.said or (None,) * len(reading.objects)
    remarks = {remark.box: remark for remark in reversed(throw.remarks)}
    things = tuple(
        GradedThrowObject(seen, read, face, remark.advice if remark else "", remark.kit if remark else "")
        for seen, read, face in zip(reading.objects, throw.read, faces, strict=True)
        for remark in [remarks.get(seen.box) if seen.box else None]
    )
    return GradedThrowView(
        number=throw.number,
        things=things,
        missed=throw.missed,
        picture=f"/picture/{reading.picture}" if reading.picture else "",
        took=throw.took,
        looked_over=throw.is_looked_over,
        grade=throw.grade,
        reason=_add_uncounted(reason(throw.tally), throw.read),
        better=tuple(dict.fromkeys(_improvements(throw, things, health))),
    )


def reason(score: ThrowScore) -> Text:
    """Return the reason for a grade."""
    if not score.things:
        return _("Nothing that counts lay there.")
    if score.wrong:
        return _("{wrong} of {things} read as something else.", wrong=score.wrong, things=score.things)
    if score.unread:
        return _("{unread} of {things} not known.", unread=score.unread, things=score.things)
    if score.doubtful:
        return _("{doubtful} of {things} asked about.", doubtful=score.doubtful, things=score.things)
    if score.took > SLOW:
        return _("All {n} read surely, but only after {took:.1f} s.", n=score.things, took=float(score.took))
    if score.took:
        return _("All {n} read surely, within {took:.1f} s.", n=score.things, took=float(score.took))
    return _("All {n} read surely.", n=score.things)


def _add_uncounted(why: Text, read: Sequence[Read]) -> Text:
    """Add the things that do not count, so that the numbers match what is on the tray."""
    lean, hidden = (sum(each == bad for each in read) for bad in ("leans", "hidden"))
    leaning = ngettext("One more leans.", "{n} more lean.", lean) if lean else NOTHING
    half = ngettext("One more is half hidden.", "{n} more are half hidden.", hidden) if hidden else NOTHING
    return joined(" ", (why, leaning, half))


def reason_of_all(throws: Sequence[GradedThrow]) -> Words:
    """Return the reason for the grade over several throws."""
    if not throws:
        return ""
    total = tally((read for throw in throws for read in throw.read), sum(throw.missed for throw in throws))
    return joined(" ", (ngettext("In one throw.", "In {n} throws.", len(throws)), reason(total)))


def _improvements(
    throw: GradedThrow, things: Sequence[GradedThrowObject], health: CameraHealth | None
) -> Iterator[Words]:
    """Yield improvements, the most important first."""
    score = throw.tally
    grave = [finding.advice for finding in health.findings if finding.grave] if health is not None else []
    if score.things != score.sure:
        yield from grave[:1]
    yield from _number_advice(things)
    yield from (words for read, words in ADVICE if any(thing.read == read and not thing.advice for thing in things))
    if throw.missed:
        yield _("What is not seen at all is often too like the floor of the tray: give it a plain one, and more light.")
    if throw.is_looked_over and score.wrong + score.doubtful:
        yield _("It has learned from what you said: throw the same things again.")
    elif any(thing.read == "doubtful" and not thing.advice for thing in things):
        yield _("Say what is asked about: it learns from that.")
    if score.took > SLOW:
        yield _("It is late: end other programs on this machine, or let the camera send smaller pictures.")


def _number_advice(things: Sequence[GradedThrowObject]) -> Iterator[Words]:
    """Yield the camera's advice with the numbers of its things, as on the page."""
    about: dict[Words, list[int]] = {}
    for number, thing in enumerate(things, 1):
        if thing.advice and thing.read != "sure":
            about.setdefault(thing.advice, []).append(number)
    for advice, numbers in about.items():
        if len(numbers) == 1:
            yield _("Number {number}: {advice}", number=numbers[0], advice=advice)
        else:
            yield _("Each of {numbers}: {advice}", numbers=listed(numbers, ", "), advice=advice)
