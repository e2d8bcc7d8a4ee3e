"""What each seat sees: built up from nothing. The required Result is the Dealer's alone, during the test and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from companion.games.draw_your_weapon.decks import unseen
from companion.games.draw_your_weapon.events import (
    AttackMade,
    BreatherTaken,
    CallMade,
    CardDrawn,
    CardKept,
    CardMoved,
    CardPlayed,
    CardsTraded,
    CombatChanged,
    ConditionGained,
    ConditionRemoved,
    Dashed,
    DeckCheckBegan,
    DeckChecked,
    DeckDeclared,
    DefenceEnded,
    DefenceTaken,
    EveningEnded,
    Event,
    ExperienceGained,
    FeatureUsed,
    GuardRaised,
    HandCounted,
    HandDiscarded,
    HandfulSeen,
    HarmSuffered,
    LibraryRenewed,
    NoteWritten,
    NumberSet,
    PassageRead,
    PileDiscarded,
    RequirementFixed,
    RequirementShown,
    RestBegan,
    RestEnded,
    SceneBegan,
    SpeedChanged,
    StatGiven,
    StatRegained,
    StatSpent,
    SurpriseMet,
    TestCalled,
    TestCalledOff,
    TestResolved,
    TurnBegan,
    WeaponGained,
    WeaponPutAway,
)
from companion.games.draw_your_weapon.recovery import STAT_NAMES
from companion.games.draw_your_weapon.state import Blow, Character, State, Test, Verdict, card_value, deck_of, scene_of
from companion.games.draw_your_weapon.trade import traded
from companion.rules.cards52 import SUIT_NAMES, suit, words
from companion.wire.prompt import DEALER, Seat
from companion.wire.view import (
    Bar,
    Block,
    Card,
    Cards,
    Count,
    Counters,
    Heading,
    Odds,
    Step,
    Steps,
    Sum,
    Term,
    View,
)

SHOWN_OF_PILE = 8  # the last cards; the rest is a number


def view(s: State, seat: Seat) -> View:
    """The blocks for one seat."""
    now = (*_under_way(s, s.test, seat),) if s.test else (_calm(s),)
    last = (_verdict(s, s.last, seat),) if s.last else (_blow(s, s.blow),) if s.blow else ()
    return (*now, *last, *(_counters(who, c) for who, c in s.characters.items() if c.is_player), *_zones(s))


def _calm(s: State) -> Block:
    now = "Combat: the Dealer calls the next test" if s.in_combat else "The Dealer calls the next test"
    return Heading("Draw Your Weapon", "The evening is over" if s.ended else now)


def _under_way(s: State, test: Test, seat: Seat) -> tuple[Block, ...]:
    """Heading, steps, chances while nothing lies there, then the cards."""
    blocks: tuple[Block, ...] = (_heading(s, test), _steps(test))
    if test.played:
        return (*blocks, _lying(s, test, seat))
    return (*blocks, *(_odds(s, test, who, seat) for who in test.who))


def _heading(s: State, test: Test) -> Heading:
    names = " against ".join(s.characters[who].name for who in test.who)
    kind = "Skill Test" if test.kind == "skill_test" else "Contest"
    return Heading(
        f"{kind} · {names}", f"{test.attribute.capitalize()} · {SUIT_NAMES[test.suit]}{' · Surprise' * test.surprise}"
    )


def _steps(test: Test) -> Steps:
    secret = ("Secret number",) if test.kind == "skill_test" else ()
    names = ("Call", *secret, "Card", "Result")
    at = names.index("Card") if test.required is not None or not secret else 1
    at = len(names) - 1 if test.played else at
    states = ["done" if place < at else "now" if place == at else "todo" for place in range(len(names))]
    return Steps("The test", tuple(Step(n, state) for n, state in zip(names, states, strict=True)))  # type: ignore[arg-type]


def _odds(s: State, test: Test, who: str, seat: Seat) -> Odds:
    """What a card that nobody has seen would make: exact for the top of the Library, a guide for a hand."""
    results = [_would_be(s, test, who, card) for card in unseen(s, deck_of(s, who))]
    needed = test.required if seat == DEALER else None
    bars = tuple(Bar(f"{least} or more", _share(results, least), counts=least == needed) for least in _levels(needed))
    chance = None if needed is None else _share(results, needed)
    subtitle = f"{len(results)} cards unseen"
    return Odds(f"{s.characters[who].name}: an unseen card makes", subtitle, bars, chance, shape="rows")


def _levels(needed: int | None) -> tuple[int, ...]:
    levels = {4, 7, 10, 13} | ({needed} if needed is not None else set())
    return tuple(sorted(levels))


def _share(results: Sequence[int], least: int) -> float:
    return sum(result >= least for result in results) / len(results) if results else 0.0


def _would_be(s: State, test: Test, who: str, card: str) -> int:
    bonus = s.characters[who].attributes.get(test.attribute, 0) if suit(card) == test.suit else 0
    return max(0, card_value(s, card) + bonus)


def _lying(s: State, test: Test, seat: Seat) -> Sum:
    """All cards are in, but lots or a permission are still open."""
    terms = tuple(Term(s.characters[p.who].name, p.result) for p in test.played)
    best = max(p.result for p in test.played)
    needed = test.required if seat == DEALER else None
    return Sum("The cards lie there", terms, best, needed, faces=tuple(p.card for p in test.played), object="card")


def _verdict(s: State, last: Verdict, seat: Seat) -> Sum:
    return _of_skill_test(s, last, seat) if last.test.kind == "skill_test" else _of_contest(s, last)


def _of_skill_test(s: State, last: Verdict, seat: Seat) -> Sum:
    (played,) = last.test.played
    name, passed = s.characters[played.who].name, bool(last.winners)
    bonus = (Term(last.test.attribute.capitalize(), played.bonus),) if played.bonus else ()
    needed = last.test.required if seat == DEALER or last.shown else None
    added = f" and {last.test.attribute.capitalize()} {played.bonus:+}" if played.bonus else ""
    against = f", {needed} needed" if needed is not None else ""
    return Sum(
        f"{name} makes it" if passed else f"Not enough: {name} learns from it",
        (Term(words(played.card), played.base), *bonus),
        played.result,
        needed,
        "passed" if passed else "failed",
        f"{words(played.card)}{added}: {played.result}{against}: {'passed' if passed else 'failed'}.",
        (played.card,),
        "card",
    )


_TIES = {
    "": "",
    "player_beats_dealer": " Level, and a player goes before the Dealer.",
    "hand_count": " Level, and the larger hand decides.",
    "random": " Level, and the lot decides.",
}


def _of_contest(s: State, last: Verdict) -> Sum:
    played = last.test.played
    best = next(p for p in played if p.who in last.winners)
    terms = (Term(words(best.card), best.base),) + (
        (Term(last.test.attribute.capitalize(), best.bonus),) if best.bonus else ()
    )
    results = ", ".join(f"{s.characters[p.who].name} {p.result} ({words(p.card)})" for p in played)
    others = [p.result for p in played if p.who != best.who]
    title, cards = f"{s.characters[best.who].name} wins the Contest", tuple(p.card for p in played)
    sentence = f"{results}.{_TIES[last.tie]}"
    return Sum(title, terms, best.result, max(others), "done", sentence, cards, "card")


def _blow(s: State, blow: Blow) -> Sum:
    played, name = blow.played, s.characters[blow.played.who].name
    target = s.characters[blow.target].name if blow.target in s.characters else blow.target
    bonus = (Term("Might", played.bonus),) if played.bonus else ()
    terms = (
        (Term(words(played.card), played.base), *bonus) if blow.weapon else (Term("1 and half of Might", blow.damage),)
    )
    how = f"with the {blow.weapon}" if blow.weapon else "with bare hands"
    sentence = f"{name} strikes {target} {how}: {blow.damage} damage."
    return Sum(f"{blow.damage} damage", terms, blow.damage, None, "done", sentence, (played.card,), "card")


def _counters(who: str, character: Character) -> Counters:
    signs = (("Reserve", character.reserve), ("Clout", character.clout), ("Guard", character.guard))
    items = (
        Count("Cards in hand", character.hand),
        Count("HP", character.hp, character.max_hp),
        Count("Experience", character.experience),
        *(Count(label, n) for label, n in signs if n),
        *((Count("Defending", 1),) if character.defending else ()),
    )
    traits = tuple(Count(name.capitalize(), value) for name, value in character.attributes.items())
    return Counters(character.name, items + traits, who)


def _zones(s: State) -> tuple[Block, ...]:
    """Each deck: how many cards lie where, and the last ones of its Pile."""
    blocks: list[Block] = []
    for name, deck in s.decks.items():
        whose = s.characters[name].name if name in s.characters else "the Dealer" if name == DEALER else "the table"
        counts = (Count("Library", deck.library), Count("Pile", len(deck.pile)), Count("Void", len(deck.void)))
        shown = deck.pile[-SHOWN_OF_PILE:][::-1]
        blocks += [
            Counters(f"The cards of {whose}", counts),
            Cards(f"The Pile of {whose}, newest first", tuple(Card(card, words(card)) for card in shown)),
        ]
    return tuple(blocks)


def tell(s: State, event: Event, seat: Seat) -> str:
    """What a seat hears of a fact."""
    match event:
        case TestCalled(kind, attribute, named, who, surprise):
            names = ", ".join(s.characters[w].name for w in who)
            what = "Skill Test" if kind == "skill_test" else "Contest"
            return f"{'Surprise! ' * surprise}{what} of {names}: {attribute.capitalize()}, {SUIT_NAMES[named]}."
        case SurpriseMet(_, ordinary):
            return " ".join(f"{s.characters[w].name} saw it coming." for w in ordinary)
        case RequirementFixed(number):
            return f"Required: {number}." if seat == DEALER else "The Dealer has fixed what is required."
        case CardPlayed(who, card, _, bonus, flipped, more):
            added = (f", {bonus:+} for the suit" if bonus else "") + (f", {more:+} for a Feature" if more else "")
            return f"{s.characters[who].name} {'turns' if flipped else 'plays'} the {words(card)}{added}."
        case TestResolved(winners):
            return _ended(s, winners)
        case ExperienceGained(who):
            return f"{s.characters[who].name} gains one Experience."
        case CardDrawn(who):
            return f"{s.characters[who].name} draws a card."
        case CardKept(who, card):
            return f"{s.characters[who].name} takes the {words(card)} into the hand."
        case DefenceTaken(who):
            return f"{s.characters[who].name} is on guard."
        case DefenceEnded(who):
            return f"{s.characters[who].name} is not on guard any more."
        case GuardRaised(who, by):
            return f"{s.characters[who].name}: Guard {by:+}."
        case ConditionRemoved(who, condition):
            return f"{s.characters[who].name} is not {condition} any more."
        case AttackMade(who, _, _, _, weapon, target, damage, _):
            with_what = f"with the {weapon}" if weapon else "with bare hands"
            whom = s.characters[target].name if target in s.characters else target
            return f"{s.characters[who].name} strikes {whom} {with_what}: {damage} damage."
        case SpeedChanged(who, to):
            return f"{s.characters[who].name} has {to} Speed."
        case FeatureUsed(who, counts_as, name):
            return f"{s.characters[who].name} uses {name or 'a Feature'}: {counts_as.replace('_', ' ')}."
        case Dashed(who):
            return f"{s.characters[who].name} dashes."
        case BreatherTaken():
            return "The party takes a Breather."
        case StatRegained(who, stat, by):
            return f"{s.characters[who].name} regains {by} {STAT_NAMES[stat]}."
        case CardsTraded(one, other, gives, takes):
            swapped = f"{traded(gives)} for {traded(takes)}"
            return f"{s.characters[one].name} and {s.characters[other].name} trade {swapped}."
        case StatGiven(who, to, stat, amount):
            return f"{s.characters[who].name} spends {amount} {STAT_NAMES[stat]} for {s.characters[to].name}."
        case RestBegan(who):
            return f"{s.characters[who].name} lies down to rest."
        case RestEnded(who, completed):
            return f"{s.characters[who].name} {'has rested' if completed else 'is awoken'}."
        case PileDiscarded():
            return "The Pile goes into the Void."
        case HandDiscarded(who, cards):
            return f"{s.characters[who].name} discards the hand of {len(cards)} into the Void."
        case CombatChanged(on):
            return "Combat!" if on else "The combat is over."
        case LibraryRenewed():
            return "The Void is shuffled into a new Library."
        case EveningEnded(sentence):
            return sentence or "The evening is over."
        case TestCalledOff():
            return "The test is called off."
        case RequirementShown():
            return f"Required was {s.last.test.required}." if s.last else ""
        case HandCounted(of, cards):
            return f"By hand: {s.characters[of].name if of in s.characters else 'the Dealer'} holds {cards} cards."
        case CardMoved(_, card, _, to):
            where = "hand of " + s.characters[to].name if to in s.characters else to
            return f"By hand: the {words(card)} lies in the {where}."
        case DeckCheckBegan():
            return "The deck is checked, a handful at a time."
        case HandfulSeen():
            return f"{len(s.checking.seen) if s.checking else 0} cards seen."
        case DeckChecked(_, missing, more):
            wrong = [f"the {words(card)} is missing" for card in missing]
            wrong += [f"the {words(card)} is there too often" for card in more]
            return f"The deck was checked: {', '.join(wrong)}." if wrong else "The deck was checked: it is right."
        case DeckDeclared(_, card, by):
            return f"By hand: the deck holds the {words(card)} {'as well' if by > 0 else 'no more'}."
        case ConditionGained(who, condition):
            return f"{s.characters[who].name} is {condition}."
        case HarmSuffered(who, guard, hp):
            return f"{s.characters[who].name} loses {guard} Guard and {hp} HP."
        case StatSpent(who, stat, by):
            return f"{s.characters[who].name} spends {by} {STAT_NAMES[stat]}."
        case NumberSet(who, number, to):
            return f"By hand: {s.characters[who].name} has {to} {number}."
        case WeaponGained(who, weapon):
            return f"{s.characters[who].name} takes the {weapon.name}."
        case WeaponPutAway(who, named_weapon):
            return f"{s.characters[who].name} puts the {named_weapon} away."
        case SceneBegan():
            scene = scene_of(s)
            return scene.title if scene is not None else ""
        case PassageRead(text) | NoteWritten(text):
            return text
        case CallMade():
            return ""
        case TurnBegan(who, number):
            return f"Round {number}: {s.characters[who].name}."
    assert_never(event)


def _ended(s: State, winners: Sequence[str]) -> str:
    if winners:
        return f"{s.characters[winners[0]].name} succeeds."
    names = " and ".join(s.characters[p.who].name for p in s.last.test.played) if s.last else "Everybody"
    return f"{names} fails."
