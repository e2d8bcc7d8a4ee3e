"""Every message of a whole game of each kind, over a real broker, is as the document says.

One of each here. `LAMPLIGHT_GAMES=50` plays so many of each, with every number of people, see docs/development.md.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from companion import games
from companion.app import Application
from companion.messaging import BrokerCredentials, Message
from companion.schema import topics
from companion.settings import BrokerSettings, Settings
from tests.asyncapi import fits
from tests.asyncapi.evening import play
from tests.asyncapi.listener import Listener, open_broker

pytestmark = pytest.mark.broker

EVENINGS = int(os.environ.get("LAMPLIGHT_GAMES", "1"))
LEAST = {"table_status", "expect", "public_state", "public_event", "public_light", "discovery"}
"""Channels that each game must use."""


class Evening(NamedTuple):
    """A whole game."""

    answers: int
    heard: list[Message]  # during the game and at the end of the server
    kept: list[Message]  # for a later subscriber


def whole_game(folder: Path, game: str, seed: int) -> Evening:
    with open_broker(folder) as account:
        with Listener(account) as listener:
            house = house_at(account, folder / "house")
            house.connect()
            answers = play(house.sessions, game, seed)
            house.stop()
            listener.until(topics.table_status(house.settings.place), b"offline")
        with Listener(account) as late:
            late.catch_up()
        return Evening(answers, listener.heard, late.heard)


def house_at(account: BrokerCredentials, data: Path) -> Application:
    """With the rules and their bus; no page is served."""
    broker = BrokerSettings(kind="external", host=account.host, port=account.port)
    return Application(Settings(data=data, broker=broker))


@pytest.mark.parametrize("seed", range(1, EVENINGS + 1))  # the sample, seed 0, is the longest
@pytest.mark.parametrize("game", games.names())
def test_every_message_of_a_whole_game_fits_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    monkeypatch.setattr(
        "companion.table_runtime.SystemRandom", lambda: Random(seed)
    )  # chance of the server: the same game each time
    told, evening = fits.read(), whole_game(tmp_path, game, seed)
    met = {told.channel(message.topic) for message in evening.heard}
    states = [m for m in evening.heard if told.channel(m.topic) == "public_state"]
    assert met >= LEAST
    assert len(states) > evening.answers / 2 > 0  # refusals are not published
    assert [said for m in evening.heard if (said := told.trouble(m.topic, m.payload))] == []
    last = {m.topic: m.payload for m in evening.heard if told.retained(m.topic)}
    assert {m.topic: m.payload for m in evening.kept} == {topic: payload for topic, payload in last.items() if payload}
