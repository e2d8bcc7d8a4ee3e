"""Which seats a device answers for, the view, objects and readings that it may see, and what of the past is at hand for it."""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any, Generic, TypeAlias, TypeVar

from companion.engine import titled
from companion.i18n import _
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
    TableSnapshot,
    addressee,
    answered_together,
    faces_of,
    half_given,
    is_own,
    is_still,
    is_sure,
    left_of,
    own_prompts,
)
from companion.sessions.table import number

Moment: TypeAlias = LogState[Any, Any]


def owners(picture: TableSnapshot, reading: Reading) -> frozenset[Seat]:
    """The seats that must all be this device's for it to see a reading; nobody's where everybody may."""
    given, owed = _given_by(picture, reading), half_given(newest_first(picture))
    secret = _seats(one.prompt for one in given if one.prompt.secret)
    if given and not any(one in owed for one in given):
        return secret | _still_in_hand(picture, reading, given)  # the question is closed: what was laid is shown
    doubt = picture.doubt
    meant = doubt if doubt is not None and doubt.reading.whole == reading.whole else None
    asked = _asked_then(picture, reading)
    known = [one.prompt for one in given] + list(meant.prompts if meant is not None else ())
    named = sum(len(one.answer.values) for one in given) + (_may_be(meant) if meant is not None else 0)
    lie_still = any(one not in given and one.answer.reading for one in owed)
    if named >= _count(reading, asked) and not lie_still:
        return secret | _seats(prompt for prompt in known if is_own(prompt))
    return secret | _seats(asked)


def may_see(picture: TableSnapshot, reading: Reading, seat: Seat, mine: frozenset[Seat]) -> bool:
    """Whether a device of `seat`, which answers for `mine`, is shown a reading. A screen in the middle all can see: it shows
    none of a question of several seats before all are in, whomever it answers for.
    """
    whose = owners(picture, reading)
    together = len(_seats(_asked_then(picture, reading))) > 1
    return whose <= mine and not (whose and seat == TABLE and together)


def hides_tray(picture: TableSnapshot, seat: Seat, mine: frozenset[Seat]) -> bool:
    """Whether something may lie on the tray now that such a device is not shown."""
    awaited = _seats(own_prompts(picture.question)) if picture.open else frozenset()
    if not awaited <= mine or (seat == TABLE and len(awaited) > 1):
        return True
    return picture.rest is not None and not may_see(picture, picture.rest.reading, seat, mine)


def may_belong_to_other_seat(picture: TableSnapshot, doubt: AmbiguousReading, mine: frozenset[Seat]) -> bool:
    """Whether something that is in doubt cannot be an answer of who is asked: others of this question may have laid it."""
    return not _seats(own_prompts(picture.question)) <= mine and _may_be(doubt) < len(doubt.objects)


def is_asked_of(meant: AmbiguousReading) -> tuple[SeenObject, ...]:
    """What is in doubt, with guesses at what they may answer alone: another one may be out of somebody else's hand."""
    if not meant.possible:
        return meant.objects
    return tuple(replace(seen, alternatives=_within(seen, meant.possible)) for seen in meant.objects)


def as_known(
    picture: TableSnapshot, reading: Reading, things: Sequence[SeenObject], mine: frozenset[Seat]
) -> tuple[SeenObject, ...]:
    """Things of a reading, as a device may know them that is shown it.

    What may be out of a hand and was hardly read is told only as far as it was said, or may be an answer of the device's own seats:
    what else the reader took it for may be in another's hand. So may what was read surely, and somebody said that it is another one.
    """
    given = _given_by(picture, reading)
    own = [p for p in (*(one.prompt for one in given), *_asked_then(picture, reading)) if is_own(p)]
    kinds = {UNKNOWN, *(kind for prompt in own for kind in prompt.of)}
    known = {face for prompt in own if prompt.seat in mine for face in faces_of(prompt)}
    known.update(value for one in given for value in one.answer.values)
    held = {face for prompt in picture.open if is_own(prompt) and prompt.seat not in mine for face in faces_of(prompt)}
    return tuple(_as_known(seen, known, held) if own and seen.kind in kinds else seen for seen in things)


def as_shown(picture: TableSnapshot, reading: Reading, mine: frozenset[Seat]) -> Reading:
    """The reading as such a device may know it."""
    return replace(reading, objects=as_known(picture, reading, reading.objects, mine))


def _as_known(seen: SeenObject, known: Collection[str], held: Collection[str]) -> SeenObject:
    is_told = seen.value in known or (is_sure(seen) and seen.value not in held)
    return replace(seen, value=seen.value if is_told else None, alternatives=_within(seen, known))


def _within(seen: SeenObject, possible: Collection[str]) -> tuple[tuple[str, float], ...]:
    return tuple(guess for guess in seen.alternatives if guess[0] in possible)


