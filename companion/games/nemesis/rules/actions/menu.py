"""The table of the actions, and the menu that is made of it (NEM-BASIC-1)."""

from __future__ import annotations

from companion.games.nemesis.names import cards_words
from companion.games.nemesis.rules.actions import item_exchange, printed_actions, shoot_and_melee
from companion.games.nemesis.rules.actions.cost import (
    Action,
    cannot_act,
    cannot_afford,
    cannot_use_in_combat,
    cost_of,
    never_refused,
)
from companion.games.nemesis.rules.map.movement import (
    cannot_be_careful,
    cannot_move,
    cannot_move_carefully,
    careful_move_options,
    move,
    move_carefully,
    move_options,
)
from companion.games.nemesis.state import State
from companion.i18n import _, listed
from companion.schema import Option, Refusal, Seat

MOVEMENT = (
    Action("move", _("Movement"), "NEM-MOVE-1", never_refused, move_options, cannot_move, move, fights=True),
    Action(
        "careful_move", _("Careful Movement"), "NEM-CAREFUL-1",
        cannot_be_careful, careful_move_options, cannot_move_carefully, move_carefully,
    ),
)  # fmt: skip
ACTIONS = (*MOVEMENT, *shoot_and_melee.ACTIONS, *item_exchange.ACTIONS, *printed_actions.ACTIONS)


def menu(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return the options of a character, as "move:r7". A refused action is one option."""
    return tuple(option for action in ACTIONS for option in options_of(s, seat, action))


def options_of(s: State, seat: Seat, action: Action) -> tuple[Option, ...]:
    """Return one option per target. A secret or refused action gives a single option.

    The menu is public, so it refuses by public knowledge only.
    """
    no = cannot_act(s, seat) or cannot_use_in_combat(s, seat, action) or action.refuse(s, seat)
    if no is None and action.cost is None:
        no = cannot_afford(s, seat, action, "")
    if no is not None or action.secret:
        return (Option(action.name, action.title, no),)
    options = []
    for target in action.targets(s, seat):
        name = f"{action.name}:{target.id}" if target.id else action.name
        refused = target.refused or cannot_afford(s, seat, action, target.id)
        price = cards_words(cost_of(s, action, target.id))  # NEM-GEN-3
        options.append(Option(name, target.text if refused else listed((target.text, price), " · "), refused))
    nothing = Refusal("NO_TARGET", _("There is nothing to do this with."))
    return tuple(options) or (Option(action.name, action.title, nothing),)
