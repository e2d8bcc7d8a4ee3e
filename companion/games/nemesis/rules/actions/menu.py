"""The table of the actions, and the menu that is made of it (NEM-BASIC-1)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.nemesis.rules.actions.cost import (
    Action,
    cost_of,
    free,
    no_action_left,
    too_few_cards,
    too_peaceful,
)
from companion.games.nemesis.rules.actions.item_exchange import (
    cannot_craft,
    cannot_pick_up,
    craft,
    crafts,
    heavy_here,
    nobody_to_trade_with,
    nothing_to_craft,
    nothing_to_pick_up,
    pick_up,
    trade,
)
from companion.games.nemesis.rules.actions.printed_actions import (
    cannot_play,
    cannot_use,
    cannot_use_room,
    card_cost,
    item_cost,
    no_card_to_play,
    no_item_to_use,
    no_room_action,
    own_room,
    play_card,
    playable_cards,
    room_cost,
    usable_items,
    use_item,
    use_room,
)
from companion.games.nemesis.rules.actions.shoot_and_melee import (
    blows,
    cannot_attack,
    cannot_shoot,
    fire,
    nothing_to_shoot,
    nothing_to_strike,
    shots,
    strike,
)
from companion.games.nemesis.rules.map.movement import (
    cannot_move,
    cannot_move_carefully,
    careful_ways,
    move,
    move_carefully,
    not_in_combat,
    ways,
)
from companion.games.nemesis.rules.names import cards_words
from companion.games.nemesis.state import State
from companion.i18n import _, listed
from companion.schema import Option, Refusal, Seat, Words


def as_it_is(_state: State, _seat: Seat) -> tuple[Option, ...]:
    return (Option("", _("Trade")),)


def anything(_state: State, _seat: Seat, _target: str) -> Refusal | None:
    return None


ACTIONS: tuple[Action, ...] = (
    Action("move", _("Movement"), "NEM-MOVE-1", free, ways, cannot_move, move, fights=True),
    Action(
        "careful_move",
        _("Careful Movement"),
        "NEM-CAREFUL-1",
        not_in_combat,
        careful_ways,
        cannot_move_carefully,
        move_carefully,
    ),
    Action("shoot", _("Shoot"), "NEM-SHOOT-1", nothing_to_shoot, shots, cannot_shoot, fire, fights=True),
    Action("melee", _("Melee Attack"), "NEM-MELEE-1", nothing_to_strike, blows, cannot_attack, strike, fights=True),
    Action(
        "pick_up_heavy",
        _("Pick Up Heavy Object"),
        "NEM-HEAVY-1",
        nothing_to_pick_up,
        heavy_here,
        cannot_pick_up,
        pick_up,
    ),
    Action("trade", _("Trade"), "NEM-TRADE-1", nobody_to_trade_with, as_it_is, anything, trade),
    Action("craft", _("Craft Item"), "NEM-CRAFT-1", nothing_to_craft, crafts, cannot_craft, craft, secret=True),
    Action(
        "action_card",
        _("Action card"),
        "NEM-ACARD-3",
        no_card_to_play,
        playable_cards,
        cannot_play,
        play_card,
        card_cost,
        secret=True,
        fights=True,
    ),
    Action(
        "item_action",
        _("Item card"),
        "NEM-ITEM-1",
        no_item_to_use,
        usable_items,
        cannot_use,
        use_item,
        item_cost,
        secret=True,
        fights=True,
    ),
    Action(
        "room_action", _("Room action"), "NEM-ROOM-1", no_room_action, own_room, cannot_use_room, use_room, room_cost
    ),
)


def menu(s: State, seat: Seat, actions: Sequence[Action] = ACTIONS) -> tuple[Option, ...]:
    """Return the options of a character, as "move:r7". A refused action is one option."""
    return tuple(option for action in actions for option in options_of(s, seat, action))


def options_of(s: State, seat: Seat, action: Action) -> tuple[Option, ...]:
    """Return one option per target. A secret or refused action gives a single option.

    The menu is public, so it refuses by public knowledge only.
    """
    no = no_action_left(s, seat) or too_peaceful(s, seat, action) or action.refuse(s, seat)
    if no is None and action.cost is None:
        no = too_few_cards(s, seat, action, "")
    if action.secret:
        return (Option(action.name, action.title, no),)
    targets = affordable_targets(s, seat, action) if no is None else ()
    if no is None and not targets:
        no = Refusal("NO_TARGET", _("There is nothing to do this with."))
    if no is not None:
        return (Option(action.name, action.title, no),)
    return tuple(
        Option(f"{action.name}:{t.id}" if t.id else action.name, priced(s, action, t), t.refused) for t in targets
    )


def priced(s: State, action: Action, target: Option) -> Words:
    """Add the number of its icon (NEM-GEN-3). A refused target has only its reason."""
    price = cards_words(cost_of(s, action, target.id))
    return target.text if target.refused else listed((target.text, price), " · ")


def affordable_targets(s: State, seat: Seat, action: Action) -> tuple[Option, ...]:
    """Return the targets, refused where they cost more cards than the hand holds."""
    return tuple(
        Option(t.id, t.text, t.refused or too_few_cards(s, seat, action, t.id)) for t in action.targets(s, seat)
    )
