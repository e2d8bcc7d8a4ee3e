"""The Dealer's options in free play: story, calls, and the end of the session."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import Rule, choose, do_item
from companion.games.draw_your_weapon.rules import dealer
from companion.games.draw_your_weapon.rules.actions.called_tests import (
    call_contest,
    call_skill_test,
    call_surprise_contest,
    call_surprise_test,
    cannot_be_surprised,
    cannot_contest,
    cannot_test,
)
from companion.games.draw_your_weapon.rules.actions.figure_attacks import cannot_attack, figure_attack
from companion.games.draw_your_weapon.rules.cards import cannot_renew, renew_libraries
from companion.games.draw_your_weapon.rules.combat import cannot_go_on, combat, next_turn
from companion.games.draw_your_weapon.rules.dealer import end_evening
from companion.games.draw_your_weapon.state import Action, G, State, Way, scene_of
from companion.i18n import _
from companion.schema import DEALER, Faces, Option

OTHER_CALLS = "other"  # calls besides the prepared ones
IN_A_FIGHT = ("figure_attack", "next_turn")  # shown first in a fight
BACK_OPTION = Option("back", _("Back to the scene"))


CALLS: tuple[Action, ...] = (
    Action("skill_test", _("Skill Test"), call_skill_test, cannot_test, "DYW-SKILL-1"),
    Action("contest", _("Contest"), call_contest, cannot_contest, "DYW-CONTEST-1"),
    Action("surprise_test", _("Surprise: Skill Test"), call_surprise_test, cannot_be_surprised, "DYW-SURPRISE-1"),
    Action("surprise_contest", _("Surprise: Contest"), call_surprise_contest, cannot_be_surprised, "DYW-SURPRISE-2"),
    Action("figure_attack", _("Attack of a figure"), figure_attack, cannot_attack, "DYW-ATTACK-1"),
    Action("combat", _("Begin a combat"), combat, rule="DYW-X-COMBAT-1"),
    Action("next_turn", _("Next turn"), next_turn, cannot_go_on, "DYW-X-COMBAT-1"),
    Action("renew", _("Shuffle the Void into a new Library"), renew_libraries, cannot_renew, "DYW-X-ZONES-4"),
)

ENDING = Action("end", _("End the evening"), end_evening)


def calling(s: State) -> Way:
    """Offer the prepared story in secret, with the other calls one tap away (DYW-TEST-2)."""
    story = dealer.story(s)
    if scene_of(s) is None:
        return _call((*story, *free_calls(s)), is_secret=bool(story))
    end = (Option(ENDING.name, ENDING.title),) if dealer.is_ending(s) else ()
    fight = tuple(option for option in free_calls(s) if option.id in IN_A_FIGHT) if s.in_combat else ()
    ways = (*fight, *story, Option(OTHER_CALLS, _("Something else")), *end)
    return _call(ways, is_secret=True)


def _call(ways: Sequence[Option], *, is_secret: bool) -> Way:
    prompt = choose(DEALER, _("call a test"), ways, rule="DYW-SKILL-1", secret=is_secret, key="call")
    return Way(prompt, _handle_call)


def storytelling(s: State) -> Way:
    """Offer notes and scene changes in the menu."""
    return Way(dealer.story_prompt(s), _handle_story)


def evening_menu(_state: State) -> Way:
    """Offer the end of the session in the menu, so that it is not tapped by accident."""
    ways = [Option(ENDING.name, ENDING.title)]
    return Way(choose(DEALER, _("the evening"), ways, at="menu", key="evening"), _handle_call)


def free_calls(s: State) -> tuple[Option, ...]:
    """Return the calls that need no adventure."""
    titles = {"combat": _("End the combat")} if s.in_combat else {}
    return tuple(Option(a.name, titles.get(a.name, a.title), a.refuse(s, DEALER)) for a in CALLS)


def _handle_call(g: G, values: Faces) -> Rule[None]:
    (name,) = values
    if name == OTHER_CALLS:
        ways = (*free_calls(g.state), BACK_OPTION)
        name = yield from g.one(choose(DEALER, _("call what?"), ways, rule="DYW-SKILL-1", key="call.other"))
    if dealer.is_story(name):
        yield from dealer.tell_story(g, name)
    elif name != BACK_OPTION.id:
        yield from do_item((*CALLS, ENDING), name, g, DEALER)


def _handle_story(g: G, values: Faces) -> Rule[None]:
    yield from dealer.tell_story(g, values[0])
