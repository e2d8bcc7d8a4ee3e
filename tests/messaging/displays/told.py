"""A table on a bus in memory, for tests of displays."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

from companion.i18n.languages import Languages
from companion.messaging import MemoryBus, Message
from companion.messaging.table_publisher import AlarmSource, TablePublisher
from companion.presentation.responses import ReaderSummary
from companion.schema import Answer, PublicEvent, PublicState, Refused, codec, topics
from companion.sessions import SessionManager
from tests.games.course import possible
from tests.listeners import OnChange
from tests.new_log import new_log

NUMBERS = count()  # of answers
LANGUAGES = Languages()
"""Shared, so each language is loaded once."""


class Told:
    """Sessions, their publisher, and a display."""

    def __init__(self, folder: Path, language: str = "") -> None:
        self.log = new_log(folder)
        self.hall = SessionManager(self.log, Random(1))
        self.bus = MemoryBus()
        self.senses: tuple[ReaderSummary, ...] = ()
        self.telling = TablePublisher(self.hall, self.bus, LANGUAGES, language, AlarmSource(lambda: self.senses))
        self.hall.add_listener(OnChange(self.telling.publish_table))
        self.events: list[PublicEvent] = []
        display = self.bus.peer()
        display.subscribe(topics.public_event("lamp"), self._hear)
        for bus in (self.bus, display):
            bus.start()
        self.telling.publish_initial()

    def _hear(self, message: Message) -> None:
        message.ack()
        self.events.append(codec.decode(PublicEvent, message.payload))

    @property
    def state(self) -> PublicState:
        return codec.decode(PublicState, self.bus.broker.retained[topics.public_state("lamp")])

    def tap(self, *values: str, place: int = 0) -> None:
        prompt = self.hall.snapshot("t1").open[place]
        self.hall.answer("t1", Answer(f"{prompt.id}{values}", prompt.id, values, prompt.seat))

    def by_chance(self, random: Random, answers: int) -> None:
        play_by_chance(self.hall, random, answers)

    def close(self) -> None:
        self.log.close()

    def heard(self) -> list[str]:
        """Return texts of events since the last call."""
        told, self.events = [event.text for event in self.events], []
        return told


def play_by_chance(sessions: SessionManager, random: Random, answers: int) -> None:
    """Give so many random answers, at most until the game ends; a refused one counts."""
    for _ in range(answers):
        prompts = sessions.snapshot(sessions.lit).open
        if not prompts:
            return
        prompt = random.choice([prompt for prompt in prompts if prompt.at != "menu"] or prompts)
        with suppress(Refused):
            sessions.answer(sessions.lit, Answer(f"c{next(NUMBERS)}", prompt.id, possible(prompt, random), prompt.seat))
