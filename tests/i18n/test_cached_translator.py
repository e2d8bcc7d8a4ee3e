"""A text is recognised by what made it, and said in another language; what nobody translated stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.catalogue import Catalogue, CatalogueEntry
from companion.i18n.message_pattern import pattern_of
from companion.i18n.number_format import NumberFormat
from companion.i18n.translator import CachedTranslator

WORDS = {
    "{0} moves to {1}.": "{0} geht nach {1:in}.",
    "{0} moves.": "{0} geht.",
    "{0} finds {1}, {2}.": "{1} für {0}: {2}.",
    "{0} clues": "{0} Hinweise",
    "{0} clue": "{0} Hinweis",
    "{0} and {1}": "{0} und {1}",
    "the {0} is angry": "{0:cap} ist zornig",
    "{0} of {1}": "{0} von {1}",
    "Kitchen": "Küche",
    "hound": "der Hund",
    "skull": "Totenkopf",
    "Success": "Erfolg",
    "The water rises.": "Das Wasser steigt.",
    "One. And two, they say.\n\nAnd three.": "Eins. Und zwei, heißt es.\n\nUnd drei.",
    "{action} <b>Search</b>": "{action} <b>Suchen</b>",
    "The last lamp goes out and nobody speaks of it. It was the green one.": "Die letzte Lampe erlischt, und keiner sagt etwas. Es war die grüne.",
}
FORMS = {("Kitchen", "in"): "in die Küche", ("{0}", "in"): "zum Ort {0}"}
PEOPLE = frozenset({"Ann", "Ben"})


def made(words: dict[str, str] = WORDS, forms: dict[tuple[str, str], str] = FORMS) -> CachedTranslator:
    plain = [CatalogueEntry(text, said) for text, said in words.items()]
    formed = [CatalogueEntry(text, said, form) for (text, form), said in forms.items()]
    lines = [CatalogueEntry(text, said) for text, said in zip(*(w.split("\n\n") for w in THREE), strict=True)]
    bare = [CatalogueEntry("Search", "Suchen")]
    return CachedTranslator(Catalogue([*plain, *formed, *lines, *bare]), NumberFormat(",", " %"))


THREE = ("One. And two, they say.\n\nAnd three.", "Eins. Und zwei, heißt es.\n\nUnd drei.")
GERMAN = made()


def say(text: str) -> str:
    return GERMAN.say(text, PEOPLE)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The water rises.", "Das Wasser steigt."),
        ("The water rises", "Das Wasser steigt"),
        ("Ann moves.", "Ann geht."),
        ("Ann finds 2 clues, Kitchen.", "2 Hinweise für Ann: Küche."),
        ("Ann finds 1 clue, Attic.", "1 Hinweis für Ann: Attic."),
        ("skull", "Totenkopf"),
        ("Skull", "Totenkopf"),
        ("success", "Erfolg"),
        ("Ann: success, skull, success", "Ann: Erfolg, Totenkopf, Erfolg"),
        ("Ann and Ben", "Ann und Ben"),
        ("the hound is angry", "Der Hund ist zornig"),
        ("Ann moves. The water rises. Ben moves.", "Ann geht. Das Wasser steigt. Ben geht."),
        ("Kitchen · skull", "Küche · Totenkopf"),
        ("1.5", "1,5"),
        ("64%", "64 %"),
        ("skull 10%, success 1.5", "Totenkopf 10 %, Erfolg 1,5"),
        ("", ""),
        ("+2", "+2"),
        ("{action} <b>Search</b>", "{action} <b>Suchen</b>"),
        ("Nobody wrote this one.", "Nobody wrote this one."),
        ("Take a walk and run", "Take a walk and run"),
    ],
)
def test_a_text_is_said(text, said):
    assert say(text) == said


def test_a_form_of_a_name_is_used_where_a_sentence_asks_for_it_and_made_where_the_name_has_none():
    assert say("Ann moves to Kitchen.") == "Ann geht nach in die Küche."
    assert say("Ann moves to Somewhere.") == "Ann geht nach zum Ort Somewhere."


def test_names_of_people_stay_whatever_they_are_called():
    assert GERMAN.say("skull moves.", frozenset({"skull"})) == "skull geht."
    assert GERMAN.say("{1} moves.", frozenset({"{1}"})) == "{1} geht."


def test_a_pattern_of_two_sentences_is_taken_before_each_of_them():
    tongue = made({"A {0}: noise. {1}.": "Eine {0}: Lärm. {1}.", "{0}: noise.": "Bei {0} Lärm."}, {})
    assert tongue.say("A 4: noise. Ann.", PEOPLE) == "Eine 4: Lärm. Ann."


def test_several_sentences_that_are_one_entry_are_found_between_others():
    assert say("Ann moves. One. And two, they say. Ben moves.") == "Ann geht. Eins. Und zwei, heißt es. Ben geht."


def test_a_text_that_was_cut_short_is_the_beginning_of_the_other():
    assert say("The last lamp goes out and nobody speaks of it.") == "Die letzte Lampe erlischt, und keiner sagt etwas."
    short = say("The last lamp goes out and nobody…")
    assert short.endswith("…")
    assert "Die letzte Lampe erlischt, und keiner sagt etwas.".startswith(short.removesuffix("…"))


def test_a_text_with_names_that_was_cut_short_is_the_beginning_of_the_other():
    english = (
        "Hot linen, so near that you turn round. {0} says that there is somebody behind the door, who counts aloud."
    )
    tongue = made({english: "Heiße Wäsche, so nah, dass ihr euch umdreht. {0} sagt, hinter der Tür zählt jemand."}, {})
    short = tongue.say("Hot linen, so near that you turn round. Ann says that there is some…", PEOPLE)
    assert short.startswith("Heiße Wäsche, so nah, dass ihr euch umdreht. Ann")
    assert short.endswith("…")


def test_two_letters_are_no_beginning_of_a_text_with_a_name():
    long = (
        "{0} inspects you one after another, as a dealer inspects old clocks, and stops at the one that ticks unevenly."
    )
    tongue = made(
        {long: "{0} begutachtet euch der Reihe nach.", "Bread stands there. They breathe.": "Da steht Brot."}, {}
    )
    assert tongue.translate_marked("Somebody is breathing in…", PEOPLE).unknown == ("Somebody is breathing in",)


def test_a_symbol_whose_english_was_told_without_marks_is_a_word_of_the_language():
    entries = (CatalogueEntry("Each success counts.", "Jeder {success} zählt."), CatalogueEntry("success", "Erfolg"))
    assert (
        CachedTranslator(Catalogue(entries), NumberFormat(",", "\u202f%")).say("Each success counts.", PEOPLE)
        == "Jeder Erfolg zählt."
    )


def test_the_name_of_a_symbol_stays_for_the_page_to_draw():
    tongue = made({"{0} tests {{1}}.": "{0} legt eine Probe auf {{1}} ab.", "will": "Wille"}, {})
    assert tongue.say("Ann tests {will}.", PEOPLE) == "Ann legt eine Probe auf {will} ab."


def test_what_stays_unknown_is_told():
    assert GERMAN.translate_marked("Ann finds 2 clues, Attic.", PEOPLE).unknown == ("Attic",)
    assert GERMAN.translate_marked("Ann finds 2 clues, Kitchen.", PEOPLE).unknown == ()


def test_no_hole_takes_one_bracket_of_two():
    tongue = made({"{0} of {1}": "{0} von {1}", "{0} of Clubs": "Kreuz {0}"}, {})
    assert tongue.say("Ann 8 (8 of Clubs)", PEOPLE) == "Ann 8 (Kreuz 8)"


def test_the_split_whose_holes_are_known_wins():
    tongue = made({"{0} of {1}": "{0} aus {1}", "King of Hearts": "Herzkönig", "Ann of Cleves": "Anna von Kleve"}, {})
    assert tongue.say("King of Hearts of Ann of Cleves") == "Herzkönig aus Anna von Kleve"


NAMES = st.text(st.characters(categories=["L", "Nd"], include_characters=" -'{}"), min_size=1, max_size=12).filter(
    lambda name: name.strip() == name
)


@given(NAMES, NAMES)
def test_any_names_in_the_holes_come_back_in_the_other_language(one, two):
    text = WORDS["{0} moves to {1}."].replace("{0}", one, 1).replace("{1:in}", f"zum Ort {two}")
    assert GERMAN.say(f"{one} moves to {two}.", frozenset({one, two})) == text


@given(st.text(max_size=200))
def test_no_text_stops_it(text):
    assert isinstance(GERMAN.say(text), str)


@pytest.mark.slow
@pytest.mark.parametrize("between", [" ", ", ", " and ", ". ", " of ", ": "])
def test_nonsense_takes_a_bounded_number_of_tries(between):
    """A thousand words that stand in patterns: without a bound this took for ever."""
    words = ["moves", "to", "and", "clues", "finds", "of", "skull", "the", "is", "angry"] * 100
    assert GERMAN.say(between.join(words)[:5900])


class Searched(str):
    """A text that counts how often something was looked for in it."""

    __slots__ = ("times",)

    def find(self, *args: object) -> int:
        self.times = getattr(self, "times", 0) + 1
        return super().find(*args)  # type: ignore[arg-type]


def test_a_pattern_whose_last_piece_is_missing_is_given_up():
    text = Searched("Ann" + ": x" * 40 + " = x" * 40 + " (counts as x" * 40 + " needed.")
    assert not list(pattern_of("{0}: {1} = {2} (counts as {3}), {4} needed.").splits(text))
    assert text.times < 10_000
