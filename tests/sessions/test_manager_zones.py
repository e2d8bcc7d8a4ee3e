"""Cards of several seats in one tray are taken together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine import Rule, show
from companion.schema import Answer, Reading, Refused, SeenObject
from companion.sessions import SessionManager, SqlEventLog, givens
from tests.fakes import TOY, G, Shown
from tests.new_log import new_log
from tests.sessions.hands import asked

TRAY = ((0.0, 0.0), (300.0, 0.0), (300.0, 100.0), (0.0, 100.0))
CARDS = ("AS", "2S", "3S")


def contest(g: G) -> Rule[None]:
    """Both seats show a card in their own zone; the rule refuses the same card twice, and cards that were played."""
    free = [card for card in CARDS if card not in dict(g.state.cards).values()] or list(CARDS)
    names = {"1": "Ann", "2": "Ben"}
    given = yield from g.ask(*(show(s, f"{n}: a card", free, of=("card",), zone=f"seat-{s}") for s, n in names.items()))
    if given[0] == given[1]:
        raise Refused("TWICE", "One card cannot be laid twice.")
    for seat, (card,) in zip(names, given, strict=True):
        g.emit(Shown(seat, card))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], SessionManager]]:
    """The same tables again, as after a restart."""
    monkeypatch.setattr(
        games, "find", lambda _name: replace(TOY, play=contest, over=lambda s: "Over." * (len(s.cards) > 3))
    )
    logs: list[SqlEventLog] = []

    def again() -> SessionManager:
        logs.append(new_log(tmp_path, lambda: float(len(logs))))
        return SessionManager(logs[-1], Random(7))

    yield again
    for log in logs:
        log.close()


@pytest.fixture
def hall(store: Callable[[], SessionManager]) -> SessionManager:
    hall = store()
    hall.open("toy")
    return hall


def at(value: str | None, x: float, conf: float = 0.97) -> SeenObject:
    return SeenObject("card", value, conf, (("3S", 0.4),) if value is None else (), (x - 15, 30.0, 30.0, 40.0))


def lay(hall: SessionManager, seq: int, *objects: SeenObject) -> None:
    expect = asked(hall)
    hall.readings.handle(
        Reading(f"r{seq}", "lamp", "vision/cam0", "e", seq, expect, "tray", objects, picture=f"{seq}.jpg", tray=TRAY)
    )


def cards(hall: SessionManager) -> dict[str, str]:
    return dict(hall.snapshot("t1").state.cards)


def waits_for(hall: SessionManager) -> list[str]:
    return [prompt.seat for prompt in hall.snapshot("t1").open]


def test_one_after_another_answers_both_too(hall: SessionManager) -> None:
    lay(hall, 1, at("2S", 220))
    assert waits_for(hall) == ["1"] and cards(hall) == {}
    lay(hall, 2, at("2S", 221), at("AS", 60))
    assert cards(hall) == {"1": "AS", "2": "2S"}


def test_the_zones_stay_where_they_are_once_one_has_laid(hall: SessionManager) -> None:
    lay(hall, 1, at("2S", 220))
    assert hall.snapshot("t1").zones.in_sight() == ("1", "2")


def test_cards_of_the_last_contest_are_ignored(hall: SessionManager) -> None:
    lay(hall, 1, at("AS", 60), at("2S", 220))
    lay(hall, 2, at("AS", 60), at("2S", 220))
    assert waits_for(hall) == ["1", "2"] and hall.snapshot("t1").doubt is None


def test_refused_cards_change_nothing(hall: SessionManager) -> None:
    lay(hall, 1, at("AS", 60), at("AS", 220))
    picture = hall.snapshot("t1")
    assert waits_for(hall) == ["1", "2"] and len(picture.moments) == 1
    assert picture.doubt is not None and picture.doubt.why == "One card cannot be laid twice."


def test_after_a_refusal_the_table_goes_on_and_lasts(hall: SessionManager, store: Callable[[], SessionManager]) -> None:
    lay(hall, 1, at("AS", 60), at("AS", 220))
    lay(hall, 2, at("AS", 60), at("3S", 220))
    assert cards(hall) == cards(store()) == {"1": "AS", "2": "3S"}


def test_unsure_card_beside_a_sure_one_is_asked(hall: SessionManager, store: Callable[[], SessionManager]) -> None:
    lay(hall, 1, at("AS", 60), at(None, 220))
    assert waits_for(hall) == ["2"]
    for one in (hall, store()):
        doubt = one.snapshot("t1").doubt
        assert doubt is not None and [p.seat for p in doubt.prompts] == ["2"] and doubt.reading.id == "r1"
    hall.decisions.settle("t1", "r1", Answer("tap", hall.snapshot("t1").open[0].id, ("2S",), "2"))
    assert cards(hall) == {"1": "AS", "2": "2S"}


def test_owner_is_asked_before_the_face(hall: SessionManager) -> None:
    lay(hall, 1, at(None, 150))
    ben = hall.snapshot("t1").open[1].id
    hall.decisions.settle("t1", "r1", Answer("whose", ben, (), "2"))
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and [p.id for p in doubt.prompts] == [ben] and str(doubt.why).startswith("One is not sure")
    hall.decisions.settle("t1", "r1", Answer("what", ben, ("2S",), "2"))
    assert waits_for(hall) == ["1"]


def test_owner_of_one_card_decides_the_other(hall: SessionManager) -> None:
    lay(hall, 1, at("AS", 149), at("2S", 151))
    hall.decisions.settle("t1", "r1", Answer("whose", hall.snapshot("t1").open[1].id, (), "2"))
    assert cards(hall) == {"1": "2S", "2": "AS"}


def test_answers_name_their_whole_reading(hall: SessionManager) -> None:
    lay(hall, 1, at("AS", 149), at("2S", 151))
    hall.decisions.settle("t1", "r1", Answer("whose", hall.snapshot("t1").open[1].id, (), "2"))
    told, rest = (given.answer for given in givens(m.entry for m in hall.snapshot("t1").moments))
    assert (told.whole_reading, told.part_of, told.decided) == ("r1", "", True)
    assert (rest.whole_reading, rest.part_of, rest.decided) == ("r1", "r1", False)


def of_one_colour(g: G) -> Rule[None]:
    """As the contest, but the rule wants something else of both."""
    given = yield from g.ask(*(show(s, f"{s}: a card", CARDS, of=("card",), zone=f"seat-{s}") for s in ("1", "2")))
    if {given[0], given[1]} == {("AS",), ("2S",)}:
        raise Refused("COLOURS", "These two do not go together.")
    for seat, (card,) in zip(("1", "2"), given, strict=True):
        g.emit(Shown(seat, card))


def test_refused_leftover_is_asked_about(
    hall: SessionManager, store: Callable[[], SessionManager], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=of_one_colour))
    hall = store()
    lay(hall, 1, at("AS", 149), at("2S", 151))
    hall.decisions.settle("t1", "r1", Answer("whose", hall.snapshot("t1").open[1].id, (), "2"))
    for one in (hall, store()):
        doubt = one.snapshot("t1").doubt
        assert waits_for(one) == ["1"]
        assert doubt is not None and (doubt.reading.id, doubt.why) == ("r1+", "These two do not go together.")
    hall.decisions.settle("t1", "r1+", Answer("tap", hall.snapshot("t1").open[0].id, ("3S",), "1"))
    assert cards(hall) == {"1": "3S", "2": "AS"}


def test_undone_card_may_be_laid_again(hall: SessionManager) -> None:
    lay(hall, 1, at("AS", 60), at("2S", 220))
    hall.history.undo("t1", 1)
    lay(hall, 2, at("AS", 60), at("3S", 220))
    assert cards(hall) == {"1": "AS", "2": "3S"}


def any_card(g: G) -> Rule[None]:
    """All four at once, each in the own zone; the same card may come again."""
    seats = ("1", "2", "3", "4")
    given = yield from g.ask(*(show(s, f"{s}: a card", CARDS, of=("card",), zone=f"seat-{s}") for s in seats))
    for seat, (card,) in zip(seats, given, strict=True):
        g.emit(Shown(seat, card))


def four(store: Callable[[], SessionManager], monkeypatch: pytest.MonkeyPatch) -> SessionManager:
    """Zones meet at 75, 150 and 225."""
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=any_card, over=lambda _: ""))
    hall = store()
    hall.open("toy")
    return hall


def test_card_belongs_to_the_seat_that_scans(hall: SessionManager, store: Callable[[], SessionManager]) -> None:
    lay(hall, 1, at("AS", 150))
    assert hall.snapshot("t1").doubt is not None
    hall.readings.choose_source("t1", ("1",), "hand", "card")
    assert waits_for(hall) == ["1"] and hall.snapshot("t1").doubt is None
    assert store().snapshot("t1").doubt is None
    hall.answer("t1", Answer("tap", hall.snapshot("t1").open[0].id, ("2S",), "1"))
    assert cards(hall) == {"1": "2S", "2": "AS"}


def test_source_choice_leaves_a_doubt_about_the_face(hall: SessionManager) -> None:
    lay(hall, 1, at(None, 150))
    hall.readings.choose_source("t1", ("2",), "virtual", "card")
    doubt = hall.snapshot("t1").doubt
    assert (
        doubt is not None and [p.seat for p in doubt.prompts] == ["1"] and str(doubt.why).startswith("One is not sure")
    )
    hall.decisions.settle("t1", "r1", Answer("what", doubt.prompts[0].id, ("2S",), "1"))
    assert waits_for(hall) == ["2"]


def test_third_card_is_asked_about_after_a_restart(
    store: Callable[[], SessionManager], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = four(store, monkeypatch)
    lay(hall, 1, at("AS", 75), at("2S", 150), at(None, 225))
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None
    hall.decisions.settle("t1", "r1", Answer("whose", doubt.prompts[0].id, ("AS",), doubt.prompts[0].seat))
    left, after = hall.snapshot("t1").doubt, store().snapshot("t1").doubt
    assert left is not None and left.reading.id == "r1+"
    assert left == after


def test_a_source_of_other_things_leaves_the_doubt_to_both(hall: SessionManager) -> None:
    lay(hall, 1, at("AS", 150))
    hall.readings.choose_source("t1", ("1",), "hand", "coin")
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and [p.seat for p in doubt.prompts] == ["1", "2"]


def test_played_card_is_new_when_interpreted_again(
    store: Callable[[], SessionManager], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = four(store, monkeypatch)
    lay(hall, 1, at("AS", 37), at("2S", 112), at("3S", 187), at("AS", 262))
    lay(hall, 2, at("2S", 75))
    hall.readings.choose_source("t1", ("1",), "hand")
    assert waits_for(hall) == ["1", "3", "4"] and hall.snapshot("t1").doubt is None


def test_answered_card_is_not_reused_when_interpreted_again(
    store: Callable[[], SessionManager], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = four(store, monkeypatch)
    lay(hall, 1, at("AS", 37), at("2S", 150))
    assert waits_for(hall) == ["2", "3", "4"]
    hall.readings.choose_source("t1", ("2",), "hand")
    assert waits_for(hall) == ["2", "4"] and hall.snapshot("t1").doubt is None
