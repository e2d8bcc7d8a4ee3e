"""How a test or an attack ended: the card large, and the sum with its reasons."""

from __future__ import annotations

from companion.engine.playing_cards import words
from companion.games.draw_your_weapon.state import Blow, Played, State, Test, Verdict
from companion.schema.prompt import DEALER, Seat
from companion.schema.view import Sum, Term

DECIDES = {
    "": "DYW-CONTEST-3",
    "player_beats_dealer": "DYW-CONTEST-7",
    "hand_count": "DYW-CONTEST-8",
    "random": "DYW-CONTEST-9",
}
TIES = {
    "": "",
    "player_beats_dealer": " Level, and a player goes before the Dealer.",
    "hand_count": " Level, and the larger hand decides.",
    "random": " Level, and the lot decides.",
}


def last_of(s: State, seat: Seat) -> tuple[Sum, ...]:
    """What stands on the table until the next test: nothing while one is under way."""
    if s.test is not None:
        return (lying(s, s.test, seat),) if s.test.played else ()
    if s.last is not None:
        return (of_skill_test(s, s.last, seat) if s.last.test.kind == "skill_test" else of_contest(s, s.last),)
    return (of_blow(s, s.blow),) if s.blow is not None else ()


def lying(s: State, test: Test, seat: Seat) -> Sum:
    """All cards are in, but lots or a permission are still open."""
    terms = tuple(Term(s.characters[p.who].name, p.result, rule="DYW-TEST-6") for p in test.played)
    best = max(p.result for p in test.played)
    needed = test.required if seat == DEALER else None
    return Sum(
        "The cards lie there",
        terms,
        best,
        needed,
        faces=tuple(p.card for p in test.played),
        object="card",
        rule=decides(test),
    )


def of_skill_test(s: State, last: Verdict, seat: Seat) -> Sum:
    """The required Result is told to whoever may know it."""
    (played,) = last.test.played
    name, passed = s.characters[played.who].name, bool(last.winners)
    needed = last.test.required if seat == DEALER or last.shown else None
    against = f", {needed} needed" if needed is not None else ""
    verdict = "passed" if passed else "failed"
    return Sum(
        f"{name} makes it" if passed else f"Not enough: {name} learns from it",
        terms(played, last.test.attribute),
        played.result,
        needed,
        "passed" if passed else "failed",
        f"{words(played.card)}{added(played, last.test.attribute)} = {played.result}{against}: {verdict}.",
        (played.card,),
        "card",
        rule="DYW-SKILL-5" if passed else "DYW-SKILL-4",
    )


def of_contest(s: State, last: Verdict) -> Sum:
    """The winner's card with its reasons; all cards are named."""
    played = last.test.played
    best = next(p for p in played if p.who in last.winners)
    results = ", ".join(f"{s.characters[p.who].name} {p.result} ({words(p.card)})" for p in played)
    return Sum(
        f"{s.characters[best.who].name} wins the Contest",
        terms(best, last.test.attribute),
        best.result,
        verdict="done",
        sentence=f"{results}.{TIES[last.tie]}",
        faces=tuple(p.card for p in played),
        object="card",
        names=tuple(f"{s.characters[p.who].name} {p.result}" for p in played),
        stamp="Won",
        rule=DECIDES[last.tie],
    )


def of_blow(s: State, blow: Blow) -> Sum:
    """An attack; its Result is the damage (DYW-WEAPON-6)."""
    name = s.characters[blow.played.who].name
    target = s.characters[blow.target].name if blow.target in s.characters else blow.target
    reasons = terms(blow.played, "might", blow.weapon) if blow.weapon else of_strike(blow)
    how = f"with the {blow.weapon}" if blow.weapon else "with bare hands"
    sentence = f"{name} strikes {target} {how}: {blow.damage} damage."
    rule = "DYW-WEAPON-6" if blow.weapon else "DYW-STRIKE-5"
    title, card = f"{blow.damage} damage", (blow.played.card,)
    return Sum(title, reasons, blow.damage, None, "done", sentence, card, "card", rule=rule)


def of_strike(blow: Blow) -> tuple[Term, ...]:
    """Whatever the card (DYW-STRIKE-5, -7)."""
    return (Term("1 and half of Might", blow.damage - blow.played.more, rule="DYW-STRIKE-5"), *_features(blow.played))


def terms(played: Played, attribute: str, weapon: str = "") -> tuple[Term, ...]:
    """The card, and what is added to it; `weapon`: of an attack with one."""
    fits, card = ("DYW-WEAPON-7", "DYW-WEAPON-8") if weapon else ("DYW-TEST-5", "DYW-TEST-6")
    bonus = (Term(attribute.capitalize(), played.bonus, rule=fits),) if played.bonus else ()
    return (Term(words(played.card), played.base, rule=card), *bonus, *_features(played))


def _features(played: Played) -> tuple[Term, ...]:
    return (Term("Features", played.more, rule="DYW-ABILITY-2"),) if played.more else ()


def decides(test: Test) -> str:
    """The clause by which the cards that lie there are compared."""
    return "DYW-SKILL-5" if test.kind == "skill_test" else "DYW-CONTEST-3"


def added(played: Played, attribute: str) -> str:
    """The end of a card's name: what was added to it."""
    bonus = f" and {attribute.capitalize()} {played.bonus:+}" if played.bonus else ""
    return f"{bonus} and Features {played.more:+}" if played.more else bonus
