"""Sentences of the log, and cues for sound and light."""

from __future__ import annotations

from typing import assert_never

from companion.games.arkham.content import AUTO_FAIL, BLESS, ELDER_SIGN
from companion.games.arkham.facts import UNKNOWN
from companion.games.arkham.facts import events as e
from companion.games.arkham.rules import agendas_and_acts
from companion.games.arkham.rules.corrections import chaos_bag
from companion.games.arkham.rules.names import (
    ACTION_NAMES,
    card_text,
    damage_text,
    harm_text,
    horror_text,
    token_text,
)
from companion.games.arkham.state import State
from companion.games.arkham.views.test_result import sentence
from companion.i18n import N_, Text, _, from_data, joined, listed, ngettext
from companion.schema import TABLE, Air, Cue, Seat, Tone, Words

ENDS = {
    "killed": N_("{who} is defeated by damage."),
    "insane": N_("{who} is driven insane."),
    "resigned": N_("{who} resigns."),
}
PHASES = {
    "mythos": _("The mythos phase."),
    "investigation": _("The investigation phase."),
    "enemy": _("The enemy phase."),
    "upkeep": _("The upkeep phase."),
}


def log_line(s: State, event: e.Event, seat: Seat) -> Words:  # noqa: ARG001  one line for each fact
    """One sentence of the log; empty where counters say it."""
    match event:
        case e.PhaseBegan(phase):
            return PHASES[phase]
        case e.TurnBegan(who):
            return _("{who}'s turn.", who=_who(s, who))
        case e.RoundBegan(number):
            return _("Round {n}: everybody readies, draws a card and gains a resource.", n=number)
        case e.ActionSpent(who, action, number):
            return _spent(_who(s, who), ACTION_NAMES.get(action) or from_data(action), number)
        case e.ActionsLost(who, number) if number > 0:
            return ngettext("{who} loses {n} action.", "{who} loses {n} actions.", number, who=_who(s, who))
        case e.ActionsLost(who, number):
            return ngettext("{who} gains {n} action.", "{who} gains {n} actions.", -number, who=_who(s, who))
        case e.DeckRenewed(who):
            return _("{who} shuffles the discard pile into a new deck.", who=_who(s, who))
        case e.CardDiscarded(who, card):
            return _("{who} discards {card}.", who=_who(s, who), card=card_text(card))
        case e.CardPlayed(who, card, _type):
            return _("{who} plays {card}.", who=_who(s, who), card=card_text(card))
        case e.UseSpent(who, card):
            left = s.seats[who].assets[card].uses
            return _("{who} uses {card}: {n} left.", who=_who(s, who), card=card_text(card), n=left)
        case e.AssetHurt(who, card, damage, horror):
            names = {"card": card_text(card), "who": _who(s, who)}
            return _("{card} takes {harm} for {who}.", **names, harm=harm_text(damage, horror))
        case e.AssetLost(who, card):
            return _("{card} leaves play, {who}.", card=card_text(card), who=_who(s, who))
        case e.Moved(who, _source, to):
            return _("{who} moves to {place}.", who=_who(s, who), place=_place(s, to))
        case e.EnemyMoved(enemy, _source, to):
            return _("{who} moves to {place}.", who=_foe(s, enemy), place=_place(s, to))
        case e.LocationRevealed(location, clues):
            return _("{place} is revealed, clues: {n}.", place=_place(s, location), n=clues)
        case e.LocationEntered(name, _location):
            return _("{place} is in play.", place=_place(s, name))
        case e.CluesMoved(source, to, number):
            places = {"place": _place(s, source), "to": _place(s, to)}
            return _("Clues move from {place} to {to}: {n}.", **places, n=number)
        case e.CluesPlaced(location, number):
            there = s.locations[location].clues
            return _("Clues on {place}: {n} ({change:+}).", place=_place(s, location), n=there, change=number)
        case e.CluesFound(who, location, number):
            return _found(_who(s, who), _place(s, location), number)
        case e.CluesSpent(who, number, act):
            return _paid(_who(s, who), number, on_act=act)
        case e.EnemyEntered(name, location, _enemy):
            return _("{enemy} comes into play, {place}.", enemy=_foe(s, name), place=_place(s, location))
        case e.EnemyEngaged(enemy, who):
            return _("{enemy} is engaged with {who}.", enemy=_foe(s, enemy), who=_who(s, who))
        case e.EnemyEvaded(enemy, who, True):
            return _("{who} automatically evades {enemy}.", who=_who(s, who), enemy=_foe(s, enemy))
        case e.EnemyEvaded(enemy, who, _automatic):
            return _("{who} evades {enemy}.", who=_who(s, who), enemy=_foe(s, enemy))
        case e.EnemyTurned(enemy, True):
            return _("{enemy} is exhausted.", enemy=_foe(s, enemy))
        case e.EnemyTurned(enemy, _exhausted):
            return _("{enemy} is readied.", enemy=_foe(s, enemy))
        case e.EnemyAttacked():
            return _attacked(s, event)
        case e.EnemyDamaged(enemy, number) if number > 0:
            return ngettext("{enemy} takes {n} damage.", "{enemy} takes {n} damage.", number, enemy=_foe(s, enemy))
        case e.EnemyDamaged(enemy, number):
            return ngettext("{enemy} heals {n} damage.", "{enemy} heals {n} damage.", -number, enemy=_foe(s, enemy))
        case e.EnemyDefeated(enemy):
            return _("{enemy} is defeated.", enemy=_foe(s, enemy))
        case e.Hurt(who, damage, horror):
            return _hurt(_who(s, who), damage, horror)
        case e.InvestigatorLeft(who, how):
            return from_data(ENDS[how], who=_who(s, who))
        case e.TraumaTaken(who, physical, mental):
            return _trauma(_who(s, who), physical, mental)
        case e.DoomPlaced(number):
            return _("Doom: {n} ({change:+}).", n=s.doom, change=number) if number else ""
        case e.AgendaAdvanced(title):
            return _("The agenda advances: {agenda}.", agenda=from_data(title))
        case e.ActAdvanced(title):
            return _("The act advances: {act}.", act=from_data(title))
        case e.EncounterDrawn(who, card):
            title = from_data(s.scenario.encounters[card].title)
            return _("{who} draws {card}.", who=_who(s, who), card=title)
        case e.EncounterRenewed():
            return _("The encounter discard pile is shuffled into a new deck.")
        case e.Told(text):
            return text
        case e.TestBegan(performer, skill, difficulty, title):
            names = {"title": title, "who": _who(s, performer), "skill": from_data(skill)}
            return _("{title}: {who} tests {skill} against {difficulty}.", **names, difficulty=difficulty)
        case e.Modified(m):
            return "" if m.is_stop else _modified(m.source, m.add, m.auto)
        case e.CardsCommitted(cards):
            return joined(" ", (_committed(_who(s, one.by), one.card) for one in cards))
        case e.TokenRevealed(token):
            return _("Token: {token}.", token=token_text(token))
        case e.TokenCancelled(token, True):
            return _("{token} is set aside, another is revealed.", token=token_text(token))
        case e.TokenCancelled(token, _again):
            return _("{token} is set aside.", token=token_text(token))
        case e.SymbolResolved(symbol, _performer):
            return _("The {token} takes effect.", token=token_text(symbol))
        case e.TestResolved(last):
            return sentence(s, last)
        case e.TokenAdded(token):
            return ngettext(
                "{token} goes into the bag: {n} token.",
                "{token} goes into the bag: {n} tokens.",
                len(s.bag.all),
                token=token_text(token),
            )
        case e.TokenRemoved(token):
            return ngettext(
                "{token} leaves the bag: {n} token.",
                "{token} leaves the bag: {n} tokens.",
                len(s.bag.all),
                token=token_text(token),
            )
        case e.TokenSealed(token):
            return _("{token} is sealed.", token=token_text(token))
        case e.TokenReleased(token):
            return _("{token} is released into the bag.", token=token_text(token))
        case e.HandfulCounted((), _lying):
            return _("The bag is counted.")
        case e.HandfulCounted(tokens, _lying):
            return _("Counted: {tokens}.", tokens=listed(map(token_text, tokens), ", "))
        case e.AuditEnded(tokens):
            return chaos_bag.result(s, tokens)
        case e.Noted(text):
            return _("Campaign log: {text}", text=text)
        case e.ScenarioEnded(_resolution, title, points):
            return _ended(from_data(title), points)
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


