"""The Mythos phase, the enemy phase and upkeep."""

from __future__ import annotations

from companion.engine import Rule, choose
from companion.games.arkham.facts import (
    CardsReadied,
    EnemyTurned,
    PhaseBegan,
    PhasePassed,
    ResourcesChanged,
    RoundBegan,
    StepDone,
)
from companion.games.arkham.names import harm_text
from companion.games.arkham.rules.agendas_and_acts import doom, go_on
from companion.games.arkham.rules.encounter_cards import encounter
from companion.games.arkham.rules.in_play import attack, discard, draw_cards, engaged_with, hunt, people_at
from companion.games.arkham.rules.own_encounters import open_encounter
from companion.games.arkham.state import HAND_LIMIT, G, State, current_agenda
from companion.i18n import Text, _, from_data
from companion.schema import Option, Seat


def mythos(g: G) -> Rule[None]:
    """Place doom, then resolve an encounter card for each investigator."""
    s, now = g.state, current_agenda(g.state)
    if not s.done and (now is not None or s.scenario.own):  # doom is placed first
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


def enemy_phase(g: G) -> Rule[None]:
    """Move hunters, then let every ready engaged enemy attack, investigator by investigator."""
    hunter = next_hunter(g.state)
    if hunter:
        title = _("{enemy} hunts the nearest investigator", enemy=from_data(g.state.enemies[hunter].title))
        yield from g.some(go_on("hunt", title, _("Move it"), "Hunter", hunter))
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


def enemy_attacks(g: G, seat: Seat, foes: tuple[str, ...]) -> Rule[None]:
    """Resolve one attack. An investigator with several attackers chooses the order."""
    options = [Option(name, attack_text(g.state, name)) for name in foes]
    titles = {name: from_data(g.state.enemies[name].title) for name in foes}
    options += [Option(f"stop {name}", _("a card stops {enemy}", enemy=title)) for name, title in titles.items()]
    question = _("an enemy attacks") if len(foes) == 1 else _("which enemy attacks first?")
    chosen = yield from g.one(choose(seat, question, options, rule="Enemy", key="enemy.attack"))
    foe = chosen.removeprefix("stop ")
    g.emit(StepDone(f"{foe}:{seat}"))
    if chosen == foe:
        yield from attack(g, foe, seat, "enemy phase")
    if not any(foe in attackers(g.state, other) for other in g.state.remaining):  # a massive enemy attacks all
        g.emit(EnemyTurned(foe, exhausted=True))


def attack_text(s: State, enemy: str) -> Text:
    """Return an attack, as in "The Wet Porter: 1 damage and 1 horror"."""
    foe = s.enemies[enemy]
    return _("{enemy}: {harm}", enemy=from_data(foe.title), harm=harm_text(foe.attack_damage, foe.attack_horror))


def next_hunter(s: State) -> str:
    """Return a ready hunter without an investigator here that has not moved yet."""
    for name, foe in s.enemies.items():
        moves = foe.has("hunter") and foe.location and not (foe.exhausted or foe.defeated or foe.engaged)
        moves = moves and not people_at(s, foe.location)
        if moves and f"hunt {name}" not in s.done:
            return name
    return ""


def attackers(s: State, seat: Seat) -> tuple[str, ...]:
    """Return ready enemies engaged with a seat that have not attacked it yet."""
    return tuple(
        name
        for name in engaged_with(s, seat)
        if not s.enemies[name].exhausted and f"{name}:{seat}" not in s.done and attacks(s, name)
    )


def attacks(s: State, enemy: str) -> bool:
    return bool(s.enemies[enemy].attack_damage or s.enemies[enemy].attack_horror)


def upkeep(g: G) -> Rule[None]:
    """Ready cards, give a card and a resource to each, check hand limits, and begin a round. AH-X-UPKEEP-1."""
    button = _("Ready, draw a card, gain a resource")
    yield from g.some(go_on("upkeep", _("upkeep: the cards are readied"), button, "AH-X-UPKEEP-1"))
    g.emit(CardsReadied())  # free enemies engage at the next rest, see `loose_enemy`
    for seat in g.state.remaining:
        yield from draw_cards(g, seat, 1)
        if not g.state.seats[seat].defeated:
            g.emit(ResourcesChanged(seat, 1))
    for seat in g.state.remaining:
        who = g.state.seats[seat]
        yield from discard(g, seat, max(0, len(who.hand) + who.unknown - HAND_LIMIT), "AH-X-UPKEEP-1")
    g.emit(RoundBegan(g.state.round + 1))
    scenario = g.state.scenario
    begins = "mythos" if scenario.agendas or scenario.own or g.state.deck.all else "investigation"
    g.emit(PhaseBegan(begins))
