"""Decide which seats a device answers for, what it may see, and whom the table waits for. Loads earlier moments on demand."""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any, Generic, TypeAlias, TypeVar

from companion.engine import with_addressee
from companion.i18n import Text, _, joined, listed
from companion.schema import (
    DEALER,
    HOUSE,
    TABLE,
    UNKNOWN,
    Block,
    Cards,
    Counters,
    Prompt,
    Reading,
    Seat,
    SeenObject,
    View,
    Words,
)
from companion.sessions import (
    WALL,
    AmbiguousReading,
    AnswerGiven,
    LateSequence,
    LogEntry,
    LogState,
    SessionManager,
    TableSnapshot,
    addressee,
    answered_together,
    faces_of,
    is_own,
    is_still,
    is_sure,
    objects_left,
    own_prompts,
    pending_answers,
)
from companion.sessions.table import number

Moment: TypeAlias = LogState[Any, Any]


def owners(picture: TableSnapshot, reading: Reading) -> frozenset[Seat]:
    """Return the seats that a device must all answer for to see a reading; empty if it is public."""
    given, owed = _answers_of(picture, reading), pending_answers(newest_first(picture))
    secret = _seats(answer.prompt for answer in given if answer.prompt.secret)
    if given and not any(answer in owed for answer in given):
        return secret | _still_in_hand(picture, reading, given)  # the question is closed: its answers are public
    doubt = picture.doubt
    own_doubt = doubt if doubt is not None and doubt.reading.whole == reading.whole else None
    prompts = _prompts_then(picture, reading)
    known = [answer.prompt for answer in given] + list(own_doubt.prompts if own_doubt is not None else ())
    named = sum(len(answer.answer.values) for answer in given) + (_may_be(own_doubt) if own_doubt is not None else 0)
    lie_still = any(answer not in given and answer.answer.reading for answer in owed)
    if named >= _count_hideable(reading, prompts) and not lie_still:
        return secret | _seats(prompt for prompt in known if is_own(prompt))
    return secret | _seats(prompts)


def may_see(picture: TableSnapshot, reading: Reading, seat: Seat, own_seats: frozenset[Seat]) -> bool:
    """Return whether a device of `seat`, which answers for `own_seats`, may see a reading. All players see a shared screen, so it shows
    no reading of a simultaneous question before all answers are in.
    """
    owning_seats = owners(picture, reading)
    together = len(_seats(_prompts_then(picture, reading))) > 1
    return owning_seats <= own_seats and not (owning_seats and seat == TABLE and together)


def hides_tray(picture: TableSnapshot, seat: Seat, own_seats: frozenset[Seat]) -> bool:
    """Return whether the tray may hold something that such a device may not see."""
    awaited = _seats(own_prompts(picture.question)) if picture.open else frozenset()
    if not awaited <= own_seats or (seat == TABLE and len(awaited) > 1):
        return True
    return picture.rest is not None and not may_see(picture, picture.rest.reading, seat, own_seats)


def may_belong_to_other_seat(picture: TableSnapshot, doubt: AmbiguousReading, own_seats: frozenset[Seat]) -> bool:
    """Return whether something doubtful may be another seat's answer to this question."""
    return not _seats(own_prompts(picture.question)) <= own_seats and _may_be(doubt) < len(doubt.objects)


def objects_to_ask(doubt: AmbiguousReading) -> tuple[SeenObject, ...]:
    """Return the doubtful things with only possible answers as alternatives: others might reveal another hand."""
    if not doubt.possible:
        return doubt.objects
    return tuple(replace(seen, alternatives=_possible_guesses(seen, doubt.possible)) for seen in doubt.objects)


def as_known(
    picture: TableSnapshot, reading: Reading, things: Sequence[SeenObject], own_seats: frozenset[Seat]
) -> tuple[SeenObject, ...]:
    """Return things of a visible reading as a device may know them.

    A thing that may come from a hand keeps its face only if it is sure, known, or a possible answer of the device's own seats,
    because every other guess may be in another hand. The same goes for a sure reading that a player has corrected.
    """
    given = _answers_of(picture, reading)
    own = [p for p in (*(answer.prompt for answer in given), *_prompts_then(picture, reading)) if is_own(p)]
    kinds = {UNKNOWN, *(kind for prompt in own for kind in prompt.of)}
    known = {face for prompt in own if prompt.seat in own_seats for face in faces_of(prompt)}
    known.update(value for answer in given for value in answer.answer.values)
    held = {
        face for prompt in picture.open if is_own(prompt) and prompt.seat not in own_seats for face in faces_of(prompt)
    }
    return tuple(_as_known(seen, known, held) if own and seen.kind in kinds else seen for seen in things)


