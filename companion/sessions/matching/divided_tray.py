"""The divided tray: several seats lay things at once, each in its zone, and one reading may answer them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.schema.prompt import Faces, Prompt
from companion.schema.reading import Reading, SeenObject
from companion.sessions.matching.candidates import answer_of, not_possible, why_not
from companion.sessions.matching.objects import SURE, fewer, is_still
from companion.sessions.matching.outcome import WHOSE, AmbiguousReading, MatchedReading, UnmatchedReading
from companion.sessions.tray_zones import TrayZones


def laid_in(
    reading: Reading, divided: Sequence[Prompt], lying: Faces, before: Sequence[SeenObject]
) -> tuple[SeenObject, ...]:
    """What was laid into the divided tray and did not lie there before, as far as that can be told."""
    kinds, most = {kind for p in divided for kind in p.of}, sum(p.most for p in divided)
    objects = tuple(o for o in reading.objects if o.kind in kinds and not is_still(o, before))
    objects = fewer(objects, most, lying)
    return fewer(objects, most, not_possible(divided, objects))


def by_zone(
    reading: Reading,
    divided: Sequence[Prompt],
    laid: Sequence[SeenObject],
    zones: TrayZones,
) -> MatchedReading | AmbiguousReading | UnmatchedReading:
    """What lies in each seat's zone is that seat's; what lies across a border is asked about, unless only one can have laid it."""
    most = sum(p.most for p in divided)
    if len(laid) > most:
        return UnmatchedReading(
            reading,
            f"{len(laid)} lie there, {most} {'is' if most == 1 else 'are'} wanted: take away what is not meant.",
        )
    mine: dict[str, list[SeenObject]] = {p.id: [] for p in divided}
    unclear: list[tuple[SeenObject, tuple[Prompt, ...]]] = []
    for seen in sorted(laid, key=lambda o: len(zones.holding(o, reading.tray))):  # the clear ones first
        may = tuple(p for p in divided if p.zone in zones.holding(seen, reading.tray))
        free = tuple(p for p in may if len(mine[p.id]) < p.most) or may[:1]
        if len(free) == 1:
            mine[free[0].id].append(seen)
        elif not free:
            return UnmatchedReading(
                reading, f"It lies in the zone of another seat: lay it in {zones.owner_names(divided)}’s."
            )
        else:
            unclear.append((seen, free))
    whose = next((AmbiguousReading(reading, free, (seen,), WHOSE, SURE) for seen, free in unclear), None)
    return _each(reading, divided, mine, whose, zones)


def _each(
    reading: Reading,
    divided: Sequence[Prompt],
    mine: Mapping[str, Sequence[SeenObject]],
    doubt: AmbiguousReading | None,
    zones: TrayZones,
) -> MatchedReading | AmbiguousReading | UnmatchedReading:
    """Every seat's own, each by itself: what is sure is taken, the first that is not is asked about."""
    answers = []
    for prompt in divided:
        objects = tuple(mine[prompt.id])
        if len(objects) > prompt.most:
            return UnmatchedReading(
                reading,
                f"{len(objects)} lie in {zones.owner_names((prompt,))}’s zone: lay each in the zone of its seat.",
            )
        why = why_not(prompt, objects, SURE) if objects else ""
        if why:
            doubt = doubt or AmbiguousReading(reading, (prompt,), objects, why, SURE)
        elif objects:
            given = answer_of(prompt, reading, objects)
            answers.append(replace(given, id=f"{reading.id}:{prompt.id}"))
    if answers:
        return MatchedReading(tuple(answers), doubt)
    return doubt or UnmatchedReading(reading)
