"""The doors of a table that is open: its picture, answers, history, seats and devices, the tray, the dice."""

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
