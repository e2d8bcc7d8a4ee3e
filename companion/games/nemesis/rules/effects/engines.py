"""Deeds to engines: whether one works, only those know who looked last (NEM-ACARD-8)."""

from __future__ import annotations

from companion.engine.play import Rule, choose
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.ship import EngineSeen, EngineTurned
from companion.games.nemesis.rules.effects.deed import ANY, EffectCall
from companion.games.nemesis.rules.titles import name_of
from companion.games.nemesis.state import State, tile_of
from companion.schema.prompt import Faces, Option, Refusal


def engines_at(s: State, act: EffectCall) -> Faces:
    """Those in question: one that is named, any, or the one of the room."""
    if act.effect.what == ANY:
        return tuple(dict.fromkeys(tile.engine for tile in s.ship.tiles if tile.engine))
    if act.effect.what:
        return (act.effect.what,)
    tile = tile_of(s, act.room)
    return (tile.engine,) if tile and tile.engine else ()


def cannot_reach_engine(s: State, act: EffectCall) -> Refusal | None:
    """Never because of how an engine is: a grey button would tell."""
    if not engines_at(s, act):
        return Refusal("NO_ENGINE", "No engine is here.")
    return None


def look_at_engine(g: G, act: EffectCall) -> Rule[None]:
    engine = yield from _which(g, act, "look at")
    if engine in g.state.engines:
        g.emit(EngineSeen(act.seat, engine))
    else:
        yield from by_hand(g, act, f"look at the marker of engine {engine}, for yourself alone")


def repair_engine(g: G, act: EffectCall) -> Rule[None]:
    yield from _turn(g, act, works=True)


def break_engine(g: G, act: EffectCall) -> Rule[None]:
    yield from _turn(g, act, works=False)


def _turn(g: G, act: EffectCall, *, works: bool) -> Rule[None]:
    """The others see that somebody was at it, and not what was done there (NEM-ACARD-8)."""
    engine = yield from _which(g, act, "work on")
    if engine in g.state.engines:
        g.emit(EngineTurned(act.seat, engine, works))
    else:
        yield from by_hand(g, act, f"turn the marker of engine {engine} as the card says, face down")


def _which(g: G, act: EffectCall, verb: str) -> Rule[str]:
    engines = engines_at(g.state, act)
    if len(engines) == 1:
        return engines[0]
    options = [Option(engine, engine_words(g.state, engine)) for engine in engines]
    title = f"{name_of(g.state, act.seat)}: {verb} which engine?"
    return (yield from g.one(choose(act.seat, title, options, rule="NEM-ACARD-8")))


def engine_words(s: State, engine: str) -> str:
    """By its number and the room where it stands."""
    tile = next((tile for tile in s.ship.tiles if tile.engine == engine), None)
    return f"Engine {engine}, {tile.title}" if tile else f"Engine {engine}"


def by_hand(g: G, act: EffectCall, what: str) -> Rule[None]:
    """The page has no part in it: the people do it and say so."""
    title = f"{name_of(g.state, act.seat)}: {what}"
    yield from g.one(choose(act.seat, title, (Option("go", "Done"),), rule="NEM-ACARD-8"))
