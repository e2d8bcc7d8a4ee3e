"""Routes of history: undo, redo, amend, past moments, save points, and the log."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.engine import face_text
from companion.i18n import Say, _
from companion.presentation import (
    AmendRequest,
    KeepThrowRequest,
    LogReader,
    NameRequest,
    RedoRequest,
    UndoRequest,
    amendment_preview,
    answers_after_undo,
    answers_of,
    as_past,
    as_shown,
    build_snapshot,
    evening_steps,
    line_and_note_texts,
    may_see,
    may_take_back,
    moments_since,
    name,
    newest_first,
    page_of,
    retracted_answer_for,
    slots,
    title_of,
)
from companion.presentation.responses import (
    AmendableAnswer,
    AmendmentPreview,
    EveningSteps,
    LogLineView,
    LogPage,
    Snapshot,
)
from companion.schema import TABLE, Refused, Seat, Words
from companion.sessions import (
    MEANWHILE,
    AnswerGiven,
    Preview,
    TableSnapshot,
    faces_of,
    pending_answers,
    reuse_answer,
)
from companion.web.request import (
    AS,
    EmptyResponse,
    body,
    declare,
    parts,
    say,
    seat_here,
    seat_to_answer,
    seats_here,
    translate,
    visitor,
    was_given,
)
from companion.web.routes.play.answers import current_snapshot
from companion.web.routes.play.tables import device_context

history = Blueprint("history", __name__)
MOST_LINES = 200  # lines of one page of the log


def log_reader(picture: TableSnapshot) -> LogReader:
    """Return the reader of the log at this device."""
    return LogReader(*seats_here(picture))


@history.post("/api/tables/<table>/undo")
@declare(UndoRequest, query=AS)
def undo(table: str) -> Response:
    """Undo to an entry."""
    wish, picture = body(UndoRequest), parts().sessions.snapshot(table)
    if was_given(table, wish.id):
        return current_snapshot(table)
    # an answer stays together with its facts, so more than what came after `to` may go
    back = [given for _seq, given in answers_after_undo(picture, wish.to)]
    if back and not may_take_back(back, log_reader(picture)):
        raise Refused("NOT_YOURS", _("Your seat had no part in this: undo it on the tablet."))
    parts().sessions.history.undo(table, wish.to, wish.seen, wish.id)
    return jsonify({})


@history.post("/api/tables/<table>/redo")
@declare(RedoRequest, query=AS)
def redo(table: str) -> Response:
    """Redo an undo, while no other answer came."""
    wish, picture = body(RedoRequest), parts().sessions.snapshot(table)
    if was_given(table, wish.id):
        return current_snapshot(table)
    if picture.way_back is not None and not may_take_back(picture.way_back.steps, log_reader(picture)):
        raise Refused("NOT_YOURS", _("Your seat had no part in this: bring it back on the tablet."))
    parts().sessions.history.redo(table, wish.undone, wish.id)
    return jsonify({})


@history.post("/api/tables/<table>/keep")
@declare(KeepThrowRequest, sends=(Snapshot, EmptyResponse), query=AS)
def keep(table: str) -> Response:
    """Answer an open prompt with retracted dice, or roll again."""
    wish, picture = body(KeepThrowRequest), parts().sessions.snapshot(table)
    if was_given(table, wish.id):
        return current_snapshot(table)
    seat_to_answer(table, wish.prompt)
    if not wish.aside:
        parts().sessions.history.roll_again(table, wish.prompt)
        return jsonify({})
    prompt = next((p for p in picture.open if p.id == wish.prompt), None)
    given = retracted_answer_for(picture, prompt, log_reader(picture)) if prompt is not None else None
    if given is None or given.answer.id != wish.aside:
        raise Refused("NOT_OPEN", _("This was decided already."))
    parts().sessions.answer(table, reuse_answer(given.answer, wish.prompt, wish.id))
    return jsonify({})


@history.post("/api/tables/<table>/amend")
@declare(AmendRequest, sends=(AmendmentPreview, EmptyResponse), query=AS)
def amend(table: str) -> Response:
    """Amend an answer; with `dry`, only preview the effects."""
    wish, hall = body(AmendRequest), parts().sessions
    if was_given(table, wish.id):
        return current_snapshot(table)
    require_may_amend(table, wish.seq, of_log=wish.values is not None)
    picture = hall.snapshot(table)
    seat, own_seats = seats_here(picture)
    # also before the real amendment, so that a refusal reveals no more than the preview
    tried = hall.history.preview(table, wish.seq, wish.values, own_seats)
    if wish.dry:
        notify_of_trial(picture, seat)
        return jsonify(translate(amendment_preview(picture, tried, wish.seq, seat)))
    if wish.seen is not None:
        require_none_lost(picture, tried, max(wish.seen, wish.seq))
    hall.history.amend(table, wish.seq, wish.values, wish.seen, wish.id)
    return jsonify({})


@history.get("/api/tables/<table>/possible/<int:seq>")
@declare(sends=AmendableAnswer, query=AS)
def possible(table: str, seq: int) -> Response:
    """Return what an answer could have been when it was asked, and what else was read there."""
    require_may_amend(table, seq, of_log=True)
    picture = parts().sessions.snapshot(table)
    given = answer_at(picture, seq)
    if given is None:
        raise Refused("NO_ANSWER_THERE", _("This answer was taken back. Close the log and open it again."))
    answer, prompt = given.answer, parts().sessions.history.asked_at(table, seq)
    reading = parts().sessions.readings.find(table, answer.whole_reading) if answer.reading else None
    seat, own_seats = seats_here(picture)
    if reading is not None:  # another seat's card may be on it, which must stay hidden
        reading = as_shown(picture, reading, own_seats) if may_see(picture, reading, seat, own_seats) else None
    amendable = AmendableAnswer(
        seq=seq,
        title=title_of(picture, prompt),
        kind=prompt.kind,
        object=prompt.thing,
        values=answer.values,
        faces=faces_of(prompt),
        options=prompt.options if not prompt.of else (),
        least=prompt.least,
        most=prompt.most,
        likely=tuple(slot.likely for slot in slots(answer, prompt, reading)) if prompt.of else (),
    )
    return jsonify(translate(amendable))


@history.get("/api/tables/<table>/past")
@declare(sends=Snapshot, query={"at": int, "as": str})
def past(table: str) -> Response:
    """Return the snapshot after an earlier entry, for this device; it cannot be answered."""
    at = request.args.get("at", 0, type=int)
    house, now = parts(), parts().sessions.snapshot(table)
    then = house.sessions.history.snapshot_at(table, at)
    seat, own_seats = seats_here(now)
    return jsonify(
        translate(as_past(build_snapshot(then, seat, device_context(table)), then, now, LogReader(seat, own_seats)))
    )


@history.get("/api/tables/<table>/steps")
@declare(sends=EveningSteps)
def steps(table: str) -> Response:
    """Return the moments that can be looked at."""
    return jsonify(translate(evening_steps(parts().sessions.snapshot(table))))


@history.get("/api/tables/<table>/log")
@declare(sends=LogPage, query={"only": str, "before": int, "most": int, "find": str, "as": str})
def log(table: str) -> Response:
    """Return lines older than `before`; `only`: rolls, or lines of this device's seats (mine); `find`: text in them."""
    picture = parts().sessions.snapshot(table)
    reader, wanted = log_reader(picture), request.args.get("find", "").casefold().strip()
    only, before, tell = request.args.get("only", "all"), request.args.get("before", 0, type=int), say()
    most = min(max(request.args.get("most", 60, type=int), 1), MOST_LINES)
    lines = line_and_note_texts(picture, reader, before)
    if only == "rolls":
        lines = (line for line in lines if line.object)
    if only == "mine":
        lines = (line for line in lines if line.seat in reader.mine)
    if wanted:
        lines = (line for line in lines if wanted in _search_text(line, tell))
    page, is_more = page_of(lines, most)
    return jsonify(translate(LogPage(tuple(page[::-1]), is_more)))


