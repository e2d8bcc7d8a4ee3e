"""Sentences of the log, and cues for sound and light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from companion.engine import SUIT_NAMES, card_text
from companion.games.draw_your_weapon.facts import (
    NUMBER_NAMES,
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
    amount_text,
    attribute_text,
)
from companion.games.draw_your_weapon.rules.actions import traded
from companion.games.draw_your_weapon.rules.cards import owner
from companion.games.draw_your_weapon.rules.dealer import noted
from companion.games.draw_your_weapon.state import BROKEN, DOWN, Played, State, holder, scene_of
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import DEALER, TABLE, Air, Cue, Seat, Tone, Words


def _called(s: State, kind: str, attribute: str, named: str, who: Sequence[str], *, surprise: bool) -> Text:
    test = {
        "names": listed((s.characters[w].called for w in who), ", "),
        "attribute": attribute_text(attribute),
        "suit": SUIT_NAMES[named],
    }
    if kind == "skill_test":
        called = _("Skill Test of {names}: {attribute}, {suit}.", **test)
    else:
        called = _("Contest of {names}: {attribute}, {suit}.", **test)
    return joined(" ", [_("Surprise!"), called]) if surprise else called


def _played(who: Words, card: str, bonus: int, more: int, *, flipped: bool) -> Text:
    added = [_("{n:+} for the suit", n=bonus)] * bool(bonus) + [_("{n:+} for a Feature", n=more)] * bool(more)
    if not added:
        if flipped:
            return _("{who} turns the {card}.", who=who, card=card_text(card))
        return _("{who} plays the {card}.", who=who, card=card_text(card))
    if flipped:
        return _("{who} turns the {card}, {added}.", who=who, card=card_text(card), added=listed(added, ", "))
    return _("{who} plays the {card}, {added}.", who=who, card=card_text(card), added=listed(added, ", "))


def _used(who: Words, counts_as: str, feature: Text) -> Text:
    match counts_as:
        case "attack":
            return _("{who} uses {feature} as an attack.", who=who, feature=feature)
        case "part_of_test":
            return _("{who} uses {feature} as a part of the test.", who=who, feature=feature)
        case _:
            return _("{who} uses {feature}.", who=who, feature=feature)


def struck(s: State, who: str, weapon: str, target: str, damage: int) -> Text:
    """An attack and what it does."""
    whom = s.characters[target].called if target in s.characters else from_data(target)
    names = {"who": s.characters[who].called, "whom": whom}
    if weapon:
        return ngettext(
            "{who} strikes {whom} with the {weapon}: {n} damage.",
            "{who} strikes {whom} with the {weapon}: {n} damage.",
            damage,
            **names,
            weapon=from_data(weapon),
        )
    return ngettext(
        "{who} strikes {whom} with bare hands: {n} damage.",
        "{who} strikes {whom} with bare hands: {n} damage.",
        damage,
        **names,
    )


def _moved(s: State, card: str, to: str) -> Text:
    match to:
        case "library":
            return _("By hand: the {card} lies in the Library.", card=card_text(card))
        case "pile":
            return _("By hand: the {card} lies on the Pile.", card=card_text(card))
        case "void":
            return _("By hand: the {card} lies in the Void.", card=card_text(card))
    return _("By hand: the {card} lies in the hand of {who}.", card=card_text(card), who=holder(s, to))


def log_line(s: State, event: Event, seat: Seat) -> Words:
    """What a seat hears of a fact."""
    match event:
        case TestCalled(kind, attribute, named, who, surprise):
            return _called(s, kind, attribute, named, who, surprise=surprise)
        case SurpriseMet(_, ordinary):
            return joined(" ", (_("{who} saw it coming.", who=s.characters[w].called) for w in ordinary))
        case RequirementFixed(number):
            return _("Required: {n}.", n=number) if seat == DEALER else _("The Dealer has fixed what is required.")
        case CardPlayed(who, card, _, bonus, flipped, more):
            return _played(s.characters[who].called, card, bonus, more, flipped=flipped)
        case TestResolved(winners):
            return _ended(s, winners)
        case ExperienceGained(who):
            return _("{who} gains one Experience.", who=s.characters[who].called)
        case CardDrawn(who):
            return _("{who} draws a card.", who=s.characters[who].called)
        case CardKept(who, card):
            return _("{who} takes the {card} into the hand.", who=s.characters[who].called, card=card_text(card))
        case DefenceTaken(who):
            return _("{who} is on guard.", who=s.characters[who].called)
        case DefenceEnded(who):
            return _("{who} is not on guard any more.", who=s.characters[who].called)
        case GuardRaised(who, by):
            return _("{who}: Guard {n:+}.", who=s.characters[who].called, n=by)
        case ConditionRemoved(who, condition):
            return _("{who} is not {condition} any more.", who=s.characters[who].called, condition=from_data(condition))
        case AttackMade(who, _, _, _, weapon, target, damage, _):
            return struck(s, who, weapon, target, damage)
        case SpeedChanged(who, to):
            return ngettext("{who} has {n} Speed.", "{who} has {n} Speed.", to, who=s.characters[who].called)
        case FeatureUsed(who, counts_as, name):
            return _used(s.characters[who].called, counts_as, from_data(name) if name else _("a Feature"))
        case Dashed(who):
            return _("{who} dashes.", who=s.characters[who].called)
        case BreatherTaken():
            return _("The party takes a Breather.")
        case StatRegained(who, stat, by):
            return regained(s, who, stat, by)
        case CardsTraded(one, other, gives, takes):
            names = {"one": s.characters[one].called, "other": s.characters[other].called}
            return _("{one} and {other} trade {gives} for {takes}.", **names, gives=traded(gives), takes=traded(takes))
        case StatGiven(who, to, stat, n):
            names = {"who": s.characters[who].called, "whom": s.characters[to].called}
            return _("{who} spends {amount} for {whom}.", **names, amount=amount_text(stat, n))
        case RestBegan(who):
            return _("{who} lies down to rest.", who=s.characters[who].called)
        case RestEnded(who, completed):
            sleeper = s.characters[who].called
            return _("{who} has rested.", who=sleeper) if completed else _("{who} is awoken.", who=sleeper)
        case PileDiscarded(deck):
            whose = owner(s, deck)
            if whose:
                return _("The Pile of {whose} goes into the Void.", whose=whose)
            return _("The Pile goes into the Void.")
        case HandDiscarded(who, cards):
            return _("{who} discards the hand of {n} into the Void.", who=s.characters[who].called, n=len(cards))
        case CombatChanged(on):
            return _("Combat!") if on else _("The combat is over.")
        case LibraryRenewed(deck):
            whose = owner(s, deck)
            if whose:
                return _("The Void of {whose} is shuffled into a new Library.", whose=whose)
            return _("The Void is shuffled into a new Library.")
        case EveningEnded(sentence):
            return sentence or _("The evening is over.")
        case CardsLaid():
            return ""
        case TestCalledOff():
            return _("The test is called off.")
        case RequirementShown():
            return _("Required was {n}.", n=s.last.test.required) if s.last else ""
        case HandCounted(of, cards):
            return _("By hand: {who} holds {cards}.", who=holder(s, of), cards=counted(cards))
        case CardMoved(_, card, _, to):
            return _moved(s, card, to)
        case DeckCheckBegan(deck):
            whose = owner(s, deck)
            if whose:
                return _("The deck of {whose} is checked, a handful at a time.", whose=whose)
            return _("The deck is checked, a handful at a time.")
        case HandfulSeen():
            return _("{cards} seen.", cards=counted(len(s.checking.seen) if s.checking else 0))
        case DeckChecked():
            return checked(event)
        case DeckDeclared(_, card, by):
            if by > 0:
                return _("By hand: the deck holds the {card} as well.", card=card_text(card))
            return _("By hand: the deck holds the {card} no more.", card=card_text(card))
        case ConditionGained(who, condition):
            return _("{who} is {condition}.", who=s.characters[who].called, condition=from_data(condition))
        case HarmSuffered(who, guard, hp):
            lost = [ngettext("{n} Guard", "{n} Guard", guard)] * bool(guard)
            lost += [amount_text("hp", hp)] * bool(hp)
            return _("{who} loses {what}.", who=s.characters[who].called, what=listed(lost))
        case StatSpent(who, stat, by):
            return _("{who} spends {amount}.", who=s.characters[who].called, amount=amount_text(stat, by))
        case NumberSet(who, number, to):
            return _("By hand: {who}, {what} {n}.", who=s.characters[who].called, n=to, what=NUMBER_NAMES[number])
        case WeaponGained(who, weapon):
            return _("{who} has the {weapon} now.", who=s.characters[who].called, weapon=from_data(weapon.name))
        case WeaponLost(who, called):
            return _("{who} has the {weapon} no more.", who=s.characters[who].called, weapon=from_data(called))
        case WeaponTaken(who, called):
            return _("{who} takes the {weapon} in hand.", who=s.characters[who].called, weapon=from_data(called))
        case WeaponPutAway(who, called):
            return _("{who} puts the {weapon} away.", who=s.characters[who].called, weapon=from_data(called))
        case SceneBegan():
            scene = scene_of(s)
            return from_data(scene.title) if scene is not None else ""
        case PassageRead(text):
            return from_data(text)
        case NoteWritten(text):
            return noted(text)
        case TurnBegan(who, number):
            return _("Round {n}: {who}.", n=number, who=s.characters[who].called)
    assert_never(event)


def regained(s: State, who: str, stat: Stat, by: int) -> Text:
    """HP end at their maximum, so what there is now is told, not what it might have been (DYW-AMB-10)."""
    character = s.characters[who]
    if stat == "hp":
        return _("{who} regains HP: {n} now.", who=character.called, n=character.hp)
    return _("{who} regains {amount}.", who=character.called, amount=amount_text(stat, by))


def counted(n: int) -> Text:
    """So many cards.

    >>> str(counted(1)), str(counted(0))
    ('1 card', '0 cards')
    """
    return ngettext("{n} card", "{n} cards", n)


def checked(event: DeckChecked) -> Text:
    """What was wrong with the deck, by name where that can be told."""
    wrong = [_("the {card} is missing", card=card_text(card)) for card in event.missing]
    wrong += [_("the {card} is there too often", card=card_text(card)) for card in event.more]
    if event.short:
        wrong.append(
            ngettext(
                "{n} card is missing, the hands hide which", "{n} cards are missing, the hands hide which", event.short
            )
        )
    if wrong and event.stopped:
        return _("The check of the deck was stopped: {wrong}.", wrong=listed(wrong, ", "))
    if wrong:
        return _("The deck was checked: {wrong}.", wrong=listed(wrong, ", "))
    return _("The check of the deck was stopped.") if event.stopped else _("The deck was checked: it is right.")


def _ended(s: State, winners: Sequence[str]) -> Text:
    if winners:
        return _("{who} succeeds.", who=s.characters[winners[0]].called)
    return _("{who} fails.", who=s.characters[s.last.test.who[0]].called) if s.last else NOTHING


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


def _contest(s: State, title: Words, played: tuple[Played, ...], tone: Tone) -> Cue:
    """Cards side by side, with whose they are."""
    names = tuple(s.characters[one.who].called for one in played)
    return Cue("contest", title, tone, tuple(one.card for one in played), "card", names)
