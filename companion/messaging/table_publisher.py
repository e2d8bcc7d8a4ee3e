"""Publish the state of the lit table: questions to readers, public state to displays and lights.

Public state only: private content goes over HTTP to its seat.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CodecError
from companion.i18n import Say, _
from companion.i18n.languages import ENGLISH, Languages
from companion.messaging.bus import Bus, Publisher
from companion.presentation import (
    ReaderSummary,
    alarms_of,
    events_since,
    expect_of,
    lights_of,
    newest_entry,
    state_of,
    view_of,
)
from companion.schema import (
    DEALER,
    TABLE,
    Alarm,
    Expectation,
    Light,
    PublicEvent,
    PublicState,
    Seat,
    codec,
    to_json,
    topics,
)
from companion.sessions import SessionManager, TableSnapshot

logger = logging.getLogger(__name__)

NOTHING_PLAYED = _("No game lies under the lamp.")
MARKUP_TAG = re.compile(r"</?[a-zA-Z]+(?:=[^<>]*)?>|\[/?[bi]\]")
NAMED_SIGN = re.compile(r"\{([a-z_]+)\}(\s*)(\w*)")
BLANKS = re.compile(r"[ \t]{2,}")
ALL_SEATS: tuple[Seat, ...] = ("1", "2", "3", "4", "5", "6", DEALER)
LIGHT_OFF = b""  # an empty retained payload deletes the message


class AlarmSource:
    """Collect the alarms of the readers and of the installation. Not thread-safe."""

    def __init__(
        self,
        readers: Callable[[], Sequence[ReaderSummary]] = tuple,
        installation: Callable[[], Sequence[Alarm]] = tuple,
    ) -> None:
        self._readers, self._installation = readers, installation
        self._seen: frozenset[str] = frozenset()  # readers that were ready once since the start

    def __call__(self) -> tuple[Alarm, ...]:
        readers = self._readers()
        self._seen |= {reader.reader for reader in readers if reader.state == "ready"}
        return (*alarms_of(readers, self._seen), *self._installation())


class SeatLightPublisher:
    """Publish the lights of one table. The first time it publishes every seat, since an earlier game may have left
    some on. Not thread-safe.
    """

    def __init__(self, bus: Publisher, table: str) -> None:
        self._bus = bus
        self._table = table
        self._shown: dict[Seat, Light | None] = {}

    def forget(self) -> None:
        """Publish every seat the next time: other processes may have changed the lights."""
        self._shown.clear()

    def show(self, lights: Mapping[Seat, Light]) -> None:
        """Let these burn and no others."""
        for seat in (*ALL_SEATS, *(seat for seat in lights if seat not in ALL_SEATS)):
            self._turn(seat, lights.get(seat))

    def _turn(self, seat: Seat, light: Light | None) -> None:
        if seat in self._shown and self._shown[seat] == light:
            return
        self._shown[seat] = light
        if light is None:
            self._bus.publish(topics.public_light(self._table, seat), LIGHT_OFF, retain=True)
        else:
            publish_light(self._bus, self._table, seat, light.colour, light.mood)


@dataclass(frozen=True, slots=True)
class CoveredEntries:
    """All entries up to `until`, and of the later ones, where that is covered, those `beyond`."""

    until: int
    beyond: frozenset[int]


class TablePublisher:
    """Publish the retained state after every change. Thread-safe."""

    def __init__(
        self,
        sessions: SessionManager,
        bus: Bus,
        languages: Languages,
        language: str,
        alarms: Callable[[], tuple[Alarm, ...]] = tuple,
    ) -> None:
        """`language` is for displays, which have no browser setting. `alarms` returns the current ones."""
        self._sessions, self._bus, self._place = sessions, bus, sessions.place
        self._languages, self._language = languages, language if languages.has(language) else ENGLISH
        self._find_alarms = alarms
        self._lights = SeatLightPublisher(bus, sessions.place)
        self._lock = threading.RLock()
        self._published = ""  # the table that was published last
        self._rev = sessions.rev  # published last. It follows the revision of the sessions and rises with alarms too
        self._alarms: tuple[Alarm, ...] = ()  # as collected last
        self._is_due = True  # look for them again: the problems may have changed
        self._covered: dict[str, CoveredEntries] = {}  # table -> entries that its displays have received

    def publish_initial(self) -> None:
        """Publish the state at the start, which replaces that of an earlier run."""
        with self._lock:
            self._is_due = True
            self._publish()

    def _publish(self) -> None:
        self._publish_lit(self._sessions.lit)
        if not self._sessions.lit:
            self._publish_nothing_played()

    def publish_table(self, name: str) -> None:
        """Publish a table after a change. One that is not lit publishes nothing."""
        self._publish_lit(name)

    def _next_rev(self) -> int:
        """Return a revision for publishing without a change of a table."""
        return self._sessions.next_rev()

    def _publish_lit(self, name: str) -> None:
        with self._lock:  # two changes at once: the newer picture must be the one that is retained
            if self._published and not self._sessions.lit:
                self._publish_nothing_played()
            if not name or name != self._sessions.lit:
                return
            self._published = name
            picture = self._sessions.snapshot(name)
            self._rev = picture.rev if picture.rev > self._rev else self._next_rev()
            self._publish_events(picture)
            self._bus.afterwards(partial(self._publish_lit_state, picture, self._rev))

    def _publish_lit_state(self, picture: TableSnapshot, rev: int) -> None:
        """Publish the state unless a newer one was published. Drawing the view takes longer than the events."""
        with self._lock:
            if rev == self._rev:
                self._bus.publish(topics.expect(self._place), codec.encode(expect_of(picture)), retain=True)
                self._publish_view(picture)
                self._lights.show(lights_of(picture))

    def publish_alarms(self) -> None:
        """Publish where the alarms have changed."""
        with self._lock:
            before, self._is_due = self._alarms, True
            if self._look_for_alarms() != before:
                self._publish()

    def resume(self, table: str, seq: int, rev: int) -> None:
        """Continue after the entry and the revision that another process has published."""
        with self._lock:
            self._rev = max(self._rev, rev)
            self._lights.forget()
            if table:
                before = self._covered.get(table, CoveredEntries(0, frozenset()))
                until = max(seq, before.until)
                self._covered[table] = CoveredEntries(
                    until, frozenset(entry for entry in before.beyond if entry > until)
                )

    def covered_until(self, table: str) -> int:
        """Return the newest published entry of a table, 0 = none."""
        covered = self._covered.get(table)
        return covered.until if covered is not None else 0

    def expect_alarms(self) -> None:
        """Collect alarms again with the next state. Does not block."""
        self._is_due = True

    def _look_for_alarms(self) -> tuple[Alarm, ...]:
        """Return the current alarms, collected again where they may have changed."""
        if self._is_due:
            self._is_due = False
            self._alarms = self._find_alarms()
        return self._alarms

    def translator_for(self, game: str = "") -> Say:
        """Return the function that translates text for displays, with the words of a game."""
        return self._languages.say(self._language, game)

    def _publish_view(self, picture: TableSnapshot) -> None:
        """Publish the view after the events, so that it repairs missed ones."""
        say = self.translator_for(picture.game.name)
        state = state_of(picture, self._rev, self._look_for_alarms(), self._language)
        publish_state(self._bus, self._place, state, view_of(picture, TABLE), say)

    def _publish_events(self, picture: TableSnapshot) -> None:
        """Publish each event once, and none from before this table was first seen."""
        say = self.translator_for(picture.game.name)
        newest, before = newest_entry(picture), self._covered.get(picture.id)
        since, known = (before.until, before.beyond) if before is not None else (newest, frozenset())
        events = events_since(picture, self._rev, since, known)
        for _seq, event in events if before is not None else ():
            publish_event(self._bus, self._place, event, say)
        published = known | {seq for seq, _event in events}
        self._covered[picture.id] = CoveredEntries(newest, frozenset(seq for seq in published if seq > newest))

    def _publish_nothing_played(self) -> None:
        """Publish that no game is lit, which replaces the state of an earlier game."""
        with self._lock:
            self._rev, self._published = self._next_rev(), ""
            self._bus.publish(topics.expect(self._place), codec.encode(Expectation()), retain=True)
            state = PublicState(self._rev, now=NOTHING_PLAYED, language=self._language, alarms=self._look_for_alarms())
            publish_state(self._bus, self._place, state, say=self.translator_for())
            self._lights.show({})


def publish_state(bus: Bus, place: str, state: PublicState, public_view: Sequence[object] = (), say: Say = str) -> None:
    """Publish the state and the view of the seat "table", as blocks, in the words of `say`.

    Where the state is too large, publish the fields without the view, marked as cut; where even those are, only the
    revision.
    """
    fields = all_plain(to_json(state, say))
    whole = {**fields, "view": [to_json(block, say) for block in public_view]}
    for content in (whole, {**fields, "cut": True}):
        if (payload := _encode_if_fits(place, state, content)) is not None:
            bus.publish(topics.public_state(place), payload, retain=True)
            return
    least = codec.encode(PublicState(state.rev, state.table, state.game, language=state.language, cut=True))
    bus.publish(topics.public_state(place), least, retain=True)


def publish_event(bus: Bus, place: str, event: PublicEvent, say: Say = str) -> None:
    """Publish a public event. One with too much text is skipped, because the state follows."""
    if (payload := _encode_if_fits(place, event, all_plain(to_json(event, say)))) is not None:
        bus.publish(topics.public_event(place), payload)


def publish_light(bus: Publisher, place: str, seat: str, colour: str, mood: str = "calm") -> None:
    """Publish the edge light of a seat; colour as "#rrggbb"."""
    bus.publish(topics.public_light(place, seat), codec.encode(Light(colour, mood)), retain=True)


def _encode_if_fits(place: str, record: PublicState | PublicEvent, content: dict[str, Any]) -> bytes | None:
    try:
        return codec.encode_json(type(record).__name__, content)
    except CodecError as error:
        logger.info("place=%s rev=%s: the displays are sent less: %s", place, record.rev, error)
        return None


def plain(text: str) -> str:
    """Return a text as it is read aloud: markup is removed and signs become words, unless the word follows anyway.

    >>> plain("<b>Test</b> {lore}: 2 {success} successes")
    'Test lore: 2 successes'
    """
    return BLANKS.sub(" ", NAMED_SIGN.sub(_sign_as_word, MARKUP_TAG.sub("", text)))


def all_plain(value: Any) -> Any:
    """Return the same of every text in JSON values."""
    match value:
        case str():
            return plain(value)
        case list():
            return [all_plain(part) for part in value]
        case dict():
            return {key: all_plain(part) for key, part in value.items()}
        case _:
            return value


def _sign_as_word(match: re.Match[str]) -> str:
    sign, blank, after = match.groups()
    word = sign.replace("_", " ")
    return after if after.lower().startswith(word) else f"{word}{blank}{after}"
