"""Contract of every bus, in memory and over a real broker."""

from __future__ import annotations

import signal
import socket
import threading
import uuid
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from companion.messaging import Bus, BusError, MemoryBus, Message, MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import topics
from tests.messaging.heard import SECONDS, Connection, Heard, wait_for

Net = Callable[..., Bus]


@pytest.fixture(params=["memory", pytest.param("mosquitto", marks=pytest.mark.broker)])
def net(request: pytest.FixtureRequest) -> Iterator[Net]:
    """Start clients of one broker; `prepare` is called before the start."""
    if request.param == "memory":
        first = MemoryBus()

        def connect(role: str, prepare: Callable[[Bus], None] | None = None, name: str = "") -> Bus:
            bus = first.peer()
            if prepare:
                prepare(bus)
            bus.start()
            return bus

        yield connect
        return
    broker, join = request.getfixturevalue(request.param), request.getfixturevalue("join")
    yield lambda role, prepare=None, name="": join(broker, role, prepare=prepare, name=name)


@pytest.fixture
def table() -> str:
    return uuid.uuid4().hex[:12]


class TestEveryBus:
    def test_retained_message_reaches_later_subscribers_until_deleted(self, net: Net, table: str) -> None:
        first, later, last = Heard(), Heard(), Heard()
        rules = net("rules")
        net("reader", lambda bus: bus.subscribe(topics.expect(table), first))
        rules.publish(topics.expect(table), b"now", retain=True)
        assert first.next().payload == b"now"
        rules.publish(topics.expect(table), b"then", retain=True)
        assert not first.next().retain
        net("reader", lambda bus: bus.subscribe(topics.expect(table), later))
        message = later.next()
        assert (message.payload, message.retain) == (b"then", True)
        rules.publish(topics.expect(table), b"", retain=True)
        assert later.next().payload == b""
        net("reader", lambda bus: bus.subscribe(topics.expect(table), last))
        rules.publish(topics.expect(table), b"end")
        assert last.until(b"end") == [], "an empty message deletes it"

    def test_messages_of_one_client_come_in_their_order(self, net: Net, table: str) -> None:
        heard = Heard()
        net("rules", lambda bus: bus.subscribe(topics.reading(table, "+"), heard))
        reader = net("reader")
        for number in range(50):
            reader.publish(topics.reading(table, "cam0"), b"%d" % number)
        assert [heard.next().payload for _ in range(50)] == [b"%d" % number for number in range(50)]

    def test_leaving_says_the_last_will(self, net: Net, table: str) -> None:
        heard = Heard()
        net("rules", lambda bus: bus.subscribe(topics.reader_status(table, "+"), heard))
        reader = net("reader", lambda bus: bus.will(topics.reader_status(table, "cam0"), b"offline"))
        reader.publish(topics.reader_status(table, "cam0"), b"online", retain=True)
        reader.stop()
        assert [heard.next().payload, heard.next().payload] == [b"online", b"offline"]

    def test_handler_defers_work_behind_its_messages(self, net: Net, table: str) -> None:
        later, done = Heard(), Heard()
        bus: list[Bus] = []

        def hear(message: Message) -> None:
            if message.payload == b"say":
                bus[0].publish(topics.expect(table), b"said")
            bus[0].afterwards(lambda: done(message))
            message.ack()

        bus.append(net("rules", lambda bus: bus.subscribe(topics.reading(table, "+"), hear)))
        reader = net("reader", lambda bus: bus.subscribe(topics.expect(table), later))
        for payload in (b"say", b"nothing", b"say"):
            reader.publish(topics.reading(table, "cam0"), payload)
        assert [done.next().payload for _ in range(3)] == [b"say", b"nothing", b"say"]
        assert later.next().payload == b"said"

    def test_failing_handler_does_not_stop_the_bus(
        self, net: Net, table: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        heard = Heard()

        def fragile(message: Message) -> None:
            if message.payload == b"bad":
                raise ValueError(message.payload)
            heard(message)

        net("rules", lambda bus: bus.subscribe(topics.reading(table, "+"), fragile))
        reader = net("reader")
        for payload in (b"bad", b"bad", b"good"):
            reader.publish(topics.reading(table, "cam0"), payload)
        assert heard.next().payload == b"good"
        assert len([record for record in caplog.records if "failed" in record.getMessage()]) == 1

    def test_overlapping_patterns_and_topics_with_marks_are_refused(self, net: Net, table: str) -> None:
        bus = net("rules")
        bus.subscribe(topics.reading(table, "+"), Heard())
        with pytest.raises(BusError, match="overlap"):
            bus.subscribe(f"lamplight/v1/{table}/#", Heard())
        with pytest.raises(BusError, match="nothing can be published"):
            bus.publish(topics.expect("+"), b"")


@pytest.mark.broker
class TestAConnectionThatEndsUnderAHandler:
    """paho holds a lock around the handler while it reports the end of a connection."""

    def test_connection_cut_in_a_handler_is_restored(
        self, mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], table: str
    ) -> None:
        told, states, ends = Heard(), Connection(), [self.cut]

        def hear(message: Message) -> None:
            if ends:
                ends.pop()(rules)
            rules.publish(topics.expect(table), message.payload)
            rules.publish(topics.expect(table), message.payload + b", too")
            message.ack()

        rules = join(mosquitto, "rules", prepare=self.hearing(states, table, hear))
        assert states.next()
        reader = join(mosquitto, "reader", prepare=lambda bus: bus.subscribe(topics.expect(table), told))
        reader.publish(topics.reading(table, "cam0"), b"one")
        assert (states.next(), states.next()) == (False, True)
        assert [told.next().payload for _ in range(2)] == [b"one", b"one, too"]
        reader.publish(topics.reading(table, "cam0"), b"two")
        assert told.next().payload == b"two"

    @staticmethod
    def hearing(states: Connection, table: str, hear: Callable[[Message], None]) -> Callable[[MqttBus], None]:
        """Prepare before connecting: later subscriptions may come behind messages published at once."""

        def prepare(bus: MqttBus) -> None:
            bus.on_connection(states)
            bus.subscribe(topics.reading(table, "+"), hear)

        return prepare

    @staticmethod
    def cut(bus: MqttBus) -> None:
        """Cut the connection as a dying broker does."""
        connection = bus._client.socket()
        assert isinstance(connection, socket.socket)
        connection.shutdown(socket.SHUT_RDWR)

    def test_client_stops_while_a_handler_runs(
        self, mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], table: str
    ) -> None:
        came, states = threading.Event(), Connection()

        def hear(message: Message) -> None:
            came.set()
            wait_for(rules._client.want_write)  # the DISCONNECT packet
            rules.publish(topics.expect(table), message.payload)

        rules = join(mosquitto, "rules", prepare=self.hearing(states, table, hear))
        assert states.next()
        join(mosquitto, "reader").publish(topics.reading(table, "cam0"), b"one")
        assert came.wait(SECONDS)
        stopping = threading.Thread(target=rules.stop, daemon=True)
        stopping.start()
        assert not states.next()
        stopping.join(SECONDS)
        assert not stopping.is_alive()


