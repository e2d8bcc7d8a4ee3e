"""News about the state of readers."""

from __future__ import annotations

from companion.presentation import ReaderStates
from companion.schema import ReaderDescription, ReaderStatus, codec, topics

READER = "vision-cam0"
SAID = (
    (topics.reader_status("lamp", READER), ReaderStatus("online", attached=True)),
    (topics.reader_description("lamp", READER), ReaderDescription("camera", "", "vision/cam0", "e")),
)


def test_reader_state_before_table_load_is_no_news() -> None:
    told: list[str] = []
    states = ReaderStates(lambda: told.append("changed"), lambda: told.append("heard"))
    for topic, record in SAID:
        states.update(topic, codec.encode(record), tells=False)
    assert states.find_reader("camera") == READER and not told
    states.update(SAID[0][0], codec.encode(ReaderStatus("offline")))
    assert told == ["changed", "heard"] and not states.find_reader("camera")
