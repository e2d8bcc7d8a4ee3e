"""Routes of fairness: the page of one table and of all, a spreadsheet, and a poster."""

from __future__ import annotations

from functools import cache
from time import monotonic

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.wrappers import Response as Sent

from companion.fairness import Ledger, PlayedTable, spreadsheet
from companion.presentation.pages.fairness import LedgerData, LedgerFilter, fairness_page
from companion.presentation.pages.fairness_ledgers import ledger_of_house, ledger_of_table, lucks_of
from companion.presentation.responses import FairnessPage
from companion.schema import Words
from companion.web.images import picture_of
from companion.web.request import CSV, SVG, assets, declare, language_here, parts, say, translate

fairness = Blueprint("fairness", __name__)
PATIENCE = 0.5  # s for the luck of all evenings; the first is always computed


@fairness.get("/fairness")
def house_page() -> str:
    """Show the page of all evenings."""
    return render_template("fairness.html", table="")


@fairness.get("/t/<table>/fairness")
def table_page(table: str) -> str:
    """Show the page of one table."""
    return render_template("fairness.html", table=table)


@fairness.get("/api/fairness")
@declare(sends=FairnessPage, query={"evening": str, "who": str})
def of_house() -> Response:
    """Return the ledger of all evenings. `who`, `evening`: only of that person or evening."""
    ledger, evening = _house_ledger(), request.args.get("evening", "")
    return jsonify(
        translate(fairness_page(_ledger_data(ledger), LedgerFilter(_wanted_person(ledger), evening), "", assets()))
    )


@fairness.get("/api/tables/<table>/fairness")
@declare(sends=FairnessPage, query={"who": str})
def of_table(table: str) -> Response:
    """Return the ledger of a table. `who`: only of that person."""
    ledger = ledger_of_table(parts().sessions, table)
    return jsonify(
        translate(fairness_page(_ledger_data(ledger), LedgerFilter(_wanted_person(ledger)), table, assets()))
    )


@fairness.get("/fairness.csv")
@declare(sends=CSV)
def sheet_of_house() -> Response:
    """Download all results of all evenings."""
    return _send_sheet(_house_ledger().evenings, "lamplight")


@fairness.get("/t/<table>/fairness.csv")
@declare(sends=CSV)
def sheet_of_table(table: str) -> Response:
    """Download all results of one table."""
    return _send_sheet(ledger_of_table(parts().sessions, table).evenings, f"lamplight-{table}")


@fairness.get("/t/<table>/fairness.svg")
@declare(sends=SVG, query={"save": str})
def picture(table: str) -> Sent:
    """Draw the poster in the language of the device."""
    page = fairness_page(_ledger_data(ledger_of_table(parts().sessions, table)), LedgerFilter(), table, "")
    response = Response(picture_of(page, say(), language_here()), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "no-cache"
    if "save" in request.args:
        response.headers.set("Content-Disposition", "attachment", filename=f"lamplight-{table}.svg")
    response.add_etag()
    return response.make_conditional(request)  # revalidated each time


def _wanted_person(ledger: Ledger) -> Words:
    """Return the person to filter by. A seat without a name is called by its name in the language of the device."""
    who, say_here = request.args.get("who", ""), say()
    return next((name for name in ledger.people if who == say_here(name)), who)


def _house_ledger() -> Ledger:
    house = parts()
    return ledger_of_house(house.sessions, house.games, house.sessions.history.entry_times.opened())


def _ledger_data(ledger: Ledger) -> LedgerData:
    """Compute luck for the newest evenings within the time limit: it takes a millisecond per throw unless cached."""
    pictures = [parts().sessions.snapshot(evening.id) for evening in ledger.evenings]
    until = monotonic() + PATIENCE
    lucks = {picture.id: lucks_of(picture) for picture in reversed(pictures) if monotonic() < until}
    return LedgerData(ledger, lucks, {picture.id: picture.over for picture in pictures if picture.over})


def _send_sheet(evenings: tuple[PlayedTable, ...], name: str) -> Response:
    at = cache(parts().sessions.history.entry_times.of)
    text = spreadsheet(evenings, lambda evening, seq: at(evening).get(seq, 0.0), say())
    response = Response("\ufeff" + text, mimetype="text/csv")
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.csv")
    response.headers["Cache-Control"] = "no-store"
    return response
