"""A test in the view: its cards, odds and result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from companion.engine import SUIT_NAMES, card_text, mark_result, rank_range_text, suit
from companion.games.draw_your_weapon.content import Weapon
from companion.games.draw_your_weapon.facts import attack_text
from companion.games.draw_your_weapon.names import attribute_text
from companion.games.draw_your_weapon.rules.cards import unseen
from companion.games.draw_your_weapon.state import (
    Blow,
    Played,
    State,
    Test,
    Verdict,
    card_value,
    deck_of,
    feature_bonus,
    hand_of,
)
from companion.i18n import Text, _, from_data, joined, listed, ngettext, pgettext
from companion.schema import DEALER, TABLE, Bar, Faces, Odds, Prompt, Seat, Sum, Term, Words

TIE_CLAUSES = {
    "": "DYW-CONTEST-3",
    "player_beats_dealer": "DYW-CONTEST-7",
    "hand_count": "DYW-CONTEST-8",
    "random": "DYW-CONTEST-9",
}
TIE_TEXTS: dict[str, Words] = {
    "": "",
    "player_beats_dealer": _("Level, and a player goes before the Dealer."),
    "hand_count": _("Level, and the larger hand decides."),
    "random": _("Level, and the lot decides."),
}


def last_of(s: State, seat: Seat) -> tuple[Sum, ...]:
    """Show the last result until the next test."""
    if s.test is not None:
        return (open_cards(s, s.test, seat),) if s.test.played else ()
    if s.last is not None:
        return (of_skill_test(s, s.last, seat) if s.last.test.kind == "skill_test" else of_contest(s, s.last),)
    return (of_blow(s, s.blow),) if s.blow is not None else ()


def open_cards(s: State, test: Test, seat: Seat) -> Sum:
    """Show the cards while the lot or a permission is open."""
    terms = tuple(Term(s.characters[p.who].display_name, p.result, rule="DYW-TEST-6") for p in test.played)
    best = max(p.result for p in test.played)
    needed = test.required if seat == DEALER else None
    return Sum(
        _("The cards lie there"),
        terms,
        best,
        needed,
        faces=tuple(p.card for p in test.played),
        object="card",
        rule=comparing_clause(test),
    )


def of_skill_test(s: State, last: Verdict, seat: Seat) -> Sum:
    """Show the required Result only to seats that may read it."""
    (played,) = last.test.played
    name, passed = s.characters[played.who].display_name, bool(last.winners)
    needed = last.test.required if seat == DEALER or last.shown else None
    verdict = pgettext("test", "passed") if passed else pgettext("test", "failed")
    return Sum(
        _("{who} makes it", who=name) if passed else _("Not enough: {who} learns from it", who=name),
        terms(played, last.test.attribute),
        played.result,
        needed,
        "passed" if passed else "failed",
        sum_text(played, last.test.attribute, needed, verdict),
        (played.card,),
        "card",
        rule="DYW-SKILL-5" if passed else "DYW-SKILL-4",
    )


def of_contest(s: State, last: Verdict) -> Sum:
    """Show the winner's sum and all cards."""
    played = last.test.played
    best = next(p for p in played if p.who in last.winners)
    results = listed(
        (
            _("{who} {n} ({card})", who=s.characters[p.who].display_name, n=p.result, card=card_text(p.card))
            for p in played
        ),
        ", ",
    )
    return Sum(
        _("{who} wins the Contest", who=s.characters[best.who].display_name),
        terms(best, last.test.attribute),
        best.result,
        verdict="done",
        sentence=joined(" ", [_("{results}.", results=results), TIE_TEXTS[last.tie]]),
        faces=tuple(p.card for p in played),
        object="card",
        names=tuple(_("{who} {n}", who=s.characters[p.who].display_name, n=p.result) for p in played),
        stamp=_("Won"),
        rule=TIE_CLAUSES[last.tie],
    )


def of_blow(s: State, blow: Blow) -> Sum:
    """Show an attack. Its Result is the damage (DYW-WEAPON-6)."""
    reasons = terms(blow.played, "might", blow.weapon) if blow.weapon else of_strike(blow)
    sentence = attack_text(s, blow.played.who, blow.weapon, blow.target, blow.damage)
    rule = "DYW-WEAPON-6" if blow.weapon else "DYW-STRIKE-5"
    title, card = ngettext("{n} damage", "{n} damage", blow.damage), (blow.played.card,)
    return Sum(title, reasons, blow.damage, None, "done", sentence, card, "card", rule=rule)


