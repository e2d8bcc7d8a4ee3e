"""What the Dealer may call: tests and contests, surprises, attacks of figures, combat, and the end."""

from __future__ import annotations

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
from companion.games.draw_your_weapon.rules.options import Action
from companion.games.draw_your_weapon.state import State
from companion.i18n import _
from companion.schema import Refusal, Seat


def never(_state: State, _seat: Seat) -> Refusal | None:
    return None


def _cannot_renew(s: State, _seat: Seat) -> Refusal | None:
    return cannot_renew(s)


CALLS: tuple[Action, ...] = (
    Action("skill_test", _("Skill Test"), "DYW-SKILL-1", cannot_test, call_skill_test),
    Action("contest", _("Contest"), "DYW-CONTEST-1", cannot_contest, call_contest),
    Action("surprise_test", _("Surprise: Skill Test"), "DYW-SURPRISE-1", cannot_be_surprised, call_surprise_test),
    Action("surprise_contest", _("Surprise: Contest"), "DYW-SURPRISE-2", cannot_be_surprised, call_surprise_contest),
    Action("figure_attack", _("Attack of a figure"), "DYW-ATTACK-1", cannot_attack, figure_attack),
    Action("combat", _("Begin a combat"), "DYW-X-COMBAT-1", never, combat),
    Action("next_turn", _("Next turn"), "DYW-X-COMBAT-1", cannot_go_on, next_turn),
    Action("renew", _("Shuffle the Void into a new Library"), "DYW-X-ZONES-4", _cannot_renew, renew_libraries),
)
"""What the Dealer may call."""

ENDING = Action("end", _("End the evening"), "", never, end_evening)
"""In the menu, until the story itself has come to an end."""
