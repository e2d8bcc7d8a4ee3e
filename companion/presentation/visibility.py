"""Which seats a device answers for, and the view, objects and readings that it may see."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Generic, TypeVar

from companion.schema import DEALER, TABLE, UNKNOWN, Block, Cards, Counters, Prompt, Reading, Seat, SeenObject, View
from companion.sessions import (
    WALL,
    AmbiguousReading,
    AnswerGiven,
    TableSnapshot,
    answered_together,
    faces_of,
    half_given,
    is_own,
    is_still,
    is_sure,
    left_of,
    own_prompts,
)


def owners(picture: TableSnapshot, reading: Reading) -> frozenset[Seat]:
    """The seats that must all be this device's for it to see a reading; nobody's where everybody may."""
    given, owed = _given_by(picture, reading), half_given(m.entry for m in reversed(picture.moments))
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
    what else the reader took it for may be in another's hand.
    """
    given = _given_by(picture, reading)
    own = [p for p in (*(one.prompt for one in given), *_asked_then(picture, reading)) if is_own(p)]
    kinds = {UNKNOWN, *(kind for prompt in own for kind in prompt.of)}
    known = {face for prompt in own if prompt.seat in mine for face in faces_of(prompt)}
    known.update(value for one in given for value in one.answer.values)
    return tuple(_as_known(seen, known) if own and seen.kind in kinds else seen for seen in things)


def as_shown(picture: TableSnapshot, reading: Reading, mine: frozenset[Seat]) -> Reading:
    """The reading as such a device may know it."""
    return replace(reading, objects=as_known(picture, reading, reading.objects, mine))


def _as_known(seen: SeenObject, known: Collection[str]) -> SeenObject:
    value = seen.value if is_sure(seen) or seen.value in known else None
    return replace(seen, value=value, alternatives=_within(seen, known))


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
    same = {reading.whole, _first_of(picture, reading)} - {""}
    whats = (moment.entry.what for moment in picture.moments)
    given = [what for what in whats if isinstance(what, AnswerGiven)]
    return [one for one in given if one.answer.whole_reading in same]


def _still_in_hand(picture: TableSnapshot, reading: Reading, given: Sequence[AnswerGiven]) -> frozenset[Seat]:
    """Whose hands a thing may be out of that lies there, and was no answer to the question that is closed."""
    all_in = answered_together((moment.entry for moment in reversed(picture.moments)), given[-1])
    own = [one.prompt for one in all_in if is_own(one.prompt)]
    things = [seen for seen in reading.objects if any(seen.kind in prompt.of for prompt in own)]
    lay = _laid_before(picture, reading) if things else ()
    left = _unanswered([seen for seen in things if not is_still(seen, lay)], all_in, given)
    return _seats(prompt for prompt in own if any(_is_among(seen, faces_of(prompt)) for seen in left))


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


def name(picture: TableSnapshot, seat: Seat) -> str:
    """What people call a seat."""
    if seat == TABLE:
        return "Everyone"
    return picture.setup.names.get(seat, "Dealer" if seat == DEALER else picture.setup.name(seat))


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
