"""Secrets of a game and forged messages, on a real broker."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.app import Application
from companion.engine import Game
from companion.messaging import MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import Answer, topics
from companion.settings import Settings
from companion.web.app import create_app
from tests.games.course import possible
from tests.messaging.heard import Heard
from tests.messaging.tap import Tap
from tests.web.planted import planted_adventure, planted_hands, planted_ship, planted_story

pytestmark = pytest.mark.broker

PLANTED = re.compile(r"Zq\w+")


def test_broker_drops_messages_that_a_role_may_not_publish(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]
) -> None:
    broker = mosquitto
    heard = Heard()
    join(broker, "rules", prepare=lambda bus: bus.subscribe(topics.reading("+", "+"), heard))
    join(broker, "display", table="t1").publish(topics.reading("t1", "cam0"), b"forged")
    join(broker, "reader", table="t2").publish(topics.reading("t1", "cam0"), b"forged")
    acks, mine = Heard(), topics.ack("t1", "judged")  # a reader of this test only, because acks are retained
    reader = join(broker, "reader", table="t1", prepare=lambda bus: bus.subscribe(mine, acks))
    join(broker, "reader", table="t1").publish(mine, b"forged")
    join(broker, "rules").publish(mine, b"true")
    reader.publish(topics.reading("t1", "cam0"), b"end")
    assert b"forged" not in heard.until(b"end")
    assert b"forged" not in acks.until(b"true")


@pytest.mark.parametrize("planted", [planted_hands, planted_story, planted_ship, planted_adventure])
def test_displays_receive_only_what_the_wall_shows(
    planted: Callable[[], Game[Any, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards in hands, unread pages, objectives and a Dealer's notes have planted names."""
    game, random = planted(), Random(7)
    monkeypatch.setattr(games, "find", lambda _name: game)
    app = Application(Settings(data=tmp_path))
    app.connect()
    sessions = app.sessions
    wall = create_app(replace(app.services(), address=None, trusts_this_machine=True)).test_client()
    assert app.broker is not None
    accounts = [app.broker.account(role) for role in ("display", "home")]  # type: ignore[arg-type]
    taps = [Tap(account, f"{account.user}.spy", acknowledges=True) for account in accounts]
    for tap in taps:
        tap.subscribe("#")
    sessions.open(game.name)
    shown: set[str] = set()
    for number in range(30):
        shown |= set(PLANTED.findall(wall.get("/api/tables/t1/snapshot?as=wall").get_data(as_text=True)))
        asked = sessions.snapshot("t1").open
        if not asked:
            break
        prompt = random.choice([one for one in asked if one.at != "menu"] or asked)
        sessions.answer("t1", Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))
    shown |= set(PLANTED.findall(wall.get("/api/tables/t1/snapshot?as=wall").get_data(as_text=True)))
    secrets = [access.password.encode() for access in app.broker._accounts.known.values()]
    for tap in taps:
        tap.drain()
        tap.close()
        assert b'"now"' in tap.bytes and b'"text"' in tap.bytes, "states and events arrive"
        assert set(PLANTED.findall(tap.bytes.decode("utf-8", "replace"))) <= shown
        assert not [secret for secret in secrets if secret in tap.bytes]
    app.stop()
    assert set(PLANTED.findall(repr(sessions.snapshot("t1").state))) - shown, "there was a secret"
