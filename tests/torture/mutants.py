"""Wrong designs in place of the right ones. The simulator must find every harmful one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from sqlalchemy import delete

from companion.messaging import Message, OutboxSender, ReadingConsumer
from companion.schema import Ack, OutboxWindow, Reading, codec, topics
from companion.sessions import AnswerGiven, LogRow, ReceivedReading, SessionManager, TableSession, entries, question_of
from tests.torture.broker import Client
from tests.torture.model import Invariant
from tests.torture.processes import Reader
from tests.torture.storage import DyingLog, DyingOutbox
from tests.torture.world import DISPLAYS, Parts

Outcome: TypeAlias = Literal["committed", "duplicate", "unknown"]


class AckFirst(ReadingConsumer):
    """Acknowledges a reading before it commits it."""

    def _commit(self, message: Message, reading: Reading, kept: OutboxWindow) -> None:
        progress = self._progress_of(reading, kept)
        progress.add(reading.seq, min(kept.oldest, reading.seq))
        ack = codec.encode(Ack(reading.epoch, progress.seq))
        self.bus.publish(topics.ack(reading.table, topics.reader_of(reading.source)), ack, retain=True)
        message.ack()
        self._try_commit(reading)


class HallWithFaultyReadings(SessionManager):
    """Passes each reading through a method that a mutant overrides."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._correct_handle = self.readings.handle
        self.readings.handle = self.handle  # type: ignore[method-assign]

    def handle(self, reading: Reading) -> Outcome:
        return self._correct_handle(reading)


class HallWithoutInbox(HallWithFaultyReadings):
    """Accepts each reading as a new one."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._times = Counter[str]()  # so often a reading came

    def handle(self, reading: Reading) -> Outcome:
        times = self._times[reading.id]
        self._times[reading.id] += 1
        more, whole = times * "+", reading.id if times else ""
        return super().handle(replace(reading, id=reading.id + more, epoch=reading.epoch + more, part_of=whole))


class HallOfNow(HallWithFaultyReadings):
    """A reading answers the question that is open on arrival."""

    def handle(self, reading: Reading) -> Outcome:
        return super().handle(replace(reading, expect=asked_now(self)))


def asked_now(hall: SessionManager) -> str:
    return f"{hall.lit}.{question_of(hall.snapshot(hall.lit).open)}"


class ClientThatSaysItOnce(Client):
    """Publishes nothing again after a reconnect."""

    def _begin(self) -> None:
        self._sent = {}
        self.connected = True
        self._tell()


class LogWithoutReserve(DyingLog):
    """Counts revisions in memory alone."""

    def open(self, table: str, game: str, rows: Sequence[LogRow] = (), _rev: int = 0, *, aside: bool = False) -> None:
        super().open(table, game, rows, aside=aside)

    def save_revision(self, table: str, _rev: int, seq: int = 0, state: str | None = None) -> None:
        super().save_revision(table, 0, seq, state)


class OutboxOfOneEpoch(DyingOutbox):
    """Begins a new file with the epoch and the numbers of the lost one."""

    def __init__(self, path: Any, _epoch: Any, who: str, deaths: Any) -> None:
        super().__init__(path, lambda: f"e-{who[0]}", who, deaths)


class SenderThatGivesUp(OutboxSender):
    """Never resends."""

    def tick(self) -> None:
        return


class ReaderThatGivesUp(Reader):
    senders = SenderThatGivesUp


class HallThatOnlyNotes(SessionManager):
    """Stores every other reading without matching it to a prompt."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._correct_handle = self.readings._handle_new
        self.readings._handle_new = self._handle_new  # type: ignore[method-assign]

    def _handle_new(self, seated: TableSession, reading: Reading, question: str) -> None:
        if reading.seq % 2:
            self._correct_handle(seated, reading, question)
        else:
            self._log.append(seated.name, [], ReceivedReading(reading))


