"""Interpret a reading at an open table: an answer, a doubt, a second reading of a draw, or nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, TypeAlias

from companion.schema import Faces, Reading, Refused, SeenObject, Tags
from companion.sessions.matching import (
    AmbiguousReading,
    MatchContext,
    MatchedReading,
    OtherReading,
    ReadingConfirmed,
    ReadingConflict,
    Side,
    UnmatchedReading,
    ask_whose,
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
from companion.sessions.table import GameTable, addressee, half_given, scanned
from companion.sessions.tag_book import TagBook

Understood: TypeAlias = ReadingConfirmed | ReadingConflict | MatchedReading | AmbiguousReading | UnmatchedReading


class ReadingInterpreter:
    """Says what readings mean at a table, with what the tags stand for now. Writes nothing."""

    def __init__(self, tags: TagBook, side: Side) -> None:
        """`side`: of the tray as the camera sees it, where the first seat's zone is."""
        self._tags, self._side = tags, side

    def interpret(self, seated: TableSession, reading: Reading, *, is_new: bool = False) -> Understood:
        """Return the meaning of a reading. Combine it with a doubt of another reader about the same question.

        `is_new`: it comes for the first time.
        """
        tags = self._tags.now  # one lesson may end meanwhile: all of it is read by the same book
        meaning = self._interpret_open(seated, reading, tags, is_new=is_new)
        other = second(reading, meaning, context_of(seated, tags))
        if other is not None and _may_tell(reading, other):
            return other
        doubt = seated.doubt
        if doubt is None or doubt.reading.expect != reading.expect or not may_decide(reading, doubt):
            return meaning
        if isinstance(meaning, MatchedReading):
            is_contrary = contradicts(doubt, meaning, reading)
            return _told_both(doubt, meaning, reading.with_meanings(tags)) if is_contrary else meaning
        return joined(doubt, meaning) if isinstance(meaning, AmbiguousReading) else meaning

    def interpret_open(
        self, seated: TableSession, reading: Reading
    ) -> MatchedReading | AmbiguousReading | UnmatchedReading:
        """Return its meaning for the open question."""
        return self._interpret_open(seated, reading, self._tags.now, is_new=False)

    def _interpret_open(
        self, seated: TableSession, reading: Reading, tags: Tags, *, is_new: bool
    ) -> MatchedReading | AmbiguousReading | UnmatchedReading:
        table = seated.table
        lying = _lying(table) + lies_there(reading.source, context_of(seated, tags, reading.whole))
        owners = {p.id: addressee(table.game, table.setup, table.run.state, p) for p in table.open}
        return match(
            reading,
            tuple(p for p in scanned(table.open, seated.sources) if reading.may_answer(p.seat)),
            lying,
            tags,
            zones=replace(zones_of(table.run.question, self._side), owners=owners),
            before=lay_before(seated, reading, is_new=is_new),
        )

    def interpret_leftovers(self, seated: TableSession, left: Reading) -> MatchedReading | AmbiguousReading | None:
        """Return the meaning of the objects left after a player decided about the others; None = they answer nothing."""
        meaning = self.interpret_open(seated, left)
        if isinstance(meaning, UnmatchedReading) or (isinstance(meaning, AmbiguousReading) and not meaning.objects):
            return None
        return meaning

    def context_of(self, seated: TableSession, before: str = "") -> MatchContext:
        """Return the matching context; `before`: as it was before this whole reading."""
        return context_of(seated, self._tags.now, before)

    def deed_of(self, reading: Reading) -> SeenObject | None:
        """Return the press or the deed in a reading; None where it is about something else."""
        return reading.deed(self._tags.now)

    def translate(self, reading: Reading) -> Reading:
        """Return the reading with what its tags and buttons stand for now."""
        return reading.with_meanings(self._tags.now)


def context_of(seated: TableSession, tags: Tags, before: str = "") -> MatchContext:
    """Return the matching context with these tags; `before`: as it was before this whole reading."""
    answers, heard = seated.table.known.answers, heard_before(seated, before)
    return MatchContext(answers, seated.table.open, heard, seated.both, tags, seated.seconds)


def may_decide(reading: Reading, doubt: AmbiguousReading) -> bool:
    """Return whether a reading may replace a doubt. One from a seat's device may not where other seats share the doubt."""
    return all(reading.may_answer(prompt.seat) for prompt in doubt.prompts)


def _may_tell(reading: Reading, other: ReadingConfirmed | ReadingConflict | UnmatchedReading) -> bool:
    """Return whether a reading may be compared with a draw. One from a seat's device may not with another seat's draw."""
    return isinstance(other, UnmatchedReading) or reading.may_answer(other.draw.prompt.seat)


def contradicts(doubt: AmbiguousReading, taken: MatchedReading, reading: Reading) -> bool:
    """Return whether a sure reading contradicts the doubt of another reader."""
    values = next((a.values for a in taken.answers if a.prompt in {p.id for p in doubt.prompts}), ())
    if not values:
        return False
    if doubt.reading.source == reading.source:  # it has looked again; what another told meanwhile still stands
        return any(_differs(claim, values) for claim in doubt.told)
    return placed(values, doubt.objects, doubt.possible) < min(len(values), len(doubt.objects))


def joined(old: AmbiguousReading, new: AmbiguousReading) -> AmbiguousReading:
    """Combine two doubts about one question. Offer the camera's candidates for an untaught tag."""
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
    """Return faces that answered other prompts of the open question by a reading: they are still on the tray."""
    owed = half_given(reversed(table.known.in_force))
    return tuple(value for given in owed if given.answer.reading for value in given.answer.values)


def answer_all(table: GameTable[Any, Any], taken: MatchedReading) -> None:
    """Give all answers of a reading. Raises Refused and RuleError, perhaps in the middle."""
    for answer in taken.answers:
        table.answer(answer)


def refused(table: GameTable[Any, Any], reading: Reading, taken: MatchedReading, no: Refused) -> AmbiguousReading:
    """Ask about a sure reading that a rule refused, with the rule's reason."""
    last = taken.answers[-1]
    prompt = table.run.prompt(last.prompt)
    return AmbiguousReading(reading, (prompt,), objects_for(prompt, reading), no.sentence, refused=last.values)


def ask_player(table: GameTable[Any, Any], reading: Reading, taken: MatchedReading) -> AmbiguousReading:
    """Ask whose it is, where a sure reading was not handled before a crash."""
    prompt = table.run.prompt(taken.answer.prompt)
    return ask_whose(reading, (prompt,), objects_for(prompt, reading))
