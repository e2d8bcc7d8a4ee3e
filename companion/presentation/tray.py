"""Build the tray and the last throw with its odds, as one seat may see them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.i18n import _, ngettext
from companion.presentation.log_lines import LogReader, newest_command, source
from companion.presentation.responses import (
    AnswerPause,
    DemoOffers,
    LastThrow,
    ThrowSlot,
    TrayView,
    ZonedTray,
    ZoneView,
)
from companion.presentation.visibility import (
    MemoCache,
    Moment,
    as_known,
    as_shown,
    found_earlier,
    is_of_people,
    may_see,
    name,
    newest_first,
    title_of,
)
from companion.schema import Answer, Faces, Odds, Prompt, Reading, Seat, SeenObject, Words
from companion.sessions import AnswerGiven, TableSnapshot, faces_of, free_roll, is_sure, pending_answers


def tray(picture: TableSnapshot, seat: Seat, own_seats: frozenset[Seat]) -> TrayView | None:
    """Return the last reading, if this device may see it."""
    rest = picture.rest
    if rest is None or not may_see(picture, rest.reading, seat, own_seats):
        return None
    reading = rest.reading
    things = as_known(picture, reading, reading.objects, own_seats)
    roll = free_roll(things)
    return TrayView(
        reading=reading.id,
        source=reading.source,
        objects=things,
        heaps=roll.heaps,
        total=roll.total,
        unread=roll.unread,
        words=roll.words,
        picture=crop_of(picture, reading, seat, own_seats),
        settled_at=reading.settled_at,
        taken=rest.taken,
        agrees=rest.agrees,
    )


def zoned_tray(picture: TableSnapshot) -> ZonedTray | None:
    """Return the seats' zones of the tray while several seats must put something there. Zones stay after their seat has answered."""
    zones = picture.zones.in_sight()
    if not zones:
        return None
    waits_for = {p.seat for p in picture.open}
    return ZonedTray(
        tuple(ZoneView(seat, name(picture, seat), seat in waits_for) for seat in zones),
        picture.zones.side in ("top", "bottom"),
    )


def crop_of(picture: TableSnapshot, reading: Reading, seat: Seat, own_seats: frozenset[Seat]) -> str:
    """Return the URL of a reading's picture, "" if it has none or is hidden."""
    is_seen = reading.picture and may_see(picture, reading, seat, own_seats)
    return f"/picture/{reading.picture}" if is_seen else ""


MOST_LIKELY = 4  # other faces per slot
_newest_odds: deque[tuple[Any, AnswerGiven, Odds | None]] = deque(maxlen=16)
"""Cache by state and answer: a snapshot is made for each page, and the odds of a large bag take 20 ms."""


@dataclass(frozen=True, slots=True)
class _Last:
    """The displayed answer, and how many answers of people came after it."""

    seq: int
    given: AnswerGiven
    later: int


def last_throw(picture: TableSnapshot, seat: Seat, own_seats: frozenset[Seat]) -> LastThrow | None:
    """Return the last throw for a device of `seat` that answers for `own_seats`, or None."""
    last = newest_throw(picture, seat)
    if last is None:
        return None
    answer, prompt = last.given.answer, last.given.prompt
    may_mend = LogReader(seat, own_seats).may_amend(prompt.seat)
    reading = reading_of(picture, answer)
    is_seen = reading is not None and may_see(
        picture, reading, seat, own_seats
    )  # another seat's secret thing may be on it
    return LastThrow(
        seq=last.seq,
        seat=prompt.seat,
        name=name(picture, prompt.seat),
        title=title_of(picture, prompt),
        object=prompt.thing,
        source=source(answer),
        slots=slots(answer, prompt, as_shown(picture, reading, own_seats) if reading is not None and is_seen else None),
        faces=faces_of(prompt) if may_mend else (),
        later=last.later,
        mine=may_mend,
        note=_note(answer),
        odds=_odds(picture, last) if not last.later else None,
    )


def newest_throw(picture: TableSnapshot, seat: Seat) -> _Last | None:
    """Return the newest answer by things that this seat may see, not while other answers to its question are missing."""
    last = _newest_of_things(picture)
    if last is None or last.given in pending_answers(newest_first(picture)):
        return None
    prompt = last.given.prompt
    return last if not prompt.secret or prompt.seat == seat else None


_EARLIER_THROWS = MemoCache[_Last | None](256)
"""For games without a throw for a long time."""


def _newest_of_things(picture: TableSnapshot) -> _Last | None:
    """Return the newest answer by things, secret or not."""
    last = _last_among(picture.moments.newest)
    if last is not None:
        return last
    last = found_earlier(_EARLIER_THROWS, picture, "", _last_among)
    since = sum(is_of_people(moment.entry) for moment in picture.moments.newest)
    return replace(last, later=last.later + since) if last is not None else None


def _last_among(moments: Sequence[Moment]) -> _Last | None:
    later = 0
    for moment in reversed(moments):
        given = moment.entry.what
        if isinstance(given, AnswerGiven) and is_of_people(moment.entry):
            if given.prompt.of:
                return _Last(moment.entry.seq, given, later)
            later += 1
    return None


def answer_pause(picture: TableSnapshot, seat: Seat) -> AnswerPause | None:
    """Return why a page delays the next prompt after the newest answer, None if it need not."""
    newest = newest_command(picture)
    given = newest.moments[0].entry.what if newest is not None else None
    if newest is None or not isinstance(given, AnswerGiven):
        return None
    seq = newest.moments[0].entry.seq
    if _is_for_good(picture, newest.before.state):
        return AnswerPause(seq, _("This is for good: is it right?"))
    last = newest_throw(picture, seat)
    is_shown = last is not None and last.seq == seq
    if is_shown and any(slot.said for slot in slots(given.answer, given.prompt, reading_of(picture, given.answer))):
        return AnswerPause(seq, _("Somebody said what it shows: is it right?"))
    return None


