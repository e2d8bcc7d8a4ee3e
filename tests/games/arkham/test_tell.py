"""The log's sentences: one for each fact that counters do not say, the same for every seat."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Bag
from companion.games.arkham import GAME
from companion.games.arkham.content import Encounter, Enemy, Scenario
from companion.games.arkham.facts import (
    ActAdvanced,
    ActionsLost,
    ActionSpent,
    AgendaAdvanced,
    AssetHurt,
    AssetLost,
    AuditEnded,
    CardDiscarded,
    CardPlayed,
    CardsCommitted,
    CardsDrawn,
    CluesFound,
    CluesMoved,
    CluesPlaced,
    CluesSpent,
    DeckRenewed,
    DoomPlaced,
    EncounterDrawn,
    EncounterRenewed,
    EnemyAttacked,
    EnemyDamaged,
    EnemyDefeated,
    EnemyEngaged,
    EnemyEntered,
    EnemyEvaded,
    EnemyMoved,
    HandfulCounted,
    Hurt,
    InvestigatorLeft,
    LocationEntered,
    LocationRevealed,
    Modified,
    Moved,
    Noted,
    PhaseBegan,
    ResourcesChanged,
    RoundBegan,
    ScenarioEnded,
    SymbolResolved,
    TestBegan,
    TestEnded,
    TestResolved,
    TokenAdded,
    TokenCancelled,
    TokenReleased,
    TokenRemoved,
    TokenRevealed,
    TokenSealed,
    Told,
    TraumaTaken,
    TurnBegan,
    UseSpent,
)
from companion.games.arkham.state import Committed, InPlay, TestModifier
from tests.games.arkham.evening import played
from tests.games.arkham.table import drawn, situation

GHOUL = MappingProxyType({"ghoul": Enemy("Ghoul", "study")})
STORY = Scenario(encounters=MappingProxyType({"rats": Encounter("Rats")}))


def table():
    state = situation(enemies=GHOUL, scenario=STORY, doom=2, bag=Bag(("0", "-1")))
    return state.sit("1", replace(state.seats["1"], assets=MappingProxyType({"Pistol": InPlay(uses=2)})))


SENTENCES = {
    PhaseBegan("enemy"): "The enemy phase.",
    TurnBegan("2"): "Bob's turn.",
    RoundBegan(3): "Round 3: everybody readies, draws a card and gains a resource.",
    ActionSpent("1", "move"): "Ann: move.",
    ActionSpent("1", "Dig", 2): "Ann: Dig, 2 actions.",
    ActionsLost("1", 1): "Ann loses 1 action.",
    ActionsLost("1", -2): "Ann gains 2 actions.",
    DeckRenewed("1"): "Ann shuffles the discard pile into a new deck.",
    CardDiscarded("1", "Notes"): "Ann discards Notes.",
    CardPlayed("1", "Lamp"): "Ann plays Lamp.",
    UseSpent("1", "Pistol"): "Ann uses Pistol: 2 left.",
    AssetHurt("1", "Dog", 2, 0): "Dog takes 2 damage for Ann.",
    AssetHurt("1", "Dog", 0, 1): "Dog takes 1 horror for Ann.",
    AssetLost("1", "Dog"): "Dog leaves play, Ann.",
    Moved("1", "study", "hall"): "Ann moves to Hall.",
    EnemyMoved("ghoul", "study", "hall"): "Ghoul moves to Hall.",
    LocationRevealed("hall", 3): "Hall is revealed, clues: 3.",
    LocationEntered("hall"): "Hall is in play.",
    CluesMoved("study", "hall", 2): "Clues move from Study to Hall: 2.",
    CluesPlaced("study", -1): "Clues on Study: 2 (-1).",
    CluesFound("1", "study", 1): "Ann finds 1 clue, Study.",
    CluesFound("1", "study", -2): "Ann leaves 2 clues on Study.",
    CluesSpent("1", 2, act=True): "Ann spends 2 clues on the act.",
    CluesSpent("1", 1): "Ann spends 1 clue.",
    EnemyEntered("ghoul", "study"): "Ghoul comes into play, Study.",
    EnemyEngaged("ghoul", "1"): "Ghoul is engaged with Ann.",
    EnemyEvaded("ghoul", "1", False): "Ann evades Ghoul.",
    EnemyEvaded("ghoul", "1", True): "Ann automatically evades Ghoul.",
    EnemyAttacked("ghoul", "1", 1, 2, "enemy phase"): "Ghoul attacks Ann: 1 damage and 2 horror.",
    EnemyAttacked("ghoul", "1", 1, 0, "opportunity"): ("Ghoul attacks Ann, an attack of opportunity: 1 damage."),
    EnemyAttacked("ghoul", "1", 1, 0, "retaliate"): "Ghoul attacks Ann, it retaliates: 1 damage.",
    EnemyDamaged("ghoul", 2): "Ghoul takes 2 damage.",
    EnemyDamaged("ghoul", -1): "Ghoul heals 1 damage.",
    EnemyDefeated("ghoul"): "Ghoul is defeated.",
    Hurt("1", 1, 0): "Ann suffers 1 damage.",
    Hurt("1", 0, -2): "Ann heals 2 horror.",
    Hurt("1", 2, -1): "Ann suffers 2 damage and heals 1 horror.",
    Hurt("1", -2, 2): "Ann suffers 2 horror and heals 2 damage.",
    TraumaTaken("1", 1, 0): "Ann: physical trauma +1.",
    TraumaTaken("1", 0, -1): "Ann: mental trauma -1.",
    TraumaTaken("1", 1, 1): "Ann: physical trauma +1, mental trauma +1.",
    InvestigatorLeft("1", "killed"): "Ann is defeated by damage.",
    InvestigatorLeft("1", "insane"): "Ann is driven insane.",
    InvestigatorLeft("1", "resigned"): "Ann resigns.",
    DoomPlaced(1): "Doom: 2 (+1).",
    AgendaAdvanced("Dusk"): "The agenda advances: Dusk.",
    ActAdvanced("Search"): "The act advances: Search.",
    EncounterDrawn("1", "rats"): "Ann draws Rats.",
    EncounterRenewed(): "The encounter discard pile is shuffled into a new deck.",
    Told("Read this."): "Read this.",
    TestBegan("1", "combat", 3, "Fight Ghoul"): "Fight Ghoul: Ann tests combat against 3.",
    Modified(TestModifier("Lamp", add=1)): "Lamp: +1.",
    Modified(TestModifier("Lamp", auto="success")): "Lamp: automatic success.",
    Modified(TestModifier("Lamp", auto="fail")): "Lamp: automatic failure.",
    Modified(TestModifier("stop")): "",
    CardsCommitted((Committed("1", "Notes"), Committed("2", "icons:2"))): (
        "Ann commits Notes. Bob commits a card with 2 icons."
    ),
    CardsCommitted(()): "",
    TokenRevealed("skull"): "Token: skull.",
    TokenRevealed("-3"): "Token: -3.",
    TokenCancelled("curse", again=True): "curse is set aside, another is revealed.",
    TokenCancelled("-3", again=False): "-3 is set aside.",
    SymbolResolved("elder_sign", "1"): "The elder sign takes effect.",
    TokenAdded("bless"): "bless goes into the bag: 2 tokens.",
    TokenRemoved("-1"): "-1 leaves the bag: 2 tokens.",
    TokenSealed("auto_fail"): "automatic failure is sealed.",
    TokenReleased("0"): "0 is released into the bag.",
    HandfulCounted(()): "The bag is counted.",
    HandfulCounted(("0", "skull")): "Counted: 0, skull.",
    AuditEnded(("0",)): "The bag is counted, 1 of 2: 1 × -1 missing.",
    Noted("The key."): "Campaign log: The key.",
    ScenarioEnded("won", "Won", 0): "The scenario ends: Won.",
    ScenarioEnded("won", "Won", 3): "The scenario ends: Won, 3 victory points.",
    CardsDrawn("1", 1): "",
    ResourcesChanged("1", 1): "",
    TestEnded("1"): "",
}


@pytest.mark.parametrize(("fact", "sentence"), SENTENCES.items(), ids=lambda x: type(x).__name__)
def test_log_line_of_each_fact(fact, sentence):
    assert str(GAME.tell(table(), fact, "2")) == sentence


def test_log_line_of_a_test_has_its_sum():
    last = drawn("intellect", 3, "-2")
    sentence = str(GAME.tell(table(), TestResolved(last), "2"))
    assert sentence == "Ann: intellect 3 − token 2 = 1, 3 needed: failed by 2."


def test_log_line_of_a_negative_sum_counts_as_zero():
    sentence = str(GAME.tell(table(), TestResolved(drawn("intellect", 3, "-8")), "2"))
    assert "= -5 (counts as 0), 3 needed: failed by 3." in sentence


def test_log_lines_are_the_same_for_all_seats():
    """The log has no secrets."""
    for seed in range(6):
        for run, facts in played(seed, answers=120):
            for fact in facts:
                told = {str(GAME.tell(run.state, fact, seat)) for seat in ("1", "2", "table")}
                assert len(told) == 1
                assert all(sentence == sentence.strip() for sentence in told)
