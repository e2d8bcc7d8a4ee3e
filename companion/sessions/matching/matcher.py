"""Match a reading with the open prompts, seat by seat where the tray is divided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from companion.engine import check_answer, face_text, wanted_count
from companion.i18n import Text, _, joined, listed, ngettext
from companion.schema import (
    TABLE,
    Corner,
    Faces,
    Meaning,
    Prompt,
    Question,
    Reading,
    Refused,
    Seat,
    SeenObject,
    Tags,
    Words,
)
from companion.sessions.matching.outcome import (
    SURE,
    AmbiguousReading,
    MatchedReading,
    UnmatchedReading,
    answer_of,
    ask_whose,
    can_answer,
    is_still,
    is_sure,
    keep_fewer,
    keep_newer,
)
from companion.sessions.table import faces_of, is_own, question_of, with_locked

Side: TypeAlias = Literal["left", "right", "top", "bottom"]
TRAY = "tray"
SEAT_ZONE = "seat-"  # what the zone of a seat begins with: "seat-2", "seat-dealer"
BORDER_SHARE = (
    0.25  # of a thing's or a zone's size on either side of the middle: a border that runs there runs across it
)


@dataclass(frozen=True, slots=True)
class TrayZones:
    """How a question divides the tray; without names it does not."""

    names: tuple[str, ...] = ()  # of the zones, from `side` on
    side: Side = "left"
    owners: Mapping[str, Words] = field(default_factory=dict, compare=False)  # prompt id -> the name that it addresses

    def owner_names(self, prompts: Sequence[Prompt]) -> Text:
        """Return the names of those who answer the prompts."""
        return listed((self.owners.get(p.id, p.seat) for p in prompts), "or")

    def holding(self, seen: SeenObject, tray: tuple[Corner, ...]) -> tuple[str, ...]:
        """Return the zones that an object may be in: that of its centre, both at a border that it crosses, all where its place is unknown."""
        reach = self._reach(seen, tray)
        if reach is None:
            return self.names
        first, last = (min(max(int(along * len(self.names)), 0), len(self.names) - 1) for along in reach)
        return self.names[first : last + 1]

    def in_sight(self) -> tuple[Seat, ...]:
        """Return the seats as the camera sees their zones: from left to right, or from top to bottom."""
        seats = tuple(name.removeprefix(SEAT_ZONE) for name in self.names)
        return seats if self.side in ("left", "top") else seats[::-1]

    def _reach(self, seen: SeenObject, tray: tuple[Corner, ...]) -> tuple[float, float] | None:
        """Return the extent of its inner part, as shares of the tray from `side` on; None = unknown."""
        if seen.box is None:
            return None
        x, y, w, h = seen.box
        dx, dy = (BORDER_SHARE * w, 0.0) if self.side in ("left", "right") else (0.0, BORDER_SHARE * h)
        middle = (x + w / 2, y + h / 2)
        points = [share(tray, (middle[0] + k * dx, middle[1] + k * dy)) for k in (-1, 0, 1)]
        known = [self._along(point) for point in points if point is not None]
        if len(known) < 3:
            return None
        most = BORDER_SHARE / len(self.names)  # where zones are narrower than cards the middle still decides
        return max(min(known), known[1] - most), min(max(known), known[1] + most)

    def _along(self, on_floor: Corner) -> float:
        along = on_floor[0 if self.side in ("left", "right") else 1]
        return along if self.side in ("left", "top") else 1 - along


def zones_of(question: Question, side: Side = "left") -> TrayZones:
    """Return the zones of a question, those of seats that have answered among them; one seat has the whole tray.

    There are none where the first answer closes the question: the owner is asked instead.
    """
    names = {prompt.zone for prompt in question.prompts if is_of_a_seat(prompt.zone)}
    return (
        TrayZones(tuple(sorted(names, key=_order)), side)
        if len(names) > 1 and not question.first
        else TrayZones((), side)
    )


def is_of_a_seat(zone: str) -> bool:
    """Return whether the zone belongs to a seat."""
    return zone.startswith(SEAT_ZONE)


def share(tray: tuple[Corner, ...], point: Corner) -> Corner | None:
    """Return the position of a picture point on the tray's floor, 0..1 from the left and from the top; None without a tray.

    Uses the perspective transform, because the nearer half of a tray looks larger.
    """
    corners = _corners_as_seen(tray)
    if corners is None:
        return None
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    turn = dx1 * dy2 - dx2 * dy1
    if not turn:
        return None
    g, h = (sx * dy2 - dx2 * sy) / turn, (dx1 * sy - sx * dy1) / turn
    x, y = point
    a, b, c = x1 - x0 + g * (x1 - x), x3 - x0 + h * (x3 - x), x - x0
    d, e, f = y1 - y0 + g * (y1 - y), y3 - y0 + h * (y3 - y), y - y0
    whole = a * e - b * d
    return ((c * e - b * f) / whole, (a * f - c * d) / whole) if whole else None


def _corners_as_seen(tray: tuple[Corner, ...]) -> tuple[Corner, ...] | None:
    """Return the corners clockwise from the top left of the picture, whichever the markers call the first."""
    if len(tray) != 4:
        return None
    after = (*tray[1:], tray[0])
    twice = sum(x * v - u * y for (x, y), (u, v) in zip(tray, after, strict=True))
    round_ = tray if twice > 0 else tray[::-1]
    first = min(range(4), key=lambda k: sum(round_[k]))
    return round_[first:] + round_[:first]


def _order(zone: str) -> tuple[bool, str]:
    """Seats with a number first, the Dealer last."""
    seat = zone.removeprefix(SEAT_ZONE)
    return not seat.isdecimal(), seat


def in_reach(prompt: Prompt, reading: Reading) -> bool:
    """Return whether the prompt's zone may contain the reading. The zone of a seat is a part of the tray."""
    return prompt.zone in ("", reading.zone) or (reading.zone == TRAY and is_of_a_seat(prompt.zone))


