"""Deeds to bodies: harm, dressed wounds, slime washed off, a larva taken out."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.play import Rule, done
from companion.games.nemesis.facts.crew import Healed, LarvaLost, SlimeCleaned
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.crew import harm
from companion.games.nemesis.rules.effects.deed import EffectCall, whom
from companion.games.nemesis.state import State
from companion.schema.prompt import Refusal


def suffer_by_effect(g: G, act: EffectCall) -> Rule[None]:
    """Wounds, Contamination, slime, a larva."""
    for seat in whom(g.state, act):
        harm.suffer(g, seat, (replace(act.effect, on="self"),))
    yield from done()


def cannot_heal_light(s: State, act: EffectCall) -> Refusal | None:
    if not any(s.characters[seat].light_wounds for seat in whom(s, act)):
        return Refusal("NO_WOUND", "Nobody whom this could help has a light wound.")
    return None


def heal_light(g: G, act: EffectCall) -> Rule[None]:
    for seat in whom(g.state, act):
        number = min(act.effect.n, g.state.characters[seat].light_wounds)
        if number:
            g.emit(Healed(seat, light=number))
    yield from done()


def cannot_heal_serious(s: State, act: EffectCall) -> Refusal | None:
    if not any(s.characters[seat].serious_wounds for seat in whom(s, act)):
        return Refusal("NO_WOUND", "Nobody whom this could help has a serious wound.")
    return None


def heal_serious(g: G, act: EffectCall) -> Rule[None]:
    for seat in whom(g.state, act):
        number = min(act.effect.n, g.state.characters[seat].serious_wounds)
        if number:
            g.emit(Healed(seat, serious=number))
    yield from done()


def cannot_clean(s: State, act: EffectCall) -> Refusal | None:
    if not any(s.characters[seat].slime for seat in whom(s, act)):
        return Refusal("NO_SLIME", "Nobody whom this could help is covered in slime.")
    return None


def clean(g: G, act: EffectCall) -> Rule[None]:
    for seat in whom(g.state, act):
        if g.state.characters[seat].slime:
            g.emit(SlimeCleaned(seat))
    yield from done()


def cannot_remove_larva(s: State, act: EffectCall) -> Refusal | None:
    if not any(s.characters[seat].larva for seat in whom(s, act)):
        return Refusal("NO_LARVA", "Nobody whom this could help carries a larva.")
    return None


def remove_larva(g: G, act: EffectCall) -> Rule[None]:
    for seat in whom(g.state, act):
        if g.state.characters[seat].larva:
            g.emit(LarvaLost(seat))
    yield from done()
