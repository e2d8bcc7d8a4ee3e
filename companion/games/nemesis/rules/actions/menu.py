"""The table of the actions, and the menu that is made of it (NEM-BASIC-1)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.nemesis.names import cards_words
from companion.games.nemesis.rules.actions import item_exchange, printed_actions, shoot_and_melee
from companion.games.nemesis.rules.actions.cost import (
    Action,
    cost_of,
    free,
    no_action_left,
    too_few_cards,
    too_peaceful,
)
from companion.games.nemesis.rules.map import movement
from companion.games.nemesis.state import State
from companion.i18n import _, listed
from companion.schema import Option, Refusal, Seat, Words


def as_it_is(_state: State, _seat: Seat) -> tuple[Option, ...]:
    return (Option("", _("Trade")),)


def anything(_state: State, _seat: Seat, _target: str) -> Refusal | None:
    return None


ACTIONS: tuple[Action, ...] = (
    Action("move", _("Movement"), "NEM-MOVE-1", free, movement.moves, movement.cannot_move, movement.move, fights=True),
    Action(
        "careful_move",
        _("Careful Movement"),
        "NEM-CAREFUL-1",
        movement.not_in_combat,
        movement.careful_moves,
        movement.cannot_move_carefully,
        movement.move_carefully,
    ),
    Action(
        "shoot",
        _("Shoot"),
        "NEM-SHOOT-1",
        shoot_and_melee.nothing_to_shoot,
        shoot_and_melee.shots,
        shoot_and_melee.cannot_shoot,
        shoot_and_melee.fire,
        fights=True,
    ),
    Action(
        "melee",
        _("Melee Attack"),
        "NEM-MELEE-1",
        shoot_and_melee.nothing_to_strike,
        shoot_and_melee.blows,
        shoot_and_melee.cannot_attack,
        shoot_and_melee.strike,
        fights=True,
    ),
    Action(
        "pick_up_heavy",
        _("Pick Up Heavy Object"),
        "NEM-HEAVY-1",
        item_exchange.nothing_to_pick_up,
        item_exchange.heavy_here,
        item_exchange.cannot_pick_up,
        item_exchange.pick_up,
    ),
    Action(
        "trade", _("Trade"), "NEM-TRADE-1", item_exchange.nobody_to_trade_with, as_it_is, anything, item_exchange.trade
    ),
    Action(
        "craft",
        _("Craft Item"),
        "NEM-CRAFT-1",
        item_exchange.nothing_to_craft,
        item_exchange.crafts,
        item_exchange.cannot_craft,
        item_exchange.craft,
        secret=True,
    ),
    Action(
        "action_card",
        _("Action card"),
        "NEM-ACARD-3",
        printed_actions.no_card_to_play,
        printed_actions.playable_cards,
        printed_actions.cannot_play,
        printed_actions.play_card,
        printed_actions.card_cost,
        secret=True,
        fights=True,
    ),
    Action(
        "item_action",
        _("Item card"),
        "NEM-ITEM-1",
        printed_actions.no_item_to_use,
        printed_actions.usable_items,
        printed_actions.cannot_use,
        printed_actions.use_item,
        printed_actions.item_cost,
        secret=True,
        fights=True,
    ),
    Action(
        "room_action",
        _("Room action"),
        "NEM-ROOM-1",
        printed_actions.no_room_action,
        printed_actions.own_room,
        printed_actions.cannot_use_room,
        printed_actions.use_room,
        printed_actions.room_cost,
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
