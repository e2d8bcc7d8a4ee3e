"""The log's sentences: what a seat hears of a fact. Nothing here is hidden from a seat but the names of cards in hands."""

from __future__ import annotations

from typing import assert_never

from companion.games.arkham.facts import events as e
from companion.games.arkham.rules.corrections import bag_audit
from companion.games.arkham.rules.skill_test.values import NAMES
from companion.games.arkham.state import State
from companion.games.arkham.views.skill_test import card_words
from companion.games.arkham.views.test_result import sentence
from companion.schema.prompt import Seat

HOW = {"killed": "is defeated by damage", "insane": "is driven insane", "resigned": "resigns"}


def tell(s: State, event: e.Event, seat: Seat) -> str:  # noqa: ARG001  one line for each fact
    """One sentence of the log; empty where counters say it."""
    match event:
        case e.PhaseBegan(phase):
            return f"The {phase} phase."
        case e.TurnBegan(who):
            return f"{_who(s, who)}'s turn."
        case e.RoundBegan(number):
            return f"Round {number}: everybody readies, draws a card and gains a resource."
        case e.ActionSpent(who, action, number):
            return f"{_who(s, who)}: {action}{f', {number} actions' if number > 1 else ''}."
        case e.ActionsLost(who, number):
            return f"{_who(s, who)} {'loses' if number > 0 else 'gains'} {_some(number, 'action')}."
        case e.DeckRenewed(who):
            return f"{_who(s, who)} shuffles the discard pile into a new deck."
        case e.CardDiscarded(who, card):
            return f"{_who(s, who)} discards {card}."
        case e.CardPlayed(who, card, _):
            return f"{_who(s, who)} plays {card}."
        case e.UseSpent(who, card):
            return f"{_who(s, who)} uses {card}: {s.seats[who].assets[card].uses} left."
        case e.AssetHurt(who, card, damage, horror):
            return f"{card} takes {_harm(damage, horror)} for {_who(s, who)}."
        case e.AssetLost(who, card):
            return f"{card} leaves play, {_who(s, who)}."
        case e.Moved(who, _, to):
            return f"{_who(s, who)} moves to {_place(s, to)}."
        case e.EnemyMoved(enemy, _, to):
            return f"{_foe(s, enemy)} moves to {_place(s, to)}."
        case e.LocationRevealed(location, clues):
            return f"{_place(s, location)} is revealed, clues: {clues}."
        case e.LocationEntered(name, _):
            return f"{_place(s, name)} is in play."
        case e.CluesMoved(source, to, number):
            return f"Clues move from {_place(s, source)} to {_place(s, to)}: {number}."
        case e.CluesPlaced(location, number):
            return f"Clues on {_place(s, location)}: {s.locations[location].clues} ({number:+d})."
        case e.CluesFound(who, location, number) if number > 0:
            return f"{_who(s, who)} finds {_some(number, 'clue')}, {_place(s, location)}."
        case e.CluesFound(who, location, number):
            return f"{_who(s, who)} leaves {_some(number, 'clue')} on {_place(s, location)}."
        case e.CluesSpent(who, number, act):
            return f"{_who(s, who)} spends {_some(number, 'clue')}{' on the act' if act else ''}."
        case e.EnemyEntered(name, location, _):
            return f"{_foe(s, name)} comes into play, {_place(s, location)}."
        case e.EnemyEngaged(enemy, who):
            return f"{_foe(s, enemy)} is engaged with {_who(s, who)}."
        case e.EnemyEvaded(enemy, who, automatic):
            return f"{_who(s, who)} {'automatically ' if automatic else ''}evades {_foe(s, enemy)}."
        case e.EnemyTurned(enemy, exhausted):
            return f"{_foe(s, enemy)} is {'exhausted' if exhausted else 'readied'}."
        case e.EnemyAttacked(enemy, who, damage, horror, why):
            return f"{_foe(s, enemy)} attacks {_who(s, who)}{ATTACKS.get(why, '')}: {damage} damage, {horror} horror."
        case e.EnemyDamaged(enemy, number):
            return f"{_foe(s, enemy)} {'takes' if number > 0 else 'heals'} {abs(number)} damage."
        case e.EnemyDefeated(enemy):
            return f"{_foe(s, enemy)} is defeated."
        case e.Hurt(who, damage, horror) if damage * horror < 0:  # one is suffered and the other healed
            suffered, healed = (damage, horror) if damage > 0 else (horror, damage)
            words = ("damage", "horror") if damage > 0 else ("horror", "damage")
            return f"{_who(s, who)} suffers {suffered} {words[0]} and heals {-healed} {words[1]}."
        case e.Hurt(who, damage, horror):
            return f"{_who(s, who)} {'suffers' if damage + horror > 0 else 'heals'} {abs(damage)} damage, {abs(horror)} horror."
        case e.InvestigatorLeft(who, how):
            return f"{_who(s, who)} {HOW[how]}."
        case e.TraumaTaken(who, physical, mental):
            return f"{_who(s, who)}: trauma, {physical:+d} physical, {mental:+d} mental."
        case e.DoomPlaced(number):
            return f"Doom: {s.doom} ({number:+d})." if number else ""
        case e.AgendaAdvanced(title):
            return f"The agenda advances: {title}."
        case e.ActAdvanced(title):
            return f"The act advances: {title}."
        case e.EncounterDrawn(who, card):
            return f"{_who(s, who)} draws {s.scenario.encounters[card].title}."
        case e.EncounterRenewed():
            return "The encounter discard pile is shuffled into a new deck."
        case e.Told(text):
            return text
        case e.TestBegan(performer, skill, difficulty, title):
            return f"{title}: {_who(s, performer)} tests {skill} against {difficulty}."
        case e.Modified(m):
            return _modified(m.source, m.add, m.auto) if m.source != "stop" else ""
        case e.CardsCommitted(cards):
            return " ".join(f"{_who(s, c.by)} commits {card_words(c.card)}." for c in cards)
        case e.TokenRevealed(token):
            return f"Token: {NAMES.get(token, token)}."
        case e.TokenCancelled(token, again):
            return f"{NAMES.get(token, token)} is set aside{', another is revealed' if again else ''}."
        case e.SymbolResolved(symbol, _):
            return f"The {NAMES[symbol]} takes effect."
        case e.TestResolved(last):
            return sentence(s, last)
        case e.TokenAdded(token):
            return f"{NAMES.get(token, token)} goes into the bag: {len(s.bag.all)} tokens."
        case e.TokenRemoved(token):
            return f"{NAMES.get(token, token)} leaves the bag: {len(s.bag.all)} tokens."
        case e.TokenSealed(token):
            return f"{NAMES.get(token, token)} is sealed."
        case e.TokenReleased(token):
            return f"{NAMES.get(token, token)} is released into the bag."
        case e.HandfulCounted(tokens, _):
            return f"Counted: {', '.join(NAMES.get(t, t) for t in tokens)}." if tokens else "The bag is counted."
        case e.AuditEnded(tokens):
            return f"The bag is counted, {bag_audit.verdict(s, tokens)}."
        case e.Noted(text):
            return f"Campaign log: {text}"
        case e.ScenarioEnded(_, title, points):
            shown = f", {_some(points, 'victory point')}" if points else ""
            return f"The scenario ends: {title}{shown}."
        case (
            e.PhasePassed()
            | e.TurnEnded()
            | e.CardsReadied()
            | e.CardsDrawn()
            | e.ResourcesChanged()
            | e.AbilityUsed()
            | e.StepDone()
            | e.TestEnded()
            | e.ResultApplied()
            | e.Soaked()
        ):
            return ""
    assert_never(event)


ATTACKS = {"opportunity": ", an attack of opportunity", "retaliate": ", it retaliates", "alert": ", it is alert"}


def _who(s: State, seat: Seat) -> str:
    return s.seats[seat].name


def _foe(s: State, enemy: str) -> str:
    return s.enemies[enemy].title


def _place(s: State, location: str) -> str:
    return s.locations[location].title if location in s.locations else "here"


def _some(number: int, what: str) -> str:
    return f"{abs(number)} {what}{'' if abs(number) == 1 else 's'}"


def _harm(damage: int, horror: int) -> str:
    return f"{damage} damage" if damage else f"{horror} horror"


def _modified(source: str, add: int, auto: str) -> str:
    if auto:
        return f"{source}: automatic {'success' if auto == 'success' else 'failure'}."
    return f"{source}: {add:+d}." if add else f"{source} changes the test."
