"""Every role tries every route, at its own table and at another; the docs agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.schema import DEALER, Reading, SeenObject
from companion.sessions import question_of
from companion.web.permissions import KEEPS, PAGE_ENDPOINTS, ROLES_BY_ENDPOINT, Role
from companion.web.request.context import PROXY_HEADERS
from tests.web.rig import OURS, Locked, Rig, entering

GUIDE = Path(__file__).parents[3] / "docs" / "access.md"
WORDS: dict[str, Role] = {
    "tablet": "table", "seat": "seat", "Dealer": "dealer", "keeper": "keeper", "wall": "wall"
}  # fmt: skip
"""A role as the guide calls it."""
HELD: dict[str, tuple[str, str]] = {
    "stranger": ("", ""), "table": ("", "table"), "keeper": ("", "keeper"), "wall": ("", "wall"),
    "wall of t1": ("t1", "wall"), "seat": ("t1", "1"), "dealer": ("t1", DEALER)
}  # fmt: skip
"""Roles, and the table of their invitation."""
ELSEWHERE = "198.51.100.7"
FILLED = {"table": "t1", "game": "toy", "name": "toy", "seat": "1", "paper": "a4", "int:seq": "1", "int:id": "1"}


def doors(app: Flask) -> Iterator[tuple[Rule, str]]:
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield rule, method


def address(rule: Rule, table: str = "t1") -> str:
    known = {**FILLED, "table": table}
    return re.sub(r"<([^>]+)>", lambda found: known.get(found[1], "x"), rule.rule)


def passes(client: FlaskClient, rule: Rule, method: str, table: str = "t1") -> bool:
    """Return whether the guards let the request through; pages reach any known device."""
    answer = client.open(address(rule, table), method=method, headers=OURS, environ_base={"REMOTE_ADDR": ELSEWHERE})
    assert answer.status_code in (200, 403), (rule, answer.status_code)
    if answer.status_code == 403 and rule.endpoint not in PAGE_ENDPOINTS:
        assert (answer.json or {})["code"] in ("NOT_PAIRED", "NOT_YOURS"), rule
        assert (answer.json or {})["sentence"].endswith((".", "Devices.")), rule
    return answer.status_code == 200 and answer.data == b"in"


def test_every_route_has_a_permission(locked: Locked) -> None:
    assert {rule.endpoint for rule, _ in doors(locked.app)} == set(ROLES_BY_ENDPOINT)
    assert all(ROLES_BY_ENDPOINT.values())


def in_the_guide() -> dict[tuple[str, str], frozenset[str]]:
    """(method, address) -> roles, as the guide has it."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    table = GUIDE.read_text(encoding="utf-8").partition("| role | routes |")[2]
    for who, cell in re.findall(r"^\| ([a-zD][\w, ]+) \| (.+) \|$", table, re.MULTILINE):
        roles = {"stranger", *WORDS.values()} if who == "anybody" else {WORDS[word] for word in who.split(", ")}
        for method, path in re.findall(r"`([A-Z]+) (/[^`]*)`", cell):
            assert (method, path) not in found, path
            found[method, path] = frozenset(roles)
    return found


@pytest.mark.slow
def test_roles_reach_exactly_the_routes_of_the_guide(locked: Locked) -> None:
    comers = {name: locked.device(held) for name, held in HELD.items()}
    app, wrong, told = locked.behind_nothing(), [], in_the_guide()
    for rule, method in doors(app):
        for name, client in comers.items():
            role = "wall" if name == "wall of t1" else name
            if passes(client, rule, method) != (role in told[method, rule.rule]):
                wrong.append((name, method, rule.rule))
    assert wrong == []
    assert told.keys() == {(method, rule.rule) for rule, method in doors(app)}


@pytest.mark.slow
def test_seat_reaches_no_route_of_another_table(locked: Locked) -> None:
    comers = [locked.device(HELD[name]) for name in ("seat", "dealer", "wall of t1")]
    of_tables = [one for one in doors(locked.behind_nothing()) if "<table>" in one[0].rule]
    assert len(of_tables) > 25
    for rule, method in of_tables:
        if rule.endpoint not in PAGE_ENDPOINTS:
            for table in ("t2", "t9"):
                assert not any(passes(client, rule, method, table) for client in comers), rule
                answer = comers[0].open(address(rule, table), method=method, headers=OURS)
                assert "no place at this table" in answer.json["sentence"], "nor is it told whether it is there"


