"""Interpretation of a reading for the open prompts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import count, draw, roll, show
from companion.schema import TABLE, Meaning, Prompt, Question, Reading, SeenObject
from companion.sessions import AmbiguousReading
from companion.sessions.matching import MatchedReading, TrayZones, UnmatchedReading, match, zones_of
from companion.sessions.matching.matcher import share

Prompts: TypeAlias = tuple[Prompt, ...]
TAGS = {"62E3": Meaning("token", "skull")}
D8 = ("success",) * 3 + ("investigation",) * 2 + ("blank",) * 3


def asked(*prompts: Prompt) -> Prompts:
    return tuple(replace(p, id=f"p7.{i}") for i, p in enumerate(prompts))


def seen(*values: str | None, kind: str = "mom_d8", conf: float = 0.97) -> tuple[SeenObject, ...]:
    return tuple(SeenObject(kind, value, conf) for value in values)


def tag(id: str) -> SeenObject:
    return SeenObject("tag", id, 1.0)


def reading(*objects: SeenObject, expect: str = "p7", zone: str = "tray") -> Reading:
    return Reading("r1", "lamp", "vision/cam0", "e", 1, expect, zone, objects)


TWO_DICE = asked(roll("1", "Ann: roll 2 dice", D8, 2, of=("mom_d8",)))
LOCKED_DIE = asked(roll("1", "Ann: again", D8, 2, of=("mom_d8",), locked=("success",)))
BAG = asked(draw("1", "Ann: a token", ("skull", "-1", "-1"), of=("token", "tag")))
MORE = asked(draw("1", "Ann: another token", ("-1", "-1"), of=("token",), locked=("skull",)))
CARD = asked(show("1", "Ann: play a card", ("QH", "10C"), of=("card",)))
HANDS = asked(*(show(s, f"Seat {s}: a card", ("AS", "2S", "3S"), of=("card",)) for s in "12"))
PARTIAL = SeenObject("mom_d8", "blank", 0.99, partial=True)
UNSURE_D6 = SeenObject("d6", None, 0.5, (("3", 0.5), ("5", 0.3)), (9.0, 9.0, 9.0, 9.0))
COCKED = SeenObject("mom_d8", "blank", 0.99, cocked=True)


TRAY = ((0.0, 0.0), (300.0, 0.0), (300.0, 100.0), (0.0, 100.0))
DUEL = asked(
    *(
        show(s, f"{name}: a card", ("AS", "2S", "3S"), of=("card",), zone=f"seat-{s}")
        for s, name in (("1", "Ann"), ("2", "Ben"))
    )
)
SIDES = zones_of(Question(DUEL))


def at(value: str | None, x: float, conf: float = 0.97) -> SeenObject:
    """A card 30 wide in the tray of 300."""
    return SeenObject("card", value, conf, (("3S", 0.4),) if value is None else (), (x - 15, 30.0, 30.0, 40.0))


@pytest.mark.parametrize(
    ("objects", "prompts", "values"),
    [
        ((*seen("success", "blank"), SeenObject("unknown")), TWO_DICE, ("success", "blank")),
        (seen("success", "blank"), LOCKED_DIE, ("success", "blank")),
        (seen("blank"), LOCKED_DIE, ("success", "blank")),
        ((tag("62E3"),), BAG, ("skull",)),
        (seen("skull", "-1", kind="token"), MORE, ("-1",)),
        ((at("AS", 220),), DUEL[:1], ("AS",)),
    ],
    ids=[
        "a coin beside",
        "locked die on the tray",
        "locked die taken off",
        "taught tag",
        "token revealed before",
        "one seat has the tray",
    ],
)
def test_match_ignores_other_objects(objects: Any, prompts: Prompts, values: tuple[str, ...]) -> None:
    taken = match(reading(*objects), prompts, tags=TAGS)
    assert isinstance(taken, MatchedReading) and taken.answer.values == values


@pytest.mark.parametrize(
    ("objects", "prompts", "values", "why"),
    [
        ((*seen("success"), PARTIAL), TWO_DICE, ("success", ""), "over the rim"),
        ((*seen("success"), COCKED), TWO_DICE, ("success", ""), "cocked"),
        ((*seen("success"), *seen("blank", conf=0.6)), TWO_DICE, ("success", ""), "One is not sure: what does it show?"),
        (seen("success"), TWO_DICE, ("success",), "2 wanted, 1 seen."),
        (seen("success", "blank", "blank"), TWO_DICE, ("success", "blank", "blank"), "2 wanted, 3 seen."),
        ((SeenObject("unknown"),) * 2, TWO_DICE, (), "was read as what is asked for"),
        ((SeenObject("unknown"), UNSURE_D6), TWO_DICE, (), "was read as what is asked for"),
        (seen("blank", "blank"), LOCKED_DIE, ("blank", "blank"), "locked"),
        ((tag("FFFF"),), BAG, ("",), "FFFF is not taught yet"),
        (seen("elder_sign", kind="token"), BAG, ("",), "Elder sign is not in the bag; there are skull, -1."),
        (seen("AS", kind="card"), CARD, ("",), "Ace of Spades is not possible here; there are Queen of Hearts, 10 of Clubs."),
        (seen("AS", kind="card"), HANDS, ("AS",), "Whose is it?"),
    ],
    ids=["partial", "cocked", "unsure", "too few", "too many", "unknown", "taken for other dice",
         "locked die differs", "untaught tag", "not in the bag", "impossible card", "two owners"],
)  # fmt: skip
def test_match_asks_about_a_doubtful_reading(objects: Any, prompts: Prompts, values: Any, why: str) -> None:
    doubt = match(reading(*objects), prompts, tags=TAGS)
    assert isinstance(doubt, AmbiguousReading) and why in str(doubt.why) and doubt.values == values


def test_match_asks_with_faces_of_an_unsure_die() -> None:
    doubt = match(reading(UNSURE_D6), asked(roll("1", "Ann: roll", tuple("123456"), 1, of=("d6",))))
    assert isinstance(doubt, AmbiguousReading)
    assert (doubt.open, doubt.objects) == ((0,), (UNSURE_D6,))


@pytest.mark.parametrize(("sender", "is_told"), [("", False), (TABLE, True)], ids=["camera", "photograph"])
def test_photo_of_other_dice_says_that_it_answers_nothing(sender: str, is_told: bool) -> None:
    meaning = match(replace(reading(*seen("4", kind="d6")), sender=sender), TWO_DICE)
    assert isinstance(meaning, UnmatchedReading)
    assert ("answers nothing" in str(meaning.why)) == is_told


def test_match_asks_nothing_about_an_unsure_die_that_lay_there() -> None:
    assert isinstance(match(reading(UNSURE_D6), TWO_DICE, before=(UNSURE_D6,)), UnmatchedReading)


@pytest.mark.parametrize(
    ("one", "prompts"),
    [
        (reading(tag("FFFF"), zone="bag"), TWO_DICE),
        (reading(*seen("4", kind="d6")), TWO_DICE),
        (reading(*seen("success", "blank"), expect="p3"), TWO_DICE),
        (reading(*seen("success", "blank"), expect=""), TWO_DICE),
        (reading(), TWO_DICE),
        (reading(*seen("success", "blank"), zone="seat-2"), TWO_DICE),
        (reading(*seen("1", kind="d6")), asked(count("1", "How many?", 0, 3))),
    ],
    ids=[
        "untaught tag",
        "other dice",
        "another question",
        "no question",
        "empty tray",
        "another zone",
        "a tap is wanted",
    ],
)
def test_match_leaves_other_readings(one: Reading, prompts: Prompts) -> None:
    assert isinstance(match(one, prompts), UnmatchedReading)


def laid(
    *objects: SeenObject, open: Prompts = DUEL, before: tuple[SeenObject, ...] = ()
) -> MatchedReading | AmbiguousReading | UnmatchedReading:
    on_tray = replace(reading(*objects), tray=TRAY)
    return match(on_tray, open, zones=replace(SIDES, owners={"p7.0": "Ann", "p7.1": "Ben"}), before=before)


@pytest.mark.parametrize(
    ("objects", "open_prompts", "before", "answers"),
    [
        ((at("2S", 220),), DUEL, (), {"2": ("2S",)}),
        ((at("AS", 60), at("2S", 150)), DUEL, (), {"1": ("AS",), "2": ("2S",)}),
        ((at("AS", 60), at("2S", 220)), DUEL[1:], (at("AS", 60),), {"2": ("2S",)}),
    ],
    ids=["in a zone", "across the border, one owner left", "beside an old card"],
)
def test_zones_find_the_owner(objects: Any, open_prompts: Prompts, before: Any, answers: Any) -> None:
    taken = laid(*objects, open=open_prompts, before=before)
    assert isinstance(taken, MatchedReading) and {a.by: a.values for a in taken.answers} == answers


@pytest.mark.parametrize(
    ("objects", "open_prompts", "before", "why"),
    [
        ((at("AS", 30), at("2S", 100), at("3S", 220)), DUEL, (), "3 lie there, 2 are wanted: take away what is not meant."),
        ((at("AS", 30), at("2S", 100)), DUEL, (), "2 lie in Ann’s zone: lay each in the zone of its seat."),
        ((at("AS", 210),), DUEL[1:], (at("AS", 212),), ""),
        ((at("AS", 30), at("2S", 100)), DUEL[1:], (at("AS", 30),), "It lies in the zone of another seat: lay it in Ben’s."),
    ],
    ids=["too many", "two in one zone", "old card", "new card in a wrong zone"],
)  # fmt: skip
def test_zones_refuse_with_a_remedy(objects: Any, open_prompts: Prompts, before: Any, why: str) -> None:
    stray = laid(*objects, open=open_prompts, before=before)
    assert isinstance(stray, UnmatchedReading) and str(stray.why) == why


def test_zones_ask_about_a_card_across_the_border() -> None:
    doubt = laid(at("AS", 150))
    assert isinstance(doubt, AmbiguousReading) and str(doubt.why) == "Whose is it?" and len(doubt.prompts) == 2
    doubt = match(reading(at("AS", 60), at("2S", 220)), DUEL, zones=SIDES)  # the tray is unknown
    assert isinstance(doubt, AmbiguousReading) and str(doubt.why) == "Whose is it?" and len(doubt.objects) == 1


def test_zone_of_the_reader_counts() -> None:
    taken = match(reading(at("AS", 60), zone="seat-2"), DUEL, zones=SIDES)
    assert isinstance(taken, MatchedReading) and taken.answer.by == "2"
    assert isinstance(match(reading(at("AS", 60), zone="bag"), DUEL, zones=SIDES), UnmatchedReading)


def test_two_cards_of_one_seat_are_asked_about_once() -> None:
    pair = asked(
        show("1", "Ann: a card", ("AS", "2S", "3S"), of=("card",), zone="seat-1"),
        *(
            show("dealer", f"{n}: a card", ("AS", "2S", "3S"), of=("card",), zone="seat-dealer")
            for n in ("Rusk", "Dowd")
        ),
    )
    on_tray = replace(reading(at("AS", 60), at("2S", 180), at("3S", 260)), tray=TRAY)
    taken = match(on_tray, pair, zones=zones_of(Question(pair)))
    assert isinstance(taken, MatchedReading) and [a.by for a in taken.answers] == ["1"]
    assert taken.doubt is not None and str(taken.doubt.why) == "Whose is it?"
    assert [p.title for p in taken.doubt.prompts] == ["Rusk: a card", "Dowd: a card"]


TOKEN = asked(draw("1", "Ann: draw a token", ("skull", "0"), of=("token",)))
BOXED = replace(seen("skull", kind="token")[0], box=(0.0, 0.0, 9.0, 9.0))


@pytest.mark.parametrize(
    ("one", "prompts", "why"),
    [
        (reading(tag("62E3"), expect="", zone="bag"), TOKEN, "It was laid before this was asked: lift it, and lay it again."),
        (reading(tag("untaught"), expect="", zone="bag"), TOKEN, "It was laid before this was asked: lift it, and lay it again."),
        (reading(BOXED, expect="p6"), TOKEN, ""),
        (reading(tag("62E3"), expect="", zone="bag"), TWO_DICE, ""),
    ],
    ids=["tag", "untaught tag", "a camera looks again", "not wanted"],
)  # fmt: skip
def test_early_tag_must_be_laid_again(one: Reading, prompts: Prompts, why: str) -> None:
    early = match(one, prompts, tags=TAGS)
    assert isinstance(early, UnmatchedReading) and str(early.why) == why


# Zones of the tray

SQUARE = ((100.0, 50.0), (500.0, 50.0), (500.0, 250.0), (100.0, 250.0))
ASLANT = ((200.0, 100.0), (400.0, 100.0), (500.0, 300.0), (100.0, 300.0))  # the nearer edge is twice as long
LINE = ((0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0))
TWO, THREE, SIX = (TrayZones(tuple(f"seat-{n}" for n in range(1, count + 1))) for count in (2, 3, 6))
PIXELS = st.floats(-1e5, 1e5)


def card(x: float, y: float = 150.0, size: float = 40.0) -> SeenObject:
    """Its middle at x, y."""
    return SeenObject("card", "AS", 0.99, box=(x - size / 2, y - size / 2, size, size))


@pytest.mark.parametrize(
    ("zones", "seen", "corners", "seats"),
    [
        *((TWO, card(x), SQUARE, "1") for x in (95, 120, 270)),  # the first lies over the rim
        *((TWO, card(x), SQUARE, "2") for x in (330, 499)),
        (TWO, card(295), SQUARE, "12"),
        (THREE, card(366), SQUARE, "23"),
        (SIX, card(333, size=160), SQUARE, "4"),  # wider than a zone, of 67 px
        (SIX, card(302, size=160), SQUARE, "34"),
        (TWO, card(120), (), "12"),
        (TWO, SeenObject("card", "AS", 0.99), SQUARE, "12"),
        (TWO, card(120), LINE, "12"),
        (TWO, card(120), SQUARE[2:] + SQUARE[:2], "1"),  # whichever corner the markers call the first
        (TWO, card(120), SQUARE[::-1], "1"),
        (replace(TWO, side="right"), card(480), SQUARE, "1"),
        (replace(TWO, side="top"), card(300, 70), SQUARE, "1"),
        (replace(TWO, side="bottom"), card(300, 230), SQUARE, "1"),
    ],
)
def test_object_belongs_to_the_zones_under_its_middle(zones: TrayZones, seen: SeenObject, corners: Any, seats: str) -> None:  # fmt: skip
    assert zones.holding(seen, corners) == tuple(f"seat-{seat}" for seat in seats)


def test_the_camera_sees_them_from_left_to_right() -> None:
    assert TWO.in_sight() == ("1", "2") and replace(TWO, side="right").in_sight() == ("2", "1")


def test_oblique_tray_is_divided_in_perspective() -> None:
    assert share(ASLANT, (300.0, 300.0)) == pytest.approx((0.5, 1.0))
    assert share(ASLANT, (300.0, 500 / 3)) == pytest.approx((0.5, 0.5))  # where the diagonals cross
    uneven = ((10.0, 5.0), (110.0, 20.0), (140.0, 90.0), (0.0, 60.0))
    assert [share(uneven, corner) for corner in uneven] == [
        pytest.approx(corner) for corner in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]


def shows(*seats: str) -> tuple[Prompt, ...]:
    return tuple(show(s, f"Seat {s}: a card", ("AS",), of=("card",), zone=f"seat-{s}") for s in seats)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (Question(shows("dealer", "2", "1")), ("seat-1", "seat-2", "seat-dealer")),
        (Question((*shows("1"), roll("2", "Ben: a die", ("1", "2"), 1, of=("d6",)))), ()),
        (Question(shows("1", "2"), first=True), ()),
    ],
    ids=["dealer last", "one seat alone", "first answer closes"],
)
def test_zones_follow_the_seats_of_the_question(question: Question, names: tuple[str, ...]) -> None:
    assert zones_of(question).names == names


@given(st.lists(st.tuples(PIXELS, PIXELS), max_size=5), PIXELS, PIXELS, st.floats(0, 1e4))
def test_any_tray_corners_give_an_owner(corners: list[tuple[float, float]], x: float, y: float, size: float) -> None:
    zones = TWO.holding(card(x, y, size), tuple(corners))
    assert zones and set(zones) <= set(TWO.names)
