"""Heading, steps, turn track, reminder, ending, and the mood of the room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.games.nemesis.names import kind_name, room_words, who
from companion.games.nemesis.state import (
    EVENT_STEPS,
    MOST_SERIOUS,
    EventStep,
    State,
    actions_left,
    is_in_combat,
    seats_aboard,
)
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import Air, Block, Card, Cards, Heading, Seat, Step, Steps, Story, Track

TESTS = {"noise": _("Noise roll"), "shoot": _("Shoot"), "melee": _("Melee Attack")}
EVENT_TITLES: dict[EventStep, tuple[Text, str]] = {
    "time": (_("Time"), "Event"),
    "attack": (_("Attacks"), "Event"),
    "fire": (_("Fire"), "NEM-X-FIRE-1"),
    "card": (_("Event"), "Event"),
    "bag": (_("Bag"), "NEM-X-BAGDEV-1"),
}
"""Step -> its title and clause."""
EVENT_WORDS: dict[EventStep, Text] = {
    "time": _("time"), "attack": _("attacks"), "fire": _("fire"), "card": _("event"), "bag": _("bag"),
}  # fmt: skip
TEST_STEPS: Mapping[str, Text] = {
    "choose": _("Choose"), "pay": _("Pay"), "move": _("Move"), "roll": _("Roll"), "resolve": _("Resolve"),
}  # fmt: skip
TEST_RULES: Mapping[str, Mapping[str, str]] = {
    "noise": {"choose": "NEM-MOVE-1", "pay": "NEM-COST-1", "move": "NEM-X-ENTER-1", "roll": "NEM-X-NOISEDIE-1",
              "resolve": "NEM-X-NOISE-1"},
    "shoot": {"choose": "NEM-SHOOT-3", "pay": "NEM-SHOOT-2", "roll": "NEM-X-COMBATDIE-1",
              "resolve": "NEM-X-COMBATDIE-2"},
    "melee": {"choose": "NEM-MELEE-2", "pay": "NEM-COST-1", "roll": "NEM-X-MELEE-1", "resolve": "NEM-X-COMBATDIE-1"},
}  # fmt: skip
"""Kind of roll -> its steps and their clauses."""


def heading(s: State) -> Heading:
    if s.phase == "over":
        return Heading(from_data(s.ship.title), _("It is over"))
    if s.phase != "players":
        return Heading(PHASES[s.phase], joined(" · ", (turns_left(s), alarm_words(s))))
    if s.test is None:
        character = s.characters[s.active]
        left = joined(" · ", (actions_left(character), turns_left(s), alarm_words(s)))
        return Heading(_name_and_room(s, s.active, character.room), left)
    target = s.intruders.get(s.test.target)
    title = joined(" · ", (TESTS[s.test.kind], kind_name(target.kind) if target else NOTHING))
    return Heading(title, _name_and_room(s, s.test.seat, s.test.room))


def _name_and_room(s: State, seat: Seat, room: str) -> Text:
    return _("{who} in {room}", who=who(s, seat), room=room_words(s, room))


PHASES = {"preparing": _("The ship is laid out"), "event": _("Event phase"), "drawing": _("A new turn: all draw cards")}


def turns_left(s: State) -> Text:
    return _("the last turn") if s.turns == 1 else ngettext("{n} turn left", "{n} turns left", s.turns)


def alarm_words(s: State) -> Text:
    if s.self_destruct is None:
        return NOTHING
    return ngettext("self-destruction in {n} turn", "self-destruction in {n} turns", s.self_destruct)


def steps(s: State) -> Iterator[Steps]:
    """Yield the steps of a roll, which waits for its die, or of the event phase."""
    if s.test is not None:
        rules = TEST_RULES[s.test.kind]
        titles = [(TEST_STEPS[name], rule) for name, rule in rules.items()]
        yield Steps(TESTS[s.test.kind], _marked_steps(titles, [*rules].index("roll")))
    elif s.phase == "event":
        yield Steps(PHASES["event"], _marked_steps(EVENT_TITLES.values(), EVENT_STEPS.index(s.step)))


def _marked_steps(titles: Iterable[tuple[Text, str]], now: int) -> tuple[Step, ...]:
    return tuple(
        Step(title, "done" if place < now else "now" if place == now else "todo", rule=rule)
        for place, (title, rule) in enumerate(titles)
    )


def track(s: State) -> Iterator[Track]:
    """Yield the turns left, with the end of the alarm."""
    if s.phase == "over":
        return
    long = max(s.ship.turns, s.turns)
    at, spaces = long - s.turns, tuple(str(n) for n in range(long, 0, -1))
    if s.self_destruct is None:
        yield Track(_("Turns left"), spaces, at)
    else:
        yield Track(_("Turns left"), spaces, at, min(at + s.self_destruct, long - 1), alarm_words(s))


def reminder(s: State) -> Text:
    """Return who acts, who follows and what the event phase will do, as one line."""
    if s.phase == "event":
        left = listed(EVENT_WORDS[step] for step in EVENT_STEPS[EVENT_STEPS.index(s.step) :])
        return _("Still to come: {steps}; then everybody draws, and a new turn begins.", steps=left)
    if s.phase != "players":
        return NOTHING
    everybody = tuple(s.characters)
    place = everybody.index(s.active)
    others = everybody[place + 1 :] + everybody[:place]
    seats = [seat for seat in others if seat in seats_aboard(s) and not s.characters[seat].passed]
    now, coming, steps = who(s, s.active), listed(who(s, seat) for seat in seats), listed(_coming_steps(s))
    has = ngettext("{n} action", "{n} actions", s.characters[s.active].actions)
    if not seats:
        return _("{who} has {actions}; then the event phase: {steps}.", who=now, actions=has, steps=steps)
    return _(
        "{who} has {actions}; then {coming}; then the event phase: {steps}.",
        who=now,
        actions=has,
        coming=coming,
        steps=steps,
    )


def _coming_steps(s: State) -> list[Text]:
    """Return the steps of the event phase that will do something."""
    burns = any("fire" in room.marks for room in s.rooms.values())
    due = {"attack": any(is_in_combat(s, seat) for seat in seats_aboard(s)), "fire": burns}
    return [EVENT_WORDS[step] for step in EVENT_STEPS if due.get(step, True)]


def told_card(s: State) -> Iterator[Story]:
    if s.told is not None and s.phase != "over":
        yield Story(s.told.title, s.told.text)


def ending(s: State) -> Iterator[Block]:
    if s.phase != "over":
        return
    yield Story(_("The end"), s.ending)
    cards = []
    for seat, result in s.results.items():
        title = _("{who} wins", who=who(s, seat)) if result.won else _("{who} loses", who=who(s, seat))
        cards.append(Card(seat, title, result.why))  # the reason names the objective
    yield Cards(_("The crew"), tuple(cards))


def air(s: State) -> Air:
    """Return the mood: dread with an Intruder in a character's room, or under the alarm."""
    if any(is_in_combat(s, seat) for seat in seats_aboard(s)) or s.self_destruct is not None:
        return "dread"
    return "tense" if s.phase == "event" else "calm"


def in_danger(s: State, seat: Seat) -> bool:
    """Return whether the next wound kills."""
    return seat in seats_aboard(s) and s.characters[seat].serious_wounds >= MOST_SERIOUS
