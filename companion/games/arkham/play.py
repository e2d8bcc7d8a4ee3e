"""The course of the game: round by round the mythos, investigation, enemy and upkeep phases, each in small procedures."""

from __future__ import annotations

from dataclasses import replace

from companion.games.arkham import acts, adjust, audit
from companion.games.arkham.actions import ACTIONS, Action, free_test, option
from companion.games.arkham.acts import advance_act, advance_agenda, agenda, end, is_due, objective_reached
from companion.games.arkham.checks import of_card, skill_test
from companion.games.arkham.enemies import attack, enemies_at, engage_somebody, engaged_with, enter_play, free, hunt
from companion.games.arkham.events import (
    CardsReadied,
    DoomPlaced,
    EncounterDrawn,
    EncounterRenewed,
    EnemyActed,
    G,
    PhaseBegan,
    PhasePassed,
    ResourcesChanged,
    RoundBegan,
    Told,
    TurnBegan,
    TurnEnded,
)
from companion.games.arkham.outcomes import carry_out, discard, draw_cards
from companion.games.arkham.scenario import Agenda, Encounter
from companion.games.arkham.state import HAND_LIMIT, Enemy, State
from companion.rules.play import Rule, choose, done, draw
from companion.wire.prompt import TABLE, Option, Prompt, Seat


def play(g: G) -> Rule[None]:
    """The next step of the phase; what is due by then comes first."""
    s = g.state
    if s.counted is not None:
        yield from audit.handful(g)
    elif not remaining(s):
        end(g, s.scenario.out_of_time)
        yield from done()
    elif is_due(s):
        yield from turn_agenda(g)
    elif objective_reached(s):
        yield from turn_act(g)
    elif s.phase == "mythos":
        yield from mythos(g)
    elif s.phase == "investigation":
        yield from investigation(g)
    elif s.phase == "enemy":
        yield from enemy_phase(g)
    else:
        yield from upkeep(g)


def over(s: State) -> str:
    """Empty, or the sentence with which it ended."""
    if s.ending is None:
        return ""
    points = f" Victory points: {s.ending.victory}." if s.ending.victory else ""
    told = acts.resolution(s)
    return f"{s.ending.title}. {told.story if told else ''}".strip() + points


def remaining(s: State) -> tuple[Seat, ...]:
    """The seats that are still in the scenario."""
    return tuple(seat for seat, who in s.seats.items() if not who.defeated)


def waiting(s: State) -> tuple[Seat, ...]:
    """Those of them that are not through with this phase."""
    return tuple(seat for seat in remaining(s) if seat not in s.taken)


def investigation(g: G) -> Rule[None]:
    """Whoever wants takes the next turn, and takes it whole. AH-X-TURN-1."""
    s = g.state
    if not s.active:
        people = waiting(s)
        if not people:
            g.emit(PhaseBegan("enemy"))
            yield from done()
            return
        seat = people[0] if len(people) == 1 else (yield from next_turn(g, people))
        g.emit(TurnBegan(seat))
        return
    yield from one_action(g, s.active)


def next_turn(g: G, people: tuple[Seat, ...]) -> Rule[Seat]:
    """The order is free in every round."""
    names = [Option(seat, g.state.seats[seat].name) for seat in people]
    return (yield from g.one(choose(TABLE, "Everyone: who takes the next turn?", names, rule="AH-X-TURN-1")))


def one_action(g: G, seat: Seat) -> Rule[None]:
    """One action of the seat whose turn it is; the turn ends with its last one, or where it falls."""
    who = g.state.seats[seat]
    if who.defeated:
        g.emit(TurnEnded(seat))
        yield from done()
        return
    left = f"{who.actions or 'no'} action{'' if who.actions == 1 else 's'} left"
    buttons = [option(action, g.state, seat) for action in ACTIONS if _is_shown(g.state, action)]
    name = yield from g.one(choose(seat, f"{who.name}: choose an action, {left}", buttons, rule="AH-ACT-TURN-1"))
    yield from next(a for a in ACTIONS if a.name == name).do(g, seat)
    after = g.state.seats[seat]
    if g.state.active == seat and (after.defeated or (not after.actions and name not in FREE)):
        g.emit(TurnEnded(seat))


FREE = frozenset(action.name for action in ACTIONS if not action.cost)
"""After these the turn goes on, though no action may be left."""


def _is_shown(s: State, action: Action) -> bool:
    """An act that no clues advance is no button."""
    return action.name != "act" or acts.needed(s) > 0


def go_on(title: str, button: str, rule: str) -> Prompt:
    """What happens by itself is said first and then done: the people carry it out with their cards."""
    return choose(TABLE, f"Everyone: {title}", [Option("go", button)], rule=rule)


def turn_agenda(g: G) -> Rule[None]:
    """Doom has reached the agenda's threshold."""
    now = agenda(g.state)
    assert now is not None
    yield from g.some(go_on(f"the agenda advances, {now.title}", "Turn the agenda", "Agenda"))
    yield from advance_agenda(g)


