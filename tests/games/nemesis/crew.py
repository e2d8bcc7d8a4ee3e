"""A cooperative crew: it checks the course and the engines, repairs them, and sleeps in time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random

from companion.engine import GameSetup, Run
from companion.games.nemesis import GAME
from companion.games.nemesis.rules.actions.cost import refusal
from companion.games.nemesis.rules.actions.menu import ACTIONS
from companion.games.nemesis.state import (
    State,
    corridors_of,
    intruders_in,
    is_in_combat,
    neighbours,
    payable,
    tile_of,
)
from companion.schema import HOUSE, Answer, Faces, Prompt, Seat
from companion.sessions import roll_virtually
from tests.games.course import possible

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
KEPT = ("Patch it up", "Catch your breath", "Second wind", "Look around")  # cards that pay last
TOO_STRONG = ("breeder", "queen")


def evening(seed: int, seats: int = 3, answers: int = 4000) -> Run:
    """Play one game to its end. Everything outside the crew is random."""
    random = Random(seed)
    people = {str(number + 1): NAMES[number] for number in range(seats)}
    run = Run(GAME, GAME.setup(GameSetup(tuple(people), people)))
    for number in range(answers):
        if not run.open:
            break
        prompt = next(prompt for prompt in run.open if prompt.at != "menu")
        run.answer(Answer(f"a{number}", prompt.id, answered(run.state, prompt, random), prompt.seat))
    return run


def answered(s: State, prompt: Prompt, random: Random) -> Faces:
    ids = [option.id for option in prompt.options if option.refused is None]
    if prompt.seat == HOUSE or prompt.kind in {"roll", "draw"}:
        return roll_virtually(prompt, random)
    if prompt.key == "action":
        return (action(s, prompt.seat, [one for one in ids if can(s, prompt.seat, one)], random),)
    if prompt.key in {"action.pay", "hand.discard"}:
        return tuple(sorted(ids, key=lambda card: -KEPT.index(card) if card in KEPT else -9)[: prompt.least])
    for one in wanted(s, prompt, ids):
        if one in ids:
            return (one,)
    return possible(prompt, random)


def can(s: State, seat: Seat, chosen: str) -> bool:
    """Return whether the hand allows it. The public menu does not show that."""
    name, _, target = chosen.partition(":")
    for one in ACTIONS:
        if one.name == name:
            targets = [option.id for option in one.targets(s, seat)] if one.secret else [target]
            return any(refusal(s, seat, one, each) is None for each in targets)
    return True


def wanted(s: State, prompt: Prompt, ids: list[str]) -> Iterator[str]:
    """Yield preferred answers, the best first."""
    room = tile_of(s, s.characters[prompt.seat].room) if prompt.seat in s.characters else None
    if (prompt.key, prompt.about) == ("action.which", "action_card"):
        yield from ("Patch it up",) if room and room.engine else ()
        yield from ("Catch your breath", "Look around")
    yield "repair_engine"
    yield "steer" if s.course.seen else "read"
    yield "unlock"
    yield "leave"
    if prompt.key == "course.set":
        yield next(letter for letter, planet in s.course.planets.items() if planet == s.ship.home)


def action(s: State, seat: Seat, ids: list[str], random: Random) -> str:
    """Choose an action: fight, escape, work, move, or keep the cards."""
    if is_in_combat(s, seat):
        return fight(s, seat, ids, random)
    here, hand, goals = s.characters[seat].room, payable(s, seat), aims(s, seat)
    if here in goals and (deed := work(s, seat, ids)):
        return deed
    if s.rooms[here].items and "Look around" in hand and len(hand) > 2 and "action_card" in ids:
        return "action_card"
    step = first_step(s, here, [goal for goal in goals if goal != here])
    if here in goals or not step or len(hand) <= 2:
        return "pass"
    quiet = f"careful_move:{step}"
    is_noisy = any(s.corridors[name].noise for name in corridors_of(s, step))
    if is_noisy and quiet in ids and len(hand) > 3:
        return quiet
    return f"move:{step}" if f"move:{step}" in ids else "pass"


def fight(s: State, seat: Seat, ids: list[str], random: Random) -> str:
    """Shoot weak Intruders, escape from the others."""
    here = s.characters[seat].room
    shots = [one for one in ids if one.startswith("shoot:")]
    if shots and not any(s.intruders[name].kind in TOO_STRONG for name in intruders_in(s, here)):
        return random.choice(shots)
    ways = [one for one in ids if one.startswith("move:")]
    safe = [one for one in ways if not intruders_in(s, one.removeprefix("move:"))]
    return random.choice(safe or ways or ["pass"])


def work(s: State, seat: Seat, ids: list[str]) -> str:
    """Return the action for the goal of this room, "" if impossible."""
    character = s.characters[seat]
    tile, room_action = tile_of(s, character.room), f"room_action:{character.room}"
    engine = s.engines[tile.engine] if tile and tile.engine else None
    if engine and engine.seen:
        can_mend = not engine.works and "Patch it up" in character.hand and "action_card" in ids
        return "action_card" if can_mend and len(payable(s, seat)) > 2 else ""
    return room_action if room_action in ids and tile and not tile.nest else ""


def aims(s: State, seat: Seat) -> list[str]:
    """Return the goal rooms: the bridge for the first seat, engines for the others, then the beds."""
    late, ready = s.turns <= s.ship.turns // 2, is_on_course(s) and good_drives(s) > 1
    crew = [name for name, c in s.characters.items() if c.fate == "aboard"]
    beds = rooms_of(s, "sleep_hall")
    if late and (ready or s.turns < 3):
        return beds
    if not is_on_course(s) and seat == crew[0]:
        return rooms_of(s, "bridge")
    if good_drives(s) < 2:
        bad = [tile.id for tile in s.ship.tiles if tile.engine and not is_good(s, tile.engine)]
        return rooms_of(s, *(bad[1:] if crew.index(seat) > 1 and len(bad) > 1 else bad))
    unknown = [name for name, room in s.rooms.items() if not room.explored]
    return beds if late or not unknown else unknown


def is_on_course(s: State) -> bool:
    return bool(s.course.seen) and s.course.planets[s.course.set] == s.ship.home


def is_good(s: State, engine: str) -> bool:
    """Return whether the engine is known to work. The crew shares what it saw."""
    return bool(s.engines[engine].seen) and s.engines[engine].works


def good_drives(s: State) -> int:
    return sum(is_good(s, engine) for engine in s.engines)


def rooms_of(s: State, *tiles: str) -> list[str]:
    return [name for name, room in s.rooms.items() if room.explored and room.tile in tiles]


def first_step(s: State, start: str, goals: list[str]) -> str:
    """Return the first step of a shortest path without Intruders, "" if there is no path."""
    border, seen = deque([(start, "")]), {start}
    while border:
        room, first = border.popleft()
        if room in goals:
            return first
        for end in neighbours(s, room):
            if end not in seen and not intruders_in(s, end):
                seen.add(end)
                border.append((end, first or end))
    return ""
