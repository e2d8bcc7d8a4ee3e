"""Evenings with planted secrets, in the whole house as it is started, with its doors and what it tells the bus; only the broker is in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from flask.testing import FlaskClient

from companion.app import Application
from companion.engine import Game
from companion.games.arkham import GAME as CARDS
from companion.games.draw_your_weapon import GAME as DUEL
from companion.games.draw_your_weapon.content import Adventure, Scene
from companion.games.mansions import GAME as MANOR
from companion.games.nemesis import GAME as SHIP
from companion.games.nemesis.facts import Crafted, ItemLost, ItemUsed
from companion.messaging import MemoryBus
from companion.schema import DEALER, TABLE, Answer, Prompt, Seat
from companion.sessions import AnswerGiven, question_of
from companion.settings import BrokerSettings, Settings
from companion.web.app import create_app
from tests.games.course import possible
from tests.web.house import OURS

ELSEWHERE = BrokerSettings(kind="external", host="127.0.0.1", port=1)  # never connected to
STEPS = int(os.environ.get("LAMPLIGHT_STEPS", "14"))
SEEDS = 1 if STEPS < 25 else 2  # evenings
Hidden = Callable[[Any, Seat], Iterable[str]]
"""The planted words that a seat must not be sent now."""


class Evening:
    """A table of a real house: a device for each seat and a shared tablet."""

    def __init__(
        self,
        folder: Path,
        game: Game[Any, Any],
        seed: int = 1,
        choose: Mapping[str, tuple[str, ...]] = {},
        phones: tuple[Seat, ...] | None = None,
    ) -> None:
        """`choose`: part of a title -> its answer, all else by chance. `phones`: seats with a phone."""
        self.bus = MemoryBus()  # the same promises without a network
        self.house = Application(Settings(data=folder, broker=ELSEWHERE), bus=self.bus)
        self.house.connect()
        self.hall, self.random, self.choose = self.house.sessions, Random(seed), choose
        self.hall._random = self.hall._writer._random = Random(seed)  # the draws of the house follow the seed
        self.hall.open(game.name)
        self.app = create_app(
            replace(self.house.services(), address=None, trusts_this_machine=True), frozenset({"table.local"})
        )
        self.game, self.step = game, 0
        self.tablet = self.app.test_client()
        seats = (
            (*self.hall.snapshot("t1").setup.seats, *((DEALER,) if game.dealer else ())) if phones is None else phones
        )
        self.devices: dict[Seat, FlaskClient] = {**{seat: self._phone(seat) for seat in seats}, TABLE: self.tablet}

    def _phone(self, seat: Seat) -> FlaskClient:
        phone, token = self.app.test_client(), self.house.devices.invite("t1", seat)
        phone.post("/api/join", json={"token": token}, headers=OURS)
        return phone

    def steps(self, number: int = STEPS) -> Iterator[Any]:
        """The state before each answer, and after the last."""
        for step in range(self.step, self.step + number):
            self.step = step + 1
            yield self.state
            if not self.open:
                return
            prompt = self.random.choice([p for p in self.open if p.at != "menu"] or self.open)
            values = next((v for word, v in self.choose.items() if word in str(prompt.title)), None)
            values = values or possible(prompt, self.random)
            self.hall.answer("t1", Answer(f"a{step}", prompt.id, values, prompt.seat))
        yield self.state

    def answer(self, seat: Seat, *values: str) -> None:
        """Return the first prompt of the seat."""
        prompt = next(p for p in self.open if p.seat == seat)
        self.hall.answer("t1", Answer(f"first{values}", prompt.id, values, seat))

    @property
    def state(self) -> Any:
        return self.hall.snapshot("t1").state

    @property
    def open(self) -> tuple[Prompt, ...]:
        return self.hall.snapshot("t1").open

    def close(self) -> None:
        self.house.stop()


def planted_ship() -> Game[Any, Any]:
    """Objectives, cards in hands and decks, and items have names of their own that stand nowhere else."""

    def setup(table: Any) -> Any:
        s = SHIP.setup(table)
        marked = tuple(
            replace(one, title=f"Zqtitle{n}x", text=f"Zqtext{n}x") for n, one in enumerate(s.ship.objectives)
        )
        crew = {seat: _marked_hand(c, seat) for seat, c in s.characters.items()}
        cards = {new: s.ship.cards[old] for seat, c in s.characters.items() for old, new in _names(c.deck, seat)}
        items = {new: s.ship.items[old] for seat, c in s.characters.items() for old, new in _names(c.items, seat)}
        ship = replace(
            s.ship,
            objectives=marked,
            cards=MappingProxyType({**s.ship.cards, **cards}),
            items=MappingProxyType({**s.ship.items, **items}),
        )
        return replace(s, ship=ship, characters=MappingProxyType(crew))

    return replace(SHIP, setup=setup)


def _names(things: tuple[str, ...], seat: Seat) -> list[tuple[str, str]]:
    return [(one, f"Zq{one.replace(' ', '').replace(chr(39), '')}{n}of{seat}x") for n, one in enumerate(things)]


def _marked_hand(c: Any, seat: Seat) -> Any:
    deck, items = (tuple(new for _, new in _names(things, seat)) for things in (c.deck, c.items))
    return replace(c, deck=deck, items=items)


def hidden_aboard(evening: Evening, seat: Seat) -> list[str]:
    """Return the secrets of others and of the game; objectives are public at the end."""
    s = evening.state
    own = (*s.characters[seat].objectives, s.characters[seat].objective) if seat in s.characters else ()
    objectives = [w for one in s.ship.objectives if one.id not in own for w in (one.title, one.text)]
    known = _known_to(evening, seat)
    held = [card for other, c in s.characters.items() if other != seat for card in (*c.hand, *c.deck, *c.items)]
    return [w for w in ([] if s.ending else objectives) + [card for card in held if card not in known] if "Zq" in w]


def _known_to(evening: Evening, seat: Seat) -> set[str]:
    """Return the values that the seat knows: public ones, and those it has held or was offered."""
    known: set[str] = set()
    offered = f"what does {evening.state.characters[seat].name} get?" if seat in evening.state.characters else None
    under_way = question_of(evening.open)  # an offer stays secret until both are made
    for moment in evening.hall.snapshot("t1").moments:
        what = moment.entry.what
        if offered and isinstance(what, AnswerGiven) and str(what.prompt.title).endswith(str(offered)):
            known |= set() if question_of((what.prompt,)) == under_way else set(what.answer.values)
        for other, c in moment.state.characters.items():
            known |= {*c.discard, *(weapon.name for weapon in c.weapons)}
            known |= {*c.hand, *c.items} if other == seat else set()
        for fact in moment.entry.establishes:
            known |= {fact.item} if isinstance(fact, ItemUsed | ItemLost) else set()
            known |= set(fact.components) if isinstance(fact, Crafted) else set()
    return known


def planted_adventure() -> Game[Any, Any]:
    """Give every note, outcome and figure a unique word."""

    def setup(table: Any) -> Any:
        s = DUEL.setup(table)
        figures = {n: c if c.is_player else replace(c, text=f"Zqfigure{n}x") for n, c in s.characters.items()}
        return replace(s, adventure=_marked(s.adventure), characters=MappingProxyType(figures))

    return replace(DUEL, setup=setup)


def _marked(adventure: Adventure) -> Adventure:
    scenes = tuple(_marked_scene(scene, n) for n, scene in enumerate(adventure.scenes))
    return replace(adventure, scenes=scenes)


def _marked_scene(scene: Scene, n: int) -> Scene:
    calls = tuple(
        replace(call, title=f"Zqcall{n}q{k}x", passed=f"Zqpassed{n}q{k}x", failed=f"Zqfailed{n}q{k}x")
        for k, call in enumerate(scene.calls)
    )
    return replace(scene, title=f"Zqtitle{n}x", read=f"Zqread{n}x", notes=f"Zqnotes{n}x", calls=calls)


def planted_hands() -> Game[Any, Any]:
    """Return Arkham Horror with uniquely named cards in every hand."""

    def setup(table: Any) -> Any:
        s = CARDS.setup(table)
        kinds = list(s.cards.values())[:4]
        named = {seat: tuple(f"Zqcard{seat}q{n}x" for n in range(len(kinds))) for seat in s.seats}
        cards = {name: kind for names in named.values() for name, kind in zip(names, kinds, strict=True)}
        s = replace(s, cards=MappingProxyType({**s.cards, **cards}))
        for seat, names in named.items():
            s = s.with_seat(seat, replace(s.seats[seat], hand=names))
        return s

    return replace(CARDS, setup=setup)


def planted_story() -> Game[Any, Any]:
    """Mansions of Madness where every page of the scenario, read or not, has a word that stands nowhere else."""

    def setup(table: Any) -> Any:
        s = MANOR.setup(table)
        told = s.story.scenario.components
        marked = {
            name: replace(one, text=f"Zqpage{n}x") if one.text else one for n, (name, one) in enumerate(told.items())
        }
        scenario = replace(s.story.scenario, components=MappingProxyType(marked))
        return replace(s, story=replace(s.story, scenario=scenario))

    return replace(MANOR, setup=setup)


def hidden_pages(s: Any, seat: Seat, read: set[str]) -> list[str]:
    """`read`: what was read aloud so far, and the titles of the pages that were opened."""
    if seat == DEALER:
        return []
    words = [c.text for c in s.characters.values() if not c.is_player]
    for scene in s.adventure.scenes:
        calls = (word for call in scene.calls for word in (call.title, call.passed, call.failed))
        words += [scene.notes, scene.title, scene.read, *calls]
    return [word for word in words if word and word not in read]


def read_so_far(evening: Evening) -> set[str]:
    moments = evening.hall.snapshot("t1").moments
    opened = {m.state.scene for m in moments}
    titles = {scene.title for scene in evening.state.adventure.scenes if scene.id in opened}
    return titles | {m.state.passage for m in moments}
