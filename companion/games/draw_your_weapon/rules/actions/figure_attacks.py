"""Attacks of the Dealer's figures."""

from __future__ import annotations

from companion.engine import Rule, choose
from companion.games.draw_your_weapon.content import Weapon
from companion.games.draw_your_weapon.rules.actions.attacks import (
    SOMETHING,
    aim,
    attack_options,
    bare_blow,
    cannot_strike,
    cannot_use_weapon,
    special_attack,
    weapon_blow,
    weapon_text,
)
from companion.games.draw_your_weapon.rules.cards import cannot_play, cannot_turn
from companion.games.draw_your_weapon.rules.checks import contest
from companion.games.draw_your_weapon.state import MIGHT, G, State, characters_in_scene, feature_of
from companion.i18n import _
from companion.schema import DEALER, Option, Refusal, Seat

BARE = "bare hands"


def figure_attack(g: G, _seat: Seat) -> Rule[None]:
    """Attack with a character of the Dealer (DYW-ATTACK-1, DYW-SURPRISE-1). The Dealer decides whether it is a Surprise."""
    who = yield from choose_figure(g)
    name = yield from choose_means(g, who)
    target = yield from aim(g, who)
    weapon = next((w for w in g.state.characters[who].weapons if w.name == name), None)
    if not (yield from decide_hit(g, who, target, weapon)):
        return
    if weapon is not None:
        yield from weapon_blow(g, who, weapon, target)
    elif name == BARE:
        yield from bare_blow(g, who, target)
    else:
        yield from special_attack(g, who, feature_of(g.state, who, name), target)


def choose_figure(g: G) -> Rule[str]:
    """Ask for the attacking figure."""
    s = g.state
    names = [Option(n, s.characters[n].display_name, cannot_hit(s, n)) for n in figures(s)]
    return (yield from g.one(choose(DEALER, _("say who attacks"), names, rule="DYW-ATTACK-1", key="attack.figure")))


def choose_means(g: G, who: str) -> Rule[str]:
    """Ask for a weapon, an attacking Feature or bare hands. Ask nothing where the figure has only bare hands."""
    ways = attack_ways(g.state, who)
    if len(ways) == 1 or cannot_hit(g.state, who) is not None:
        return BARE
    title = _("with what does {who} attack?", who=g.state.characters[who].display_name)
    return (yield from g.one(choose(DEALER, title, ways, rule="DYW-WEAPON-1", key="attack.means")))


def attack_ways(s: State, who: str) -> list[Option]:
    """Return the attacks of a figure with their refusals."""
    held = [Option(w.name, weapon_text(w), cannot_use_weapon(s, who, w.name)) for w in s.characters[who].weapons]
    return [*held, *attack_options(s, who), Option(BARE, _("Bare hands"), cannot_strike(s, who))]


def cannot_hit(s: State, who: str) -> Refusal | None:
    """Return why this figure has no attack, or None."""
    no = cannot_strike(s, who)
    if no is None:  # bare hands are always possible
        return None
    refusals = [way.refused for way in attack_ways(s, who)]
    return cannot_play(s, who) or (no if all(refusals) else None)


def decide_hit(g: G, who: str, target: str, weapon: Weapon | None) -> Rule[bool]:
    """Return whether it hits: at once, or by a Surprise Contest that the target loses (DYW-SURPRISE-1, -2)."""
    met = g.state.characters.get(target)
    if met is None or target == SOMETHING or not met.is_player:
        return True
    ways = (
        Option("hits", _("It hits: the card decides how much")),
        Option("contest", _("A Surprise Contest decides whether it hits"), cannot_turn(g.state, target)),
    )
    title = _("how does {who} meet it?", who=met.display_name)
    if (yield from g.one(choose(DEALER, title, ways, rule="DYW-SURPRISE-1", key="attack.met"))) == "hits":
        return True
    suit = weapon.suits[0] if weapon is not None and weapon.suits else g.state.book.attributes.get(MIGHT, "C")
    order = tuple(name for name in g.state.characters if name in {who, target})
    yield from contest(g, order, MIGHT, suit, (target,))
    return g.state.last is not None and g.state.last.winners == (who,) and cannot_play(g.state, who) is None


def figures(s: State) -> tuple[str, ...]:
    return tuple(name for name in characters_in_scene(s) if not s.characters[name].is_player)


def cannot_attack(s: State, _seat: Seat) -> Refusal | None:
    """Refuse unless a figure is present that can play a card."""
    refusals = []
    for name in figures(s):
        no = cannot_hit(s, name)
        if no is None:
            return None
        refusals.append(no)
    return refusals[0] if refusals else Refusal("NOBODY_THERE", _("None of the Dealer's characters is here."))
