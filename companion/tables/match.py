"""What a reading means: it is taken, in doubt, or a stray.

A reading knows things, a prompt knows what is asked. Only prompts of the question that was open when the reading
settled can be meant, only with objects of their kinds, and only in their zone. Where several seats lay things at once
the tray is divided among them, and one reading may answer them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.check import check, wanted
from companion.tables.zones import TRAY, Zones, is_of_a_seat
from companion.wire.prompt import TABLE, Answer, Faces, Prompt, Refused
from companion.wire.reading import UNKNOWN, Reading, Seen
from companion.wire.tags import Tags

SURE = 0.75  # a face read with less is asked about; the readers claim none below a threshold of their kit
STILL = 0.6  # of its size: so far a thing may seem to have moved and still be the one that lay there before
TAGGED = frozenset({"token", "card"})  # kinds of things that may carry a tag
WHOLE_TRAY = Zones()
WHOSE = "Whose is it?"


@dataclass(frozen=True, slots=True)
class Claim:
    """What another reader surely tells of the same."""

    reading: str  # its id
    source: str
    values: Faces


@dataclass(frozen=True, slots=True)
class Doubt:
    """A person must decide; `why` is the sentence for the page."""

    reading: Reading
    prompts: tuple[Prompt, ...]  # that may be meant; several: whose is it?
    objects: tuple[Seen, ...]  # that would be the answer
    why: str
    sure: float = SURE
    refused: Faces = ()  # an answer that the rule did not take
    told: tuple[Claim, ...] = ()  # by other readers, and it cannot be what this one may have seen

    @property
    def possible(self) -> frozenset[str]:
        """The faces that can be answered, to any of the prompts; none where they name none."""
        return frozenset(face for prompt in self.prompts for face in faces_of(prompt))

    @property
    def values(self) -> Faces:
        """The answer as read so far; "" where a person must say, as where what was read cannot be."""
        return tuple(o.value or "" if is_sure(o, self.sure) and self._can_be(o) else "" for o in self.objects)

    @property
    def open(self) -> tuple[int, ...]:
        """The places a person must say."""
        return tuple(place for place, value in enumerate(self.values) if not value)

    @property
    def readings(self) -> frozenset[str]:
        """The readings that wait for it to be decided."""
        return frozenset({self.reading.id.rstrip("+"), *(claim.reading for claim in self.told)})

    def _can_be(self, seen: Seen) -> bool:
        return not self.possible or seen.value in self.possible


@dataclass(frozen=True, slots=True)
class Taken:
    """It surely answers one prompt; or several, where each seat has its zone."""

    answers: tuple[Answer, ...]
    doubt: Doubt | None = None  # about what else lies there

    @property
    def answer(self) -> Answer:
        return self.answers[0]


@dataclass(frozen=True, slots=True)
class Stray:
    """Nothing was asked that it could mean: a free roll. Shown, counted, harmless."""

    reading: Reading
    why: str = ""


def is_own(prompt: Prompt) -> bool:
    """Whether what answers it is its seat's own: a card out of the hand, or a secret."""
    return prompt.seat != TABLE and (prompt.secret or prompt.kind == "show")


def question_of(prompts: Sequence[Prompt]) -> str:
    """The id of the question these prompts belong to: "p41" of "p41.0"."""
    return prompts[0].id.rpartition(".")[0] if prompts else ""


def match(
    reading: Reading,
    open: Sequence[Prompt],
    lying: Faces = (),
    tags: Tags | None = None,
    sure: float = SURE,
    zones: Zones = WHOLE_TRAY,
    before: Sequence[Seen] = (),
) -> Taken | Doubt | Stray:
    """Decide what a reading means.

    `lying`: faces that answered other prompts of this question and lie there still. `tags`: what tags and buttons stand for. `zones`: of
    this question. `before`: things that were answers and lay there in the reading before.
    """
    reading = named(reading, tags or {})
    if not reading.expect or reading.expect != question_of(open):
        return Stray(reading, _too_early(reading, open))
    divided = tuple(p for p in open if p.zone in zones.names) if reading.zone == TRAY else ()
    laid = _laid(reading, divided, lying, before)
    if laid:
        return _by_zone(reading, divided, laid, zones, sure)
    others = tuple(p for p in open if p not in divided)
    meant = {p: o for p in others if (o := objects_for(p, reading, lying, before))}
    if not meant:
        return _nothing_fits(reading, open)
    fits = tuple(p for p, objects in meant.items() if not why_not(p, objects, sure))
    if len(fits) == 1:
        return Taken((answer_of(fits[0], reading, meant[fits[0]]),))
    first = fits[0] if fits else next(iter(meant))
    why = WHOSE if fits else why_not(first, meant[first], sure)
    return Doubt(reading, fits or tuple(meant), meant[first], why, sure)


def answer_of(prompt: Prompt, reading: Reading, objects: Sequence[Seen]) -> Answer:
    """The reading as an answer; its id is the reading's, so it can count only once."""
    values = with_locked(prompt, tuple(o.value or "" for o in objects))
    return Answer(reading.id, prompt.id, values, prompt.seat, reading.id, reading.source)


