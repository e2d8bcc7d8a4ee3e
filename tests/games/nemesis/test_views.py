"""Views, odds and log lines, in English and German."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from babel.messages.pofile import read_po

from companion.engine import Run
from companion.games.nemesis import GAME, facts
from companion.games.nemesis.content.ship import AttackCard, Exploration, Tile
from companion.games.nemesis.rules import odds
from companion.games.nemesis.rules.intruders.combat import injuries
from companion.games.nemesis.state import Corridor, Engine, HeavyObject, Pod, Result, Room, Verdict
from companion.i18n.catalogues import LOCALE
from companion.i18n.languages import Languages
from companion.schema import Cards, Graph, Odds, Paragraph, Roster, Steps, Sum, Track
from tests.games.course import give
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN
from tests.tools.words.template import template


def blocks(s, seat, kind):
    return [block for block in GAME.view(s, seat) if isinstance(block, kind)]


def test_verdict_stays_until_the_next_payment():
    run = sh.answer(Run(GAME, sh.awake()), "move:r4", "Listen", "nothing", "1")
    (verdict,) = blocks(run.state, "table", Sum)
    assert (str(verdict.title), verdict.faces, verdict.object) == ("Something was heard", ("1",), "nemesis_noise")
    give(run, "move:r3")
    assert blocks(run.state, "table", Sum) == [verdict]
    give(run, "Sprint")
    assert blocks(run.state, "table", Sum) == []


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
    (shown,) = blocks(sh.state(last=last), ANN, Sum)
    assert (str(shown.title), shown.verdict) == (title, stamp)


def test_attack_shows_chances_before_and_injuries_after():
    run = sh.act(sh.with_intruder(sh.state(), "hall"))
    assert [str(bar.label) for bar in blocks(run.state, "table", Odds)[0].bars] == [
        "Adult, pistol",
        "Adult, bare hands",
    ]
    sh.answer(run, "shoot:pistol/adult", "Search")
    (steps,) = blocks(run.state, "table", Steps)
    assert [str(step.text) for step in steps.steps if step.state == "now"] == ["Roll"]
    assert blocks(run.state, ANN, Odds)[0].chance == pytest.approx(4 / 6)
    (verdict,) = blocks(sh.answer(run, "hit2").state, "table", Sum)
    assert (verdict.total, verdict.verdict, verdict.object) == (2, "passed", "nemesis_combat")


EVENT = sh.state(phase="event", step="fire")
OTHERS = "then the event phase: time, event and bag."


@pytest.mark.parametrize(
    ("s", "line"),
    [
        (sh.state(), f"Ann has 2 actions; then Ben; {OTHERS}"),
        (sh.with_character(sh.with_character(sh.state(), BEN, passed=True), ANN, actions=1), f"Ann has 1 action; {OTHERS}"),
        (
            sh.with_room(sh.with_intruder(sh.state(), "hall"), "lab", marks=("fire",)),
            "Ann has 2 actions; then Ben; then the event phase: time, attacks, fire, event and bag.",
        ),
        (EVENT, "Still to come: fire, event and bag; then everybody draws, and a new turn begins."),
    ],
)  # fmt: skip
def test_reminder_names_seats_and_steps(s, line):
    assert str(blocks(s, "table", Paragraph)[0].text) == line


def test_event_phase_shows_its_steps_track_and_development():
    (steps,) = blocks(EVENT, "table", Steps)
    assert [step.state for step in steps.steps] == ["done", "done", "now", "todo", "todo"]
    (bag,) = blocks(EVENT, "table", Odds)
    assert [str(bar.note) for bar in bag.bars][:2] == ["one more adult comes in", "an adult comes in for it"]
    (track,) = blocks(replace(EVENT, turns=12, self_destruct=4), "table", Track)
    assert (track.spaces[track.at], track.spaces[track.due], str(track.word)) == (
        "12", "8", "self-destruction in 4 turns",
    )  # fmt: skip


def test_roster_shows_public_counts():
    s = sh.with_character(sh.state(), ANN, light_wounds=2, slime=True, larva=True, actions=1)
    ann, ben = blocks(s, "table", Roster)[0].members
    counts = {"action": 1, "cards": 4, "ammo": 2, "wound": 2, "slime": 1, "larva": 1}
    assert {item.icon: item.value for item in ann.items} == counts
    assert (ann.state, ben.state) == ("now", "")


@pytest.mark.parametrize(("fate", "word"), [("dead", "dead"), ("pod", "in an escape pod"), ("asleep", "asleep")])
def test_roster_shows_the_fate_of_a_character(fate, word):
    (_, ben) = blocks(sh.with_character(sh.state(), BEN, fate=fate), "table", Roster)[0].members
    assert (ben.state, str(ben.word), ben.items) == ("gone", word, ())


def test_ending_shows_winners_and_reasons():
    results = {ANN: Result(won=True, why="She slept."), BEN: Result(won=False, why="He did not.")}
    s = sh.state(phase="over", ending="The ship jumps.", results=results)
    fates = [(str(card.text), str(card.note)) for card in blocks(s, "table", Cards)[0].cards]
    assert fates == [("Ann wins", "She slept."), ("Ben loses", "He did not.")]
    assert not blocks(s, "table", Odds | Sum)


LAB = Tile("lab", "Lab", "It hums.", action="Scan", engine="1")
NEST = Tile("warm", "Warm hold", "Do not wake them.", nest=True)


def with_lab(**changes):
    s = sh.state(tiles=(LAB, NEST), **changes)
    return replace(s, rooms={**s.rooms, "lab": Room("Lab", tile="lab", items=2, marks=("malfunction",))})


def ship(s, seat="table"):
    return blocks(s, seat, Graph)[0]


def room(s, name, seat="table"):
    return next(room for room in ship(s, seat).rooms if room.id == name)


def test_map_offers_movement_with_its_risk_and_room_action():
    assert {r.id: (r.option, r.other, r.risk) for r in ship(sh.with_noise(sh.state(), "c3"), ANN).rooms} == {
        "hall": ("room_action:hall", "", None),
        "lab": ("move:lab", "careful_move:lab", 0.4),
        "nest": ("", "", None),
        "engine": ("", "", None),
    }
    assert not any(r.option for r in ship(sh.move_to_lab().state, ANN).rooms)  # a roll is pending


def test_map_hides_an_unexplored_room():
    s = sh.with_room(with_lab(), "lab", explored=False, marks=())
    unknown = room(replace(s, rooms={"r4": s.rooms["lab"], **s.rooms}), "r4")
    assert (str(unknown.title), unknown.known, unknown.items, unknown.marks) == ("Room 4", False, None, ())
    assert "hums" not in repr(ship(s, ANN))


def test_map_shows_an_engine_to_its_viewers():
    s = sh.with_room(with_lab(engines={"1": Engine(works=False, seen=(ANN,))}), "lab", marks=())
    assert room(s, "lab", ANN).marks == ("engine_broken",)
    assert room(s, "lab", BEN).marks == room(s, "lab").marks == ("engine",)
    assert room(replace(s, phase="over"), "lab", BEN).marks == ("engine_broken",)


@pytest.mark.parametrize(
    ("pod", "marks"), [(Pod("lab"), ("pod_locked",)), (Pod("lab", False), ("pod",)), (Pod("lab", launched=True), ())]
)
def test_map_shows_a_pod_until_it_leaves(pod, marks):
    assert room(sh.with_room(with_lab(pods={"A": pod}), "lab", marks=()), "lab").marks == marks


def test_map_shows_the_contents_of_known_rooms():
    objects = {"a": HeavyObject("character_corpse", "lab"), "b": HeavyObject("egg", "")}
    s = sh.with_intruder(with_lab(eggs=2, objects=objects), "lab", "creeper", injuries=2)
    s = sh.with_room(sh.with_character(s, BEN, fate="dead"), "nest", tile="warm")
    lab, (lurker,) = room(s, "lab"), room(s, "lab").lurkers
    assert (str(lab.title), lab.items, lab.marks) == ("Lab", 2, ("malfunction", "corpse"))
    assert str(lab.note).startswith("Scan: 2 cards. It hums. 2 items to be found.")
    assert (str(lurker.title), lurker.icon, lurker.hurt) == ("Creeper", "creeper", 2)
    assert (room(s, "nest").marks, room(s, "hall").here) == (("egg", "egg"), (ANN,))


def test_map_shows_numbers_doors_noise_and_openings():
    duct = Corridor(("hall", "nest"), {"hall": ("4",), "nest": ("2", "3")}, noise=True, technical=True)
    s = sh.with_corridor(sh.with_corridor(sh.with_noise(sh.state(), "c2"), "c1", closed=True), "c3", broken=True)
    drawn = ship(replace(s, corridors={**s.corridors, "t1": duct}))
    assert [(w.id, w.numbers, w.beyond, w.noise, w.closed, w.broken) for w in drawn.corridors] == [
        ("c1", "1", "", False, True, False), ("c2", "2", "1", True, False, False), ("c3", "3·4", "1", False, False, True),
    ]  # fmt: skip
    assert [(d.openings, d.noise) for d in drawn.ducts] == [((("hall", "4"), ("nest", "2·3")), True)]


SHIPPED = GAME.setup(GAME.sample)
WITH_ENGINE = GAME.apply(SHIPPED, facts.EngineLaid("1", works=True))
OBJECTIVE = SHIPPED.ship.objectives[0]
SCANNED = "2 Contamination cards leave the hand."


@pytest.mark.parametrize(
    ("s", "fact", "own", "public"),
    [
        (sh.state(), facts.CardsDrawn(ANN, ("Weld",)), "You draw Weld.", "Ann draws 1 card."),
        (sh.state(), facts.Scanned(ANN, 2, 1), f"The scan: 1 infected, 2 clean; {SCANNED}", f"Ann is scanned: {SCANNED}"),
        (WITH_ENGINE, facts.EngineSeen(ANN, "1"), "You see: engine 1 works.", "Ann looks at engine 1."),
        (WITH_ENGINE, facts.EngineTurned(ANN, "1", False), "You break engine 1.", "Ann works on engine 1."),
        (WITH_ENGINE, facts.EngineTurned(ANN, "1", True), "You repair engine 1.", "Ann works on engine 1."),
        (SHIPPED, facts.ObjectiveKept(ANN, OBJECTIVE.id), f"You keep {OBJECTIVE.title}.", "Ann keeps one objective."),
        (SHIPPED, facts.RoomLaid("r2", "nest"), "", ""),
        (SHIPPED, facts.EngineLaid("1", works=True), "", ""),
        (SHIPPED, facts.DeckDrawn("items:tools", ("tape",)), "", ""),
    ],
)  # fmt: skip
def test_log_hides_secrets_from_the_others(s, fact, own, public):  # NEM-X-CONTAM-1
    assert [sh.log_text(s, fact, seat) for seat in (ANN, BEN, "table")] == [own, public, public]


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (facts.MarkTaken("hall", "fire"), "The fire is out in the hall."),
        (facts.MarkTaken("hall", "malfunction"), "The malfunction is repaired in the hall."),
        (facts.IntruderHurt("adult", -1), "The adult heals 1 injury."),
        (facts.IntruderHurt("adult", 0), "The adult suffers 0 injuries."),
    ],
)
def test_log_tells_healing_from_harm(fact, line):
    assert sh.log_text(sh.with_intruder(sh.state(), "hall"), fact, ANN) == line


@pytest.mark.parametrize(
    ("technical", "where"), [(False, "between the hall and the lab."), (True, "in the technical corridor.")]
)
def test_log_names_noise_by_its_corridor(technical, where):
    s = sh.with_corridor(sh.state(), "c1", technical=technical)
    assert sh.log_text(s, facts.NoiseMade("c1"), ANN) == f"Noise {where}"
    assert sh.log_text(s, facts.NoiseTaken("c1"), ANN) == f"It falls silent {where}"


@pytest.mark.parametrize(
    ("name", "kind", "english", "german"),
    [
        ("egg 1", "egg", "The Intruder egg is gone.", "Ann hebt das Xenoei auf."),
        ("carcass of adult3", "intruder_carcass", "The Intruder carcass is gone.", "Ann hebt den Xenokadaver auf."),
        ("Intruder egg 1", "egg", "The Intruder egg is gone.", "Ann hebt das Xenoei auf."),
        ("character corpse 1", "character_corpse", "The character corpse is gone.", "Ann hebt die Leiche auf."),
        ("corpse of Ben", "character_corpse", "The corpse of Ben is gone.", "Ann hebt die Leiche von Ben auf."),
    ],
)
def test_log_names_a_heavy_object_by_kind_and_owner(name, kind, english, german):
    assert sh.log_text(sh.state(), facts.ObjectGone(name), ANN) == english
    taken = GAME.tell(sh.page(objects={name: HeavyObject(kind, "hall")}), facts.ObjectTaken(ANN, name), ANN)
    assert Languages().say("de", "nemesis")(taken) == german


@pytest.mark.slow
@pytest.mark.parametrize("domain", ["nemesis", "nemesis_content"])
def test_german_catalogues_are_complete(domain):
    with (LOCALE / "de" / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        catalog = read_po(file, locale="de")
    translated = {(message.id, message.context) for message in catalog if message.string and not message.fuzzy}
    assert {(message.id, message.context) for message in template(domain) if message.id} <= translated


def noise(*chances):
    return dict(zip(odds.NOISE_RESULTS, (Fraction(chance, 40) for chance in chances), strict=True))


def with_tokens(*tokens):
    s = sh.with_noise(sh.page(explorations=tokens), "c3")
    return replace(s, rooms={**s.rooms, "lab": Room("", explored=False)})


THREE = (Exploration("silence", 1), Exploration("danger", 1), Exploration("nothing", 2, count=2))


@pytest.mark.parametrize(
    ("s", "room", "chances"),
    [
        (sh.with_noise(sh.state(), "c3"), "lab", noise(16, 16, 4, 4)),  # 1 and 2 quiet, 3 and 4 noisy
        (sh.state(), "nest", noise(0, 8, 4, 28)),  # 2 to 4 lead nowhere
        (sh.with_character(sh.with_noise(sh.state(), "c1", "c2", "c3"), BEN, room="lab"), "lab", noise(0, 0, 0, 40)),
        (with_tokens(*THREE), "lab", noise(8, 8, 12, 12)),
        (with_tokens(Exploration("slime", 1)), "lab", noise(16, 16, 8, 0)),
    ],
)
def test_step_odds_cover_faces_company_and_tokens(s, room, chances):
    assert odds.move_chances(s, ANN, room) == chances


@pytest.mark.parametrize(("kind", "hits"), [("creeper", 5), ("adult", 4), ("queen", 2)])
def test_shot_odds_depend_on_the_kind(kind, hits):
    assert odds.attack_chances(sh.with_intruder(sh.state(), "hall", kind), kind) == odds.Shot(Fraction(hits, 6), None)


DECK = tuple(
    AttackCard(name, name, (), (), blood, name == "d", count=count)
    for name, blood, count in (("a", 2, 2), ("b", 3, 1), ("c", 4, 1), ("d", 1, 1))
)


def enumerate_kills(s, kind, wounds, cards):
    """Count all sides of the die with all draws of that many cards."""
    deck = [card for card in DECK for _ in range(card.count)]
    ends = []
    for side in s.combat_die.sides:
        for drawn in combinations(deck, cards):
            dies = wounds + injuries(side, kind) >= sum(c.blood for c in drawn) and not any(c.retreat for c in drawn)
            ends.append(bool(injuries(side, kind)) and dies)
    return Fraction(sum(ends), len(ends))


@pytest.mark.parametrize(("kind", "cards"), [("creeper", 1), ("adult", 1), ("breeder", 2), ("queen", 2)])
@pytest.mark.parametrize("wounds", [0, 2, 5])
def test_kill_odds_equal_the_enumeration_of_draws(kind, cards, wounds):
    s = sh.with_intruder(sh.page(attacks=DECK), "hall", kind, injuries=wounds)
    assert odds.attack_chances(s, kind).kills == enumerate_kills(s, kind, wounds, cards)


def test_kill_odds_skip_cards_for_a_larva_and_drawn_cards():
    larva = odds.attack_chances(sh.with_intruder(sh.page(attacks=DECK), "hall", "larva"), "larva")
    assert larva.kills == larva.hits == Fraction(5, 6)
    s = sh.with_intruder(sh.page(attacks=DECK, drawn={"attacks": ("a", "a", "c", "d")}), "hall")
    assert odds.kill_chance(s, "adult", 3) == 1  # only "b" is left
    assert odds.kill_chance(s, "queen", 5) == Fraction(1, 2)  # "b", and after a shuffle one of the others


@pytest.mark.parametrize(("cards", "chance"), [(0, Fraction(3, 4)), (1, Fraction(1, 4)), (4, Fraction(0))])
def test_token_odds_compare_with_the_hand(cards, chance):
    # of blank, larva-1, adult-4, creeper-1
    assert odds.token_chances(sh.state(), cards) == odds.Draw(chance, Fraction(1, 4))
