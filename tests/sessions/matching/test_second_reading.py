"""Second readings: the camera and the tag reader report the same draw at different times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

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
from companion.sessions.readings.reading_handler import contradicts
from companion.sessions.session import HEARD
from tests.new_log import new_log
from tests.sessions.bags import BAGS

TAGS = {"T1": "skull", "T2": "skull", "T3": "cultist", "T4": "-1", "T5": "-2", "T9": "no_such_token"}
A, B = (0.0, 0.0, 40.0, 40.0), (100.0, 0.0, 40.0, 40.0)


@dataclass
class Desk:
    """A session manager over one database, its two readers, and a player who taps."""

    folder: Path
    logs: list[SqlEventLog] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    untaught: frozenset[str] = frozenset()
    told: str = ""

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
        """Settle these objects in the tray, now or under the question `at`."""
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

    @property
    def doubt(self) -> AmbiguousReading | None:
        return self.hall.snapshot("t1").doubt

    def decide(self, which: Any, *values: str, id: str = "") -> None:
        self.hall.decisions.decide("t1", self.told, which, values, id=id)

    def settle(self, reading: str, value: str) -> None:
        prompt = self.hall.snapshot("t1").open[0]
        self.hall.decisions.settle("t1", reading, Answer("a", prompt.id, (value,), "1"))


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
CONFLICT = "The tag reader told skull, the camera tells cultist. Which is it?"
HARDLY = "The tag reader tells skull, the camera hardly: which is it?"
UNSURE = SeenObject("token", "-1", 0.5, (("-2", 0.4),))
UNREAD = SeenObject("token", None, 0.3, (("skull", 0.3),))


@pytest.fixture
def desk(desk_of: Make) -> Desk:
    """One token is to be drawn."""
    return desk_of("one")


@pytest.fixture
def conflict(desk: Desk) -> Desk:
    """The tag reader reported skull, the camera cultist as reading `told`."""
    desk.tag("T1")
    desk.told = desk.camera("cultist").id
    return desk


@pytest.mark.parametrize("is_tag_first", [True, False])
def test_later_reader_agrees_and_answers_nothing(desk: Desk, is_tag_first: bool) -> None:
    first = desk.question
    if is_tag_first:
        desk.tag("T1")
    desk.camera("skull", at=first, picture="p.jpg")
    if not is_tag_first:
        desk.tag("T1", at=first)
    assert (desk.drawn, desk.both, desk.notice) == ((("skull",),), (), "")
    rest = desk.hall.snapshot("t1").rest
    assert rest is not None and rest.agrees and rest.reading.picture == "p.jpg"


@pytest.mark.parametrize("is_late", [False, True], ids=["under its question", "after it"])
def test_conflict_is_asked_about_once(desk: Desk, is_late: bool) -> None:
    first = desk.question
    desk.tag("T1")
    desk.camera("cultist", at="" if is_late else first)
    (both,) = desk.both
    assert (both.draw.values, both.others, both.next, str(both.why)) == (("skull",), (("cultist",),), None, CONFLICT)
    assert desk.drawn == (("skull",),) and desk.asks == "Ann: done?"


@pytest.mark.slow
def test_untaught_first_tag_is_asked_about_after_a_restart(desk_of: Make) -> None:
    """It was in doubt, the camera answered, and its reader has reported another tag since."""
    desk = desk_of("one", untaught=frozenset({"T4"}))
    desk.tag("T4")
    desk.camera("skull")
    desk.told = desk.tag("T3").id
    desk.decide("was", "cultist")
    before = desk.both
    assert [both.tag for both in before] == ["T4"]
    desk.restart()
    assert desk.both == before


def test_third_reader_leaves_one_of_two_doubts(desk_of: Make) -> None:
    """The camera was in doubt besides a tag; another tag reader answers for sure."""
    desk = desk_of("one", untaught=frozenset({"T9"}))
    desk.tag("T9")
    desk.camera(UNREAD)
    assert desk.doubt is not None and len(desk.doubt.readings) == 2
    desk.take(Reading("o1", "lamp", "bridge/tower", "o", 1, desk.question, "bag", (SeenObject("tag", "T1", 1.0),)))
    waiting = {heard.reading.id for heard in desk.logs[-1].inbox.of("t1", 9) if not heard.settled}
    assert desk.doubt is None
    assert waiting == {both.reading.id for both in desk.both} and len(waiting) == 1


def test_virtual_roll_in_between_is_not_on_the_tray(desk: Desk) -> None:
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


def test_first_reader_may_be_right(conflict: Desk) -> None:
    conflict.decide("counts")
    rest = conflict.hall.snapshot("t1").rest
    assert (conflict.drawn, conflict.both) == ((("skull",),), ())
    assert rest is not None and rest.taken, "the object on the tray is known"
    conflict.camera("cultist", boxes=(B,))
    assert not conflict.both
    conflict.restart()
    assert not conflict.both
    with pytest.raises(Refused, match="decided already"):
        conflict.decide("was", "cultist")


def test_second_reader_may_be_right_and_later_answers_stay(conflict: Desk) -> None:
    conflict.tap("go")
    conflict.tap("two")
    with pytest.raises(Refused, match="Neither of them told that"):
        conflict.decide("was", "-1")
    assert len(conflict.both) == 1
    conflict.decide("was", "cultist")
    picture = conflict.hall.snapshot("t1")
    assert (conflict.drawn, conflict.asks, picture.both, picture.aside) == ((("cultist",),), "Ann: a token", (), ())


@pytest.mark.parametrize("taps", [(), ("go", "one", "-1", "go")])
def test_conflict_waits_for_a_decision_across_a_restart(conflict: Desk, taps: Faces) -> None:
    if not taps:
        conflict.tag("T1")  # a newer reading
    for tap in taps:
        conflict.tap(tap)
    before = conflict.both
    conflict.restart()
    assert [(b.reading.id, b.draw, b.others, b.why) for b in before] == [
        (b.reading.id, b.draw, b.others, b.why) for b in conflict.both
    ]
    conflict.decide("was", "cultist")
    assert conflict.drawn[0] == ("cultist",) and conflict.both == ()


@pytest.mark.slow
@pytest.mark.parametrize("restarts", [True, False], ids=["restart", "undo"])
def test_first_reading_is_shown_after_many_others(desk: Desk, restarts: bool) -> None:
    desk.camera("cultist", picture="seen.jpg")
    second = desk.tag("T1")
    for _ in range(HEARD):
        desk.camera("cultist")
    [before] = desk.both
    assert before.first is not None and before.first.picture == "seen.jpg" and before.reading.id == second.id
    if restarts:
        desk.restart()
    else:
        last = desk.hall.snapshot("t1").moments[-1].entry.seq
        desk.tap("go")
        desk.hall.history.undo("t1", last)
    [after] = desk.both
    assert (after.reading, after.draw.given, after.why, after.first) == (
        before.reading,
        before.draw.given,
        before.why,
        before.first,
    )


@pytest.mark.parametrize("is_undone", [True, False])
def test_undo_or_amendment_of_the_draw_ends_the_conflict(conflict: Desk, is_undone: bool) -> None:
    if is_undone:
        conflict.hall.history.undo("t1", 2)
    else:
        moments = conflict.hall.snapshot("t1").moments
        draw = next(m.entry for m in moments if isinstance(m.entry.what, AnswerGiven) and m.entry.what.prompt.of)
        conflict.hall.history.amend("t1", draw.seq, ("cultist",))
    assert conflict.drawn == (() if is_undone else (("cultist",),))
    assert not conflict.both
    conflict.restart()
    assert not conflict.both


def test_impossible_second_reading_shows_a_notice(desk: Desk) -> None:
    first = desk.question
    desk.camera("skull")
    desk.tag("T9", at=first)
    assert not desk.both and desk.drawn == (("skull",),)
    assert str(desk.notice) == (
        "The tag reader tells no such token, which cannot be here: skull counts, as the camera told."
    )


@pytest.mark.parametrize("id", ["w1", ""])
def test_other_token_may_answer_the_next_prompt(desk_of: Make, id: str) -> None:
    desk = desk_of("apart")
    desk.tag("T1")
    desk.told = desk.camera("cultist").id
    (both,) = desk.both
    assert both.others == (("cultist",),) and both.next is not None and both.next.values == ("cultist",)
    desk.decide("next", id=id or desk.hall.snapshot("t1").moments[1].entry.what.answer.id)
    assert (desk.drawn, desk.both) == ((("skull",), ("cultist",)), ())
    assert not id or desk.hall.history.given("t1", id), "a repeated request finds that it counted"


def test_repeated_claim_answers_nothing(desk_of: Make) -> None:
    desk = desk_of("apart")
    desk.tag("T1")
    desk.camera("cultist")
    desk.camera("cultist", boxes=(B,))
    assert desk.drawn == (("skull",),) and len(desk.both) == 1
    assert str(desk.notice) == "It lies there still: say first which of the two it was."


def test_contradicted_doubt_is_asked_about_once(desk: Desk) -> None:
    told = desk.camera(UNSURE)
    desk.tag("T1")
    for _ in range(2):
        assert desk.doubt is not None and str(desk.doubt.why) == HARDLY
        assert [claim.values for claim in desk.doubt.told] == [("skull",)] and not desk.drawn
        desk.restart()
    desk.settle(told.id, "-1")
    assert desk.drawn == (("-1",),) and not desk.both
    desk.restart()
    assert desk.doubt is None and not desk.both


def test_camera_that_looks_again_does_not_overrule_the_tag(desk: Desk) -> None:
    desk.camera(UNSURE)
    desk.tag("T1")
    desk.camera("-1", boxes=(B,))
    assert desk.doubt is not None and desk.doubt.values == ("-1",) and not desk.drawn
    assert str(desk.doubt.why) == HARDLY


@pytest.mark.parametrize("is_tag_first", [False, True])
def test_untaught_tag_is_offered_the_face_of_the_camera(desk_of: Make, is_tag_first: bool) -> None:
    desk = desk_of("one", untaught=frozenset({"T1"}))
    start, first = desk.hall.snapshot("t1").moments[-1].entry.seq, desk.question
    if is_tag_first:
        desk.tag("T1")
        assert desk.doubt is not None
        desk.camera("skull")
    else:
        desk.camera("skull")
        desk.tag("T1", at=first)
    assert desk.drawn == (("skull",),) and desk.doubt is None
    (both,) = desk.both
    assert (str(both.tag), str(both.why)) == ("T1", "The tag T1 is not taught yet. Is it skull?")
    desk.told = both.reading.id
    desk.decide("taught")
    assert desk.hall.tags.book.now["T1"] == Meaning("token", "skull") and not desk.both
    desk.hall.history.undo("t1", start)
    assert "T1" not in desk.hall.tags.book.now, "the lesson is retracted with its answer"


def test_untaught_tag_is_asked_about_with_the_camera_candidates(desk_of: Make) -> None:
    desk = desk_of("one", untaught=frozenset({"T1"}))
    desk.camera(UNSURE, picture="p.jpg")
    told = desk.tag("T1")
    assert desk.doubt is not None and desk.doubt.reading.picture == "p.jpg"
    assert desk.doubt.objects[0].kind == "tag" and desk.doubt.objects[0].alternatives == (("-1", 0.5), ("-2", 0.4))
    desk.settle(told.id, "-2")
    assert desk.hall.tags.book.now["T1"] == Meaning("token", "-2")
    desk.restart()
    assert desk.doubt is None


SEEN = {
    "?": SeenObject("token", None, 0.5, (("skull", 0.5),)),
    "cultist?": SeenObject("token", None, 0.4, (("cultist", 0.4),)),
}


def play(desk: Desk, script: str) -> None:
    """Run steps such as "tag:T1", "cam:skull+cultist", "tap:go" and "restart". "@" settles under the first question."""
    first = desk.question
    for step in script.split():
        who, _, what = step.removesuffix("@").partition(":")
        at = first if step.endswith("@") else ""
        if who == "restart":
            desk.restart()
        elif who == "tap":
            desk.tap(what)
        elif who == "tag":
            desk.tag(what, at=at)
        else:
            faces, _, moved = what.partition("/")
            desk.camera(*(SEEN.get(face, face) for face in faces.split("+")), at=at, boxes=(B,) if moved else (A, B))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("taps", "script", "drawn", "others"),
    [
        ("again", "tag:T1 cam:skull", "skull", ""),  # settles while another token is wanted
        ("again", "tag:T1 cam:skull tag:T2 cam:skull+skull", "skull skull", ""),
        ("again", "tag:T1 cam:skull+cultist", "skull cultist", ""),
        ("again", "tag:T1 tag:T4 cam:skull+cultist", "skull -1", "cultist"),  # the first token stays on the tray
        ("", "cam:-2 tap:one tag:T1 cam:-2+cultist", "skull", "cultist"),  # -2 was there before
        ("apart", "cam:-2 tag:T5 cam:skull/B tag:T5", "-2 skull", "-2"),  # T5 is late: the next token is wanted already
        ("apart", "cam:-2 tag:T5 cam:skull/B restart tag:T5", "-2 skull", "-2"),
        ("two", "cam:skull+cultist tag:T3@ tag:T1@", "skull+cultist", ""),
        ("two", "cam:skull+cultist tag:T3@ tag:T4@", "skull+cultist", "-1+cultist"),
        ("one", "tag:T1@ cam:cultist+?@", "skull", ""),  # an unsure one may be the draw
        ("one", "tag:T1@ cam:cultist?@", "skull", ""),
        ("one", "cam:skull+cultist tag:T3", "cultist", ""),
        ("one", "tag:T1 tap:go cam:cultist", "skull", "cultist"),
        ("one", "tag:T1 tap:go tap:rest cam:cultist", "skull", "cultist"),
        ("one", "tag:T1 tap:go tap:rest tap:rest cam:cultist", "skull", ""),
        ("one", "tag:T1 tap:go tap:one cam:cultist", "skull cultist", ""),
    ],
)  # fmt: skip
def test_second_reading_belongs_to_its_own_draw(desk_of: Make, taps: str, script: str, drawn: str, others: str) -> None:
    desk = desk_of(*taps.split())
    play(desk, script)
    assert desk.drawn == tuple(tuple(faces.split("+")) for faces in drawn.split())
    assert [both.others for both in desk.both] == [(tuple(faces.split("+")),) for faces in others.split()]


def test_many_doubtful_dice_are_compared_fast() -> None:
    """Forty dice with two candidates each have too many combinations to try."""
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


def test_conflict_of_two_tag_readers_names_them(desk: Desk) -> None:
    first = desk.question
    desk.tag("T1")
    desk.take(Reading("o1", "lamp", "bridge/tower", "o", 1, first, "bag", (SeenObject("tag", "T3", 1.0),)))
    (both,) = desk.both
    assert str(both.why) == "The tag reader “bag” told skull, the tag reader “tower” tells cultist. Which is it?"
