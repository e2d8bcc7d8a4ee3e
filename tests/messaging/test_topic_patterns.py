from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.messaging import BusError
from companion.messaging.bus import check_pattern, matches, overlap

LEVELS = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map("/".join)
PATTERNS = st.builds(
    lambda levels, end: "/".join([*levels, *end]),
    st.lists(st.sampled_from("ab+"), min_size=1, max_size=3),
    st.sampled_from([[], ["#"]]),
)


@pytest.mark.parametrize(
    ("pattern", "topic", "fits"),
    [("a/b", "a/b", True), ("a/+", "a/b", True), ("a/+", "a/b/c", False), ("a/#", "a", True), ("a/#", "a/b/c", True), ("+", "a/b", False),
     ("#", "$SYS/x", False), ("+/x", "$SYS/x", False), ("$SYS/#", "$SYS/x", True), ("a/+", "a/", True)],
)  # fmt: skip
def test_a_pattern_fits_as_the_standard_says(pattern: str, topic: str, fits: bool) -> None:
    assert matches(pattern, topic) is fits


@given(PATTERNS, PATTERNS, LEVELS)
def test_patterns_that_one_topic_fits_overlap(one: str, other: str, topic: str) -> None:
    if matches(one, topic) and matches(other, topic):
        assert overlap(one, other)
        assert overlap(other, one)


def test_patterns_of_different_names_do_not_overlap() -> None:
    assert not overlap("lamplight/v1/+/reader/+/reading", "lamplight/v1/+/reader/+/status")


@pytest.mark.parametrize("pattern", ["", "a/#/b", "a+/b", "a/b#", "a\0"])
def test_a_pattern_that_nothing_can_fit_is_refused(pattern: str) -> None:
    with pytest.raises(BusError, match="no pattern"):
        check_pattern(pattern)
