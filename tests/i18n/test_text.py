"""One text, several languages: what is rendered, what is kept, and what cannot go wrong."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.i18n import Text, _, from_data, joined, listed, ngettext, pgettext
from companion.i18n.render import Renderer, renderer
from companion.schema import Option, Prompt, from_json, to_json


def speaking(locale: str, *messages: tuple[object, object] | tuple[object, object, str]) -> Renderer:
    catalog = Catalog(locale=locale)
    for msgid, msgstr, *context in messages:
        catalog.add(msgid, msgstr, context=context[0] if context else None)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return renderer(locale, GNUTranslations(compiled))


KITCHEN = _("Kitchen")
MOVES = _("{who} moves to {place}.", who="Ann", place=KITCHEN)


def test_english_is_the_message():
    assert str(MOVES) == "Ann moves to Kitchen."


def test_arguments_are_rendered_in_the_same_language():
    german = speaking("de", ("{who} moves to {place}.", "{who} geht nach: {place}."), ("Kitchen", "Küche"))
    assert german.say(MOVES) == "Ann geht nach: Küche."


def test_a_translation_asks_for_a_form_of_a_name():
    german = speaking(
        "de",
        ("{who} moves to {place}.", "{who} geht {place.in}."),
        ("Kitchen", "in die Küche", "in"),
        ("{name}", "zum Ort {name}", "in"),
    )
    assert german.say(MOVES) == "Ann geht in die Küche."
    assert german.say(_("{who} moves to {place}.", who="Ann", place=from_data("Cellar"))) == "Ann geht zum Ort Cellar."
    assert german.say(_("{who} moves to {place}.", who="Ann", place="Ben's room")) == "Ann geht zum Ort Ben's room."


@pytest.mark.parametrize(("n", "said"), [(1, "1 karta"), (3, "3 karty"), (12, "12 kart"), (22, "22 karty")])
def test_polish_has_three_plurals(n, said):
    polish = speaking("pl", (("{n} card", "{n} cards"), ("{n} karta", "{n} karty", "{n} kart")))
    assert polish.say(ngettext("{n} card", "{n} cards", n)) == said


def test_lists_are_joined_as_the_language_does():
    party = listed(["Ann", "Ben", "Cleo"])
    assert str(party) == "Ann, Ben and Cleo"
    assert speaking("de").say(party) == "Ann, Ben und Cleo"
    assert str(joined(" · ", ["Combat", "", _("Round {n}", n=2)])) == "Combat · Round 2"
    assert not listed([])


def test_a_form_reaches_every_item_of_a_list():
    german = speaking(
        "de",
        ("{a} strikes {b}.", "{a} trifft {b.acc}."),
        ("the dog", "den Hund", "acc"),
        ("the cat", "die Katze", "acc"),
    )
    assert (
        german.say(_("{a} strikes {b}.", a="Ann", b=listed([_("the dog"), _("the cat")])))
        == "Ann trifft den Hund und die Katze."
    )


def test_context_keeps_homonyms_apart():
    german = speaking("de", ("Queen", "Dame", "card"), ("Queen", "Königin"))
    assert (german.say(pgettext("card", "Queen")), german.say(_("Queen"))) == ("Dame", "Königin")


def test_numbers_are_written_as_the_language_does():
    assert speaking("de").say(_("{n:+} for the suit", n=2)) == "+2 for the suit"
    assert speaking("de").say(_("{share:%}", share=0.25)) == "25\xa0%"


def test_signs_that_the_page_draws_stay():
    assert str(from_data("Roll {lore}.")) == "Roll {lore}."
    assert str(_("{who} rolls {lore}.", who="Ann")) == "Ann rolls {lore}."


def test_what_people_typed_stays():
    assert speaking("de", ("Kitchen", "Küche")).say("Kitchen") == "Kitchen"
    assert str(_("{who} is here.", who="{place}")) == "{place} is here."


@pytest.mark.parametrize("msgstr", ["{who.__class__.__mro__}", "{who!r}", "{0}", "{", "{nobody}"])
def test_a_catalogue_can_do_no_harm(msgstr):
    assert "class" not in speaking("de", ("{who} waits.", msgstr)).say(_("{who} waits.", who="Ann")).replace(
        "{who.__class__", ""
    )


def test_text_never_goes_into_an_f_string():
    with pytest.raises(TypeError, match="arguments"):
        f"{KITCHEN}"


def test_it_is_kept_in_the_log_without_a_language():
    prompt = Prompt("1", "choose", MOVES, (Option("a", ngettext("{n} card", "{n} cards", 2)), Option("b", "as typed")))
    kept = to_json(prompt)
    assert kept["title"] == {
        "msgid": "{who} moves to {place}.",
        "args": [["place", {"msgid": "Kitchen"}], ["who", "Ann"]],
    }
    assert from_json(Prompt, kept) == prompt


def test_a_log_of_plain_english_is_still_read():
    old = to_json(Prompt("1", "choose", "Ann: move where?"))
    assert from_json(Prompt, old).title == "Ann: move where?"


def test_whoever_sends_renders():
    prompt = Prompt("1", "choose", MOVES)
    german = speaking("de", ("{who} moves to {place}.", "{who} geht {place}."), ("Kitchen", "Küche"))
    assert (to_json(prompt, str)["title"], to_json(prompt, german.say)["title"]) == (
        "Ann moves to Kitchen.",
        "Ann geht Küche.",
    )


def test_two_of_the_same_message_are_equal():
    assert _("{a} and {b}", a=1, b=2) == _("{a} and {b}", b=2, a=1)
    assert {MOVES: 1}[_("{who} moves to {place}.", place=Text("Kitchen"), who="Ann")] == 1
