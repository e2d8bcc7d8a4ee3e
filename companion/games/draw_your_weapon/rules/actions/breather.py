"""Breather: ten minutes for the party, one use for each (DYW-BREATH, -RECOVER)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.play import Rule, choose, count
from companion.games.draw_your_weapon.facts.characters import STAT_NAMES, Stat
from companion.games.draw_your_weapon.facts.events import (
    BreatherTaken,
    DefenceEnded,
    G,
    StatRegained,
)
from companion.games.draw_your_weapon.rules.actions.abilities import in_breather
from companion.games.draw_your_weapon.rules.actions.breather_trade import agreed_partner, partners, swap
from companion.games.draw_your_weapon.rules.damage import rise
from companion.games.draw_your_weapon.state import (
    BREATHERS,
    State,
    players,
)
from companion.schema.prompt import Faces, Option, Prompt, Refusal

STATS: tuple[Stat, ...] = ("hp", "reserve", "clout")


def cannot_breathe(s: State, who: str) -> Refusal | None:
    """DYW-BREATH-2, counted for the party (DYW-AMB-11)."""
    if s.characters[who].resting:
        return Refusal("RESTING", f"{s.characters[who].name} rests and takes no Action.", "DYW-REST-2")
    if s.in_combat:
        return Refusal("OUT_OF_COMBAT_ONLY", "A Breather takes ten minutes: not in combat.", "DYW-BREATH-1")
    if s.breathers >= BREATHERS:
        return Refusal(
            "BREATHERS_EXHAUSTED", f"The party took {s.breathers} Breathers: it must rest first.", "DYW-BREATH-2"
        )
    return None


def breather(g: G, who: str) -> Rule[None]:
    """Ten minutes for the party; every player's character chooses one use, all at once (DYW-BREATH-3, DYW-AMB-11)."""
    others = [n for n in players(g.state) if n != who and not g.state.characters[n].resting]
    asked = [use_of(g.state, who, own=True), *(use_of(g.state, name, own=False) for name in others)]
    given = yield from g.ask(*asked)
    g.emit(BreatherTaken())
    yield from use(g, asked, given)


def breather_trade(g: G, who: str) -> Rule[None]:
    """Two rest together; the others choose a use of the same Breather (DYW-BTRADE-1)."""
    partner = yield from agreed_partner(g, who)
    if not partner:
        return
    others = [n for n in players(g.state) if n not in {who, partner} and not g.state.characters[n].resting]
    asked = [use_of(g.state, name, own=False) for name in others]
    given = yield from g.ask(*asked)
    g.emit(BreatherTaken())
    for name in (who, partner):
        if g.state.characters[name].defending:
            g.emit(DefenceEnded(name))
    yield from swap(g, who, partner)
    yield from use(g, asked, given)


def cannot_trade(s: State, who: str) -> Refusal | None:
    """It takes two."""
    if not partners(s, who):
        return Refusal("CONSENT_MISSING", "Nobody is there to rest together with.", "DYW-BTRADE-1")
    return cannot_breathe(s, who)


def use(g: G, asked: Sequence[Prompt], given: Sequence[Faces]) -> Rule[None]:
    """Each one's use, one after the other."""
    for prompt, (chosen,) in zip(asked, given, strict=True):
        if chosen != "nothing" and g.state.characters[prompt.seat].defending:
            g.emit(DefenceEnded(prompt.seat))  # each use is an Action of its own
        if chosen == "recover":
            yield from recover(g, prompt.seat)
        elif chosen == "use_ability":
            yield from in_breather(g, prompt.seat)  # DYW-BABILITY-1


def use_of(s: State, who: str, own: bool) -> Prompt:
    """What somebody does with the Breather."""
    uses = [Option("recover", "Recover"), Option("use_ability", "Use an ability that needs a Breather")]
    if not own:
        uses.append(Option("nothing", "Nothing"))
    return choose(who, f"{s.characters[who].name}: one use of the Breather", uses, rule="DYW-BREATH-3")


def recover(g: G, who: str) -> Rule[None]:
    """Two different stats, each at most its attribute times the level (DYW-RECOVER-1, -2)."""
    name = g.state.characters[who].name
    stats = [Option(stat, STAT_NAMES[stat]) for stat in STATS]
    two = yield from g.some(choose(who, f"{name}: recover two stats", stats, 2, 2, rule="DYW-RECOVER-1"))
    chosen = tuple(stat for stat in STATS if stat in two)
    asked = [
        count(who, f"{name}: {STAT_NAMES[stat]} regained", 0, most_regained(g.state, who, stat), "DYW-RECOVER-2")
        for stat in chosen
    ]
    given = yield from g.ask(*asked)
    for stat, (amount,) in zip(chosen, given, strict=True):
        if int(amount):
            g.emit(StatRegained(who, stat, int(amount)))
    rise(g, who)


def most_regained(s: State, who: str, stat: Stat) -> int:
    character = s.characters[who]
    return max(0, character.attributes.get(s.book.associated.get(stat, ""), 0)) * character.level