def _may_be(meant: AmbiguousReading) -> int:
    """How many things may be an answer of those who are asked; another card may be out of the hand of who has answered."""
    possible = meant.possible
    return sum(not possible or _is_among(seen, possible) for seen in meant.objects)


def _is_among(seen: SeenObject, possible: Collection[str]) -> bool:
    """Whether it may be one of these, as far as it was read."""
    if seen.value is not None:
        return seen.value in possible
    return not seen.alternatives or bool(_within(seen, possible))


def _given_by(picture: TableSnapshot, reading: Reading) -> list[AnswerGiven]:
    """The answers that count and rest on this reading, or on another reader's of the same things."""
    first = _first_of(picture, reading)
    same = frozenset({reading.whole, first} - {""})
    at_hand = _resting_on(same, picture.moments.newest)
    settled = min(number(reading.expect), _settled(picture, first) if first else sys.maxsize)
    if settled + 1 >= begins_at(picture):  # a reading answers no question before the one that was open when it settled
        return at_hand
    return [*found_earlier(_GIVEN, picture, same, partial(_resting_on, same)), *at_hand]


def _resting_on(readings: Collection[str], moments: Sequence[Moment]) -> list[AnswerGiven]:
    whats = (moment.entry.what for moment in moments)
    return [what for what in whats if isinstance(what, AnswerGiven) and what.answer.whole_reading in readings]


def _settled(picture: TableSnapshot, reading: str) -> int:
    """The number of the question under which a whole reading settled; 0 where it is not known any more."""
    firsts = (both.first for both in picture.both if both.first is not None)
    return next((number(one.expect) for one in (*picture.heard, *firsts) if one.whole == reading), 0)


def _still_in_hand(picture: TableSnapshot, reading: Reading, given: Sequence[AnswerGiven]) -> frozenset[Seat]:
    """Whose hands a thing may be out of that lies there, and was no answer to the question that is closed."""
    all_in = _all_in(picture, given[-1])
    own = [one.prompt for one in all_in if is_own(one.prompt)]
    things = [seen for seen in reading.objects if any(seen.kind in prompt.of for prompt in own)]
    lay = _laid_before(picture, reading) if things else ()
    left = _unanswered([seen for seen in things if not is_still(seen, lay)], all_in, given)
    return _seats(prompt for prompt in own if any(_is_among(seen, faces_of(prompt)) for seen in left))


def _all_in(picture: TableSnapshot, one: AnswerGiven) -> tuple[AnswerGiven, ...]:
    """The answers to the question that this one answered, which is closed."""
    if any(moment.entry.what is one for moment in picture.moments.newest):
        return answered_together(newest_first(picture), one)
    together = found_earlier(_TOGETHER, picture, one.answer, partial(_together, one))
    return together if together and together[-1].closes else _together(one, tuple(picture.moments))


def _together(one: AnswerGiven, moments: Sequence[Moment]) -> tuple[AnswerGiven, ...]:
    """As `answered_together`. What is read twice is equal, and not the same object."""
    entries = [moment.entry for moment in moments]
    same = next((entry.what for entry in reversed(entries) if entry.what == one), None)
    return answered_together(reversed(entries), same) if isinstance(same, AnswerGiven) else ()


def _unanswered(
    things: Sequence[SeenObject], all_in: Sequence[AnswerGiven], given: Sequence[AnswerGiven]
) -> tuple[SeenObject, ...]:
    """The things that were no answer; one that was read otherwise may be what was said by this reading."""
    read = {seen.value for seen in things}
    laid = tuple(value for one in all_in for value in one.answer.values if value in read)
    said = tuple(value for one in given for value in one.answer.values if value not in read)
    return left_of(things, laid + said)


def _laid_before(picture: TableSnapshot, reading: Reading) -> tuple[SeenObject, ...]:
    """What its reader told of under another question before: it was shown when that was closed."""
    heard = takewhile(lambda one: one.id != reading.whole, picture.heard)
    mine = (one for one in heard if one.source == reading.source and one.expect != reading.expect)
    return tuple(seen for one in mine for seen in one.objects)


def _first_of(picture: TableSnapshot, reading: Reading) -> str:
    """The whole reading that told of the same before; "" where this one is no second look."""
    rest = picture.rest
    if rest is not None and rest.of and rest.reading.whole == reading.whole:
        return rest.of
    both = next((one for one in picture.both if one.reading.whole == reading.whole), None)
    return both.draw.given.answer.whole_reading if both is not None else ""


def _asked_then(picture: TableSnapshot, reading: Reading) -> tuple[Prompt, ...]:
    """The prompts for which hidden things may lie there: of the question then, and of the one now."""
    rest = picture.rest
    then = rest.asked if rest is not None and rest.reading.whole == reading.whole else ()
    return then + tuple(prompt for prompt in own_prompts(picture.question) if prompt not in then)


