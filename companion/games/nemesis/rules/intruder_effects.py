"""Effects that bring Intruders, and words for the people."""

from __future__ import annotations

from companion.engine import Rule, choose, done
from companion.games.nemesis.content.ship import KINDS
from companion.games.nemesis.facts import G, TokenAdded
from companion.games.nemesis.rules.bag_development import develop
from companion.games.nemesis.rules.effect_call import EffectCall
from companion.games.nemesis.rules.intruders.noise import intruder_appears
from companion.games.nemesis.rules.names import addressed, asked
from companion.i18n import _, from_data
from companion.schema import Option


def add_token(g: G, act: EffectCall) -> Rule[None]:
    for _time in range(act.effect.n):
        g.emit(TokenAdded(act.effect.what))
    yield from done()


def spawn(g: G, act: EffectCall) -> Rule[None]:
    """So many Intruders of a kind; they attack when their time comes."""
    kind = next(one for one in KINDS if one == act.effect.what)
    for _time in range(act.effect.n):
        intruder_appears(g, kind, act.room)
    yield from done()


def develop_bag(g: G, act: EffectCall) -> Rule[None]:
    for _time in range(act.effect.n):
        yield from develop(g)


def show_text(g: G, act: EffectCall) -> Rule[None]:
    """What the people do by themselves."""
    if act.effect.what:
        seat, done_it = asked(g.state, act.seat), Option("go", _("Done"))
        title, whom = from_data(act.effect.what), addressed(g.state, act.seat)
        yield from g.one(choose(seat, title, (done_it,), rule="NEM-ACARD-2", key="tell", about=act.of, whom=whom))
