"""The arithmetic of a skill test: what a token and a card are worth, and what the value is at this moment."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from companion.games.arkham.events import UNKNOWN
from companion.games.arkham.state import (
    AUTO_FAIL,
    ELDER_SIGN,
    SYMBOLS,
    WILD,
    Auto,
    Committed,
    State,
    SymbolEffect,
    Test,
    TestModifier,
    Verdict,
)
from companion.rules.bag import Bag
from companion.rules.modifiers import Modifier, explain, total
from companion.wire.prompt import Faces, Refusal, Seat

NAMES = {"skull": "skull", "cultist": "cultist", "tablet": "tablet", "elder_thing": "elder thing"}
NAMES |= {ELDER_SIGN: "elder sign", AUTO_FAIL: "automatic failure"}


def icons(s: State, card: str, skill: str) -> int:
    """Appropriate icons of a card: of the tested skill, or wild. AH-ST-2-3, AH-ST-2-7."""
    if card.startswith(UNKNOWN):
        return int(card.removeprefix(UNKNOWN))
    return sum(icon in (skill, WILD) for icon in s.cards[card].icons) if card in s.cards else 0


def effect(s: State, test: Test, token: str) -> SymbolEffect | None:
    """The ability that a revealed token starts, or None. AH-ST-4-2, AH-ST-4-3, AH-ST-4-4."""
    if token == ELDER_SIGN:
        return s.seats[test.performer].elder_sign  # the performer's, never a helper's
    return s.symbols.get(token) if token in SYMBOLS else None


def token_modifier(s: State, test: Test, token: str) -> int:
    """What a revealed token adds. AH-ST-5-2."""
    if token == AUTO_FAIL:
        return 0
    if token != ELDER_SIGN and token not in SYMBOLS:
        return int(token)
    ability = effect(s, test, token)
    if ability is None:
        return 0
    here = s.seats[test.performer].location
    clues = s.locations[here].clues if here in s.locations else 0
    enemies = (e for e in s.enemies.values() if e.location == here and not e.defeated)
    pursued = sum(ability.minus_per_enemy_here in e.traits for e in enemies) if ability.minus_per_enemy_here else 0
    return ability.modifier - pursued + ability.plus_per_clue_here * clues


def active(s: State, test: Test) -> tuple[TestModifier, ...]:
    """The modifiers that apply at this step; those of after the reveal wait for it. AH-ST-MOD-2."""
    early = test.step in ("ST.1", "ST.2", "ST.3")
    return tuple(m for m in s.modifiers if m.active and not (m.after_reveal and early))


def modifiers(s: State, test: Test) -> tuple[Modifier, ...]:
    """All reasons why the skill differs from its base: icons, tokens, abilities. AH-ST-5-2, AH-ST-MOD-4."""
    worth = sum(icons(s, one.card, test.skill) for one in test.committed)  # AH-ST-2-4: per icon
    mods = [Modifier("icons", add=worth)] if worth else []
    mods += [Modifier(NAMES.get(t, "token"), add=token_modifier(s, test, t)) for t in test.revealed if t != AUTO_FAIL]
    mods += [Modifier(m.source, add=m.add) for m in active(s, test) if m.add]
    mods += [Modifier(m.source, times=m.times) for m in active(s, test) if m.times != 1]
    return tuple(mods)


def automatic(s: State, test: Test) -> Auto:
    """Success or failure that comes by itself; failure wins over success. AH-ST-6-3, AH-ST-6-5."""
    found = {m.auto for m in active(s, test)}
    found |= {ability.auto for t in test.revealed if (ability := effect(s, test, t)) is not None}
    if AUTO_FAIL in test.revealed or "fail" in found:
        return "fail"
    return "success" if "success" in found else ""


def judged(s: State, test: Test) -> Verdict:
    """ST.5 and ST.6: the value recomputed from the base, and its comparison with the difficulty."""
    test = replace(test, step="ST.5")
    base, mods, auto = s.seats[test.performer].skills[test.skill], modifiers(s, test), automatic(s, test)
    true = total(base, mods)  # AH-ST-MOD-3, -5, -6, -8
    value = 0 if auto == "fail" else max(0, true)  # AH-ST-6-5, AH-ST-MOD-7
    difficulty = 0 if auto == "success" else test.difficulty  # AH-ST-6-3
    passed = auto != "fail" and value >= difficulty  # AH-ST-6-2, AH-ST-6-4
    terms = explain(test.skill, base, mods)
    return Verdict(test.performer, test.skill, test.title, terms, true, value, difficulty, passed, auto, test.revealed)


def still_to_reveal(s: State, test: Test) -> int:
    """One token, and those that revealed symbols ask for. AH-ST-3-1, AH-X-REVEAL-1."""
    further = sum(ability.reveal for t in test.revealed if (ability := effect(s, test, t)) is not None)
    return 1 + further - len(test.revealed)


def known_before(s: State) -> bool:
    """Is the result known before ST.3, so that no token is revealed? AH-X-AUTO-1."""
    return any(m.active and m.auto and not m.after_reveal for m in s.modifiers)


def commit_refused(s: State, test: Test, by: Seat, cards: Faces) -> Refusal | None:
    """Why these cards of one investigator cannot be committed together, or None. ST.2."""
    who, performer = s.seats[by], s.seats[test.performer]
    if cards and who.location != performer.location:  # AH-ST-2-8
        return Refusal("NOT_SAME_PLACE", f"{who.name} is not where {performer.name} is and cannot help.")
    if sum(c.startswith(UNKNOWN) for c in cards) > who.unknown:
        return Refusal("CARD_NOT_IN_HAND", f"{who.name} holds {who.unknown} cards that we do not know by name.")
    missing = Counter(c for c in cards if not c.startswith(UNKNOWN)) - Counter(who.hand)
    if missing:  # AH-ST-2-9
        return Refusal("CARD_NOT_IN_HAND", f"{', '.join(missing)} is not in {who.name}'s hand.")
    for card in cards:
        if not icons(s, card, test.skill):  # AH-ST-2-5
            return Refusal("NO_APPROPRIATE_ICON", f"{card} has no {test.skill} icon and no wild one.")
    if by != test.performer and len(cards) > 1:  # AH-ST-2-2
        return Refusal("HELPER_LIMIT_ONE_CARD", f"{who.name} helps with one card at most.")
    return None


def chance(s: State, test: Test, more: int = 0) -> Fraction:
    """The chance to pass from here on with `more` further icons: exact over what is in the bag."""
    helped = replace(
        test, committed=(*test.committed, Committed(test.performer, f"{UNKNOWN}{more}")) if more else test.committed
    )
    return _chance(s, replace(helped, step="ST.5"), s.bag)


def _chance(s: State, test: Test, bag: Bag) -> Fraction:
    if known_before(s) or AUTO_FAIL in test.revealed or still_to_reveal(s, test) < 1 or not bag.inside:
        return Fraction(judged(s, test).passed)
    passed = Fraction(0)
    for token, number in Counter(bag.inside).items():
        after = replace(test, revealed=(*test.revealed, token))
        passed += Fraction(number, len(bag.inside)) * _chance(s, after, bag.drawn(token))
    return passed
