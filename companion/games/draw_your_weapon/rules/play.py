"""Free play: the Dealer calls a test, or a character acts; whoever answers first goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.engine import Rule, choose, offer
from companion.games.draw_your_weapon.facts import G
from companion.games.draw_your_weapon.rules import dealer, weapons_in_hand
from companion.games.draw_your_weapon.rules import options as rules_options
from companion.games.draw_your_weapon.rules.actions import ACTIONS, CALLS, ENDING, Action, rest
from companion.games.draw_your_weapon.rules.corrections import deck_check
from companion.games.draw_your_weapon.rules.corrections import menu as corrections_menu
from companion.games.draw_your_weapon.rules.options import Way
from companion.games.draw_your_weapon.state import State, players, scene_of
from companion.schema import DEALER, Faces, Option, Seat

OTHER = "other"  # than what is prepared
IN_A_FIGHT = ("figure_attack", "next_turn")  # wanted all the time then
BACK = Option("back", "Back to the scene")


def play(g: G) -> Rule[None]:
    """One call of the Dealer, or one Action of a player (DYW-TEST-1, -2); or a handful of a deck that is checked."""
    if g.state.checking is not None:
        yield from deck_check.handful(g)
        return
    yield from offer(g, ways(g.state))


def ways(s: State) -> Iterator[Way]:
    """The Dealer's scene and calls, the players' Actions, and what stands in the Dealer's menu."""
    yield calling(s)
    for who in players(s):
        yield from menu(s, who, f"{s.characters[who].name}: act if you wish", ACTIONS)
    yield from rest.ways(s)
    yield from weapons_in_hand.ways(s)
    yield Way(dealer.telling(s), _told)
    yield from rules_options.ways(s)
    yield from deck_check.ways(s)
    yield from corrections_menu.ways(s)
    yield evening(s)


def calling(s: State) -> Way:
    """What the story has prepared comes first, and nobody else reads it; what can be called besides is one tap away (DYW-TEST-2)."""
    story, title = dealer.story(s), "Dealer: call a test"
    if scene_of(s) is None:
        return Way(choose(DEALER, title, (*story, *freely(s)), rule="DYW-SKILL-1", secret=bool(story)), _called)
    end = (Option(ENDING.name, ENDING.title),) if dealer.is_ending(s) else ()
    fight = tuple(option for option in freely(s) if option.id in IN_A_FIGHT) if s.in_combat else ()
    ways = (*fight, *story, Option(OTHER, "Something else"), *end)
    return Way(choose(DEALER, title, ways, rule="DYW-SKILL-1", secret=True), _called)


def evening(_: State) -> Way:
    """It ends when the Dealer says so; nobody ends it by the way."""
    return Way(choose(DEALER, "Dealer: the evening", [Option(ENDING.name, ENDING.title)], at="menu"), _called)


def freely(s: State) -> tuple[Option, ...]:
    """All that the Dealer can call without an adventure."""
    titles = {"combat": "End the combat"} if s.in_combat else {}
    return tuple(Option(a.name, titles.get(a.name, a.title), a.refuse(s, DEALER)) for a in CALLS)


def _called(g: G, values: Faces) -> Rule[None]:
    (name,) = values
    if name == OTHER:
        name = yield from g.one(choose(DEALER, "Dealer: call what?", (*freely(g.state), BACK), rule="DYW-SKILL-1"))
    if dealer.is_story(name):
        yield from dealer.tell_story(g, name)
    elif name != BACK.id:
        yield from next(a for a in (*CALLS, ENDING) if a.name == name).do(g, DEALER)


def _told(g: G, values: Faces) -> Rule[None]:
    yield from dealer.tell_story(g, values[0])


def menu(s: State, seat: Seat, title: str, actions: Sequence[Action]) -> Iterator[Way]:
    """The actions of one seat, the impossible ones grey; none where none is possible."""
    options = tuple(Option(a.name, a.title, a.refuse(s, seat)) for a in actions)
    if not all(option.refused for option in options):
        yield Way(choose(seat, title, options, rule=actions[0].rule), _taken(seat, actions))


def _taken(seat: Seat, actions: Sequence[Action]) -> Callable[[G, Faces], Rule[None]]:
    def take(g: G, values: Faces) -> Rule[None]:
        yield from next(a for a in actions if a.name == values[0]).do(g, seat)

    return take


def over(s: State) -> str:
    return (s.ending or "The evening is over.") if s.ended else ""
