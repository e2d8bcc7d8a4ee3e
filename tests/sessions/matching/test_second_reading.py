"""Two readers, one truth: the camera and the reader of tags see the same draw, each in its own time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine import roll
from companion.schema import Answer, Box, Faces, Meaning, Reading, Refused, SeenObject
from companion.sessions import (
    AmbiguousReading,
    AnswerGiven,
    ReadingConflict,
    SessionManager,
    SqlEventLog,
    TagBook,
    question_of,
)
from companion.sessions.matching import MatchedReading
from companion.sessions.readings.interpretation import contradicts
from companion.sessions.session import HEARD
from tests.new_log import new_log
from tests.sessions.bags import BAGS

TAGS = {"T1": "skull", "T2": "skull", "T3": "cultist", "T4": "-1", "T5": "-2", "T9": "no_such_token"}
A, B = (0.0, 0.0, 40.0, 40.0), (100.0, 0.0, 40.0, 40.0)


@dataclass
class Desk:
    """A hall over one database, the two readers at it, and a hand that taps."""

    folder: Path
    logs: list[SqlEventLog] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    untaught: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.hall = self.restart()
        self.hall.open("bags")

    def restart(self) -> SessionManager:
        """The process begins again with what is on disk."""
        self.logs.append(new_log(self.folder, lambda: float(next(self.numbers))))
        told = {tag: Meaning("token", face) for tag, face in TAGS.items() if tag not in self.untaught}
        self.hall = SessionManager(self.logs[-1], Random(7), tags=TagBook(told, self.folder / "tags.json"))
        return self.hall

    @property
    def question(self) -> str:
        return f"t1.{question_of(self.hall.snapshot('t1').open)}"

    def camera(
        self, *faces: str | SeenObject, at: str = "", boxes: tuple[Box, ...] = (A, B), picture: str = ""
    ) -> Reading:
        """What lies in the tray, as the camera settles it now, or under the question `at`."""
        seen = tuple(
            replace(face if isinstance(face, SeenObject) else SeenObject("token", face, 0.97), box=box)
            for face, box in zip(faces, boxes, strict=False)
        )
        number = next(self.numbers)
        reading = Reading(f"c{number}", "lamp", "vision/cam0", "e", number, at or self.question, "tray", seen)
        return self.take(replace(reading, picture=picture))

    def tag(self, tag: str, at: str = "") -> Reading:
        """A tag that is laid on the reader of the bag."""
        number = next(self.numbers)
        seen = (SeenObject("tag", tag, 1.0),)
        return self.take(Reading(f"b{number}", "lamp", "bridge/bag", "e", number, at or self.question, "bag", seen))

    def take(self, reading: Reading) -> Reading:
        assert self.hall.readings.handle(reading) == "committed"
        return reading

    def tap(self, *values: str) -> None:
        prompt = self.hall.snapshot("t1").open[0]
        self.hall.answer("t1", Answer(f"tap{next(self.numbers)}", prompt.id, values, prompt.seat))

    @property
    def drawn(self) -> tuple[Faces, ...]:
        drawn: tuple[Faces, ...] = self.hall.snapshot("t1").state.drawn
        return drawn

    @property
    def asks(self) -> str:
        return self.hall.snapshot("t1").open[0].title

    @property
    def both(self) -> tuple[ReadingConflict, ...]:
        return self.hall.snapshot("t1").both

    @property
    def notice(self) -> str:
        notice = self.hall.snapshot("t1").notice
        return notice.text if notice else ""


@pytest.fixture
def desk_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    monkeypatch.setattr(games, "find", lambda _name: BAGS)
    made: list[Desk] = []

    def make(*taps: str, untaught: frozenset[str] = frozenset()) -> Desk:
        made.append(Desk(tmp_path, untaught=untaught))
        for tap in taps:
            made[-1].tap(tap)
        return made[-1]

    yield make
    for desk in made:
        for log in desk.logs:
            log.close()


Make = Callable[..., Desk]


def test_the_camera_that_settles_later_agrees_and_answers_nothing(desk_of: Make) -> None:
    desk = desk_of("one")
    first = desk.question
    desk.tag("T1")
    desk.camera("skull", at=first)
    assert (desk.drawn, desk.both, desk.notice) == ((("skull",),), (), "")
    rest = desk.hall.snapshot("t1").rest
    assert rest is not None and rest.agrees and rest.reading.source == "vision/cam0"


def test_the_tag_that_comes_later_agrees_and_the_picture_stays(desk_of: Make) -> None:
    desk = desk_of("one")
    first = desk.question
    desk.camera("skull", picture="p.jpg")
    desk.tag("T1", at=first)
    rest = desk.hall.snapshot("t1").rest
    assert rest is not None and rest.agrees and rest.reading.picture == "p.jpg"
    assert desk.drawn == (("skull",),) and not desk.both


@pytest.mark.parametrize("is_late", [False, True], ids=["under its question", "after it"])
def test_a_camera_that_sees_another_token_is_asked_about_once(desk_of: Make, is_late: bool) -> None:
    desk = desk_of("one")
    first = desk.question
    desk.tag("T1")
    desk.camera("cultist", at="" if is_late else first)
    (both,) = desk.both
    assert (both.draw.values, both.others, both.next) == (("skull",), (("cultist",),), None)
    assert str(both.why) == "The tag reader told skull, the camera tells cultist. Which is it?"
    assert desk.drawn == (("skull",),) and desk.asks == "Ann: done?"


def test_two_readers_of_tags_are_told_by_the_names_people_gave_them(desk_of: Make) -> None:
    desk = desk_of("one")
    first = desk.question
    desk.tag("T1")
    desk.take(Reading("o1", "lamp", "bridge/tower", "o", 1, first, "bag", (SeenObject("tag", "T3", 1.0),)))
    (both,) = desk.both
    assert str(both.why) == "The tag reader “bag” told skull, the tag reader “tower” tells cultist. Which is it?"


@pytest.mark.slow
def test_a_tag_that_came_first_and_that_nobody_taught_is_asked_about_after_a_restart_too(desk_of: Make) -> None:
    """It was in doubt, the camera answered, and its reader has told of something else since."""
    desk = desk_of("one", untaught=frozenset({"T4"}))
    desk.tag("T4")
    desk.camera("skull")
    told = desk.tag("T3")
    desk.hall.decisions.decide("t1", told.id, "was", ("cultist",))
    before = desk.both
    assert [both.tag for both in before] == ["T4"]
    desk.restart()
    assert desk.both == before


def test_of_two_readers_in_doubt_the_same_one_is_shown_after_a_restart(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.camera(SeenObject("token", None, 0.3, (("skull", 0.3),)))
    desk.tag("T4")
    before = desk.hall.snapshot("t1")
    assert before.doubt is not None and before.doubt.told, "the camera hardly saw what the tag tells"
    desk.restart()
    assert (desk.hall.snapshot("t1").rest, desk.hall.snapshot("t1").doubt) == (before.rest, before.doubt)


def test_what_was_told_with_a_doubt_waits_no_more_once_a_third_reader_has_answered(desk_of: Make) -> None:
    """The camera was in doubt beside a tag; what another tag reader tells for sure answers, and one of the two is left to decide."""
    desk = desk_of("one", untaught=frozenset({"T9"}))
    desk.tag("T9")
    desk.camera(SeenObject("token", None, 0.3, (("skull", 0.3),)))
    doubt = desk.hall.snapshot("t1").doubt
    assert doubt is not None and len(doubt.readings) == 2
    desk.take(Reading("o1", "lamp", "bridge/tower", "o", 1, desk.question, "bag", (SeenObject("tag", "T1", 1.0),)))
    waiting = {heard.reading.id for heard in desk.logs[-1].inbox.of("t1", 9) if not heard.settled}
    assert desk.hall.snapshot("t1").doubt is None
    assert waiting == {both.reading.id for both in desk.both} and len(waiting) == 1


def test_a_throw_of_the_app_in_between_is_not_what_lies_there(desk_of: Make) -> None:
    desk = desk_of("one")
    first = desk.question
    desk.camera("skull", picture="p.jpg")
    desk.tap("go")
    desk.tap("one")
    asked = desk.hall.snapshot("t1").open[0]
    desk.hall.roll_virtually("t1", asked.id, asked.seat, "v1")
    desk.tag("T3", at=first)
    rest = desk.hall.snapshot("t1").rest
    assert rest is not None and rest.reading.picture == "p.jpg"
    desk.restart()
    assert desk.hall.snapshot("t1").rest == rest


def test_what_counts_may_be_right(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    told = desk.camera("cultist")
    desk.hall.decisions.decide("t1", told.id, "counts")
    rest = desk.hall.snapshot("t1").rest
    assert (desk.drawn, desk.both) == ((("skull",),), ())
    assert rest is not None and rest.taken, "what lies there is known"
    desk.camera("cultist", boxes=(B,))
    assert not desk.both
    desk.restart()
    assert not desk.both


def test_the_other_may_be_right_and_what_followed_stays(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    told = desk.camera("cultist")
    desk.tap("go")
    desk.tap("two")
    desk.hall.decisions.decide("t1", told.id, "was", ("cultist",))
    picture = desk.hall.snapshot("t1")
    assert (desk.drawn, desk.asks, desk.both, picture.aside) == ((("cultist",),), "Ann: a token", (), ())


def test_what_neither_told_is_refused(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    told = desk.camera("cultist")
    with pytest.raises(Refused, match="Neither of them told that"):
        desk.hall.decisions.decide("t1", told.id, "was", ("-1",))
    assert len(desk.both) == 1


def test_it_is_decided_once(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    told = desk.camera("cultist")
    desk.hall.decisions.decide("t1", told.id, "counts")
    with pytest.raises(Refused, match="decided already"):
        desk.hall.decisions.decide("t1", told.id, "was", ("cultist",))


def test_what_two_readers_told_differently_is_asked_again_after_a_restart(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    desk.camera("cultist")
    desk.tag("T1")  # something newer
    asked = desk.both
    desk.restart()
    assert [(b.draw, b.others, b.why) for b in desk.both] == [(b.draw, b.others, b.why) for b in asked]


def test_what_two_readers_told_differently_waits_however_much_is_answered_before_a_restart(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    second = desk.camera("cultist")
    for tap in ("go", "one", "-1", "go"):
        desk.tap(tap)
    before = desk.both
    desk.restart()
    assert [both.reading.id for both in desk.both] == [second.id] and desk.both == before
    desk.hall.decisions.decide("t1", second.id, "was", ("cultist",))
    assert desk.drawn == (("cultist",), ("-1",)) and desk.both == ()


def test_what_the_first_reader_told_is_shown_after_a_restart_however_much_was_read_since(desk_of: Make) -> None:
    desk = desk_of("one")
    first = desk.camera("cultist", picture="seen.jpg")
    second = desk.tag("T1")
    for _ in range(HEARD):
        desk.camera("cultist")
    [before] = desk.both
    assert before.first is not None and before.first.picture == first.picture and before.reading.id == second.id
    desk.restart()
    [after] = desk.both
    assert (after.reading, after.draw.given, after.why, after.first) == (
        before.reading,
        before.draw.given,
        before.why,
        before.first,
    )


def test_what_the_first_reader_told_stays_when_the_question_is_compared_anew(desk_of: Make) -> None:
    desk = desk_of("one")
    first = desk.camera("cultist", picture="seen.jpg")
    desk.tag("T1")
    for _ in range(HEARD):
        desk.camera("cultist")
    last = desk.hall.snapshot("t1").moments[-1].entry.seq
    desk.tap("go")
    desk.hall.history.undo("t1", last)
    [both] = desk.both
    assert both.first is not None and both.first.picture == first.picture


def test_undoing_the_draw_ends_the_question(desk_of: Make) -> None:
    desk = desk_of("one")
    start = desk.hall.snapshot("t1").moments[-1].entry.seq
    desk.tag("T1")
    desk.camera("cultist")
    desk.hall.history.undo("t1", start)
    assert not desk.both
    desk.restart()
    assert not desk.both


def test_mending_the_draw_in_the_log_ends_the_question_too(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    desk.camera("cultist")
    seq = next(
        m.entry.seq
        for m in desk.hall.snapshot("t1").moments
        if isinstance(m.entry.what, AnswerGiven) and m.entry.what.prompt.of
    )
    desk.hall.history.amend("t1", seq, ("cultist",))
    assert (desk.drawn, desk.both) == ((("cultist",),), ())


def test_a_token_that_cannot_be_here_is_said_and_changes_nothing(desk_of: Make) -> None:
    desk = desk_of("one")
    first = desk.question
    desk.camera("skull")
    desk.tag("T9", at=first)
    assert not desk.both and desk.drawn == (("skull",),)
    assert str(desk.notice) == (
        "The tag reader tells no such token, which cannot be here: skull counts, as the camera told."
    )


def test_the_token_that_was_told_already_is_no_second_draw(desk_of: Make) -> None:
    desk = desk_of("again")
    desk.tag("T1")
    desk.camera("skull")  # settles while another token is asked for
    assert (desk.drawn, desk.asks) == ((("skull",),), "Ann: another token")
    desk.tag("T2")
    desk.camera("skull", "skull", boxes=(A, B))
    assert (desk.drawn, desk.both) == ((("skull",), ("skull",)), ())


def test_a_camera_that_settles_once_for_two_draws_answers_the_second(desk_of: Make) -> None:
    for way in ("again", "apart"):
        desk = desk_of(way)
        desk.tag("T1")
        desk.camera("skull", "cultist")
        assert desk.drawn[-2:] == (("skull",), ("cultist",)) and not desk.both
        return


@pytest.mark.parametrize("restarts", [False, True])
def test_a_late_look_at_the_draw_before_is_none_at_the_next(desk_of: Make, restarts: bool) -> None:
    desk = desk_of("apart")
    desk.camera("-2")
    desk.tag("T5")  # late: the next is asked for already
    desk.camera("skull", boxes=(B,))
    if restarts:
        desk.restart()
    desk.tag("T5")
    assert [both.others for both in desk.both] == [(("-2",),)] and desk.drawn == (("-2",), ("skull",))


def test_another_token_where_the_next_is_asked_may_be_either(desk_of: Make) -> None:
    desk = desk_of("apart")
    desk.tag("T1")
    told = desk.camera("cultist")
    (both,) = desk.both
    assert both.others == (("cultist",),) and both.next is not None and both.next.values == ("cultist",)
    desk.hall.decisions.decide("t1", told.id, "next", id="w1")
    assert (desk.drawn, desk.both) == ((("skull",), ("cultist",)), ())
    assert desk.hall.history.given("t1", "w1"), "who sends it once more is told that it counted"


def test_it_counts_as_the_next_also_by_an_id_that_another_answer_has(desk_of: Make) -> None:
    desk = desk_of("apart")
    desk.tag("T1")
    told = desk.camera("cultist")
    desk.hall.decisions.decide("t1", told.id, "next", id=desk.hall.snapshot("t1").moments[1].entry.what.answer.id)
    assert (desk.drawn, desk.both) == ((("skull",), ("cultist",)), ())


def test_while_it_is_asked_the_same_again_answers_nothing(desk_of: Make) -> None:
    desk = desk_of("apart")
    desk.tag("T1")
    desk.camera("cultist")
    desk.camera("cultist", boxes=(B,))
    assert desk.drawn == (("skull",),) and len(desk.both) == 1
    assert str(desk.notice) == "It lies there still: say first which of the two it was."


def test_two_draws_of_one_question_are_compared_as_a_whole(desk_of: Make) -> None:
    desk = desk_of("two")
    first = desk.question
    desk.camera("skull", "cultist")
    desk.tag("T3", at=first)
    desk.tag("T1", at=first)
    assert (desk.drawn, desk.both) == ((("skull", "cultist"),), ())


def test_one_that_is_not_sure_beside_another_may_be_the_one_that_counts(desk_of: Make) -> None:
    desk = desk_of("one")
    first = desk.question
    desk.tag("T1", at=first)
    desk.camera("cultist", SeenObject("token", None, 0.5, (("skull", 0.5),)), at=first)
    assert (desk.drawn, desk.both) == ((("skull",),), ())


def test_one_of_two_that_another_reader_tells_differently_is_asked_about(desk_of: Make) -> None:
    desk = desk_of("two")
    first = desk.question
    desk.camera("skull", "cultist")
    desk.tag("T3", at=first)
    desk.tag("T4", at=first)
    (both,) = desk.both
    assert both.others == (("-1", "cultist"),)


def test_what_the_camera_is_not_sure_of_contradicts_nothing(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    desk.camera(SeenObject("token", None, 0.4, (("cultist", 0.4),)))
    assert not desk.both and desk.drawn == (("skull",),)


def test_a_sure_reader_ends_the_doubt_of_the_other(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.camera(SeenObject("token", "skull", 0.5, (("cultist", 0.4),)))
    assert desk.hall.snapshot("t1").doubt is not None
    desk.tag("T1")
    assert desk.drawn == (("skull",),) and desk.hall.snapshot("t1").doubt is None
    desk.restart()
    assert desk.hall.snapshot("t1").doubt is None and not desk.both


def test_a_sure_reader_tells_which_of_two_it_is(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.camera("skull", "cultist")
    desk.tag("T3")
    assert desk.drawn == (("cultist",),)


def test_what_the_camera_can_hardly_have_seen_is_asked_about_once(desk_of: Make) -> None:
    desk = desk_of("one")
    told = desk.camera(SeenObject("token", "-1", 0.5, (("-2", 0.4),)))
    desk.tag("T1")
    for _ in range(2):
        doubt = desk.hall.snapshot("t1").doubt
        assert doubt is not None and str(doubt.why) == "The tag reader tells skull, the camera hardly: which is it?"
        assert [claim.values for claim in doubt.told] == [("skull",)] and not desk.drawn
        desk.restart()
    prompt = desk.hall.snapshot("t1").open[0]
    desk.hall.decisions.settle("t1", told.id, Answer("a", prompt.id, ("-1",), "1"))
    assert desk.drawn == (("-1",),) and not desk.both
    desk.restart()
    assert desk.hall.snapshot("t1").doubt is None and not desk.both


def test_a_camera_that_looks_again_does_not_overrule_the_tag(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.camera(SeenObject("token", "-1", 0.5, (("-2", 0.4),)))
    desk.tag("T1")
    desk.camera("-1", boxes=(B,))
    doubt = desk.hall.snapshot("t1").doubt
    assert doubt is not None and doubt.values == ("-1",) and not desk.drawn
    assert str(doubt.why) == "The tag reader tells skull, the camera hardly: which is it?"


def test_an_untaught_tag_is_offered_as_what_the_camera_saw(desk_of: Make) -> None:
    desk = desk_of("one", untaught=frozenset({"T1"}))
    first = desk.question
    desk.camera("skull")
    told = desk.tag("T1", at=first)
    (both,) = desk.both
    assert (str(both.tag), str(both.why)) == ("T1", "The tag T1 is not taught yet. Is it skull?")
    desk.hall.decisions.decide("t1", told.id, "taught")
    assert desk.hall.tags.book.now["T1"] == Meaning("token", "skull") and not desk.both


def test_the_camera_answers_where_the_tag_is_untaught_and_the_tag_is_offered_then(desk_of: Make) -> None:
    desk = desk_of("one", untaught=frozenset({"T1"}))
    desk.tag("T1")
    assert desk.hall.snapshot("t1").doubt is not None
    desk.camera("skull")
    assert desk.drawn == (("skull",),) and desk.hall.snapshot("t1").doubt is None
    (both,) = desk.both
    assert both.tag == "T1"


def test_what_teaching_taught_goes_with_the_answer(desk_of: Make) -> None:
    desk = desk_of("one", untaught=frozenset({"T1"}))
    start, first = desk.hall.snapshot("t1").moments[-1].entry.seq, desk.question
    desk.camera("skull")
    told = desk.tag("T1", at=first)
    desk.hall.decisions.decide("t1", told.id, "taught")
    desk.hall.history.undo("t1", start)
    assert "T1" not in desk.hall.tags.book.now


def test_an_untaught_tag_is_asked_about_with_what_the_camera_may_have_seen(desk_of: Make) -> None:
    desk = desk_of("one", untaught=frozenset({"T1"}))
    desk.camera(SeenObject("token", "-1", 0.5, (("-2", 0.4),)), picture="p.jpg")
    told = desk.tag("T1")
    doubt = desk.hall.snapshot("t1").doubt
    assert doubt is not None and doubt.reading.picture == "p.jpg"
    assert doubt.objects[0].kind == "tag" and doubt.objects[0].alternatives == (("-1", 0.5), ("-2", 0.4))
    prompt = desk.hall.snapshot("t1").open[0]
    desk.hall.decisions.settle("t1", told.id, Answer("a", prompt.id, ("-2",), "1"))
    assert desk.hall.tags.book.now["T1"] == Meaning("token", "-2")
    desk.restart()
    assert desk.hall.snapshot("t1").doubt is None


@pytest.mark.parametrize(
    ("taps", "is_late"), [(("go",), True), (("go", "rest"), True), (("go", "rest", "rest"), False)]
)
def test_a_reader_may_come_two_answers_later(desk_of: Make, taps: tuple[str, ...], is_late: bool) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    for tap in taps:
        desk.tap(tap)
    desk.camera("cultist")
    assert bool(desk.both) is is_late and desk.drawn == (("skull",),)


def test_what_lay_locked_is_no_part_of_the_second_draw(desk_of: Make) -> None:
    desk = desk_of("again")
    desk.tag("T1")
    desk.tag("T4")
    desk.camera("skull", "cultist")
    assert [both.others for both in desk.both] == [(("cultist",),)]


def test_what_lay_there_before_is_no_part_of_the_draw(desk_of: Make) -> None:
    desk = desk_of()
    desk.camera("-2", boxes=(A,))
    desk.tap("one")
    desk.tag("T1")
    desk.camera("-2", "cultist")
    assert [both.others for both in desk.both] == [(("cultist",),)]


def test_long_after_a_draw_nothing_is_late_any_more(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    for tap in ("go", "one"):
        desk.tap(tap)
    desk.camera("cultist")
    assert (desk.drawn, desk.both) == ((("skull",), ("cultist",)), ())


def test_a_reading_that_comes_twice_is_asked_about_once(desk_of: Make) -> None:
    desk = desk_of("one")
    desk.tag("T1")
    told = desk.camera("cultist")
    stored = replace(told, expect=told.expect)
    assert desk.hall.readings.handle(stored) == "duplicate"
    assert len(desk.both) == 1


def test_many_dice_in_doubt_are_compared_at_once() -> None:
    """Each of forty dice may be either of two faces: whoever tried every way would not come to an end."""
    dice = tuple(SeenObject("d6", None, 0.5, (("5", 0.5), ("6", 0.4))) for _ in range(40))
    prompt = replace(roll("1", "Ann: roll 40 dice", ("5", "6", "1"), 40, of=("d6",)), id="p1.0")
    doubt = AmbiguousReading(
        Reading("c1", "lamp", "vision/cam0", "e", 1, "p1", "tray", dice), (prompt,), dice, "Which?"
    )
    other = Reading("b1", "lamp", "bridge/tower", "e", 1, "p1", "tray", ())
    told = [
        contradicts(doubt, MatchedReading((Answer("b1", "p1.0", faces),)), other)
        for faces in (("5",) * 20 + ("6",) * 20, ("5",) * 39 + ("1",))
    ]
    assert told == [False, True]
