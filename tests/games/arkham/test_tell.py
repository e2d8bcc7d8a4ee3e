"""The log's sentences: one for each fact that counters do not say, the same for every seat."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Bag
from companion.games.arkham import GAME
from companion.games.arkham import facts as events
from companion.games.arkham.content import Encounter, Enemy, Scenario
from companion.games.arkham.state import Committed, InPlay, TestModifier
from tests.games.arkham.evening import played
from tests.games.arkham.table import drawn, situation

GHOUL = MappingProxyType({"ghoul": Enemy("Ghoul", "study")})
STORY = Scenario(encounters=MappingProxyType({"rats": Encounter("Rats")}))


def table():
    state = situation(enemies=GHOUL, scenario=STORY, doom=2, bag=Bag(("0", "-1")))
    return state.with_seat("1", replace(state.seats["1"], assets=MappingProxyType({"Pistol": InPlay(uses=2)})))


SENTENCES = {
    events.PhaseBegan("enemy"): "The enemy phase.",
    events.TurnBegan("2"): "Bob's turn.",
    events.RoundBegan(3): "Round 3: everybody readies, draws a card and gains a resource.",
    events.ActionSpent("1", "move"): "Ann: move.",
    events.ActionSpent("1", "Dig", 2): "Ann: Dig, 2 actions.",
    events.ActionsLost("1", 1): "Ann loses 1 action.",
    events.ActionsLost("1", -2): "Ann gains 2 actions.",
    events.DeckRenewed("1"): "Ann shuffles the discard pile into a new deck.",
    events.CardDiscarded("1", "Notes"): "Ann discards Notes.",
    events.CardPlayed("1", "Lamp"): "Ann plays Lamp.",
    events.UseSpent("1", "Pistol"): "Ann uses Pistol: 2 left.",
    events.AssetHurt("1", "Dog", 2, 0): "Dog takes 2 damage for Ann.",
    events.AssetHurt("1", "Dog", 0, 1): "Dog takes 1 horror for Ann.",
    events.AssetLost("1", "Dog"): "Dog leaves play, Ann.",
    events.Moved("1", "study", "hall"): "Ann moves to Hall.",
    events.EnemyMoved("ghoul", "study", "hall"): "Ghoul moves to Hall.",
    events.LocationRevealed("hall", 3): "Hall is revealed, clues: 3.",
    events.LocationEntered("hall"): "Hall is in play.",
    events.CluesMoved("study", "hall", 2): "Clues move from Study to Hall: 2.",
    events.CluesPlaced("study", -1): "Clues on Study: 2 (-1).",
    events.CluesFound("1", "study", 1): "Ann finds 1 clue, Study.",
    events.CluesFound("1", "study", -2): "Ann leaves 2 clues on Study.",
    events.CluesSpent("1", 2, act=True): "Ann spends 2 clues on the act.",
    events.CluesSpent("1", 1): "Ann spends 1 clue.",
    events.EnemyEntered("ghoul", "study"): "Ghoul comes into play, Study.",
    events.EnemyEngaged("ghoul", "1"): "Ghoul is engaged with Ann.",
    events.EnemyEvaded("ghoul", "1", False): "Ann evades Ghoul.",
    events.EnemyEvaded("ghoul", "1", True): "Ann automatically evades Ghoul.",
    events.EnemyAttacked("ghoul", "1", 1, 2, "enemy phase"): "Ghoul attacks Ann: 1 damage and 2 horror.",
    events.EnemyAttacked("ghoul", "1", 1, 0, "opportunity"): ("Ghoul attacks Ann, an attack of opportunity: 1 damage."),
    events.EnemyAttacked("ghoul", "1", 1, 0, "retaliate"): "Ghoul attacks Ann, it retaliates: 1 damage.",
    events.EnemyDamaged("ghoul", 2): "Ghoul takes 2 damage.",
    events.EnemyDamaged("ghoul", -1): "Ghoul heals 1 damage.",
    events.EnemyDefeated("ghoul"): "Ghoul is defeated.",
    events.Hurt("1", 1, 0): "Ann suffers 1 damage.",
    events.Hurt("1", 0, -2): "Ann heals 2 horror.",
    events.Hurt("1", 2, -1): "Ann suffers 2 damage and heals 1 horror.",
    events.Hurt("1", -2, 2): "Ann suffers 2 horror and heals 2 damage.",
    events.TraumaTaken("1", 1, 0): "Ann: physical trauma +1.",
    events.TraumaTaken("1", 0, -1): "Ann: mental trauma -1.",
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
    events.TestBegan("1", "combat", 3, "Fight Ghoul"): "Fight Ghoul: Ann tests combat against 3.",
    events.Modified(TestModifier("Lamp", add=1)): "Lamp: +1.",
    events.Modified(TestModifier("Lamp", auto="success")): "Lamp: automatic success.",
    events.Modified(TestModifier("Lamp", auto="fail")): "Lamp: automatic failure.",
    events.Modified(TestModifier("stop")): "",
    events.CardsCommitted((Committed("1", "Notes"), Committed("2", "icons:2"))): (
        "Ann commits Notes. Bob commits a card with 2 icons."
    ),
    events.CardsCommitted(()): "",
    events.TokenRevealed("skull"): "Token: skull.",
    events.TokenRevealed("-3"): "Token: -3.",
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
    events.ScenarioEnded("won", "Won", 3): "The scenario ends: Won, 3 victory points.",
    events.CardsDrawn("1", 1): "",
    events.ResourcesChanged("1", 1): "",
    events.TestEnded("1"): "",
}


@pytest.mark.parametrize(("fact", "sentence"), SENTENCES.items(), ids=lambda x: type(x).__name__)
def test_log_line_of_each_fact(fact, sentence):
    assert str(GAME.tell(table(), fact, "2")) == sentence


def test_log_line_of_a_test_has_its_sum():
    last = drawn("intellect", 3, "-2")
    sentence = str(GAME.tell(table(), events.TestResolved(last), "2"))
    assert sentence == "Ann: intellect 3 − token 2 = 1, 3 needed: failed by 2."


def test_log_line_of_a_negative_sum_counts_as_zero():
    sentence = str(GAME.tell(table(), events.TestResolved(drawn("intellect", 3, "-8")), "2"))
    assert "= -5 (counts as 0), 3 needed: failed by 3." in sentence


def test_log_lines_are_the_same_for_all_seats():
    """The log has no secrets."""
    for seed in range(6):
        for run, facts in played(seed, answers=120):
            for fact in facts:
                told = {str(GAME.tell(run.state, fact, seat)) for seat in ("1", "2", "table")}
                assert len(told) == 1
                assert all(sentence == sentence.strip() for sentence in told)
