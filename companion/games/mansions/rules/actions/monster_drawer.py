"""The monster drawer: change the damage of a monster in any phase, or tap it for more."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Rule
from companion.games.mansions.facts import G, MonsterSeen, Way
from companion.games.mansions.named import choose_together, monster_name
from companion.games.mansions.rules.actions.costs_and_moves import action_refused
from companion.games.mansions.rules.map import (
    NOT_NOW,
    STAY,
    UNSAID,
    change_damage,
    damage_buttons,
    defeat,
    places,
    seat_options,
)
from companion.games.mansions.rules.monsters import attack_one, check_horror_against, evade
from companion.games.mansions.rules.story import place_option
from companion.games.mansions.state import State
from companion.i18n import _
from companion.schema import Faces, Option, Refusal, Seat

FOE = "foe"
ATTACK, EVADE, HORROR, DEFEATED, PLACE = "attack", "evade", "horror", "defeated", "place"
NO_TURN = Refusal("NO_ACTIONS_LEFT", _("It is nobody's turn: say first whose turn it is."), "MOM-X-TURN-1")


def drawer_ways(s: State) -> tuple[Way, ...]:
    """Return the prompt of the drawer, if there are monsters. MOM-ATTACK-6."""
    if not s.monsters or not s.standing:
        return ()
    options = [
        option
        for monster in s.monsters.values()
        for option in (*damage_buttons(monster), Option(f"{FOE}:{monster.name}", monster_name(monster.name)))
    ]
    title, rule, key = _("the monsters"), "MOM-ATTACK-6", "monsters"
    return (Way(choose_together(title, options, rule=rule, at="foes", key=key), answer_drawer),)


def answer_drawer(g: G, values: Faces) -> Rule[None]:
    what, _, name = values[0].partition(":")
    if what == FOE:
        yield from _open_monster(g, name)
    else:
        yield from change_damage(g, values)


def _open_monster(g: G, name: str) -> Rule[None]:
    """Ask what happens to the monster: attack, evade or horror check, as the phase allows."""
    by_hand = (Option(DEFEATED, _("It is defeated")), Option(PLACE, _("It stands elsewhere")))
    title = _("{monster}, what is done?", monster=monster_name(name))
    options = [*_action_options(g.state), *by_hand, NOT_NOW]
    deed = yield from g.one(choose_together(title, options, rule="MOM-ATTACK-1", key="monster", about=name))
    if deed == DEFEATED:
        defeat(g, name)
    elif deed == PLACE:
        yield from _move_monster(g, name)
    elif deed != STAY:
        yield from _act_by_seat(g, name, deed)


def _action_options(s: State) -> Iterator[Option]:
    story = s.story
    seat = story.active if story is not None else ""
    if story is None or story.phase == "horror":
        yield Option(HORROR, _("Horror check"))
        return
    if story.phase == "investigator":
        refusal = action_refused(s, seat) if seat else NO_TURN if story.counted_actions else None
        yield Option(ATTACK, _("Attack"), refusal)
        yield Option(EVADE, _("Evade"))
    yield Option(HORROR, _("Horror check"))


def _act_by_seat(g: G, name: str, what: str) -> Rule[None]:
    seat = yield from _ask_for_seat(g, name, what)
    if what == ATTACK:
        yield from attack_one(g, seat, name)
    elif what == EVADE:
        yield from evade(g, seat, g.state.monsters[name])
    else:
        yield from check_horror_against(g, seat, g.state.monsters[name])


def _ask_for_seat(g: G, name: str, what: str) -> Rule[Seat]:
    story = g.state.story
    if story is not None and story.active and what != HORROR:
        return story.active
    standing = g.state.standing
    if len(standing) == 1:
        return standing[0]
    title, who = _("who meets {monster}?", monster=monster_name(name)), seat_options(g.state, standing)
    prompt = choose_together(title, who, rule="MOM-ATTACK-1", key="monster.who", about=name)
    return (yield from g.one(prompt))


def _move_monster(g: G, name: str) -> Rule[None]:
    near = (place_option(g.state, place) for place in places(g.state))
    title = _("where does {monster} stand?", monster=monster_name(name))
    options = [*near, Option(UNSAID, _("Not said")), NOT_NOW]
    to = yield from g.one(choose_together(title, options, at="board", key="monster.place", about=name))
    if to != STAY:
        g.emit(MonsterSeen(name, "" if to == UNSAID else to))