def as_shown(picture: TableSnapshot, reading: Reading, own_seats: frozenset[Seat]) -> Reading:
    """Return the reading as such a device may know it."""
    return replace(reading, objects=as_known(picture, reading, reading.objects, own_seats))


def _as_known(seen: SeenObject, known: Collection[str], held: Collection[str]) -> SeenObject:
    is_told = seen.value in known or (is_sure(seen) and seen.value not in held)
    return replace(seen, value=seen.value if is_told else None, alternatives=_possible_guesses(seen, known))


def _possible_guesses(seen: SeenObject, possible: Collection[str]) -> tuple[tuple[str, float], ...]:
    return tuple(guess for guess in seen.alternatives if guess[0] in possible)


def _may_be(doubt: AmbiguousReading) -> int:
    """Count the things that may be an answer to the prompts; other cards may come from a hand that has answered."""
    possible = doubt.possible
    return sum(not possible or _is_among(seen, possible) for seen in doubt.objects)


def _is_among(seen: SeenObject, possible: Collection[str]) -> bool:
    """Return whether a thing may be one of these, as far as it was read."""
    if seen.value is not None:
        return seen.value in possible
    return not seen.alternatives or bool(_possible_guesses(seen, possible))


def _answers_of(picture: TableSnapshot, reading: Reading) -> list[AnswerGiven]:
    """Return the answers that rest on this reading, or on another reader's of the same things."""
    first = _first_of(picture, reading)
    same = frozenset({reading.whole, first} - {""})
    at_hand = _answers_by(same, picture.moments.newest)
    settled = min(number(reading.expect), _question_number(picture, first) if first else sys.maxsize)
    if settled + 1 >= begins_at(picture):  # a reading cannot answer a question from before it settled
        return at_hand
    return [*found_earlier(_GIVEN, picture, same, partial(_answers_by, same)), *at_hand]


def _answers_by(readings: Collection[str], moments: Sequence[Moment]) -> list[AnswerGiven]:
    whats = (moment.entry.what for moment in moments)
    return [what for what in whats if isinstance(what, AnswerGiven) and what.answer.whole_reading in readings]


def _question_number(picture: TableSnapshot, reading: str) -> int:
    """Return the number of the question under which a whole reading settled, 0 if unknown."""
    firsts = (conflict.first for conflict in picture.both if conflict.first is not None)
    return next((number(other.expect) for other in (*picture.heard, *firsts) if other.whole == reading), 0)


def _still_in_hand(picture: TableSnapshot, reading: Reading, given: Sequence[AnswerGiven]) -> frozenset[Seat]:
    """Return the seats whose hand may contain a thing that did not answer the closed question."""
    answers = _answers_with(picture, given[-1])
    own = [answer.prompt for answer in answers if is_own(answer.prompt)]
    things = [seen for seen in reading.objects if any(seen.kind in prompt.of for prompt in own)]
    lay = _seen_before(picture, reading) if things else ()
    left = _drop_answers([seen for seen in things if not is_still(seen, lay)], answers, given)
    return _seats(prompt for prompt in own if any(_is_among(seen, faces_of(prompt)) for seen in left))


def _answers_with(picture: TableSnapshot, given: AnswerGiven) -> tuple[AnswerGiven, ...]:
    """Return all answers to the closed question of this answer."""
    if any(moment.entry.what is given for moment in picture.moments.newest):
        return answered_together(newest_first(picture), given)
    together = found_earlier(_TOGETHER, picture, given.answer, partial(_find_together, given))
    return together if together and together[-1].closes else _find_together(given, tuple(picture.moments))


def _find_together(given: AnswerGiven, moments: Sequence[Moment]) -> tuple[AnswerGiven, ...]:
    """Return `answered_together` by equality: an entry that was loaded twice is equal, and not identical."""
    entries = [moment.entry for moment in moments]
    same = next((entry.what for entry in reversed(entries) if entry.what == given), None)
    return answered_together(reversed(entries), same) if isinstance(same, AnswerGiven) else ()


