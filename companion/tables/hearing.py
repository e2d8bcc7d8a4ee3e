"""What readings do at an open table: they answer, are asked about, agree with what counts, or pass by. Under the table's lock."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from companion.tables.fix import readings_of
from companion.tables.heard.agree import again, second, still
from companion.tables.heard.both import Agreed, Both
from companion.tables.heard.certain import anyway
from companion.tables.heard.doubt import Doubt, Stray, Taken
from companion.tables.heard.laid import objects_for
from companion.tables.heard.left import left_to_tell
from companion.tables.heard.meaning import Understood, course_of, joined, meant, understood
from companion.tables.heard.naming import with_names
from companion.tables.heard.press import ON_ITS_DEVICE, Again, Pressed, deed_of, press
from companion.tables.log import Log, Received
from companion.tables.prompts import is_own, question_of
from companion.tables.seated import Rest, Seated, asked_under, beside
from companion.tables.table import Stumbled, Table
from companion.tables.tagbook import TagBook
from companion.tables.writer import Writer
from companion.tables.zones import Side
from companion.wire.prompt import Answer, Faces, Prompt, Refused, Seat
from companion.wire.reading import Reading, Seen


class Hearing:
    """Takes readings in: what each is, and what it answers, is on disk when it returns."""

    def __init__(
        self, log: Log, writer: Writer, tags: TagBook, side: Side, claimed: Callable[[str], frozenset[Seat]]
    ) -> None:
        self._log, self._writer, self._tags, self._side = log, writer, tags, side
        self._claims = claimed

    def hear(self, seated: Seated, reading: Reading) -> None:
        """A reading that was never heard before."""
        deed = deed_of(reading, self._tags.now)
        if deed is not None:
            self._pressed(seated, reading, deed)
            return
        found, asked = understood(seated, reading, self._tags.now, self._side), asked_under(seated, reading)
        if isinstance(found, Doubt):
            found = anyway(seated.table, found) or found
        match found:
            case Agreed() | Both():
                self._seconded(seated, reading, found)
            case Taken():
                seated.rest = Rest(self._with_names(reading), taken=True, asked=asked)
                self._taken(seated, reading, found)
            case Doubt() | Stray():
                seated.rest = Rest(found.reading, taken=False, asked=asked)
                self._log.append(seated.name, [], Received(reading, settled=isinstance(found, Stray)))
                self._unclear(seated, found)
        seated.heard.append(reading)

    def hear_again(self, seated: Seated, reading: Reading) -> None:
        """A reading that is on disk already says something else now."""
        old, asked = seated.doubt, asked_under(seated, reading)
        meaning = meant(seated, reading, self._tags.now, self._side)
        if isinstance(meaning, Taken):
            try:
                self._writer.do(seated, lambda table: _answered(table, meaning))
            except Stumbled:
                return
            except Refused as no:
                last = meaning.answers[-1]
                self.doubts(seated, _refused(seated.table.run.prompt(last.prompt), reading, no, last.values))
                return
            self.doubts(seated, meaning.doubt)
            seated.rest = Rest(reading, taken=True, asked=asked)
        elif isinstance(meaning, Doubt):
            seated.doubt = joined(old, meaning) if old is not None else meaning
        else:
            self.doubts(seated, None)

    def recall(self, seated: Seated, received: Received) -> None:
        """A reading from before the start: the newest shows what lies there, and what was not decided is asked again."""
        reading, left = received.reading, left_to_tell(seated.table, received.reading)
        known = seated.table.knows(reading.id) or reading.id in _sources(seated.table)
        if not received.settled and left != reading and not left.objects:
            # a crash came between what a person said of it and that it waits no more
            self._log.settle(reading.id, seated.name)
            received = replace(received, settled=True)
        found = self._waits(seated, reading, left) if not received.settled else None
        if received.of and not received.settled and not isinstance(found, Both):
            found = still(reading, received.of, course_of(seated, self._tags.now))
        seated.rest = self._lies_there(seated, received, known)
        if isinstance(found, Doubt) and not known:  # perhaps of what another reader has told of before
            seated.rest = Rest(found.reading, taken=False, asked=asked_under(seated, reading))
        if isinstance(found, Both):
            if not received.of:  # the crash came before that was written
                self._comes_second(seated, found)
            seated.both = (*seated.both, found)
        if isinstance(found, Taken) and (not known or left != reading):
            found = self._no_of_the_rule(seated, found, left)
        if isinstance(found, Doubt) or self._ends_doubt(seated, received, known):
            # a crash may have come between what lies there now and that what was in doubt waits no more
            self.doubts(seated, found if isinstance(found, Doubt) else None)
        if received.of:
            seated.seconds[reading.id] = received.of
        seated.heard.append(reading)

    def _waits(self, seated: Seated, reading: Reading, left: Reading) -> Understood | None:
        """What a reading is that a person has still to decide on, and has told a part of perhaps."""
        if left != reading:
            return self._of_leftovers(seated, left)
        return understood(seated, reading, self._tags.now, self._side)

    def _ends_doubt(self, seated: Seated, received: Received, known: bool) -> bool:
        """Whether its reader told of something else after what is in doubt."""
        doubt, reading = seated.doubt, received.reading
        if doubt is None or known or received.of or not received.settled or not reading.objects:
            return False
        return reading.source == doubt.reading.source and deed_of(reading, self._tags.now) is None

    def _no_of_the_rule(self, seated: Seated, taken: Taken, reading: Reading) -> Doubt | None:
        """What was read for sure and waits for a person was refused by the rule itself: why, is asked of it once more."""
        try:
            _answered(seated.table.copy(), taken)
        except Refused as no:
            return _refused(seated.table.run.prompt(taken.answers[-1].prompt), reading, no, taken.answers[-1].values)
        except Stumbled:
            return None
        return None

    def _lies_there(self, seated: Seated, received: Received, known: bool) -> Rest:
        """As before the start; of a second look the first shows it, where that has a picture."""
        rest, asked = seated.rest, asked_under(seated, received.reading)
        if rest is not None and received.of == rest.reading.id and rest.reading.picture:
            return rest
        is_second = received.settled and bool(received.of)
        return Rest(self._with_names(received.reading), known or is_second, asked, received.of)

    def doubts(self, seated: Seated, doubt: Doubt | None) -> None:
        """Another doubt, or none: the readings of the old one wait no more."""
        waiting = seated.doubt.readings if seated.doubt is not None else frozenset[str]()
        for reading in waiting - (doubt.readings if doubt is not None else frozenset[str]()):
            self._log.settle(reading, seated.name)
        seated.doubt = doubt

    def overtaken(self, seated: Seated) -> None:
        """What is in doubt is not meant for a prompt that is no longer open; where it is meant for none, it is no doubt.

        Nor where it may be out of the hand of somebody who has answered: the others are not asked about it.
        """
        doubt, open_now = seated.doubt, {prompt.id for prompt in seated.table.open}
        if doubt is None or open_now >= {prompt.id for prompt in doubt.prompts}:
            return
        left = tuple(prompt for prompt in doubt.prompts if prompt.id in open_now)
        is_hidden = any(is_own(prompt) for prompt in doubt.prompts)
        self.doubts(seated, replace(doubt, prompts=left) if left and not is_hidden else None)

    def leftovers(self, seated: Seated, reading: Reading) -> None:
        """Two cards lay there, one was told whose it is: the other may be clear now. `reading`: what is left of it."""
        meaning = self._of_leftovers(seated, reading)
        self.doubts(seated, self._taken_too(seated, reading, meaning) if isinstance(meaning, Taken) else meaning)

    def _taken_too(self, seated: Seated, reading: Reading, taken: Taken) -> Doubt | None:
        """What is left answers too; where the rule refuses it, why, and what was told of the first counts all the same."""
        try:
            self._writer.do(seated, lambda table: _answered(table, taken))
        except Stumbled:
            return None
        except Refused as no:
            last = taken.answers[-1]
            return _refused(seated.table.run.prompt(last.prompt), reading, no, last.values)
        return taken.doubt

    def _of_leftovers(self, seated: Seated, reading: Reading) -> Taken | Doubt | None:
        """What the things are that are left of a reading, None: nothing to anybody."""
        if not reading.objects or question_of(seated.table.open) != reading.expect:
            return None
        meaning = meant(seated, reading, self._tags.now, self._side)
        if isinstance(meaning, Stray) or (isinstance(meaning, Doubt) and not meaning.objects):
            return None
        return meaning

    def ask_again(self, seated: Seated) -> None:
        """What counts was taken back, amended or taught: what two readers told differently may be one now."""
        left = []
        for both in seated.both:
            found = again(both, course_of(seated, self._tags.now, both.reading.id))
            if found is None:
                self._decided(seated, both)
            else:
                left.append(found)
        seated.both = tuple(left)

    def leave(self, seated: Seated, decided: Sequence[Both]) -> None:
        """These are not asked about any more."""
        for both in decided:
            self._decided(seated, both)
        seated.both = tuple(both for both in seated.both if both not in decided)

    def _decided(self, seated: Seated, both: Both) -> None:
        """What lies there is known, whoever was right."""
        self._log.settle(both.reading.id, seated.name)
        if seated.rest is not None and seated.rest.reading.id == both.reading.id:
            seated.rest = replace(seated.rest, taken=True)

    def _seconded(self, seated: Seated, reading: Reading, found: Agreed | Both) -> None:
        """Another reader tells of a draw that counts already: nothing is answered by it."""
        of = found.draw.given.answer.reading
        self._log.append(seated.name, [], Received(reading, isinstance(found, Agreed), of))
        seated.seconds[reading.id] = of
        seated.rest = beside(seated.rest, self._with_names(reading), found)
        if isinstance(found, Both):
            seated.both = (*seated.both, found)

    def _with_names(self, reading: Reading) -> Reading:
        """With the faces that its tags stand for."""
        return with_names(reading, self._tags.now)

    def _pressed(self, seated: Seated, reading: Reading, deed: Seen) -> None:
        """A button: what lies on the tray is not touched."""
        did = press(reading, deed, seated.table.open, self._claims(seated.name), seated.armed)
        seated.armed = (did.prompt, did.option) if isinstance(did, Again) else ("", "")
        if isinstance(did, Pressed):
            self._tapped(seated, reading, did.answer)
            return
        self._log.append(seated.name, [], Received(reading))
        self._writer.notice(seated, "info" if isinstance(did, Again) else "stray", did.why)

    def _tapped(self, seated: Seated, reading: Reading, answer: Answer) -> None:
        try:
            self._writer.do(seated, lambda table: table.answer(answer), Received(reading))
        except Stumbled:
            self._log.append(seated.name, [], Received(reading))
        except Refused as no:
            self._log.append(seated.name, [], Received(reading))
            hidden = answer.by in self._claims(seated.name)  # what its own phone alone may read
            self._writer.notice(seated, "refused", ON_ITS_DEVICE if hidden else no.sentence)
        else:
            self.overtaken(seated)

    def _taken(self, seated: Seated, reading: Reading, taken: Taken) -> None:
        """All that it answers, or nothing of it."""
        try:
            self._writer.do(
                seated, lambda table: _answered(table, taken), Received(reading, settled=taken.doubt is None)
            )
        except Stumbled:
            seated.rest = _left_lying(seated.rest)
            self._log.append(seated.name, [], Received(reading))
            self.doubts(seated, None)
        except Refused as no:  # by the rule itself: together with what lies there already it cannot be
            seated.rest = _left_lying(seated.rest)
            self._log.append(seated.name, [], Received(reading, settled=False))
            last = taken.answers[-1]
            self.doubts(seated, _refused(seated.table.run.prompt(last.prompt), reading, no, last.values))
        else:
            self._told_before(seated, reading)
            self.doubts(seated, taken.doubt)
            self.overtaken(seated)
            self._next_told(seated, {answer.prompt for answer in taken.answers})

    def _told_before(self, seated: Seated, reading: Reading) -> None:
        """Another reader was in doubt about what is answered now: what it told is a second look at that."""
        doubt = seated.doubt
        if doubt is None or doubt.reading.source == reading.source or doubt.reading.expect != reading.expect:
            return
        first = as_it_came(seated, doubt)
        found = second(first, Stray(first), course_of(seated, self._tags.now, first.id))
        if isinstance(found, Both):
            self._comes_second(seated, found)
            seated.doubt, seated.both = None, (*seated.both, found)  # its reading waits on
        elif isinstance(found, Stray) and found.why:
            self._writer.notice(seated, "stray", found.why)

    def _comes_second(self, seated: Seated, both: Both) -> None:
        """It was in doubt, or what it was not known, when it came."""
        of = both.draw.given.answer.reading
        self._log.comes_second(both.reading.id, of, seated.name)
        seated.seconds[both.reading.id] = of

    def _unclear(self, seated: Seated, meaning: Doubt | Stray) -> None:
        old = seated.doubt
        if isinstance(meaning, Doubt):
            self.doubts(seated, meaning)
        elif old is not None and meaning.reading.objects and meaning.reading.source == old.reading.source:
            self.doubts(seated, None)  # something else lies there now
        if isinstance(meaning, Stray) and meaning.why:
            self._writer.notice(seated, "stray", meaning.why)

    def _next_told(self, seated: Seated, answered: Collection[str]) -> None:
        """What might have answered this was asked about: the other reader has told of it now, the same or something else."""
        for both in seated.both:
            if both.next is None or both.next.prompt not in answered:
                continue
            course = course_of(seated, self._tags.now, both.reading.id)
            found = second(both.reading, Stray(both.reading), replace(course, asked=()))
            if isinstance(found, Both):
                seated.both = tuple(found if one is both else one for one in seated.both)
            else:
                self.leave(seated, [both])


def as_it_came(seated: Seated, doubt: Doubt) -> Reading:
    """A doubtful reading with the ids of its tags, as far as it is kept in mind."""
    return next((reading for reading in seated.heard if reading.id == doubt.reading.id), doubt.reading)


def _answered(table: Table[Any, Any], taken: Taken) -> None:
    for answer in taken.answers:
        table.answer(answer)


def _sources(table: Table[Any, Any]) -> frozenset[str]:
    """The readings that answers rest on."""
    return frozenset(name.rstrip("+") for name in readings_of([m.entry for m in table.moments]))


def _left_lying(rest: Rest | None) -> Rest | None:
    """It lies there all the same, and answered nothing."""
    return replace(rest, taken=False) if rest is not None else None


def _refused(prompt: Prompt, reading: Reading, no: Refused, values: Faces) -> Doubt:
    return Doubt(reading, (prompt,), objects_for(prompt, reading), no.sentence, refused=values)