def of_strike(blow: Blow) -> tuple[Term, ...]:
    """DYW-STRIKE-5, -7. The card does not matter."""
    return (
        Term(_("1 and half of Might"), blow.damage - blow.played.more, rule="DYW-STRIKE-5"),
        *_features(blow.played),
    )


def terms(played: Played, attribute: str, weapon: str = "") -> tuple[Term, ...]:
    """Return the card and its bonuses. `weapon` is that of an attack."""
    fits, card = ("DYW-WEAPON-7", "DYW-WEAPON-8") if weapon else ("DYW-TEST-5", "DYW-TEST-6")
    bonus = (Term(attribute_text(attribute), played.bonus, rule=fits),) if played.bonus else ()
    return (Term(card_text(played.card), played.base, rule=card), *bonus, *_features(played))


def _features(played: Played) -> tuple[Term, ...]:
    return (Term(_("Features"), played.more, rule="DYW-ABILITY-2"),) if played.more else ()


def comparing_clause(test: Test) -> str:
    """Return the clause that compares the cards."""
    return "DYW-SKILL-5" if test.kind == "skill_test" else "DYW-CONTEST-3"


def sum_text(played: Played, attribute: str, needed: int | None, verdict: Text) -> Text:
    """Return the sum as a sentence."""
    parts = [card_text(played.card)]
    if played.bonus:
        parts.append(_("{attribute} {n:+}", attribute=attribute_text(attribute), n=played.bonus))
    if played.more:
        parts.append(_("Features {n:+}", n=played.more))
    sum_: dict[str, Any] = {"parts": listed(parts), "result": played.result, "verdict": verdict}
    if needed is None:
        return _("{parts} = {result}: {verdict}.", **sum_)
    return _("{parts} = {result}, {needed} needed: {verdict}.", **sum_, needed=needed)


LEVELS = (4, 7, 10, 13)  # shown where the required Result is secret


def of_test(s: State, test: Test, seat: Seat) -> tuple[Odds, ...]:
    """Return the odds before the cards: the winner of a Contest of two, else the Result of each character."""
    if test.kind == "contest" and len(test.who) == 2:
        return (_contest_odds(s, test),)
    return tuple(_result_odds(s, test, who, seat) for who in test.who)


def _result_odds(s: State, test: Test, who: str, seat: Seat) -> Odds:
    """Return the odds of one Result. Only the Dealer sees the chance of the secret number."""
    results = [result(s, test, who, card) for card in unseen(s, deck_of(s, who))]
    needed = test.required if seat == DEALER else None
    levels = sorted({*LEVELS, *(() if needed is None else (needed,))})
    bars = tuple(
        Bar(_("{n} or more", n=least), share_reaching(results, least), counts=least == needed) for least in levels
    )
    chance = None if needed is None else share_reaching(results, needed)
    passed = _("Test passed") if chance is not None else ""
    return Odds(_of_card(s, test, who), _unseen_text(len(results)), bars, chance, passed, shape="rows")


def _contest_odds(s: State, test: Test) -> Odds:
    """Return the odds of a Contest between two unseen cards."""
    one, other = test.who
    chance = wins(s, test, one, other)
    bars = tuple(Bar(s.characters[who].display_name, c) for who, c in ((one, chance), (other, 1 - chance)))
    return Odds(_("Who wins, by unseen cards"), _unseen_text(_cards(s, one)), bars, shape="rows")


def wins(s: State, test: Test, one: str, other: str) -> float:
    """Return the chance that `one` wins over all pairs of possible cards. A draw by lot counts one half."""
    level = _level(s, test, one, other)
    won = [_share(a, b, level) for a, b in _pairs(s, test, one, other)]
    return sum(won) / len(won) if won else level


def _pairs(s: State, test: Test, one: str, other: str) -> Iterator[tuple[int, int]]:
    """Yield the Results of each pair of cards. Two cards of one deck differ."""
    same = deck_of(s, one) == deck_of(s, other)
    own, others = unseen(s, deck_of(s, one)), unseen(s, deck_of(s, other))
    first = [result(s, test, one, card) for card in own]
    second = [result(s, test, other, card) for card in others]
    for (at, a), (place, b) in product(enumerate(first), enumerate(second)):
        if not (same and at == place):
            yield a, b


