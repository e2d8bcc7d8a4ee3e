"""One session in two languages. Text is rendered when it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache

import pytest

from companion.engine import Run, with_addressee
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import adventures, characters, weapons
from companion.games.draw_your_weapon.facts import HandCounted, NoteWritten, TestCalled
from companion.games.draw_your_weapon.rules.actions.attacks import simple_strike
from companion.games.draw_your_weapon.state import Hand
from companion.i18n.languages import Languages
from companion.schema import DEALER, Answer, Refused, to_json
from companion.sessions import GameTable, addressee
from companion.sessions.table.entry import to_entry, to_row
from tests.games.chances import as_stored
from tests.games.course import alone, give
from tests.games.draw_your_weapon.table import ANN, BEN, GATEKEEPER, PLAIN, a_contest, a_skill_test, state
from tests.tools.words.content_messages import LETTERS
from tests.tools.words.template import template

READ = ("title", "name", "text", "read", "notes", "passed", "failed", "what")


@cache
def german():
    return Languages().say("de", "draw_your_weapon")


def asked(run, seat, say):
    """Return the prompt of a seat with its addressee."""
    prompt = next(p for p in run.open if p.seat == seat)
    return say(with_addressee(prompt.title, addressee(GAME, PLAIN, run.state, prompt)))


def test_two_seats_read_one_question_each_in_their_own_language():
    run = a_contest((ANN, BEN))
    assert asked(run, ANN, str) == "Ann: play a card, Clubs add Might +2"
    assert asked(run, BEN, german()) == "Ben: Spiele eine Karte, bei Kreuz zählt Kraft +1 dazu"


def test_prompt_addresses_figure_and_dealer():
    run = a_contest((ANN, GATEKEEPER))
    assert asked(run, DEALER, str) == "The gatekeeper: play a card, Clubs add Might +3"
    assert asked(run, DEALER, german()) == "Der Torwächter: Spiele eine Karte, bei Kreuz zählt Kraft +3 dazu"
    assert asked(a_skill_test(), DEALER, german()) == "Geber: Lege das nötige Ergebnis fest"


def test_german_name_takes_the_case_of_its_sentence():
    run = alone(GAME, state(), lambda g: simple_strike(g, ANN))
    give(run, GATEKEEPER)
    assert asked(run, DEALER, german()) == "Geber: Ann schlägt nach dem Torwächter. Kommt der Schlag an?"


def test_refusal_is_rendered_in_the_readers_language():
    with pytest.raises(Refused) as no:
        give(alone(GAME, state(), lambda g: simple_strike(g, ANN)), "nonsense")
    assert german()(no.value.sentence) == "„Ann: Wem oder welchem Ding gilt es?“: nonsense geht hier nicht."


def test_note_translates_proposals_only():
    ours, typed = NoteWritten("It is getting late."), NoteWritten("The inn burns.")
    assert [german()(GAME.tell(state(), note, ANN)) for note in (ours, typed)] == ["Es wird spät.", "The inn burns."]


@pytest.mark.parametrize(
    ("taps", "reads"),
    [
        (("correct", "condition", ANN), ["Gebrochen", "Am Boden", "Festgehalten"]),
        (("story", "note"), ["Es schlägt die volle Stunde.", "Es wird spät."]),
    ],
)
def test_the_dealer_is_offered_words_in_german(taps, reads):
    run = Run(GAME, state())
    prompt = next(p for p in run.open if p.key == taps[0])
    run.answer(Answer("menu", prompt.id, (taps[1],), prompt.seat))
    for answer in taps[2:]:
        give(run, answer)
    assert [german()(option.text) for option in run.open[0].options][: len(reads)] == reads


def test_the_dealer_has_an_article_in_a_german_sentence():
    s = replace(state(), held=Hand(3))
    assert german()(GAME.tell(s, HandCounted(DEALER, 3), ANN)) == "Von Hand: der Geber hat 3 Karten."


def test_typed_attribute_is_not_translated():
    called = TestCalled("skill_test", "swimming", "C", (ANN,), surprise=False)
    assert german()(GAME.tell(state(), called, ANN)) == "Fertigkeitsprobe von Ann: swimming, Kreuz."


def test_a_view_holds_no_language():
    run = a_contest((ANN, BEN))
    blocks = [to_json(block) for block in GAME.view(run.state, ANN)]
    assert blocks[0]["title"]["items"][0] == {"msgid": "Contest"}
    said = json.dumps([to_json(block, german()) for block in GAME.view(run.state, ANN)], ensure_ascii=False)
    assert "Wettstreit · Ann gegen Ben" in said
    assert "msgid" not in said


def test_log_reads_back_independent_of_language():
    table = GameTable.begin(GAME, PLAIN)
    for number, values in enumerate((("skill_test",), ("might",), (ANN,), ("9",))):
        prompt = table.open[0]
        table.answer(Answer(f"a{number}", prompt.id, values, prompt.seat))
    before = [to_entry(GAME, as_stored(to_row(entry))) for entry in table.log]
    again = GameTable(GAME, before)
    assert (again.run.state, again.open) == (table.run.state, table.open)


def told(record: object) -> Iterator[str]:
    """Yield all words of a shipped record that players read."""
    if isinstance(record, tuple | list):
        for one in record:
            yield from told(one)
    elif is_dataclass(record):
        for field in fields(record):
            value = getattr(record, field.name)
            if isinstance(value, str) and field.name in READ:
                yield value
            else:
                yield from told(value)


def test_content_words_are_in_the_catalogue_template():
    found = {message.id for message in template("draw_your_weapon_content")}
    ours = [adventures.adventures(), characters.characters(), weapons.weapons(), weapons.features()]
    words = [one for records in ours for record in records.values() for one in told(record)]
    assert [one for one in words if LETTERS.search(one) and one not in found] == []
