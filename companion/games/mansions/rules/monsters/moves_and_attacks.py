"""Activate a monster: its text, its move and its attack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from companion.engine import Rule
from companion.games.mansions.content import (
    Activation,
    ActivationLine,
    Skill,
    SkillTestMention,
    Trial,
    activation_test_text,
    activations,
    asked,
    effects_text,
    foe_of,
    moves_text,
)
from companion.games.mansions.facts import G
from companion.games.mansions.named import CONTINUE, choose_together, monster_name
from companion.games.mansions.rules.map import (
    answer_beside_damage,
    answers_beside_damage,
    border_refused,
    enter,
    in_range,
    monster_moves,
    neighbours,
    places,
    seat_options,
    singe,
)
from companion.games.mansions.rules.monsters.combat_text import (
    carry_out_effects,
    draw_line,
    draw_text,
    make_test,
    own_kind,
    put_away,
    read_aloud,
    words_for,
)
from companion.games.mansions.rules.story import (
    find_component,
    is_possible,
    place_option,
    queue,
    raw_text,
    resolve_text,
)
from companion.games.mansions.state import Investigator, Monster, State, Task, exact
from companion.i18n import Text, _, joined, ngettext
from companion.schema import TABLE, Option, Seat

RULE = "MOM-X-PHASE-1"
STAYED, UNSAID = "stayed", "unsaid"
HARM_OF_PREY: Mapping[str, Callable[[Investigator], int]] = {
    "most_damaged": lambda who: who.damage.total,
    "most_horror": lambda who: who.horror.total,
}


def move_to_prey(g: G, name: str, toward: str, steps: int) -> Rule[None]:
    """Move toward the prey and through barricades. On maps of tiles, players move the figure."""
    if name not in g.state.monsters:
        return
    if not exact(g.state):
        yield from _ask_for_tile(g, name)
        return
    path = yield from _path_to_prey(g, name, toward, steps)
    if path and name in g.state.monsters:
        yield from monster_moves(g, name, path, TABLE)


def _ask_for_tile(g: G, name: str) -> Rule[None]:
    options = [Option(STAYED, _("It stayed")), Option(UNSAID, _("Somewhere that is not said"))]
    tiles = [place_option(g.state, place) for place in places(g.state) if place != g.state.monsters[name].space]
    title, key = _("where is {monster} now?", monster=monster_name(name)), "monster.where_now"
    prompt = choose_together(title, [*tiles, *options], rule=RULE, at="board", key=key, about=name)
    tile = yield from answer_beside_damage(g, prompt)
    if tile != STAYED and name in g.state.monsters:
        yield from enter(g, name, "" if tile == UNSAID else tile)


def _path_to_prey(g: G, name: str, toward: str, steps: int) -> Rule[tuple[str, ...]]:
    """Return the first steps of the shortest path to the prey. Players break a tie."""
    here = g.state.monsters[name].space
    if toward == "own":
        return (yield from _ask_for_own_path(g, name, steps))
    ways = shortest_ways(g.state, here)
    prey = hunted_investigator(g.state, ways, toward)
    if not prey or g.state.seats[prey[0]].space == here:
        return ()
    spaces = tuple(dict.fromkeys(g.state.seats[seat].space for seat in prey))
    to = spaces[0]
    if len(spaces) > 1:
        title = _("toward whom does {monster} move?", monster=monster_name(name))
        prompt = choose_together(title, seat_options(g.state, prey), rule=RULE, key="monster.toward", about=name)
        to = g.state.seats[(yield from answer_beside_damage(g, prompt))].space
    return ways[to][:steps]


def _ask_for_own_path(g: G, name: str, steps: int) -> Rule[tuple[str, ...]]:
    ways = {
        to: way for to, way in shortest_ways(g.state, g.state.monsters[name].space).items() if 0 < len(way) <= steps
    }
    if not ways:
        return ()
    options = [*(place_option(g.state, to) for to in ways), Option(STAYED, _("It stays"))]
    title = ngettext(
        "where does {monster} move, {n} space at most?",
        "where does {monster} move, {n} spaces at most?",
        steps,
        monster=monster_name(name),
    )
    prompt = choose_together(title, options, rule=RULE, at="board", key="monster.own_way", about=name)
    return ways.get((yield from answer_beside_damage(g, prompt)), ())


def shortest_ways(s: State, here: str) -> dict[str, tuple[str, ...]]:
    """Return the shortest path to each space, through barricades but not across impassable borders."""
    ways: dict[str, tuple[str, ...]] = {here: ()}
    edge = [here]
    while edge:
        further: list[str] = []
        for at in edge:
            for to in neighbours(s, at):
                if to not in ways and border_refused(s, at, to) is None:
                    ways[to] = (*ways[at], to)
                    further.append(to)
        edge = further
    return ways


def hunted_investigator(s: State, ways: Mapping[str, tuple[str, ...]], toward: str) -> tuple[Seat, ...]:
    """Return the hunted seats in reach: the nearest, or the nearest of those with the most harm."""
    prey = [seat for seat, who in s.seats.items() if not who.eliminated and who.space in ways]
    if not prey:
        return ()
    if toward in HARM_OF_PREY:
        most = max(HARM_OF_PREY[toward](s.seats[seat]) for seat in prey)
        prey = [seat for seat in prey if HARM_OF_PREY[toward](s.seats[seat]) == most]
    near = min(len(ways[s.seats[seat].space]) for seat in prey)
    return tuple(seat for seat in prey if len(ways[s.seats[seat].space]) == near)


def monsters_reached(s: State, name: str, *, ranged: bool) -> tuple[Seat, ...]:
    """Return the seats in the monster's space or range. On maps of tiles, return all standing seats."""
    if not exact(s):
        return s.standing
    here, where = s.monsters[name].space, {seat: s.seats[seat].space for seat in s.standing}
    return tuple(seat for seat, there in where.items() if there == here or (ranged and in_range(s, here, there)))


