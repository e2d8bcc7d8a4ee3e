"""Bags, dice, and what of a prompt another seat may see."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.engine import Bag, Die, choose, prompts_for_seat, roll
from companion.engine.chance import roll_chances, without


def test_face_is_taken_out_once() -> None:
    assert without(("a", "b", "a"), "a") == ("b", "a")
    assert Bag(("a", "b")).drawn("a") == Bag(("b",), ("a",))


@pytest.mark.parametrize(("faces", "there"), [((), "nothing"), (("c", "b", "c"), "b, c")])
def test_missing_face_is_named_with_those_that_are_there(faces: tuple[str, ...], there: str) -> None:
    with pytest.raises(ValueError, match=f"^there is no a among {there}$"):
        without(faces, "a")


def test_roll_chances_count_each_multiset_once() -> None:
    coin = Die("coin", ("heads", "tails", "tails"))
    assert dict(roll_chances(coin, 2)) == {
        ("heads", "heads"): Fraction(1, 9),
        ("heads", "tails"): Fraction(4, 9),
        ("tails", "tails"): Fraction(4, 9),
    }
    assert roll_chances(coin, 0) == (((), Fraction(1)),)


def test_seat_sees_answers_of_own_and_table_prompts() -> None:
    prompts = (
        choose("1", "Ann: what?", ("a", "b")),
        choose("table", "All: what?", ("a", "b")),
        roll("2", "Ben: a die", ("1", "2"), 2, of=("d6",), locked=("1",)),
    )
    mine, tables, other = prompts_for_seat(prompts, "1")
    assert (mine, tables) == prompts[:2]
    assert (other.options, other.least, other.most, other.locked, other.sides) == ((), 0, 0, (), ())
    assert (other.title, other.kind, other.seat, other.of) == ("Ben: a die", "roll", "2", ("d6",))
