"""What a reading or the press of a button means for an open table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.schema import TABLE, Answer, Faces, Option, Prompt, Reading, Seat, SeenObject, Tags
from companion.sessions.matching import (
    OF_A_SEAT,
    AmbiguousReading,
    MatchContext,
    MatchedReading,
    OtherReading,
    ReadingConfirmed,
    ReadingConflict,
    Side,
    UnmatchedReading,
    is_of_a_seat,
    is_sure,
    lies_there,
    match,
    objects_for,
    placed,
    second,
    unsure_words,
    zones_of,
)
from companion.sessions.session import TableSession, heard_before, lay_before
from companion.sessions.store import scanned
from companion.sessions.table import GameTable, addressee, half_given, question_of
from companion.sessions.tag_book import translate_tags

Understood: TypeAlias = ReadingConfirmed | ReadingConflict | MatchedReading | AmbiguousReading | UnmatchedReading


def interpret(seated: TableSession, reading: Reading, tags: Tags, side: Side) -> Understood:
    """What is to be done about a reading. Where another reader is in doubt about the same, both are heard."""
    meaning = interpret_open(seated, reading, tags, side)
    other = second(reading, meaning, course_of(seated, tags))
    if other is not None:
        return other
    doubt = seated.doubt
    if doubt is None or doubt.reading.expect != reading.expect:
        return meaning
    if isinstance(meaning, MatchedReading):
        return (
            _told_both(doubt, meaning, translate_tags(reading, tags))
            if contradicts(doubt, meaning, reading)
            else meaning
        )
    return joined(doubt, meaning) if isinstance(meaning, AmbiguousReading) else meaning


def interpret_open(
    seated: TableSession, reading: Reading, tags: Tags, side: Side
) -> MatchedReading | AmbiguousReading | UnmatchedReading:
    """What it is to the open question."""
    table = seated.table
    lying = _lying(table) + lies_there(reading.source, course_of(seated, tags, reading.whole))
    before = lay_before(seated, reading)
    owners = {p.id: addressee(table.game, table.setup, table.run.state, p) for p in table.open}
    return match(
        reading,
        scanned(table.open, seated.sources),
        lying,
        tags,
        zones=replace(zones_of(table.run.question, side), owners=owners),
        before=before,
    )


def of_what_is_left(
    seated: TableSession, left: Reading, tags: Tags, side: Side
) -> MatchedReading | AmbiguousReading | None:
    """What the things are that are left of a reading once people have told of the others, None: nothing to anybody."""
    meaning = interpret_open(seated, left, tags, side)
    return (
        meaning
        if isinstance(meaning, MatchedReading) or (isinstance(meaning, AmbiguousReading) and meaning.objects)
        else None
    )


def course_of(seated: TableSession, tags: Tags, before: str = "") -> MatchContext:
    """What the table knows; `before`: as far as it was heard before this whole reading."""
    return MatchContext(
        seated.table.trail.answers, seated.table.open, heard_before(seated, before), seated.both, tags, seated.seconds
    )


def contradicts(doubt: AmbiguousReading, taken: MatchedReading, reading: Reading) -> bool:
    """Whether what one reader surely tells cannot be what another is in doubt about."""
    values = next((a.values for a in taken.answers if a.prompt in {p.id for p in doubt.prompts}), ())
    if not values:
        return False
    if doubt.reading.source == reading.source:  # it has looked again; what another told meanwhile still stands
        return any(_differs(claim, values) for claim in doubt.told)
    return placed(values, doubt.objects, doubt.possible) < min(len(values), len(doubt.objects))


def joined(old: AmbiguousReading, new: AmbiguousReading) -> AmbiguousReading:
    """Two readers are in doubt about the same. A tag that nobody taught is asked about with what the camera may have seen."""
    if old.reading.source == new.reading.source:
        return replace(new, told=old.told)
    tag, camera = (old, new) if _is_tag(old) else (new, old)
    if not (_is_tag(tag) and len(tag.objects) == len(camera.objects) == 1 and tag.prompts == camera.prompts):
        return new
    ((one,), (seen,)) = tag.objects, camera.objects
    likely = (((seen.value, seen.conf),) if seen.value else ()) + seen.alternatives
    shown = replace(tag.reading, picture=camera.reading.picture, tray=camera.reading.tray)
    told = (*camera.told, OtherReading(camera.reading.id, camera.reading.source, ()))
    return replace(tag, reading=shown, objects=(replace(one, alternatives=likely, box=seen.box),), told=told)


def _told_both(doubt: AmbiguousReading, taken: MatchedReading, reading: Reading) -> AmbiguousReading:
    """One reader is sure of what the other can hardly have seen: both are shown, and a person says which it is."""
    answer = next(a for a in taken.answers if a.prompt in {p.id for p in doubt.prompts})
    claim = OtherReading(reading.id, reading.source, answer.values)
    if doubt.reading.source == reading.source:  # what was in doubt is sure now, and the other told something else
        prompt = next(p for p in doubt.prompts if p.id == answer.prompt)
        first = next(one for one in doubt.told if _differs(one, answer.values))
        return AmbiguousReading(
            reading, (prompt,), objects_for(prompt, reading), unsure_words(first, reading.source), told=doubt.told
        )
    objects = tuple(seen if is_sure(seen, doubt.sure) else _also(seen, answer.values) for seen in doubt.objects)
    told = tuple(one for one in doubt.told if one.source != claim.source)
    return replace(doubt, objects=objects, why=unsure_words(claim, doubt.reading.source), told=(*told, claim))


def _also(seen: SeenObject, values: Faces) -> SeenObject:
    known = tuple(pair for pair in seen.alternatives if pair[0] not in values)
    return replace(seen, alternatives=(*((value, 1.0) for value in dict.fromkeys(values)), *known))


def _differs(claim: OtherReading, values: Faces) -> bool:
    return bool(claim.values) and Counter(claim.values) != Counter(values)


def _is_tag(doubt: AmbiguousReading) -> bool:
    return any(seen.kind == "tag" for seen in doubt.objects)


def _lying(table: GameTable[Any, Any]) -> Faces:
    """Faces that answered other prompts of the open question, by sight: they lie there still."""
    owed = half_given(reversed(table.trail.in_force))
    return tuple(value for given in owed if given.answer.reading for value in given.answer.values)


DEED, PRESS = "deed", "press"
GO = "go"  # the golden button: what goes on
HELD = "hold"  # ends a phase: the page wants it held
END = "end"  # ends a turn: the page wants it held where more than LITTLE can be done
LITTLE = 3
MENU = "menu"
ON_ITS_DEVICE = "This button does nothing now: look on your own device."


@dataclass(frozen=True, slots=True)
class ButtonAnswer:
    """It is this answer."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class ButtonConfirm:
    """It must be pressed once more: only then it counts."""

    prompt: str
    option: str
    why: str