DEFENCE_OUTCOMES = (_("Nothing gets through"), _("It gets through"))
ATTACKS, AWAY, GO = "attacks", "away", "go"


def activate_monster(g: G, name: str) -> Rule[None]:
    """Activate with the scenario's text, or with a shipped line. MOM-X-PHASE-1."""
    monster = g.state.monsters[name]
    own = own_kind(g.state, monster)
    wished = own.activations if own is not None else ()
    events = {event: component for event in wished if (component := find_component(g.state, event)) is not None}
    can_be = [event for event, component in events.items() if is_possible(g.state, component)]
    texts = [key for key in wished if find_activation(g.state, key) is not None]
    if events:
        event = yield from draw_text(g, can_be or tuple(events))
        yield from singe(g, name)
        if name in g.state.monsters:
            queue(g, event)
    elif texts:
        key = yield from draw_text(g, texts)
        yield from _activate_with_scenario_text(g, monster, find_activation(g.state, key) or Activation(key))
    else:
        foe = foe_of(monster.traits)
        pool = f"activation.{foe}"
        line = yield from draw_line(g, pool, activations(foe))
        yield from _follow_line(g, monster, activations(foe)[line], pool, line)


def find_activation(s: State, name: str) -> Activation | None:
    texts = s.story.scenario.activations if s.story else {}
    return texts.get(name) or texts.get(f"Activation{name}")


def _follow_line(g: G, monster: Monster, line: ActivationLine, pool: str = "", name: str = "") -> Rule[None]:
    """Move, then attack those in reach or do something else."""
    yield from singe(g, monster.name)  # MOM-FIRE-5
    if monster.name not in g.state.monsters:
        return
    (text,) = words_for(g.state, monster, line.text)
    read_aloud(g, _title_of_activation(monster), joined("\n", (text, moves_text(line))), pool, name)
    yield from move_to_prey(g, monster.name, line.toward, line.moves)
    if monster.name not in g.state.monsters:
        put_away(g)
        return
    yield from _attack_in_reach(g, monster, line)


def _title_of_activation(monster: Monster) -> Text:
    return _("{monster} activates", monster=monster_name(monster.name))


def _attack_in_reach(g: G, monster: Monster, line: ActivationLine) -> Rule[None]:
    (text, attack, far) = words_for(g.state, monster, line.text, line.attack, line.not_in_range)
    read_aloud(g, _title_of_activation(monster), joined("\n", (text, attack, activation_test_text(line))))
    victims = yield from investigators_attacked(g, monster, line)
    if monster.name not in g.state.monsters:  # the people put its damage right
        put_away(g)
        return
    if not victims:
        read_aloud(g, _title_of_activation(monster), joined("\n", (far, moves_text(line, far=True))))
        yield from move_to_prey(g, monster.name, line.toward, line.further)
        yield from wait_until_read(g, monster.name)
        return
    for seat in victims:
        if monster.name in g.state.monsters:
            yield from _attack_seat(g, seat, monster, line)
    put_away(g)


def wait_until_read(g: G, name: str) -> Rule[None]:
    """Keep the text on the screen until players go on."""
    title, go_on = _("{monster} attacks nobody", monster=monster_name(name)), [Option(GO, CONTINUE)]
    prompt = choose_together(title, go_on, rule=RULE, key="monster.attacks_nobody", about=name)
    yield from answer_beside_damage(g, prompt)
    put_away(g)


def investigators_attacked(g: G, monster: Monster, line: ActivationLine) -> Rule[tuple[Seat, ...]]:
    """Return the attacked seats: all or one of those in reach. On maps of tiles, ask the players."""
    ranged, each = line.whom in ("in_range", "each_in_range"), line.whom in ("each_here", "each_in_range")
    near = monsters_reached(g.state, monster.name, ranged=ranged)
    if exact(g.state) and (each or len(near) < 2):
        return near
    return (yield from _ask_whom(g, monster, near, each=each))


