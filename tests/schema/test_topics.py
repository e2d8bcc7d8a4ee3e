from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.schema import TopicError, topics
from companion.schema.topics import Topic

SEGMENTS = st.from_regex(topics.SEGMENT, fullmatch=True)


def test_a_reading_has_the_name_of_its_table_and_reader() -> None:
    assert topics.reading("t1", "vision-cam0") == "lamplight/v1/t1/reader/vision-cam0/reading"


def test_a_source_names_its_reader() -> None:
    assert topics.reader_of("bridge/bag") == "bridge-bag"


@pytest.mark.slow
@given(SEGMENTS, SEGMENTS)
def test_built_topics_can_be_parsed(table: str, other: str) -> None:
    assert topics.parse(topics.table_status(table)) == Topic(table, "status")
    assert topics.parse(topics.public_light(table, other)) == Topic(table, "public/light", seat=other)
    for name in topics.OF_A_READER:
        assert topics.parse(topics.of_reader(table, other, name)) == Topic(table, name, reader=other)


@pytest.mark.parametrize("name", ["", "a/b", "#", "T1", "ä", "x" * 33, "a\n", " "])
def test_a_wild_name_never_becomes_part_of_a_topic(name: str) -> None:
    with pytest.raises(TopicError, match="cannot be part of a topic"):
        topics.expect(name)


@pytest.mark.parametrize(
    "topic",
    ["", "lamplight/v1", "lamplight/v2/t1/status", "t1/status", "lamplight/v1//status", "lamplight/v1/T1/status", "lamplight/v1/t1/secret",
     "lamplight/v1/t1/reader//reading", "lamplight/v1/t1/reader/cam0", "lamplight/v1/t1/reader/cam0/reading/x", "lamplight/v1/+/status"],
)  # fmt: skip
def test_another_topic_is_none_of_ours(topic: str) -> None:
    with pytest.raises(TopicError, match="no topic of Lamplight"):
        topics.parse(topic)


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        topics.parse(text)
    except TopicError:
        return