def _drop_answers(
    things: Sequence[SeenObject], answers: Sequence[AnswerGiven], given: Sequence[AnswerGiven]
) -> tuple[SeenObject, ...]:
    """Return the things that are not an answer; a corrected one counts as the corrected value."""
    read = {seen.value for seen in things}
    laid = tuple(value for answer in answers for value in answer.answer.values if value in read)
    corrected = tuple(value for answer in given for value in answer.answer.values if value not in read)
    return objects_left(things, laid + corrected)


def _seen_before(picture: TableSnapshot, reading: Reading) -> tuple[SeenObject, ...]:
    """Return what this reader saw under earlier questions. That is public since they closed."""
    earlier = takewhile(lambda other: other.id != reading.whole, picture.heard)
    of_reader = (other for other in earlier if other.source == reading.source and other.expect != reading.expect)
    return tuple(seen for other in of_reader for seen in other.objects)


def _first_of(picture: TableSnapshot, reading: Reading) -> str:
    """Return the whole reading that this one repeats, "" if it repeats none."""
    rest = picture.rest
    if rest is not None and rest.of and rest.reading.whole == reading.whole:
        return rest.of
    conflict = next((conflict for conflict in picture.both if conflict.reading.whole == reading.whole), None)
    return conflict.draw.given.answer.whole_reading if conflict is not None else ""


def _prompts_then(picture: TableSnapshot, reading: Reading) -> tuple[Prompt, ...]:
    """Return the prompts that hidden things may belong to: of the reading's question, and of the open one."""
    rest = picture.rest
    then = rest.asked if rest is not None and rest.reading.whole == reading.whole else ()
    return then + tuple(prompt for prompt in own_prompts(picture.question) if prompt not in then)


def _count_hideable(reading: Reading, prompts: Sequence[Prompt]) -> int:
    """Count the things that may be hidden; unrecognised things and tags may be."""
    kinds = {kind for prompt in prompts for kind in prompt.of}
    return sum(seen.kind in kinds or (bool(kinds) and seen.kind in {UNKNOWN, "tag"}) for seen in reading.objects)


def _seats(prompts: Iterable[Prompt]) -> frozenset[Seat]:
    return frozenset(prompt.seat for prompt in prompts)


def is_free(sessions: SessionManager) -> bool:
    """Return whether no game is running, so that nothing next to the tray belongs to a hand."""
    return not sessions.lit or bool(sessions.snapshot(sessions.lit).over)


def seats(picture: TableSnapshot) -> tuple[Seat, ...]:
    """Return the seats of a table, the Dealer last."""
    return picture.setup.seats + ((DEALER,) if picture.game.dealer else ())


def name(picture: TableSnapshot, seat: Seat) -> Words:
    """Return a seat's name."""
    if seat == TABLE:
        return _("Everybody")
    return picture.setup.names.get(seat, _("Dealer") if seat == DEALER else picture.setup.name(seat))


def title_of(picture: TableSnapshot, prompt: Prompt) -> Words:
    """Return a prompt's title with the name of its seat."""
    return with_addressee(prompt.title, addressee(picture.game, picture.setup, picture.state, prompt))


def acts_for(seat: Seat, picture: TableSnapshot, claimed: frozenset[Seat]) -> frozenset[Seat]:
    """Return the seats that a device may answer for."""
    if seat == TABLE:
        return frozenset({TABLE, *seats(picture)}) - claimed
    return frozenset({seat} - {WALL})


T = TypeVar("T")


