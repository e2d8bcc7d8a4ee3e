"""What a seat answers with: kept at the table, not in its log."""

from __future__ import annotations

from collections.abc import Callable

from companion.expecting import expect_of
from companion.tables.hall import Hall
from companion.tables.log import SqlLog
from companion.wire.reading import Seen
from tests.tables.test_hall import COINS, opened, store, tap, threw

__all__ = ["store"]  # a fixture


def asked_to_throw(store: Callable[[], SqlLog]) -> Hall:
    hall = opened(store)
    tap(hall, "coins")
    return hall


def seat(hall: Hall) -> str:
    return hall.picture("t1").open[0].seat


def test_who_gives_by_hand_is_not_answered_for_by_what_lies_there(store: Callable[[], SqlLog]) -> None:
    hall = asked_to_throw(store)
    hall.choose_source("t1", seat(hall), "hand")
    assert expect_of(hall.picture("t1")).wants == ()
    hall.take(threw(hall, 1, *COINS))
    picture = hall.picture("t1")
    assert picture.state.coins == ()
    assert picture.rest is not None
    assert not picture.rest.taken  # a free roll


def test_who_scans_again_is_answered_for_again(store: Callable[[], SqlLog]) -> None:
    hall = asked_to_throw(store)
    hall.choose_source("t1", seat(hall), "virtual")
    hall.choose_source("t1", seat(hall), "scan")
    assert expect_of(hall.picture("t1")).wants
    hall.take(threw(hall, 1, *COINS))
    assert hall.picture("t1").state.coins == ("heads", "heads", "tails")


def test_it_survives_a_restart_and_leaves_no_line_in_the_log(store: Callable[[], SqlLog]) -> None:
    hall = asked_to_throw(store)
    before = len(hall.picture("t1").moments)
    hall.choose_source("t1", "1", "hand")
    assert len(hall.picture("t1").moments) == before
    assert Hall(store(), hall._random).picture("t1").sources == {"1": "hand"}


def test_another_seat_goes_on_as_it_likes(store: Callable[[], SqlLog]) -> None:
    hall = asked_to_throw(store)
    hall.choose_source("t1", "2" if seat(hall) == "1" else "1", "hand")
    assert expect_of(hall.picture("t1")).wants


def test_a_doubt_is_none_any_more_where_its_seat_gives_by_hand(store: Callable[[], SqlLog]) -> None:
    hall = asked_to_throw(store)
    hall.take(threw(hall, 1, *COINS[:2], Seen("coin", None, 0.4)))
    assert hall.picture("t1").doubt is not None
    hall.choose_source("t1", seat(hall), "hand")
    assert hall.picture("t1").doubt is None
