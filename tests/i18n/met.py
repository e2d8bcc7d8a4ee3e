"""What people meet at a table: every text of whole evenings, golden ones and ones that chance plays.

`python -m tests.i18n.met LANGUAGE [GAME] [EVENINGS]` tells what of it the language lacks, the most frequent first.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from companion import games
from companion.engine import Game
from companion.i18n.languages import files_of
from companion.i18n.number_format import figures_of
from companion.i18n.translations import load
from companion.i18n.translator import CachedTranslator, TranslatedText
from companion.presentation import DeviceContext, build_snapshot, seats
from companion.scenarios.random_player import RandomPlayer
from companion.schema import TABLE, Refused
from companion.schema.record_translation import translate_record
from companion.sessions import AnswerGiven, GameTable, RuleError, TableSession, snapshot_of
from tests.games.arkham.golden.script import Evening, script
from tests.games.arkham.golden.script import scripts as evenings
from tests.games.chances import NAMES, any_answer, any_setup
from tests.games.golden import Course, scripts
from tests.games.golden import script as course

TYPED = (
    "Cellar thing",
    "Pale man",
    "The hall",
    "The cellar",
    "The pier is closed",
    "Picklock",
    "Crowbar",
    "Turn one lock",
    "The locksmith",
)
TYPED += ("Tom has promised the cataloguer a book", "The wet year", "nonsense", "Nobody", "Name", "Words", "Tom")
KEPT = frozenset((*TYPED, *NAMES))
"""What the people of golden games and of chance are called, and what they type in."""
EVERY = 9  # moments between two looks at all pages
ANSWERS = 150
NONSENSE = (("nonsense",), ("-1",), ("1", "2", "3", "4", "5", "6", "7", "8", "9"))


def golden(game: str) -> Iterator[GameTable[Any, Any]]:
    """The golden games of a game, played to their ends."""
    if game == "arkham":
        for name in evenings():
            evening = Evening(script(name))
            evening.play()
            yield evening.table
        return
    for name in scripts(game):
        played = Course(games.find(game), course(game, name))
        played.play()
        yield played.table


def by_chance(game: Game[Any, Any], seed: int, refused: list[str], answers: int = ANSWERS) -> GameTable[Any, Any]:
    """An evening that chance plays, to its end or to a limit; what was refused on the way is added to a list."""
    random = Random(seed)
    table, player = GameTable.begin(game, any_setup(game, random)), RandomPlayer(Random(seed))
    for number in range(answers):
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


def texts(record: object) -> Iterator[str]:
    """Every text of a record that people read."""
    found: list[str] = []

    def hear(text: str) -> str:
        found.append(str(text))
        return str(text)

    translate_record(record, hear)
    yield from found


def met(table: GameTable[Any, Any]) -> Iterator[str]:
    """What its people read from the first prompt to now: each seat's page, the log, what was asked and refused."""
    game, at_table = table.game, TableSession("t", table)
    picture = snapshot_of(at_table, "left")
    room = DeviceContext("boot", 1, "assets", frozenset(), {}, (), "", None)
    everybody = (*seats(picture), TABLE)
    for place, moment in enumerate(table.known.states):
        for event in moment.entry.establishes:
            for seat in everybody:
                yield game.tell(moment.state, event, seat)
        if isinstance(moment.entry.what, AnswerGiven):
            yield from texts(moment.entry.what.prompt)
        if place % EVERY == 0:
            for seat in everybody:
                for block in game.view(moment.state, seat):
                    yield from texts(block)
    for seat in everybody:
        yield from texts(build_snapshot(picture, seat, room))


def forms(game: Game[Any, Any]) -> Iterator[str]:
    """What is read before an evening."""
    yield from (game.title, game.blurb)
    for form in (game.form, *(sheet.form for sheet in game.sheets.values())):
        if form is not None:
            yield from texts(form)
    for sheet in game.sheets.values():
        for data in sheet.shipped().values():
            yield sheet.proof(data)
            if sheet.note:
                yield sheet.note(data)


def tongue(language: str, game: str = "") -> CachedTranslator:
    """As people hear it, but that what nobody has translated is told apart from what no entry has."""
    return load(files_of(language), figures_of(language), with_open=True).tongue(game)


class Missing:
    """What a language lacks of the texts that it was shown."""

    def __init__(self, tongue: CachedTranslator) -> None:
        self._tongue = tongue
        self._seen: set[str] = set()
        self.open: Counter[str] = Counter()  # entries without a translation
        self.unknown: Counter[str] = Counter()  # pieces that no entry has
        self.example: dict[str, str] = {}

    def hear(self, text: str, kept: frozenset[str] = KEPT) -> TranslatedText | None:
        if not text or text in self._seen:
            return None
        self._seen.add(text)
        said = self._tongue.translate_marked(text, kept)
        self.open.update(said.open)
        self.unknown.update(said.unknown)
        for piece in (*said.open, *said.unknown):
            self.example.setdefault(piece, text)
        return said

    @property
    def heard(self) -> int:
        return len(self._seen)


def lacks(language: str, game: str, evenings: int, scripts: int = 99) -> Missing:
    """What a language lacks of so many golden games and evenings by chance, and of the forms of a game."""
    missing, its = Missing(tongue(language, game)), games.find(game)
    for text in forms(its):
        missing.hear(text)
    for table in islice(golden(game), scripts) if game != "mansions" else ():
        for text in met(table):
            missing.hear(text)
    for seed in range(evenings):
        refused: list[str] = []
        for text in (*met(by_chance(its, seed, refused)), *refused):
            missing.hear(text)
    return missing


def main(language: str, which: str = "", evenings: str = "8") -> None:
    for game in (which,) if which else games.names():
        missing = lacks(language, game, int(evenings))
        print(f"# {game}: {missing.heard} texts met, {len(missing.open)} entries open, {len(missing.unknown)} unknown")
        for title, counts in (("not translated", missing.open), ("no entry", missing.unknown)):
            for piece, count in counts.most_common():
                shown = missing.example[piece]
                print(f"{title} {count:4} {piece!r}" + ("" if shown == piece else f"   in {shown[:140]!r}"))


if __name__ == "__main__":
    main(*sys.argv[1:])
