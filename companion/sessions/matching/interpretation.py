"""What a reading is to an open table, with all that is known of it: a look at what counts already, an answer, a doubt, a stray."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, TypeAlias

from companion.schema.prompt import Faces
from companion.schema.reading import Reading, Seen
from companion.schema.tags import Tags
from companion.sessions.answer_sources import scanned
from companion.sessions.matching.candidates import objects_for
from companion.sessions.matching.conflict import Agreed, Both
from companion.sessions.matching.context import Course, lies_there
from companion.sessions.matching.face_assignment import placed
from companion.sessions.matching.matcher import match
from companion.sessions.matching.objects import is_sure
from companion.sessions.matching.outcome import Claim, Doubt, Stray, Taken
from companion.sessions.matching.reading_text import hardly
from companion.sessions.matching.second_reading import second
from companion.sessions.matching.tag_names import with_names
from companion.sessions.session import Seated, heard_before, lay_before
from companion.sessions.store.entry import half_given
from companion.sessions.table import Table
from companion.sessions.tray_zones import Side, zones_of

Understood: TypeAlias = Agreed | Both | Taken | Doubt | Stray


def understood(seated: Seated, reading: Reading, tags: Tags, side: Side) -> Understood:
    """What is to be done about a reading. Where another reader is in doubt about the same, both are heard."""
    meaning = meant(seated, reading, tags, side)
    other = second(reading, meaning, course_of(seated, tags))
    if other is not None:
        return other
    doubt = seated.doubt
    if doubt is None or doubt.reading.expect != reading.expect:
        return meaning
    if isinstance(meaning, Taken):
        return (
            _told_both(doubt, meaning, with_names(reading, tags)) if contradicts(doubt, meaning, reading) else meaning
        )
    return joined(doubt, meaning) if isinstance(meaning, Doubt) else meaning


def meant(seated: Seated, reading: Reading, tags: Tags, side: Side) -> Taken | Doubt | Stray:
    """What it is to the open question."""
    table = seated.table
    lying = _lying(table) + lies_there(reading.source, course_of(seated, tags, reading.id))
    before = lay_before(seated, reading)
    return match(
        reading,
        scanned(table.open, seated.sources),
        lying,
        tags,
        zones=zones_of(table.run.question, side),
        before=before,
    )


def of_what_is_left(seated: Seated, left: Reading, tags: Tags, side: Side) -> Taken | Doubt | None:
    """What the things are that are left of a reading once people have told of the others, None: nothing to anybody."""
    meaning = meant(seated, left, tags, side)
    return meaning if isinstance(meaning, Taken) or (isinstance(meaning, Doubt) and meaning.objects) else None


def course_of(seated: Seated, tags: Tags, before: str = "") -> Course:
    """What the table knows; `before`: as far as it was heard before this reading."""
    return Course(
        seated.table.trail.answers, seated.table.open, heard_before(seated, before), seated.both, tags, seated.seconds
    )


def contradicts(doubt: Doubt, taken: Taken, reading: Reading) -> bool:
    """Whether what one reader surely tells cannot be what another is in doubt about."""
    values = next((a.values for a in taken.answers if a.prompt in {p.id for p in doubt.prompts}), ())
    if not values:
        return False
    if doubt.reading.source == reading.source:  # it has looked again; what another told meanwhile still stands
        return any(_differs(claim, values) for claim in doubt.told)
    return placed(values, doubt.objects, doubt.possible) < min(len(values), len(doubt.objects))


def joined(old: Doubt, new: Doubt) -> Doubt:
    """Two readers are in doubt about the same. A tag that nobody taught is asked about with what the camera may have seen."""
    if old.reading.source == new.reading.source:
        return replace(new, told=old.told)
    tag, camera = (old, new) if _is_tag(old) else (new, old)
    if not (_is_tag(tag) and len(tag.objects) == len(camera.objects) == 1 and tag.prompts == camera.prompts):
        return new
    ((one,), (seen,)) = tag.objects, camera.objects
    likely = (((seen.value, seen.conf),) if seen.value else ()) + seen.alternatives
    shown = replace(tag.reading, picture=camera.reading.picture, tray=camera.reading.tray)
    told = (*camera.told, Claim(camera.reading.id, camera.reading.source, ()))
    return replace(tag, reading=shown, objects=(replace(one, alternatives=likely, box=seen.box),), told=told)


def _told_both(doubt: Doubt, taken: Taken, reading: Reading) -> Doubt:
    """One reader is sure of what the other can hardly have seen: both are shown, and a person says which it is."""
    answer = next(a for a in taken.answers if a.prompt in {p.id for p in doubt.prompts})
    claim = Claim(reading.id, reading.source, answer.values)
    if doubt.reading.source == reading.source:  # what was in doubt is sure now, and the other told something else
        prompt = next(p for p in doubt.prompts if p.id == answer.prompt)
        first = next(one for one in doubt.told if _differs(one, answer.values))
        return Doubt(reading, (prompt,), objects_for(prompt, reading), hardly(first, reading.source), told=doubt.told)
    objects = tuple(seen if is_sure(seen, doubt.sure) else _also(seen, answer.values) for seen in doubt.objects)
    told = tuple(one for one in doubt.told if one.source != claim.source)
    return replace(doubt, objects=objects, why=hardly(claim, doubt.reading.source), told=(*told, claim))


def _also(seen: Seen, values: Faces) -> Seen:
    known = tuple(pair for pair in seen.alternatives if pair[0] not in values)
    return replace(seen, alternatives=(*((value, 1.0) for value in dict.fromkeys(values)), *known))


def _differs(claim: Claim, values: Faces) -> bool:
    return bool(claim.values) and Counter(claim.values) != Counter(values)


def _is_tag(doubt: Doubt) -> bool:
    return any(seen.kind == "tag" for seen in doubt.objects)


def _lying(table: Table[Any, Any]) -> Faces:
    """Faces that answered other prompts of the open question, by sight: they lie there still."""
    owed = half_given(reversed(table.trail.counting))
    return tuple(value for given in owed if given.answer.reading for value in given.answer.values)