def turn_act(g: G) -> Rule[None]:
    """What the act asked for is reached."""
    now = acts.act(g.state)
    assert now is not None
    yield from g.some(go_on(f"the act advances, {now.title}", "Turn the act", "Act"))
    yield from advance_act(g)


def mythos(g: G) -> Rule[None]:
    """Doom on the agenda, then everybody's encounter card."""
    s, now = g.state, agenda(g.state)
    if not s.hunted and (now is not None or s.scenario.own):  # the doom of this phase is not placed yet
        yield from doom(g, now)
        return
    people = waiting(s)
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
        g.emit(EnemyActed("doom"))
        g.emit(DoomPlaced(1))
        return
    ways = [Option("go", f"Place 1 doom, {there} in all"), Option("turn", "Place 1 doom: the agenda advances")]
    chosen = yield from g.one(choose(TABLE, f"Everyone: 1 doom on the agenda, {there} in all", ways, rule="Mythos"))
    g.emit(EnemyActed("doom"))
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
    options = [replace(o, refused=adjust.refused(g.state, seat, o.id)) for o in ENCOUNTERS]
    title = f"{name}: draw an encounter card. What does it bring?"
    wish = yield from g.one(choose(seat, title, options, rule="Mythos"))
    if wish == "done":
        g.emit(PhasePassed(seat))
    elif wish == "test":
        yield from free_test(g, seat)
    elif wish == "adjust":
        yield from adjust.menu(g, seat)
    else:
        yield from adjust.one(g, seat, wish)


def encounter(g: G, seat: Seat) -> Rule[None]:
    """One card of the encounter deck, and another where it surges."""
    while True:
        if not g.state.deck.inside:
            g.emit(EncounterRenewed())
        card = yield from g.one(encounter_prompt(g.state, seat))
        g.emit(EncounterDrawn(seat, card))
        drawn = g.state.scenario.encounters[card]
        yield from resolve_encounter(g, seat, drawn)
        if not drawn.surge or g.state.seats[seat].defeated:
            return


def encounter_prompt(s: State, seat: Seat) -> Prompt:
    """Which card came: drawn of the cards on the table, or drawn for the people."""
    cards = [Option(card, s.scenario.encounters[card].title) for card in s.deck.inside]
    title = f"{s.seats[seat].name}: draw the top card of the encounter deck"
    prompt = draw(seat, title, (), "Mythos", zone="pile")
    return Prompt(seat, "draw", title, tuple(cards), 1, 1, (), prompt.zone, "Mythos")


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
        g.emit(EnemyActed(f"hunt {hunter}"))
        yield from hunt(g, hunter)
        return
    for seat in waiting(g.state):
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
    g.emit(EnemyActed(foe, seat))
    if chosen == foe:
        yield from attack(g, foe, seat, "enemy phase")


def attack_text(foe: Enemy) -> str:
    """As in "The Wet Porter: 1 damage, 1 horror"."""
    harm = [f"{n} {what}" for n, what in ((foe.attack_damage, "damage"), (foe.attack_horror, "horror")) if n]
    return f"{foe.title}: {', '.join(harm)}"


def next_hunter(s: State) -> str:
    """A ready hunter without anybody in its place that has not moved yet."""
    for name, foe in s.enemies.items():
        moves = foe.has("hunter") and foe.location and not (foe.exhausted or foe.defeated or foe.engaged)
        if moves and f"hunt {name}:" not in s.hunted:
            return name
    return ""


def attackers(s: State, seat: Seat) -> tuple[str, ...]:
    """Ready enemies engaged with a seat that have not attacked it yet."""
    return tuple(
        name
        for name in engaged_with(s, seat)
        if not s.enemies[name].exhausted and f"{name}:{seat}" not in s.hunted and attacks(s, name)
    )


def attacks(s: State, enemy: str) -> bool:
    return bool(s.enemies[enemy].attack_damage or s.enemies[enemy].attack_horror)


def upkeep(g: G) -> Rule[None]:
    """Ready, a card and a resource for everybody, the hand limit, and a new round. AH-X-UPKEEP-1."""
    yield from g.some(go_on("upkeep, the cards ready", "Ready, draw a card, gain a resource", "AH-X-UPKEEP-1"))
    g.emit(CardsReadied())
    for name in ready_and_free(g.state):
        yield from engage_somebody(g, name)
    for seat in remaining(g.state):
        yield from draw_cards(g, seat, 1)
        if not g.state.seats[seat].defeated:
            g.emit(ResourcesChanged(seat, 1))
    for seat in remaining(g.state):
        who = g.state.seats[seat]
        yield from discard(g, seat, max(0, len(who.hand) + who.unknown - HAND_LIMIT), "AH-X-UPKEEP-1")
    g.emit(RoundBegan(g.state.round + 1))
    told = g.state.scenario
    begins = "mythos" if told.agendas or told.own or g.state.deck.all else "investigation"
    g.emit(PhaseBegan(begins))


def ready_and_free(s: State) -> tuple[str, ...]:
    """They engage as soon as they are readied. AH-X-ENGAGED-1."""
    places = {who.location for who in s.seats.values() if not who.defeated}
    return tuple(name for place in places for name in enemies_at(s, place) if free(s, name))
