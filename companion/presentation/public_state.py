"""Build what is published for displays, lights and readers. Public information only."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from companion.i18n import _
from companion.presentation.log_lines import (
    LogReader,
    air,
    answer_words,
    before_amendment,
    cues,
    is_old,
    line_texts,
    source,
    steps,
    where,
)
from companion.presentation.responses import LogLineView, ReaderSummary
from companion.presentation.snapshot import doubt_view
from companion.presentation.tray import newest_throw
from companion.presentation.visibility import (
    may_see,
    name,
    newest_first,
    now_line,
    pending_people,
    prompts_together,
    seats,
    title_of,
    view_of,
)
from companion.schema import (
    HOUSE,
    TABLE,
    Alarm,
    Cue,
    Expectation,
    ExpectedAnswer,
    Light,
    LockedObject,
    Mood,
    Prompt,
    PublicEvent,
    PublicRoll,
    PublicSeat,
    PublicState,
    PublicVerdict,
    Seat,
    Sum,
    View,
)
from companion.sessions import (
    WALL,
    AnswerGiven,
    TableSnapshot,
    faces_of,
    is_again,
    pending_answers,
    question_of,
    readable_prompts,
)

COLOURS: Mapping[Seat, str] = {
    "1": "#56b4e9", "2": "#f0e442", "3": "#e69f00", "4": "#e08cbb", "5": "#2fbf96", "6": "#ff8a5c", "dealer": "#e8dfce"
}  # fmt: skip
"""Also in table/seats/seats.js; a test compares them."""


def lights_of(picture: TableSnapshot) -> Mapping[Seat, Light]:
    """Return a light per seat. It shows whose answer is awaited, as every page does, and never the question."""
    return {seat: Light(colour_of(seat), mood_of(picture, seat)) for seat in seats(picture)}


def colour_of(seat: Seat) -> str:
    """Return the colour as "#rrggbb"."""
    return COLOURS.get(seat, "#ffffff")


def mood_of(picture: TableSnapshot, seat: Seat) -> Mood:
    """Return "asked" while the table waits for this seat, else the mood from the game."""
    if picture.over:
        return "calm"
    if any(prompt.seat in (seat, TABLE) for prompt in pending_people(picture)):
        return "asked"
    in_danger = picture.game.danger
    return "danger" if in_danger is not None and in_danger(picture.state, seat) else "calm"


NO_SEAT = LogReader(TABLE, frozenset())
"""Reads the log without private options, because it answers for no seat."""
MOST_EVENTS = 20  # of one change; a display with more shows none
TWO_TELL = _("Two readers tell different things.")


def state_of(picture: TableSnapshot, rev: int, alarms: tuple[Alarm, ...], language: str) -> PublicState:
    """Return the state without the view, which is published separately."""
    game, waits = picture.game, pending_seats(picture)
    names = {seat: name(picture, seat) for seat in seats(picture)}
    return PublicState(
        rev,
        table=picture.id,
        game=game.name,
        title=game.title,
        language=language,
        now=now_line(picture),
        waits=waits,
        whom=prompts_together([names[seat] for seat in waits], [*names.values()]),
        where=where(picture, picture.moments[-1]),
        round=game.round(picture.state) if game.round is not None else None,
        seats=tuple(PublicSeat(s, names[s], colour_of(s), mood_of(picture, s), s in waits) for s in names),
        roll=_roll(picture),
        verdict=_verdict(picture, view_of(picture, TABLE)),
        alarms=(*alarms_at(picture), *alarms),
        over=picture.over,
        air=air(picture),
    )


def pending_seats(picture: TableSnapshot) -> tuple[Seat, ...]:
    """Return the seats that the table waits for. A prompt of the whole table counts for each seat."""
    if picture.over:
        return ()
    waits_for = {prompt.seat for prompt in pending_people(picture)} - {HOUSE}
    return tuple(seat for seat in seats(picture) if seat in waits_for or TABLE in waits_for)


def alarms_of(senses: Sequence[ReaderSummary], met: Collection[str]) -> tuple[Alarm, ...]:
    """Return alarms of the readers: missing ones first, then impaired ones.

    `met`: readers that were ever present. A table without a camera plays by hand and lacks nothing.
    """
    away = [
        Alarm("reader", sense.words, sense.title) for sense in senses if sense.state != "ready" and sense.reader in met
    ]
    return (*away, *(Alarm("sight", advice, sense.title) for sense in senses for advice in sense.advice))


def alarms_at(picture: TableSnapshot) -> tuple[Alarm, ...]:
    """Return alarms of this table that need a person, without the reading itself."""
    alarms: list[Alarm] = []
    if picture.notice is not None and picture.notice.tone == "stumbled":
        alarms.append(Alarm("stumbled", picture.notice.text))
    doubt = doubt_view(picture, WALL, frozenset())
    if doubt is not None:
        alarms.append(Alarm("doubt", doubt.why))
    if any(may_see(picture, conflict.reading, WALL, frozenset()) for conflict in picture.both):
        alarms.append(Alarm("both", TWO_TELL))
    return tuple(alarms)


def newest_entry(picture: TableSnapshot) -> int:
    """Return the newest entry that is published: an answer, or an undo.

    While answers are hidden until all are given, this is the entry before the first of them.
    """
    covered = pending_answers(newest_first(picture))
    if covered:
        return next(entry.seq - 1 for entry in newest_first(picture) if entry.what == covered[0])
    # earlier undos and amendments are older than the newest entry
    return max([picture.moments[-1].entry.seq, *(undo.seq for undo in picture.taken_back.newest[-1:])])


def events_since(
    picture: TableSnapshot, rev: int, seq: int, known: Collection[int] = ()
) -> tuple[tuple[int, PublicEvent], ...]:
    """Return the public events after the entry `seq`, oldest first, each with its entry.

    Leaves out replayed answers, and `known` entries, which were published while an earlier one was hidden.
    """
    replayed, staged = (
        frozenset(_replayed_entries(picture, seq)),
        {staged_cue.seq: staged_cue.cue for staged_cue in cues(picture)},
    )
    events: list[tuple[int, PublicEvent]] = []
    for line in line_texts(picture, NO_SEAT):
        if line.seq <= seq or len(events) == MOST_EVENTS:
            break
        if line.seq not in replayed and line.seq not in known:
            events.append((line.seq, _event(line, rev, staged.get(line.seq))))
    return tuple(events[::-1])


def _replayed_entries(picture: TableSnapshot, seq: int) -> Iterator[int]:
    """Yield entries after `seq` that were only replayed unchanged, with their facts."""
    for moment, facts in steps(picture.moments):
        if moment.entry.seq <= seq:
            return
        what = moment.entry.what
        if isinstance(what, AnswerGiven) and is_again(what.answer):
            same = (moment,) if before_amendment(picture, moment) is None else ()
            yield from (replayed.entry.seq for replayed in (*same, *facts))


def _event(line: LogLineView, rev: int, cue: Cue | None) -> PublicEvent:
    return PublicEvent(
        rev,
        line.text,
        "fact" if line.kind == "note" else line.kind,  # displays do not show notes
        line.seat,
        line.object,
        line.values if line.object else (),
        cue.kind if cue is not None else "",
        cue.tone if cue is not None else "plain",
    )


def _roll(picture: TableSnapshot) -> PublicRoll | None:
    last = newest_throw(picture, TABLE)
    if last is None:
        return None
    answer, prompt = last.given.answer, last.given.prompt
    return PublicRoll(
        last.seq,
        prompt.seat,
        name(picture, prompt.seat),
        title_of(picture, prompt),
        prompt.thing,
        answer.values,
        answer_words(picture, answer, prompt),
        source(answer),
    )


def _verdict(picture: TableSnapshot, view: View) -> PublicVerdict:
    """Return the newest verdict of the view. Games put it last."""
    decided = [block for block in view if isinstance(block, Sum) and block.verdict]
    if not decided:
        return PublicVerdict()
    newest = decided[-1]
    return PublicVerdict(newest.verdict, newest.title, newest.sentence, newest.stamp, old=is_old(picture, TABLE, view))


BY_HAND_ALONE: frozenset[str] = frozenset({"show"})  # never published: a hand may be secret


def expect_of(picture: TableSnapshot) -> Expectation:
    """Return the question in force at a table. Its id contains the table, because several may wait."""
    read = tuple(prompt for prompt in readable_prompts(picture.open, picture.sources) if prompt.of)
    wants = tuple(_want(prompt) for prompt in read)
    locked = tuple(LockedObject(p.of[0], face) for p in read if p.kind == "roll" for face in p.locked)
    question = question_of(picture.open)
    return Expectation(f"{picture.id}.{question}" if question else "", wants, locked)


def _want(prompt: Prompt) -> ExpectedAnswer:
    is_told = prompt.kind not in BY_HAND_ALONE and "card" not in prompt.of and not prompt.secret
    faces = faces_of(prompt) if is_told else ()  # the faces would reveal which cards are in hands
    return ExpectedAnswer(prompt.id, prompt.of, faces, prompt.most, prompt.zone)