def objects_for(
    prompt: Prompt, reading: Reading, lying: Faces = (), before: Sequence[SeenObject] = ()
) -> tuple[SeenObject, ...]:
    """Return the objects that can answer this prompt, in the order of the tray, in any zone."""
    if not in_reach(prompt, reading):
        return ()
    objects = tuple(o for o in reading.objects if can_answer(o, prompt))
    if prompt.kind == "roll":
        return objects
    objects = keep_fewer(keep_newer(objects, prompt.most, before), prompt.most, prompt.locked + lying)
    return keep_fewer(objects, prompt.most, impossible_faces((prompt,), objects))


def objects_refusal(prompt: Prompt, objects: Sequence[SeenObject], sure: float = SURE) -> Words:
    """Return the sentence that says what is missing; "" where the objects are a sure answer."""
    values = with_locked(prompt, tuple(o.value or "" for o in objects))
    if not prompt.least <= len(values) <= prompt.most:
        return _("{wanted.cap}, {n} seen.", wanted=wanted_count(prompt), n=len(values))
    if any(o.cocked for o in objects):
        return _("One lies cocked: roll it again, or say what it shows.")
    if any(o.partial for o in objects):
        return _("One is half hidden or lies over the rim: free it, roll it again, or say what it shows.")
    untaught = [o.value or "" for o in objects if o.kind == "tag"]
    if untaught:
        return _tag_question(prompt, untaught[0])
    unsure = sum(not is_sure(o, sure) for o in objects)
    if unsure:
        return ngettext("One is not sure: what does it show?", "{n} are not sure: what do they show?", unsure)
    refusal = _unknown_face(prompt, values)
    if refusal:
        return refusal
    try:
        check_answer(prompt, values)
    except Refused as no:
        sentence: Words = no.sentence
        return sentence
    return ""


def _tag_question(prompt: Prompt, tag: str) -> Text:
    """Return the question about an untaught tag."""
    if "token" in prompt.of:
        question = _("The tag {tag} is not taught yet: which token is it?", tag=tag)
    else:
        question = _("The tag {tag} is not taught yet: which card is it?", tag=tag)
    return question if is_own(prompt) else joined(" ", (question, _("It will be known from now on.")))


def impossible_faces(prompts: Sequence[Prompt], objects: Sequence[SeenObject]) -> Faces:
    """Return the read faces that answer none of the prompts."""
    possible = {face for prompt in prompts for face in faces_of(prompt)}
    return tuple(o.value for o in objects if o.value is not None and o.value not in possible)


def _unknown_face(prompt: Prompt, values: Faces) -> Words:
    """Return the sentence about a face that the prompt does not know at all; "" where it knows all of them."""
    known = {option.id for option in prompt.options}
    unknown = next((value for value in values if known and value not in known), "")
    if not unknown:
        return ""
    face, faces = face_text(unknown), tuple(map(face_text, faces_of(prompt)))
    return _not_in_bag(face, faces) if prompt.kind == "draw" and "token" in prompt.of else _not_here(face, faces)


