"""Combat, lightly: it begins and ends, and a marker goes round the table. Its order is another chapter's (DYW-X-COMBAT-1)."""

from __future__ import annotations

from companion.engine.play import Rule, done
from companion.games.draw_your_weapon.facts.events import CombatChanged, G, TurnBegan
from companion.games.draw_your_weapon.state import State, in_sight
from companion.schema.prompt import Refusal, Seat


def combat(g: G, _: Seat) -> Rule[None]:
    """Whether it is combat."""
    begin_combat(g, on=not g.state.in_combat)
    yield from done()


def begin_combat(g: G, *, on: bool) -> None:
    """It begins with whoever sits first; nothing is refused to the others."""
    g.emit(CombatChanged(on))
    if on and (there := fighters(g.state)):
        g.emit(TurnBegan(there[0], 1))


def fighters(s: State) -> tuple[str, ...]:
    """Who is here and not out of the fight: the players in the order of the table, then the Dealer's."""
    return tuple(name for name in in_sight(s) if not s.characters[name].is_down)


def next_turn(g: G, _: Seat) -> Rule[None]:
    """The marker goes on; after the last one a round begins."""
    there = fighters(g.state)
    all_ = in_sight(g.state)
    later = all_[all_.index(g.state.turn) + 1 :] if g.state.turn in all_ else ()
    following = [name for name in later if name in there]
    if following:
        g.emit(TurnBegan(following[0], g.state.round))
    else:
        g.emit(TurnBegan(there[0], g.state.round + 1 if g.state.turn else max(1, g.state.round)))
    yield from done()


def end_turn(g: G, who: Seat) -> Rule[None]:
    yield from next_turn(g, who)


def cannot_end_turn(s: State, who: Seat) -> Refusal | None:
    if not s.in_combat or s.turn != who:
        return Refusal("NOT_YOUR_TURN", f"It is not the turn of {s.characters[who].name}.", "DYW-X-COMBAT-1")
    return cannot_go_on(s, who)


def cannot_go_on(s: State, _: Seat) -> Refusal | None:
    if not s.in_combat:
        return Refusal("IN_COMBAT_ONLY", "Turns are counted in combat only.", "DYW-X-COMBAT-1")
    return None if fighters(s) else Refusal("NOBODY_STANDS", "Nobody is left in the fight.")
