"""What each fact does to the state."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from companion.engine import Bag, without
from companion.games.arkham.content import POOL, passage
from companion.games.arkham.facts import events as e
from companion.games.arkham.facts.events import NAMELESS, UNKNOWN, Event
from companion.games.arkham.state import Committed, Ending, InPlay, Investigator, State, Test
from companion.i18n import _
from companion.schema import Seat, Words


def apply(s: State, event: Event) -> State:
    """The state after a fact."""
    match event:
        case e.PhaseBegan(phase):
            return replace(s, phase=phase, taken=(), done=(), active="")
        case e.PhasePassed(seat):
            return replace(s, taken=(*s.taken, seat))
        case e.TurnBegan(seat):
            return replace(s, active=seat)
        case e.TurnEnded(seat):
            ended = s.sit(seat, replace(s.seats[seat], actions=0))
            return replace(ended, taken=(*s.taken, seat), active="", story="")
        case e.RoundBegan(number):
            return _new_round(s, number)
        case e.CardsReadied():
            return _readied(s)
        case e.ActionSpent(seat, _action, number):  # what was read aloud before it has been read
            return replace(s, story="", last=None).sit(
                seat, replace(s.seats[seat], actions=s.seats[seat].actions - number)
            )
        case e.ActionsLost(seat, number):
            return s.sit(seat, replace(s.seats[seat], actions=s.seats[seat].actions - number))
        case e.ResourcesChanged(seat, number):
            return s.sit(seat, replace(s.seats[seat], resources=s.seats[seat].resources + number))
        case e.CardsDrawn(seat, number):
            return _drawn(s, seat, number)
        case e.DeckRenewed(seat):
            who = s.seats[seat]
            return s.sit(seat, replace(who, deck=len(who.discard), discard=()))
        case e.CardDiscarded(seat, card):
            who = _out_of_hand(s.seats[seat], card)
            return s.sit(seat, replace(who, discard=(*who.discard, card)))
        case e.CardPlayed(seat, card, kind):
            return _played(s, seat, card, kind)
        case e.UseSpent(seat, card):
            asset = s.seats[seat].assets.get(card, InPlay())
            return _asset(s, seat, card, replace(asset, uses=asset.uses - 1))
        case e.AssetHurt(seat, card, damage, horror):
            asset = s.seats[seat].assets.get(card, InPlay())
            return _asset(s, seat, card, replace(asset, damage=asset.damage + damage, horror=asset.horror + horror))
        case e.AssetLost(seat, card):
            return _lost(s, seat, card)
        case e.AbilityUsed(key):
            return replace(s, exhausted=(*s.exhausted, key))
        case e.Moved(seat, _source, to):
            return _moved(s, seat, to)
        case e.EnemyMoved(enemy, _source, to):
            return s.spawn(enemy, replace(s.enemies[enemy], location=to))
        case e.LocationRevealed(location, clues):
            there = s.locations[location]
            told = replace(s, story=_aloud(s, passage(there.story)))
            return told.place(location, replace(there, revealed=True, clues=there.clues + clues))
        case e.LocationEntered(name, location):
            return s.place(name, location or replace(s.locations[name], hidden=False))
        case e.CluesMoved(source, to, number):
            less = s.place(source, replace(s.locations[source], clues=s.locations[source].clues - number))
            return less.place(to, replace(less.locations[to], clues=less.locations[to].clues + number))
        case e.CluesPlaced(location, number):
            return s.place(location, replace(s.locations[location], clues=s.locations[location].clues + number))
        case e.CluesFound(seat, location, number):
            found = s.sit(seat, replace(s.seats[seat], clues=s.seats[seat].clues + number))
            if location not in s.locations:
                return found
            return found.place(location, replace(s.locations[location], clues=s.locations[location].clues - number))
        case e.CluesSpent(seat, number, act):
            spent = s.sit(seat, replace(s.seats[seat], clues=s.seats[seat].clues - number))
            return replace(spent, spent=s.spent + number) if act else spent
        case e.EnemyEntered(name, location, enemy):
            entered = enemy or replace(s.enemies[name], defeated=False, damage=0, exhausted=False, engaged=())
            told = replace(s, story=_aloud(s, passage(entered.story)))
            return told.spawn(name, replace(entered, location=location))
        case e.EnemyEngaged(enemy, seat):
            return s.spawn(enemy, replace(s.enemies[enemy], engaged=(seat,), location=s.seats[seat].location))
        case e.EnemyEvaded(enemy, seat, _automatic):
            left = tuple(other for other in s.enemies[enemy].engaged if other != seat)
            return s.spawn(enemy, replace(s.enemies[enemy], exhausted=True, engaged=left))
        case e.EnemyTurned(enemy, exhausted):
            return s.spawn(enemy, replace(s.enemies[enemy], exhausted=exhausted))
        case e.EnemyAttacked(_enemy, seat, damage, horror):
            return _hurt(s, seat, damage, horror)
        case e.Hurt(seat, damage, horror):
            return _hurt(s, seat, damage, horror)
        case e.Soaked(seat, damage, horror):
            return _hurt(s, seat, -damage, -horror)
        case e.StepDone(step):
            return replace(s, done=(*s.done, step), last=None)
        case e.EnemyDamaged(enemy, number):
            return s.spawn(enemy, replace(s.enemies[enemy], damage=max(0, s.enemies[enemy].damage + number)))
        case e.EnemyDefeated(enemy):
            return s.spawn(enemy, replace(s.enemies[enemy], defeated=True, engaged=()))
        case e.InvestigatorLeft(seat, _how):
            return _left(s, event)
        case e.TraumaTaken(seat, physical, mental):
            who = s.seats[seat]
            return s.sit(seat, replace(who, physical=who.physical + physical, mental=who.mental + mental))
        case e.DoomPlaced(number):
            return replace(s, doom=max(0, s.doom + number))
        case e.AgendaAdvanced():
            turned = s.scenario.agendas[s.agenda]
            return replace(s, agenda=s.agenda + 1, doom=0, story=_aloud(s, passage(turned.turned)))
        case e.ActAdvanced():
            reached = s.scenario.acts[s.act]
            return replace(s, act=s.act + 1, spent=0, story=_aloud(s, passage(reached.turned)))
        case e.EncounterDrawn(_seat, card):
            return replace(s, deck=s.deck.drawn(card), story="", last=None)
        case e.EncounterRenewed():
            return replace(s, deck=s.deck.returned())
        case e.Told(text):
            return replace(s, story=_aloud(s, text))
        case e.TestBegan(performer, skill, difficulty, title):
            return replace(s, test=Test(performer, skill, difficulty, title, "ST.2"), last=None)
        case e.Modified(modifier):
            return replace(s, modifiers=(*s.modifiers, modifier))
        case e.CardsCommitted(cards):
            return _committed(s, cards)
        case e.TokenRevealed(token):
            test = _test(s)
            revealed = replace(test, revealed=(*test.revealed, token), step="ST.4")
            return replace(s, bag=s.bag.drawn(token), test=revealed)
        case e.TokenCancelled(token, again):
            return _cancelled(s, token, again)
        case e.SymbolResolved():
            test = _test(s)
            return replace(s, test=replace(test, resolved=len(test.revealed)))
        case e.ResultApplied():
            return s
        case e.TestResolved(verdict):
            return replace(s, last=verdict, test=replace(_test(s), step="ST.7"))
        case e.TestEnded():
            return _ended(s)
        case e.TokenAdded(token):
            return replace(s, bag=s.bag.added([token]))
        case e.TokenRemoved(token):
            return replace(s, bag=s.bag.removed(token))
        case e.TokenSealed(token):
            return replace(s, bag=s.bag.sealed(token))
        case e.TokenReleased(token):
            return replace(s, bag=s.bag.released(token))
        case e.HandfulCounted(tokens, lying):
            return replace(s, last=None, lying=lying, counted=(*(s.counted or ()), *([tokens] if tokens else [])))
        case e.AuditEnded(tokens):
            return replace(s, counted=None, audited=tokens)
        case e.Noted(text):
            return replace(s, campaign=replace(s.campaign, notes=(*s.campaign.notes, text)))
        case e.ScenarioEnded(resolution, title, victory):
            return replace(s, ending=Ending(resolution, title, victory))
    assert_never(event)


def _aloud(s: State, text: Words) -> Words:
    """What is read aloud comes one after the other."""
    if not s.story or not text:
        return s.story or text
    return _("{before}\n\n{text}", before=s.story, text=text)


def _test(s: State) -> Test:
    if s.test is None:
        raise ValueError("no test is under way")
    return s.test


def _new_round(s: State, number: int) -> State:
    """Everybody has their actions again. AH-ACT-TURN-4."""
    after = replace(s, round=number, taken=(), exhausted=())
    for seat, who in s.seats.items():
        after = after.sit(seat, replace(who, actions=who.next_actions))
    return after


def _readied(s: State) -> State:
    """AH-X-UPKEEP-1."""
    after = s
    for name, enemy in s.enemies.items():
        if enemy.exhausted:
            after = after.spawn(name, replace(enemy, exhausted=False))
    return after


def _drawn(s: State, seat: Seat, number: int) -> State:
    who = s.seats[seat]
    deck = None if who.deck is None else who.deck - number
    return s.sit(seat, replace(who, unknown=who.unknown + number, deck=deck))


def _out_of_hand(who: Investigator, card: str) -> Investigator:
    """Without a card of the hand, which we may have known by name or not."""
    if card in who.hand:
        return replace(who, hand=without(who.hand, card))
    return replace(who, unknown=who.unknown - 1)


def _played(s: State, seat: Seat, card: str, kind: str) -> State:
    who = _out_of_hand(s.seats[seat], card)
    facts = s.cards.get(card)
    if (facts.type if facts else kind) != "asset":
        return s.sit(seat, replace(who, discard=(*who.discard, card)))
    after = s.sit(seat, replace(who, in_play=(*who.in_play, card)))
    if facts is None:
        return after
    there = who.assets.get(card, InPlay())  # of another copy: what lies on it stays
    return _asset(after, seat, card, replace(there, uses=there.uses + facts.uses))


def _asset(s: State, seat: Seat, card: str, asset: InPlay) -> State:
    who = s.seats[seat]
    return s.sit(seat, replace(who, assets=MappingProxyType({**who.assets, card: asset})))


def _lost(s: State, seat: Seat, card: str) -> State:
    """Of two copies one goes with all that lies on it, and the other is whole."""
    who = s.seats[seat]
    left = without(who.in_play, card)
    assets = {name: asset for name, asset in who.assets.items() if name != card}
    if card in left and card in who.assets:
        assets[card] = InPlay(uses=min(who.assets[card].uses, s.cards[card].uses))
    return s.sit(seat, replace(who, in_play=left, assets=MappingProxyType(assets), discard=(*who.discard, card)))


def _moved(s: State, seat: Seat, to: str) -> State:
    """With the enemies that are engaged with the seat. AH-X-MOVEENG-1."""
    after = s.sit(seat, replace(s.seats[seat], location=to))
    for name, enemy in s.enemies.items():
        if seat in enemy.engaged:
            after = after.spawn(name, replace(enemy, location=to))
    return after


def _hurt(s: State, seat: Seat, damage: int, horror: int) -> State:
    who = s.seats[seat]
    return s.sit(seat, replace(who, damage=max(0, who.damage + damage), horror=max(0, who.horror + horror)))


def _left(s: State, gone: e.InvestigatorLeft) -> State:
    """Clues stay at the location, enemies are free there, and trauma is noted."""
    who = s.seats[gone.seat]
    after = s
    if who.location in s.locations:
        here = s.locations[who.location]
        after = after.place(who.location, replace(here, clues=here.clues + who.clues))
    for name, enemy in s.enemies.items():
        if gone.seat in enemy.engaged:
            others = tuple(seat for seat in enemy.engaged if seat != gone.seat)
            after = after.spawn(name, replace(enemy, engaged=others))
    physical, mental = who.physical + (gone.how == "killed"), who.mental + (gone.how == "insane")
    out = replace(who, clues=0, actions=0, left=gone.how, physical=physical, mental=mental)
    return after.sit(gone.seat, out)


def _committed(s: State, cards: tuple[Committed, ...]) -> State:
    after = s
    for one in cards:
        who = after.seats[one.by]
        known = replace(who, unknown=who.unknown - 1) if one.card.startswith(UNKNOWN) else _out_of_hand(who, one.card)
        after = after.sit(one.by, known)
    test = _test(s)
    return replace(after, test=replace(test, committed=test.committed + cards, step="ST.3"))


def _cancelled(s: State, token: str, again: bool) -> State:
    test = _test(s)
    less = replace(test, revealed=without(test.revealed, token), cancelled=(*test.cancelled, token))
    return replace(s, test=replace(less, spared=less.spared + (not again)))


def _ended(s: State) -> State:
    """AH-ST-8-1, AH-X-COMMIT-1, AH-ST-8-2, AH-ST-8-3; bless and curse tokens go back to the token pool."""
    back = tuple(token for token in s.bag.out if token not in POOL)
    left = tuple(m for m in s.modifiers if not m.test)
    after = replace(s, bag=Bag(s.bag.inside + back, (), s.bag.aside), test=None, modifiers=left)
    for one in _test(s).committed:
        who = after.seats[one.by]
        card = NAMELESS if one.card.startswith(UNKNOWN) and who.list else one.card
        after = after.sit(one.by, replace(who, discard=(*who.discard, card)))
    return after
