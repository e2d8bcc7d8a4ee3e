"""Repair everything until nothing is under way, then check all invariants."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.i18n.languages import ENGLISH
from companion.messaging import MemoryBus
from companion.messaging.table_publisher import AlarmSource, TablePublisher
from companion.schema import Seat, topics
from companion.sessions import GameTable, SessionManager, to_entry
from companion.sessions.table.prompts import VIRTUAL
from tests.torture.model import Broken
from tests.torture.privacy import OF_THE_PROCESS, look_at_said, page_of, viewers
from tests.torture.processes import PLACE, THERE, Rules, no_languages
from tests.torture.storage import RULES
from tests.torture.world import World

ROUNDS = 40  # of sending again, until everything has arrived
PACKETS = 3000  # of one round
WAIT = 2.0  # s between two: longer than any back-off

Pages = dict[tuple[str, Seat], dict[str, Any]]


def repair_all(world: World) -> None:
    """Repair everything and continue until nothing is under way."""
    _repair(world)
    _reconnect(world)
    for _ in range(ROUNDS):
        _carry_all(world)
        if world.broken or not any(reader.outbox.waiting for reader in world.readers.values()):
            break
        world.clock.pass_by(WAIT)
        for reader in world.readers.values():
            reader.sender.tick()
    world.drain()
    look_at_said(world)


def _repair(world: World) -> None:
    for who in (RULES, *world.outboxes):
        world.deaths.spare(who)
    world.accept()
    world.broker.begin()
    for who in world.dead:
        world.start(who)
    for client in world.clients.values():
        client.start()
    if world.rules is not None:
        world.rules.hall.tables.recover()


def _reconnect(world: World) -> None:
    """Reconnect the rules: the broker sends unconfirmed messages of a lost outbox only to a new connection."""
    _carry_all(world)
    if world.rules is not None and world.broker.sessions[RULES].unconfirmed:
        world.broker.cut(world.rules.bus, 0)
        world.rules.bus.start()


def _carry_all(world: World) -> None:
    for _ in range(PACKETS):
        ways = world.under_way()
        if not ways:
            return
        world.carry(*ways[0])
    world.broke("it comes to rest", f"{PACKETS} packets, and there is no end of them")


def check(world: World, random: Random) -> None:
    """Check all invariants at rest, and restart the rules in between."""
    assert world.rules is not None, "everything was mended"
    world.find(world.model.check_all([reader.outbox.epoch for reader in world.readers.values()]))
    world.find(_check_folds(world.rules))
    world.find(_check_displays(world, world.rules))
    before = pages(world.rules.hall)
    if random.random() < 0.5:
        _stop(world)
    world.kill(RULES)
    world.start(RULES)
    repair_all(world)
    world.find(_compare_pages(before, pages(world.rules.hall)))
    world.find(_check_displays(world, world.rules))


def _stop(world: World) -> None:
    """Politely: with a good-bye to the broker."""
    assert world.rules is not None, "it runs"
    world.rules.bus.stop()


def _check_folds(rules: Rules) -> Iterator[Broken]:
    for name in rules.hall.ids():
        picture = rules.hall.snapshot(name)
        stored = [to_entry(picture.game, row) for row in rules.log.read(name)]
        afresh, state = GameTable(picture.game, stored), picture.game.setup(picture.setup)
        for moment in afresh.known.states:
            for fact in moment.entry.establishes:
                state = picture.game.apply(state, fact)
        if not afresh.run.state == state == picture.state or afresh.open != picture.open:
            yield Broken("state is fold", f"{name} stands otherwise than its log tells")


def _check_displays(world: World, rules: Rules) -> Iterator[Broken]:
    """Compare displays, lights and readers with a freshly made publication."""
    truth = MemoryBus()
    truth.start()
    TablePublisher(rules.hall, truth, no_languages(), ENGLISH, AlarmSource(lambda: (THERE,))).publish_initial()
    retained = truth.broker.retained
    state, expect = json.loads(retained[topics.public_state(PLACE)]), retained[topics.expect(PLACE)]
    lights = {topics.parse(topic).seat: payload for topic, payload in retained.items() if "/light/" in topic}
    for name, display in world.displays.items():
        if without_rev(display.state) != without_rev(state):
            yield Broken("displays are right", f"{name} shows revision {display.rev}, and that is not so")
        if {seat: payload for seat, payload in display.lights.items() if payload} != lights:
            yield Broken("displays are right", f"{name} has lights burn as {display.lights}, retained is {lights}")
    for source, reader in world.readers.items():
        if reader.expect.expect != json.loads(expect)["expect"]:
            yield Broken("displays are right", f"{source} looks for {reader.expect.expect}")


def without_rev(state: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name != "rev"}


def pages(hall: SessionManager) -> Pages:
    """Return the pages of all seats of every table, without fields that change with the process."""
    found = {}
    for name in hall.ids():
        picture = hall.snapshot(name)
        for seat in viewers(picture):
            sent = page_of(picture, seat)
            found[name, seat] = {key: value for key, value in sent.items() if key not in OF_THE_PROCESS}
    return found | {("lamp", ""): {"lit": hall.lit}}


def _may_differ(key: str, before: Any, after: Any) -> bool:
    """Return whether a restart may change the tray: virtual throws are not readings, the owner of an old card is not stored,
    and a late decision sorts below newer things.
    """
    return key == "tray" and (
        after is None or (before is not None and (before["source"] == VIRTUAL or before["taken"]))
    )


def _compare_pages(before: Pages, after: Pages) -> Iterator[Broken]:
    for whom in before.keys() | after.keys():
        one, other = before.get(whom, {}), after.get(whom, {})
        for key in one.keys() | other.keys():
            if one.get(key) != other.get(key) and not _may_differ(key, one.get(key), other.get(key)):
                sentence = f"{key} of {whom} was {one.get(key)!r:.300} and is {other.get(key)!r:.300}"
                yield Broken("a restart changes nothing", sentence)