@pytest.mark.slow
def test_tablet_keeps_the_house_until_a_keeper_exists(locked: Locked) -> None:
    tablet, phone = locked.device(("", "table")), locked.device(("t1", "1"))
    app = locked.behind_nothing()
    kept = [one for one in doors(app) if ROLES_BY_ENDPOINT[one[0].endpoint] == KEEPS]
    locked.rig.hall.light("t1")
    assert kept and all(passes(tablet, *one) and not passes(phone, *one) for one in kept)
    token = locked.devices.invite("", "keeper")
    keeper, _ = locked.devices.accept(token)
    assert not any(passes(tablet, *one) for one in kept)
    locked.devices.dismiss(keeper.id)
    assert all(passes(tablet, *one) for one in kept)


def test_seated_tablet_and_seated_keeper_lose_rights(locked: Locked) -> None:
    locked.rig.hall.light("t1")
    tablet, keeper = locked.device(("", "table"), ("t1", "1")), locked.device(("t1", "2"))
    assert (
        tablet.get("/api/devices").status_code == 403 and tablet.get("/api/tables/t2/snapshot").json["seat"] == "table"
    )
    assert tablet.get("/api/tables/t1/own/2").status_code == 403, "there it is a seat, and no tablet"
    assert keeper.post(
        "/api/join", json={"token": locked.devices.invite("", "keeper")}, headers=OURS
    ).status_code == 200  # fmt: skip
    assert keeper.get("/api/devices").status_code == 200 and keeper.get("/api/tables/t1/snapshot").json["seat"] == "2"
    refused = keeper.post("/api/tables/t1/record", json={"hidden": True}, headers=OURS)
    assert refused.status_code == 422 and "other seats" in refused.json["sentence"]
    other = keeper.post("/api/tables/t2/record", json={"hidden": True}, headers=OURS)
    assert "other seats" not in other.json["sentence"], "that table's hands are none of its own"


def test_unknown_device_gets_only_the_join_page(locked: Locked) -> None:
    stranger = locked.device()
    for path in ("/", "/t/t1", "/wall", "/devices", "/record"):
        answer = stranger.get(path)
        assert (answer.status_code, 'data-page="enter"' in answer.text) == (403, True), path
        assert "t1" not in answer.text.replace('data-table="t1"', "") and "Toy" not in answer.text
    assert stranger.get("/api/entering").json == entering(claimable=True)
    assert "t1" not in stranger.get("/health").text


@pytest.mark.slow
def test_a_seat_sees_its_own_tables_on_the_shelf_alone(locked: Locked) -> None:
    phone, tablet = locked.device(("t2", "1")), locked.device(("", "table"))
    assert [table["table"] for table in phone.get("/api/shelf").json["tables"]] == ["t2"]
    assert [table["table"] for table in tablet.get("/api/shelf").json["tables"]] == ["t1", "t2"]
    locked.rig.hall.light("t1")
    assert (phone.get("/api/lit").json, tablet.get("/api/lit").json) == ({"table": ""}, {"table": "t1"})


def test_tray_picture_is_refused_for_another_table(locked: Locked) -> None:
    locked.rig.hall.light("t1")
    locked.rig.page().tap("coins")
    expect = f"t1.{question_of(locked.rig.hall.snapshot('t1').open)}"
    seen = (SeenObject("coin", "heads", 0.5, (("tails", 0.5),)),)
    locked.rig.hall.readings.handle(
        Reading("r1", "lamp", "vision/cam0", "e", 1, expect, "tray", seen, picture="crop.jpg")
    )
    own, other = locked.device(("t1", "2")), locked.device(("t2", "2"))
    for name in ("crop.jpg", "preview.jpg"):
        told = [one.get(f"/picture/{name}").json["sentence"] for one in (own, other)]
        assert ["not for every eye" in one for one in told] == [False, True], name


def test_keeper_sees_only_the_public_view_of_a_table(locked: Locked) -> None:
    keeper = locked.device(("", "keeper"))
    told = keeper.get("/api/tables/t1/snapshot").json
    assert told["seat"] == "wall" and not any(asked["mine"] for asked in told["asked"])
    assert keeper.post("/api/tables/t1/undo", json={"to": 0}, headers=OURS).status_code == 403


def asks(client: FlaskClient, peer: str = "127.0.0.1", **headers: str) -> int:
    return client.get("/api/shelf", headers=headers, environ_base={"REMOTE_ADDR": peer}).status_code


def test_demo_accepts_its_machine_by_its_own_names(rig: Rig) -> None:
    assert asks(Locked(rig).device()) == 403, "a real house grants no role by address"
    client = rig.app.test_client()
    assert [asks(client), asks(client, "::1"), asks(client, ELSEWHERE)] == [200, 200, 403]
    for header in PROXY_HEADERS:
        assert asks(client, **{header: "127.0.0.1"}) == 403, header
    for name in ("localhost:8080", "127.0.0.1", "table.local"):  # the last one is in the settings
        assert asks(client, Host=name) == 200, name
    for name in ("lamp.local:8080", "192.168.1.5:8080"):
        assert asks(client, Host=name) == 403, name