def slots(answer: Answer, prompt: Prompt, reading: Reading | None) -> tuple[ThrowSlot, ...]:
    """Return one slot per value in answer order, with what was read for it if the reading is kept."""
    things = [seen for seen in reading.objects if seen.kind in prompt.of and seen.kind != "tag"] if reading else []
    matches = _match_things(answer.values, things)
    locked = list(prompt.locked) if prompt.kind == "roll" else []
    throw_slots = []
    for place, value in enumerate(answer.values):
        seen = matches.get(place)
        stays = value in locked
        if stays:
            locked.remove(value)
        throw_slots.append(_slot(value, seen, is_unsure=place in answer.unsure, stays=stays))
    return tuple(throw_slots)


def reading_of(picture: TableSnapshot, answer: Answer) -> Reading | None:
    """Return the reading of an answer while it is in memory."""
    if not answer.reading:
        return None
    return next((reading for reading in reversed(picture.heard) if reading.id == answer.whole_reading), None)


def _slot(value: str, seen: SeenObject | None, *, is_unsure: bool, stays: bool) -> ThrowSlot:
    if seen is None:
        return ThrowSlot(value, locked=stays, unsure=is_unsure)
    readings = ((seen.value, seen.conf), *seen.alternatives) if seen.value is not None else seen.alternatives
    conf = next((conf for face, conf in readings if face == value), 0.0)
    others = tuple((face, conf) for face, conf in readings if face != value)[:MOST_LIKELY]
    is_said = not is_unsure and not (is_sure(seen) and seen.value == value)
    return ThrowSlot(value, conf, others, locked=stays, unsure=is_unsure, said=is_said)


def _match_things(values: Sequence[str], things: Sequence[SeenObject]) -> dict[int, SeenObject]:
    """Match values to things: first an equal value, then an alternative, then any remaining thing."""
    matches: dict[int, SeenObject] = {}
    left = list(things)
    fits: tuple[Callable[[SeenObject, str], bool], ...] = (
        lambda seen, value: seen.value == value,
        lambda seen, value: value in dict(seen.alternatives),
        lambda _seen, _value: True,
    )
    for is_it in fits:
        for place, value in enumerate(values):
            seen = next((thing for thing in left if is_it(thing, value)), None) if place not in matches else None
            if seen is not None:
                matches[place] = seen
                left.remove(seen)
    return matches


def _is_for_good(picture: TableSnapshot, before: Any) -> bool:
    """Return whether a seat was eliminated or the game ended since the state before the newest command."""
    game = picture.game
    if picture.over and not game.over(before):
        return True
    return game.lost is not None and bool(game.lost(picture.state) - game.lost(before))


def _note(answer: Answer) -> Words:
    if not answer.unsure:
        return ""
    return ngettext(
        "One die is not sure; whatever it shows, it comes to the same.",
        "{n} dice are not sure; whatever they show, it comes to the same.",
        len(answer.unsure),
    )


def _odds(picture: TableSnapshot, last: _Last) -> Odds | None:
    afterwards = picture.game.afterwards
    if afterwards is None:
        return None
    before = next(moment.state for moment in reversed(picture.moments) if moment.entry.seq < last.seq)
    for state, given, odds in tuple(_newest_odds):
        if state is before and given is last.given:
            return odds
    odds = afterwards(before, last.given.prompt, last.given.answer.values)
    _newest_odds.append((before, last.given, odds))
    return odds


Recorded: TypeAlias = tuple[tuple[str, Faces], ...]
"""Kind and faces of each recorded throw."""
HANDFUL = "handful"


def fitting_offers(demo: DemoOffers | None, recorded: Recorded, open: Sequence[Prompt]) -> DemoOffers | None:
    """Return the recorded throws and tokens that can answer an open prompt; all throws if no prompt needs things."""
    if demo is None:
        return None
    sensed = [prompt for prompt in open if prompt.of]
    wanted = {kind for prompt in sensed for kind in prompt.of if _shows(kind, prompt, recorded)}
    if any(prompt.kind == "show" and prompt.most > 1 and "token" in prompt.of for prompt in sensed):
        wanted.add(HANDFUL)  # several tokens, put down to be counted
    throws = tuple(kind for kind in demo.throws if kind in wanted)
    tag_prompts = [prompt for prompt in sensed if "tag" in prompt.of]
    tags = tuple((tag, face) for tag, face in demo.tags if any(_may_answer(prompt, (face,)) for prompt in tag_prompts))
    return DemoOffers(throws if sensed else demo.throws, tags)


def _shows(kind: str, prompt: Prompt, recorded: Recorded) -> bool:
    """Return whether a recording of this kind fits; a kind without known faces does."""
    recordings = [faces for of, faces in recorded if of == kind]
    if not recordings or kind == "card" or prompt.kind == "show" or prompt.secret:
        return True  # cameras must not learn what a hand holds
    count = prompt.most - (len(prompt.locked) if prompt.kind == "roll" else 0)
    return any(len(faces) == count and _may_answer(prompt, faces) for faces in recordings)


def _may_answer(prompt: Prompt, faces: Faces) -> bool:
    return not prompt.options or set(faces) <= {option.id for option in prompt.options if option.refused is None}
