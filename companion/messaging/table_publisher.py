"""What the game under the lamp tells the bus: to readers what is asked, to displays and lights what everybody may see."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.i18n import Say, _
from companion.i18n.languages import ENGLISH, Languages
from companion.messaging.bus import Bus
from companion.messaging.displays import display_messages
from companion.messaging.displays.display_messages import SeatLightPublisher
from companion.presentation import events_since, expect_of, lights_of, newest_entry, state_of, view_of
from companion.schema import TABLE, Alarm, Expectation, PublicState, codec, topics
from companion.sessions import SessionManager, TableSnapshot

NOTHING_PLAYED = _("No game lies under the lamp.")


@dataclass(frozen=True, slots=True)
class CoveredEntries:
    """All entries up to `until`, and of the later ones, where that is covered, those `beyond`."""

    until: int
    beyond: frozenset[int]


class TablePublisher:
    """Tells it at every change, and retained. Safe for threads."""

    def __init__(
        self,
        sessions: SessionManager,
        bus: Bus,
        languages: Languages,
        language: str,
        alarms: Callable[[], tuple[Alarm, ...]] = tuple,
    ) -> None:
        """`language`: of the displays, which have no browser that could be asked; `alarms`: what is wrong now."""
        self._sessions, self._bus, self._place = sessions, bus, sessions.place
        self._languages, self._language = languages, language if languages.has(language) else ENGLISH
        self._find_alarms = alarms
        self._lights = SeatLightPublisher(bus, sessions.place)
        self._lock = threading.RLock()
        self._told = ""  # the table that was told of last
        self._rev = sessions.rev  # of what was told last: it rises with the sessions', and with alarms too
        self._alarms: tuple[Alarm, ...] = ()  # of the readers and of the house, as they were looked for last
        self._is_due = True  # to look for them: something else may be wrong now
        self._heard: dict[str, CoveredEntries] = {}  # of which entries of a table its displays have heard

    def publish_initial(self) -> None:
        """What is so at the start, in place of what was left of the evening before."""
        with self._lock:
            self._is_due = True
            self._publish()

    def _publish(self) -> None:
        self._tell(self._sessions.lit)
        if not self._sessions.lit:
            self._tell_of_nothing()

    def publish_table(self, name: str) -> None:
        """A table has changed; one that is not under the lamp has nothing to say."""
        self._tell(name)

    def _next_rev(self) -> int:
        """A revision for what is said anew though no table has changed."""
        return self._sessions.next_rev()

    def _tell(self, name: str) -> None:
        with self._lock:  # two changes at once: the newer picture must be the one that is retained
            if self._told and not self._sessions.lit:
                self._tell_of_nothing()
            if not name or name != self._sessions.lit:
                return
            self._told = name
            picture = self._sessions.snapshot(name)
            self._rev = picture.rev if picture.rev > self._rev else self._next_rev()
            self._tell_events(picture)
            self._bus.afterwards(partial(self._tell_state, picture, self._rev))

    def _tell_state(self, picture: TableSnapshot, rev: int) -> None:
        """What is so now, unless something newer was told meanwhile: the view takes longer to draw than what happened."""
        with self._lock:
            if rev == self._rev:
                self._bus.publish(topics.expect(self._place), codec.encode(expect_of(picture)), retain=True)
                self._show(picture)
                self._lights.show(lights_of(picture))

    def publish_alarms(self) -> None:
        """A reader says something else of itself, or the house does: displays are told where it is an alarm, or was one."""
        with self._lock:
            before, self._is_due = self._alarms, True
            if self._look_for_alarms() != before:
                self._publish()

    def resume(self, table: str, seq: int, rev: int) -> None:
        """Go on where another process has told of a table up to an entry, and up to a revision."""
        with self._lock:
            self._rev = max(self._rev, rev)
            self._lights.forget()
            if table:
                before = self._heard.get(table, CoveredEntries(0, frozenset()))
                until = max(seq, before.until)
                self._heard[table] = CoveredEntries(until, frozenset(one for one in before.beyond if one > until))

    def heard_until(self, table: str) -> int:
        """The newest entry of a table that was told of; 0 = none was."""
        heard = self._heard.get(table)
        return heard.until if heard is not None else 0

    def expect_alarms(self) -> None:
        """Something else may be wrong: whatever is told next says so. Waits for nobody."""
        self._is_due = True

    def _look_for_alarms(self) -> tuple[Alarm, ...]:
        """What is wrong now; asked for where something may have changed since."""
        if self._is_due:
            self._is_due = False
            self._alarms = self._find_alarms()
        return self._alarms

    def translator_for(self, game: str = "") -> Say:
        """Who says text in the displays' language, at a table of a game."""
        return self._languages.say(self._language, game)

    def _show(self, picture: TableSnapshot) -> None:
        """After the events: it repairs what is missed of them."""
        say = self._words(picture)
        state = state_of(picture, self._rev, self._look_for_alarms(), self._language)
        display_messages.publish(self._bus, self._place, state, view_of(picture, TABLE), say)

    def _words(self, picture: TableSnapshot) -> Say:
        return self.translator_for(picture.game.name)

    def _tell_events(self, picture: TableSnapshot) -> None:
        """Each once; none of what was there before this table was seen for the first time."""
        say = self._words(picture)
        newest, before = newest_entry(picture), self._heard.get(picture.id)
        since, known = (before.until, before.beyond) if before is not None else (newest, frozenset())
        events = events_since(picture, self._rev, since, known)
        for _seq, event in events if before is not None else ():
            display_messages.publish_event(self._bus, self._place, event, say)
        told = known | {seq for seq, _event in events}
        self._heard[picture.id] = CoveredEntries(newest, frozenset(seq for seq in told if seq > newest))

    def _tell_of_nothing(self) -> None:
        """No game lies there: what an evening before has left is none of this one."""
        with self._lock:
            self._rev, self._told = self._next_rev(), ""
            self._bus.publish(topics.expect(self._place), codec.encode(Expectation()), retain=True)
            state = PublicState(self._rev, now=NOTHING_PLAYED, language=self._language, alarms=self._look_for_alarms())
            display_messages.publish(self._bus, self._place, state, say=self.translator_for())
            self._lights.show({})
