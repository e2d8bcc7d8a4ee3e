"""What is published of a table for displays, lights and readers. Public information only."""

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
)
from companion.presentation.prompts import doubt_view, now_line, pending_people, prompts_together
from companion.presentation.responses import LogLineView, ReaderSummary
from companion.presentation.tray import newest_throw
from companion.presentation.visibility import may_see, name, newest_first, seats, title_of, view_of
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
    Words,
)
from companion.sessions import WALL, AnswerGiven, TableSnapshot, faces_of, half_given, is_again, question_of, scanned

COLOURS: Mapping[Seat, str] = {
    "1": "#56b4e9",
    "2": "#f0e442",
    "3": "#e69f00",
    "4": "#e08cbb",
    "5": "#2fbf96",
    "6": "#ff8a5c",
    "dealer": "#e8dfce",
}
"""As the badges on the page (table/seats/seats.js), a test holds them together."""


def lights_of(picture: TableSnapshot) -> Mapping[Seat, Light]:
    """A light for each seat of the game. Who is asked, every page is told as well; what is asked, no light tells."""
    return {seat: Light(colour_of(seat), mood_of(picture, seat)) for seat in seats(picture)}


def colour_of(seat: Seat) -> str:
    """As "#rrggbb"."""
    return COLOURS.get(seat, "#ffffff")


def mood_of(picture: TableSnapshot, seat: Seat) -> Mood:
    """It is "asked" while the table waits for this seat, and each is where it waits for anybody; else as the game has it."""
    if picture.over:
        return "calm"
    if any(prompt.seat in (seat, TABLE) for prompt in pending_people(picture)):
        return "asked"
    in_danger = picture.game.danger
    return "danger" if in_danger is not None and in_danger(picture.state, seat) else "calm"


NOBODY = LogReader(TABLE, frozenset())
"""Reads the log as the table does, and answers for nobody: options that were a seat's own are not read."""
MOST_EVENTS = 20  # of one change; whoever shows more than these at once shows none
TWO_TELL = _("Two readers tell different things.")


def state_of(picture: TableSnapshot, rev: int, alarms: tuple[Alarm, ...], language: str) -> PublicState:
    """The fields; the view goes beside them."""
    where = picture.game.where(picture.state) if picture.game.where is not None else ""
    waits = pending_seats(picture)
    return PublicState(
        rev,
        table=picture.id,
        game=picture.game.name,
        title=picture.game.title,
        language=language,
        now=now_line(picture),
        waits=waits,
        whom=_named(picture, waits),
        where=where,
        round=_round(picture),
        seats=tuple(_seat(picture, seat, seat in waits) for seat in seats(picture)),
        roll=_roll(picture),
        verdict=_verdict(picture, view_of(picture, TABLE)),
        alarms=(*alarms_at(picture), *alarms),
        over=picture.over,
        air=air(picture),
    )


def _round(picture: TableSnapshot) -> int | None:
    return picture.game.round(picture.state) if picture.game.round is not None else None


def pending_seats(picture: TableSnapshot) -> tuple[Seat, ...]:
    """The seats that the table waits for; what is asked of the table as one, is asked of each of them."""
    if picture.over:
        return ()
    asked = {prompt.seat for prompt in pending_people(picture)} - {HOUSE}
    return tuple(seat for seat in seats(picture) if seat in asked or TABLE in asked)


def _named(picture: TableSnapshot, waits: Sequence[Seat]) -> Words:
    everybody = [name(picture, seat) for seat in seats(picture)]
    return prompts_together([name(picture, seat) for seat in waits], everybody) if waits else ""


def alarms_of(senses: Sequence[ReaderSummary], met: Collection[str]) -> tuple[Alarm, ...]:
    """What the readers say of themselves: who is away first, then who sees badly.

    `met`: the readers that were there once. A table without a camera plays by hand, and lacks nothing.
    """
    away = [Alarm("reader", one.words, one.title) for one in senses if one.state != "ready" and one.reader in met]
    return (*away, *(Alarm("sight", advice, one.title) for one in senses for advice in one.advice))


