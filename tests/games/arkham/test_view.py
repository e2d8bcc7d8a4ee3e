"""Pages and log lines."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Bag, Run
from companion.games.arkham import GAME
from companion.games.arkham import facts as events
from companion.games.arkham.content import Encounter, Enemy, Scenario
from companion.games.arkham.rules.actions.basic_actions import with_warning
from companion.games.arkham.rules.skill_test import chance
from companion.games.arkham.state import Committed, InPlay, TestModifier
from companion.games.arkham.state import Test as SkillTest
from companion.i18n import _
from companion.schema import BagView, Cards, Odds, Steps, Sum
from tests.games.arkham.evening import played
from tests.games.arkham.table import begun, committed, drawn, situation, turn_of
from tests.games.course import give, play


def block(state, kind, seat="1"):
    return next((b for b in GAME.view(state, seat) if isinstance(b, kind)), None)


def test_a_test_shows_its_eight_steps():
    steps = block(committed(begun("intellect", 3)).state, Steps).steps
    assert [s.rule for s in steps] == [f"ST.{n}" for n in range(1, 9)]
    assert [s.state for s in steps][:4] == ["done", "done", "now", "todo"]


def test_the_verdict_stands_until_the_next_test_begins():
    run = play(turn_of("1"), "investigate")
    for seat in ("1", "2", "3"):
        give(run, seat=seat)
    give(run, "-2")
    verdict = block(run.state, Sum, "table")
    assert (verdict.verdict, verdict.total, verdict.needed, verdict.faces) == ("failed", 2, 3, ("-2",))
    assert str(verdict.sentence) == "Ann: intellect 4 − token 2 = 2, 3 needed: failed by 1."
    give(run, "investigate")
    assert block(run.state, Sum) is None


def test_bag_view_shows_tokens_outside():
    run = play(committed(begun("intellect", 3)), "cultist")
    faces = {f.face: f for f in block(run.state, BagView).faces}
    assert (faces["cultist"].count, faces["cultist"].out) == (0, 1)


def cards_by_title(state, seat):
    return {str(b.title): b.cards for b in GAME.view(state, seat) if isinstance(b, Cards)}


def test_only_the_owner_sees_the_hand():
    state = situation()
    assert {str(c.text) for c in block(state, Cards, "1").cards} == {"Notes", "Courage"}
    assert "Your hand" in cards_by_title(state, "1")
    assert "Your hand" not in cards_by_title(state, "table")


def test_prompts_do_not_reveal_hands():
    state = situation()
    other = state.with_seat("2", replace(state.seats["2"], hand=()))
    assert [p.asks for p in begun("agility", 2, state).open] == [p.asks for p in begun("agility", 2, other).open]


def test_enemies_and_clues_stand_on_the_map():
    run = turn_of("1")
    graph = next(b for b in GAME.view(run.state, "1") if b.kind == "graph")
    rooms = {room.id: room for room in graph.rooms}
    assert [str(one.title) for one in rooms["stair"].lurkers] == ["The Wet Porter"]
    assert rooms["stacks"].option == "stacks"
    assert rooms["reading_room"].here == ("1", "2", "3")


def test_odds_of_the_turn_are_shown_at_once():
    run = turn_of("1")
    chances = block(run.state, Odds)
    assert [str(bar.label) for bar in chances.bars] == ["Investigate"]
    assert chances.bars[0].share == float(chance(run.state, SkillTest("1", "intellect", 3)))
    state = run.state.with_seat("1", replace(run.state.seats["1"], location="stair"))
    state = state.spawn("porter", replace(state.enemies["porter"], engaged=("1",)))
    assert [str(bar.label) for bar in block(state, Odds).bars][-2:] == ["Fight The Wet Porter", "Evade The Wet Porter"]


def test_an_action_says_who_would_strike_first():
    run = turn_of("1")
    state = run.state.with_seat("1", replace(run.state.seats["1"], location="stair"))
    run = Run(GAME, state.spawn("porter", replace(state.enemies["porter"], engaged=("1",))))
    texts = {option.id: str(option.text) for option in run.open[0].options}
    assert texts["resource"] == "Gain a resource: The Wet Porter strikes first"
    assert (texts["fight"], texts["engage"]) == ("Fight", "Engage")  # no warning on impossible actions
    both = run.state.spawn("eel", replace(run.state.enemies["porter"], title="Ink Eel"))
    assert str(with_warning(both, "1", _("Move"))) == "Move: The Wet Porter and Ink Eel strike first"


def test_the_bag_shows_which_tokens_would_pass_the_test():
    state = committed(begun("intellect", 3)).state
    passes = {face.face: face.passes for face in block(state, BagView).faces}
    assert (passes["0"], passes["-1"], passes["cultist"], passes["auto_fail"]) == ("yes", "no", "depends", "no")
    assert {face.passes for face in block(situation(), BagView).faces} == {""}


GHOUL = MappingProxyType({"ghoul": Enemy("Ghoul", "study")})
STORY = Scenario(encounters=MappingProxyType({"rats": Encounter("Rats")}))


def table():
    state = situation(enemies=GHOUL, scenario=STORY, doom=2, bag=Bag(("0", "-1")))
    return state.with_seat("1", replace(state.seats["1"], assets=MappingProxyType({"Pistol": InPlay(uses=2)})))


SENTENCES = {
    events.PhaseBegan("enemy"): "The enemy phase.",
    events.TurnBegan("2"): "Bob's turn.",
    events.RoundBegan(3): "Round 3: everybody readies, draws a card and gains a resource.",
    events.ActionSpent("1", "Dig", 2): "Ann: Dig, 2 actions.",
    events.ActionsLost("1", 1): "Ann loses 1 action.",
    events.ActionsLost("1", -2): "Ann gains 2 actions.",
    events.DeckRenewed("1"): "Ann shuffles the discard pile into a new deck.",
    events.CardDiscarded("1", "Notes"): "Ann discards Notes.",
    events.UseSpent("1", "Pistol"): "Ann uses Pistol: 2 left.",
    events.AssetHurt("1", "Dog", 2, 0): "Dog takes 2 damage for Ann.",
    events.AssetLost("1", "Dog"): "Dog leaves play, Ann.",
    events.EnemyMoved("ghoul", "study", "hall"): "Ghoul moves to Hall.",
    events.LocationRevealed("hall", 3): "Hall is revealed, clues: 3.",
    events.LocationEntered("hall"): "Hall is in play.",
    events.CluesMoved("study", "hall", 2): "Clues move from Study to Hall: 2.",
    events.CluesPlaced("study", -1): "Clues on Study: 2 (-1).",
    events.CluesSpent("1", 2, act=True): "Ann spends 2 clues on the act.",
    events.CluesSpent("1", 1): "Ann spends 1 clue.",
    events.EnemyEntered("ghoul", "study"): "Ghoul comes into play, Study.",
    events.EnemyEngaged("ghoul", "1"): "Ghoul is engaged with Ann.",
    events.EnemyEvaded("ghoul", "1", True): "Ann automatically evades Ghoul.",
    events.EnemyAttacked("ghoul", "1", 1, 2, "enemy phase"): "Ghoul attacks Ann: 1 damage and 2 horror.",
    events.EnemyAttacked("ghoul", "1", 1, 0, "opportunity"): ("Ghoul attacks Ann, an attack of opportunity: 1 damage."),
    events.EnemyAttacked("ghoul", "1", 1, 0, "retaliate"): "Ghoul attacks Ann, it retaliates: 1 damage.",
    events.EnemyDamaged("ghoul", -1): "Ghoul heals 1 damage.",
    events.EnemyDefeated("ghoul"): "Ghoul is defeated.",
    events.Hurt("1", 0, -2): "Ann heals 2 horror.",
    events.Hurt("1", -2, 2): "Ann suffers 2 horror and heals 2 damage.",
    events.TraumaTaken("1", 1, 0): "Ann: physical trauma +1.",
    events.TraumaTaken("1", 1, 1): "Ann: physical trauma +1, mental trauma +1.",
    events.InvestigatorLeft("1", "killed"): "Ann is defeated by damage.",
    events.InvestigatorLeft("1", "insane"): "Ann is driven insane.",
    events.InvestigatorLeft("1", "resigned"): "Ann resigns.",
    events.DoomPlaced(1): "Doom: 2 (+1).",
    events.AgendaAdvanced("Dusk"): "The agenda advances: Dusk.",
    events.ActAdvanced("Search"): "The act advances: Search.",
    events.EncounterDrawn("1", "rats"): "Ann draws Rats.",
    events.EncounterRenewed(): "The encounter discard pile is shuffled into a new deck.",
    events.Told("Read this."): "Read this.",
    events.Modified(TestModifier("Lamp", add=1)): "Lamp: +1.",
    events.Modified(TestModifier("Lamp", auto="success")): "Lamp: automatic success.",
    events.Modified(TestModifier("Lamp", auto="fail")): "Lamp: automatic failure.",
    events.Modified(TestModifier("stop")): "",
    events.CardsCommitted((Committed("1", "Notes"), Committed("2", "icons:2"))): (
        "Ann commits Notes. Bob commits a card with 2 icons."
    ),
    events.CardsCommitted(()): "",
    events.TokenRevealed("skull"): "Token: skull.",
    events.TokenCancelled("curse", again=True): "curse is set aside, another is revealed.",
    events.TokenCancelled("-3", again=False): "-3 is set aside.",
    events.SymbolResolved("elder_sign", "1"): "The elder sign takes effect.",
    events.TokenAdded("bless"): "bless goes into the bag: 2 tokens.",
    events.TokenRemoved("-1"): "-1 leaves the bag: 2 tokens.",
    events.TokenSealed("auto_fail"): "automatic failure is sealed.",
    events.TokenReleased("0"): "0 is released into the bag.",
    events.HandfulCounted(()): "The bag is counted.",
    events.HandfulCounted(("0", "skull")): "Counted: 0, skull.",
    events.AuditEnded(("0",)): "The bag is counted, 1 of 2: 1 × -1 missing.",
    events.Noted("The key."): "Campaign log: The key.",
    events.ScenarioEnded("won", "Won", 0): "The scenario ends: Won.",
    events.CardsDrawn("1", 1): "",
    events.ResourcesChanged("1", 1): "",
    events.TestEnded("1"): "",
}


@pytest.mark.parametrize(("fact", "sentence"), SENTENCES.items(), ids=lambda x: type(x).__name__)
def test_log_line_of_each_fact(fact, sentence):
    assert str(GAME.tell(table(), fact, "2")) == sentence


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("-2", "Ann: intellect 3 − token 2 = 1, 3 needed: failed by 2."),
        ("-8", "Ann: intellect 3 − token 8 = -5 (counts as 0), 3 needed: failed by 3."),
    ],
)
def test_log_line_of_a_test_has_its_sum(token, sentence):
    assert str(GAME.tell(table(), events.TestResolved(drawn("intellect", 3, token)), "2")) == sentence


@pytest.mark.slow
def test_log_lines_are_the_same_for_all_seats():
    """The log has no secrets."""
    for seed in range(6):
        for run, facts in played(seed, answers=120):
            for fact in facts:
                told = {str(GAME.tell(run.state, fact, seat)) for seat in ("1", "2", "table")}
                assert len(told) == 1
                assert all(sentence == sentence.strip() for sentence in told)