class MemoCache(Generic[T]):
    """LRU cache by identity of the source objects. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[tuple[Hashable, ...], tuple[tuple[object, ...], T]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, things: tuple[object, ...], how: Hashable, make: Callable[[], T]) -> T:
        """Return the cached result for these very objects, or call `make`. `how`: further key."""
        key = (*map(id, things), how)
        with self._lock:
            known = self._made.get(key)
        if known is not None:
            return known[1]
        made = make()
        with self._lock:
            self._made[key] = (things, made)  # keeps the objects alive, so that their ids stay unique
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made


def begins_at(picture: TableSnapshot) -> int:
    """Return the first entry in memory, or a number higher than any entry."""
    at_hand = picture.moments.newest
    return at_hand[0].entry.seq if at_hand else sys.maxsize


def newest_first(picture: TableSnapshot) -> Iterator[LogEntry[Any]]:
    """Iterate the valid entries, newest first. Earlier ones are loaded when reached."""
    return (moment.entry for moment in reversed(picture.moments))


def moments_since(picture: TableSnapshot, seq: int) -> tuple[Moment, ...]:
    """Return the moments from the entry `seq` on, oldest first."""
    moments = picture.moments.newest if seq >= begins_at(picture) else picture.moments
    return tuple(moment for moment in moments if moment.entry.seq >= seq)


def earlier_of(whole: LateSequence[T]) -> tuple[T, ...]:
    """Load and return the part of a sequence that is not in memory."""
    everything = tuple(whole)
    return everything[: len(everything) - len(whole.newest)]


def found_earlier(
    known: MemoCache[T], picture: TableSnapshot, how: Hashable, find: Callable[[Sequence[Moment]], T]
) -> T:
    """Search the moments that are not in memory, and cache the result.

    History before a valid entry is immutable while that entry is valid. `how`: further key.
    """
    at_hand = picture.moments.newest
    if not at_hand:
        return find(tuple(picture.moments))
    return known.of((picture.game, at_hand[0].entry), how, lambda: find(earlier_of(picture.moments)))


def is_of_people(entry: LogEntry[Any]) -> bool:
    """Return whether a player answered, and not the engine."""
    return isinstance(entry.what, AnswerGiven) and entry.what.prompt.seat != HOUSE


_GIVEN = MemoCache[list[AnswerGiven]](256)
"""Answers by readings that may be older than the moments in memory."""
_TOGETHER = MemoCache[tuple[AnswerGiven, ...]](256)
"""Answers before the moments in memory."""
_VIEWS = MemoCache[View](64)
"""Views of a few tables with all their seats."""


def view_of(picture: TableSnapshot, seat: Seat) -> View:
    """Return a seat's current view of a table."""
    return view_then(picture, picture.state, seat)


def view_then(picture: TableSnapshot, state: Any, seat: Seat) -> View:
    """Return a seat's view of an earlier state."""
    game = picture.game
    return _VIEWS.of((game, state), seat, lambda: game.view(state, seat))


def private_view(picture: TableSnapshot, seat: Seat) -> tuple[Block, ...]:
    """Return the seat's blocks that are not public."""
    public, game = view_of(picture, TABLE), picture.game
    blocks = game.own(picture.state, seat) if game.own is not None else view_of(picture, seat)
    return tuple(
        block for block in blocks if isinstance(block, Cards | Counters) and block.seat == seat and block not in public
    )


MENU = "menu"


def now_line(picture: TableSnapshot) -> Words:
    """Return the Now line: open prompts with the names of their seats, the same on every display."""
    if picture.over:
        return picture.over
    people_by_title: dict[Words, dict[Words, None]] = {}
    for prompt in pending_people(picture):
        if prompt.seat != HOUSE:
            is_marked = isinstance(prompt.title, Text)  # a plain title contains the name
            who = addressee(picture.game, picture.setup, picture.state, prompt) if is_marked else ""
            people_by_title.setdefault(prompt.title, {}).setdefault(who)
    everybody = [name(picture, seat) for seat in picture.setup.seats]
    lines = (
        with_addressee(what, prompts_together(tuple(filter(None, who)), everybody))
        for what, who in people_by_title.items()
    )
    return joined(" · ", lines) or _("Nothing is asked.")


def prompts_together(names: Sequence[Words], everybody: Sequence[Words]) -> Words:
    """Join the names of seats with the same prompt.

    >>> [str(prompts_together(["Ann", *more], ["Ann", "Ben", "Cleo"])) for more in (["Ben"], ["Ben", "Cleo"])]
    ['Ann and Ben', 'Everybody']
    """
    if len(names) > 2 and set(names) == set(everybody):
        return _("Everybody")
    return listed(names) if len(names) > 1 else next(iter(names), "")


def pending_people(picture: TableSnapshot) -> tuple[Prompt, ...]:
    """Return the open prompts that must be answered.

    If the first answer closes the question, this is the one that things answer; otherwise those with their own card, otherwise those
    in a block. Menu entries next to them are optional.
    """
    sensed = tuple(p for p in picture.open if p.of)
    if not picture.question.first or not picture.open:
        return picture.open
    if len(sensed) == 1:
        return sensed
    by_hand = tuple(p for p in picture.open if p.at != MENU)
    return tuple(p for p in by_hand if not p.at) or by_hand or picture.open
