"""Match a reading with the open prompts, seat by seat where the tray is divided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.i18n import _, ngettext
from companion.schema import UNKNOWN, Faces, Prompt, Reading, SeenObject, Tags, Words
from companion.sessions.matching.candidates import (
    TRAY,
    TrayZones,
    in_reach,
    not_possible,
    objects_for,
    why_not,
)
from companion.sessions.matching.outcome import (
    SURE,
    AmbiguousReading,
    MatchedReading,
    UnmatchedReading,
    answer_of,
    ask_whose,
    can_answer,
    fewer,
    is_still,
)
from companion.sessions.table import is_own, question_of
from companion.sessions.tag_book import translate_tags


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
            ngettext(
                "{laid} lie there, {n} is wanted: take away what is not meant.",
                "{laid} lie there, {n} are wanted: take away what is not meant.",
                most,
                laid=len(laid),
            ),
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
                reading,
                _("It lies in the zone of another seat: lay it in {whose}’s.", whose=zones.owner_names(divided)),
            )
        else:
            unclear.append((seen, free))
    whose = next((ask_whose(reading, free, (seen,)) for seen, free in unclear), None)
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
                ngettext(
                    "{n} lies in {whose}’s zone: lay each in the zone of its seat.",
                    "{n} lie in {whose}’s zone: lay each in the zone of its seat.",
                    len(objects),
                    whose=zones.owner_names((prompt,)),
                ),
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
    reading = translate_tags(reading, tags or {})
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
    if fits:
        return ask_whose(reading, fits, laid_for[fits[0]])
    first = next(iter(laid_for))
    return AmbiguousReading(reading, tuple(laid_for), laid_for[first], why_not(first, laid_for[first], SURE), SURE)


def _too_early(reading: Reading, open: Sequence[Prompt]) -> Words:
    """A camera looks again by itself; a reader of tags tells of each once, and whoever waits for it must be told."""
    is_waited_for = any(
        can_answer(o, p) for p in open if in_reach(p, reading) and not is_own(p) for o in reading.objects
    )
    if not is_waited_for or any(o.box is not None for o in reading.objects):
        return ""
    return _("It was laid before this was asked: lift it, and lay it again.")


def _nothing_fits(reading: Reading, open: Sequence[Prompt]) -> AmbiguousReading | UnmatchedReading:
    """Something lies there that no kit knows, while a thing is asked for: say so; else it is a free roll."""
    tags = [o.value or "" for o in reading.objects if o.kind == "tag"]
    if tags:
        return UnmatchedReading(
            reading, _("The tag {tag} is not taught yet: say on the page of readers what it is.", tag=tags[0])
        )
    asked = tuple(p for p in open if p.of and in_reach(p, reading))
    if asked and reading.objects and all(o.kind == UNKNOWN for o in reading.objects):
        return AmbiguousReading(
            reading,
            asked,
            (),
            _("Nothing that lies there was read as what is asked for: lay it again, or give it by hand."),
        )
    return UnmatchedReading(reading)