def _ask_whom(g: G, monster: Monster, near: tuple[Seat, ...], *, each: bool) -> Rule[tuple[Seat, ...]]:
    """Ask with the buttons "It attacks Ann" and, on maps of tiles, "Not in range"."""
    options = [Option(seat, _("It attacks {who}", who=g.state.seats[seat].name)) for seat in near]
    if each and not exact(g.state):
        title = _("whom does {monster} attack? All it reaches", monster=monster_name(monster.name))
        key, most = "monster.reaches", len(options)
        prompt = choose_together(title, options, 0, most, RULE, key=key, about=monster.name)
        return (yield from answers_beside_damage(g, prompt))
    none = [] if exact(g.state) else [Option(AWAY, _("Not in range"))]
    title = _("whom does {monster} attack?", monster=monster_name(monster.name))
    prompt = choose_together(title, [*options, *none], rule=RULE, key="monster.attacks", about=monster.name)
    victim = yield from answer_beside_damage(g, prompt)
    return () if victim == AWAY else (victim,)


def _attack_seat(g: G, seat: Seat, monster: Monster, line: ActivationLine) -> Rule[None]:
    """Make the test that prevents harm, then carry out the effects of a hit."""
    if g.state.seats[seat].eliminated:
        return
    (text, attack, passed, failed) = words_for(g.state, monster, line.text, line.attack, line.passed, line.failed)
    title = _("{monster} attacks {who}", monster=monster_name(monster.name), who=g.state.seats[seat].name)
    read_aloud(g, title, joined("\n", (text, attack, activation_test_text(line))))
    task = Task(seat, line.skill, _title_of_attack(monster), injury=line.injury, amount=line.amount, facing=line.facing)
    texts = (passed, joined(" ", (failed, effects_text(line.effects))))
    verdict = yield from make_test(g, task, texts, DEFENCE_OUTCOMES)
    if verdict.result < line.amount:
        yield from carry_out_effects(g, line.effects, seat)


def _title_of_attack(monster: Monster) -> Text:
    return _("Attacked by {monster}", monster=monster_name(monster.name))


def _activate_with_scenario_text(g: G, monster: Monster, activation: Activation) -> Rule[None]:
    """Show the scenario's text with its two buttons and make its test. Our own scenarios move the figure themselves."""
    if activation.moves is not None and activation.trial:
        yield from _follow_line(g, monster, _line_of_activation(activation, activation.moves, activation.trial))
        return
    title, ability = _title_of_activation(monster), resolve_text(g.state, activation.ability)
    yield from singe(g, monster.name)
    if monster.name not in g.state.monsters:
        return
    read_aloud(g, title, ability)
    away = resolve_text(g.state, activation.move_button) or _("Not in range")
    options = [Option(ATTACKS, _("It attacks")), Option(AWAY, away)]
    does_it, key = _("does {monster} attack?", monster=monster_name(monster.name)), "monster.does_attack"
    prompt = choose_together(does_it, options, rule=RULE, key=key, about=monster.name)
    answer = yield from answer_beside_damage(g, prompt)
    if monster.name not in g.state.monsters:  # the people put its damage right
        put_away(g)
        return
    if answer == AWAY:
        read_aloud(g, title, resolve_text(g.state, activation.move))
        yield from move_to_prey(g, monster.name, "own", 0)
        yield from wait_until_read(g, monster.name)
        return
    read_aloud(g, title, resolve_text(g.state, activation.master or activation.minion))
    yield from _attack_with_scenario_text(g, monster, activation)


def _attack_with_scenario_text(g: G, monster: Monster, activation: Activation) -> Rule[None]:
    everybody = seat_options(g.state, g.state.standing)
    whom, key = _("whom does {monster} attack?", monster=monster_name(monster.name)), "monster.attacks_all"
    prompt = choose_together(whom, everybody, 0, len(everybody), RULE, key=key, about=monster.name)
    seats = yield from answers_beside_damage(g, prompt)
    mention = asked(raw_text(g.state, activation.master or activation.minion))
    if mention is not None:
        for seat in seats:
            yield from make_test(g, _task_of_mention(seat, monster, mention))
    put_away(g)


def _task_of_mention(seat: Seat, monster: Monster, mention: SkillTestMention) -> Task:
    test, title = mention.test, _title_of_attack(monster)
    if mention.kind == "negates" and mention.injury is not None and mention.amount:
        return Task(
            seat, test.skill, title, None, mention.injury, mention.amount, more=test.more, facing=mention.facing
        )
    return Task(seat, test.skill, title, test.needed, more=test.more)


def _line_of_activation(activation: Activation, moves: int, trial: Trial) -> ActivationLine:
    return ActivationLine(
        text=activation.ability,
        attack=activation.master,
        passed=activation.passed,
        failed=activation.failed,
        not_in_range=activation.move,
        moves=moves,
        skill=cast("Skill", trial.skill),  # checked by the reader
        amount=trial.amount,
        toward=activation.toward,
        whom=activation.whom,
        injury=trial.injury or "damage",
        facing=trial.facing,
        effects=activation.effects,
        further=activation.further,
    )
