"""Handle readings at an open table: answer, ask, or confirm. The caller holds the table's lock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from companion.i18n import Text, _
from companion.schema import DEALER, WALL, Answer, Faces, Reading, Refused, Seat, SeenObject, Tags
from companion.sessions.matching import (
    ON_ITS_DEVICE,
    AmbiguousReading,
    ButtonAnswer,
    ButtonConfirm,
    MatchContext,
    MatchedReading,
    OtherReading,
    ReadingConfirmed,
    ReadingConflict,
    Side,
    UnmatchedReading,
    ask_whose,
    compare_again,
    compare_second,
    count_placeable,
    faces_in_sight,
    is_sure,
    match,
    objects_for,
    press,
    same_either_way,
    to_stored,
    unsure_words,
    zones_of,
)
from companion.sessions.session import (
    LogWriter,
    SessionHost,
    TableSession,
    TrayState,
    as_it_came,
    asked_under,
    heard_before,
    lay_before,
    tray_beside,
)
from companion.sessions.store import ReceivedReading, SqlEventLog
from companion.sessions.table import (
    VIRTUAL,
    AnswerGiven,
    GameTable,
    RuleError,
    addressed_title,
    addressee,
    is_own,
    pending_answers,
    readable_prompts,
)
from companion.sessions.tag_book import TagBook

Understood: TypeAlias = ReadingConfirmed | ReadingConflict | MatchedReading | AmbiguousReading | UnmatchedReading


class ReadingInterpreter:
    """Interpret readings at a table with the present meaning of tags. Writes nothing."""

    def __init__(self, tags: TagBook, side: Side) -> None:
        """`side`: edge of the camera picture where the first seat's zone is."""
        self._tags, self._side = tags, side

    def interpret(self, seated: TableSession, reading: Reading, *, is_new: bool = False) -> Understood:
        """Return the meaning of a reading. Combine it with a doubt of another reader about the same question.

        `is_new`: it comes for the first time.
        """
        tags = self._tags.now  # one lesson may end meanwhile: all of it is read by the same book
        meaning = self._interpret_open(seated, reading, tags, is_new=is_new)
        other = compare_second(reading, meaning, context_of(seated, tags))
        if other is not None and _may_compare(reading, other):
            return other
        doubt = seated.doubt
        if doubt is None or doubt.reading.expect != reading.expect or not may_decide(reading, doubt):
            return meaning
        if isinstance(meaning, MatchedReading):
            is_contrary = contradicts(doubt, meaning, reading)
            return _doubt_with_both_claims(doubt, meaning, reading.with_meanings(tags)) if is_contrary else meaning
        return join_doubts(doubt, meaning) if isinstance(meaning, AmbiguousReading) else meaning

    def interpret_open(
        self, seated: TableSession, reading: Reading
    ) -> MatchedReading | AmbiguousReading | UnmatchedReading:
        """Return the meaning of a reading for the open question."""
        return self._interpret_open(seated, reading, self._tags.now, is_new=False)

    def _interpret_open(
        self, seated: TableSession, reading: Reading, tags: Tags, *, is_new: bool
    ) -> MatchedReading | AmbiguousReading | UnmatchedReading:
        table = seated.table
        lying = _faces_answered(table) + faces_in_sight(reading.source, context_of(seated, tags, reading.whole))
        owners = {p.id: addressee(table.game, table.setup, table.run.state, p) for p in table.open}
        return match(
            reading,
            tuple(p for p in readable_prompts(table.open, seated.sources) if reading.may_answer(p.seat)),
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
        """Return the press or the deed in a reading, with the present meaning of its tags."""
        return reading.deed(self._tags.now)

    def translate(self, reading: Reading) -> Reading:
        """Give the tags and buttons of a reading their present meaning."""
        return reading.with_meanings(self._tags.now)


def context_of(seated: TableSession, tags: Tags, before: str = "") -> MatchContext:
    """Return the matching context with these tags; `before`: as it was before this whole reading."""
    answers, readings = seated.table.known.answers, heard_before(seated, before)
    return MatchContext(answers, seated.table.open, readings, seated.both, tags, seated.seconds)


def may_decide(reading: Reading, doubt: AmbiguousReading) -> bool:
    """Return whether a reading may replace a doubt. One from a seat's device may not where other seats share the doubt."""
    return all(reading.may_answer(prompt.seat) for prompt in doubt.prompts)


def _may_compare(reading: Reading, other: ReadingConfirmed | ReadingConflict | UnmatchedReading) -> bool:
    """Return whether a reading may be compared with a draw. One from a seat's device may not with another seat's draw."""
    return isinstance(other, UnmatchedReading) or reading.may_answer(other.draw.prompt.seat)


def contradicts(doubt: AmbiguousReading, taken: MatchedReading, reading: Reading) -> bool:
    """Return whether a sure reading contradicts the doubt of another reader."""
    values = next((a.values for a in taken.answers if a.prompt in {p.id for p in doubt.prompts}), ())
    if not values:
        return False
    if doubt.reading.source == reading.source:  # it has looked again; what another told meanwhile still stands
        return any(_differs(claim, values) for claim in doubt.told)
    return count_placeable(values, doubt.objects, doubt.possible) < min(len(values), len(doubt.objects))


def join_doubts(old: AmbiguousReading, new: AmbiguousReading) -> AmbiguousReading:
    """Combine two doubts about one question. Offer the camera's candidates for an untaught tag."""
    if old.reading.source == new.reading.source:
        return replace(new, told=old.told)
    tag, camera = (old, new) if _is_tag(old) else (new, old)
    if not (_is_tag(tag) and len(tag.objects) == len(camera.objects) == 1 and tag.prompts == camera.prompts):
        return new
    ((tag_object,), (seen,)) = tag.objects, camera.objects
    candidates = (((seen.value, seen.conf),) if seen.value else ()) + seen.alternatives
    shown = replace(tag.reading, picture=camera.reading.picture, tray=camera.reading.tray)
    others = (*camera.told, OtherReading(camera.reading.id, camera.reading.source, ()))
    return replace(
        tag, reading=shown, objects=(replace(tag_object, alternatives=candidates, box=seen.box),), told=others
    )


def _doubt_with_both_claims(doubt: AmbiguousReading, taken: MatchedReading, reading: Reading) -> AmbiguousReading:
    """Show both claims where one reader is sure of what the other can hardly have seen. A person decides."""
    answer = next(a for a in taken.answers if a.prompt in {p.id for p in doubt.prompts})
    claim = OtherReading(reading.id, reading.source, answer.values)
    if doubt.reading.source == reading.source:  # what was in doubt is sure now, and the other told something else
        prompt = next(p for p in doubt.prompts if p.id == answer.prompt)
        first = next(other for other in doubt.told if _differs(other, answer.values))
        return AmbiguousReading(
            reading, (prompt,), objects_for(prompt, reading), unsure_words(first, reading.source), told=doubt.told
        )
    objects = tuple(
        seen if is_sure(seen, doubt.sure) else _with_candidates(seen, answer.values) for seen in doubt.objects
    )
    others = tuple(other for other in doubt.told if other.source != claim.source)
    return replace(doubt, objects=objects, why=unsure_words(claim, doubt.reading.source), told=(*others, claim))


def _with_candidates(seen: SeenObject, values: Faces) -> SeenObject:
    known = tuple(pair for pair in seen.alternatives if pair[0] not in values)
    return replace(seen, alternatives=(*((value, 1.0) for value in dict.fromkeys(values)), *known))


def _differs(claim: OtherReading, values: Faces) -> bool:
    return bool(claim.values) and Counter(claim.values) != Counter(values)


def _is_tag(doubt: AmbiguousReading) -> bool:
    return any(seen.kind == "tag" for seen in doubt.objects)


def _faces_answered(table: GameTable[Any, Any]) -> Faces:
    """Return faces that answered other prompts of the open question by a reading: they are still on the tray."""
    given_answers = pending_answers(reversed(table.known.in_force))
    return tuple(value for given in given_answers if given.answer.reading for value in given.answer.values)


def answer_all(table: GameTable[Any, Any], taken: MatchedReading) -> None:
    """Give all answers of a reading. Raises Refused and RuleError, perhaps in the middle."""
    for answer in taken.answers:
        table.answer(answer)


def doubt_of_refusal(
    table: GameTable[Any, Any], reading: Reading, taken: MatchedReading, refusal: Refused
) -> AmbiguousReading:
    """Ask about a sure reading that a rule refused, with the rule's reason."""
    last = taken.answers[-1]
    prompt = table.run.prompt(last.prompt)
    return AmbiguousReading(reading, (prompt,), objects_for(prompt, reading), refusal.sentence, refused=last.values)


def ask_player(table: GameTable[Any, Any], reading: Reading, taken: MatchedReading) -> AmbiguousReading:
    """Ask whose it is, where a sure reading was not handled before a crash."""
    prompt = table.run.prompt(taken.answer.prompt)
    return ask_whose(reading, (prompt,), objects_for(prompt, reading))


FIRST_DECIDE = _(
    "Something that lies on the tray is asked about: say first what it is, then send the photograph again."
)


def answers_nothing_notice(seated: TableSession, sender: Seat) -> Text:
    """Return the notice for a device whose reading answers none of its seat's prompts."""
    if sender == WALL:
        return _("A test throw came too late for the set-up page: it answers nothing here.")
    name = _("Dealer") if sender == DEALER else seated.table.setup.name(sender)
    return _("What came from {who}’s phone answers nothing that is asked there.", who=name)


class PendingDecisions:
    """Store doubts and conflicts that wait for a player. They survive a restart."""

    def __init__(self, log: SqlEventLog, interpreter: ReadingInterpreter) -> None:
        self._log, self._interpreter = log, interpreter

    def set_doubt(self, seated: TableSession, doubt: AmbiguousReading | None) -> None:
        """Replace the doubt, or end it. The readings of the old one no longer wait."""
        waiting = seated.doubt.readings if seated.doubt is not None else frozenset[str]()
        for reading in waiting - (doubt.readings if doubt is not None else frozenset[str]()):
            self._log.inbox.settle(reading, seated.name)
        if doubt is not None:
            self._log.inbox.save_doubt(doubt.reading.whole, to_stored(doubt), seated.name)
        seated.doubt = doubt

    def drop_closed_prompts(self, seated: TableSession) -> None:
        """Remove closed prompts from the doubt, and drop a doubt without prompts.

        Drop it also where it may show the hand of a seat that has answered: other seats must not see it.
        """
        doubt, open_now = seated.doubt, {prompt.id for prompt in seated.table.open}
        if doubt is None or open_now >= {prompt.id for prompt in doubt.prompts}:
            return
        left = tuple(prompt for prompt in doubt.prompts if prompt.id in open_now)
        is_hidden = any(is_own(prompt) for prompt in doubt.prompts)
        self.set_doubt(seated, replace(doubt, prompts=left) if left and not is_hidden else None)

    def reevaluate_conflicts(self, seated: TableSession) -> None:
        """Compare conflicts again after an undo, an amendment or a taught tag; drop those that are resolved."""
        left = []
        for conflict in seated.both:
            renewed = compare_again(conflict, self._interpreter.context_of(seated, conflict.reading.id))
            if renewed is None:
                self._settle(seated, conflict)
            else:
                left.append(self._with_first(seated, renewed))
        seated.both = tuple(left)

    def add_conflict(self, seated: TableSession, conflict: ReadingConflict) -> None:
        seated.both = (*seated.both, self._with_first(seated, conflict))

    def _with_first(self, seated: TableSession, conflict: ReadingConflict) -> ReadingConflict:
        """Add the first reading, which the store still has where memory has not."""
        first = None if conflict.first else self._log.inbox.find(conflict.draw.given.answer.whole_reading, seated.name)
        return replace(conflict, first=self._interpreter.translate(first)) if first is not None else conflict

    def close_conflicts(self, seated: TableSession, decided: Sequence[ReadingConflict]) -> None:
        for conflict in decided:
            self._settle(seated, conflict)
        seated.both = tuple(conflict for conflict in seated.both if conflict not in decided)

    def _settle(self, seated: TableSession, conflict: ReadingConflict) -> None:
        """Settle a conflict; the objects on the tray are known."""
        self._log.inbox.settle(conflict.reading.id, seated.name)
        if seated.rest is not None and seated.rest.reading.id == conflict.reading.id:
            seated.rest = replace(seated.rest, taken=True)

    def record_second_reading(self, seated: TableSession, conflict: ReadingConflict) -> None:
        """Store an uncertain reading as a second look at a draw that another reader's reading answered."""
        doubt, first = seated.doubt, conflict.draw.given.answer.reading
        self._log.inbox.mark_second(conflict.reading.id, first, seated.name)
        if doubt is not None and conflict.reading.id in doubt.readings:
            for reading in doubt.readings - {conflict.reading.id}:
                self._log.inbox.settle(reading, seated.name)
            seated.doubt = None
        seated.seconds[conflict.reading.id] = first
        self.add_conflict(seated, conflict)

    def resolve_next(self, seated: TableSession, answered: Collection[str]) -> None:
        """Compare the second readings again whose alternative answer has just been given by the other reader."""
        for conflict in seated.both:
            if conflict.next is None or conflict.next.prompt not in answered:
                continue
            context = self._interpreter.context_of(seated, conflict.reading.id)
            comparison = compare_second(
                conflict.reading, UnmatchedReading(conflict.reading), replace(context, conflicts=())
            )
            if isinstance(comparison, ReadingConflict):
                comparison = self._with_first(seated, comparison)
                seated.both = tuple(comparison if other is conflict else other for other in seated.both)
            else:
                self.close_conflicts(seated, [conflict])


class ReadingHandler:
    """Handle new readings. Their meaning and their answers are stored when a method returns."""

    def __init__(
        self,
        log: SqlEventLog,
        writer: LogWriter,
        interpreter: ReadingInterpreter,
        undecided: PendingDecisions,
        host: SessionHost,
    ) -> None:
        self._log, self._writer, self._interpreter = log, writer, interpreter
        self.undecided, self._host = undecided, host

    def handle(self, seated: TableSession, reading: Reading) -> None:
        deed = self._interpreter.deed_of(reading)
        if deed is not None:
            self._handle_press(seated, reading, deed)
            return
        meaning, prompts = self._interpreter.interpret(seated, reading, is_new=True), asked_under(seated, reading)
        if reading.is_of_seat and isinstance(meaning, AmbiguousReading | UnmatchedReading):
            meaning = self._limit_to_seat(seated, reading, meaning)
        if isinstance(meaning, AmbiguousReading):
            meaning = same_either_way(seated.table, meaning) or meaning
        match meaning:
            case ReadingConfirmed():
                self._record_second(seated, reading, meaning.draw.given, agrees=True)
            case ReadingConflict():
                self._record_second(seated, reading, meaning.draw.given)
                self.undecided.add_conflict(seated, meaning)
            case MatchedReading():
                seated.rest = TrayState(self._interpreter.translate(reading), taken=True, asked=prompts)
                self._answer(seated, reading, meaning)
            case UnmatchedReading() if reading.is_of_seat:  # not on the tray, and private to the device
                self._log.append(seated.name, [], ReceivedReading(reading, unheard=True))
                self._writer.set_notice(seated, "stray", meaning.why)
                return
            case AmbiguousReading() | UnmatchedReading():
                self._record_unclear(seated, reading, meaning)
        seated.heard.append(reading)

    def _record_unclear(
        self, seated: TableSession, reading: Reading, meaning: AmbiguousReading | UnmatchedReading
    ) -> None:
        if isinstance(meaning, UnmatchedReading) and meaning.beside is not None:
            self._record_second(seated, reading, meaning.beside, is_settled=True)
        else:
            is_asked = isinstance(meaning, AmbiguousReading) and meaning.reading.id == reading.id
            stored_doubt = to_stored(meaning) if isinstance(meaning, AmbiguousReading) and is_asked else None
            seated.rest = TrayState(meaning.reading, taken=False, asked=asked_under(seated, reading))
            is_settled = isinstance(meaning, UnmatchedReading)
            self._log.append(seated.name, [], ReceivedReading(reading, is_settled, doubt=stored_doubt))
        self._show_unclear(seated, meaning)

    @staticmethod
    def _limit_to_seat(
        seated: TableSession, reading: Reading, meaning: AmbiguousReading | UnmatchedReading
    ) -> AmbiguousReading | UnmatchedReading:
        """Limit a doubtful reading of a seat's device to that seat: other seats keep their doubt, and the device gets a notice."""
        doubt = seated.doubt
        if isinstance(meaning, AmbiguousReading):
            return meaning if doubt is None or may_decide(reading, doubt) else UnmatchedReading(reading, FIRST_DECIDE)
        return replace(meaning, why=meaning.why or answers_nothing_notice(seated, reading.sender))

    def reinterpret(self, seated: TableSession, reading: Reading) -> None:
        """Interpret a stored reading again, after its meaning has changed."""
        old, prompts = seated.doubt, asked_under(seated, reading)
        meaning = self._interpreter.interpret_open(seated, reading)
        if isinstance(meaning, MatchedReading):
            try:
                self._writer.execute(seated, lambda table: answer_all(table, meaning))
            except RuleError:
                return
            except Refused as no:
                self.undecided.set_doubt(seated, doubt_of_refusal(seated.table, reading, meaning, no))
                return
            self.undecided.set_doubt(seated, meaning.doubt)
            seated.rest = TrayState(self.whole_reading(seated, reading), taken=True, asked=prompts)
        elif isinstance(meaning, AmbiguousReading):
            self.undecided.set_doubt(seated, join_doubts(old, meaning) if old is not None else meaning)
        else:
            self.undecided.set_doubt(seated, None)

    def reinterpret_tags(self, seated: TableSession) -> None:
        """Interpret doubts about tags again, and translate the tray, after a change of the tag book."""
        reading = as_it_came(seated, seated.doubt) if seated.doubt is not None else None
        if reading is not None and reading.has_tag:
            self.reinterpret(seated, reading)
        self.undecided.reevaluate_conflicts(seated)
        seated.rest = self._translate_tray(seated.rest)

    def is_about_tags(self, seated: TableSession) -> bool:
        """Return whether a doubt is about a tag, or the tray shows a tag whose meaning changed."""
        doubt = seated.doubt
        is_asked = bool(seated.both) or (doubt is not None and as_it_came(seated, doubt).has_tag)
        return is_asked or self._translate_tray(seated.rest) != seated.rest

    def apply_source_choice(self, seated: TableSession) -> None:
        """Remove seats that use no reader from the doubt. It may have a single meaning then."""
        doubt = seated.doubt
        left = readable_prompts(doubt.prompts, seated.sources) if doubt is not None else ()
        if doubt is None or left == doubt.prompts:
            return
        if left:
            self.reinterpret(seated, as_it_came(seated, doubt))
        else:
            self.undecided.set_doubt(seated, None)

    def handle_leftovers(self, seated: TableSession, reading: Reading) -> None:
        """Interpret the rest of a reading after a player decided about a part of it."""
        meaning = self._interpreter.interpret_leftovers(seated, reading)
        self.undecided.set_doubt(
            seated, self._answer_rest(seated, reading, meaning) if isinstance(meaning, MatchedReading) else meaning
        )

    def _answer_rest(self, seated: TableSession, reading: Reading, taken: MatchedReading) -> AmbiguousReading | None:
        """Answer with the rest. Where a rule refuses it, ask with the reason; the first part counts all the same."""
        try:
            self._writer.execute(seated, lambda table: answer_all(table, taken))
        except RuleError:
            return None
        except Refused as no:
            return doubt_of_refusal(seated.table, reading, taken, no)
        return taken.doubt

    def _record_second(
        self,
        seated: TableSession,
        reading: Reading,
        given: AnswerGiven,
        *,
        agrees: bool = False,
        is_settled: bool = False,
    ) -> None:
        """Record a second reading of what answered. It answers nothing. A conflict is not settled yet."""
        first = given.answer.reading
        self._log.append(seated.name, [], ReceivedReading(reading, agrees or is_settled, first))
        seated.seconds[reading.id] = first
        translated = self._interpreter.translate(reading)
        seated.rest = tray_beside(self._newest_on_tray(seated), translated, given, agrees=agrees)

    def _newest_on_tray(self, seated: TableSession) -> TrayState | None:
        """Return what was last on the tray; a virtual roll since then is not on it."""
        rest, last = seated.rest, seated.heard[-1] if seated.heard else None
        if rest is None or rest.reading.source != VIRTUAL or last is None:
            return rest
        is_known = seated.table.known.rests_on(last.id)
        return TrayState(self._interpreter.translate(last), taken=is_known, asked=asked_under(seated, last))

    def whole_reading(self, seated: TableSession, reading: Reading) -> Reading:
        """Return the whole reading of a part, if it is still in memory."""
        if not reading.part_of:
            return reading
        return self._interpreter.translate(
            next((earlier for earlier in seated.heard if earlier.id == reading.whole), reading)
        )

    def _translate_tray(self, rest: TrayState | None) -> TrayState | None:
        """Give the tags on the tray their present meaning."""
        return replace(rest, reading=self._interpreter.translate(rest.reading)) if rest is not None else None

    def _handle_press(self, seated: TableSession, reading: Reading, deed: SeenObject) -> None:
        """Handle a button. The tray is unchanged."""
        claimed, title_of = self._host.claimed_seats(seated.name), partial(addressed_title, seated.table)
        did = press(reading, deed, seated.table.open, claimed, seated.armed, title_of)
        seated.armed = (did.prompt, did.option) if isinstance(did, ButtonConfirm) else ("", "")
        if isinstance(did, ButtonAnswer):
            self._answer_press(seated, reading, did.answer)
            return
        self._log.append(seated.name, [], ReceivedReading(reading))
        self._writer.set_notice(seated, "info" if isinstance(did, ButtonConfirm) else "stray", did.why)

    def _answer_press(self, seated: TableSession, reading: Reading, answer: Answer) -> None:
        try:
            self._writer.execute(seated, lambda table: table.answer(answer), ReceivedReading(reading))
        except RuleError:
            self._log.append(seated.name, [], ReceivedReading(reading))
        except Refused as no:
            self._log.append(seated.name, [], ReceivedReading(reading))
            hidden = answer.by in self._host.claimed_seats(seated.name)  # what its own phone alone may read
            self._writer.set_notice(seated, "refused", ON_ITS_DEVICE if hidden else no.sentence)
        else:
            self.undecided.drop_closed_prompts(seated)

    def _renew_doubt(self, seated: TableSession, reading: Reading, doubt: AmbiguousReading | None) -> None:
        """Replace the doubt after a reading. A seat's device cannot replace one that other seats share."""
        if seated.doubt is None or may_decide(reading, seated.doubt):
            self.undecided.set_doubt(seated, doubt)
        elif doubt is not None:
            self._writer.set_notice(seated, "refused", doubt.why)

    def _answer(self, seated: TableSession, reading: Reading, taken: MatchedReading) -> None:
        """Give all answers of a reading, or none."""
        try:
            stored_doubt = to_stored(taken.doubt) if taken.doubt is not None else None
            received = ReceivedReading(reading, settled=taken.doubt is None, doubt=stored_doubt)
            self._writer.execute(seated, lambda table: answer_all(table, taken), received)
        except RuleError:
            seated.rest = _as_unused(seated.rest)
            self._log.append(seated.name, [], ReceivedReading(reading))
            self._renew_doubt(seated, reading, None)
        except Refused as no:  # the rule refuses it together with what is on the tray
            seated.rest = _as_unused(seated.rest)
            self._log.append(seated.name, [], ReceivedReading(reading, settled=False))
            self._renew_doubt(seated, reading, doubt_of_refusal(seated.table, reading, taken, no))
        else:
            self._compare_earlier_doubt(seated, reading)
            self._renew_doubt(seated, reading, taken.doubt)
            self.undecided.drop_closed_prompts(seated)
            self.undecided.resolve_next(seated, {answer.prompt for answer in taken.answers})

    def _compare_earlier_doubt(self, seated: TableSession, reading: Reading) -> None:
        """Treat the doubtful reading of another reader as a second look at what is answered now."""
        doubt = seated.doubt
        if doubt is None or doubt.reading.source == reading.source or doubt.reading.expect != reading.expect:
            return
        if not may_decide(reading, doubt):
            return
        first = as_it_came(seated, doubt)
        comparison = compare_second(first, UnmatchedReading(first), self._interpreter.context_of(seated, first.whole))
        if isinstance(comparison, ReadingConflict):
            self.undecided.record_second_reading(seated, comparison)
        elif isinstance(comparison, UnmatchedReading) and comparison.why:
            self._writer.set_notice(seated, "stray", comparison.why)

    def _show_unclear(self, seated: TableSession, meaning: AmbiguousReading | UnmatchedReading) -> None:
        old = seated.doubt
        if isinstance(meaning, AmbiguousReading):
            self.undecided.set_doubt(seated, meaning)
        elif old is not None and meaning.reading.objects and meaning.reading.source == old.reading.source:
            self.undecided.set_doubt(seated, None)  # the tray has changed
        if isinstance(meaning, UnmatchedReading) and meaning.why:
            self._writer.set_notice(seated, "stray", meaning.why)


def _as_unused(rest: TrayState | None) -> TrayState | None:
    """Return the last reading marked as not used."""
    return replace(rest, taken=False) if rest is not None else None
