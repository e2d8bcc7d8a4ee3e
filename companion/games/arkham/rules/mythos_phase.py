"""The mythos phase: doom on the agenda, then everybody's encounter card."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.play import Rule, choose, done, draw
from companion.games.arkham.content.scenario import Agenda, Encounter
from companion.games.arkham.facts.events import (
    DoomPlaced,
    EncounterDrawn,
    EncounterRenewed,
    G,
    PhaseBegan,
    PhasePassed,
    StepDone,
    Told,
)
from companion.games.arkham.rules.actions.menu import free_test
from companion.games.arkham.rules.agendas_and_acts import agenda, go_on
from companion.games.arkham.rules.card_effects import carry_out
from companion.games.arkham.rules.corrections import menu
from companion.games.arkham.rules.enemies import enter_play
from companion.games.arkham.rules.skill_test.steps import of_card, skill_test
from companion.games.arkham.state import State
from companion.schema.prompt import TABLE, Option, Prompt, Seat


def mythos(g: G) -> Rule[None]:
    """Doom on the agenda, then everybody's encounter card."""
    s, now = g.state, agenda(g.state)
    if not s.done and (now is not None or s.scenario.own):  # the doom of this phase is not placed yet
        yield from doom(g, now)
        return
    people = s.waiting
    if people and s.scenario.own:
        yield from open_encounter(g, people[0])
    elif people and s.deck.all:
        yield from encounter(g, people[0])
        g.emit(PhasePassed(people[0]))
    else:
        g.emit(PhaseBegan("investigation"))
        yield from done()


def doom(g: G, now: Agenda | None) -> Rule[None]:
    """One doom on the agenda; of an agenda that we do not know, the people say when it advances."""
    there = g.state.doom + 1
    if now is not None:
        yield from g.some(go_on(f"1 doom on the agenda, {there} of {now.doom}", "Place 1 doom", "Mythos"))
        g.emit(StepDone("doom"))
        g.emit(DoomPlaced(1))
        return
    ways = [Option("go", f"Place 1 doom, {there} in all"), Option("turn", "Place 1 doom: the agenda advances")]
    chosen = yield from g.one(choose(TABLE, f"Everyone: 1 doom on the agenda, {there} in all", ways, rule="Mythos"))
    g.emit(StepDone("doom"))
    g.emit(DoomPlaced(1 if chosen == "go" else -g.state.doom))


ENCOUNTERS = (
    Option("done", "nothing more"),
    Option("test", "a skill test"),
    Option("new_enemy", "an enemy comes into play"),
    Option("damage", "damage"),
    Option("horror", "horror"),
    Option("doom", "doom"),
    Option("adjust", "something else, by hand"),
)


def open_encounter(g: G, seat: Seat) -> Rule[None]:
    """A card of the people's own encounter deck: what it brings, they say, one thing after the other."""
    name = g.state.seats[seat].name
    options = [replace(o, refused=menu.refused(g.state, seat, o.id)) for o in ENCOUNTERS]
    title = f"{name}: draw an encounter card. What does it bring?"
    wish = yield from g.one(choose(seat, title, options, rule="Mythos"))
    if wish == "done":
        g.emit(PhasePassed(seat))
    elif wish == "test":
        yield from free_test(g, seat)
    elif wish == "adjust":
        yield from menu.menu(g, seat)
    else:
        yield from menu.one(g, seat, wish)


def encounter(g: G, seat: Seat) -> Rule[None]:
    """One card of the encounter deck, and another where it surges."""
    while True:
        if not g.state.deck.inside:
            g.emit(EncounterRenewed())
        card = yield from g.one(encounter_prompt(g.state, seat))
        g.emit(EncounterDrawn(seat, card))
        drawn = g.state.scenario.encounters[card]
        yield from resolve_encounter(g, seat, drawn)
        if not drawn.surge or g.state.seats[seat].defeated or g.state.ending is not None:
            return


def encounter_prompt(s: State, seat: Seat) -> Prompt:
    """Which card came: drawn of the cards on the table, or drawn for the people."""
    cards = [Option(card, s.scenario.encounters[card].title) for card in s.deck.inside]
    title = f"{s.seats[seat].name}: draw the top card of the encounter deck"
    return replace(draw(seat, title, (), "Mythos", zone="pile"), options=tuple(cards))


def resolve_encounter(g: G, seat: Seat, drawn: Encounter) -> Rule[None]:
    """An enemy comes into play; a treachery is tested, or does what it says."""
    if drawn.text:
        g.emit(Told(f"{drawn.title}. {drawn.text}"))
    if drawn.enemy:
        yield from enter_play(g, drawn.enemy, seat)
    if drawn.skill:
        yield from skill_test(g, seat, drawn.skill, drawn.difficulty, drawn.title, *of_card(seat, drawn.effects))
    yield from carry_out(g, seat, (e for e in drawn.effects if e.when == "now"))
