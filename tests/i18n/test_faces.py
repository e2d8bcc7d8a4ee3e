"""What readers tell of faces: in German nothing of it stays English, and a token has one name wherever it is said."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from companion import games
from companion.engine import draw, named, roll, show
from companion.games.nemesis.content import KINDS
from companion.games.nemesis.content.box import BLANK, COMBAT, NOISE
from companion.i18n.languages import Languages
from companion.schema import Answer, Faces, Prompt, Reading, SeenObject
from companion.sessions import AnswerGiven
from companion.sessions.matching import OtherReading, unsure_words, why_not
from companion.sessions.matching.context import CountedDraw
from companion.sessions.matching.second_reading import cannot_be, which
from tests.i18n import ours

INTRUDERS = draw("1", "Ann: draw an Intruder token", ("adult-4", "larva-1"), of=("token", "tag"))
ONE_LEFT = draw("1", "Ann: draw an Intruder token", ("larva-1",), of=("token", "tag"))
CHAOS = draw("1", "Ann: reveal a chaos token", ("skull", "elder_thing"), of=("token",))
ONE_FACE = draw("1", "Ann: reveal a chaos token", ("skull",), of=("token",))
POOL = roll("1", "Ann: roll 1 die", ("success", "investigation", "blank"), 1, of=("mom_d8",))
NOISES = roll("1", "Ann: roll the noise die", NOISE, 1, of=("nemesis_noise",))
FIGHT = roll("1", "Ann: roll the combat die", COMBAT, 1, of=("nemesis_combat",))
CARDS = show("1", "Ann: play a card", ("QH", "10C"), of=("card",))

STRANGE = [
    ("nemesis", INTRUDERS, "queen-4", "Königin 4 ist nicht im Beutel; darin: Ausgewachsener 4, Larve 1."),
    ("nemesis", ONE_LEFT, "breeder-3", "Brüter 3 ist nicht im Beutel; darin: Larve 1."),
    ("nemesis", NOISES, "miss", "Daneben geht hier nicht; es gibt: 1, 2, 3, 4, Stille, Gefahr."),
    (
        "nemesis",
        FIGHT,
        "danger",
        "Gefahr geht hier nicht; es gibt: daneben, Kriecher, Ausgewachsener, ein Treffer, zwei Treffer.",
    ),
    ("arkham", CHAOS, "elder_sign", "Älteres Zeichen ist nicht im Beutel; darin: Totenkopf, Älteres Wesen."),
    ("arkham", ONE_FACE, "auto_fail", "Automatischer Fehlschlag ist nicht im Beutel; darin: Totenkopf."),
    ("mansions", POOL, "6", "6 geht hier nicht; es gibt: Erfolg, Lupe, leer."),
    ("draw_your_weapon", CARDS, "AS", "Pik Ass geht hier nicht; es gibt: Herz Dame, Kreuz 10."),
]


@pytest.mark.parametrize(("game", "prompt", "face", "told"), STRANGE, ids=[f"{one[0]}-{one[2]}" for one in STRANGE])
def test_a_face_that_cannot_be_is_told_in_german(game: str, prompt: Prompt, face: str, told: str) -> None:
    assert german(game, why_not(prompt, (SeenObject(prompt.of[0], face, 1.0),))) == told


FACES = [
    ("nemesis", INTRUDERS, "adult-4", "queen-4", "Ausgewachsener 4", "Königin 4"),
    ("nemesis", INTRUDERS, "blank", "creeper-1", "leer", "Kriecher 1"),
    ("nemesis", FIGHT, "hit1", "hit2", "ein Treffer", "zwei Treffer"),
    ("arkham", CHAOS, "elder_thing", "auto_fail", "Älteres Wesen", "automatischer Fehlschlag"),
    ("mansions", POOL, "investigation", "blank", "Lupe", "leer"),
    ("draw_your_weapon", CARDS, "QH", "AS", "Herz Dame", "Pik Ass"),
]


@pytest.mark.parametrize(("game", "prompt", "one", "other", "first", "second"), FACES, ids=[f[3] for f in FACES])
def test_what_two_readers_tell_is_told_in_german(
    game: str, prompt: Prompt, one: str, other: str, first: str, second: str
) -> None:
    drawn = CountedDraw(5, AnswerGiven(Answer("r1", "p4.0", (one,), "1", "r1", "vision/cam0"), prompt, closes=True))
    told, claim = Reading("r2", "lamp", "bridge/bag", "e", 1, "p4", "", ()), OtherReading("r1", "bridge/bag", (other,))
    assert [
        german(game, which(told, drawn, Counter({other: 1}))),
        german(game, cannot_be(told, drawn, Counter({other: 1}))),
        german(game, unsure_words(claim, "vision/cam0")),
    ] == [
        f"Die Kamera hat „{first}“ gemeldet, das Lesegerät meldet „{second}“. Was stimmt?",
        f"Das Lesegerät meldet „{second}“, das kann hier nicht sein: Es zählt „{first}“, wie die Kamera gemeldet hat.",
        f"Das Lesegerät meldet „{second}“, die Kamera eher nicht: Was stimmt?",
    ]


@pytest.mark.parametrize("faces", [(*KINDS, BLANK), COMBAT, NOISE[4:]], ids=["tokens", "combat die", "noise die"])
def test_the_page_has_the_words_of_the_sentences(faces: Faces) -> None:
    on_page = {face: told.word for page in games.pages().values() for face, told in page.faces.items()}
    assert [on_page[face].lower() for face in faces] == [named(face) for face in faces]
    page = Languages().page("de")
    assert page is not None
    in_german = [json.loads(page.json)[on_page[face]] for face in faces]
    assert [said.lower() for said in in_german] == [german("nemesis", named(face)).lower() for face in faces]


def german(game: str, text: str) -> str:
    return ours.german().tongue(game).say(text, frozenset({"Ann"}))