class TestWhatIsNotAcknowledged:
    @pytest.mark.broker
    def test_unacknowledged_message_returns_to_the_next_process(
        self, mosquitto: object, join: Callable[..., MqttBus], table: str
    ) -> None:
        lost, heard = Heard(acknowledge=False), Heard()
        pattern = topics.reading(table, "+")
        first = join(mosquitto, "rules", name=table, lasting=True, prepare=lambda bus: bus.subscribe(pattern, lost))
        reader = join(mosquitto, "reader")
        reader.publish(topics.reading(table, "cam0"), b"one")
        assert lost.next().payload == b"one"
        first.stop()
        reader.publish(topics.reading(table, "cam0"), b"two")
        join(mosquitto, "rules", name=table, lasting=True, prepare=lambda bus: bus.subscribe(pattern, heard))
        assert [heard.next().payload, heard.next().payload] == [b"one", b"two"]


class TestALostBroker:
    @pytest.mark.broker
    def test_retained_message_is_published_again_after_reconnect(
        self, mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]
    ) -> None:
        states, heard, table = Connection(), Heard(), uuid.uuid4().hex[:12]
        rules = join(mosquitto, "rules", prepare=lambda bus: bus.on_connection(states))
        assert states.next()
        rules.publish(topics.expect(table), b"old", retain=True)
        mosquitto._child.kill()
        assert not states.next()
        rules.publish(topics.expect(table), b"new", retain=True)
        rules.publish(topics.public_event(table), b"gone")
        assert states.next()
        join(mosquitto, "reader", prepare=lambda bus: bus.subscribe(topics.expect(table), heard))
        rules.publish(topics.expect(table), b"end", retain=True)
        assert set(heard.until(b"end")) <= {b"new"}
        assert rules.reconnects == 1

    @pytest.mark.broker
    def test_non_republishing_client_publishes_nothing_retained(
        self, mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]
    ) -> None:
        """Another worker may publish the table, and an old question would replace the newest."""
        states, heard, table = Connection(), Heard(), uuid.uuid4().hex[:12]
        rules = join(mosquitto, "rules", republishes=False, prepare=lambda bus: bus.on_connection(states))
        assert states.next()
        assert rules.wait_published()
        mosquitto._child.send_signal(signal.SIGSTOP)
        rules.publish(topics.expect(table), b"old", retain=True)
        rules.publish(topics.public_event(table), b"passing")
        assert not rules.wait_published()
        mosquitto._child.kill()
        assert (states.next(), states.next()) == (False, True)
        join(mosquitto, "reader", prepare=lambda bus: bus.subscribe(topics.expect(table), heard))
        rules.publish(topics.expect(table), b"end", retain=True)
        assert heard.until(b"end") == []


