"""Cookies go to every port of a machine: one without the half kept by its browser is refused."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest
from flask.testing import FlaskClient

from companion.errors import StoreError
from companion.sessions import DeviceRepository
from companion.web.permissions import PAGE_ENDPOINTS, ROLES_BY_ENDPOINT
from companion.web.request.cookies import BOUND_PREFIX, HALF_HEADER, cookie_of
from tests.web.auth.test_permissions import FILLED, doors
from tests.web.rig import OURS, Locked, entering

HALF, OTHER = f"{'a' * 32}.{'b' * 32}", f"{'c' * 32}.{'d' * 32}"
SHOWN = HALF.partition(".")[0]
SNAPSHOT, STREAM = "/api/tables/t1/snapshot", "/api/tables/t1/stream"


def browser(locked: Locked, half: str = HALF) -> FlaskClient:
    """One whose page shows its half with all that it asks."""
    client = locked.app.test_client()
    client.environ_base = {**client.environ_base, f"HTTP_{HALF_HEADER.upper().replace('-', '_')}": half}
    return client


def joined(locked: Locked, table: str = "", role: str = "table", half: str = HALF) -> FlaskClient:
    client = browser(locked, half)
    join(locked, client, table, role)
    return client


def join(locked: Locked, client: FlaskClient, table: str, role: str) -> None:
    token = locked.devices.invite(table, role)
    assert client.post("/api/join", json={"token": token}, headers=OURS).status_code == 200


def key_of(client: FlaskClient, name: str = "lamplight.table") -> str:
    kept = client.get_cookie(name)
    assert kept is not None
    return str(kept.value)


def with_cookie(
    locked: Locked, key: str, name: str = "lamplight.table", client: FlaskClient | None = None
) -> FlaskClient:
    client = client or locked.app.test_client()
    client.set_cookie(name, key)
    return client


@pytest.mark.slow
def test_cookie_without_browser_half_opens_only_the_empty_page(locked: Locked) -> None:
    key = key_of(joined(locked))
    app, thief = locked.behind_nothing(), with_cookie(locked, key)
    opened = set()
    for rule, method in doors(app):
        path = rule.rule
        for name, filled in FILLED.items():
            path = path.replace(f"<{name}>", filled)
        if thief.open(path, method=method, headers=OURS).status_code == 200 and "<" not in path:
            opened.add(rule.endpoint)
    anybodys = {name for name, who in ROLES_BY_ENDPOINT.items() if "stranger" in who}
    assert opened <= PAGE_ENDPOINTS | anybodys and "shelf_page" in opened


@pytest.mark.parametrize("half", [OTHER, SHOWN, f"{SHOWN}.{'d' * 32}", f"{SHOWN}.", "", "é"])
def test_stolen_cookie_with_wrong_half_is_refused(locked: Locked, half: str) -> None:
    key = key_of(joined(locked))
    thief = with_cookie(locked, key, client=browser(locked, half))
    assert thief.get(SNAPSHOT).json["code"] == "NOT_PAIRED"
    assert (
        with_cookie(locked, key.removeprefix(BOUND_PREFIX), client=browser(locked, half)).get(SNAPSHOT).status_code
        == 403
    )


def test_first_part_in_address_permits_reading_only(locked: Locked) -> None:
    tablet = with_cookie(locked, key_of(joined(locked)))
    assert tablet.get(f"{SNAPSHOT}?half={SHOWN}").status_code == 200
    streamed = tablet.get(f"{STREAM}?half={SHOWN}")
    assert streamed.status_code == 200 and next(iter(streamed.response))
    streamed.close()
    assert tablet.post(f"/api/tables?half={SHOWN}", json={"game": "toy"}, headers=OURS).status_code == 403
    assert locked.app.test_client().get(f"{SNAPSHOT}?half={SHOWN}").status_code == 403
    assert tablet.get(f"{SNAPSHOT}?half={OTHER[:32]}").status_code == 403


def test_lost_cookie_is_restored_from_its_half(locked: Locked) -> None:
    tablet = joined(locked)
    key = key_of(tablet)
    for spoilt in (None, "written over by another page of this machine"):
        tablet.delete_cookie("lamplight.table")
        if spoilt:
            tablet.set_cookie("lamplight.table", spoilt)
        assert tablet.get("/").status_code == 403, "the page itself is asked for with the cookie alone"
        assert tablet.get("/api/entering").json["inside"]
        assert key_of(tablet) == key
        assert tablet.get("/").status_code == 200


def test_browser_without_half_gets_instructions_and_no_redirect_loop(locked: Locked) -> None:
    key = key_of(joined(locked))
    lost = with_cookie(locked, key, client=browser(locked, OTHER))
    assert lost.get("/").status_code == 200
    assert lost.get(SNAPSHOT).json["code"] == "NOT_PAIRED"
    assert lost.get("/").status_code == 403 and key not in key_of(lost)
    assert lost.get("/api/entering").json == entering(was_in=True)
    join(locked, lost, "", "table")
    assert (lost.get(SNAPSHOT).status_code, lost.get("/").status_code) == (200, 200)


@pytest.fixture
def old(locked: Locked) -> str:
    """The cookie of a device that was let in before there were halves."""
    device = locked.device(("", "table"))
    return key_of(device)


def test_older_device_is_bound_to_the_first_browser(locked: Locked, old: str) -> None:
    tablet = with_cookie(locked, old, client=browser(locked))
    ids = [one.id for one in locked.devices.all()]
    assert tablet.get("/").status_code == 200
    assert tablet.get(SNAPSHOT).status_code == 200
    assert key_of(tablet) == cookie_of(HALF) and tablet.get(SNAPSHOT).status_code == 200
    for late in (locked.app.test_client(), browser(locked, OTHER)):
        assert with_cookie(locked, old, client=late).get(SNAPSHOT).status_code == 403
    assert [one.id for one in locked.devices.all()] == ids


def test_full_disk_postpones_binding_of_an_older_device(
    locked: Locked, old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tablet = with_cookie(locked, old, client=browser(locked))
    with monkeypatch.context() as full:
        full.setattr(DeviceRepository, "_changing", no_room)
        assert tablet.get(SNAPSHOT).status_code == 200
        assert key_of(tablet) == old, "what no row knows yet is no key"
    assert (tablet.get(SNAPSHOT).status_code, key_of(tablet)) == (200, cookie_of(HALF))
    assert tablet.get(SNAPSHOT).status_code == 200


def no_room(store: DeviceRepository) -> NoReturn:
    raise StoreError("The disk is full.")


@pytest.mark.parametrize("name", ["lamplight-t1", "lamplight.table", "lamplight-t2"])
def test_key_of_another_service_changes_no_device(locked: Locked, name: str) -> None:
    tablet, other = joined(locked), key_of(locked.device(("t1", "2")), "lamplight-t1")
    ids = [one.id for one in locked.devices.all()]
    with_cookie(locked, other, name, tablet)
    assert tablet.get(SNAPSHOT).json["seat"] == "table"
    assert [one.role for one in locked.devices.find([key_of(tablet)])] == ["table"]
    assert [one.id for one in locked.devices.all()] == ids
    assert with_cookie(locked, other, "lamplight-t1").get(SNAPSHOT).json["seat"] == "2", "it is still the other's"


def test_a_browser_is_several_devices_and_one_of_each_kind(locked: Locked) -> None:
    phone = joined(locked)
    for seat in ("1", "2"):
        join(locked, phone, "t1", seat)
    assert {(one.role, one.table) for one in locked.devices.all()} == {("table", ""), ("2", "t1")}
    assert phone.get(SNAPSHOT).json["seat"] == "2"
    locked.devices.unseat("t1", "2")
    assert phone.get(SNAPSHOT).json["seat"] == "table"
    assert locked.devices.find([key_of(phone)])[0].role == "table"


def test_removed_device_is_refused_despite_its_half(locked: Locked) -> None:
    phone = joined(locked, "t1", "1")
    locked.devices.dismiss(locked.devices.all()[0].id)
    assert phone.get(SNAPSHOT).status_code == 403 and not phone.get("/api/entering").json["inside"]


def test_the_database_holds_neither_the_half_nor_the_cookie(locked: Locked, tmp_path: Path) -> None:
    key, token = key_of(joined(locked)), locked.devices.invite("", "table")
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert locked.devices.all() and b"devices" in written
    for secret in (*HALF.split("."), key, *key.split(".")[1:], token):
        assert secret.encode() not in written
