"""The picture of a table for one seat: built up from nothing, so that what is not added is not sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.rules.check import fits
from companion.rules.run import shown
from companion.tables.free_roll import free_roll
from companion.tables.heard.both import Both
from companion.tables.heard.doubt import WHOSE, Doubt
from companion.tables.prompts import is_own, with_locked
from companion.tables.seated import Picture
from companion.tables.sources import chosen_for, scanned, source_of
from companion.web.backward import asides, redoable, saved, undoable
from companion.web.devices import WALL
from companion.web.hidden import hides_tray, may_see
from companion.web.lines import Reader, lines
from companion.web.newest import air, cues, is_old, just_now
from companion.web.own import own
from companion.web.recorded import Recorded, fitting
from companion.web.sent.people import Asked, Sitting, SourceOf
from companion.web.sent.read import Bothed, Doubted, Guess, Told, Tray, Zone, Zoned
from companion.web.sent.snapshot import Demo, Sense, Snapshot
from companion.web.thrown import pause, thrown
from companion.web.views import view_of
from companion.wire.prompt import DEALER, HOUSE, TABLE, Faces, Prompt, Seat
from companion.wire.reading import Reading, Seen

MOST_GUESSES = 4
MENU = "menu"
THROWN = ("roll", "draw")  # how many of them, everybody at the table sees


@dataclass(frozen=True, slots=True)
class Room:
    """What the page knows beside the table itself."""

    boot: str  # of this process; a snapshot of another boot is older
    version: int  # rises with every change of the table or of the room
    assets: str
    claimed: frozenset[Seat]  # seats with a device of their own
    watching: dict[Seat, int]  # open streams by seat
    senses: tuple[Sense, ...]
    broker: str
    demo: Demo | None
    looks: bool = False  # a camera can be asked to look again
    recorded: Recorded = ()
    language: str = "en"  # of the device


def snapshot(picture: Picture, seat: Seat, room: Room) -> Snapshot:
    """What a device of `seat` is sent."""
    eyes = TABLE if seat == WALL else seat
    view = view_of(picture, eyes)
    reader = Reader(eyes, acts_for(seat, picture, room.claimed))
    return Snapshot(
        id=f"{room.boot}-{room.version}",
        assets=room.assets,
        table=picture.id,
        game=picture.game.name,
        title=picture.game.title,
        seat=seat,
        rev=picture.rev,
        newest=picture.moments[-1].entry.seq,
        now=now_line(picture),
        over=picture.over,
        sittings=tuple(_sitting(picture, s, room, seat) for s in seats(picture)),
        asked=asked(picture, seat, room.claimed),
        first=picture.question.first,
        view=view,
        doubt=_doubted(picture, seat, room.claimed),
        tray=_tray(picture, seat, acts_for(seat, picture, room.claimed)),
        log=lines(picture, reader),
        undo=undoable(picture, reader),
        redo=redoable(picture, reader),
        aside=asides(picture, reader),
        saved=saved(picture),
        senses=room.senses,
        notice=picture.notice,
        demo=fitting(room.demo, room.recorded, scanned(picture.open, picture.sources)),
        broker=room.broker,
        join=f"/api/tables/{picture.id}/invite" if seat == TABLE else "",
        next=f"/new/{picture.game.name}?after={picture.id}" if picture.over and picture.game.carry else "",
        just=just_now(picture, eyes, view),
        old=is_old(picture, eyes, view),
        both=both_told(picture, seat, room.claimed),
        zones=_zoned(picture),
        language=room.language,
        thrown=thrown(picture, seat, acts_for(seat, picture, room.claimed), partial(name, picture)),
        pause=pause(picture, seat),
        looks=room.looks,
        cues=cues(picture),
        air=air(picture),
    )


def seats(picture: Picture) -> tuple[Seat, ...]:
    """Who sits there, the Dealer last."""
    return picture.setup.seats + ((DEALER,) if picture.game.dealer else ())


def now_line(picture: Picture) -> str:
    """The same sentence on every display: what is asked, of whom."""
    if picture.over:
        return picture.over
    whose: dict[str, list[str]] = {}
    for title in dict.fromkeys(p.title for p in waited_for(picture) if p.seat != HOUSE):
        asked_of, colon, what = title.partition(": ")
        whose.setdefault(f"{colon}{what}", []).append(asked_of)
    everybody = [name(picture, seat) for seat in picture.setup.seats]
    return " · ".join(f"{together(names, everybody)}{what}" for what, names in whose.items()) or "Nothing is asked."


def together(names: Sequence[str], everybody: Sequence[str]) -> str:
    """Several who are asked the same, said once.

    >>> together(["Ann", "Ben"], ["Ann", "Ben", "Cleo"]), together(["Ann", "Ben", "Cleo"], ["Ann", "Ben", "Cleo"])
    ('Ann and Ben', 'Everybody')
    """
    if len(names) > 2 and sorted(names) == sorted(everybody):
        return "Everybody"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def waited_for(picture: Picture) -> tuple[Prompt, ...]:
    """The open prompts that must be answered.

    Where the first answer closes the question it is the one that a thing answers, else those that have a card of their own,
    else those that a block draws; what stands in the menu beside them nobody waits for.
    """
    sensed = tuple(p for p in picture.open if p.of)
    if not picture.question.first or not picture.open:
        return picture.open
    if len(sensed) == 1:
        return sensed
    by_hand = tuple(p for p in picture.open if p.at != MENU)
    return tuple(p for p in by_hand if not p.at) or by_hand or picture.open


def asked(picture: Picture, seat: Seat, claimed: frozenset[Seat]) -> tuple[Asked, ...]:
    """The open prompts as this device may see them; the tablet acts for every seat without a device of its own."""
    mine = acts_for(seat, picture, claimed)
    by_seat = {p.id: p for s in mine for p in shown(picture.open, s) if p.seat in (s, TABLE)}
    covered = {p.id: p for p in shown(picture.open, "")}
    if seat == WALL:
        covered |= {p.id: replace(p, options=()) for p in picture.open if p.kind in THROWN and not p.secret}
    above = now_line(picture)
    return tuple(
        Asked(
            by_seat.get(p.id, covered[p.id]),
            name(picture, p.seat),
            p.id in by_seat,
            p.title == above,
            source_of(picture.sources, p.seat, p.thing),
            chosen_for(p.thing, picture.game.kinds),
        )
        for p in picture.open
        if p.seat != HOUSE
    )


def acts_for(seat: Seat, picture: Picture, claimed: frozenset[Seat]) -> frozenset[Seat]:
    """The seats that a device may answer for."""
    if seat == TABLE:
        return frozenset({TABLE, *seats(picture)}) - claimed
    return frozenset({seat} - {WALL})


def name(picture: Picture, seat: Seat) -> str:
    """What people call a seat."""
    if seat == TABLE:
        return "Everyone"
    return picture.setup.names.get(seat, "Dealer" if seat == DEALER else picture.setup.name(seat))


def _sitting(picture: Picture, seat: Seat, room: Room, here: Seat) -> Sitting:
    """One seat, for a device of `here`."""
    asks = [p for p in picture.question.prompts if p.seat == seat]
    waits = any(p.seat == seat for p in waited_for(picture))
    answered = bool(asks) and not any(p.seat == seat for p in picture.open)
    claimed = seat in room.claimed
    looks = here == TABLE and not claimed and bool(own(picture, seat))
    watching, source = room.watching.get(seat, 0), source_of(picture.sources, seat)
    return Sitting(
        seat, name(picture, seat), waits, answered, watching, claimed, looks, source, _sources(picture, seat)
    )


def _sources(picture: Picture, seat: Seat) -> tuple[SourceOf, ...]:
    """What a seat answers with, of each kind that can be chosen for itself."""
    kinds = [kind for kind in picture.game.kinds if chosen_for(kind, picture.game.kinds)]
    return tuple(SourceOf(kind, source_of(picture.sources, seat, kind)) for kind in kinds)


def _doubted(picture: Picture, seat: Seat, claimed: frozenset[Seat]) -> Doubted | None:
    """A doubt about one seat's prompt is that seat's; whose it is, is asked of all without the faces."""
    doubt = picture.doubt
    if doubt is None:
        return None
    mine, prompts = acts_for(seat, picture, claimed), tuple(p.id for p in doubt.prompts)
    hands = {p.seat for p in doubt.prompts if is_own(p)}
    is_covered = not hands <= mine or (seat == TABLE and len(hands) > 1)
    if is_covered or not any(p.seat in mine | {TABLE} for p in doubt.prompts):
        unsure = WHOSE if len(prompts) > 1 else "What lies there is not sure."
        why = unsure if hands else doubt.why
        return Doubted(doubt.reading.id, prompts, why, (), (), (), (), "", whose=why == WHOSE)
    crop = _crop(picture, doubt.reading, seat, mine)
    told = tuple(Told(claim.source, claim.values) for claim in doubt.told if claim.values)
    return Doubted(
        doubt.reading.id,
        prompts,
        doubt.why,
        doubt.objects,
        doubt.values,
        doubt.open,
        _guesses(doubt),
        crop,
        told,
        doubt.why == WHOSE,
    )


def both_told(picture: Picture, seat: Seat, claimed: frozenset[Seat]) -> Bothed | None:
    """What two readers told differently, for those whose draw it was; of several the oldest."""
    mine = acts_for(seat, picture, claimed)
    both = next((one for one in picture.both if _is_for(picture, one, seat, mine)), None)
    if both is None:
        return None
    draw, is_open = both.draw, {prompt.id for prompt in picture.open}
    later = both.next.values if both.next is not None and both.next.prompt in is_open else ()
    values = tuple(seen.value or "" for seen in both.objects if not both.tag)
    return Bothed(
        id=both.reading.id,
        seq=draw.seq,
        title=draw.prompt.title,
        why=both.why,
        object=draw.prompt.of[0],
        first=Told(draw.source, draw.values, *_shown(picture, both.first, seat, mine)),
        second=Told(both.reading.source, values, both.objects, _crop(picture, both.reading, seat, mine)),
        others=both.others,
        next=later,
        tag=both.tag,
    )


def _is_for(picture: Picture, both: Both, seat: Seat, mine: frozenset[Seat]) -> bool:
    """Whether a device is asked: its seat drew, and nothing that was told may be of a hand that it is not shown yet."""
    if both.draw.prompt.seat not in mine | {TABLE}:
        return False
    next_own = both.next is not None and both.next.prompt in {p.id for p in picture.open if is_own(p)}
    if next_own and hides_tray(picture, seat, mine):
        return False
    told = [both.reading] if both.first is None else [both.reading, both.first]
    return all(may_see(picture, reading, seat, mine) for reading in told)


def _shown(
    picture: Picture, reading: Reading | None, seat: Seat, mine: frozenset[Seat]
) -> tuple[tuple[Seen, ...], str]:
    return (reading.objects, _crop(picture, reading, seat, mine)) if reading is not None else ((), "")


def _crop(picture: Picture, reading: Reading, seat: Seat, mine: frozenset[Seat]) -> str:
    is_seen = reading.picture and may_see(picture, reading, seat, mine)
    return f"/picture/{reading.picture}" if is_seen else ""


def _guesses(doubt: Doubt) -> tuple[Guess, ...]:
    """Whole answers that can be given, likeliest first: each unsure place with its faces, the sure ones as read."""
    possible = doubt.possible
    told = {claim.values: 1.0 for claim in doubt.told if claim.values}
    answers: list[tuple[Faces, float]] = [((), 1.0)]
    for seen, value in zip(doubt.objects, doubt.values, strict=True):
        faces = [(value, 1.0)] if value else _likely(seen, possible)
        answers = [((*a, face), c * conf) for a, c in answers for face, conf in faces]
        answers = sorted(answers, key=lambda answer: -answer[1])[:MOST_GUESSES]
    return tuple(
        Guess(values, " · ".join(v.replace("_", " ") for v in values), conf)
        for values, conf in {**told, **{values: conf for values, conf in answers if values not in told}}.items()
        if values and _can_be(doubt, values)
    )


def _can_be(doubt: Doubt, values: Faces) -> bool:
    """What is still missing or too many, people say; what the rule refused already is not offered again."""
    wholes = [(prompt, with_locked(prompt, values)) for prompt in doubt.prompts]
    return values != doubt.refused and any(
        not prompt.least <= len(whole) <= prompt.most or fits(prompt, whole) for prompt, whole in wholes
    )


def _likely(seen: Seen, possible: frozenset[str]) -> list[tuple[str, float]]:
    told = ([(seen.value, seen.conf)] if seen.value else []) + list(seen.alternatives)
    likely: dict[str, float] = {}
    for face, conf in told:
        if not possible or face in possible:
            likely.setdefault(face, conf)
    return sorted(likely.items(), key=lambda face: -face[1])


def _tray(picture: Picture, seat: Seat, mine: frozenset[Seat]) -> Tray | None:
    rest = picture.rest
    if rest is None or not may_see(picture, rest.reading, seat, mine):
        return None
    reading, roll = rest.reading, free_roll(rest.reading.objects)
    crop = _crop(picture, reading, seat, mine)
    return Tray(
        reading=reading.id,
        source=reading.source,
        objects=reading.objects,
        heaps=roll.heaps,
        total=roll.total,
        unread=roll.unread,
        words=roll.words,
        picture=crop,
        settled_at=reading.settled_at,
        taken=rest.taken,
        agrees=rest.agrees,
    )


def _zoned(picture: Picture) -> Zoned | None:
    """Where each seat lays its thing, while several are asked to; the zones of those who have stay where they are."""
    seen = picture.zones.in_sight()
    if not seen:
        return None
    owed = {p.seat for p in picture.open}
    return Zoned(
        tuple(Zone(seat, name(picture, seat), seat in owed) for seat in seen), picture.zones.side in ("top", "bottom")
    )
