"""The same evening twice, different only in what a seat may not know: no byte that it is sent may tell which one it is."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, product
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion import games
from companion.engine import Game
from companion.games.draw_your_weapon import GAME as DUEL
from companion.games.draw_your_weapon.facts import RequirementFixed, RequirementShown
from companion.games.mansions import GAME as MANOR
from companion.games.mansions.content import Button, Component
from companion.games.mansions.facts import EventLeft, EventQueued
from companion.games.nemesis import GAME as SHIP
from companion.schema import DEALER, HOUSE, TABLE, Answer, Faces, Prompt, Seat
from companion.sessions import AnswerGiven, session
from tests.proofs.proof import ProofError
from tests.web.house import OURS
from tests.web.planted import Evening, planted_hands

HERE = "/api/tables/t1"
MOST_TRIED = 60  # values of one answer: all of them where it is of one thing
Told = tuple[str, int, str]
"""Request, status and bytes."""


@dataclass
class World:
    """A game, and how the hidden things of an evening are decided in it."""

    game: Game[Any, Any]
    draw: Callable[[Prompt, Faces], Faces] = lambda _prompt, values: values
    """Translate an answer of the first evening to this one."""


def given_in(evening: Evening) -> list[tuple[int, AnswerGiven]]:
    """Return the effective answers, also the house's, with their options."""
    entries = [moment.entry for moment in evening.hall.snapshot("t1").moments]
    given = ((e.seq, e.what) for e in entries if isinstance(e.what, AnswerGiven))
    return [(seq, replace(one, prompt=evening.hall.history.asked_at("t1", seq))) for seq, one in given]


class Stage:
    """A place for evenings with given draws."""

    def __init__(self, stack: ExitStack, phones: tuple[Seat, ...] | None) -> None:
        self._stack, self._phones, self._house = stack, phones, vars(session)["roll_virtually"]
        stack.callback(setattr, session, "roll_virtually", self._house)

    def first(self, world: World, seed: int, steps: int, choose: Mapping[str, Faces]) -> Evening:
        """By chance."""
        vars(session)["roll_virtually"] = self._house
        evening = self._begin(world.game, seed, choose)
        for _ in evening.steps(steps):
            pass
        return evening

    def again(self, world: World, seed: int, first: Evening) -> Evening:
        """Give the same answers, except where the world decides them. Raises Refused."""
        answers = iter([(one.prompt, world.draw(one.prompt, one.answer.values)) for _, one in given_in(first)])

        def next_of(prompt: Prompt) -> Faces:
            asked, values = next(answers)
            assert asked.asks == prompt.asks, "these evenings are no twins"
            return values

        vars(session)["roll_virtually"] = lambda prompt, _random: next_of(prompt)
        evening = self._begin(world.game, seed, {})
        for number, (asked, values) in enumerate(answers):
            prompt = next(p for p in evening.open if p.asks == asked.asks)
            evening.hall.answer("t1", Answer(f"a{number}", prompt.id, values, prompt.seat))
        return evening

    def _begin(self, game: Game[Any, Any], seed: int, choose: Mapping[str, Faces]) -> Evening:
        find = games.find
        games.find = lambda name: game
        self._stack.callback(setattr, games, "find", find)
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        evening = Evening(folder, game, seed, choose, self._phones)
        self._stack.callback(evening.close)
        return evening


def others(prompt: Prompt) -> list[Faces]:
    """Every value that may be tried; of several things at once each alone, and some together."""
    ids = [option.id for option in prompt.options]
    if prompt.kind == "count":
        return [(str(n),) for n in range(prompt.least, prompt.most + 1)]
    if prompt.kind == "write":
        return [(one,) for one in (*ids, "Name")]
    if prompt.kind == "roll":
        return list(islice(product(dict.fromkeys(ids), repeat=prompt.most), MOST_TRIED))
    several = (combinations(ids, size) for size in range(prompt.least, prompt.most + 1))
    return list(dict.fromkeys(islice((one for some in several for one in some), MOST_TRIED)))


