"""Routes of answers: a tap, a settled doubt, a virtual roll."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from companion.i18n import _
from companion.presentation import (
    AnswerRequest,
    ChooseSourceRequest,
    DecideRequest,
    DismissRequest,
    SettleRequest,
    VirtualRollRequest,
    seats,
)
from companion.presentation.responses import Snapshot
from companion.schema import TABLE, Answer, Refused
from companion.sessions import TableSnapshot, chosen_for
from companion.web.request import (
    AS,
    EmptyResponse,
    body,
    declare,
    parts,
    seat_here,
    seat_to_answer,
    seats_here,
    was_given,
)
from companion.web.routes.play.tables import make

answers = Blueprint("answers", __name__)


@answers.post("/api/tables/<table>/answer")
@declare(AnswerRequest, sends=(Snapshot, EmptyResponse), query=AS)
def answer(table: str) -> Response:
    """Answer a prompt."""
    wish = body(AnswerRequest)
    if was_given(table, wish.id):
        return current_snapshot(table)
    parts().sessions.answer(table, Answer(wish.id, wish.prompt, wish.values, seat_to_answer(table, wish.prompt)))
    if seat_here(table) == TABLE:  # a refused answer does not change the current table, and a phone never does
        parts().sessions.light(table)
    return jsonify({})


@answers.post("/api/tables/<table>/doubt")
@declare(SettleRequest, sends=(Snapshot, EmptyResponse), query=AS)
def settle(table: str) -> Response:
    """Settle a doubtful reading."""
    wish = body(SettleRequest)
    if was_given(table, wish.id or f"t:{wish.reading}"):
        return current_snapshot(table)
    given = Answer(wish.id or f"t:{wish.reading}", wish.prompt, wish.values, seat_to_answer(table, wish.prompt))
    parts().sessions.decisions.settle(table, wish.reading, given)
    return jsonify({})


@answers.post("/api/tables/<table>/both")
@declare(DecideRequest, query=AS)
def decide(table: str) -> Response:
    """Decide which of two readers is right."""
    wish = body(DecideRequest)
    picture = parts().sessions.snapshot(table)
    conflict = next((conflict for conflict in picture.both if conflict.reading.id == wish.reading), None)
    if conflict is None and was_decided(picture, wish):
        return current_snapshot(table)
    if conflict is not None and conflict.draw.prompt.seat not in seats_here(picture)[1] | {TABLE}:
        raise Refused("NOT_YOURS", _("This was asked of another seat."))
    if was_given(table, wish.id):
        parts().sessions.decisions.end_conflict(table, wish.reading)
        return current_snapshot(table)
    if wish.which == "next" and conflict is not None and conflict.next is not None:
        seat_to_answer(table, conflict.next.prompt)
    parts().sessions.decisions.decide(table, wish.reading, wish.which, wish.values, wish.seen, wish.id)
    return jsonify({})


@answers.post("/api/tables/<table>/dismiss")
@declare(DismissRequest, query=AS)
def dismiss(table: str) -> Response:
    """Dismiss a doubt: the things on the tray are not an answer."""
    wish, picture = body(DismissRequest), parts().sessions.snapshot(table)
    doubt = picture.doubt if picture.doubt is not None and picture.doubt.reading.id == wish.reading else None
    if doubt is not None and {p.seat for p in doubt.prompts}.isdisjoint(seats_here(picture)[1] | {TABLE}):
        raise Refused("NOT_YOURS", _("This was asked of another seat."))
    parts().sessions.decisions.dismiss(table, wish.reading)
    return jsonify({})


@answers.post("/api/tables/<table>/virtual")
@declare(VirtualRollRequest, sends=(Snapshot, EmptyResponse), query=AS)
def virtual(table: str) -> Response:
    """Roll virtually."""
    wish = body(VirtualRollRequest)
    if was_given(table, wish.id):
        return current_snapshot(table)
    parts().sessions.roll_virtually(table, wish.prompt, seat_to_answer(table, wish.prompt), wish.id)
    return jsonify({})


@answers.post("/api/tables/<table>/source")
@declare(ChooseSourceRequest, query=AS)
def source(table: str) -> Response:
    """Choose the source of answers for seats of this device, all or none."""
    wish, picture = body(ChooseSourceRequest), parts().sessions.snapshot(table)
    if not set(wish.seats) <= {TABLE, *seats(picture)} & (seats_here(picture)[1] | {TABLE}):
        raise Refused("NOT_YOURS", _("Another device answers for this seat."))
    if wish.kind and wish.kind not in picture.game.kinds:
        raise Refused(
            "UNKNOWN_KIND", _("{game} uses nothing that is called {kind}.", game=picture.game.title, kind=wish.kind)
        )
    kind = chosen_for(wish.kind, picture.game.kinds)
    parts().sessions.readings.choose_source(table, wish.seats, wish.source, kind)
    return jsonify({})


def was_decided(picture: TableSnapshot, wish: DecideRequest) -> bool:
    """Return whether this conflict was decided before, for a seat of this device."""
    if wish.which in {"was", "next"}:  # the reading alone does not identify these
        return False
    reading = parts().sessions.readings.find(picture.id, wish.reading)
    if wish.which == "taught" and (reading is None or any(seen.kind == "tag" for seen in reading.objects)):
        return False
    return (
        not parts()
        .sessions.decisions.seats_confirmed(picture.id, wish.reading)
        .isdisjoint(seats_here(picture)[1] | {TABLE})
    )


def current_snapshot(table: str) -> Response:
    """Respond to a repeated answer with the current snapshot: it was accepted before."""
    return jsonify(make(table, seat_here(table)))
