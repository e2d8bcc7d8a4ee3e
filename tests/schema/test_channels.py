"""No topic without a row, no row without a topic, and each row as the brokers have it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.messaging.broker.accounts import BrokerAccount, Role, permits
from companion.schema import topics
from companion.schema.channels import CHANNELS, Channel, Part

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(path for name in ("companion", "vision", "firmware_bridge") for path in (ROOT / name).rglob("*.py"))
NO_TOPICS = {"of_reader", "reader_of", "segment", "is_of", "parse"}
ACCOUNTS: dict[Role, tuple[Part, ...]] = {
    "rules": ("rules",),
    "reader": ("camera", "bridge"),
    "display": ("display",),
    "home": ("homeassistant",),
}
OURS = [channel for channel in CHANNELS if channel.address.startswith(topics.ROOT)]


def name_of(channel: Channel) -> str:
    return channel.name


def sample(channel: Channel) -> str:
    """A topic of it."""
    return channel.topic(*(f"one-{name}" for name in channel.parameters))


def trees(text: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the sources that contain this text."""
    for path in CODE:
        if text in (source := path.read_text(encoding="utf-8")):
            yield path, ast.parse(source)


def called(name: str) -> Iterator[tuple[Path, ast.Call]]:
    """Yield the calls of a function of `codec`."""
    for path, tree in trees(f"codec.{name}("):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == f"codec.{name}" and node.args:
                yield path, node


def test_every_builder_of_a_topic_has_its_one_row() -> None:
    functions = inspect.getmembers(topics, lambda it: inspect.isfunction(it) and it.__module__ == topics.__name__)
    assert sorted(channel.name for channel in CHANNELS) == sorted(
        name for name, _ in functions if name not in NO_TOPICS
    )


def test_every_topic_that_is_understood_has_a_row() -> None:
    found = {topics.parse(sample(channel)).name for channel in OURS}
    assert found == topics.OF_A_TABLE | topics.OF_A_READER | {"public/light"}


def test_a_topic_stands_nowhere_but_where_topics_are_built() -> None:
    written = [
        f"{path.relative_to(ROOT)}: {node.value}"
        for begins in (f"{topics.ROOT}/", f"{topics.HOME_ASSISTANT}/")
        for path, tree in trees(begins)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(begins)
    ]
    assert not written


@pytest.mark.parametrize("way", ["encode", "decode"])
def test_every_record_that_travels_has_a_row(way: str) -> None:
    known = {record.__name__ for channel in CHANNELS for record in channel.carries}
    met = {
        (name, str(path.relative_to(ROOT)))
        for path, call in called(way)
        for name in [ast.unparse(call.args[0]).partition("(")[0]]
        if name.isidentifier() and name[0].isupper() and not name.isupper()  # a constant has its record elsewhere
    }
    assert len(met) > 8
    assert not {name for name, _ in met} - known, met


@pytest.mark.parametrize("channel", CHANNELS, ids=name_of)
def test_channel_has_one_payload_and_a_description(channel: Channel) -> None:
    assert sum(map(bool, (channel.carries, channel.words, channel.foreign))) == 1
    assert channel.sentence.endswith(".")
    assert channel.retained or not channel.forgotten
    assert channel.retained == channel.sentence.startswith("Retained")


@pytest.mark.parametrize("role", ACCOUNTS)
@pytest.mark.parametrize("channel", CHANNELS, ids=name_of)
def test_the_broker_lets_exactly_those_in_who_send_and_hear(channel: Channel, role: Role) -> None:
    account = BrokerAccount(role, topics.ANY, "")
    speaks, hears = (not set(ACCOUNTS[role]).isdisjoint(parts) for parts in (channel.sent_by, channel.heard_by))
    assert (permits(account, "write", sample(channel)), permits(account, "read", sample(channel))) == (speaks, hears)
