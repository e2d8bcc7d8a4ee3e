"""Texts that players read in golden and random games, and missing translations.

`python -m tests.games.said LANGUAGE [GAME] [EVENINGS]` names them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from gettext import NullTranslations
from random import Random
from typing import Any, get_type_hints

from companion import games
from companion.engine import Game
from companion.i18n import Text
from companion.i18n.catalogues import read_messages
from companion.i18n.render import Renderer
from companion.presentation import DeviceContext, build_snapshot, seats
from companion.scenarios.random_player import RandomPlayer
from companion.schema import TABLE, WORDS, Refused
from companion.sessions import AnswerGiven, GameTable, RuleError, TableSession, snapshot_of
from tests.games.chances import NAMES, any_answer, any_setup
from tests.games.golden import course, scripts
from tests.tools.words.template import domains, template

TYPED = frozenset(
    (
        *("Cellar thing", "Pale man", "The hall", "The cellar", "The pier is closed", "Picklock", "Crowbar"),
        *("Turn one lock", "The locksmith", "Tom has promised the cataloguer a book", "The wet year", "nonsense"),
        *("Nobody", "Name", "Words", "Tom", *NAMES),
    )
)
"""Names and texts that golden and random players type."""
EVERY = 9  # moments between looks at all pages
ANSWERS = 150
NONSENSE = (("nonsense",), ("-1",), ("1", "2", "3", "4", "5", "6", "7", "8", "9"))
WORD = re.compile(r"[^\W\d_]{2}")
HOLE = re.compile(r"\{[^{}]*\}")


@cache
def own_contexts() -> frozenset[str]:
    """Return the contexts named by the sources. All others are forms of names."""
    found = (message.context for domain in domains() for message in template(domain))
    return frozenset(context for context in found if isinstance(context, str))


class Missing(NullTranslations):
    """The end of a chain of catalogues. It collects messages without translation."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    def gettext(self, message: str) -> str:
        self.messages.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return the name itself for a missing form, which was looked up before."""
        return self.gettext(message) if context in own_contexts() else message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        del context
        return self.ngettext(msgid1, msgid2, n)


class Listener:
    """Read records like a device with this language."""

    def __init__(self, language: str, game: str) -> None:
        self._missing = Missing()
        chain = read_messages(language, game, None)
        chain.add_fallback(self._missing)
        self._renderer = Renderer(language, chain)
        self.strings: set[str] = set()  # untyped strings where text is expected
        self.heard = 0

    @property
    def lacks(self) -> list[str]:
        return sorted(
            one
            for one in self._missing.messages | self.strings
            if WORD.search(HOLE.sub("", one)) and one.rstrip(".") not in TYPED
        )

    def hear(self, value: Any) -> None:
        """Read all texts in a value."""
        match value:
            case Text():
                self.heard += 1
                self._renderer.say(value)
            case tuple() | list():
                for one in value:
                    self.hear(one)
            case dict():
                self.hear(list(value.values()))
            case _ if is_dataclass(value) and not isinstance(value, type):
                for name, is_read in _fields(type(value)):
                    inner = getattr(value, name)
                    self.hear(inner)
                    if is_read and isinstance(inner, str):
                        self.strings.add(inner)


@cache
def _fields(cls: type) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a record, each with True if people read it."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple((field.name, WORDS in getattr(hints[field.name], "__metadata__", ())) for field in fields(cls))


def golden(game: str) -> Iterator[GameTable[Any, Any]]:
    """Yield the golden games of a game, played to their ends."""
    for name in scripts(game):
        played = course(game, name)
        played.play()
        yield played.table


def by_chance(game: Game[Any, Any], seed: int, refused: list[Any]) -> GameTable[Any, Any]:
    """Play a random game to its end or to a limit. Refusals are added to a list."""
    random = Random(seed)
    table, player = GameTable.begin(game, any_setup(game, random)), RandomPlayer(Random(seed))
    for number in range(ANSWERS):
        if not table.open:
            break
        one = player.answer(table.run) if game.name == "mansions" else any_answer(table.open, random, number)
        for answer in (replace(one, values=random.choice(NONSENSE)), one) if number % EVERY == 0 else (one,):
            try:
                table.answer(answer)
            except Refused as no:
                refused.append(no.sentence)
            except RuleError:
                continue
    return table


def met(table: GameTable[Any, Any]) -> Iterator[Any]:
    """Yield all records that players read: each seat's page, the log, the prompts."""
    game, picture = table.game, snapshot_of(TableSession("t", table), "left")
    room = DeviceContext("boot", 1, "assets", frozenset(), {}, (), "", None)
    everybody = (*seats(picture), TABLE)
    for place, moment in enumerate(table.known.states):
        yield [game.tell(moment.state, event, seat) for event in moment.entry.establishes for seat in everybody]
        if isinstance(moment.entry.what, AnswerGiven):
            yield moment.entry.what.prompt
        if place % EVERY == 0:
            yield [game.view(moment.state, seat) for seat in everybody]
    yield [build_snapshot(picture, seat, room) for seat in everybody]


def listen(language: str, name: str, evenings: int) -> Listener:
    """Listen to the golden games of a game, to random ones and to the texts before them."""
    game, listener, refused = games.find(name), Listener(language, name), []
    listener.hear([game.title, game.blurb, game.form, [sheet.form for sheet in game.sheets.values()]])
    for sheet in game.sheets.values():
        for data in sheet.shipped().values():
            listener.hear([sheet.proof(data), sheet.note(data) if sheet.note else ""])
    tables = [
        *golden(name),
        *(by_chance(game, seed, refused) for seed in range(evenings)),
    ]
    for table in tables:
        listener.hear(list(met(table)))
    listener.hear(refused)
    return listener


if __name__ == "__main__":
    language, which, count = (*sys.argv[1:], *("", "", "8")[len(sys.argv) - 1 :])
    for one in [which] if which else games.names():
        found = listen(language, one, int(count))
        print(f"# {one}: {found.heard} texts, {len(found.lacks)} missing", *map(repr, found.lacks), sep="\n")
