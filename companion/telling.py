"""What the game under the lamp tells the bus: to readers what is asked, to displays and lights what everybody may see."""

from __future__ import annotations

import threading
from functools import partial

from companion.bus.bus import Bus
from companion.displays import displays
from companion.displays.lights import Lights
from companion.expecting import expect_of
from companion.lighting import lights_of
from companion.tables.hall import Hall
from companion.web.views import view_of
from companion.wire import codec, topics
from companion.wire.prompt import TABLE
from companion.wording.languages import Languages
from companion.wording.record import Say


class Telling:
    """Tells it at every change, and retained. Safe for threads."""

    def __init__(self, hall: Hall, bus: Bus, place: str, languages: Languages, language: str) -> None:
        """`language`: of the displays, which have no browser that could be asked."""
        self._hall, self._bus, self._place = hall, bus, place
        self._languages, self._language = languages, language
        self._lights = Lights(bus, place)
        self._lock = threading.Lock()

    def begin(self) -> None:
        """What is so at the start, in place of what was left of the evening before."""
        self.tell(self._hall.lit)
        if not self._hall.lit:
            self._lights.show({})

    def tell(self, name: str) -> None:
        """A table has changed; one that is not under the lamp has nothing to say."""
        with self._lock:  # two changes at once: the newer picture must be the one that is retained
            if not name or name != self._hall.lit:
                return
            picture = self._hall.picture(name)
            self._bus.publish(topics.expect(self._place), codec.encode(expect_of(picture)), retain=True)
            view, names = view_of(picture, TABLE), frozenset(picture.setup.names.values())
            displays.publish(self._bus, self._place, picture.rev, view, self._say(picture.game.name, names))
            self._lights.show(lights_of(picture))

    def _say(self, game: str, names: frozenset[str]) -> Say:
        loaded = self._languages.of(self._language)
        return partial(loaded.tongue(game).say, kept=names) if loaded is not None else str
