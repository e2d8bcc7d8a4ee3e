"""Effects that bring Intruders, and words for the people."""

from __future__ import annotations

from companion.engine import Rule, choose, done
from companion.games.nemesis.content import KINDS
from companion.games.nemesis.facts import G, TokenAdded
from companion.games.nemesis.rules.bag_development import develop
from companion.games.nemesis.rules.effect_call import EffectCall
from companion.games.nemesis.rules.intruders import intruder_appears
from companion.games.nemesis.rules.names import asked, name_of
from companion.schema import Option


def add_token(g: G, act: EffectCall) -> Rule[None]:
    for _ in range(act.effect.n):
        g.emit(TokenAdded(act.effect.what))
    yield from done()


def spawn(g: G, act: EffectCall) -> Rule[None]:
    """So many Intruders of a kind; they attack when their time comes."""
    kind = next(one for one in KINDS if one == act.effect.what)
    for _ in range(act.effect.n):
        intruder_appears(g, kind, act.room)
    yield from done()


def develop_bag(g: G, act: EffectCall) -> Rule[None]:
    for _ in range(act.effect.n):
        yield from develop(g)


def show_text(g: G, act: EffectCall) -> Rule[None]:
    """What the people do by themselves."""
    if act.effect.what:
        title = f"{name_of(g.state, act.seat)}: {act.effect.what}"
        yield from g.one(choose(asked(g.state, act.seat), title, (Option("go", "Done"),), rule="NEM-ACARD-2"))
