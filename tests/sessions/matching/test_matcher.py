"""What a reading means for what is asked."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import count, draw, roll, show
from companion.schema import Meaning, Prompt, Question, Reading, SeenObject
from companion.sessions import AmbiguousReading
from companion.sessions.matching import MatchedReading, UnmatchedReading, match, zones_of

TAGS = {"62E3": Meaning("token", "skull")}
D8 = ("success",) * 3 + ("investigation",) * 2 + ("blank",) * 3


def asked(*prompts: Prompt) -> tuple[Prompt, ...]:
    return tuple(replace(p, id=f"p7.{i}") for i, p in enumerate(prompts))


def seen(*values: str | None, kind: str = "mom_d8", conf: float = 0.97) -> tuple[SeenObject, ...]:
    return tuple(SeenObject(kind, value, conf) for value in values)


def reading(*objects: SeenObject, expect: str = "p7", zone: str = "tray") -> Reading:
    return Reading("r1", "lamp", "vision/cam0", "e", 1, expect, zone, objects)


TWO_DICE = asked(roll("1", "Ann: roll 2 dice", D8, 2, of=("mom_d8",)))


def test_a_sure_roll_of_what_is_asked_is_taken() -> None:
    taken = match(reading(*seen("success", "blank")), TWO_DICE)
    assert isinstance(taken, MatchedReading) and taken.answer.values == ("success", "blank")
    assert (taken.answer.id, taken.answer.reading, taken.answer.source) == ("r1", "r1", "vision/cam0")


def test_a_die_that_is_not_sure_is_asked_about() -> None:
    doubt = match(reading(*seen("success"), *seen("blank", conf=0.6)), TWO_DICE)
    assert isinstance(doubt, AmbiguousReading) and doubt.open == (1,) and doubt.values == ("success", "")


def test_a_die_over_the_rim_is_never_taken() -> None:
    doubt = match(reading(*seen("success"), SeenObject("mom_d8", "blank", 0.99, partial=True)), TWO_DICE)
    assert isinstance(doubt, AmbiguousReading) and "over the rim" in str(doubt.why)


def test_a_cocked_die_is_never_taken() -> None:
    doubt = match(reading(*seen("success"), SeenObject("mom_d8", "blank", 0.99, cocked=True)), TWO_DICE)
    assert isinstance(doubt, AmbiguousReading) and "cocked" in str(doubt.why)


def test_too_few_dice_are_said() -> None:
    doubt = match(reading(*seen("success")), TWO_DICE)
    assert isinstance(doubt, AmbiguousReading) and str(doubt.why) == "2 wanted, 1 seen."


def test_too_many_dice_are_said() -> None:
    doubt = match(reading(*seen("success", "blank", "blank")), TWO_DICE)
    assert isinstance(doubt, AmbiguousReading) and str(doubt.why) == "2 wanted, 3 seen."


def test_a_coin_beside_the_right_dice_does_not_matter() -> None:
    assert isinstance(match(reading(*seen("success", "blank"), SeenObject("unknown")), TWO_DICE), MatchedReading)


def test_only_strangers_where_dice_are_asked_is_a_doubt() -> None:
    doubt = match(reading(SeenObject("unknown"), SeenObject("unknown")), TWO_DICE)
    assert isinstance(doubt, AmbiguousReading) and "was read as what is asked for" in str(doubt.why)


def test_other_dice_than_asked_are_a_free_roll() -> None:
    assert isinstance(match(reading(*seen("4", kind="d6")), TWO_DICE), UnmatchedReading)


def test_what_settled_under_another_question_answers_nothing() -> None:
    assert isinstance(match(reading(*seen("success", "blank"), expect="p3"), TWO_DICE), UnmatchedReading)
    assert isinstance(match(reading(*seen("success", "blank"), expect=""), TWO_DICE), UnmatchedReading)


def test_an_empty_tray_is_a_stray() -> None:
    assert isinstance(match(reading(), TWO_DICE), UnmatchedReading)


def test_another_zone_is_not_meant() -> None:
    assert isinstance(match(reading(*seen("success", "blank"), zone="seat-2"), TWO_DICE), UnmatchedReading)


def test_locked_dice_lie_among_the_others() -> None:
    again = asked(roll("1", "Ann: again", D8, 2, of=("mom_d8",), locked=("success",)))
    taken = match(reading(*seen("blank", "success")), again)
    assert isinstance(taken, MatchedReading) and sorted(taken.answer.values) == ["blank", "success"]


def test_locked_dice_may_be_taken_off_the_tray() -> None:
    again = asked(roll("1", "Ann: again", D8, 2, of=("mom_d8",), locked=("success",)))
    taken = match(reading(*seen("blank")), again)
    assert isinstance(taken, MatchedReading) and taken.answer.values == ("success", "blank")


def test_a_locked_die_that_shows_another_face_is_said() -> None:
    again = asked(roll("1", "Ann: again", D8, 2, of=("mom_d8",), locked=("success",)))
    doubt = match(reading(*seen("blank", "blank")), again)
    assert isinstance(doubt, AmbiguousReading) and "locked" in str(doubt.why)


BAG = asked(draw("1", "Ann: a token", ("skull", "-1", "-1"), of=("token", "tag")))


def test_a_taught_tag_is_a_token() -> None:
    taken = match(reading(SeenObject("tag", "62E3", 1.0), zone="bag"), BAG, tags=TAGS)
    assert isinstance(taken, MatchedReading) and taken.answer.values == ("skull",)


def test_a_tag_that_nobody_taught_is_asked_about() -> None:
    doubt = match(reading(SeenObject("tag", "FFFF", 1.0), zone="bag"), BAG, tags=TAGS)
    assert isinstance(doubt, AmbiguousReading) and doubt.open == (0,) and "FFFF is not taught yet" in str(doubt.why)


def test_a_tag_that_nobody_taught_is_said_where_none_is_asked() -> None:
    stray = match(reading(SeenObject("tag", "FFFF", 1.0), zone="bag"), TWO_DICE)
    assert isinstance(stray, UnmatchedReading) and "FFFF is not taught yet" in str(stray.why)


def test_a_token_that_is_not_in_the_bag_is_named() -> None:
    doubt = match(reading(*seen("elder_sign", kind="token")), BAG)
    assert (
        isinstance(doubt, AmbiguousReading) and str(doubt.why) == "Elder sign is not in the bag; there are skull, -1."
    )
    assert (doubt.values, doubt.open, doubt.possible) == (("",), (0,), frozenset({"skull", "-1"}))


def test_a_card_that_cannot_be_played_is_called_as_people_call_it() -> None:
    doubt = match(reading(*seen("AS", kind="card")), asked(show("1", "Ann: play a card", ("QH", "10C"), of=("card",))))
    assert isinstance(doubt, AmbiguousReading)
    assert str(doubt.why) == "Ace of Spades is not possible here; there are Queen of Hearts, 10 of Clubs."


def test_tokens_revealed_before_lie_there_still() -> None:
    more = asked(draw("1", "Ann: another token", ("-1", "-1"), of=("token",), locked=("skull",)))
    taken = match(reading(*seen("skull", "-1", kind="token")), more)
    assert isinstance(taken, MatchedReading) and taken.answer.values == ("-1",)


HANDS = asked(*(show(s, f"Seat {s}: a card", ("AS", "2S", "3S"), of=("card",)) for s in "12"))


def test_a_card_that_two_may_have_laid_is_asked_about() -> None:
    doubt = match(reading(*seen("AS", kind="card")), HANDS)
    assert isinstance(doubt, AmbiguousReading) and str(doubt.why) == "Whose is it?" and len(doubt.prompts) == 2


def test_the_second_card_is_the_other_one_s() -> None:
    taken = match(reading(*seen("AS", "2S", kind="card")), HANDS[1:], lying=("AS",))
    assert isinstance(taken, MatchedReading) and (taken.answer.prompt, taken.answer.values) == ("p7.1", ("2S",))


def test_what_only_a_tap_answers_takes_no_reading() -> None:
    assert isinstance(match(reading(*seen("1", kind="d6")), asked(count("1", "How many?", 0, 3))), UnmatchedReading)


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


def laid(
    *objects: SeenObject, open: tuple[Prompt, ...] = DUEL, before: tuple[SeenObject, ...] = ()
) -> MatchedReading | AmbiguousReading | UnmatchedReading:
    on_tray = replace(reading(*objects), tray=TRAY)
    return match(on_tray, open, zones=replace(SIDES, owners={"p7.0": "Ann", "p7.1": "Ben"}), before=before)


def test_two_cards_side_by_side_answer_two_prompts() -> None:
    taken = laid(at("2S", 220), at("AS", 60))
    assert isinstance(taken, MatchedReading) and taken.doubt is None
    assert {a.prompt: a.values for a in taken.answers} == {"p7.0": ("AS",), "p7.1": ("2S",)}
    assert len({a.id for a in taken.answers}) == 2 and {a.reading for a in taken.answers} == {"r1"}


def test_a_card_in_one_zone_answers_that_seat() -> None:
    taken = laid(at("2S", 220))
    assert isinstance(taken, MatchedReading) and [(a.prompt, a.by) for a in taken.answers] == [("p7.1", "2")]


def test_a_card_across_the_border_is_asked_about() -> None:
    doubt = laid(at("AS", 150))
    assert isinstance(doubt, AmbiguousReading) and str(doubt.why) == "Whose is it?" and len(doubt.prompts) == 2


def test_a_card_across_the_border_is_the_other_s_where_one_has_laid_in_the_own_zone() -> None:
    taken = laid(at("AS", 60), at("2S", 150))
    assert isinstance(taken, MatchedReading) and {a.by: a.values for a in taken.answers} == {"1": ("AS",), "2": ("2S",)}


def test_what_is_sure_is_taken_and_what_is_not_is_asked_about() -> None:
    taken = laid(at("AS", 60), at(None, 220))
    assert isinstance(taken, MatchedReading) and [a.by for a in taken.answers] == ["1"]
    assert taken.doubt is not None and [p.seat for p in taken.doubt.prompts] == ["2"]


def test_three_cards_where_two_are_wanted_are_refused_by_name() -> None:
    stray = laid(at("AS", 30), at("2S", 100), at("3S", 220))
    assert (
        isinstance(stray, UnmatchedReading)
        and str(stray.why) == "3 lie there, 2 are wanted: take away what is not meant."
    )


def test_two_cards_in_the_zone_of_one_are_refused_with_the_remedy() -> None:
    stray = laid(at("AS", 30), at("2S", 100))
    assert (
        isinstance(stray, UnmatchedReading)
        and str(stray.why) == "2 lie in Ann’s zone: lay each in the zone of its seat."
    )


def test_a_card_that_lies_there_still_is_not_the_next_one_s() -> None:
    stray = laid(at("AS", 210), open=DUEL[1:], before=(at("AS", 212),))
    assert isinstance(stray, UnmatchedReading) and not stray.why


def test_the_next_card_beside_one_that_lies_there_still_is_the_next_one_s() -> None:
    taken = laid(at("AS", 60), at("2S", 220), open=DUEL[1:], before=(at("AS", 60),))
    assert isinstance(taken, MatchedReading) and [(a.by, a.values) for a in taken.answers] == [("2", ("2S",))]


def test_a_new_card_in_the_zone_of_who_has_laid_already_is_refused_with_the_remedy() -> None:
    stray = laid(at("AS", 30), at("2S", 100), open=DUEL[1:], before=(at("AS", 30),))
    assert (
        isinstance(stray, UnmatchedReading)
        and str(stray.why) == "It lies in the zone of another seat: lay it in Ben’s."
    )


def test_without_a_tray_whose_each_card_is_is_asked() -> None:
    doubt = match(reading(at("AS", 60), at("2S", 220)), DUEL, zones=SIDES)
    assert isinstance(doubt, AmbiguousReading) and str(doubt.why) == "Whose is it?" and len(doubt.objects) == 1


def test_a_reader_that_knows_the_zone_of_a_seat_keeps_it() -> None:
    taken = match(reading(at("AS", 60), zone="seat-2"), DUEL, zones=SIDES)
    assert isinstance(taken, MatchedReading) and taken.answer.by == "2"


def test_a_card_in_the_bag_is_nobody_s_zone() -> None:
    assert isinstance(match(reading(at("AS", 60), zone="bag"), DUEL, zones=SIDES), UnmatchedReading)


def test_the_zone_of_one_seat_alone_is_the_whole_tray() -> None:
    taken = match(replace(reading(at("AS", 220)), tray=TRAY), DUEL[:1])
    assert isinstance(taken, MatchedReading) and taken.answer.by == "1"


def test_two_cards_in_the_zone_of_a_seat_that_owes_two_are_asked_about_once() -> None:
    pair = asked(
        show("1", "Ann: a card", ("AS", "2S", "3S"), of=("card",), zone="seat-1"),
        *(
            show("dealer", f"{n}: a card", ("AS", "2S", "3S"), of=("card",), zone="seat-dealer")
            for n in ("Rusk", "Dowd")
        ),
    )
    zones = zones_of(Question(pair))
    on_tray = replace(reading(at("AS", 60), at("2S", 180), at("3S", 260)), tray=TRAY)
    taken = match(on_tray, pair, zones=zones)
    assert isinstance(taken, MatchedReading) and [a.by for a in taken.answers] == ["1"]
    assert taken.doubt is not None and str(taken.doubt.why) == "Whose is it?"
    assert [p.title for p in taken.doubt.prompts] == ["Rusk: a card", "Dowd: a card"]


def test_a_tag_that_was_laid_before_this_was_asked_is_told_to_be_laid_again() -> None:
    wanted = asked(draw("1", "Ann: draw a token", ("skull", "0"), of=("token",)))
    for tag in ("62E3", "nobody taught it"):
        early = match(reading(SeenObject("tag", tag, 1.0), expect="", zone="bag"), wanted, tags=TAGS)
        assert (
            isinstance(early, UnmatchedReading)
            and str(early.why) == "It was laid before this was asked: lift it, and lay it again."
        )


def test_what_a_camera_saw_before_this_was_asked_it_sees_again() -> None:
    wanted = asked(draw("1", "Ann: draw a token", ("skull", "0"), of=("token",)))
    lying = replace(seen("skull", kind="token")[0], box=(0.0, 0.0, 9.0, 9.0))
    early = match(reading(lying, expect="p6"), wanted)
    assert isinstance(early, UnmatchedReading) and not early.why


def test_of_a_tag_that_nobody_waits_for_nothing_is_said() -> None:
    early = match(reading(SeenObject("tag", "62E3", 1.0), expect="", zone="bag"), TWO_DICE, tags=TAGS)
    assert isinstance(early, UnmatchedReading) and not early.why
