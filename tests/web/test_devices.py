"""Devices: let in once by an invitation or as the very first, known for a month, and sent away at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import StoreError
from companion.sessions import (
    INVITATION_VALID,
    AlreadyClaimedError,
    Device,
    DeviceRepository,
    Devices,
    Invitation,
    InvitationError,
    SqlEventLog,
)
from companion.sessions.device_access import ACCESS_LASTS, LONGEST_ACCESS
from tests.new_log import new_log
from tests.web.rig import OURS, Locked

DAY = 24 * 3600.0
TODAY = 56 * 365 * DAY


class Pi:
    """Devices of a house whose clock may be wrong until it is set."""

    def __init__(self, log: SqlEventLog, now: float) -> None:
        self.log, self.now = log, now
        self.start_again()

    def start_again(self) -> None:
        self.since_boot = 50.0
        self.devices = Devices(DeviceRepository(self.log.database), lambda: self.now, lambda: self.since_boot)

    def pass_(self, seconds: float) -> None:
        self.now += seconds
        self.since_boot += seconds

    def role(self, key: str) -> str:
        found = self.devices.find([key])
        return found[0].role if found else "stranger"

    def days_left(self, key: str) -> float:
        (device,) = self.devices.find([key])
        return (device.ends - self.now) / DAY


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqlEventLog]:
    log = new_log(tmp_path)
    yield log
    log.close()


@pytest.fixture
def door(log: SqlEventLog) -> Pi:
    return Pi(log, 1000.0)


def test_an_invitation_lets_one_device_in_for_two_minutes(door: Pi) -> None:
    token = door.devices.invite("t1", "2")
    device, key = door.devices.accept(token, "Safari, iPad")
    assert (device.role, device.table, door.role(key)) == ("2", "t1", "2")
    with pytest.raises(InvitationError):
        door.devices.accept(token)
    for later in (INVITATION_VALID, -1.0):  # s; the clock was set back
        token = door.devices.invite("", "table")
        door.pass_(later)
        with pytest.raises(InvitationError):
            door.devices.accept(token)


def at_once(folder: Path, come: Callable[[Devices], object]) -> list[bool]:
    """Two houses on one database try the same thing; whom it was granted."""
    logs = [new_log(folder) for _ in range(2)]
    start = Barrier(2)

    def try_it(log: SqlEventLog) -> bool:
        start.wait()
        try:
            return bool(come(Devices(DeviceRepository(log.database), lambda: 1000.0)))
        except (AlreadyClaimedError, InvitationError):
            return False

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(try_it, logs))
    for log in logs:
        log.close()
    return found


def test_concurrent_use_of_one_invitation_admits_one_device(door: Pi, tmp_path: Path) -> None:
    token = door.devices.invite("", "table")
    assert sum(at_once(tmp_path, lambda devices: devices.accept(token))) == 1


def test_invitation_survives_a_failed_device_write(door: Pi) -> None:
    store, came = DeviceRepository(door.log.database), Device("a", "table", "", "", 1000.0, 1000.0, 2000.0)
    store.invite("token", Invitation("table", "", 1000.0, 2000.0))

    def goes_wrong(invited: Invitation) -> Device:
        raise StoreError(f"no room for {invited.role}")

    with pytest.raises(StoreError):
        store.accept("token", "key", goes_wrong)
    assert store.accept("token", "key", lambda _: came) == came and door.devices.is_claimed
    assert store.accept("token", "another", lambda _: came) is None


def test_concurrent_first_tablets_admit_one(tmp_path: Path) -> None:
    assert sum(at_once(tmp_path, Devices.claim)) == 1


def test_house_is_claimed_once_across_restarts(tmp_path: Path) -> None:
    log = new_log(tmp_path)
    first = Devices(DeviceRepository(log.database), lambda: 1000.0)
    assert not first.is_claimed
    device, _ = first.claim()
    first.dismiss(device.id)
    log.close()
    log = new_log(tmp_path)
    again = Devices(DeviceRepository(log.database), lambda: 1000.0 + 2 * LONGEST_ACCESS)
    assert again.is_claimed and again.all() == ()
    with pytest.raises(AlreadyClaimedError):
        again.claim()
    log.close()


def test_device_expires_after_a_month_or_a_year(door: Pi) -> None:
    _, key = door.devices.claim()
    door.pass_(ACCESS_LASTS - 1)
    assert door.role(key) == "table"
    door.pass_(ACCESS_LASTS - 1)
    assert door.role(key) == "table", "it was here in between"
    came = 1000.0
    while door.now < came + LONGEST_ACCESS - ACCESS_LASTS:
        door.pass_(ACCESS_LASTS - 1)
        assert door.role(key) == "table"
    door.pass_(came + LONGEST_ACCESS - door.now)
    assert door.role(key) == "stranger" and door.devices.all() == ()
    _, phone = door.devices.accept(door.devices.invite("t1", "1"))
    assert door.devices.claimed("t1") == {"1"}
    door.pass_(ACCESS_LASTS)
    assert (door.role(phone), door.devices.claimed("t1")) == ("stranger", frozenset())


def join(client: FlaskClient, token: str) -> Any:
    return client.post("/api/join", json={"token": token}, headers=OURS)


def test_removed_device_receives_nothing_more(locked: Locked) -> None:
    tablet, phone = locked.device(("", "table")), locked.device(("t1", "1"))
    stream = phone.get("/api/tables/t1/stream")
    events = iter(stream.response)
    assert b'"seat": "1"' in next(events)
    gone = next(one for one in tablet.get("/api/devices").json["devices"] if one["role"] == "seat")
    assert gone["watching"] and not gone["here"]
    hub = locked.app.extensions["lamplight"].broadcaster
    before = hub.version("t1")
    assert tablet.delete(f"/api/devices/{gone['id']}", headers=OURS).status_code == 200
    assert hub.version("t1") > before, "it does not wait for the next beat"
    assert list(events) == []
    stream.close()
    assert phone.get("/api/tables/t1/place").json["code"] == "NOT_PAIRED"
    assert tablet.delete(f"/api/devices/{gone['id']}", headers=OURS).status_code == 422


def test_removing_all_devices_keeps_the_asking_tablet(locked: Locked) -> None:
    tablet = locked.device(("", "table"))
    others = [locked.device(held) for held in (("t1", "1"), ("", "wall"), ("", "table"))]
    token = locked.devices.invite("", "table")
    assert tablet.delete("/api/devices", headers=OURS).status_code == 200
    assert [one.get("/api/shelf").status_code for one in (tablet, *others)] == [200, 403, 403, 403]
    assert join(locked.app.test_client(), token).status_code == 403


def test_the_list_tells_who_is_in_and_no_key(locked: Locked) -> None:
    locked.rig.hall.light("t1")
    tablet = locked.device(("", "table"), ("t2", "2"))
    locked.devices.accept(locked.devices.invite("t1", "1"), "Safari, iPad")
    told = tablet.get("/api/devices")
    found = sorted((one["role"], one["table"], one["sits"], one["here"]) for one in told.json["devices"])
    assert found == [("seat", "t1", "Ann", False), ("seat", "t2", "Ben", True), ("table", "", "", True)]
    assert sorted(one["name"] for one in told.json["devices"]) == ["", "", "Safari, iPad"]
    assert [one["table"] for one in told.json["tables"]] == ["t1", "t2"]
    for cookie in tablet._cookies.values():
        assert cookie.value not in told.text


def test_house_invitation_grants_its_role(locked: Locked) -> None:
    tablet = locked.device(("", "table"))
    for role in ("wall", "keeper"):
        told = tablet.post("/api/devices/invite", json={"role": role}, headers=OURS).json
        assert told["svg"].startswith("<svg")
        came = join(locked.app.test_client(), told["url"].partition("#")[2]).json
        assert came == {"table": "", "seat": role}
    refused = tablet.post("/api/devices/invite", json={"role": "1"}, headers=OURS)
    assert refused.status_code == 403, "the keeper does now"


def test_phone_of_hundred_tables_is_known_at_the_last(locked: Locked) -> None:
    phone = locked.app.test_client()
    join(phone, locked.devices.invite("", "wall"))
    for number in range(100):
        phone.set_cookie(f"lamplight-old{number}", f"of an evening long ago {number}")
    join(phone, locked.devices.invite("t1", "2"))
    assert phone.get("/api/tables/t1/snapshot").json["seat"] == "2"
    other = locked.rig.hall.open("toy")
    assert phone.get(f"/api/tables/{other}/snapshot").json["seat"] == "wall"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_device_cookie_is_http_only_and_secure_over_https(locked: Locked, scheme: str) -> None:
    token = locked.devices.invite("", "table")
    answer = locked.app.test_client().post(
        "/api/join", json={"token": token}, headers=OURS, base_url=f"{scheme}://localhost"
    )
    parts = answer.headers["Set-Cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(parts) and ("Secure" in parts) is (scheme == "https")
    assert parts[0].startswith("lamplight.table=") and token not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "empty"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "image"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty", "Origin": "http://localhost"}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}, 200),
        ({}, 200),
    ],
)
@pytest.mark.parametrize("path", ["/api/tables/t1/place", "/api/tables/t1/snapshot", "/static/icon.svg"])
def test_foreign_origin_reads_no_response(locked: Locked, path: str, headers: dict[str, str], status: int) -> None:
    answer = locked.device(("", "table")).get(path, headers=headers)
    assert answer.status_code == status
    answer.close()


def test_documents_carry_a_content_security_policy(locked: Locked) -> None:
    page = locked.device(("", "table")).get("/")
    policy = page.headers["Content-Security-Policy"]
    for rule in ("script-src 'self'", "connect-src 'self'", "style-src 'self'", "form-action 'none'", "frame-ancestors 'none'"):  # fmt: skip
        assert rule in policy
    assert "unsafe" not in policy and "camera=()" in page.headers["Permissions-Policy"]
    assert "bluetooth" not in page.headers["Permissions-Policy"], "Chromium knows none, and warns on each page"
    assert page.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in page.headers
    over_tls = locked.device(("", "table")).get("/", base_url="https://localhost")
    assert over_tls.headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "before", [0.0, TODAY - 100 * DAY, TODAY + 400 * DAY], ids=["1970", "last summer", "next year"]
)
def test_device_lifetime_survives_a_clock_change(log: SqlEventLog, before: float) -> None:
    pi = Pi(log, before)
    _, key = pi.devices.claim()
    pi.pass_(60)
    pi.now = TODAY
    assert pi.days_left(key) == pytest.approx(30, abs=0.1)
    pi.pass_(29 * DAY)
    assert pi.devices.find([key])
    pi.pass_(31 * DAY)
    assert not pi.devices.find([key])


def test_clock_change_leaves_correct_times_alone(log: SqlEventLog) -> None:
    """The clock starts in 1970 and is set later: yesterday's evening stays one day ago."""
    pi = Pi(log, TODAY)
    _, key = pi.devices.claim()
    pi.now = 0.0
    pi.start_again()
    assert pi.devices.find([key])
    pi.pass_(60)
    pi.now = TODAY + DAY
    assert pi.days_left(key) == pytest.approx(29, abs=0.1)