def _count(reading: Reading, asked: Sequence[Prompt]) -> int:
    """How many things lie there that may be such; what was not recognised may be one, and so may a tag."""
    kinds = {kind for prompt in asked for kind in prompt.of}
    return sum(seen.kind in kinds or (bool(kinds) and seen.kind in {UNKNOWN, "tag"}) for seen in reading.objects)


def _seats(prompts: Iterable[Prompt]) -> frozenset[Seat]:
    return frozenset(prompt.seat for prompt in prompts)


def seats(picture: TableSnapshot) -> tuple[Seat, ...]:
    """Who sits there, the Dealer last."""
    return picture.setup.seats + ((DEALER,) if picture.game.dealer else ())


def name(picture: TableSnapshot, seat: Seat) -> Words:
    """What people call a seat."""
    if seat == TABLE:
        return _("Everybody")
    return picture.setup.names.get(seat, _("Dealer") if seat == DEALER else picture.setup.name(seat))


def title_of(picture: TableSnapshot, prompt: Prompt) -> Words:
    """What a prompt asks, and of whom."""
    return titled(prompt.title, addressee(picture.game, picture.setup, picture.state, prompt))


def acts_for(seat: Seat, picture: TableSnapshot, claimed: frozenset[Seat]) -> frozenset[Seat]:
    """The seats that a device may answer for."""
    if seat == TABLE:
        return frozenset({TABLE, *seats(picture)}) - claimed
    return frozenset({seat} - {WALL})


T = TypeVar("T")


class MemoCache(Generic[T]):
    """The newest of what was made, each with what it was made of. Safe for threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[tuple[Hashable, ...], tuple[tuple[object, ...], T]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, things: tuple[object, ...], how: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes of these very objects; `how`: what else it depends on."""
        key = (*map(id, things), how)
        with self._lock:
            known = self._made.get(key)
        if known is not None:
            return known[1]
        made = make()
        with self._lock:
            self._made[key] = (things, made)  # what is kept stays alive: its number is nobody else's
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made


def begins_at(picture: TableSnapshot) -> int:
    """The first entry that is at hand; higher than any entry where none is."""
    at_hand = picture.moments.newest
    return at_hand[0].entry.seq if at_hand else sys.maxsize


def newest_first(picture: TableSnapshot) -> Iterator[LogEntry[Any]]:
    """The entries that count; the earlier ones are read when somebody goes on that far."""
    return (moment.entry for moment in reversed(picture.moments))


def moments_since(picture: TableSnapshot, seq: int) -> tuple[Moment, ...]:
    """The moments from the entry `seq` on, the oldest first."""
    moments = picture.moments.newest if seq >= begins_at(picture) else picture.moments
    return tuple(moment for moment in moments if moment.entry.seq >= seq)


def earlier_of(whole: LateSequence[T]) -> tuple[T, ...]:
    """What is not at hand of a sequence; it is read."""
    everything = tuple(whole)
    return everything[: len(everything) - len(whole.newest)]


def found_earlier(
    known: MemoCache[T], picture: TableSnapshot, how: Hashable, find: Callable[[Sequence[Moment]], T]
) -> T:
    """What `find` finds among the moments that are not at hand; they are read once for it.

    What counts before an entry never changes while that entry counts. `how`: what else it depends on.
    """
    at_hand = picture.moments.newest
    if not at_hand:
        return find(tuple(picture.moments))
    return known.of((picture.game, at_hand[0].entry), how, lambda: find(earlier_of(picture.moments)))


def is_of_people(entry: LogEntry[Any]) -> bool:
    """Whether somebody answered, and not the house."""
    return isinstance(entry.what, AnswerGiven) and entry.what.prompt.seat != HOUSE


_GIVEN = MemoCache[list[AnswerGiven]](256)
"""What rests on readings that may be older than what is at hand."""
_TOGETHER = MemoCache[tuple[AnswerGiven, ...]](256)
"""Of answers that lie before what is at hand."""
_VIEWS = MemoCache[View](64)
"""Those of a few tables with all their seats."""


def view_of(picture: TableSnapshot, seat: Seat) -> View:
    """What a seat sees of a table now."""
    return view_then(picture, picture.state, seat)


def view_then(picture: TableSnapshot, state: Any, seat: Seat) -> View:
    """What a seat saw of a table in an earlier state."""
    game = picture.game
    return _VIEWS.of((game, state), seat, lambda: game.view(state, seat))


def private_view(picture: TableSnapshot, seat: Seat) -> tuple[Block, ...]:
    """The blocks that carry the seat's name and are not shown to all."""
    public, game = view_of(picture, TABLE), picture.game
    mine = game.own(picture.state, seat) if game.own is not None else view_of(picture, seat)
    return tuple(
        block for block in mine if isinstance(block, Cards | Counters) and block.seat == seat and block not in public
    )
