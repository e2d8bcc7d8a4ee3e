"""Search everything that is sent for secrets."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from companion import games
from companion.presentation import DeviceContext, build_snapshot
from companion.schema import DEALER, TABLE, Seat, to_json, topics
from companion.sessions import WALL, AnswerGiven, LogState, TableSnapshot, question_of
from tests.torture.machine import Idle
from tests.torture.model import Broken
from tests.torture.world import World

CELLARS = frozenset({"cellar", "hands", "stripped"})


def shown_so_far(picture: TableSnapshot, past: Sequence[LogState[Any, Any]]) -> Collection[str]:
    """Return the planted words that are public by now. `past` holds all moments."""
    if picture.game.name in CELLARS:
        return tuple(picture.state.shown)
    if picture.game.name == "planted_duel":
        opened = {moment.state.scene for moment in past}
        titles = {scene.title for scene in picture.state.adventure.scenes if scene.id in opened}
        return titles | {moment.state.passage for moment in past}
    return ()


def hidden(picture: TableSnapshot, seat: Seat) -> Collection[str]:
    """Return the words that this seat must not see. TABLE stands for the public view."""
    if picture.game.name in CELLARS:
        return _cellar()(picture.state, seat)  # type: ignore[no-any-return]
    if picture.game.name == "planted_duel" and seat != DEALER:
        return _pages()
    return ()


@cache
def _cellar() -> Any:
    """It is on the shelf only while the torture runs."""
    from companion.games.cellar import hidden_from  # type: ignore[import-untyped]

    return hidden_from


@cache
def _pages() -> frozenset[str]:
    """Return the words of the one adventure that is played."""
    game = games.find("planted_duel")
    scenes = game.setup(game.sample).adventure.scenes
    calls = [words for scene in scenes for call in scene.calls for words in (call.title, call.passed, call.failed)]
    pages = [words for scene in scenes for words in (scene.notes, scene.title, scene.read)]
    return frozenset(words for words in (*calls, *pages) if words)


SAID_TO_ALL = ("state", "event", "light", "expect")
OF_THE_PROCESS = ("id", "rev", "notice")
"""Fields of a snapshot that change with a restart."""


def eyes(picture: TableSnapshot) -> tuple[Seat, ...]:
    """All for whom a snapshot is drawn."""
    return (*picture.setup.seats, *((DEALER,) if picture.game.dealer else ()), TABLE, WALL)


def drawn(picture: TableSnapshot, seat: Seat) -> dict[str, object]:
    """Return the snapshot of this seat's own device."""
    claimed = frozenset(picture.setup.seats) | {DEALER}
    room = DeviceContext("boot", 1, "assets", claimed, {}, (), "", None)
    sent: dict[str, object] = to_json(build_snapshot(picture, seat, room))
    return sent


def look_at_page(world: World, random: Random) -> str:
    """Draw the page of a random seat."""
    picture = world.picture()
    if picture is None:
        return Idle("a page is not answered")
    seat = random.choice(eyes(picture))
    world.screens[seat] = picture.id, picture.open
    remember_public(world, picture)
    world.find(_tells(world, picture, seat, json.dumps(drawn(picture, seat))))
    return f"the page of {seat} is drawn, rev {picture.rev}"


def look_at_said(world: World) -> None:
    """Check the messages that the rules published since the last call."""
    rules = world.rules
    if rules is None or not rules.bus.said:
        return
    picture = world.picture()
    if picture is not None:
        remember_public(world, picture)
    for topic, payload in rules.bus.said:
        name = topic.split("/")[-1]
        if name == "state":
            world.find(world.model.says(json.loads(payload)["rev"]))
        if picture is not None and (name in SAID_TO_ALL or topics.parse(topic).seat):
            world.find(_tells(world, picture, TABLE, payload.decode()))
    rules.bus.said.clear()


def remember_public(world: World, picture: TableSnapshot) -> None:
    past = world.past(picture)
    world.model.public.update(shown_so_far(picture, past))
    for moment in past:
        what = moment.entry.what
        if isinstance(what, AnswerGiven) and (
            what.closes or not what.answer.reading
        ):  # who taps and lays a card shows it
            world.model.public |= world.model.laid.pop((picture.id, question_of((what.prompt,))), frozenset())


def _tells(world: World, picture: TableSnapshot, seat: Seat, sent: str) -> Iterator[Broken]:
    if seat != DEALER:
        world.sent.update(sent.encode())
    looks_as = TABLE if seat == WALL else seat
    for word in hidden(picture, looks_as):
        if word in sent and word not in world.model.public:
            yield Broken("nothing hidden is sent", f"{seat} is sent {word}: {around(sent, word)}")


def around(sent: str, word: str) -> str:
    """Return the surroundings of a word."""
    place = sent.index(word)
    return f"...{sent[max(0, place - 200) : place + 60]}..."