class HallThatChokes(HallWithFaultyReadings):
    """Fails on a reading from before the first question."""

    def handle(self, reading: Reading) -> Outcome:
        assert reading.expect, "what nobody thought of"
        return super().handle(reading)


class LogThatTidies(DyingLog):
    """Deletes undone entries."""

    def append(self, table: str, rows: Sequence[LogRow], received: ReceivedReading | None = None) -> None:
        super().append(table, rows, received)
        for row in rows:
            if row.kind == "undo":
                back = (entries.c.table_id == table) & entries.c.seq.between(row.data["to"] + 1, row.seq - 1)
                with self.database.begin() as connection:
                    connection.execute(delete(entries).where(back))


class LogThatLosesPoints(DyingLog):
    """Writes other values than those of the event."""

    def append(self, table: str, rows: Sequence[LogRow], received: ReceivedReading | None = None) -> None:
        lost = [replace(row, data={"points": 0}) if row.name == "Counted" else row for row in rows]
        super().append(table, lost, received)


class LogWithoutReadings(DyingLog):
    """Keeps tray and doubts in memory alone."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.inbox.of = lambda _table, _most: ()  # type: ignore[method-assign, assignment]


class ClientThatEchoes(Client):
    """Publishes what it receives, like a misconfigured bridge between two brokers."""

    def _deliver(self, message: Message) -> None:
        super()._deliver(message)
        if self.name == DISPLAYS[0]:
            self.publish(message.topic, message.payload)


class ForgetfulHall(SessionManager):
    """Forgets the ids of answers and the numbers of questions at an undo."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._correct_undo = self.history.undo
        self.history.undo = self.undo  # type: ignore[method-assign]

    def undo(self, name: str, to: int, seen: int | None = None, id: str = "") -> None:
        self._correct_undo(name, to, seen, id)
        table = self._shelf.get(name).table
        counting = (entry.what for entry in table.trail.in_force)
        table.known._answers = {what.answer.id for what in counting if isinstance(what, AnswerGiven)}
        table.trail.newest_reversal = 0
        table.run = table._load()


class ConsumerThatTakesEarly(ReadingConsumer):
    """Takes a reading before an older one has arrived."""

    def _is_next(self, *_: Any) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong design, and the invariant that it breaks."""

    parts: Parts
    breaks: Invariant
    seed: int  # a seed that finds it soon
    steps: int = 250


def _mutant(breaks: Invariant, seed: int, steps: int = 250, **parts: Any) -> Mutant:
    return Mutant(Parts(**parts), breaks, seed, steps)


MUTANTS: Mapping[str, Mutant] = {
    "ack before commit": _mutant("acknowledged is kept", 1, consumer=AckFirst),
    "no inbox": _mutant("one roll, one prompt", 1, game="hands", hall=HallWithoutInbox),
    "armed on arrival": _mutant("own question", 1, hall=HallOfNow),
    "view by stripping": _mutant("nothing hidden is sent", 0, game="stripped"),
    "not said again": _mutant("displays are right", 5, client=ClientThatSaysItOnce),
    "revisions in memory": _mutant("revisions rise", 0, log=LogWithoutReserve),
    "one epoch for ever": _mutant("a number is used once", 0, outbox=OutboxOfOneEpoch),
    "an undo that forgets": _mutant("accepted once", 6, hall=ForgetfulHall),
    "taken as it comes": _mutant("in its order", 1, consumer=ConsumerThatTakesEarly),
    "sent once": _mutant("none is lost", 13, reader=ReaderThatGivesUp),
    "noted and not answered": _mutant("what is clear counts", 4, hall=HallThatOnlyNotes),
    "not thought of": _mutant("no surprise", 5, hall=HallThatChokes),
    "an undo that deletes": _mutant("written stays", 4, log=LogThatTidies),
    "written otherwise": _mutant("state is fold", 4, log=LogThatLosesPoints),
    "doubts in memory": _mutant("a restart changes nothing", 5, log=LogWithoutReadings),
    "an echo": _mutant("it comes to rest", 0, 40, client=ClientThatEchoes),
}
