"""A doubt, as a device is asked about it."""

from __future__ import annotations

from companion.engine.answer_check import fits
from companion.presentation.people import acts_for
from companion.presentation.responses.readings import DoubtOption, DoubtView, ReaderReport
from companion.presentation.tray import crop_of
from companion.presentation.visibility import is_asked_of, may_belong_to_other_seat
from companion.schema.prompt import TABLE, Faces, Seat
from companion.schema.reading import SeenObject
from companion.sessions.matching.outcome import WHOSE, AmbiguousReading
from companion.sessions.prompts import is_own, with_locked
from companion.sessions.session import TableSnapshot

MOST_GUESSES = 4


def doubt_view(picture: TableSnapshot, seat: Seat, claimed: frozenset[Seat]) -> DoubtView | None:
    """A doubt about one seat's prompt is that seat's; whose it is, is asked of all without the faces."""
    doubt = picture.doubt
    if doubt is None:
        return None
    mine, prompts = acts_for(seat, picture, claimed), tuple(p.id for p in doubt.prompts)
    hands = {p.seat for p in doubt.prompts if is_own(p)}
    is_covered = (
        not hands <= mine or (seat == TABLE and len(hands) > 1) or may_belong_to_other_seat(picture, doubt, mine)
    )
    if is_covered or not any(p.seat in mine | {TABLE} for p in doubt.prompts):
        unsure = WHOSE if len(prompts) > 1 else "What lies there is not sure."
        why = unsure if hands else doubt.why
        return DoubtView(doubt.reading.id, prompts, why, (), (), (), (), "", whose=why == WHOSE)
    crop = crop_of(picture, doubt.reading, seat, mine)
    told = tuple(ReaderReport(claim.source, claim.values) for claim in doubt.told if claim.values)
    return DoubtView(
        doubt.reading.id,
        prompts,
        doubt.why,
        is_asked_of(doubt) if hands else doubt.objects,
        doubt.values,
        doubt.open,
        _guesses(doubt),
        crop,
        told,
        doubt.why == WHOSE,
    )


def _guesses(doubt: AmbiguousReading) -> tuple[DoubtOption, ...]:
    """Whole answers that can be given, likeliest first: each unsure place with its faces, the sure ones as read."""
    possible = doubt.possible
    told = {claim.values: 1.0 for claim in doubt.told if claim.values}
    answers: list[tuple[Faces, float]] = [((), 1.0)]
    for seen, value in zip(doubt.objects, doubt.values, strict=True):
        faces = [(value, 1.0)] if value else _likely(seen, possible)
        answers = [((*a, face), c * conf) for a, c in answers for face, conf in faces]
        answers = sorted(answers, key=lambda answer: -answer[1])[:MOST_GUESSES]
    return tuple(
        DoubtOption(values, conf)
        for values, conf in {**told, **{values: conf for values, conf in answers if values not in told}}.items()
        if values and _can_be(doubt, values)
    )


def _can_be(doubt: AmbiguousReading, values: Faces) -> bool:
    """What is still missing or too many, people say; what the rule refused already is not offered again."""
    wholes = [(prompt, with_locked(prompt, values)) for prompt in doubt.prompts]
    return values != doubt.refused and any(
        not prompt.least <= len(whole) <= prompt.most or fits(prompt, whole) for prompt, whole in wholes
    )


def _likely(seen: SeenObject, possible: frozenset[str]) -> list[tuple[str, float]]:
    told = ([(seen.value, seen.conf)] if seen.value else []) + list(seen.alternatives)
    likely: dict[str, float] = {}
    for face, conf in told:
        if not possible or face in possible:
            likely.setdefault(face, conf)
    return sorted(likely.items(), key=lambda face: -face[1])