def alarms_at(picture: TableSnapshot) -> tuple[Alarm, ...]:
    """What waits for a person at this table. What was read, and by whom it was laid, is told to nobody here."""
    found: list[Alarm] = []
    if picture.notice is not None and picture.notice.tone == "stumbled":
        found.append(Alarm("stumbled", picture.notice.text))
    doubt = doubt_view(picture, WALL, frozenset())
    if doubt is not None:
        found.append(Alarm("doubt", doubt.why))
    if any(may_see(picture, both.reading, WALL, frozenset()) for both in picture.both):
        found.append(Alarm("both", TWO_TELL))
    return tuple(found)


def newest_entry(picture: TableSnapshot) -> int:
    """The newest entry that anything here tells of: one that counts, or one that took others back.

    Before an answer that is covered until all are in: it is told then.
    """
    covered = half_given(newest_first(picture))
    if covered:
        return next(entry.seq - 1 for entry in newest_first(picture) if entry.what == covered[0])
    # earlier undos and amendments are older than the newest entry
    return max([picture.moments[-1].entry.seq, *(one.seq for one in picture.taken_back.newest[-1:])])


def events_since(
    picture: TableSnapshot, rev: int, seq: int, known: Collection[int] = ()
) -> tuple[tuple[int, PublicEvent], ...]:
    """What everybody heard after the entry `seq`, the oldest first, each with its own entry.

    Nothing that was only gone through once more, and none of those `known`: they were told while an earlier one was covered.
    """
    again, staged = frozenset(_again(picture, seq)), {one.seq: one.cue for one in cues(picture)}
    found: list[tuple[int, PublicEvent]] = []
    for line in line_texts(picture, NOBODY):
        if line.seq <= seq or len(found) == MOST_EVENTS:
            break
        if line.seq not in again and line.seq not in known:
            found.append((line.seq, _event(line, rev, staged.get(line.seq))))
    return tuple(found[::-1])


def _again(picture: TableSnapshot, seq: int) -> Iterator[int]:
    """The entries after `seq` of answers that the table gave itself once more as they were, and of their facts."""
    for moment, facts in steps(picture.moments):
        if moment.entry.seq <= seq:
            return
        what = moment.entry.what
        if isinstance(what, AnswerGiven) and is_again(what.answer):
            same = (moment,) if before_amendment(picture, moment) is None else ()
            yield from (one.entry.seq for one in (*same, *facts))


def _event(line: LogLineView, rev: int, cue: Cue | None) -> PublicEvent:
    return PublicEvent(
        rev,
        line.text,
        "fact" if line.kind == "note" else line.kind,  # no display hears of notes
        line.seat,
        line.object,
        line.values if line.object else (),
        cue.kind if cue is not None else "",
        cue.tone if cue is not None else "plain",
    )


def _seat(picture: TableSnapshot, seat: Seat, is_asked: bool) -> PublicSeat:
    return PublicSeat(seat, name(picture, seat), colour_of(seat), mood_of(picture, seat), is_asked)


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
    """The newest one that the view tells: games put it last where there are several."""
    decided = [block for block in view if isinstance(block, Sum) and block.verdict]
    if not decided:
        return PublicVerdict()
    one = decided[-1]
    return PublicVerdict(one.verdict, one.title, one.sentence, one.stamp, old=is_old(picture, TABLE, view))


BY_HAND_ALONE: frozenset[str] = frozenset({"show"})  # what a hand can hold must not be told: it may be a secret


def expect_of(picture: TableSnapshot) -> Expectation:
    """The question in force at a game; its id carries the game, because several may wait."""
    read = tuple(prompt for prompt in scanned(picture.open, picture.sources) if prompt.of)
    wants = tuple(_want(prompt) for prompt in read)
    locked = tuple(LockedObject(p.of[0], face) for p in read if p.kind == "roll" for face in p.locked)
    question = question_of(picture.open)
    return Expectation(f"{picture.id}.{question}" if question else "", wants, locked)


def _want(prompt: Prompt) -> ExpectedAnswer:
    is_told = prompt.kind not in BY_HAND_ALONE and "card" not in prompt.of and not prompt.secret
    faces = faces_of(prompt) if is_told else ()  # a deck lacks what a hand holds
    return ExpectedAnswer(prompt.id, prompt.of, faces, prompt.most, prompt.zone)
