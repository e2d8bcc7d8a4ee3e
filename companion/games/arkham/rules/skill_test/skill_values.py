"""Skill values and their modifiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from companion.engine import Modifier, explain, total
from companion.games.arkham.content import (
    AUTO_FAIL,
    BLESS,
    CURSE,
    ELDER_SIGN,
    FROST,
    SYMBOLS,
    WILD,
    Auto,
    SymbolEffect,
)
from companion.games.arkham.names import TOKEN_NAMES, UNKNOWN
from companion.games.arkham.rules.card_and_token_effects import holds, worth
from companion.games.arkham.state import State, Test, TestModifier, Verdict, holdable
from companion.i18n import Text, _, from_data, listed, ngettext
from companion.schema import Faces, Refusal, Seat, Term

TOKEN_EFFECTS = {
    BLESS: SymbolEffect(modifier=2, reveal=1),
    CURSE: SymbolEffect(modifier=-2, reveal=1),
    FROST: SymbolEffect(modifier=-1, reveal=1),
}
"""Effects of these tokens in every scenario."""
FATAL_FROST = 2  # frost tokens in one test that fail it


def icons(s: State, card: str, skill: str) -> int:
    """Return the appropriate icons of a card: of the tested skill, or wild. AH-ST-2-3, AH-ST-2-7."""
    if card.startswith(UNKNOWN):
        return int(card.removeprefix(UNKNOWN))
    return sum(icon in (skill, WILD) for icon in s.cards[card].icons) if card in s.cards else 0


def effect(s: State, test: Test, token: str) -> SymbolEffect | None:
    """Return the ability of a revealed token, or None. AH-ST-4-2, AH-ST-4-3, AH-ST-4-4."""
    if token == ELDER_SIGN:
        return s.seats[test.performer].elder_sign  # the performer's, never a helper's
    if token in TOKEN_EFFECTS:
        return TOKEN_EFFECTS[token]
    return s.symbols.get(token) if token in SYMBOLS else None


def token_modifier(s: State, test: Test, token: str) -> int:
    """Return the current modifier of a token. X is counted again each time. AH-ST-5-2, AH-ST-MOD-2."""
    ability = effect(s, test, token)
    if ability is None:
        return 0 if token in (AUTO_FAIL, ELDER_SIGN, *SYMBOLS) else int(token)
    counted = sum(worth(s, test.performer, counted) for counted in ability.counts)
    changed = sum(e.modifier for e in ability.effects if e.modifier and holds(s, test.performer, e.condition))
    return ability.modifier + counted + changed


def active(s: State, test: Test) -> tuple[TestModifier, ...]:
    """Return the modifiers of this step. Some wait for the reveal. AH-ST-MOD-2."""
    return tuple(m for m in s.modifiers if m.active and (test.is_revealed or not m.after_reveal))


def modifiers(s: State, test: Test) -> tuple[Modifier, ...]:
    """Return all changes of the skill: icons, tokens, abilities. AH-ST-5-2, AH-ST-MOD-4."""
    worth = sum(icons(s, committed.card, test.skill) for committed in test.committed)  # AH-ST-2-4: per icon
    mods = [Modifier(_("icons"), add=worth, rule="ST.2")] if worth else []
    mods += [
        Modifier(
            TOKEN_NAMES.get(token, _("token")),
            add=token_modifier(s, test, token),
            rule="ST.4" if token in TOKEN_NAMES else "ST.3",
        )
        for token in test.revealed
        if token != AUTO_FAIL
    ]
    mods += [Modifier(m.source, add=m.add, rule="ST.5") for m in active(s, test) if m.add]
    mods += [Modifier(m.source, times=m.times, rule="ST.5") for m in active(s, test) if m.times != 1]
    return tuple(mods)


def automatic(s: State, test: Test) -> Auto:
    """Return the automatic result. Failure beats success. AH-ST-6-3, AH-ST-6-5."""
    results = {m.auto for m in active(s, test)}
    for token in test.revealed:
        results |= autos(s, test, token)
    if AUTO_FAIL in test.revealed or "fail" in results or test.revealed.count(FROST) >= FATAL_FROST:
        return "fail"
    return "success" if "success" in results else ""


def autos(s: State, test: Test, token: str) -> set[Auto]:
    """Return the automatic results of a token's ability."""
    ability = effect(s, test, token)
    if ability is None:
        return set()
    return {ability.auto, *(e.auto for e in ability.effects if e.auto and holds(s, test.performer, e.condition))}


