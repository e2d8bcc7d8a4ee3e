"""Who hears of what a reader says of itself."""

from __future__ import annotations

from companion.presentation import ReaderStates
from companion.schema import ReaderDescription, ReaderStatus, codec, topics

READER = "vision-cam0"
SAID = (
    (topics.reader_status("lamp", READER), ReaderStatus("online", attached=True)),
    (topics.reader_description("lamp", READER), ReaderDescription("camera", "", "vision/cam0", "e")),
)


def test_what_was_said_before_a_table_was_read_is_known_and_news_to_nobody() -> None:
    told: list[str] = []
    states = ReaderStates(lambda: told.append("changed"), lambda: told.append("heard"))
    for topic, record in SAID:
        states.update(topic, codec.encode(record), tells=False)
    assert states.find_reader("camera") == READER and not told
    states.update(SAID[0][0], codec.encode(ReaderStatus("offline")))
    assert told == ["changed", "heard"] and not states.find_reader("camera")
