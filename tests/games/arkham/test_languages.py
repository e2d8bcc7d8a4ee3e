"""Cards and log lines in English and German."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from babel.messages.pofile import read_po

from companion.engine import GameSetup
from companion.games.arkham import GAME, facts
from companion.games.arkham.content import Condition, Counted, Effect, Subject, SymbolEffect
from companion.games.arkham.names import paid_card
from companion.games.arkham.rules.effect_text import symbol_text
from companion.games.arkham.rules.endings import carry
from companion.games.arkham.rules.skill_test.skill_values import commit_refusal
from companion.games.arkham.state import Committed, Ending, State
from companion.games.arkham.state import Test as SkillTest
from companion.i18n.catalogues import LOCALE
from companion.i18n.languages import Languages

german = Languages().say("de", "arkham")


def archive() -> State:
    return GAME.setup(GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"scenario": "flooded_archive"}))


@pytest.mark.parametrize(
    ("fact", "english", "said"),
    [
        (facts.PhaseBegan("enemy"), "The enemy phase.", "Die Gegnerphase."),
        (facts.ActionSpent("1", "draw"), "Ann: draw.", "Ann: Karte ziehen."),
        (facts.Moved("1", "reading_room", "stair"), "Ann moves to Drowned Stair.", "Ann geht auf die Ertrunkene Treppe."),
        (facts.CluesFound("1", "reading_room", 1), "Ann finds 1 clue, Reading Room.", "Ann entdeckt im Lesesaal 1 Hinweis."),
        (facts.CluesFound("1", "nowhere", -2), "Ann leaves 2 clues on here.", "Ann lässt hier 2 Hinweise zurück."),
        (facts.EnemyEvaded("porter", "2", False), "Ben evades The Wet Porter.", "Ben entkommt dem nassen Pförtner."),
        (facts.EnemyAttacked("porter", "1", 1, 0, "alert"), "The Wet Porter attacks Ann, it is alert: 1 damage.", "Der nasse Pförtner ist alarmiert und greift Ann an: 1 Schaden."),
        (facts.CardPlayed("1", "Brass lens"), "Ann plays Brass lens.", "Ann spielt „Lupe“."),
        (facts.CardPlayed("1", paid_card("asset", 3), "asset"), "Ann plays asset for 3.", "Ann spielt einen Vorteil für 3."),
        (facts.CardsCommitted((Committed("2", "icons:1"),)), "Ben commits a card with 1 icon.", "Ben trägt eine Karte mit 1 Symbol bei."),
        (facts.AssetHurt("1", "Lamp oil", 0, 1), "Lamp oil takes 1 horror for Ann.", "„Lamp oil“ nimmt 1 Horror für Ann."),
        (facts.Hurt("1", 2, -1), "Ann suffers 2 damage and heals 1 horror.", "Ann nimmt 2 Schaden und heilt 1 Horror."),
        (facts.TestBegan("1", "intellect", 3, "A test"), "A test: Ann tests intellect against 3.", "A test: Ann legt eine Intellektprobe gegen 3 ab."),
        (facts.ScenarioEnded("", "It is done", 1), "The scenario ends: It is done, 1 victory point.", "Das Szenario endet: Es ist geschafft, 1 Siegpunkt."),
        (facts.ScenarioEnded("", "We ran", 0), "The scenario ends: We ran.", "Das Szenario endet: We ran."),
    ],
)  # fmt: skip
def test_log_line_is_rendered_in_german(fact, english, said):
    sentence = GAME.tell(archive(), fact, "1")
    assert (str(sentence), german(sentence)) == (english, said)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (SymbolEffect(-1, (Counted("enemies_here", "Drowned", -1),)), "-1 und -1 je ertrunkenen Gegner hier."),
        (SymbolEffect(counts=(Counted("here", "Attic", -2),)), "-2, wenn du am Ort Attic bist."),
        (SymbolEffect(-2, effects=(Effect(condition=Condition("enemies_here", "Ghoul"), damage=1),)), "-2. Wenn hier ein Ghul-Gegner ist, 1 Schaden."),
        (SymbolEffect(effects=(Effect("success", condition=Condition("enemies_here", "Drowned", 3), clues=1),)), "+0. Geschafft: wenn hier mindestens 3 ertrunkene Gegner sind, entdecke 1 Hinweis."),
        (SymbolEffect(-2, effects=(Effect("failure", condition=Condition("enemies_here", least=2), horror=1),)), "-2. Nicht geschafft: wenn hier mindestens 2 Gegner sind, 1 Horror."),
    ],
)  # fmt: skip
def test_symbol_text_reads_like_a_german_card(told, said):
    assert german(symbol_text(told)) == said


def test_cards_that_are_not_in_the_hand_are_all_named():
    test = SkillTest("1", "intellect", 2)
    one, two = (commit_refusal(archive(), test, "1", cards).sentence for cards in (("X",), ("X", "Hot tea")))
    assert (str(one), german(one)) == ("X is not in Ann's hand.", "„X“ ist nicht auf der Hand von Ann.")
    assert str(two) == "X and Hot tea are not in Ann's hand."
    assert german(two) == "„X“ und „Heißer Tee“ sind nicht auf der Hand von Ann."


def test_campaign_log_is_rendered_in_german_later():
    over = replace(archive(), ending=Ending("dry", "The register is dry", 0))
    carried = {**carry(over), "scenario": "flooded_archive"}
    carried["played"] = ["First: won. 1 experience each", *carried["played"]]  # of an earlier version
    after = GAME.setup(GameSetup(("1",), {"1": "Ann"}, carried))
    first, line = after.campaign.played
    assert first == "First: won. 1 experience each"
    assert german(line).startswith("Das versunkene Archiv: Das Register ist trocken. Je ")


@pytest.mark.parametrize("domain", ["arkham", "arkham_content"])
def test_no_german_is_open_or_a_draft(domain):
    with (LOCALE / "de" / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        messages = [message for message in read_po(file, locale="de") if message.id]
    assert messages
    assert not [m.id for m in messages if m.fuzzy or not all([m.string] if isinstance(m.string, str) else m.string)]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (SymbolEffect(-2), "-2."),
        (SymbolEffect(), "+0."),
        (SymbolEffect(counts=(Counted("enemies_here", "Ghoul", -1),)), "-1 for each Ghoul enemy here."),
        (SymbolEffect(-1, reveal=1), "-1. Reveal another token."),
        (SymbolEffect(auto="success"), "Automatic success."),
        (SymbolEffect(-1, effects=(Effect("failure", horror=1),)), "-1. If you fail: 1 horror."),
        (SymbolEffect(0, reveal=1, effects=(Effect("failure", by=3, doom=1),)), "Reveal another token. If you fail by 3 or more: 1 doom."),
        (SymbolEffect(-2, effects=(Effect(condition=Condition("enemies_here", "Ghoul"), damage=1),)), "-2. Where there is a Ghoul enemy here, 1 damage."),
        (SymbolEffect(effects=(Effect("success", cards=1, times=Counted("cards_in_play", "Tome")),)), "+0. If you succeed: gain 1 card for each Tome card you have in play."),
        (SymbolEffect(-1, (Counted("doom", each=-1), Counted("horror", each=-2))), "-1, and -1 for each doom. -2 for each horror on you."),
        (SymbolEffect(-1, effects=(Effect("failure", horror=1, text="Draw it."),)), "-1. If you fail: 1 horror. If you fail: Draw it."),
        (SymbolEffect(-1, effects=(Effect("failure", text="Draw it"),)), "-1. If you fail: Draw it."),
        (SymbolEffect(-1, effects=(Effect(condition=Condition("clues_held", least=2), modifier=-1, auto="fail"),)), "-1. Where you have at least 2 clues, -1, automatic failure."),
    ],
)  # fmt: skip
def test_symbol_text_reads_like_a_card(told, said):
    assert str(symbol_text(told)) == said


@pytest.mark.parametrize("of", ["", "Ghoul"])
@pytest.mark.parametrize("what", get_args(Subject))
def test_countable_subjects_have_words(what, of):
    counted = Counted(what, of)
    effects = tuple(Effect(condition=Condition(what, of, least), damage=1, times=counted) for least in (1, 2))
    for symbol in (SymbolEffect(counts=(counted,)), SymbolEffect(-1, (counted,)), SymbolEffect(effects=effects)):
        said = symbol_text(symbol)
        assert str(said).endswith(".")
        assert not set(german(said).split()) & {"and", "each", "enemy", "if", "where", "you"}
