"""Let Intruders attack, burn and move in the event phase."""

from __future__ import annotations

from functools import partial

from companion.engine import Rule, choose
from companion.games.nemesis.content.ship import KINDS, Kind
from companion.games.nemesis.names import EVERYBODY, kind_words, room_words, who
from companion.games.nemesis.rules.corrections.menu import answered
from companion.games.nemesis.rules.intruders.attacks import attack, hurt, prowl, smallest_hands
from companion.games.nemesis.state import G, State, characters_in
from companion.i18n import Text, _
from companion.schema import TABLE, Faces, Option, Prompt, Seat

GO = "go"  # the page makes it the big button
NO_CORRIDOR = "none"


def attacks(g: G) -> Rule[None]:
    """Let each Intruder in a room with a character attack the smallest hand, the strongest first."""
    for intruder in strongest_first(g.state, in_combat(g.state)):
        if intruder in in_combat(g.state):  # a card or a correction may have removed it or its victims
            victim = yield from _choose_victim(g, intruder)
            if victim:
                yield from attack(g, victim, intruder, "event")


def in_combat(s: State) -> Faces:
    """Return the Intruders in a room with a character."""
    return tuple(name for name, i in s.intruders.items() if characters_in(s, i.room))


def strongest_first(s: State, names: Faces) -> Faces:
    """Sort by kind from queen to larva, then by arrival."""
    return tuple(sorted(names, key=lambda name: -KINDS.index(s.intruders[name].kind)))


def _choose_victim(g: G, intruder: str) -> Rule[Seat]:
    """Ask for the victim among equal hands, or for a confirmation. "" if the Intruder is gone."""
    s = g.state
    victims = smallest_hands(s, s.intruders[intruder].room)
    if len(victims) == 1 and s.settings.decks == "box" and s.intruders[intruder].kind != "larva":
        return victims[0]  # the prompt for the card of the box follows
    values = yield from answered(g, partial(_ask_for_victim, intruder))
    if intruder not in in_combat(g.state):
        return ""
    if values == (GO,):
        return smallest_hands(g.state, g.state.intruders[intruder].room)[0]
    return values[0] if values else ""


def _ask_for_victim(intruder: str, s: State) -> Prompt | None:
    if intruder not in in_combat(s):
        return None
    kind, victims = kind_words(s, intruder), smallest_hands(s, s.intruders[intruder].room)
    if len(victims) == 1:
        title = _("the {kind} attacks {who}", kind=kind, who=who(s, victims[0]))
        return _confirmation("event.attack", title, _("It attacks"), "Event", intruder)
    title = _("the {kind} attacks one with the fewest cards. Whom?", kind=kind)
    options = [Option(seat, who(s, seat)) for seat in victims]
    return choose(TABLE, title, options, rule="NEM-X-ENC-1", key="event.victim", about=intruder, whom=EVERYBODY)


def _confirmation(key: str, title: Text, word: Text, rule: str, about: str) -> Prompt:
    return choose(TABLE, title, [Option(GO, word)], rule=rule, key=key, about=about, whom=EVERYBODY)


def confirm(g: G, key: str, title: Text, word: Text, about: str = "") -> Rule[None]:
    """Wait until somebody taps the one button, labelled `word`."""
    yield from answered(g, lambda _state: _confirmation(key, title, word, "Event", about))


def fire(g: G) -> Rule[None]:
    """Every Intruder in a burning room suffers one injury (NEM-X-FIRE-1)."""
    for intruder in strongest_first(g.state, _burning(g.state)):
        if (yield from answered(g, partial(_ask_to_burn, intruder))):
            yield from hurt(g, "", intruder, 1)


def _ask_to_burn(intruder: str, s: State) -> Prompt | None:
    if intruder not in _burning(s):
        return None
    room = room_words(s, s.intruders[intruder].room)
    title = _("the {kind} burns in {room}", kind=kind_words(s, intruder), room=room)
    return _confirmation("event.fire", title, _("One injury"), "NEM-X-FIRE-1", intruder)


def _burning(s: State) -> Faces:
    """Return the Intruders in a burning room."""
    return tuple(name for name, i in s.intruders.items() if "fire" in s.rooms[i.room].marks)


def go_prowling(g: G, number: str, kinds: tuple[Kind, ...]) -> None:
    """Move Intruders of these kinds that are not in combat through the corridor with that number."""
    staying = in_combat(g.state)  # before the first moves, which may end in a room with a character
    for intruder in strongest_first(g.state, tuple(g.state.intruders)):
        if intruder not in staying and g.state.intruders[intruder].kind in kinds:
            prowl(g, intruder, number)


def prowl_by_real_card(g: G) -> Rule[bool]:
    """Ask what the event card of the box says, and move those Intruders. Returns False if there was nothing to ask."""
    values = yield from answered(g, _ask_for_corridor)
    if values and values != (NO_CORRIDOR,):
        present = {intruder.kind for intruder in g.state.intruders.values()}
        kinds = tuple(kind for kind in KINDS if kind in present)
        title = _("which Intruders go, as the event card says?")
        chosen = yield from g.some(choose(TABLE, title, kinds, 0, len(kinds), key="event.kinds", whom=EVERYBODY))
        go_prowling(g, values[0], tuple(kind for kind in kinds if kind in chosen))
    return bool(values)


def _ask_for_corridor(s: State) -> Prompt | None:
    if not s.intruders:
        return None
    numbers = sorted({number for c in s.corridors.values() for ends in c.numbers.values() for number in ends})
    corridors = [Option(number, _("Corridor {number}", number=number)) for number in numbers]
    title = _("draw an event card. Through which corridor do Intruders go?")
    none = Option(NO_CORRIDOR, _("None of them goes"))
    return choose(TABLE, title, [*corridors, none], key="event.corridor", whom=EVERYBODY)
