"""What a reading means: it is taken, in doubt, or a stray.

A reading knows things, a prompt knows what is asked. Only prompts of the question that was open when the reading
settled can be meant, only with objects of their kinds, and only in their zone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.check import check, wanted
from companion.wire.prompt import Answer, Faces, Prompt, Refused
from companion.wire.reading import UNKNOWN, Reading, Seen

SURE = 0.75  # a face read with less is asked about; the readers claim none below a threshold of their kit


@dataclass(frozen=True, slots=True)
class Taken:
    """It answers exactly one prompt, surely."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Doubt:
    """A person must decide; `why` is the sentence for the page."""

    reading: Reading
    prompts: tuple[Prompt, ...]  # that may be meant; several: whose is it?
    objects: tuple[Seen, ...]  # that would be the answer
    why: str
    sure: float = SURE
    refused: Faces = ()  # an answer that the rule did not take

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

    def _can_be(self, seen: Seen) -> bool:
        return not self.possible or seen.value in self.possible


@dataclass(frozen=True, slots=True)
class Stray:
    """Nothing was asked that it could mean: a free roll. Shown, counted, harmless."""

    reading: Reading
    why: str = ""


def question_of(prompts: Sequence[Prompt]) -> str:
    """The id of the question these prompts belong to: "p41" of "p41.0"."""
    return prompts[0].id.rpartition(".")[0] if prompts else ""


def match(
    reading: Reading,
    open: Sequence[Prompt],
    lying: Faces = (),
    tags: Mapping[str, str] | None = None,
    sure: float = SURE,
) -> Taken | Doubt | Stray:
    """Decide what a reading means.

    `lying`: faces that answered other prompts of this question and lie there still. `tags`: tag id -> face.
    """
    reading = replace(reading, objects=tuple(_named(o, tags or {}) for o in reading.objects))
    if not reading.expect or reading.expect != question_of(open):
        return Stray(reading)
    meant = {p: o for p in open if (o := objects_for(p, reading, lying))}
    if not meant:
        return _nothing_fits(reading, open)
    fits = tuple(p for p, objects in meant.items() if not why_not(p, objects, sure))
    if len(fits) == 1:
        return Taken(answer_of(fits[0], reading, meant[fits[0]]))
    first = fits[0] if fits else next(iter(meant))
    why = "Whose is it?" if fits else why_not(first, meant[first], sure)
    return Doubt(reading, fits or tuple(meant), meant[first], why, sure)


def answer_of(prompt: Prompt, reading: Reading, objects: Sequence[Seen]) -> Answer:
    """The reading as an answer; its id is the reading's, so it can count only once."""
    values = with_locked(prompt, tuple(o.value or "" for o in objects))
    return Answer(reading.id, prompt.id, values, prompt.seat, reading.id, reading.source)


def objects_for(prompt: Prompt, reading: Reading, lying: Faces = ()) -> tuple[Seen, ...]:
    """The objects of the reading that can answer this prompt, in the order of the tray."""
    if prompt.zone not in ("", reading.zone):
        return ()
    objects = tuple(o for o in reading.objects if o.kind in prompt.of)
    if prompt.kind == "roll":
        return objects
    return _fewer(_fewer(objects, prompt, prompt.locked + lying), prompt, _not_possible(prompt, objects))


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
        return f"The tag {untaught[0]} is not taught yet: which token is it?"
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


def _named(seen: Seen, tags: Mapping[str, str]) -> Seen:
    """A taught tag is a token seen for certain."""
    face = tags.get(seen.value or "")
    if seen.kind != "tag" or face is None:
        return seen
    return replace(seen, kind="token", value=face)


def _nothing_fits(reading: Reading, open: Sequence[Prompt]) -> Doubt | Stray:
    """Something lies there that no kit knows, while a thing is asked for: say so; else it is a free roll."""
    tags = [o.value for o in reading.objects if o.kind == "tag"]
    if tags:
        return Stray(reading, f"The tag {tags[0]} is not taught yet: say which token it is in the tag table.")
    asked = tuple(p for p in open if p.of and p.zone in ("", reading.zone))
    if asked and reading.objects and all(o.kind == UNKNOWN for o in reading.objects):
        return Doubt(reading, asked, (), "What lies there is not known: lay it again, or answer by hand.")
    return Stray(reading)


def _fewer(objects: tuple[Seen, ...], prompt: Prompt, leave: Sequence[str]) -> tuple[Seen, ...]:
    """Without things that lie there from before, but only where more lie there than are asked for."""
    left, leave = list(objects), list(leave)
    for seen in objects:
        if len(left) > prompt.most and seen.value in leave:
            leave.remove(seen.value)
            left.remove(seen)
    return tuple(left)


def _not_possible(prompt: Prompt, objects: Sequence[Seen]) -> Faces:
    possible = faces_of(prompt)
    return tuple(o.value for o in objects if o.value is not None and o.value not in possible)