@pytest.mark.broker
class TestASharedSubscription:
    def test_shared_subscription_delivers_each_message_once(
        self, mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], table: str
    ) -> None:
        came: list[list[bytes]] = [[], []]
        pattern, all_of_them = topics.reading(table, "+"), Heard()

        def hear(messages: list[bytes], message: Message) -> None:
            message.ack()
            messages.append(message.payload)

        for messages in came:
            join(
                mosquitto,
                "rules",
                prepare=lambda bus, messages=messages: bus.subscribe(pattern, partial(hear, messages), group=table),
            )
        join(mosquitto, "rules", prepare=lambda bus: bus.subscribe(pattern, all_of_them))
        reader, sent = join(mosquitto, "reader"), [b"%d" % number for number in range(40)]
        for payload in sent:
            reader.publish(topics.reading(table, "cam0"), payload)
        wait_for(lambda: sum(map(len, came)) >= len(sent))
        assert sorted([*came[0], *came[1]]) == sorted(sent) and all(came)
        assert [all_of_them.next().payload for _ in sent] == sent, "who shares it with nobody hears all"

    def test_client_that_left_the_group_receives_nothing(
        self, mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], table: str
    ) -> None:
        leaving, staying, pattern = Heard(), Heard(), topics.reading(table, "+")
        one = join(mosquitto, "rules", prepare=lambda bus: bus.subscribe(pattern, leaving, group=table))
        join(mosquitto, "rules", prepare=lambda bus: bus.subscribe(pattern, staying, group=table))
        one.unsubscribe(pattern)
        one.publish(topics.expect(table), b"left")
        assert one.wait_published()
        reader, sent = join(mosquitto, "reader"), [b"%d" % number for number in range(10)]
        for payload in sent:
            reader.publish(topics.reading(table, "cam0"), payload)
        assert [staying.next().payload for _ in sent] == sent
