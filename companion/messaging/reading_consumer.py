"""The rules service's ear: readings come in, are committed once, and are acknowledged to the reader and then to the broker."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.errors import CodecError, LamplightError, StoreError
from companion.messaging.bus import Bus, Message
from companion.schema import Ack, OutboxWindow, Reading, TopicError, codec, topics

logger = logging.getLogger(__name__)

MOST_COMMIT_TRIES = 20  # attempts to commit one reading, about half a minute of its reader's resends
MOST_READERS = 64  # without a separate account. Each gets a retained ack on a separate topic
MOST_EPOCHS = 1024  # whose progress is cached. Others are looked up in the inbox
HIGHEST_NUMBER = 2**31 - 1  # the range of a column in all databases
MOST_OF_EPOCH, MOST_OF_ID = 64, 160  # letters, as wide as the columns are; ours have 16 and 40
COMMIT_PAUSES = (0.0, 0.004, 0.008, 0.012)  # s between looks, while another process has the one before in hand
MOST_HELD = 1024  # uncommitted readings, which the broker keeps too
MOST_COMPLAINTS = 100  # lines in the log, whatever names a stranger invents
Outcome = Literal["committed", "duplicate", "unknown"]  # unknown = there is no table of that name
CommitReading = Callable[[Reading], Outcome]  # commits; must be safe against the same reading again
CommittedSeq = Callable[
    [str, str, str], int | None
]  # table, source, epoch -> highest seq committed without a gap, None: no row


GiveUp = Callable[[Reading], object]  # notes that it was never taken


class ForeignReadingError(LamplightError):
    """It came on another topic than its own."""

    code = "FOREIGNREADING"


@dataclass(slots=True)
class EpochProgress:
    """Contiguous progress of one epoch of a source."""

    seq: int  # everything up to it is committed
    beyond: set[int] = field(default_factory=set)  # committed after a gap

    def add(self, seq: int, oldest: int) -> None:
        """`seq` is processed, and so, says its reader, is everything below `oldest`."""
        self.beyond.add(seq)
        self.seq = max(self.seq, oldest - 1)
        while self.seq + 1 in self.beyond:
            self.seq += 1
        self.beyond = {later for later in self.beyond if later > self.seq}


class ReadingConsumer:
    """Consume readings for matching tables. Count, log once per reader and drop rejected payloads.

    `commit` stores the reading. After an exception the reading stays unacknowledged and its reader resends it. After
    MOST_COMMIT_TRIES failures it is dropped with `give_up`, else it would block later ones. StoreError never counts. Readings
    of a reader are committed in order, and its reader resends an early one. `committed_seq` queries the inbox for an
    early reading, and for the first of an epoch where the reader sends no window. Without rows the first reading
    counts as the oldest. `own` names readers with accounts, which others cannot displace.
    """

    def __init__(
        self,
        bus: Bus,
        commit: CommitReading,
        committed_seq: CommittedSeq = lambda *_: None,
        own: Collection[str] = (),
        give_up: GiveUp = lambda _reading: None,
    ) -> None:
        self._give_up = give_up
        self.bus, self.commit, self.committed_seq, self._own = bus, commit, committed_seq, frozenset(own)
        self.counts: Counter[str] = Counter()
        """Number of messages by outcome. "early" = left to a resend, "crowded" = ack without retain."""
        self._progress: dict[tuple[str, str, str], EpochProgress] = {}
        self._failures: Counter[str] = Counter()  # by id of the reading
        self._held: dict[str, Callable[[], None]] = {}  # id of an uncommitted reading -> acknowledges its newest copy
        self._complained: set[tuple[str, str]] = set()
        self._readers: set[tuple[str, str]] = set()  # tables and their readers without an account of their own

    def consume(self, message: Message) -> None:
        """Process one untrusted message of the bus."""
        try:
            reading, window = self._read(message)
        except (CodecError, TopicError) as error:
            self._drop(message, "unreadable", str(error))
        except ForeignReadingError as error:
            self._drop(message, "foreign", str(error))
        else:
            self._commit(message, reading, window)

    def close(self) -> None:
        """Acknowledge uncommitted messages, so that the broker drops them. Their readers resend them."""
        while self._held:
            self._held.popitem()[1]()

    def _read(self, message: Message) -> tuple[Reading, OutboxWindow]:
        topic = topics.parse(message.topic)
        reading, window = codec.decode_both(Reading, OutboxWindow, message.payload)
        if reading.table != topic.table or topics.reader_of(reading.source) != topic.reader:
            raise ForeignReadingError(f'it says it is of table "{reading.table[:40]}", source "{reading.source[:40]}"')
        if message.retain:
            raise ForeignReadingError("it is retained, and a reading never is: it may be of another evening")
        if (
            not 1 <= reading.seq <= HIGHEST_NUMBER
            or not is_name(reading.epoch, MOST_OF_EPOCH)
            or not is_name(reading.id, MOST_OF_ID)
        ):
            raise CodecError(f"Reading: epoch, id and a seq from 1 to {HIGHEST_NUMBER} are needed, {reading.seq} came")
        return replace(reading, part_of=""), window

    def _retains_ack(self, table: str, reader: str) -> bool:
        """Return whether acks to this reader are retained. A reader beyond the limit must receive its ack live, or
        resend.
        """
        if reader in self._own or (table, reader) in self._readers:
            return True
        if len(self._readers) < MOST_READERS:
            self._readers.add((table, reader))
            return True
        self.counts["crowded"] += 1
        if self.counts["crowded"] == 1:
            logger.warning("%s is one reader name more than a table can have: its acks are not retained", reader)
        return False

    def _commit(self, message: Message, reading: Reading, window: OutboxWindow) -> None:
        self._hold(reading.id, message)
        progress = self._progress_of(reading, window)
        if not self._is_next(reading, window, progress):
            self.counts["early"] += 1
            return  # unacknowledged: its reader sends it again, after the one before
        outcome = self._try_commit(reading)
        if outcome in {"unknown", "failed"}:
            # acknowledged to the reader: a resend would fail again, and it must not block later ones
            self._drop(message, outcome, f'the reading {reading.id} is not taken at "{reading.table}": {outcome}')
        else:
            self.counts[outcome] += 1
        progress.add(reading.seq, min(window.oldest, reading.seq))
        ack = codec.encode(Ack(reading.epoch, progress.seq))
        name = topics.reader_of(reading.source)
        self.bus.publish(topics.ack(reading.table, name), ack, retain=self._retains_ack(reading.table, name))
        message.ack()
        self._held.pop(reading.id, None)

    def _is_next(self, reading: Reading, window: OutboxWindow, progress: EpochProgress) -> bool:
        """Return False if an earlier reading, still kept by its reader, is missing. Another process may have it."""
        for pause in COMMIT_PAUSES:
            if not window.oldest or reading.seq <= max(progress.seq + 1, window.oldest):
                return True
            time.sleep(pause)
            durable = self.committed_seq(reading.table, reading.source, reading.epoch) or 0
            progress.add(durable, durable + 1)
        return reading.seq <= max(progress.seq + 1, window.oldest)

    def _hold(self, name: str, message: Message) -> None:
        """Keep only the newest copy of an uncommitted reading at the broker, which stops sending after a few
        unacknowledged messages (20 by default in Mosquitto).
        """
        older = self._held.pop(name, None)
        self._held[name] = message.ack
        if older is not None:
            older()
        if len(self._held) > MOST_HELD:
            del self._held[next(iter(self._held))]

    def _try_commit(self, reading: Reading) -> str:
        try:
            outcome = self.commit(reading)
        except StoreError:
            raise  # the reading is not at fault, however long this takes
        except Exception:
            self._failures[reading.id] += 1
            if self._failures[reading.id] < MOST_COMMIT_TRIES:
                raise
            logger.exception(
                "the reading %s could not be committed %s times and is dropped", reading.id, MOST_COMMIT_TRIES
            )
            self._give_up(reading)
            return "failed"
        self._failures.pop(reading.id, None)
        return outcome

    def _progress_of(self, reading: Reading, window: OutboxWindow) -> EpochProgress:
        key = (reading.table, reading.source, reading.epoch)
        if key not in self._progress:
            durable = None if window.oldest else self.committed_seq(*key)
            first = min(window.oldest or reading.seq, reading.seq)
            if len(self._progress) >= MOST_EPOCHS:
                del self._progress[next(iter(self._progress))]
            self._progress[key] = EpochProgress(first - 1 if durable is None else durable)
        return self._progress[key]

    def _drop(self, message: Message, why: str, sentence: str) -> None:
        self.counts[why] += 1
        message.ack()  # sending it again would not make it better
        if (message.topic, why) not in self._complained and len(self._complained) < MOST_COMPLAINTS:
            self._complained.add((message.topic, why))
            # a throw without a game is harmless, and frequent while the table is set up
            level = logging.INFO if why == "unknown" else logging.WARNING
            template = "a message on %s is dropped (%s); the next ones like it are only counted"
            logger.log(level, template, message.topic, sentence)


def is_name(name: str, most: int) -> bool:
    """Return whether every database can store the name. PostgreSQL rejects NUL."""
    return 0 < len(name) <= most and "\0" not in name


def consume_readings(
    bus: Bus,
    table_pattern: str,
    commit: CommitReading,
    committed_seq: CommittedSeq = lambda *_: None,
    own: Collection[str] = (),
    give_up: GiveUp = lambda _reading: None,
) -> ReadingConsumer:
    """Consume the readings of the tables that `table_pattern` names ("t1", or "+" for all); the result has the
    counters.
    """
    ear = ReadingConsumer(bus, commit, committed_seq, own, give_up)
    bus.subscribe(topics.reading(table_pattern, topics.ANY), ear.consume)
    return ear