def _who(s: State, seat: Seat) -> str:
    return s.seats[seat].name


def _foe(s: State, enemy: str) -> Text:
    return from_data(s.enemies[enemy].title)


def _place(s: State, location: str) -> Text:
    return from_data(s.locations[location].title) if location in s.locations else _("here")


def _spent(who: str, action: Text, number: int) -> Text:
    if number < 2:
        return _("{who}: {action}.", who=who, action=action)
    return ngettext("{who}: {action}, {n} action.", "{who}: {action}, {n} actions.", number, who=who, action=action)


def _found(who: str, place: Text, number: int) -> Text:
    names = {"who": who, "place": place}
    if number > 0:
        return ngettext("{who} finds {n} clue, {place}.", "{who} finds {n} clues, {place}.", number, **names)
    return ngettext("{who} leaves {n} clue on {place}.", "{who} leaves {n} clues on {place}.", -number, **names)


def _paid(who: str, number: int, *, on_act: bool) -> Text:
    if on_act:
        return ngettext("{who} spends {n} clue on the act.", "{who} spends {n} clues on the act.", number, who=who)
    return ngettext("{who} spends {n} clue.", "{who} spends {n} clues.", number, who=who)


def _attacked(s: State, attack: e.EnemyAttacked) -> Text:
    harm = harm_text(attack.damage, attack.horror)
    names = {"enemy": _foe(s, attack.enemy), "who": _who(s, attack.seat), "harm": harm}
    match attack.why:
        case "opportunity":
            return _("{enemy} attacks {who}, an attack of opportunity: {harm}.", **names)
        case "retaliate":
            return _("{enemy} attacks {who}, it retaliates: {harm}.", **names)
        case "alert":
            return _("{enemy} attacks {who}, it is alert: {harm}.", **names)
        case _others:
            return _("{enemy} attacks {who}: {harm}.", **names)


