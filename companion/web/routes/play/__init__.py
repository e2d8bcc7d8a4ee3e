"""Routes of an open table: snapshot, answers, history, seats, devices, tray, and fairness."""

from __future__ import annotations

from companion.web.routes.play import answers, devices, fairness, history, seats, tables, tray

BLUEPRINTS = (
    tables.tables,
    answers.answers,
    tray.tray,
    seats.joining,
    devices.entering,
    history.history,
    fairness.fairness,
)
