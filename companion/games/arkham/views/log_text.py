"""Sentences of the log, and cues for sound and light."""

from __future__ import annotations

from typing import assert_never

from companion.games.arkham.content import AUTO_FAIL, BLESS, ELDER_SIGN
from companion.games.arkham.facts import events as e
from companion.games.arkham.rules import agendas_and_acts
from companion.games.arkham.rules.corrections import chaos_bag
from companion.games.arkham.rules.skill_test import NAMES
from companion.games.arkham.state import State
from companion.games.arkham.views.test_result import card_words, sentence
from companion.schema import TABLE, Air, Cue, Seat, Tone

HOW = {"killed": "is defeated by damage", "insane": "is driven insane", "resigned": "resigns"}


def log_line(s: State, event: e.Event, seat: Seat) -> str:  # noqa: ARG001  one line for each fact
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
            return f"The bag is counted, {chaos_bag.verdict(s, tokens)}."
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


AIRS: dict[str, Air] = {"mythos": "dread", "enemy": "tense"}
BENIGN = (ELDER_SIGN, BLESS)


def cue(s: State, event: e.Event) -> Cue | None:
    """What is staged of a fact, given the state after it; None = nothing."""
    match event:
        case e.TokenRevealed(token):
            return Cue("token", f"Token: {NAMES.get(token, token)}.", _tone(token), (token,), "token")
        case e.CluesFound(seat, _, number) if number > 0 and _is_last(s, number):
            return Cue("clue", "The last clue that the act needs.", "good", seat=seat)
        case e.AgendaAdvanced():
            return Cue("agenda", log_line(s, event, TABLE), "bad")
        case e.ActAdvanced():
            return Cue("act", log_line(s, event, TABLE), "good")
        case e.EncounterDrawn(seat):
            return Cue("encounter", log_line(s, event, TABLE), seat=seat)
        case e.EnemyEntered():
            return Cue("monster", log_line(s, event, TABLE), "bad")
        case e.EnemyAttacked(_, seat):
            return Cue("attack", log_line(s, event, TABLE), "bad", seat=seat)
        case e.EnemyDefeated():
            return Cue("triumph", log_line(s, event, TABLE), "good")
        case e.InvestigatorLeft(seat, how):
            return Cue("fall", log_line(s, event, TABLE), "plain" if how == "resigned" else "bad", seat=seat)
        case e.PhaseBegan():
            return Cue("phase", log_line(s, event, TABLE))
        case e.ScenarioEnded():
            return Cue("end", log_line(s, event, TABLE))
    return None


def air(s: State) -> Air:
    """How the place feels now."""
    return AIRS.get(s.phase, "calm")


def _tone(token: str) -> Tone:
    return "bad" if token == AUTO_FAIL else "good" if token in BENIGN else "plain"


def _is_last(s: State, found: int) -> bool:
    """Did these clues make up what the act needs?"""
    missing = agendas_and_acts.needed(s) - s.spent
    held = sum(who.clues for who in s.seats.values() if not who.defeated)
    return missing > 0 and held - found < missing <= held
