"""Deferred callbacks run in order, after earlier messages are written, despite errors."""

import pytest

from companion.messaging.bus import AfterPublishQueue


class Writing:
    """A switch for unwritten data."""

    def __init__(self) -> None:
        self.left = True

    def __call__(self) -> bool:
        return self.left


def test_callback_waits_for_unwritten_messages() -> None:
    writing, done = Writing(), []
    afterwards = AfterPublishQueue(writing)
    afterwards.put(lambda: done.append("state"))
    afterwards.go_on()
    assert not done
    writing.left = False
    afterwards.go_on()
    assert done == ["state"]


def test_callback_that_publishes_delays_the_next() -> None:
    writing, done = Writing(), []
    afterwards = AfterPublishQueue(writing)

    def says() -> None:
        done.append("state")
        writing.left = True

    afterwards.put(says)
    afterwards.put(lambda: done.append("pages"))
    writing.left = False
    afterwards.go_on()
    assert done == ["state"]
    afterwards.finish()
    assert done == ["state", "pages"]


def test_a_fault_of_one_does_not_keep_the_others(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    afterwards = AfterPublishQueue(lambda: False)
    afterwards.put(lambda: done.remove("nothing"))
    afterwards.put(lambda: done.append("pages"))
    afterwards.go_on()
    assert done == ["pages"]
    assert "what was to be done after a message failed" in caplog.text