def objects_for(prompt: Prompt, reading: Reading, lying: Faces = (), before: Sequence[Seen] = ()) -> tuple[Seen, ...]:
    """The objects of the reading that can answer this prompt, in the order of the tray; whose zone they lie in is not asked."""
    if not in_reach(prompt, reading):
        return ()
    objects = tuple(o for o in reading.objects if can_answer(o, prompt))
    if prompt.kind == "roll":
        return objects
    objects = _fewer(_newer(objects, prompt.most, before), prompt.most, prompt.locked + lying)
    return _fewer(objects, prompt.most, _not_possible((prompt,), objects))


def with_locked(prompt: Prompt, values: Faces) -> Faces:
    """With the locked dice, where they were taken off the tray and only the others were thrown."""
    if prompt.kind == "roll" and prompt.locked and len(values) == prompt.most - len(prompt.locked):
        return prompt.locked + values
    return values


def is_sure(seen: Seen, sure: float = SURE) -> bool:
    """A tag that nobody taught is an id, not a face."""
    return seen.value is not None and not (seen.cocked or seen.partial) and seen.conf >= sure and seen.kind != "tag"


def why_not(prompt: Prompt, objects: Sequence[Seen], sure: float = SURE) -> str:
    """The sentence that says what is missing; "" where the objects are a sure answer."""
    values = with_locked(prompt, tuple(o.value or "" for o in objects))
    if not prompt.least <= len(values) <= prompt.most:
        return f"{wanted(prompt).capitalize()}, {len(values)} seen."
    if any(o.cocked for o in objects):
        return "One lies cocked: roll it again, or say what it shows."
    if any(o.partial for o in objects):
        return "One is half hidden or lies over the rim: free it, roll it again, or say what it shows."
    untaught = [o.value for o in objects if o.kind == "tag"]
    if untaught:
        what = "token" if "token" in prompt.of else "card"
        known = "" if is_own(prompt) else " It will be known from now on."
        return f"The tag {untaught[0]} is not taught yet: which {what} is it?{known}"
    unsure = sum(not is_sure(o, sure) for o in objects)
    if unsure:
        return "One is not sure: what does it show?" if unsure == 1 else f"{unsure} are not sure: what do they show?"
    strange = _strange(prompt, values)
    if strange:
        return strange
    try:
        check(prompt, values)
    except Refused as no:
        return no.sentence
    return ""


def faces_of(prompt: Prompt) -> Faces:
    """The faces that can answer, each once, in the prompt's order."""
    return tuple(dict.fromkeys(option.id for option in prompt.options if option.refused is None))


def _strange(prompt: Prompt, values: Faces) -> str:
    """The sentence about a face that the prompt does not know at all; "" where it knows all of them."""
    known = {option.id for option in prompt.options}
    face = next((value for value in values if known and value not in known), "")
    if not face:
        return ""
    bag = "in the bag" if prompt.kind == "draw" and "token" in prompt.of else "possible here"
    there = ", ".join(value.replace("_", " ") for value in faces_of(prompt))
    return f"{face.replace('_', ' ')} is not {bag}; there {'are' if ',' in there else 'is'} {there or 'nothing'}."


def named(reading: Reading, tags: Tags) -> Reading:
    """The reading with what its tags and buttons stand for."""
    return replace(reading, objects=tuple(_named(o, tags) for o in reading.objects))


def _named(seen: Seen, tags: Tags) -> Seen:
    """A taught tag is a token or a card seen for certain; a tag or a button may stand for a deed."""
    meaning = tags.get(seen.value or "")
    if seen.kind not in {"tag", "press"} or meaning is None:
        return seen
    return replace(seen, kind=meaning.kind, value=meaning.value)


def _too_early(reading: Reading, open: Sequence[Prompt]) -> str:
    """A camera looks again by itself; a reader of tags tells of each once, and whoever waits for it must be told."""
    is_waited_for = any(
        can_answer(o, p) for p in open if in_reach(p, reading) and not is_own(p) for o in reading.objects
    )
    if not is_waited_for or any(o.box is not None for o in reading.objects):
        return ""
    return "It was laid before this was asked: lift it, and lay it again."


def _nothing_fits(reading: Reading, open: Sequence[Prompt]) -> Doubt | Stray:
    """Something lies there that no kit knows, while a thing is asked for: say so; else it is a free roll."""
    tags = [o.value for o in reading.objects if o.kind == "tag"]
    if tags:
        return Stray(reading, f"The tag {tags[0]} is not taught yet: say on the page of readers what it is.")
    asked = tuple(p for p in open if p.of and in_reach(p, reading))
    if asked and reading.objects and all(o.kind == UNKNOWN for o in reading.objects):
        return Doubt(reading, asked, (), "What lies there is not known: lay it again, or answer by hand.")
    return Stray(reading)


