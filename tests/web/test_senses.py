"""State of the readers, known from their own messages only."""

import pytest

from companion.presentation import ReaderStates
from companion.presentation.pages.reader_health import MOST_READERS
from companion.schema import CameraFinding, CameraHealth, ReaderDescription, ReaderStatus, codec, topics

CAMERA = ReaderDescription("camera", "recorded throws", "vision/cam0", "e1")
READER = ReaderDescription("rdm6300", "a reader", "bridge/bag", "e2")


def told(*said: tuple[str, ReaderStatus | ReaderDescription], has_camera: bool = True) -> ReaderStates:
    senses = ReaderStates(lambda: None, has_camera=lambda: has_camera)
    for reader, record in said:
        about = "status" if isinstance(record, ReaderStatus) else "description"
        senses.update(topics.of_reader("lamp", reader, about), codec.encode(record))
    return senses


@pytest.mark.parametrize(
    ("status", "state"),
    [
        (ReaderStatus("offline"), "offline"),
        (ReaderStatus("online"), "retrying"),
        (ReaderStatus("online", attached=True), "ready"),
    ],
    ids=["offline", "looking for it", "ready"],
)
def test_lost_camera_differs_from_lost_process(status: ReaderStatus, state: str) -> None:
    (sense,) = told(("cam0", CAMERA), ("cam0", status)).summaries()
    assert sense.state == state


def test_manual_house_misses_no_camera() -> None:
    """The process runs without a camera: it reads photographs."""
    bag = (("bag", READER), ("bag", ReaderStatus("online")))
    for status in (ReaderStatus("online", last_error="no camera is set"), ReaderStatus("offline")):
        by_hand = told(("cam0", CAMERA), ("cam0", status), *bag, has_camera=False)
        assert [sense.reader for sense in by_hand.summaries()] == ["bag"], "another reader is missed as before"
    there = told(("cam0", CAMERA), ("cam0", ReaderStatus("online")), has_camera=False)
    assert there.find_reader("camera") == "cam0", "photographs are sent to it"
    looks = told(("cam0", CAMERA), ("cam0", ReaderStatus("online", attached=True)), has_camera=False)
    assert [sense.state for sense in looks.summaries()] == ["ready"], "one that somebody else has started is there"


def speak(senses: ReaderStates, reader: str, status: str = "online") -> None:
    about = ReaderDescription("camera" if reader == "vision-cam0" else "scanner", "", reader.replace("-", "/"), "e")
    senses.update(topics.reader_description("lamp", reader), codec.encode(about))
    senses.update(topics.reader_status("lamp", reader), codec.encode(ReaderStatus(status)))  # type: ignore[arg-type]


def test_reader_that_is_gone_makes_room_for_a_new_one() -> None:
    senses = ReaderStates(lambda: None)
    for number in range(MOST_READERS):
        speak(senses, f"bridge-{number}", "offline" if number == 7 else "online")
    speak(senses, "bridge-new")
    names = {one.reader for one in senses.summaries()}
    assert "bridge-new" in names and "bridge-7" not in names and len(names) == MOST_READERS


def test_changes_reach_the_page_and_states_the_tables() -> None:
    heard: list[str] = []
    senses = ReaderStates(lambda: heard.append("all"), lambda: heard.append("page"))

    def say(status: ReaderStatus, **how: bool) -> list[str]:
        heard.clear()
        senses.update(topics.reader_status("lamp", "cam0"), codec.encode(status), **how)
        return [*heard]

    senses.update(topics.reader_description("lamp", "cam0"), codec.encode(CAMERA), tells=False)
    assert say(ReaderStatus("online", True), tells=False) == [] and senses.find_reader("camera") == "cam0"
    assert say(ReaderStatus("online", True, bad_frames=1)) == ["page"], "the tables show no such counter"
    assert say(ReaderStatus("online", True, bad_frames=1)) == []
    assert say(ReaderStatus("offline")) == ["all", "page"] and not senses.find_reader("camera")


def test_camera_advice_is_shown_while_it_is_connected() -> None:
    health = CameraHealth(
        blur=3.0, light=120, markers=4, px_per_mm=3.1, findings=(CameraFinding("blurred", "The picture is blurred."),)
    )
    (sense,) = told(("cam0", CAMERA), ("cam0", ReaderStatus("online", attached=True, health=health))).summaries()
    assert (sense.state, sense.advice) == ("ready", ("The picture is blurred.",))
    assert str(sense.sees) == "4 of 4 markers, 3.1 px a millimetre, sharp to 3 px"
    (gone,) = told(("cam0", CAMERA), ("cam0", ReaderStatus("online", health=health))).summaries()
    assert (gone.sees, gone.advice) == ("", ())


def test_released_reader_is_hidden() -> None:
    senses = told(("bag", READER), ("bag", ReaderStatus("offline")))
    for name in ("status", "description"):
        senses.update(topics.of_reader("lamp", "bag", name), b"")
    assert senses.summaries() == () and senses.details() == ()


def test_serial_reader_faults_are_shown_at_the_table() -> None:
    inputs = (("bag", "lifted"), ("battery", "80 %"), ("reader 1", "04A1B2C3"), ("tag", "04A1B2C3"), ("die", "5"))
    (well,) = told(("bag", READER), ("bag", ReaderStatus("online", True, 2, inputs=inputs))).summaries()
    assert str(well.words) == "2 readings · bag lifted · battery 80 %", "what lies on it may be a card out of a hand"
    (ill,) = told(
        ("bag", READER), ("bag", ReaderStatus("online", True, 2, last_error="It speaks another speed."))
    ).summaries()
    assert ill.words == "It speaks another speed."