def _hurt(who: str, damage: int, horror: int) -> Text:
    args = {"who": who, "damage": damage_text(abs(damage)), "horror": horror_text(abs(horror))}
    if damage > 0 > horror:
        return _("{who} suffers {damage} and heals {horror}.", **args)
    if horror > 0 > damage:
        return _("{who} suffers {horror} and heals {damage}.", **args)
    harm = harm_text(abs(damage), abs(horror))
    return (
        _("{who} suffers {harm}.", who=who, harm=harm)
        if damage + horror > 0
        else _("{who} heals {harm}.", who=who, harm=harm)
    )


def _trauma(who: str, physical: int, mental: int) -> Text:
    if not mental:
        return _("{who}: physical trauma {n:+}.", who=who, n=physical)
    if not physical:
        return _("{who}: mental trauma {n:+}.", who=who, n=mental)
    return _(
        "{who}: physical trauma {physical:+}, mental trauma {mental:+}.", who=who, physical=physical, mental=mental
    )


def _committed(who: str, card: str) -> Text:
    if card.startswith(UNKNOWN):
        icons = int(card.removeprefix(UNKNOWN))
        return ngettext("{who} commits a card with {n} icon.", "{who} commits a card with {n} icons.", icons, who=who)
    return _("{who} commits {card}.", who=who, card=card_text(card))


def _ended(title: Text, points: int) -> Text:
    if not points:
        return _("The scenario ends: {ending}.", ending=title)
    return ngettext(
        "The scenario ends: {ending}, {n} victory point.",
        "The scenario ends: {ending}, {n} victory points.",
        points,
        ending=title,
    )


def _modified(source: Words, add: int, auto: str) -> Text:
    if auto == "success":
        return _("{card}: automatic success.", card=source)
    if auto:
        return _("{card}: automatic failure.", card=source)
    return _("{card}: {n:+}.", card=source, n=add) if add else _("{card} changes the test.", card=source)


AIRS: dict[str, Air] = {"mythos": "dread", "enemy": "tense"}
BENIGN = (ELDER_SIGN, BLESS)


def cue(s: State, event: e.Event) -> Cue | None:
    """What is staged of a fact, given the state after it; None = nothing."""
    match event:
        case e.TokenRevealed(token):
            return Cue("token", log_line(s, event, TABLE), _tone(token), (token,), "token")
        case e.CluesFound(seat, _location, number) if number > 0 and _is_last(s, number):
            return Cue("clue", _("The last clue that the act needs."), "good", seat=seat)
        case e.AgendaAdvanced():
            return Cue("agenda", log_line(s, event, TABLE), "bad")
        case e.ActAdvanced():
            return Cue("act", log_line(s, event, TABLE), "good")
        case e.EncounterDrawn(seat):
            return Cue("encounter", log_line(s, event, TABLE), seat=seat)
        case e.EnemyEntered():
            return Cue("monster", log_line(s, event, TABLE), "bad")
        case e.EnemyAttacked(_enemy, seat):
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