def _not_in_bag(face: Text, faces: Sequence[Text]) -> Text:
    if not faces:
        return _("{face.cap} is not in the bag; there is nothing.", face=face)
    if len(faces) == 1:
        return _("{face.cap} is not in the bag; there is {there}.", face=face, there=faces[0])
    return _("{face.cap} is not in the bag; there are {there}.", face=face, there=listed(faces, ", "))


def _not_here(face: Text, faces: Sequence[Text]) -> Text:
    if not faces:
        return _("{face.cap} is not possible here; there is nothing.", face=face)
    if len(faces) == 1:
        return _("{face.cap} is not possible here; there is {there}.", face=face, there=faces[0])
    return _("{face.cap} is not possible here; there are {there}.", face=face, there=listed(faces, ", "))


def count_placeable(values: Faces, objects: Sequence[SeenObject], possible: frozenset[str]) -> int:
    """Count the values that objects can show at once, each object one of them: the largest matching of the two."""
    taken: dict[int, int] = {}  # place among the objects -> place among the values

    def finds(value: int, tried: set[int]) -> bool:
        for place, seen in enumerate(objects):
            if place not in tried and _may_be(seen, values[value], possible):
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = value
                    return True
        return False

    return sum(finds(value, set()) for value in range(len(values)))


def _may_be(seen: SeenObject, face: str, possible: frozenset[str]) -> bool:
    """Return whether an object may show this face: as read, as a candidate, or because it was not read at all."""
    candidates = {value for value in (seen.value, *(value for value, _ in seen.alternatives)) if value}
    if seen.kind == "tag" or not candidates or (possible and not candidates & possible):
        return True
    return seen.value == face if is_sure(seen) else face in candidates


def meanings_taught(doubt: AmbiguousReading, prompt: Prompt, values: Faces) -> tuple[tuple[str, Meaning], ...]:
    """Return each untaught tag of a doubt with what a person said it is; none where it is unclear which tag a value is of.

    A private answer teaches nothing, because the tag book is public.
    """
    if is_own(prompt) or not doubt.is_placed(values):
        return ()
    pairs = zip(doubt.objects, values, strict=True)
    return tuple((seen.value, prompt.tag_meaning(value)) for seen, value in pairs if seen.kind == "tag" and seen.value)


def laid_in(
    reading: Reading, divided: Sequence[Prompt], lying: Faces, before: Sequence[SeenObject]
) -> tuple[SeenObject, ...]:
    """Return the new objects in the divided tray."""
    kinds, most = {kind for p in divided for kind in p.of}, sum(p.most for p in divided)
    objects = tuple(o for o in reading.objects if o.kind in kinds and not is_still(o, before))
    objects = keep_fewer(objects, most, lying)
    return keep_fewer(objects, most, impossible_faces(divided, objects))


def by_zone(
    reading: Reading,
    divided: Sequence[Prompt],
    laid: Sequence[SeenObject],
    zones: TrayZones,
) -> MatchedReading | AmbiguousReading | UnmatchedReading:
    """Give each seat the objects in its zone. Ask about an object across a border, unless only one seat can own it."""
    most = sum(p.most for p in divided)
    if len(laid) > most:
        return UnmatchedReading(
            reading,
            ngettext(
                "{laid} lie there, {n} is wanted: take away what is not meant.",
                "{laid} lie there, {n} are wanted: take away what is not meant.",
                most,
                laid=len(laid),
            ),
        )
    by_prompt: dict[str, list[SeenObject]] = {p.id: [] for p in divided}
    unclear: list[tuple[SeenObject, tuple[Prompt, ...]]] = []
    for seen in sorted(laid, key=lambda o: len(zones.holding(o, reading.tray))):  # the clear ones first
        owners = tuple(p for p in divided if p.zone in zones.holding(seen, reading.tray))
        free = tuple(p for p in owners if len(by_prompt[p.id]) < p.most) or owners[:1]
        if len(free) == 1:
            by_prompt[free[0].id].append(seen)
        elif not free:
            return UnmatchedReading(
                reading,
                _("It lies in the zone of another seat: lay it in {whose}’s.", whose=zones.owner_names(divided)),
            )
        else:
            unclear.append((seen, free))
    doubt = next((ask_whose(reading, free, (seen,)) for seen, free in unclear), None)
    return _answer_each(reading, divided, by_prompt, doubt, zones)