def test_invitation_lifetime_survives_a_clock_change(log: SqlEventLog) -> None:
    for set_to in (TODAY, TODAY - 100 * DAY):
        pi = Pi(log, TODAY - 50 * DAY)
        one, other = pi.devices.invite("", "keeper"), pi.devices.invite("", "keeper")
        pi.pass_(INVITATION_VALID / 2)
        pi.now = set_to
        assert pi.devices.accept(one)
        pi.pass_(INVITATION_VALID / 2 + 1)
        with pytest.raises(InvitationError):
            pi.devices.accept(other)


def test_failed_write_at_clock_change_is_repeated(log: SqlEventLog) -> None:
    pi = Pi(log, 0.0)
    _, key = pi.devices.claim()
    pi.now, store, moves = TODAY, pi.devices._store, list[float]()

    class Full:
        def __getattr__(self, name: str) -> Any:
            return getattr(store, name)

        def shift_times(self, by: float, _now: float) -> None:
            moves.append(by)
            raise StoreError("The disk is full.")

    pi.devices._store = Full()  # type: ignore[assignment]
    assert pi.devices.find([key]) == ()
    pi.devices._store = store
    assert pi.days_left(key) == pytest.approx(30, abs=0.1) and moves == [TODAY]


def test_device_takes_a_readable_name_only(locked: Locked) -> None:
    tablet = locked.device(("", "table"))
    own = tablet.get("/api/devices").json["devices"][0]["id"]
    for name, status in (("  Kitchen   tablet ", 200), ("", 400), ("a\u202eb", 400)):
        assert tablet.post(f"/api/devices/{own}/name", json={"name": name}, headers=OURS).status_code == status
    assert tablet.get("/api/devices").json["devices"][0]["name"] == "Kitchen tablet"
    assert tablet.post("/api/devices/nobody/name", json={"name": "x"}, headers=OURS).status_code == 422