def told(evening: Evening, seat: Seat) -> Iterator[Told]:
    """All that a device can ask about what would be, and all that was."""
    doors = ["snapshot", "log?most=200", "steps", "snapshot?as=wall"]
    doors += [f"{door}{seq}" for seq, _ in given_in(evening) for door in ("possible/", "past?at=")]
    for door in doors:
        yield door, *said(evening.devices[seat].get(f"{HERE}/{door}"))
    for seq, given in given_in(evening):
        if given.prompt.seat in {seat, TABLE} or seat == TABLE:
            yield from would_be(evening, seat, seq, given)


def would_be(evening: Evening, seat: Seat, seq: int, given: AnswerGiven) -> Iterator[Told]:
    """An answer as if it had been none, and as if it had been each other one."""
    device = evening.devices[seat]
    own = TABLE in {seat, given.prompt.seat} or given.prompt.seat == seat
    for values in (None, *(others(given.prompt) if own else (given.answer.values,))):
        answer = device.post(f"{HERE}/amend", json={"seq": seq, "values": values, "dry": True}, headers=OURS)
        yield f"amend {seq} {given.prompt.title!s} to {values if own else ''}", *said(answer)


def refusals(evening: Evening, seat: Seat) -> Iterator[Told]:
    """Return the refusals of amendments that would lose later answers; changes nothing."""
    device = evening.devices[seat]
    for seq, given in given_in(evening):
        if given.prompt.seat not in {seat, TABLE} and seat != TABLE:
            continue
        for values in others(given.prompt):
            answer = device.post(f"{HERE}/amend", json={"seq": seq, "values": values, "seen": seq}, headers=OURS)
            yield f"amend {seq} to {values}", *said(answer)
            if answer.status_code == 200:
                return  # the table is another one from here on


def said(answer: Any) -> tuple[int, str]:
    """Return status and bytes, without what differs between any two houses."""
    told = answer.get_data(as_text=True)
    with suppress(ValueError):
        found = json.loads(told)
        if isinstance(found, dict):
            found = {name: value for name, value in found.items() if name not in ("id", "assets")}
        told = json.dumps(found, sort_keys=True)
    return answer.status_code, told


def compare(one: Evening, other: Evening, seat: Seat) -> Mapping[str, int]:
    """Return the number of requests to both. Raises ProofError on a difference."""
    asked = previews = 0
    for look in (told, refusals):
        for (door, status, here), (_, status2, there) in zip(look(one, seat), look(other, seat), strict=True):
            if (status, here) != (status2, there):
                raise ProofError(f"{seat} tells the two worlds apart by {door}: {difference(here, there)}")
            asked, previews = asked + 1, previews + (door.startswith("amend") and status == 200)
    return {"asked": asked, "previews": previews}


