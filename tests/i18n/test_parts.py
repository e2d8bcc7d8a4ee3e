"""No hole swallows what stands for itself: parts between dots, sentences, a stop, a label; the fuller pattern comes first."""

from __future__ import annotations

import pytest

from companion.i18n.catalogue import Catalogue, CatalogueEntry
from companion.i18n.number_format import NumberFormat
from companion.i18n.translations import Translations
from companion.i18n.translator import CachedTranslator

WORDS = {
    "Move to {0}": "{0:in:cap} gehen",
    "{0} card": "{0} Karte",
    "the Bridge": "die Brücke",
    "{0} discards a card.": "{0} legt eine Karte ab.",
    "Nobody slept. Everybody discards a card.": "Niemand schlief. Alle legen eine Karte ab.",
    "Cold air": "Kalte Luft",
    "The {0} attacks {1}": "{0:cap} greift {1} an",
    "The {0} attacks {1}.": "{0:cap} greift {1} an.",
    "The {0} attacks {1} ({2}).": "{0:cap} greift {1} an ({2}).",
    "queen": "die Königin",
    "surprise": "Überraschung",
    "Draw two cards": "Zwei Karten ziehen",
    "passed by {0}": "um {0} geschafft",
    "passed by 0": "genau geschafft",
    "intellect": "Intellekt",
    "icons": "Symbole",
    "if you fail: {0}": "nicht geschafft: {0}",
    "{0} horror": "{0} Horror",
}
FORMS = {("the Bridge", "in"): "auf die Brücke"}
PEOPLE = frozenset({"Ann", "Ben"})
GERMAN = CachedTranslator(
    Catalogue(
        [
            *(CatalogueEntry(text, said) for text, said in WORDS.items()),
            *(CatalogueEntry(t, said, f) for (t, f), said in FORMS.items()),
        ]
    ),
    NumberFormat(","),
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Move to the Bridge · 1 card", "Auf die Brücke gehen · 1 Karte"),
        ("Nobody slept. Everybody discards a card. Ann discards a card.",
         "Niemand schlief. Alle legen eine Karte ab. Ann legt eine Karte ab."),
        ("Cold air: The queen attacks Ann.", "Kalte Luft: Die Königin greift Ann an."),
        ("The queen attacks Ann (surprise).", "Die Königin greift Ann an (Überraschung)."),
        ("Ann: Draw two cards.", "Ann: Zwei Karten ziehen."),
        ("passed by 2", "um 2 geschafft"),
        ("passed by 0", "genau geschafft"),
        ("intellect 4 + icons 2 − lamp 1", "Intellekt 4 + Symbole 2 − lamp 1"),
        ("If you fail: 1 horror.", "Nicht geschafft: 1 Horror."),
    ],
)  # fmt: skip
def test_each_part_is_said_for_itself(text, said):
    assert GERMAN.say(text, PEOPLE) == said


def test_at_a_games_table_no_other_game_is_heard():
    both = Translations(
        {
            "nemesis": (CatalogueEntry("Queen", "Königin"), CatalogueEntry("{0} clue", "{0} Spur")),
            "draw_your_weapon": (
                CatalogueEntry("Queen", "Dame"),
                CatalogueEntry("1 clue", "1 Hinweis"),
                CatalogueEntry("Pile", "Ablage"),
            ),
            "house": (CatalogueEntry("Undo", "Rückgängig"),),
        },
        NumberFormat(","),
    )
    nemesis = both.tongue("nemesis")
    assert [nemesis.say(word) for word in ("Queen", "1 clue", "Pile", "Undo")] == [
        "Königin",
        "1 Spur",
        "Pile",
        "Rückgängig",
    ]
    assert both.tongue().say("Pile") == "Ablage"