def _share(a: int, b: int, level: float) -> float:
    return level if a == b else float(a > b)


def _level(s: State, test: Test, one: str, other: str) -> float:
    """Return the worth of a tie: players beat the Dealer, then the larger hand, then the lot (DYW-CONTEST-7 to -9)."""
    players = [s.characters[who].is_player for who in (one, other)]
    if players[0] != players[1]:
        return float(players[0])
    hands = [_after_playing(s, test, who) for who in (one, other)]
    return 0.5 if hands[0] == hands[1] else float(hands[0] > hands[1])


def _after_playing(s: State, test: Test, who: str) -> int:
    """DYW-AMB-6."""
    hand = hand_of(s, who)
    return (hand.cards if hand is not None else 0) - (who not in test.surprised)


def of_weapons(s: State, who: str) -> tuple[Odds, ...]:
    """Return the share of unseen cards that fit each weapon (DYW-WEAPON-5)."""
    weapons = s.characters[who].in_hand
    if not weapons:
        return ()
    cards = unseen(s, deck_of(s, who))
    bars = tuple(Bar(named_range(weapon), fitting(s, weapon, cards)) for weapon in weapons)
    return (Odds(_("An unseen card fits"), _unseen_text(len(cards)), bars, shape="rows"),)


def fitting(s: State, weapon: Weapon, cards: Faces) -> float:
    fit = [card for card in cards if weapon.low <= card_value(s, card) <= weapon.high]
    return len(fit) / len(cards) if cards else 0.0


def result(s: State, test: Test, who: str, card: str) -> int:
    """Return the Result of a card with attribute and Features."""
    bonus = s.characters[who].attributes.get(test.attribute, 0) if suit(card) == test.suit else 0
    return max(0, card_value(s, card) + bonus + feature_bonus(s, who))


def share_reaching(results: Sequence[int], least: int) -> float:
    return sum(n >= least for n in results) / len(results) if results else 0.0


def named_range(weapon: Weapon) -> Text:
    name = from_data(weapon.name)
    return _("{weapon}, {low} to {high}", weapon=name, low=weapon.low, high=weapon.high)


def named_suits(weapon: Weapon) -> Text:
    """Return the suits that add Might, in words.

    >>> str(named_suits(Weapon("mace", 4, 10, ("C", "S"))))
    'Clubs and Spades add Might'
    """
    names = [SUIT_NAMES[letter] for letter in weapon.suits]
    return _("{suits} add Might", suits=listed(names)) if names else _("no suit adds Might")


def _of_card(s: State, test: Test, who: str) -> Text:
    name = s.characters[who].display_name
    if who in test.surprised:
        return _("{who}: Result with the top card", who=name)
    return _("{who}: Result with an unseen card", who=name)


def _cards(s: State, who: str) -> int:
    return len(unseen(s, deck_of(s, who)))


def _unseen_text(count: int) -> Text:
    return ngettext("{n} card unseen", "{n} cards unseen", count)


def lost_seats(s: State) -> frozenset[Seat]:
    """Return the seats whose character is down."""
    return frozenset(who.seat for who in s.characters.values() if who.is_player and who.is_down)


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:
    """Return the odds marked with this card, given the state before it.

    None for a card of a hand, because it was chosen, and below the lowest level.
    """
    test = s.test
    own = [w for w in test.who if s.characters[w].seat == prompt.seat] if test is not None else []
    if test is None or test.played or prompt.kind != "draw" or len(own) != 1 or own[0] not in test.surprised:
        return None
    odds, own_result = of_test(s, test, TABLE), result(s, test, own[0], faces[0])
    reached = [place for place, least in enumerate(LEVELS) if own_result >= least]
    if len(odds) != len(test.who) or not reached:
        return None
    all_results = [result(s, test, own[0], card) for card in unseen(s, deck_of(s, own[0]))]
    best, worst = (
        sum(fits) / len(all_results)
        for fits in ([n >= own_result for n in all_results], [n <= own_result for n in all_results])
    )
    return mark_result(
        odds[test.who.index(own[0])], reached[-1], rank_range_text(s.characters[own[0]].display_name, best, worst)
    )
