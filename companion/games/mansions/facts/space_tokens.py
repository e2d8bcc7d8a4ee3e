"""Effects of tokens on maps with spaces: Darkness, Fire, light, passages and barricades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.mansions.content import Component, Scenario, TokenPart
from companion.games.mansions.state import Barricade, State, Tokens

BARRICADE, DARKNESS, FIRE, LIGHT, PASSAGE = "TokenBarricade", "TokenDarkness", "TokenFire", "TokenLight", "TokenSecret"


def laid(s: State, scenario: Scenario, names: Iterable[str]) -> State:
    """Apply the tokens that come to the map."""
    tokens = s.tokens
    for part in _parts(scenario, names):
        tokens = _with(tokens, part)
    return replace(s, tokens=tokens)


def lifted(s: State, scenario: Scenario, names: Iterable[str]) -> State:
    """Undo the effect of tokens that leave the map."""
    tokens = s.tokens
    for part in _parts(scenario, names):
        tokens = _less(tokens, part)
    return replace(s, tokens=tokens)


def _parts(scenario: Scenario, names: Iterable[str]) -> Iterator[TokenPart]:
    found: Iterable[Component] = (scenario.components[name] for name in names if name in scenario.components)
    return (one.part for one in found if isinstance(one.part, TokenPart) and (one.part.space or one.part.between))


def _with(tokens: Tokens, part: TokenPart) -> Tokens:
    if part.type.startswith(BARRICADE) and part.between:
        barricade = Barricade(frozenset(part.between), part.space or part.between[0])
        return replace(tokens, barricades=(*tokens.barricades, barricade))
    if part.type == DARKNESS and part.space not in tokens.darkness:
        return replace(tokens, darkness=(*tokens.darkness, part.space))
    if part.type == FIRE and part.space not in tokens.fire:
        return replace(tokens, fire=(*tokens.fire, part.space))
    if part.type == LIGHT:
        return replace(tokens, light_sources=(*tokens.light_sources, part.space))
    if part.type.startswith(PASSAGE):
        return replace(tokens, passages=(*tokens.passages, *(part.between or (part.space,))))
    return tokens


def _less(tokens: Tokens, part: TokenPart) -> Tokens:
    if part.type.startswith(BARRICADE):
        return replace(tokens, barricades=tuple(b for b in tokens.barricades if b.between != frozenset(part.between)))
    if part.type == DARKNESS:
        return replace(tokens, darkness=_without(tokens.darkness, (part.space,)))
    if part.type == FIRE:
        return replace(tokens, fire=_without(tokens.fire, (part.space,)))
    if part.type == LIGHT:
        return replace(tokens, light_sources=_without(tokens.light_sources, (part.space,)))
    if part.type.startswith(PASSAGE):
        return replace(tokens, passages=_without(tokens.passages, part.between or (part.space,)))
    return tokens


def _without(spaces: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    return tuple(space for space in spaces if space not in gone)