def judge(s: State, test: Test) -> Verdict:
    """ST.5 and ST.6: compute the value from the base and compare it with the difficulty."""
    test = replace(test, step="ST.5")
    base, mods, auto = s.seats[test.performer].skills[test.skill], modifiers(s, test), automatic(s, test)
    true = total(base, mods)  # AH-ST-MOD-3, -5, -6, -8
    value = 0 if auto == "fail" else max(0, true)  # AH-ST-6-5, AH-ST-MOD-7
    difficulty = 0 if auto == "success" else test.difficulty  # AH-ST-6-3
    passed = auto != "fail" and value >= difficulty  # AH-ST-6-2, AH-ST-6-4
    return Verdict(
        performer=test.performer,
        skill=test.skill,
        title=test.title,
        terms=(*explain(from_data(test.skill), base, mods, "ST.5"), *_automatic_terms(auto)),
        total=true,
        value=value,
        difficulty=difficulty,
        passed=passed,
        auto=auto,
        tokens=test.revealed,
        cancelled=test.cancelled,
    )


def _automatic_terms(auto: Auto) -> tuple[Term, ...]:
    """Return the last term of a sum that does not count. AH-ST-6-3, AH-ST-6-5."""
    return {
        "": (),
        "success": (Term(_("automatic success"), 0, _("difficulty 0"), "ST.6"),),
        "fail": (Term(_("automatic failure"), 0, _("counts as 0"), "ST.6"),),
    }[auto]


def still_to_reveal(s: State, test: Test) -> int:
    """Return how many tokens are still revealed: one, and those of symbols. The second frost ends it. AH-ST-3-1, AH-X-REVEAL-1."""
    if test.revealed.count(FROST) >= FATAL_FROST:
        return 0
    further = sum(ability.reveal for t in test.revealed if (ability := effect(s, test, t)) is not None)
    return 1 + further - len(test.revealed) - test.spared


def known_before(s: State) -> bool:
    """Return whether the result is known before ST.3, so that no token is revealed. AH-X-AUTO-1."""
    return any(m.active and m.auto and not m.after_reveal for m in s.modifiers)


def commit_refusal(s: State, test: Test, by: Seat, cards: Faces) -> Refusal | None:
    """Return why these cards of one investigator cannot be committed together, or None. ST.2."""
    who, performer = s.seats[by], s.seats[test.performer]
    if cards and who.location != performer.location:  # AH-ST-2-8
        sentence = _("{who} is not where {other} is and cannot help.", who=who.name, other=performer.name)
        return Refusal("NOT_SAME_PLACE", sentence, "AH-ST-2-8")
    named = Counter(c for c in cards if not c.startswith(UNKNOWN))
    missing = named - Counter(holdable(s, by))
    if missing:  # AH-ST-2-9
        return Refusal("CARD_NOT_IN_HAND", _not_held(who.name, missing), "AH-ST-2-9")
    if len(cards) - sum((named & Counter(who.hand)).values()) > who.unknown:
        return Refusal("CARD_NOT_IN_HAND", _known_by_number(who.name, who.unknown), "AH-ST-2-9")
    for card in cards:
        if not icons(s, card, test.skill):  # AH-ST-2-5
            return Refusal("NO_APPROPRIATE_ICON", _no_icon(card, test.skill), "AH-ST-2-5")
    if by != test.performer and len(cards) > 1:  # AH-ST-2-2
        return Refusal("HELPER_LIMIT_ONE_CARD", _("{who} helps with one card at most.", who=who.name), "AH-ST-2-2")
    return None


def _not_held(who: str, cards: Collection[str]) -> Text:
    names = {"cards": listed(map(from_data, cards)), "who": who}
    return ngettext("{cards} is not in {who}'s hand.", "{cards} are not in {who}'s hand.", len(cards), **names)


def _known_by_number(who: str, cards: int) -> Text:
    return ngettext(
        "{who} holds {n} card that we do not know by name.",
        "{who} holds {n} cards that we do not know by name.",
        cards,
        who=who,
    )


def _no_icon(card: str, skill: str) -> Text:
    return _("{card} has no {skill} icon and no wild one.", card=from_data(card), skill=from_data(skill))


REVEAL_STEPS = ("ST.1", "ST.2", "ST.3", "ST.4")
"""Steps in which a token may still be revealed."""


def is_drawn(s: State, test: Test) -> bool:
    """Return whether another token is revealed, as `steps.reveal` decides."""
    skipped = not test.revealed and known_before(s)  # AH-X-AUTO-1
    open_still = test.step in REVEAL_STEPS and not s.seats[test.performer].left
    return open_still and not skipped and still_to_reveal(s, test) > 0 and bool(s.bag.inside)


def further_tokens(s: State, test: Test, face: str) -> int:
    """Return how many further tokens this one reveals. AH-X-REVEAL-1."""
    ability = effect(s, test, face)
    return 0 if ability is None else ability.reveal