@dataclass(frozen=True, slots=True)
class ButtonIgnored:
    """It does nothing; the sentence says why."""

    why: str


def deed_of(reading: Reading, tags: Tags) -> SeenObject | None:
    """The press or the deed in a reading, named by the tag book; None where it is about something else."""
    for seen in reading.objects:
        meaning = tags.get(seen.value or "") if seen.kind in {PRESS, "tag"} else None
        if meaning is not None and meaning.kind == DEED:
            return SeenObject(DEED, meaning.value, seen.conf)
        if seen.kind in {PRESS, DEED}:
            return seen
    return None


def press(
    reading: Reading,
    deed: SeenObject,
    open: Sequence[Prompt],
    claimed: Collection[Seat] = (),
    armed: tuple[str, str] = ("", ""),
) -> ButtonAnswer | ButtonConfirm | ButtonIgnored:
    """What a press does. `claimed`: seats with a phone of their own; `armed`: prompt and option that were pressed once."""
    if deed.kind == PRESS:
        return ButtonIgnored(f"The button {deed.value} is not taught yet: say on the page of readers what it does.")
    if reading.expect != question_of(open):
        return ButtonIgnored("The button was pressed before this was asked: press it again.")
    wish = deed.value or ""
    meant = [(prompt, option) for prompt in _in_reach(reading, open, claimed) if (option := _option(prompt, wish))]
    meant = [pair for pair in meant if pair[0].at != MENU] or meant
    possible = [pair for pair in meant if pair[1].refused is None]
    if len(possible) != 1:
        is_hidden = any(prompt.seat in claimed for prompt, _ in meant)  # options are for the seat's own device then
        return ButtonIgnored(ON_ITS_DEVICE if is_hidden else _why_not(wish, meant, possible, open))
    ((prompt, option),) = possible
    if is_held(prompt, option) and armed != (prompt.id, option.id):
        words = "." if prompt.seat in claimed else f": {_words(option)}."
        return ButtonConfirm(prompt.id, option.id, f"Press it again{words}")
    return ButtonAnswer(Answer(reading.id, prompt.id, (option.id,), prompt.seat, source=reading.source))


def is_held(prompt: Prompt, option: Option) -> bool:
    """Whether a tap would not be enough on the page: a brush of the hand must not end a turn."""
    can = sum(one.refused is None for one in prompt.options)
    return option.id == HELD or (option.id == END and can > LITTLE)


def _in_reach(reading: Reading, open: Sequence[Prompt], claimed: Collection[Seat]) -> list[Prompt]:
    """The prompts a tap of this button could answer: one option, chosen openly; a seat's own button is its seat's alone."""
    if is_of_a_seat(reading.zone):
        seats = {reading.zone.removeprefix(OF_A_SEAT), TABLE}
    else:
        seats = {prompt.seat for prompt in open} - set(claimed)
    return [p for p in open if p.kind == "choose" and p.least == p.most == 1 and not p.secret and p.seat in seats]


def _option(prompt: Prompt, wish: str) -> Option | None:
    """The option that is meant; the golden button takes what the page's golden button would."""
    wished = next((option for option in prompt.options if option.id == wish), None)
    if wish != GO:
        return wished
    can = [option for option in prompt.options if option.refused is None]
    for gold in (HELD, END, GO):
        found = next((option for option in can if option.id == gold), None)
        if found is not None:
            return found
    return can[0] if len(can) == 1 else wished


def _why_not(
    wish: str, meant: Sequence[tuple[Prompt, Option]], possible: Sequence[tuple[Prompt, Option]], open: Sequence[Prompt]
) -> str:
    if possible:
        titles = " or ".join(f"“{prompt.title}”" for prompt, _ in possible)
        return f"The button may mean {titles}: tap which."
    refused = next((option.refused for _, option in meant if option.refused is not None), None)
    if refused is not None:
        return refused.sentence
    if wish == GO:
        return "Nothing goes on by a button now: tap what you do." if open else "Nothing is asked."
    return f"The button says “{wish.replace('_', ' ')}”, and that is not asked now."


def _words(option: Option) -> str:
    return option.text or option.id.replace("_", " ")
