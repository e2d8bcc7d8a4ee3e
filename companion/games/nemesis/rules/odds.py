"""Exact chances of a step, a shot or a token, from public knowledge only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Literal, TypeAlias

from companion.engine import distribution
from companion.games.nemesis.content.ship import AttackCard, ExplorationEffect, Kind
from companion.games.nemesis.rules.decks import (
    ATTACKS,
    EXPLORATIONS,
    attack_card,
    cards_left,
    exploration,
    shuffled_deck,
)
from companion.games.nemesis.rules.intruders.attacks import TOUGH
from companion.games.nemesis.rules.intruders.combat import injuries_of_hit
from companion.games.nemesis.rules.intruders.noise import BLANK
from companion.games.nemesis.state import State, characters_in, intruders_in
from companion.schema import Seat

NoiseResult: TypeAlias = Literal["encounter", "noise", "danger", "silence"]
NOISE_RESULTS: tuple[NoiseResult, ...] = ("encounter", "noise", "danger", "silence")
Chances: TypeAlias = Mapping[NoiseResult, Fraction]
CERTAIN = Fraction(1)


def roll_chances(s: State, room: str, *, slime: bool) -> Chances:
    """Return the chances of a noise roll in a room (NEM-X-NOISE-1 to -3).

    A number that several corridors carry means an encounter only where all of them are noisy: the table says which.
    """
    shares: Counter[NoiseResult] = Counter()
    for face, share in s.noise_die.shares.items():
        shares[noise_result(s, room, face, slime=slime)] += share  # type: ignore[assignment]  # a Counter of fractions
    return {what: Fraction(shares[what]) for what in NOISE_RESULTS}


def noise_result(s: State, room: str, face: str, *, slime: bool) -> NoiseResult:
    """Return the result of a face of the noise die in a room."""
    if face == "danger" or (face == "silence" and slime):
        return "danger"
    around = [corridor for corridor in s.corridors.values() if face in corridor.numbers.get(room, ())]
    if face == "silence" or not around:
        return "silence"
    return "encounter" if all(corridor.noise for corridor in around) else "noise"


def move_chances(s: State, seat: Seat, room: str) -> Chances:
    """Return the chances of a Movement. An exploration token may replace the roll (NEM-X-ENTER-1)."""
    if characters_in(s, room) or intruders_in(s, room):
        return _certain_result("silence")
    slime = s.characters[seat].slime
    if s.rooms[room].explored or s.settings.decks != "page":
        return roll_chances(s, room, slime=slime)
    tokens = cards_left(s, EXPLORATIONS) or shuffled_deck(s, EXPLORATIONS)
    if not tokens:
        return roll_chances(s, room, slime=slime)
    effects = Counter(exploration(s, token).says for token in tokens)
    each = [(_chances_after_token(s, room, says, slime=slime), many) for says, many in effects.items()]
    return {
        what: sum((chances[what] * many for chances, many in each), Fraction(0)) / len(tokens) for what in NOISE_RESULTS
    }


def _chances_after_token(s: State, room: str, says: ExplorationEffect, *, slime: bool) -> Chances:
    if says == "danger" or (says == "silence" and slime):
        return _certain_result("danger")
    if says == "silence":
        return _certain_result("silence")
    return roll_chances(s, room, slime=slime or says == "slime")


def _certain_result(certain: NoiseResult) -> Chances:
    return {what: CERTAIN if what == certain else Fraction(0) for what in NOISE_RESULTS}


@dataclass(frozen=True, slots=True)
class Shot:
    """Chances of an attack. `kills` None: it depends on a real deck."""

    hits: Fraction
    kills: Fraction | None


def injury_chances(s: State, kind: Kind, weapon: str = "") -> Mapping[int, Fraction]:
    """Return the distribution of injuries of one attack."""
    return distribution(s.combat_die, 1, lambda faces: injuries_of_hit(s, faces[0], kind, weapon))


def attack_chances(s: State, intruder: str, weapon: str = "") -> Shot:
    """Return the chances of the combat die and of the attack cards after it."""
    hurt = s.intruders[intruder]
    shares = injury_chances(s, hurt.kind, weapon)
    hits = sum((share for n, share in shares.items() if n), Fraction(0))
    deadly = {n: kill_chance(s, hurt.kind, hurt.injuries + n) for n in shares if n}
    if any(chance is None for chance in deadly.values()):
        return Shot(hits, None)
    return Shot(hits, sum((shares[n] * (chance or 0) for n, chance in deadly.items()), Fraction(0)))


def kill_chance(s: State, kind: Kind, wounds: int) -> Fraction | None:
    """Return the chance that these injuries kill, None without virtual attack cards."""
    if s.settings.decks != "page":
        return None
    if kind == "larva":
        return CERTAIN  # the first injury
    drawn = _draws(s, 2 if kind in TOUGH else 1)
    if not drawn:
        return None
    fatal = [wounds >= sum(card.blood for card in cards) and not any(card.retreat for card in cards) for cards in drawn]
    return Fraction(sum(fatal), len(drawn))


def _draws(s: State, n: int) -> list[tuple[AttackCard, ...]]:
    """Return all equally likely draws of `n` attack cards, with a shuffle if too few are left."""
    first = cards_left(s, ATTACKS)
    anew = shuffled_deck(s, ATTACKS, first)
    if len(first) >= n:
        names = list(combinations(first, n))
    else:
        names = [first + more for more in combinations(anew, min(n - len(first), len(anew)))]
    return [tuple(attack_card(s, name) for name in draw) for draw in names if draw]


@dataclass(frozen=True, slots=True)
class Draw:
    """Chances of the next Intruder token for a hand of that size."""

    surprise: Fraction
    blank: Fraction


def token_chances(s: State, cards: int) -> Draw:
    """Return the chances. An empty bag gives a blank token."""
    inside = s.bag.inside or (BLANK,)
    surprises = sum(is_surprise(name, cards) for name in inside)
    return Draw(Fraction(surprises, len(inside)), Fraction(inside.count(BLANK), len(inside)))


def is_surprise(token: str, cards: int) -> bool:
    """NEM-X-ENC-1: fewer cards in hand than the number. A token without a number is unknown.

    >>> is_surprise("adult-3", 2), is_surprise("adult-3", 3), is_surprise("blank", 0)
    (True, False, False)
    """
    number = token.partition("-")[2]
    return number.isdecimal() and cards < int(number)
