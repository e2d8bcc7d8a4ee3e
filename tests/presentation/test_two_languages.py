"""Texts are data: one record is read in English and in German."""

from __future__ import annotations

from functools import cache

import pytest

from companion.engine import check_form, fault_lines, rank_text
from companion.errors import ContentError
from companion.i18n import Say, Text, _
from companion.i18n.languages import Languages
from companion.presentation.pages.graded_throws import reason
from companion.schema import SeenObject, Words
from companion.sessions import ThrowScore, tally
from companion.sessions.table.prompts import free_roll
from companion.web.staff_app import duration_text
from tests.fakes import HERO

BLANK = "\N{NO-BREAK SPACE}"
DICE = [SeenObject("d6", "2", 1.0), SeenObject("d6", "5", 1.0), SeenObject("d6", None, 0.0)]


@cache
def german() -> Say:
    return Languages().say("de")


def score(*read: str) -> ThrowScore:
    return tally(read, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "english", "deutsch"),
    [
        (free_roll(DICE).words, "2 and 5: 7, 1 not recognised", "2 und 5: 7, 1 nicht erkannt"),
        (free_roll(DICE[:1]).words, "2", "2"),
        (free_roll(()).words, "Nothing is read.", "Nichts gelesen."),
        (
            _("The moment “{moment}” was forgotten by {who}.", moment="Quzor", who=_("Seat {number}", number="4")),
            "The moment “Quzor” was forgotten by Seat 4.",
            "Der Moment „Quzor“ wurde von Platz 4 vergessen.",
        ),
        (
            rank_text(_("Dealer"), (0.24, 0.44, 0.26, 0.06), 2),
            "Dealer was among the best 32%.",
            f"Geber war unter den besten 32{BLANK}%.",
        ),
        (duration_text(2 * 3600 + 5 * 60), "2:05 h", "2:05 h"),
        (reason(score("sure", "wrong")), "1 of 2 read as something else.", "1 von 2 als etwas anderes gelesen."),
    ],
)
def test_text_is_read_in_both_languages(words: Words, english: str, deutsch: str) -> None:
    assert isinstance(words, Text)
    assert (str(words), german()(words)) == (english, deutsch)


def test_form_faults_are_translated() -> None:
    with pytest.raises(ContentError) as raised:
        check_form(HERO.fields, {"title": "", "health": 99, "sign": "none"})
    faults = fault_lines(raised.value)
    assert len(faults) == 3
    assert [str(fault) for fault in faults] == str(raised.value).splitlines()
    assert [german()(fault) for fault in faults] == german()(raised.value.sentence).splitlines()
    assert german()(faults[1]).endswith(": Gebraucht wird eine Zahl von 1 bis 20, nicht 99.")
