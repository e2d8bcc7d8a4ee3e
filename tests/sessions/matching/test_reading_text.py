"""Texts about readings."""

from collections import Counter

from companion.engine import draw
from companion.schema import Answer, Reading
from companion.sessions import AnswerGiven
from companion.sessions.matching import OtherReading, unsure_words
from companion.sessions.matching.second_reading import CountedDraw, cannot_be, which

CARD = draw("1", "Ann: draw a card", ("QH", "KH"), of=("card",))
QUEEN = CountedDraw(5, AnswerGiven(Answer("r1", "p4.0", ("QH",), "1", "r1", "vision/cam0"), CARD, closes=True))
OTHER = Reading("r2", "lamp", "bridge/bag", "e", 1, "p4", "", ())


def test_conflict_names_cards_in_words() -> None:
    sentence = which(OTHER, QUEEN, Counter({"KH": 1}))
    assert str(sentence) == "The camera told Queen of Hearts, the tag reader tells King of Hearts. Which is it?"


def test_impossible_card_is_named_in_words() -> None:
    sentence = cannot_be(OTHER, QUEEN, Counter({"10C": 1}))
    assert str(sentence) == (
        "The tag reader tells 10 of Clubs, which cannot be here: Queen of Hearts counts, as the camera told."
    )


def test_hardly_seen_card_is_named_in_words() -> None:
    assert str(unsure_words(OtherReading("r1", "bridge/bag", ("AS",)), "vision/cam0")) == (
        "The tag reader tells Ace of Spades, the camera hardly: which is it?"
    )