def _search_text(line: LogLineView, tell: Say) -> str:
    return "\n".join(map(tell, (line.text, line.where, *line.chosen, *map(face_text, line.values)))).casefold()


@history.post("/api/tables/<table>/saved")
@declare(NameRequest, query=AS)
def save(table: str) -> Response:
    """Name the current moment."""
    parts().sessions.history.save(table, body(NameRequest).name, seat_here(table))
    return jsonify({})


@history.delete("/api/tables/<table>/saved/<int:id>")
@declare(query=AS)
def forget(table: str, id: int) -> Response:
    """Remove a name from a moment; the log notes by whom."""
    hall, seat = parts().sessions, seat_here(table)
    if all(point.id != id for point in hall.snapshot(table).saved):  # a repeated or concurrent request
        return current_snapshot(table)
    who: Words = _("the tablet") if seat == TABLE else name(hall.snapshot(table), seat)
    hall.history.forget(table, id, seat, who)
    return jsonify({})


def require_may_amend(table: str, seq: int, *, of_log: bool) -> None:
    """Raise Refused for answers of other seats. `of_log`: a shared screen amends only what its log shows."""
    picture = parts().sessions.snapshot(table)
    given, reader = answer_at(picture, seq), log_reader(picture)
    if given is None:
        return
    covered = given.prompt.secret or given in pending_answers(newest_first(picture))
    is_shown = given.prompt.seat in {reader.seat, TABLE} or not covered
    if not reader.may_amend(given.prompt.seat) or (of_log and not is_shown):
        raise Refused("NOT_YOURS", _("This was answered by another seat."))


def notify_of_trial(picture: TableSnapshot, seat: Seat) -> None:
    """Notify the table that a device previews an amendment, unless a fault is displayed."""
    who = _("Somebody at the tablet") if seat == TABLE else name(picture, seat)
    notice, before = _("{who} tries what another answer would change.", who=who), picture.notice
    own = {device.id for device in visitor().devices}
    others = [device for device in parts().devices.all() if device.table in {"", picture.id} and device.id not in own]
    if others and (before is None or (before.tone == "info" and before.text != notice)):
        parts().sessions.set_notice(picture.id, "info", notice)


def require_none_lost(picture: TableSnapshot, tried: Preview[Any, Any], seen: int) -> None:
    """Raise Refused if an answer given since might be lost: whether it fits may depend on hidden information."""
    since = [given for _seq, given in answers_of([m.entry for m in moments_since(picture, seen + 1)])]
    if any(given not in tried.again for given in since):
        raise Refused("MEANWHILE", MEANWHILE)


def answer_at(picture: TableSnapshot, seq: int) -> AnswerGiven | None:
    """Return the answer at `seq` if it is not retracted."""
    entry = next((entry for entry in newest_first(picture) if entry.seq <= seq), None)
    return entry.what if entry is not None and entry.seq == seq and isinstance(entry.what, AnswerGiven) else None
