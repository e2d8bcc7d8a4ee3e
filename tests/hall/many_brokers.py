"""What RabbitMQ does otherwise than Mosquitto, asked of three real nodes; and an evening in which one of them dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from companion.messaging import BusError, MqttBus, answer_status_requests
from companion.messaging.broker.accounts import Role
from companion.schema import topics
from tests.hall.evening import CONNECTING, LostReadingError, check
from tests.hall.measured import Span, outside, part
from tests.hall.rabbit import Rabbit
from tests.hall.stage import Stage, answered
from tests.messaging.heard import Heard, wait_for
from tests.postgres import HASTY
from tests.proofs.proof import Numbers, ProofError

LAMPS, WORKERS, SECONDS, EVERY = 24, 2, 75.0, 2.0
NODE_DOWN_AT, NODE_BACK_AT = 15.0, 50.0  # s of the evening
MOST_DARK = 30.0  # s in which everybody is at another node again, and has heard what was asked meanwhile
READERS = 6  # of ours, of which some are at the node that dies
UNACKED = 200  # messages that nobody acknowledges, and behind which others must come
SOON = 20.0  # s
QUIET = 1.0  # s in which nothing comes: only a wait can show that
LAMP, CAMERA = "lamp-900", "vision-cam0"


def held(seed: int, tell: Callable[[str], None]) -> Numbers:
    """Raises ProofError."""
    made: list[Rabbit] = []
    stage = Stage(
        LAMPS, WORKERS, ("pips", "mansions"), *HASTY, broker=lambda folder: made.append(Rabbit(folder)) or made[0]
    )
    try:
        tell("three nodes are there")
        found = Asked(made[0], tell).all()
        stage.wait_served()
        return {**found, **_evening(stage, made[0], seed, tell)}
    except (LostReadingError, AssertionError, BusError) as error:
        tell(stage.last_words() + made[0].last_words())
        raise ProofError(f"{error} Seed {seed}.") from error
    finally:
        stage.stop()


class Asked:
    """The nodes, one question after the other."""

    def __init__(self, rabbit: Rabbit, tell: Callable[[str], None]) -> None:
        self._rabbit, self._tell = rabbit, tell

    def all(self) -> Numbers:
        asked = (self.rights, self.takes_over, self.unacknowledged, self.across, self.cured, self.forgets)
        return {one.__name__.replace("_", " "): one() for one in asked}

    def client(self, node: int, role: Role, name: str) -> MqttBus:
        account = self._rabbit.at(node, role)
        return MqttBus(account, f"{account.user}.{name}")

    def rights(self) -> str:
        """Who asks for too much is sent away, and nothing of it is done."""
        hall, heard = self.client(0, "rules", "listens"), Heard()
        hall.subscribe(topics.of_reader("+", "+", "reading"), heard)
        reader, told = self.client(1, "reader", "curious"), Heard()
        reader.subscribe("lamplight/#", told)
        stranger = MqttBus(self._rabbit.at(0, "display"), "reader.somebody")
        stranger.subscribe(topics.public_state(LAMP), told)
        forger, shown = self.client(1, "reader", "forger"), self.client(2, "reader", "sees")
        shown.subscribe(topics.expect(LAMP), told)
        with running(hall, shown):
            for one in (reader, stranger):
                one.start()
                time.sleep(QUIET)
                assert not one.connected, "it hears what is not its own"
                one.stop()
            forger.start()
            forger.wait_connected(SOON)
            forger.publish(topics.expect(LAMP), b"forged", retain=True)
            time.sleep(QUIET)
            forger.stop()
            hall.publish(topics.expect(LAMP), b"true", retain=True)
            assert told.until(b"true") == [], "something came that was nobody's to hear or say"
        return "each account hears and says what is its own"

    def takes_over(self) -> str:
        """Who comes under a name cuts off who has it, at another node too."""
        first, second = self.client(0, "rules", "same"), self.client(1, "rules", "same")
        for one in (first, second):
            one.subscribe(topics.of_reader("+", "+", "sight"), Heard())
        first.start()
        first.wait_connected(SOON)
        second.start()
        second.wait_connected(SOON)
        wait_for(lambda: not first.connected or first.reconnects > 0)
        first.stop()
        second.stop()
        return "at any node"

    def unacknowledged(self) -> int:
        """Readings that cannot be committed hold up none behind them."""
        hall, heard = self.client(0, "rules", "stalls"), Heard(acknowledge=False)
        hall.subscribe(topics.of_reader("+", "+", "reading"), heard)
        reader = self.client(1, "reader", "many")
        with running(hall, reader):
            for k in range(UNACKED):
                reader.publish(topics.reading(LAMP, CAMERA), b"%d" % k)
            assert len(heard.until(b"%d" % (UNACKED - 1))) == UNACKED - 1
        return UNACKED

    def across(self) -> str:
        """What RabbitMQ does not do: it is why readers and workers say things twice."""
        hall, reader, late = self.client(2, "rules", "says"), self.client(0, "reader", "late"), Heard()
        reader.subscribe(topics.expect(LAMP), late)
        pattern, heard = self.client(2, "rules", "asks"), Heard()
        pattern.subscribe(topics.of_reader("+", "+", "status"), heard)
        with running(hall):
            hall.publish(topics.expect(LAMP), b"kept", retain=True)
            time.sleep(QUIET)
            with running(reader):
                reader.publish(topics.reader_status(LAMP, CAMERA), b"kept", retain=True)
                time.sleep(QUIET)
                hall.publish(topics.expect(LAMP), b"new", retain=True)
                other_node = not late.until(b"new")
                with running(pattern):
                    reader.publish(topics.reader_status(LAMP, "other"), b"new")
                    by_pattern = not heard.until(b"new")
        told = {"at another node": other_node, "to a pattern": by_pattern}
        return f"what is retained is not handed out {' nor '.join(what for what, so in told.items() if so)}"

    def cured(self) -> str:
        """And that it is enough: a worker that begins hears of readers that were there before, at another node."""
        reader, hall, heard = self.client(0, "reader", "there"), self.client(2, "rules", "begins"), Heard()
        answer_status_requests(reader, LAMP)
        hall.subscribe(topics.of_reader(LAMP, topics.ANY, "status"), heard)
        with running(reader):
            reader.publish(topics.reader_status(LAMP, CAMERA), b"online", retain=True)
            time.sleep(QUIET)
            with running(hall):
                hall.publish(topics.table_status(LAMP), b"online", retain=True)
                assert heard.next().payload == b"online"
        return "a worker that begins hears of its readers"

    def forgets(self) -> str:
        """Every queue has an end."""
        lasting = MqttBus(self._rabbit.at(0, "reader"), "reader.lasting", lasting=True)
        lasting.subscribe(topics.expect(LAMP), Heard())
        with running(lasting):
            told = self._rabbit.nodes[0].ask("list_queues", "-p", "lamplight", "name", "policy", "type")
        own = [line.split() for line in told.splitlines() if "reader.lasting" in line]
        assert own and own[0][1:] == ["away", "quorum"], told
        return "after an hour"


class running:  # noqa: N801 - reads as a word
    """Clients from here to there."""

    def __init__(self, *clients: MqttBus) -> None:
        self._clients = clients

    def __enter__(self) -> None:
        for client in self._clients:
            client.start()
        for client in self._clients:
            client.wait_connected(SOON)

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            client.stop()


def _evening(stage: Stage, rabbit: Rabbit, seed: int, tell: Callable[[str], None]) -> Numbers:
    began = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        saying = pool.submit(stage.crowd(SECONDS, EVERY, seed).said)
        readers = _readers(stage)
        time.sleep(NODE_DOWN_AT)
        down = Span(time.monotonic(), time.monotonic() + MOST_DARK)
        rabbit.nodes[0].kill()
        wait_for(lambda: not all(one.connected for one in readers))
        wait_for(lambda: all(one.connected for one in readers), MOST_DARK)
        again = time.monotonic() - down.begin
        tell(f"a node was killed; our readers were at another after {again:.1f} s")
        time.sleep(max(0.0, NODE_BACK_AT - NODE_DOWN_AT - again))
        begun = time.monotonic()
        rabbit.nodes[0].begin()
        rabbit.nodes[0].wait()
        back = Span(begun, time.monotonic() + CONNECTING)  # the others wait for it while it joins them
        tell(f"it has joined them again in {time.monotonic() - begun:.0f} s")
        said = saying.result()
        for one in readers:
            one.stop()
    tell(f"laid unanswered or late: {_odd(stage, said, down.begin)}")
    numbers = check(stage, said, [down, back])
    calm = outside(said["laid"], [down, back])
    longest = max(one["acked"] - one["at"] for one in said["laid"])
    return {
        "readings": numbers,
        "reading to resolution, ms": {"median": part(calm, 0.5), "p99": part(calm, 0.99)},
        "until the node had joined the others again, s": round(back.end - CONNECTING - begun, 1),
        "with those that touch the two, p99, ms": part(outside(said["laid"], ()), 0.99),
        "until our readers were at another node, s": round(again, 1),
        "the longest of them, s": round(longest, 1),
        "seconds": round(time.monotonic() - began),
    }


def _readers(stage: Stage) -> list[MqttBus]:
    """Some, wherever what stands before the nodes leads them."""
    account = stage.broker.account("reader")
    made = [MqttBus(account, f"{account.user}.own-{k}") for k in range(READERS)]
    for one in made:
        one.subscribe(topics.expect(LAMP), Heard())
        one.start()
    for one in made:
        one.wait_connected(SOON)
    return made


def _odd(stage: Stage, said: Mapping[str, Any], zero: float) -> list[tuple[str, float, float]]:
    """Readings that answered nothing, with the s at which they were laid and acknowledged, from a kill on."""
    counts = answered(stage.engine, stage.lamps)
    odd = [one for one in said["laid"] if one["sure"] and one["id"] not in counts]
    return [(one["id"], round(one["at"] - zero, 1), round(one["acked"] - zero, 1)) for one in odd]