def difference(one: str, other: str) -> str:
    """From where on they differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"…{one[max(at - 60, 0) : at + 120]} ≠ …{other[max(at - 60, 0) : at + 120]}"


# Variants of each game: values hidden from a seat to the end differ.


def other_duel(first: Evening, seat: Seat) -> World:
    """Other secret numbers with the same verdicts, other pages behind those that were opened."""
    numbers = iter(_other_numbers(first))
    opened = {moment.state.scene for moment in first.hall.snapshot("t1").moments}

    def draw(prompt: Prompt, values: Faces) -> Faces:
        return (str(next(numbers)),) if "fix the required Result" in str(prompt.title) else values

    def setup(table: Any) -> Any:
        s = DUEL.setup(table)
        if s.adventure is None:
            return s
        pages = tuple(
            replace(page, notes=f"{page.notes!s} Otherwise.")
            if page.id in opened
            else replace(page, title="Elsewhere", read="Another page.", notes="", calls=(), combat=True)
            for page in s.adventure.scenes
        )
        return replace(s, adventure=replace(s.adventure, scenes=pages))

    return World(replace(DUEL, setup=setup), draw)


def _other_numbers(first: Evening) -> Iterator[int]:
    """Yield an equivalent number for each typed one."""
    moments = first.hall.snapshot("t1").moments
    for place, moment in enumerate(moments):
        for fact in moment.entry.establishes:
            if isinstance(fact, RequirementFixed) and _typed(moments, place):
                yield _same_side(moments[place:], fact.number)


def _typed(moments: Sequence[Any], place: int) -> bool:
    last = next(m.entry.what for m in reversed(moments[: place + 1]) if isinstance(m.entry.what, AnswerGiven))
    return "fix the required Result" in str(last.prompt.title)


def _same_side(moments: Sequence[Any], number: int) -> int:
    """Choose a distant number, with the same verdict for an earlier guess."""
    events = [event for moment in moments for event in moment.entry.establishes]
    shown = any(isinstance(event, RequirementShown) for event in events)
    ended = next((m.state.last for m in moments if m.state.last is not None and m.state.last.test.required), None)
    if shown:
        return number
    if ended is None or not ended.test.played:
        return 30 if number < 15 else 1
    result = ended.test.played[0].result
    return (1 if number > 1 else max(result, 1)) if ended.winners else (30 if number < 30 else result + 1)


def other_ship(first: Evening, seat: Seat) -> World:
    """Swap unentered rooms, unseen engines and the cards of other hands."""
    end = first.state
    unexplored = [name for name, room in end.rooms.items() if not room.explored and room.tile]
    moments = first.hall.snapshot("t1").moments
    looked = {n for m in moments for n, engine in m.state.engines.items() if seat in engine.seen}
    cards = {other: _kept_cards(first, other) for other in end.characters if other != seat}

    def draw(prompt: Prompt, values: Faces) -> Faces:
        if prompt.key == "hand.draw" and prompt.about in cards:
            return tuple(cards[prompt.about].get(card, card) for card in values)
        return _other_draw(end, prompt, values, unexplored, looked)

    return World(SHIP, draw)


def _kept_cards(first: Evening, seat: Seat) -> Mapping[str, str]:
    """Map each card of a deck to another one that no other seat has seen."""
    moments = first.hall.snapshot("t1").moments
    named = {value for _, given in given_in(first) if given.prompt.seat != HOUSE for value in given.answer.values}
    shown = {card for moment in moments for card in moment.state.characters[seat].discard}
    kept = [card for card in moments[0].state.characters[seat].deck if card not in named | shown]
    return dict(zip(kept, kept[1:] + kept[:1], strict=True)) if len(set(kept)) == len(kept) else {}


def _other_draw(end: Any, prompt: Prompt, values: Faces, unexplored: Sequence[str], looked: set[str]) -> Faces:
    if prompt.seat != HOUSE:
        return values
    if "rooms are laid" in str(prompt.title):
        hidden = [tile for tile in values if any(end.rooms[name].tile == tile for name in unexplored)]
        turned = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
        return tuple(turned.get(tile, tile) for tile in values)
    engine = next((n for n in end.engines if f"engine {n} " in str(prompt.title)), "")
    if engine and engine not in looked:
        return ("broken",) if values == ("works",) else ("works",)
    if "course is laid" in str(prompt.title):
        return values[1:] + values[:1]
    return values


def _hands(first: Evening, seat: Seat) -> Callable[[Any], Any]:
    """Cards of other hands that were there from first to last have other names and do other things."""
    states = [moment.state for moment in first.hall.snapshot("t1").moments]
    laid = {value for _, given in given_in(first) for value in given.answer.values}

    def setup(table: Any) -> Any:
        s = first.game.setup(table)
        for other, who in s.seats.items():
            if other == seat:
                continue
            kept = set.intersection(*(set(state.seats[other].hand) for state in states)) - laid
            kinds = [*s.cards.values()][::-1]
            new = {card: f"Other{card}" for card in kept}
            cards = {new[card]: kinds[n % len(kinds)] for n, card in enumerate(sorted(kept))}
            s = replace(s, cards=MappingProxyType({**s.cards, **cards}))
            s = s.with_seat(other, replace(who, hand=tuple(new.get(card, card) for card in who.hand)))
        return s

    return setup


def other_cards(first: Evening, seat: Seat) -> World:
    """Swap other hands, and stories behind laid and undrawn cards."""
    hands, end = _hands(first, seat), first.state
    named = {value for _, given in given_in(first) for value in given.answer.values}

    def setup(table: Any) -> Any:
        s = hands(table)
        if end.ending is not None:
            return s
        told, other = s.scenario, "Otherwise."
        cards = {n: one if n in named else replace(one, effects=(), text=other) for n, one in told.encounters.items()}
        ends = {n: replace(one, title=f"Otherwise {one.title!s}", story=other) for n, one in told.resolutions.items()}
        acts, agendas = _behind(told.acts, end.act), _behind(told.agendas, end.agenda)
        proxies = {"encounters": MappingProxyType(cards), "resolutions": MappingProxyType(ends)}
        return replace(s, scenario=replace(told, acts=acts, agendas=agendas, **proxies))

    return World(replace(first.game, setup=setup))


def _behind(cards: Sequence[Any], at: int) -> tuple[Any, ...]:
    """Acts or agendas, with another back where they were not turned."""
    later = tuple(replace(one, title="Otherwise", turned="So.") for one in cards[at + 1 :])
    return (*cards[:at], *(replace(one, turned="Otherwise.") for one in cards[at : at + 1]), *later)


def other_story(first: Evening, _seat: Seat) -> World:
    """Swap text and targets of unread pages and unpressed buttons."""
    moments = first.hall.snapshot("t1").moments
    facts = [fact for moment in moments for fact in moment.entry.establishes]
    queued = {fact.event for fact in facts if isinstance(fact, EventQueued)}
    lying = {name for moment in moments for name in moment.state.story.board}
    left = {fact.event for fact in facts if isinstance(fact, EventLeft)}

    def changed(one: Component) -> Component:
        if one.name in queued | left:  # what was pressed has shown where it leads
            buttons = tuple(_elsewhere(button, queued | lying) for button in one.buttons)
            return replace(one, buttons=buttons)
        if one.name in lying or not one.text:
            return one
        return replace(one, text="Otherwise.", title="Otherwise", buttons=(), effects=(), trial=None)

    def setup(table: Any) -> Any:
        s: Any = MANOR.setup(table)
        told = {name: changed(one) for name, one in s.story.scenario.components.items()}
        scenario = replace(s.story.scenario, components=MappingProxyType(told))
        return replace(s, story=replace(s.story, scenario=scenario))

    return World(replace(MANOR, setup=setup))


def _elsewhere(button: Button, known: set[str]) -> Button:
    """Only to what came; what else could have followed is another page."""
    return button if set(button.next) & known else replace(button, next=())


@dataclass(frozen=True)
class Kind:
    """A game with its other worlds."""

    game: Callable[[], Game[Any, Any]]
    other: Callable[[Evening, Seat], World]
    choose: Mapping[str, Faces] = field(default_factory=dict)
    phones: tuple[Seat, ...] | None = None  # None: every seat has one


CALLED: Mapping[str, Faces] = {"call a test": ("skill_test",), "Attribute and the Suit": ("might",)}
KINDS: Mapping[str, Kind] = {
    "number": Kind(lambda: DUEL, other_duel, CALLED),
    "number on the tablet": Kind(lambda: DUEL, other_duel, CALLED, ()),
    "ship": Kind(lambda: SHIP, other_ship),
    "hands": Kind(planted_hands, other_cards),
    "encounters": Kind(planted_hands, other_cards, {"choose an action": ("end_turn",)}),
    "story": Kind(lambda: MANOR, other_story),
}


def twins(name: str, seed: int, steps: int, seats: tuple[Seat, ...] = ()) -> Mapping[str, int]:
    """How much these seats, or all, asked of two worlds. Raises ProofError where one can tell them apart."""
    kind, found = KINDS[name], {"pairs": 0, "asked": 0, "previews": 0}
    with ExitStack() as stack:
        stage = Stage(stack, kind.phones)
        first = stage.first(World(kind.game()), seed, steps, kind.choose)
        for seat in first.devices:
            if seat == DEALER or seat not in (seats or first.devices):
                continue  # the Dealer knows all of it
            with ExitStack() as pair:
                one = Stage(pair, kind.phones).again(World(first.game), seed, first)
                other = Stage(pair, kind.phones).again(kind.other(first, seat), seed, first)
                if other.state == one.state:
                    raise ProofError(f"{name}: there was nothing to hide from {seat}: the proof is none")
                told = compare(one, other, seat)
            found = {"pairs": found["pairs"] + 1, **{what: found[what] + told[what] for what in told}}
    if not found["previews"]:
        raise ProofError(f"{name}: nothing was tried: the proof is none")
    return found
