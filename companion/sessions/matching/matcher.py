"""What a reading means: it is taken, in doubt, or a stray.

A reading knows things, a prompt knows what is asked. Only prompts of the question that was open when the reading
settled can be meant, only with objects of their kinds, and only in their zone. Where several seats lay things at once
the tray is divided among them, and one reading may answer them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.schema.prompt import Faces, Prompt
from companion.schema.reading import UNKNOWN, Reading, SeenObject
from companion.schema.tags import Tags
from companion.sessions.matching.candidates import answer_of, in_reach, objects_for, why_not
from companion.sessions.matching.divided_tray import by_zone, laid_in
from companion.sessions.matching.objects import SURE, can_answer
from companion.sessions.matching.outcome import WHOSE, AmbiguousReading, MatchedReading, UnmatchedReading
from companion.sessions.matching.tag_names import with_names
from companion.sessions.prompts import is_own, question_of
from companion.sessions.tray_zones import TRAY, TrayZones

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

    `lying`: faces that answered other prompts of this question and lie there still. `tags`: what tags and buttons stand for. `zones`: of
    this question. `before`: things that were answers and lay there in the reading before.
    """
    reading = with_names(reading, tags or {})
    if not reading.expect or reading.expect != question_of(open):
        return UnmatchedReading(reading, _too_early(reading, open))
    divided = tuple(p for p in open if p.zone in zones.names) if reading.zone == TRAY else ()
    laid = laid_in(reading, divided, lying, before)
    if laid:
        return by_zone(reading, divided, laid, zones)
    others = tuple(p for p in open if p not in divided)
    laid_for = {p: o for p in others if (o := objects_for(p, reading, lying, before))}
    if not laid_for:
        return _nothing_fits(reading, open)
    fits = tuple(p for p, objects in laid_for.items() if not why_not(p, objects, SURE))
    if len(fits) == 1:
        return MatchedReading((answer_of(fits[0], reading, laid_for[fits[0]]),))
    first = fits[0] if fits else next(iter(laid_for))
    why = WHOSE if fits else why_not(first, laid_for[first], SURE)
    return AmbiguousReading(reading, fits or tuple(laid_for), laid_for[first], why, SURE)


def _too_early(reading: Reading, open: Sequence[Prompt]) -> str:
    """A camera looks again by itself; a reader of tags tells of each once, and whoever waits for it must be told."""
    is_waited_for = any(
        can_answer(o, p) for p in open if in_reach(p, reading) and not is_own(p) for o in reading.objects
    )
    if not is_waited_for or any(o.box is not None for o in reading.objects):
        return ""
    return "It was laid before this was asked: lift it, and lay it again."


def _nothing_fits(reading: Reading, open: Sequence[Prompt]) -> AmbiguousReading | UnmatchedReading:
    """Something lies there that no kit knows, while a thing is asked for: say so; else it is a free roll."""
    tags = [o.value for o in reading.objects if o.kind == "tag"]
    if tags:
        return UnmatchedReading(reading, f"The tag {tags[0]} is not taught yet: say on the page of readers what it is.")
    asked = tuple(p for p in open if p.of and in_reach(p, reading))
    if asked and reading.objects and all(o.kind == UNKNOWN for o in reading.objects):
        return AmbiguousReading(
            reading,
            asked,
            (),
            "Nothing that lies there was read as what is asked for: lay it again, or give it by hand.",
        )
    return UnmatchedReading(reading)
