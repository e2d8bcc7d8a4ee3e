"""Dice, bag and costs."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content.box import COMBAT, COSTS, NOISE, is_token
from companion.games.nemesis.content.ship import KINDS, Ship
from companion.schema.prompt import Faces


def box(ship: Ship) -> Iterator[str]:
    """Faces, tokens and actions that the rules know."""
    yield from _die("dice.noise", ship.dice.noise, NOISE)
    yield from _die("dice.combat", ship.dice.combat, COMBAT)
    for name in ("tokens", "per_player", "spare"):
        for token in getattr(ship.bag, name):
            yield from token_faults(f"bag.{name}", token)
    if not ship.bag.tokens:
        yield "bag.tokens: the bag is empty."
    for name in COSTS:
        if name not in ship.costs:
            yield f"costs: {name} is missing; there are {', '.join(COSTS)}."
    for name in ship.costs:
        if name not in COSTS:
            yield f"costs: there is no action {name!r}; there are {', '.join(COSTS)}."


def token_faults(where: str, token: str) -> Iterator[str]:
    """A token is "blank", or a kind with its number: "adult-3"."""
    if not is_token(token):
        yield f"{where}: {token!r} is no token: write 'blank', or one of {', '.join(KINDS)} with its number ('adult-3')."


def _die(where: str, faces: Faces, known: Faces) -> Iterator[str]:
    if not faces:
        yield f"{where}: a die needs at least one face."
    for face in dict.fromkeys(faces):
        if face not in known:
            yield f"{where}: there is no face {face!r}; there are {', '.join(known)}."
