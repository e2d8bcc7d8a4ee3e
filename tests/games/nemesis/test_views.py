"""Views and log lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Tile
from companion.games.nemesis.facts import (
    CardsDrawn,
    CharacterDied,
    DeckDrawn,
    EngineLaid,
    EngineSeen,
    EngineTurned,
    NoiseMade,
    NoiseTaken,
    ObjectGone,
    ObjectiveKept,
    ObjectTaken,
    RoomLaid,
    Scanned,
)
from companion.games.nemesis.state import Corridor, Engine, HeavyObject, Pod, Result, Room, Verdict
from companion.games.nemesis.views.evening import reminder, track
from companion.games.nemesis.views.seat_view import crew
from companion.games.nemesis.views.ship_map import ship
from companion.schema import Cards, Odds, Roster, Steps, Sum
from tests.games.course import begin, give
from tests.games.nemesis.doing import answered
from tests.games.nemesis.ship import (
    ANN,
    BEN,
    aboard,
    acting,
    heard,
    moved,
    state,
    with_character,
    with_corridor,
    with_intruder,
    with_noise,
    with_room,
)


def block(s, seat, kind):
    return next((b for b in GAME.view(s, seat) if isinstance(b, kind)), None)


def test_hand_is_visible_to_its_owner_only():
    assert [str(card.text) for card in block(state(), ANN, Cards).cards] == [
        "Search",
        "Rest",
        "Signal",
        "Contamination",
    ]
    assert block(state(), "table", Cards) is None
    assert "Signal" not in repr(GAME.view(state(), BEN))


def test_view_shows_the_exact_chance_of_an_encounter():
    run = moved(with_noise(state(), "c3"))
    odds = block(run.state, "table", Odds)
    assert odds.chance == pytest.approx(0.4)
    assert sum(bar.share for bar in odds.bars) == pytest.approx(1)


def test_steps_mark_the_roll():
    steps = block(moved().state, "table", Steps)
    assert [(str(step.text), step.state) for step in steps.steps if step.state == "now"] == [("Roll", "now")]


def test_verdict_stays_until_the_next_payment():
    run = aboard()
    answered(run, "move:r4", "Listen", "nothing", "1")
    verdict = block(run.state, "table", Sum)
    assert (str(verdict.title), verdict.faces, verdict.object) == ("Something was heard", ("1",), "nemesis_noise")
    give(run, "move:r3")
    assert block(run.state, "table", Sum) == verdict
    give(run, "Sprint")
    assert block(run.state, "table", Sum) is None


def test_log_names_drawn_cards_to_their_owner_only():
    run = Run(GAME, with_character(state(), ANN, deck=("Aim", "Weld")))
    answered(run, "pass", "pass")
    fact = next(fact for fact in give(run, "Weld") if isinstance(fact, CardsDrawn))
    assert heard(run.state, fact, ANN) == "You draw Weld."
    assert heard(run.state, fact, BEN) == "Ann draws 1 card."


def blocks(s, seat, kind):
    return [block for block in GAME.view(s, seat) if isinstance(block, kind)]


def test_reminder_of_the_event_phase_lists_remaining_steps():
    s = replace(state(), phase="event", step="fire")
    assert str(reminder(s)).startswith("Still to come: fire, event and bag;")
    (steps,) = blocks(s, "table", Steps)
    assert [step.state for step in steps.steps] == ["done", "done", "now", "todo", "todo"]


def test_track_shows_turns_and_alarm():
    s = replace(state(), turns=12, self_destruct=4)
    (row,) = track(s)
    assert (row.spaces[row.at], row.spaces[row.due or 0], str(row.word)) == ("12", "8", "self-destruction in 4 turns")


def test_roster_shows_public_counts():
    s = with_character(state(), ANN, light_wounds=2, slime=True, larva=True, actions=1)
    ann = crew(s).members[0]
    assert {item.icon: item.value for item in ann.items} == {
        "action": 1,
        "cards": 4,
        "ammo": 2,
        "wound": 2,
        "slime": 1,
        "larva": 1,
    }
    assert (ann.state, crew(s).members[1].state) == ("now", "")


@pytest.mark.parametrize(("fate", "word"), [("dead", "dead"), ("pod", "in an escape pod"), ("asleep", "asleep")])
def test_roster_shows_the_fate_of_a_character(fate, word):
    (_, ben) = crew(with_character(state(), BEN, fate=fate)).members
    assert (ben.state, str(ben.word), ben.items) == ("gone", word, ())


def test_ending_shows_winners_and_reasons():
    results = {ANN: Result(won=True, why="She slept."), BEN: Result(won=False, why="He did not.")}
    s = replace(state(), phase="over", ending="The ship jumps.", results=results)
    (fates, *_) = blocks(s, "table", Cards)
    assert [(str(card.text), str(card.note)) for card in fates.cards] == [
        ("Ann wins", "She slept."),
        ("Ben loses", "He did not."),
    ]
    assert not blocks(s, "table", Odds) and not blocks(s, "table", Sum)
    assert blocks(s, "table", Roster)


def test_combat_odds_list_each_weapon():
    (odds, *_) = blocks(with_intruder(state(), "hall"), "table", Odds)
    assert [str(bar.label) for bar in odds.bars] == ["Adult, pistol", "Adult, bare hands"]


def test_bag_odds_of_the_event_phase_show_development():
    (odds,) = blocks(replace(state(), phase="event", step="bag"), "table", Odds)
    assert odds.chance is None
    assert [str(bar.note) for bar in odds.bars][:2] == ["one more adult comes in", "an adult comes in for it"]


LAB = Tile("lab", "Lab", "It hums.", action="Scan", engine="1")
NEST = Tile("warm", "Warm hold", "Do not wake them.", nest=True)


def with_rooms(s, **rooms):
    return replace(s, rooms={**s.rooms, **rooms})


def with_tiles(s, *tiles):
    return replace(s, ship=replace(s.ship, tiles=tiles))


def room(s, name, seat="table"):
    return next(room for room in ship(s, seat).rooms if room.id == name)


def test_map_offers_movement_and_room_action():
    assert {r.id: (r.option, r.other) for r in ship(state(), ANN).rooms} == {
        "hall": ("room_action:hall", ""),
        "lab": ("move:lab", "careful_move:lab"),
        "nest": ("", ""),
        "engine": ("", ""),
    }


def test_map_hides_an_unexplored_room():
    assert not any(r.option for r in ship(moved().state, ANN).rooms)  # a roll is pending
    s = with_rooms(with_tiles(state(), LAB), r4=Room("Lab", explored=False, tile="lab", items=3, marks=()))
    unknown = room(s, "r4")
    assert (str(unknown.title), unknown.known, unknown.items, unknown.marks) == ("Room 4", False, None, ())
    assert "hums" not in repr(ship(s, ANN))


def test_map_shows_an_engine_to_its_viewers():
    s = with_rooms(with_tiles(state(), LAB), lab=Room("Lab", tile="lab"))
    s = replace(s, engines={"1": Engine(works=False, seen=(ANN,))})
    assert room(s, "lab", ANN).marks == ("engine_broken",)
    assert room(s, "lab", BEN).marks == room(s, "lab").marks == ("engine",)
    assert room(replace(s, phase="over"), "lab", BEN).marks == ("engine_broken",)


def test_map_shows_a_pod_until_it_leaves():
    s = with_rooms(with_tiles(state(), LAB), lab=Room("Lab", tile="lab"))
    pods = (Pod("lab"), Pod("lab", locked=False), Pod("lab", launched=True))
    marks = [room(replace(s, pods={"A": pod}), "lab").marks for pod in pods]
    assert marks == [("pod_locked",), ("pod",), ()]


def test_map_draws_a_technical_corridor_as_openings():
    duct = Corridor(("hall", "nest"), {"hall": ("4",), "nest": ("2", "3")}, noise=True, technical=True)
    s = replace(state(), corridors={**state().corridors, "t1": duct})
    drawn = ship(s, ANN)
    assert "t1" not in {way.id for way in drawn.corridors}
    (one,) = drawn.ducts
    assert (one.openings, one.noise) == ((("hall", "4"), ("nest", "2·3")), True)


def test_map_shows_the_risk_of_a_step():
    s = with_noise(state(), "c3")
    assert {r.id: r.risk for r in ship(s, ANN).rooms} == {"hall": None, "lab": 0.4, "nest": None, "engine": None}


def test_log_of_a_scan_hides_infected_cards():
    fact = Scanned(ANN, 2, 1)
    assert heard(state(), fact, ANN) == "The scan: 1 infected, 2 clean; 2 Contamination cards leave the hand."
    for seat in (BEN, "table"):
        assert heard(state(), fact, seat) == "Ann is scanned: 2 Contamination cards leave the hand."


def test_log_of_an_engine_hides_its_state():
    s = begin(GAME).state
    for fact in (EngineSeen(ANN, "1"), EngineTurned(ANN, "1", works=False), EngineTurned(ANN, "1", works=True)):
        of_others = {heard(with_engine(s), fact, seat) for seat in (BEN, "table")}
        assert of_others <= {"Ann looks at engine 1.", "Ann works on engine 1."}
    assert heard(with_engine(s), EngineSeen(ANN, "1"), ANN) == "You see: engine 1 works."


def with_engine(s):
    return GAME.apply(s, EngineLaid("1", works=True))


def test_log_of_an_objective_hides_its_name():
    s = begin(GAME).state
    kept = s.ship.objectives[0]
    fact = ObjectiveKept(ANN, kept.id)
    assert kept.title in heard(s, fact, ANN)
    assert kept.title not in heard(s, fact, BEN)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("egg 1", "Intruder egg"),
        ("carcass of adult3", "Intruder carcass"),
        ("Intruder egg 1", "Intruder egg"),
        ("Intruder carcass 2", "Intruder carcass"),
        ("character corpse 1", "character corpse"),
    ],
)
def test_log_names_a_removed_object_by_kind(name, words):
    assert heard(state(), ObjectGone(name), ANN) == f"The {words} is gone."


def test_log_names_a_corpse_by_its_owner():
    s = GAME.apply(state(), CharacterDied(BEN))
    (corpse,) = s.objects
    taken = ObjectTaken(ANN, corpse)
    assert heard(GAME.apply(s, taken), taken, ANN) == "Ann picks up the corpse of Ben."
    assert heard(GAME.apply(s, ObjectGone(corpse)), ObjectGone(corpse), ANN) == "The corpse of Ben is gone."


def test_log_skips_cards_laid_face_down():
    s = begin(GAME).state
    for fact in (RoomLaid("r2", "nest"), EngineLaid("1", works=True), DeckDrawn("items:tools", ("tape",))):
        assert not GAME.tell(s, fact, "table")


def test_log_names_noise_by_its_corridor():
    assert heard(state(), NoiseMade("c1"), ANN) == "Noise between the hall and the lab."
    assert heard(state(), NoiseTaken("c1"), ANN) == "It falls silent between the hall and the lab."
    duct = replace(state().corridors["c1"], technical=True)
    s = replace(state(), corridors={"c1": duct})
    assert heard(s, NoiseMade("c1"), ANN) == "Noise in the technical corridor."
    assert heard(s, NoiseTaken("c1"), ANN) == "It falls silent in the technical corridor."


OTHERS = "; then the event phase: time, event and bag."


@pytest.mark.parametrize(
    ("s", "line"),
    [
        (state(), f"Ann has 2 actions; then Ben{OTHERS}"),
        (with_character(with_character(state(), BEN, passed=True), ANN, actions=1), f"Ann has 1 action{OTHERS}"),
        (
            with_room(with_intruder(state(), "hall"), "lab", marks=("fire",)),
            "Ann has 2 actions; then Ben; then the event phase: time, attacks, fire, event and bag.",
        ),
    ],
)
def test_reminder_names_seats_and_steps(s, line):
    assert str(reminder(s)) == line


def test_map_shows_the_contents_of_known_rooms():
    s = with_intruder(with_tiles(state(), LAB, NEST), "lab", "creeper", injuries=2)
    objects = {"a": HeavyObject("character_corpse", "lab"), "b": HeavyObject("egg", "")}
    s = with_character(replace(s, eggs=2, objects=objects), BEN, fate="dead")
    s = with_rooms(s, lab=Room("Lab", tile="lab", items=2, marks=("malfunction",)), nest=Room("Warm hold", tile="warm"))
    lab, (one,) = room(s, "lab"), room(s, "lab").lurkers
    assert (str(lab.title), lab.items, lab.marks) == ("Lab", 2, ("malfunction", "corpse"))
    assert str(lab.note).startswith("Scan: 2 cards. It hums. 2 items to be found.")
    assert (str(one.title), one.icon, one.hurt) == ("Creeper", "creeper", 2)
    assert room(s, "nest").marks == ("egg", "egg")
    assert room(s, "hall").here == (ANN,)


def test_map_shows_numbers_doors_and_noise():
    s = with_corridor(with_corridor(with_noise(state(), "c2"), "c1", closed=True), "c3", broken=True)
    ways = [(w.id, w.numbers, w.beyond, w.noise, w.closed, w.broken) for w in ship(s, ANN).corridors]
    assert ways == [
        ("c1", "1", "", False, True, False), ("c2", "2", "1", True, False, False), ("c3", "3·4", "1", False, False, True),
    ]  # fmt: skip


def test_attack_shows_chances_before_and_injuries_after():
    run = acting(with_intruder(state(), "hall"))
    answered(run, "shoot:pistol/adult", "Search")
    assert block(run.state, ANN, Odds).chance == pytest.approx(4 / 6)
    give(run, "hit2")
    verdict = block(run.state, "table", Sum)
    assert (verdict.total, verdict.verdict, verdict.object) == (2, "passed", "nemesis_combat")


@pytest.mark.parametrize(
    ("outcome", "face", "title", "stamp"),
    [
        ("silence", "silence", "Silence", "passed"),
        ("danger", "silence", "Danger", "failed"),
        ("encounter", "2", "Encounter", "failed"),
        ("missed", "miss", "No hit", "failed"),
        ("came", "adult-4", "An adult comes", "failed"),
        ("blank", "blank", "Only the dark", "passed"),
    ],
)
def test_result_of_a_roll_has_title_and_stamp(outcome, face, title, stamp):
    last = Verdict(outcome, ANN, "hall", face, corridor="c1", target="adult")
    shown = block(state(last=last), ANN, Sum)
    assert (str(shown.title), shown.verdict) == (title, stamp)
