"""Sentences of the log, and cues for sound and light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from companion.engine import SUIT_NAMES, words
from companion.games.draw_your_weapon.facts import (
    NUMBER_NAMES,
    STAT_NAMES,
    AttackMade,
    BreatherTaken,
    CardDrawn,
    CardKept,
    CardMoved,
    CardPlayed,
    CardsLaid,
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
    Stat,
    StatGiven,
    StatRegained,
    StatSpent,
    SurpriseMet,
    TestCalled,
    TestCalledOff,
    TestResolved,
    TurnBegan,
    WeaponGained,
    WeaponLost,
    WeaponPutAway,
    WeaponTaken,
)
from companion.games.draw_your_weapon.rules.actions import traded
from companion.games.draw_your_weapon.rules.cards import of_deck
from companion.games.draw_your_weapon.state import BROKEN, DOWN, Played, State, scene_of
from companion.schema import DEALER, TABLE, Air, Cue, Seat, Tone

USED_AS = {"attack": " as an attack", "use_ability": "", "part_of_test": " as a part of the test"}
PLACES = {"library": "in the Library", "pile": "on the Pile", "void": "in the Void"}


def log_line(s: State, event: Event, seat: Seat) -> str:
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
            return f"{s.characters[who].name} uses {name or 'a Feature'}{USED_AS[counts_as]}."
        case Dashed(who):
            return f"{s.characters[who].name} dashes."
        case BreatherTaken():
            return "The party takes a Breather."
        case StatRegained(who, stat, by):
            return regained(s, who, stat, by)
        case CardsTraded(one, other, gives, takes):
            swapped = f"{traded(gives)} for {traded(takes)}"
            return f"{s.characters[one].name} and {s.characters[other].name} trade {swapped}."
        case StatGiven(who, to, stat, amount):
            return f"{s.characters[who].name} spends {amount} {STAT_NAMES[stat]} for {s.characters[to].name}."
        case RestBegan(who):
            return f"{s.characters[who].name} lies down to rest."
        case RestEnded(who, completed):
            return f"{s.characters[who].name} {'has rested' if completed else 'is awoken'}."
        case PileDiscarded(deck):
            return f"The Pile{of_deck(s, deck)} goes into the Void."
        case HandDiscarded(who, cards):
            return f"{s.characters[who].name} discards the hand of {len(cards)} into the Void."
        case CombatChanged(on):
            return "Combat!" if on else "The combat is over."
        case LibraryRenewed(deck):
            return f"The Void{of_deck(s, deck)} is shuffled into a new Library."
        case EveningEnded(sentence):
            return sentence or "The evening is over."
        case CardsLaid():
            return ""
        case TestCalledOff():
            return "The test is called off."
        case RequirementShown():
            return f"Required was {s.last.test.required}." if s.last else ""
        case HandCounted(of, cards):
            return f"By hand: {holder(s, of)} holds {counted(cards, 'card')}."
        case CardMoved(_, card, _, to):
            return f"By hand: the {words(card)} lies {PLACES.get(to) or f'in the hand of {holder(s, to)}'}."
        case DeckCheckBegan(deck):
            return f"The deck{of_deck(s, deck)} is checked, a handful at a time."
        case HandfulSeen():
            return f"{counted(len(s.checking.seen) if s.checking else 0, 'card')} seen."
        case DeckChecked():
            return checked(event)
        case DeckDeclared(_, card, by):
            return f"By hand: the deck holds the {words(card)} {'as well' if by > 0 else 'no more'}."
        case ConditionGained(who, condition):
            return f"{s.characters[who].name} is {condition}."
        case HarmSuffered(who, guard, hp):
            lost = (f"{n} {what}" for n, what in ((guard, "Guard"), (hp, "HP")) if n)
            return f"{s.characters[who].name} loses {' and '.join(lost)}."
        case StatSpent(who, stat, by):
            return f"{s.characters[who].name} spends {by} {STAT_NAMES[stat]}."
        case NumberSet(who, number, to):
            return f"By hand: {s.characters[who].name} has {to} {NUMBER_NAMES[number]}."
        case WeaponGained(who, weapon):
            return f"{s.characters[who].name} has the {weapon.name} now."
        case WeaponLost(who, called):
            return f"{s.characters[who].name} has the {called} no more."
        case WeaponTaken(who, called):
            return f"{s.characters[who].name} takes the {called} in hand."
        case WeaponPutAway(who, called):
            return f"{s.characters[who].name} puts the {called} away."
        case SceneBegan():
            scene = scene_of(s)
            return scene.title if scene is not None else ""
        case PassageRead(text) | NoteWritten(text):
            return text
        case TurnBegan(who, number):
            return f"Round {number}: {s.characters[who].name}."
    assert_never(event)


def regained(s: State, who: str, stat: Stat, by: int) -> str:
    """HP end at their maximum, so what there is now is told, not what it might have been (DYW-AMB-10)."""
    character = s.characters[who]
    if stat == "hp":
        return f"{character.name} regains HP: {character.hp} now."
    return f"{character.name} regains {by} {STAT_NAMES[stat]}."


def holder(s: State, seat: Seat) -> str:
    return s.characters[seat].name if seat in s.characters else "the Dealer"


def counted(n: int, what: str) -> str:
    """So many of them.

    >>> counted(1, "card"), counted(0, "card")
    ('1 card', '0 cards')
    """
    return f"{n} {what}{'' if n == 1 else 's'}"


def checked(event: DeckChecked) -> str:
    """What was wrong with the deck, by name where that can be told."""
    wrong = [f"the {words(card)} is missing" for card in event.missing]
    wrong += [f"the {words(card)} is there too often" for card in event.more]
    if event.short:
        is_ = "is" if event.short == 1 else "are"
        wrong.append(f"{counted(event.short, 'card')} {is_} missing, the hands hide which")
    how = "The check of the deck was stopped" if event.stopped else "The deck was checked"
    if wrong:
        return f"{how}: {', '.join(wrong)}."
    return f"{how}." if event.stopped else f"{how}: it is right."


def _ended(s: State, winners: Sequence[str]) -> str:
    if winners:
        return f"{s.characters[winners[0]].name} succeeds."
    names = " and ".join(s.characters[p.who].name for p in s.last.test.played) if s.last else "Everybody"
    return f"{names} fails."


def cue(s: State, event: Event) -> Cue | None:
    """What is staged of a fact, given the state after it; None = nothing."""
    match event:
        case TestCalled(surprise=True):
            return Cue("surprise", log_line(s, event, TABLE), "bad")
        case TestResolved(winners) if s.last is not None and len(s.last.test.played) > 1:
            return _contest(s, log_line(s, event, TABLE), s.last.test.played, "good" if winners else "bad")
        case AttackMade(target=target) if s.blow is not None:
            seat = s.characters[target].seat if target in s.characters else ""
            return Cue("attack", log_line(s, event, TABLE), "bad", (s.blow.played.card,), "card", seat=seat)
        case ConditionGained(who, condition) if condition in (BROKEN, DOWN):
            return Cue("fall", log_line(s, event, TABLE), "bad", seat=s.characters[who].seat)
        case CombatChanged(on):
            return Cue("alarm", log_line(s, event, TABLE), "bad" if on else "good")
        case LibraryRenewed():
            return Cue("phase", log_line(s, event, TABLE))
        case SceneBegan():
            title = log_line(s, event, TABLE)
            return Cue("scene", title) if title else None
        case EveningEnded():
            return Cue("end", log_line(s, event, TABLE))
    return None


def air(s: State) -> Air:
    """How the scene feels now: worst where a player is down."""
    is_down = any(who.is_player and who.is_down for who in s.characters.values())
    return "calm" if not s.in_combat else "dread" if is_down else "tense"


def _contest(s: State, title: str, played: tuple[Played, ...], tone: Tone) -> Cue:
    """Cards side by side, with whose they are."""
    names = tuple(s.characters[one.who].name for one in played)
    return Cue("contest", title, tone, tuple(one.card for one in played), "card", names)
