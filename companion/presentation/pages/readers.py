"""Build the page of readers: readers, sightings during a lesson, and meanings of tags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import face_text
from companion.i18n import _
from companion.presentation.pages.reader_health import ReaderState, input_name, without_things
from companion.presentation.snapshot import prompt_views
from companion.presentation.visibility import acts_for, hides_tray, name, seats, title_of, view_of
from companion.schema import TABLE, BagView, Meaning, Seat, Words
from companion.sessions import GO, SessionManager, TableSnapshot, TagEntry, is_of_a_seat, own_prompts

MOST_DEEDS = 12  # other options can be taught when they are open
COUNTERS = ("readings", "waiting", "lost", "bad_frames", "resends", "reconnects")


@dataclass(frozen=True, slots=True)
class ReaderLine:
    """A serial reader and its state."""

    reader: str  # "bridge-bag"
    name: str  # "bag"
    kind: str  # "rdm6300"
    model: Words
    state: str  # "ready", "retrying", "offline"
    words: Words  # problem and remedy, "" = none
    zone: str
    inputs: tuple[tuple[Words, Words], ...]  # ("bag", "lifted")
    counts: tuple[tuple[str, int], ...]  # of COUNTERS


@dataclass(frozen=True, slots=True)
class TagPage:
    """The whole tag book. It is long, so a page requests it separately."""

    tags: tuple[TagEntry, ...]


@dataclass(frozen=True, slots=True)
class SightLine:
    """A tag or button seen during the lesson."""

    number: int
    reader: str  # "bag"
    kind: str  # "tag", "press"
    tag: str
    meaning: Meaning | None


@dataclass(frozen=True, slots=True)
class FaceOffer:
    """A possible meaning of a tag."""

    meaning: Meaning
    there: int  # how many are in the current game's bag, 0 = unknown or not there
    tags: int  # tags with this meaning


@dataclass(frozen=True, slots=True)
class DeedOffer:
    """A possible meaning of a button."""

    value: str
    text: Words
    where: Words  # title of the prompt that has it, "" = any


@dataclass(frozen=True, slots=True)
class ReadersPage:
    """All data of the page."""

    id: str  # "boot-version"
    assets: str
    table: str  # current table, "" = none
    title: Words
    seats: tuple[tuple[Seat, Words], ...]
    readers: tuple[ReaderLine, ...]
    known: int  # tags and buttons with a meaning
    book: int  # version of the tag book
    teaching: bool  # a lesson is on: tags do not answer a game
    sights: tuple[SightLine, ...]  # of this lesson, the newest first
    bag: Words  # name of the game's bag, "" = none
    faces: tuple[FaceOffer, ...]
    deeds: tuple[DeedOffer, ...]
    demo: bool = False  # a simulated reader can read a tag


def readers_page(
    hall: SessionManager,
    states: Sequence[ReaderState],
    claimed: frozenset[Seat],
    id: str,
    assets: str,
    *,
    demo: bool = False,
) -> ReadersPage:
    """Build the page. `claimed`: seats of the current table with a device of their own."""
    picture = hall.snapshot(hall.lit) if hall.lit else None
    lines = hall.tags.book.lines()
    is_open = picture is None or _is_open(picture, claimed)
    return ReadersPage(
        id=id,
        assets=assets,
        table=hall.lit,
        title=picture.game.title if picture else "",
        seats=tuple((seat, name(picture, seat)) for seat in seats(picture)) if picture else (),
        readers=tuple(_reader(state, is_open) for state in states if state.is_serial),
        known=len(lines),
        book=hall.tags.book.version,
        teaching=hall.tags.lesson.is_on,
        sights=tuple(
            SightLine(tag.number, tag.source.partition("/")[2], tag.kind, tag.id, hall.tags.book.now.get(tag.id))
            for tag in hall.tags.lesson.sightings
        ),
        bag=_bag(picture).title if picture and _bag(picture).faces else "",
        faces=_faces(picture, lines),
        deeds=(DeedOffer(GO, _("the gold button"), ""), *(_deeds(picture, claimed) if picture else ())),
        demo=demo,
    )


def _is_open(picture: TableSnapshot, claimed: frozenset[Seat]) -> bool:
    """Return whether things on a reader are public: not from a hand, and not a secret that is still there."""
    return not own_prompts(picture.question) and not hides_tray(picture, TABLE, acts_for(TABLE, picture, claimed))


def tag_page(hall: SessionManager) -> TagPage:
    """Return the meaning of each tag."""
    return TagPage(tuple(hall.tags.book.lines()))


def _reader(reader: ReaderState, is_open: bool) -> ReaderLine:
    status, description = reader.status, reader.description
    counts = tuple((what, int(getattr(status, what))) for what in COUNTERS)
    words = status.last_error or ("" if reader.state == "ready" else reader.words)
    source = description.source.partition("/")[2] if description else reader.reader
    kind, model, zone = (description.kind, description.model, description.zone) if description else ("", "", "")
    inputs_now = status.inputs if is_open and not is_of_a_seat(zone) else without_things(status.inputs)
    inputs = tuple((input_name(what), how) for what, how in inputs_now)
    return ReaderLine(reader.reader, source, kind, model, reader.state, words, zone, inputs, counts)


def _bag(picture: TableSnapshot) -> BagView:
    """Return the bag as all players see it, without faces if the game shows none."""
    view = view_of(picture, TABLE)
    return next((block for block in view if isinstance(block, BagView)), BagView("", ()))


def _faces(picture: TableSnapshot | None, lines: Sequence[TagEntry]) -> tuple[FaceOffer, ...]:
    """Return tokens of the game's bag, of open prompts, and of existing tags."""
    taught = Counter(line.meaning for line in lines)
    there: Counter[Meaning] = Counter()
    if picture is not None:
        for face in _bag(picture).faces:
            there[Meaning("token", face.face)] += face.count + face.out
        bags = (
            p for p in picture.open if p.kind == "draw" and "token" in p.of and not p.secret
        )  # a hand is not public
        options = (Meaning("token", option.id) for bag in bags for option in bag.options)
        there.update({meaning: 0 for meaning in options if meaning not in there})
    return tuple(FaceOffer(m, there[m], taught[m]) for m in dict.fromkeys((*there, *taught)) if m.kind != "deed")


def _deeds(picture: TableSnapshot, claimed: frozenset[Seat]) -> tuple[DeedOffer, ...]:
    """Return the options that the tablet may choose now."""
    prompts = (view.prompt for view in prompt_views(picture, TABLE, claimed) if view.mine)
    # a button can answer only with one option, chosen openly
    pressed = [p for p in prompts if p.kind == "choose" and p.least == p.most == 1 and not p.secret]
    offers = {
        o.id: DeedOffer(o.id, o.text or face_text(o.id), title_of(picture, p)) for p in pressed for o in p.options
    }
    return tuple(offer for offer in offers.values() if offer.value != GO)[:MOST_DEEDS]
