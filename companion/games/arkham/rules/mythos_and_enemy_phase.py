"""The Mythos phase and the enemy phase."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Rule, choose, done, draw
from companion.games.arkham.content import Agenda, Encounter, Enemy
from companion.games.arkham.facts import (
    DoomPlaced,
    EncounterDrawn,
    EncounterRenewed,
    EnemyTurned,
    G,
    PhaseBegan,
    PhasePassed,
    StepDone,
    Told,
)
from companion.games.arkham.rules.actions import free_test
from companion.games.arkham.rules.agendas_and_acts import agenda, go_on
from companion.games.arkham.rules.corrections import menu
from companion.games.arkham.rules.effects import carry_out
from companion.games.arkham.rules.in_play import attack, engaged_with, enter_play, hunt, people_at
from companion.games.arkham.rules.skill_test import of_card, skill_test
from companion.games.arkham.state import State
from companion.schema import TABLE, Option, Prompt, Seat


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


def enemy_phase(g: G) -> Rule[None]:
    """Hunters move, then every ready engaged enemy attacks, investigator by investigator."""
    hunter = next_hunter(g.state)
    if hunter:
        foe = g.state.enemies[hunter].title
        yield from g.some(go_on(f"{foe} hunts the nearest investigator", "Move it", "Hunter"))
        g.emit(StepDone(f"hunt {hunter}"))
        yield from hunt(g, hunter)
        return
    for seat in g.state.waiting:
        foes = attackers(g.state, seat)
        if foes:
            yield from enemy_attacks(g, seat, foes)
            return
        g.emit(PhasePassed(seat))
    g.emit(PhaseBegan("upkeep"))
    yield from done()


def enemy_attacks(g: G, seat: Seat, foes: tuple[str, ...]) -> Rule[None]:
    """One attack; whoever is attacked by several says in which order."""
    options = [Option(name, attack_text(g.state.enemies[name])) for name in foes]
    options += [Option(f"stop {name}", f"a card stops {g.state.enemies[name].title}") for name in foes]
    title = f"{g.state.seats[seat].name}: {'an enemy attacks' if len(foes) == 1 else 'which enemy attacks first?'}"
    chosen = yield from g.one(choose(seat, title, options, rule="Enemy"))
    foe = chosen.removeprefix("stop ")
    g.emit(StepDone(f"{foe}:{seat}"))
    if chosen == foe:
        yield from attack(g, foe, seat, "enemy phase")
    if not any(foe in attackers(g.state, other) for other in g.state.remaining):  # a massive one attacks everybody
        g.emit(EnemyTurned(foe, exhausted=True))


def attack_text(foe: Enemy) -> str:
    """As in "The Wet Porter: 1 damage, 1 horror"."""
    harm = [f"{n} {what}" for n, what in ((foe.attack_damage, "damage"), (foe.attack_horror, "horror")) if n]
    return f"{foe.title}: {', '.join(harm)}"


def next_hunter(s: State) -> str:
    """A ready hunter without anybody in its place that has not moved yet."""
    for name, foe in s.enemies.items():
        moves = foe.has("hunter") and foe.location and not (foe.exhausted or foe.defeated or foe.engaged)
        moves = moves and not people_at(s, foe.location)
        if moves and f"hunt {name}" not in s.done:
            return name
    return ""


def attackers(s: State, seat: Seat) -> tuple[str, ...]:
    """Ready enemies engaged with a seat that have not attacked it yet."""
    return tuple(
        name
        for name in engaged_with(s, seat)
        if not s.enemies[name].exhausted and f"{name}:{seat}" not in s.done and attacks(s, name)
    )


def attacks(s: State, enemy: str) -> bool:
    return bool(s.enemies[enemy].attack_damage or s.enemies[enemy].attack_horror)
