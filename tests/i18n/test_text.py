"""One text, several languages: what is rendered, what is kept, and what cannot go wrong."""

from __future__ import annotations

import json
from gettext import GNUTranslations
from io import BytesIO
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.errors import CodecError
from companion.i18n import Text, _, from_data, joined, listed, ngettext, pgettext
from companion.i18n.render import LONGEST, Renderer
from companion.schema import ChoosePrompt, Option, Prompt, ReaderStatus, codec, from_json, to_json


def speaking(locale: str, *messages: tuple[object, object] | tuple[object, object, str]) -> Renderer:
    catalog = Catalog(locale=locale)
    for msgid, msgstr, *context in messages:
        catalog.add(msgid, msgstr, context=context[0] if context else None)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Renderer(locale, GNUTranslations(compiled))


KITCHEN = _("Kitchen")
MOVES = _("{who} moves to {place}.", who="Ann", place=KITCHEN)
STRIKES = "{a} strikes {b}."


def test_arguments_are_rendered_in_the_same_language():
    german = speaking("de", ("{who} moves to {place}.", "{who} geht nach: {place}."), ("Kitchen", "Küche"))
    assert german.say(MOVES) == "Ann geht nach: Küche."
    assert str(MOVES) == "Ann moves to Kitchen."


@pytest.mark.parametrize(
    ("place", "said"), [(KITCHEN, "in die Küche"), (_("Cellar"), "zum Ort Cellar"), ("Ben's", "zum Ort Ben's")]
)
def test_a_translation_asks_for_a_form_of_a_name(place, said):
    message = "{who} moves to {place}."
    forms = ("Kitchen", "in die Küche", "in"), ("{name}", "zum Ort {name}", "in")
    german = speaking("de", (message, "{who} geht {place.in}."), *forms)
    assert german.say(_(message, who="Ann", place=place)) == f"Ann geht {said}."


def test_a_form_reaches_every_item_of_a_list():
    forms = ("the dog", "den Hund", "acc"), ("the cat", "die Katze", "acc")
    german = speaking("de", (STRIKES, "{a} trifft {b.acc}."), *forms)
    struck = listed([_("the dog"), _("the cat")])
    assert german.say(_(STRIKES, a="Ann", b=struck)) == "Ann trifft den Hund und die Katze."


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


def test_context_keeps_homonyms_apart():
    german = speaking("de", ("Queen", "Dame", "card"), ("Queen", "Königin"))
    assert (german.say(pgettext("card", "Queen")), german.say(_("Queen"))) == ("Dame", "Königin")


@pytest.mark.parametrize(
    ("value", "spec", "english", "german"),
    [
        (2, ":+", "+2", "+2"),
        (12345, "", "12,345", "12.345"),
        (0.625, ":%", "63%", "63\xa0%"),
        (0.005, ":%", "1%", "1\xa0%"),
        (0.574999, ":%", "57%", "57\xa0%"),
        (0.17, ":.1%", "17.0%", "17,0\xa0%"),
        (17.0, ":.1f", "17.0", "17,0"),
        (16.6667, ":.0f", "17", "17"),
        (2.5, "", "2.5", "2,5"),
        (5.0, "", "5", "5"),
    ],
)
def test_numbers_are_written_as_the_language_does(value, spec, english, german):
    text = from_data(f"{{number{spec}}}", number=value)
    assert (str(text), speaking("de").say(text)) == (english, german)


def test_signs_that_the_page_draws_and_what_people_typed_stay():
    assert str(from_data("Roll {lore}.")) == "Roll {lore}."
    assert str(_("{who} rolls {lore}.", who="{place}")) == "{place} rolls {lore}."
    assert speaking("de", ("Kitchen", "Küche")).say("Kitchen") == "Kitchen"


@pytest.mark.parametrize(
    "msgstr", ["{who.__class__.__mro__}", "{who!r}", "{0}", "{", "{nobody}", "{who:zz}", "{who:+}"]
)
def test_a_catalogue_can_do_no_harm(msgstr):
    said = speaking("de", ("{who} waits.", msgstr)).say(_("{who} waits.", who="Ann"))
    assert said in {msgstr, "Ann"}


@pytest.mark.parametrize(
    ("msgstr", "said"), [("{n:+}", "+0,25"), ("{n:.1f}", "0,3"), ("{n}", "0,25"), ("{n:%}", "25\xa0%")]
)
def test_a_catalogue_may_write_a_number_in_any_format(msgstr, said):
    assert speaking("de", ("{n} left", msgstr)).say(_("{n} left", n=0.25)) == said
    assert speaking("de", ("{n} left", "{n:.1%}")).say(_("{n} left", n=1)) == "100,0\xa0%"


@pytest.mark.parametrize("value", [None, True, b"Ann", ["Ann"]])
def test_text_refuses_invalid_arguments(value):
    with pytest.raises(TypeError, match="who is a"):
        _("{who} waits.", who=value)
    with pytest.raises(TypeError, match="arguments of another"):
        f"{KITCHEN}"
    with pytest.raises(TypeError, match="an item is a"):
        listed(["Ann", value])


def test_text_is_stored_without_a_language():
    prompt = ChoosePrompt("1", MOVES, (Option("a", ngettext("{n} card", "{n} cards", 2)), Option("b", "as typed")))
    kept = to_json(prompt)
    args = [["place", {"msgid": "Kitchen"}], ["who", "Ann"]]
    assert kept["title"] == {"msgid": "{who} moves to {place}.", "args": args}
    assert from_json(Prompt, kept) == prompt
    assert from_json(Prompt, kept | {"title": "Ann: move where?"}).title == "Ann: move where?", "a log of before"


def test_text_is_rendered_on_sending():
    german = speaking("de", ("Kitchen", "Küche"))
    assert to_json(ChoosePrompt("1", KITCHEN), german.say)["title"] == "Küche"
    assert to_json({"places": [KITCHEN]}, german.say) == {"places": ["Küche"]}


def test_two_of_the_same_message_are_equal():
    assert _("{a} and {b}", a=1, b=2) == _("{a} and {b}", b=2, a=1)
    assert {MOVES: 1}[_("{who} moves to {place}.", place=Text("Kitchen"), who="Ann")] == 1


def sent(words: Any) -> ReaderStatus:
    return codec.decode(ReaderStatus, json.dumps({"v": 1, "state": "online", "last_error": words}).encode())


def grown(times: int, message: str) -> Any:
    return {"msgid": message, "args": [["a", grown(times - 1, message)]]} if times else "ten letters"


@pytest.mark.parametrize(
    "words",
    [
        grown(40, "{a}{a}{a}"),
        grown(60, "{a}"),
        {"msgid": "x" * 15_000},
        {"msgid": "x" * 8_000, "items": [""] * 1_900},
        {"msgid": "against", "items": ["a", "b"]},
        {"msgid": "{n:.40f}", "args": [["n", 0.5]]},
        {"msgid": "{n:%}", "args": [["n", 1e15]]},
    ],
    ids=["grows", "deep", "long", "much between", "joined by nothing of ours", "a format that nobody knows", "large"],
)
def test_text_from_elsewhere_says_no_more_than_a_page_holds(words: Any) -> None:
    assert 0 < len(str(sent(words).last_error)) <= LONGEST + 1


@pytest.mark.parametrize("args", [5, [["n", 10**40]], [["n", 1e300]], [["n", True]], [["n"]]])
def test_stored_text_of_another_form_is_refused(args: Any) -> None:
    with pytest.raises(CodecError):
        sent({"msgid": "{n}", "args": args})
