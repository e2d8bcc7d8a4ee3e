"""Drawing and message handling of deploy/displays, without a broker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from companion import games
from companion.schema import Alarm, PublicSeat, PublicState, PublicVerdict, codec, to_json
from tests.messaging.displays.programs import program
from tests.messaging.displays.told import Told

table, eink, led_matrix, seat_lights, lettering = map(
    program, ("table", "eink", "led_matrix", "seat_lights", "lettering")
)
ANN, BEN = PublicSeat("1", "Ann", "#56b4e9", "asked", asked=True), PublicSeat("2", "Ben", "#f0e442", "danger")
STATE = PublicState(
    7, "t1", "toy", "A toy", now="Ann: roll 3 coins", whom="Ann", waits=("1",), where="Round 2", seats=(ANN, BEN)
)
PASSED = PublicVerdict("passed", "Coins", "2 heads, 2 needed: passed")
ACCOUNT = table.Account("127.0.0.1", 1883, "display_kitchen", "secret")


class Message:
    def __init__(self, name: str, payload: bytes) -> None:
        self.topic, self.payload = f"lamplight/v1/lamp/{name}", payload


def shown(state: PublicState = STATE, *, is_open: bool = True) -> Any:
    return table.Shown(is_open, to_json(state))


@pytest.fixture
def heard() -> Any:
    """A table without a connection so far."""
    return table.Table(ACCOUNT)


def tell(heard: Any, name: str, what: object) -> Any:
    payload = what if isinstance(what, bytes) else codec.encode(what)
    heard._heard(None, None, Message(name, payload))
    return heard.shown


def test_display_drops_an_older_state(heard: Any) -> None:
    tell(heard, "public/state", STATE)
    assert tell(heard, "public/state", replace(STATE, rev=6, now="long ago")).state["now"] == STATE.now
    assert tell(heard, "public/state", replace(STATE, now="once more")).state["now"] == STATE.now
    assert tell(heard, "public/state", replace(STATE, rev=8, now="newer")).state["now"] == "newer"


def test_display_accepts_lower_revisions_of_another_table(heard: Any) -> None:
    tell(heard, "public/state", STATE)
    assert tell(heard, "public/state", replace(STATE, rev=2, table="t2", now="other")).state["now"] == "other"
    tell(heard, "status", b"offline")
    assert tell(heard, "public/state", replace(STATE, rev=1, table="t2", now="anew")).state["now"] == "anew"


@pytest.mark.parametrize("before", [(), (b"offline",)], ids=["at the start", "after it was closed"])
def test_display_is_closed_before_its_first_state(heard: Any, before: tuple[bytes, ...]) -> None:
    """The status arrives before the first state."""
    for status in (*before, b"online"):
        made = tell(heard, "status", status)
        assert not made.is_open
        assert eink.draw(made).getbbox() and led_matrix.draw(made).getbbox()
    assert tell(heard, "public/state", STATE).is_open


class Client:
    """The used part of a connected paho client."""

    def subscribe(self, _topics: object) -> None: ...


def test_display_accepts_the_state_of_a_missed_restart(heard: Any) -> None:
    """It missed "offline": the retained state counts."""
    tell(heard, "status", b"online")
    tell(heard, "public/state", STATE)
    heard._lost(None, None, None, None, None)
    heard._connected(Client(), None, None, SimpleNamespace(is_failure=False), None)
    assert tell(heard, "public/state", replace(STATE, rev=3, now="anew")).state["now"] == "anew"


def test_display_supports_paho_of_debian_12(heard: Any, capsys: pytest.CaptureFixture[str]) -> None:
    tell(heard, "status", b"online")
    tell(heard, "public/state", STATE)
    heard._connected(Client(), None, {}, 5)
    assert "refuses display_kitchen: Connection Refused: not authorised." in capsys.readouterr().err
    heard._lost(None, None, 7)
    assert not heard.shown.is_open
    heard._connected(Client(), None, {}, 0)
    assert tell(heard, "status", b"online").is_open and capsys.readouterr().err == ""


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b"7", b'{"rev":1}', b"\xff"])
def test_display_logs_an_unreadable_message_once(
    heard: Any, payload: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    tell(heard, "public/state", STATE)
    for _ in range(2):
        assert tell(heard, "public/state", payload).state["now"] == STATE.now
    assert capsys.readouterr().err.count("cannot be read") == 1


def test_display_account_reads_password_from_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kitchen.toml"
    file.write_text('host = "nas"\nport = 1883\nuser = "u"\npassword = "p"\n', encoding="utf-8")
    assert table.Account.read(file) == table.Account("nas", 1883, "u", "p", "lamp")
    monkeypatch.setenv("LAMPLIGHT_PASSWORD", "other")
    assert table.Account.read(file).password == "other"


def black(image: Image.Image, box: tuple[int, int, int, int] | None = None) -> float:
    """Share of black points."""
    points = image.crop(box or (0, 0, *image.size)).convert("L").tobytes()
    return points.count(0) / len(points)


@pytest.mark.parametrize("size", [(400, 300), (296, 128), (800, 480)])
def test_eink_shows_the_asked_seat_in_black(size: tuple[int, int]) -> None:
    image = eink.draw(shown(), size)
    assert image.size == size and image.mode == "1"
    top, end = size[1] - max(18, size[1] // 9), size[1] - size[1] // 20
    assert black(image, (8, top, size[0] // 2 - 8, end)) > 0.5
    assert black(image, (size[0] // 2 + 8, top, size[0] - 8, end)) < 0.5


@pytest.mark.parametrize(
    ("state", "ink"),
    [
        (replace(STATE, alarms=(Alarm("doubt", "Whose is it?"),), verdict=PASSED), led_matrix.RED),
        (replace(STATE, verdict=PASSED), led_matrix.GREEN),
        (replace(STATE, verdict=replace(PASSED, old=True)), led_matrix.AMBER),
    ],
    ids=["alarm", "passed", "old"],
)
def test_led_matrix_lower_line_shows_the_most_important(state: PublicState, ink: tuple[int, int, int]) -> None:
    assert led_matrix.lower(to_json(state))[1] == ink


@pytest.mark.parametrize(
    ("light", "is_open", "wanted"),
    [
        ({"colour": "#56b4e9", "mood": "asked"}, True, {"on": True, "bri": 255, "fx": 2, "col": [[86, 180, 233]]}),
        ({"colour": "#56b4e9", "mood": "calm"}, True, {"on": True, "bri": 60, "fx": 0, "col": [[86, 180, 233]]}),
        ({"colour": "#56b4e9", "mood": "danger"}, True, {"on": True, "fx": 1, "col": [[230, 40, 30]]}),
        (None, True, {"on": False}),
        ({"colour": "#56b4e9", "mood": "asked"}, False, {"on": False}),
    ],
)
def test_seat_lights_follow_the_mood(light: dict[str, str] | None, is_open: bool, wanted: dict[str, Any]) -> None:
    made = seat_lights.segment(3, light, is_open=is_open)
    assert made["id"] == 3 and wanted.items() <= made.items()


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_displays_draw_every_game(name: str, tmp_path: Path) -> None:
    told = Told(tmp_path)
    told.hall.open(name)
    told.by_chance(Random(2), 6)
    state = to_json(told.state)
    told.close()
    for size in ((400, 300), (296, 128)):
        image = eink.draw(table.Shown(True, state), size)
        assert 0.02 < black(image, (0, size[1] // 8, *size)) < 0.5, "there is something to read below the title"
    assert led_matrix.draw(table.Shown(True, state)).getbbox() is not None