def can_answer(seen: Seen, prompt: Prompt) -> bool:
    """A tag that nobody taught may be any token or card."""
    return seen.kind in prompt.of or (seen.kind == "tag" and not TAGGED.isdisjoint(prompt.of))


def in_reach(prompt: Prompt, reading: Reading) -> bool:
    """Whether what was read can be meant at all; the zone of a seat is a part of the tray."""
    return prompt.zone in ("", reading.zone) or (reading.zone == TRAY and is_of_a_seat(prompt.zone))


def _laid(reading: Reading, divided: Sequence[Prompt], lying: Faces, before: Sequence[Seen]) -> tuple[Seen, ...]:
    """What was laid into the divided tray and did not lie there before, as far as that can be told."""
    kinds, most = {kind for p in divided for kind in p.of}, sum(p.most for p in divided)
    objects = tuple(o for o in reading.objects if o.kind in kinds and not is_still(o, before))
    objects = _fewer(objects, most, lying)
    return _fewer(objects, most, _not_possible(divided, objects))


def _by_zone(
    reading: Reading, divided: Sequence[Prompt], laid: Sequence[Seen], zones: Zones, sure: float
) -> Taken | Doubt | Stray:
    """What lies in each seat's zone is that seat's; what lies across a border is asked about, unless only one can have laid it."""
    most = sum(p.most for p in divided)
    if len(laid) > most:
        return Stray(
            reading,
            f"{len(laid)} lie there, {most} {'is' if most == 1 else 'are'} wanted: take away what is not meant.",
        )
    mine: dict[str, list[Seen]] = {p.id: [] for p in divided}
    unclear: list[tuple[Seen, tuple[Prompt, ...]]] = []
    for seen in sorted(laid, key=lambda o: len(zones.holding(o, reading.tray))):  # the clear ones first
        may = tuple(p for p in divided if p.zone in zones.holding(seen, reading.tray))
        free = tuple(p for p in may if len(mine[p.id]) < p.most) or may[:1]
        if len(free) == 1:
            mine[free[0].id].append(seen)
        elif not free:
            return Stray(reading, f"It lies in the zone of another seat: lay it in {_names(divided)}’s.")
        else:
            unclear.append((seen, free))
    whose = next((Doubt(reading, free, (seen,), WHOSE, sure) for seen, free in unclear), None)
    return _each(reading, divided, mine, whose, sure)


def _each(
    reading: Reading, divided: Sequence[Prompt], mine: Mapping[str, Sequence[Seen]], doubt: Doubt | None, sure: float
) -> Taken | Doubt | Stray:
    """Every seat's own, each by itself: what is sure is taken, the first that is not is asked about."""
    answers = []
    for prompt in divided:
        objects = tuple(mine[prompt.id])
        if len(objects) > prompt.most:
            return Stray(
                reading, f"{len(objects)} lie in {_names((prompt,))}’s zone: lay each in the zone of its seat."
            )
        why = why_not(prompt, objects, sure) if objects else ""
        if why:
            doubt = doubt or Doubt(reading, (prompt,), objects, why, sure)
        elif objects:
            given = answer_of(prompt, reading, objects)
            answers.append(replace(given, id=f"{reading.id}:{prompt.id}"))
    if answers:
        return Taken(tuple(answers), doubt)
    return doubt or Stray(reading)


def _names(prompts: Sequence[Prompt]) -> str:
    """Whose they are: a title begins with its seat's name."""
    return " or ".join(p.title.partition(":")[0] for p in prompts)


def is_still(seen: Seen, before: Sequence[Seen]) -> bool:
    """Whether it is a thing that lay there before: the same at the same place."""
    return any((was.kind, was.value) == (seen.kind, seen.value) and _is_near(was, seen) for was in before)


def _is_near(one: Seen, other: Seen) -> bool:
    if one.box is None or other.box is None:
        return False
    (x, y, w, h), (u, v, w2, h2) = one.box, other.box
    across, down = abs(x + w / 2 - u - w2 / 2), abs(y + h / 2 - v - h2 / 2)
    return across < STILL * max(w, w2) and down < STILL * max(h, h2)


def _newer(objects: tuple[Seen, ...], most: int, before: Sequence[Seen]) -> tuple[Seen, ...]:
    """Without the things that lay at their place before, where more lie there than are asked for."""
    left = list(objects)
    for seen in objects:
        if len(left) > most and is_still(seen, before):
            left.remove(seen)
    return tuple(left)


def _fewer(objects: tuple[Seen, ...], most: int, leave: Sequence[str]) -> tuple[Seen, ...]:
    """Without things that lie there from before, but only where more lie there than are asked for."""
    left, leave = list(objects), list(leave)
    for seen in objects:
        if len(left) > most and seen.value in leave:
            leave.remove(seen.value)
            left.remove(seen)
    return tuple(left)


def _not_possible(prompts: Sequence[Prompt], objects: Sequence[Seen]) -> Faces:
    possible = {face for prompt in prompts for face in faces_of(prompt)}
    return tuple(o.value for o in objects if o.value is not None and o.value not in possible)
