"""Test throws as the page is told of them: the grade, the reason for it in words, and what would make it better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.presentation.responses import GradedThrowObject, GradedThrowView
from companion.schema import CameraHealth, ReadingRemark, SeenObject, Words
from companion.sessions import SLOW, Grade, GradedThrow, Read, ThrowScore, tally

GRADES: dict[Grade, str] = {"very_good": "Very good.", "good": "Good.", "care": "Needs care.", "": ""}
ADVICE: tuple[tuple[Read, str], ...] = (
    ("unread", "A thing of no kit that I know: teach it, or put its kit on the table."),
    ("leans", "A die that leans is not read: nudge the tray, or lay it flat."),
    ("hidden", "What lies over the rim or under another thing is not read: push it into the open."),
)
"""What helps where the camera itself has said nothing of a thing."""


def graded_throw_view(throw: GradedThrow, health: CameraHealth | None) -> GradedThrowView:
    """A test throw with its grade; `health`: how the camera sees."""
    reading = throw.reading
    said = throw.said or (None,) * len(reading.objects)
    each = zip(reading.objects, throw.read, said, strict=True)
    things = tuple(_thing(throw.remarks, seen, read, one) for seen, read, one in each)
    return GradedThrowView(
        number=throw.number,
        things=things,
        missed=throw.missed,
        picture=f"/picture/{reading.picture}" if reading.picture else "",
        took=throw.took,
        looked_over=throw.is_looked_over,
        grade=throw.grade,
        reason=_with_the_rest(reason(throw.tally), throw.read),
        better=tuple(dict.fromkeys(_better(throw, things, health))),
    )


def reason(one: ThrowScore) -> str:
    """Why it has its grade."""
    if not one.things:
        return "Nothing that counts lay there."
    if one.wrong:
        return f"{one.wrong} of {one.things} read as something else."
    if one.unread:
        return f"{one.unread} of {one.things} not known."
    if one.doubtful:
        return f"{one.doubtful} of {one.things} asked about."
    if one.took > SLOW:
        return f"All {one.things} read surely, but only after {one.took:.1f} s."
    if one.took:
        return f"All {one.things} read surely, within {one.took:.1f} s."
    return f"All {one.things} read surely."


def _with_the_rest(why: str, read: Sequence[Read]) -> str:
    """The reason, and what else lies there that does not count: whoever counts the things finds them all."""
    lean, hidden = (sum(each == bad for each in read) for bad in ("leans", "hidden"))
    if lean:
        why = f"{why} {lean} more lean." if lean > 1 else f"{why} One more leans."
    if hidden:
        why = f"{why} {hidden} more are half hidden." if hidden > 1 else f"{why} One more is half hidden."
    return why


def reason_of_all(throws: Sequence[GradedThrow]) -> str:
    """The same over several."""
    if not throws:
        return ""
    whole = tally((read for one in throws for read in one.read), sum(one.missed for one in throws))
    if len(throws) == 1:
        return f"In one throw. {reason(whole)}"
    return f"In {len(throws)} throws. {reason(whole)}"


def _thing(remarks: Sequence[ReadingRemark], seen: SeenObject, read: Read, said: str | None) -> GradedThrowObject:
    remark = next((one for one in remarks if one.box == seen.box), None)
    return GradedThrowObject(seen, read, said, remark.advice if remark else "", remark.kit if remark else "")


def _better(throw: GradedThrow, things: Sequence[GradedThrowObject], health: CameraHealth | None) -> Iterator[Words]:
    """The most important first."""
    count = throw.tally
    grave = [one.advice for one in health.findings if one.grave] if health is not None else []
    if count.things != count.sure:
        yield from grave[:1]
    yield from _numbered(things)
    yield from (words for read, words in ADVICE if any(one.read == read and not one.advice for one in things))
    if throw.missed:
        yield "What is not seen at all is often too like the floor of the tray: give it a plain one, and more light."
    if throw.is_looked_over and count.wrong + count.doubtful:
        yield "It has learned from what you said: throw the same things again."
    elif count.doubtful:
        yield "Say what is asked about: it learns from that."
    if count.took > SLOW:
        yield "It is late: end other programs on this machine, or let the camera send smaller pictures."


def _numbered(things: Sequence[GradedThrowObject]) -> Iterator[Words]:
    """The camera's advice with the numbers of the things that it is about, as they are numbered on the page."""
    about: dict[Words, list[int]] = {}
    for number, thing in enumerate(things, 1):
        if thing.advice and thing.read not in ("sure", "doubtful"):
            about.setdefault(thing.advice, []).append(number)
    for advice, numbers in about.items():
        listed = ", ".join(map(str, numbers))
        yield f"Number {listed}: {advice}" if len(numbers) == 1 else f"Each of {listed}: {advice}"