def _answer_each(
    reading: Reading,
    divided: Sequence[Prompt],
    by_prompt: Mapping[str, Sequence[SeenObject]],
    doubt: AmbiguousReading | None,
    zones: TrayZones,
) -> MatchedReading | AmbiguousReading | UnmatchedReading:
    """Answer for each seat with sure objects, and ask about the first doubtful ones."""
    answers = []
    for prompt in divided:
        objects = tuple(by_prompt[prompt.id])
        if len(objects) > prompt.most:
            return UnmatchedReading(
                reading,
                ngettext(
                    "{n} lies in {whose}’s zone: lay each in the zone of its seat.",
                    "{n} lie in {whose}’s zone: lay each in the zone of its seat.",
                    len(objects),
                    whose=zones.owner_names((prompt,)),
                ),
            )
        why = objects_refusal(prompt, objects, SURE) if objects else ""
        if why:
            doubt = doubt or AmbiguousReading(reading, (prompt,), objects, why, SURE)
        elif objects:
            given = answer_of(prompt, reading, objects)
            answers.append(replace(given, id=f"{reading.id}:{prompt.id}"))
    if answers:
        return MatchedReading(tuple(answers), doubt)
    return doubt or UnmatchedReading(reading)


WHOLE_TRAY = TrayZones()


def match(
    reading: Reading,
    open: Sequence[Prompt],
    lying: Faces = (),
    tags: Tags | None = None,
    zones: TrayZones = WHOLE_TRAY,
    before: Sequence[SeenObject] = (),
) -> MatchedReading | AmbiguousReading | UnmatchedReading:
    """Decide what a reading means.

    `lying`: faces that answered other prompts of this question and are still on the tray. `tags`: meanings of tags and buttons. `zones`: of
    this question. `before`: objects of the previous reading that were answers.
    """
    reading = reading.with_meanings(tags or {})
    if not reading.expect or reading.expect != question_of(open):
        return UnmatchedReading(reading, _early_notice(reading, open))
    divided = tuple(p for p in open if p.zone in zones.names) if reading.zone == TRAY else ()
    laid = laid_in(reading, divided, lying, before)
    if laid:
        return by_zone(reading, divided, laid, zones)
    others = tuple(p for p in open if p not in divided)
    laid_for = {p: o for p in others if (o := objects_for(p, reading, lying, before))}
    if not laid_for:
        return _nothing_fits(reading, open, before)
    fits = tuple(p for p, objects in laid_for.items() if not objects_refusal(p, objects, SURE))
    if len(fits) == 1:
        return MatchedReading((answer_of(fits[0], reading, laid_for[fits[0]]),))
    if fits:
        return ask_whose(reading, fits, laid_for[fits[0]])
    first = next(iter(laid_for))
    return AmbiguousReading(
        reading, tuple(laid_for), laid_for[first], objects_refusal(first, laid_for[first], SURE), SURE
    )


def _early_notice(reading: Reading, open: Sequence[Prompt]) -> Words:
    """Return a notice for objects that came before their question. A camera looks again; a tag reader reports each tag once."""
    is_waited_for = any(
        can_answer(o, p) for p in open if in_reach(p, reading) and not is_own(p) for o in reading.objects
    )
    if not is_waited_for or any(o.box is not None for o in reading.objects):
        return ""
    return _("It was laid before this was asked: lift it, and lay it again.")


OTHER_THINGS = _(
    "What was photographed answers nothing that is asked here: photograph what is asked for, or answer by hand."
)


def _nothing_fits(
    reading: Reading, open: Sequence[Prompt], before: Sequence[SeenObject]
) -> AmbiguousReading | UnmatchedReading:
    """Ask where objects are wanted and what was laid has no face, whatever it was taken for. Else it is a free roll.

    Who sent a photograph from the tablet is told so: its dice may be other ones than asked.
    """
    tags = [o.value or "" for o in reading.objects if o.kind == "tag"]
    if tags:
        return UnmatchedReading(
            reading, _("The tag {tag} is not taught yet: say on the page of readers what it is.", tag=tags[0])
        )
    prompts = tuple(p for p in open if p.of and in_reach(p, reading))
    is_new = any(not is_still(o, before) for o in reading.objects)
    if prompts and is_new and all(o.value is None for o in reading.objects):
        why = _("Nothing that lies there was read as what is asked for: lay it again, or give it by hand.")
        return AmbiguousReading(reading, prompts, (), why)
    is_photograph = prompts and is_new and reading.sender == TABLE
    return UnmatchedReading(reading, OTHER_THINGS if is_photograph else "")
