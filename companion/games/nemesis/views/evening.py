"""Where the evening stands: the heading, the steps of what goes on, the track of turns, what the round still owes, the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.games.nemesis.rules.names import room_words, who
from companion.games.nemesis.state import EVENT_STEPS, EventStep, State, Test, aboard, actions_left
from companion.schema import Block, Card, Cards, Heading, Paragraph, Seat, Step, Steps, Story, Track

TESTS = {"noise": "Noise roll", "shoot": "Shoot", "melee": "Melee Attack"}
EVENT_WORDS: dict[EventStep, str] = {
    "time": "Time",
    "attack": "Attacks",
    "fire": "Fire",
    "card": "Event",
    "bag": "Bag",
}
NO_RULES: Mapping[str, str] = MappingProxyType({})
TEST_RULES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "noise": {
            "Choose": "NEM-MOVE-1",
            "Pay": "NEM-COST-1",
            "Move": "NEM-X-ENTER-1",
            "Roll": "NEM-X-NOISEDIE-1",
            "Resolve": "NEM-X-NOISE-1",
        },
        "shoot": {
            "Choose": "NEM-SHOOT-3",
            "Pay": "NEM-SHOOT-2",
            "Roll": "NEM-X-COMBATDIE-1",
            "Resolve": "NEM-X-COMBATDIE-2",
        },
        "melee": {
            "Choose": "NEM-MELEE-2",
            "Pay": "NEM-COST-1",
            "Roll": "NEM-X-MELEE-1",
            "Resolve": "NEM-X-COMBATDIE-1",
        },
    }
)
"""The clauses of the steps of a test."""
EVENT_RULES: dict[EventStep, str] = {
    "time": "Event",
    "attack": "Event",
    "fire": "NEM-X-FIRE-1",
    "card": "Event",
    "bag": "NEM-X-BAGDEV-1",
}


def heading(s: State) -> Heading:
    if s.phase == "over":
        return Heading(s.ship.title, "It is over")
    if s.phase != "players":
        return Heading(PHASES[s.phase], f"{turns(s)}{_alarm(s)}")
    if s.test is None:
        character = s.characters[s.active]
        where = f"{character.name} in {room_words(s, character.room)}"
        return Heading(where, f"{actions_left(character)} · {turns(s)}{_alarm(s)}")
    against = f" · {s.intruders[s.test.target].kind}" if s.test.target in s.intruders else ""
    return Heading(f"{TESTS[s.test.kind]}{against}", f"{who(s, s.test.seat)} in {room_words(s, s.test.room)}")


PHASES = {"preparing": "The ship is laid out", "event": "Event phase", "drawing": "A new turn: all draw cards"}


def turns(s: State) -> str:
    return "the last turn" if s.turns == 1 else f"{s.turns} turns left"


def _alarm(s: State) -> str:
    return "" if s.self_destruct is None else f" · self-destruction in {s.self_destruct}"


def steps(s: State) -> Iterator[Steps]:
    """Of a roll, or of the event phase."""
    if s.test is not None:
        yield _of_test(s.test)
    elif s.phase == "event":
        yield _of_event(s)


def _of_test(test: Test) -> Steps:
    """A test waits for its die: all before is done."""
    names = (
        ("Choose", "Pay", "Move", "Roll", "Resolve") if test.kind == "noise" else ("Choose", "Pay", "Roll", "Resolve")
    )
    return _at(TESTS[test.kind], names, names.index("Roll"), TEST_RULES[test.kind])


def _of_event(s: State) -> Steps:
    """The checklist, each step with its paragraph where it has one."""
    at = EVENT_STEPS.index(s.step)
    row = _at("Event phase", tuple(EVENT_WORDS[step] for step in EVENT_STEPS), at).steps
    return Steps(
        "Event phase",
        tuple(Step(r.text, r.state, "", EVENT_RULES[n]) for n, r in zip(EVENT_STEPS, row, strict=True)),
    )


def _at(title: str, names: tuple[str, ...], at: int, rules: Mapping[str, str] = NO_RULES) -> Steps:
    """`rules`: the clause of a step by its name."""
    return Steps(title, tuple(_step(name, k - at, rules.get(name, "")) for k, name in enumerate(names)))


def _step(name: str, ahead: int, rule: str) -> Step:
    """`ahead`: how many steps come before it."""
    return Step(name, "done" if ahead < 0 else "now" if ahead == 0 else "todo", rule=rule)


def track(s: State) -> Iterator[Track]:
    """The turns that are left, as long as the ship's own track; and where the alarm runs out."""
    if s.phase == "over":
        return
    long = max(s.ship.turns, s.turns)
    at, spaces = long - s.turns, tuple(str(n) for n in range(long, 0, -1))
    if s.self_destruct is None:
        yield Track("Turns left", spaces, at)
    else:
        yield Track(
            "Turns left", spaces, at, min(at + s.self_destruct, long - 1), f"self-destruction in {s.self_destruct}"
        )


def owes(s: State) -> Iterator[Paragraph]:
    """What the round still owes, as one line."""
    if line := reminder(s):
        yield Paragraph(line)


def reminder(s: State) -> str:
    """Who acts now, who is to come, what follows when all have passed; "" where nobody needs it."""
    if s.phase == "event":
        left = [EVENT_WORDS[step].lower() for step in EVENT_STEPS[EVENT_STEPS.index(s.step) :]]
        return f"Still to come: {_and(left)}; then everybody draws, and a new turn begins."
    if s.phase != "players":
        return ""
    now = s.characters[s.active]
    coming = [s.characters[seat].name for seat in _order(s) if not s.characters[seat].passed]
    after = f"; {_and(coming)} {'is' if len(coming) == 1 else 'are'} to come" if coming else ""
    return f"{now.name} has {actions_left(now).removesuffix(' left')}{after}; then the event phase: {_and(_event(s))}."


def _order(s: State) -> tuple[Seat, ...]:
    """Who else is aboard, in the order of the table, from the active one on."""
    seats = tuple(s.characters)
    place = seats.index(s.active) + 1
    return tuple(seat for seat in seats[place:] + seats[: place - 1] if seat in aboard(s))


def _event(s: State) -> list[str]:
    """The steps that will have something to do; time, card and bag always have."""
    fought = any(i.room == c.room for i in s.intruders.values() for c in s.characters.values() if c.fate == "aboard")
    burns = any("fire" in room.marks for room in s.rooms.values())
    due = {"attack": fought, "fire": burns}
    return [EVENT_WORDS[step].lower() for step in EVENT_STEPS if due.get(step, True)]


def _and(names: list[str]) -> str:
    """Names in a row.

    >>> _and(["Ben", "Cleo", "Dan"]), _and(["Ben"])
    ('Ben, Cleo and Dan', 'Ben')
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part) if names else ""


def told_card(s: State) -> Iterator[Story]:
    """The card that was turned for all."""
    if s.told is not None and s.phase != "over":
        yield Story(s.told.title, s.told.text)


def ending(s: State) -> Iterator[Block]:
    """How it ended, for everybody; now the objectives are shown."""
    if s.phase != "over":
        return
    yield Story("The end", s.ending)
    yield Cards("The crew", tuple(_fate(s, seat) for seat in s.characters))


def _fate(s: State, seat: Seat) -> Card:
    """Won or lost, and why: the objective that was kept is named there."""
    result = s.results.get(seat)
    if result is None:
        return Card(seat, who(s, seat))
    return Card(seat, f"{who(s, seat)} {'wins' if result.won else 'loses'}", result.why)
