"""Faults and repairs. Each returns a line for the log, or Idle without an effect."""

from __future__ import annotations

from random import Random

from tests.torture.machine import Idle
from tests.torture.storage import RULES
from tests.torture.world import DISPLAYS, World

DEEPEST = 40  # commit points until a process that is to die does


def doom(world: World, random: Random) -> str:
    """Let a process die at one of its next commit points."""
    who, points = random.choice((RULES, RULES, *world.outboxes)), random.randint(1, DEEPEST)
    world.deaths.arm(who, points)
    return f"{who} will die at its {points}. commit point"


def kill(world: World, random: Random) -> str:
    """Kill a process between two actions."""
    who = random.choice((RULES, *world.outboxes, *DISPLAYS))
    if who in world.dead:
        return Idle("it is dead already")
    world.kill(who)
    return who


def start(world: World, random: Random) -> str:
    """Restart a dead process."""
    if not world.dead:
        return Idle("all live")
    who = random.choice(world.dead)
    world.start(who)
    return who


def cut(world: World, random: Random) -> str:
    """Break a connection."""
    linked = [client for client in world.clients.values() if client.is_linked]
    if not linked:
        return Idle("nobody is connected")
    client = random.choice(linked)
    arrive = random.randint(0, len(world.broker.links[client.name].up))
    world.broker.cut(client, arrive)
    return f"{client.name}, {arrive} packets arrive"


def connect(world: World, random: Random) -> str:
    """Reconnect one lost client, or all at once."""
    lost = [client for client in world.clients.values() if not client.is_linked]
    if not lost or not world.broker.is_up:
        return Idle("nobody can")
    tries = random.choice((lost, [random.choice(lost)]))
    for client in tries:
        client.start()
    return ", ".join(client.name for client in tries)


def broker_dies(world: World, random: Random) -> str:
    """Stop the broker. It will return with an older store, or none."""
    if not world.broker.is_up:
        return Idle("it is dead already")
    back = random.randint(0, 3)
    world.broker.die(back)
    return f"with its store of {back} saves ago" if back else "and its store is gone"


def broker_begins(world: World, _random: Random) -> str:
    if world.broker.is_up:
        return Idle("it runs")
    world.broker.begin()
    return "it runs"


def save(world: World, _random: Random) -> str:
    """Save the broker's store."""
    if not world.broker.is_up:
        return Idle("it is dead")
    world.broker.save()
    return f"{len(world.broker.retained)} retained"


def power_cut(world: World, _random: Random) -> str:
    world.power_cut()
    return "everything is dark"


def lose_outbox(world: World, random: Random) -> str:
    """Delete the outbox of a reader, so that its next one begins a new epoch."""
    source = random.choice(tuple(world.outboxes))
    if source not in world.readers:
        return Idle("nobody has it open")
    world.lose_outbox(source)
    return source


def refuse(world: World, _random: Random) -> str:
    """Refuse writes of the rules."""
    if world.rules is None or world.fails:
        return Idle("nobody notices")
    world.rules.log.refuses = True
    return "nothing can be written"


def database_goes(world: World, random: Random) -> str:
    """Lose the database in its next commit, as over a network."""
    if world.rules is None or world.fails or world.rules.log.goes:
        return Idle("nobody notices")
    world.rules.log.goes = random.choice(("before", "after"))
    return f"just {world.rules.log.goes} it has committed"


def accept(world: World, _random: Random) -> str:
    if not world.fails:
        return Idle("it does already")
    world.accept()
    return "all can be written"


def jump(world: World, random: Random) -> str:
    """Set the wall clock."""
    return f"by {world.clock.jump(random):+.0f} s"
