"""Search everything that is sent for secrets."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from functools import cache
from random import Random
from typing import Any

from companion.presentation import DeviceContext, build_snapshot
from companion.schema import DEALER, TABLE, Seat, to_json, topics
from companion.sessions import WALL, AnswerGiven, TableSnapshot, question_of
from tests.torture.machine import Idle
from tests.torture.model import Broken
from tests.torture.world import World

CELLARS = frozenset({"cellar", "hands", "stripped"})


def hidden_words(picture: TableSnapshot, seat: Seat) -> Collection[str]:
    """Return the words that this seat must not see. TABLE stands for the public view."""
    return _hidden_in_cellar()(picture.state, seat) if picture.game.name in CELLARS else ()


@cache
def _hidden_in_cellar() -> Any:
    """Import the game while it is installed."""
    from companion.games.cellar import hidden_from  # type: ignore[import-untyped]

    return hidden_from


SAID_TO_ALL = ("state", "event", "light", "expect")
OF_THE_PROCESS = ("id", "rev", "notice")
"""Fields of a snapshot that change with a restart."""


def viewers(picture: TableSnapshot) -> tuple[Seat, ...]:
    """All for whom a snapshot is drawn."""
    return (*picture.setup.seats, *((DEALER,) if picture.game.dealer else ()), TABLE, WALL)


def page_of(picture: TableSnapshot, seat: Seat) -> dict[str, object]:
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
    seat = random.choice(viewers(picture))
    world.screens[seat] = picture.id, picture.open
    remember_public(world, picture)
    world.find(_find_hidden(world, picture, seat, json.dumps(page_of(picture, seat))))
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
            world.find(world.model.note_revision(json.loads(payload)["rev"]))
        if picture is not None and (name in SAID_TO_ALL or topics.parse(topic).seat):
            world.find(_find_hidden(world, picture, TABLE, payload.decode()))
    rules.bus.said.clear()


def remember_public(world: World, picture: TableSnapshot) -> None:
    """Note the planted words that are public by now."""
    if picture.game.name in CELLARS:
        world.model.public.update(picture.state.shown)
    for moment in world.past(picture):
        what = moment.entry.what
        if isinstance(what, AnswerGiven) and (
            what.closes or not what.answer.reading
        ):  # who taps and lays a card shows it
            world.model.public |= world.model.laid_cards.pop((picture.id, question_of((what.prompt,))), frozenset())


def _find_hidden(world: World, picture: TableSnapshot, seat: Seat, sent: str) -> Iterator[Broken]:
    looks_as = TABLE if seat == WALL else seat
    for word in hidden_words(picture, looks_as):
        if word in sent and word not in world.model.public:
            yield Broken("nothing hidden is sent", f"{seat} is sent {word}: {context_of(sent, word)}")


def context_of(sent: str, word: str) -> str:
    """Return the surroundings of a word."""
    place = sent.index(word)
    return f"...{sent[max(0, place - 200) : place + 60]}..."
