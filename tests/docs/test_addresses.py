"""Addresses and MQTT topics that a page names exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from werkzeug.routing import MapAdapter

from companion.schema.channels import CHANNELS
from tests.docs.pages import GUIDES, ROOT, name_of, page
from tests.web.house import House

OURS = re.compile(r"(?:http://table\.local(?::\d+)?)?(/[a-z][\w<>./-]*|/)(?:[?#]\S*)?")
MACHINES = (
    "/dev/",
    "/etc/",
    "/boot/",
    "/sys/",
    "/proc/",
    "/run/",
    "/usr/",
    "/var/",
    "/opt/",
    "/home/",
    "/srv/",
    "/tmp/",
    "/media/",
    "/mnt/",
)
OF_PHONES: Mapping[str, frozenset[str]] = {
    "docs/build-your-table.md": frozenset({"/video", "/videofeed", "/stream", "/mjpeg", "/shot.jpg"})
}
"""Addresses of camera apps."""
TOPIC = re.compile(r"\b(?:lamplight/v\d|homeassistant)/[^\s`\"',)|]*")
SHORT = re.compile(r"(?:public|reader)/[\w{}+#/-]+")
PLACE = re.compile(r"\{\w+\}|<\w+>|\b[A-Z]{3,}\b|\+")


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MapAdapter]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house.app.url_map.bind("table.local")
    house.log.close()


def codes(path: Path) -> Iterator[str]:
    """Yield inline code and each line of a block."""
    yield from page(path).inline()
    for block in page(path).blocks:
        yield from block.text.splitlines()


def addresses(path: Path) -> Iterator[str]:
    for code in page(path).inline():
        if (found := OURS.fullmatch(code)) and not code.startswith(MACHINES) and code != "/":
            yield found[1]


def topics(path: Path) -> Iterator[str]:
    for code in codes(path):
        yield from TOPIC.findall(code)
        if SHORT.fullmatch(code):
            yield f"lamplight/v1/t1/{code}"


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_pages_name_only_existing_addresses(path: Path, routes: MapAdapter) -> None:
    for address in set(addresses(path)) - OF_PHONES.get(name_of(path), frozenset()):
        assert routes.test(PLACE.sub("t1", address), method="GET"), f"{name_of(path)}: {address}"


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_pages_name_only_existing_topics(path: Path) -> None:
    assert [topic for topic in topics(path) if not is_topic(topic)] == []


def is_topic(told: str) -> bool:
    """Return whether this is a topic, a pattern or a prefix of topics."""
    asked = pattern(told)
    return any(asked.fullmatch(PLACE.sub("t1", channel.address)) for channel in CHANNELS)


def pattern(told: str) -> re.Pattern[str]:
    begins = re.sub(r"(/#|/|\.\.\.)$", "", told)
    parts = [
        r"[a-z0-9_-]+" if PLACE.search(part) or part == "t1" else f"(?:{re.escape(part)}|t1)"
        for part in begins.split("/")
    ]
    return re.compile("/".join(parts) + ("" if begins == told else "(/.*)?"))


def test_messages_page_names_every_topic() -> None:
    assert set(topics(ROOT / "docs" / "messages.md")) >= {channel.address for channel in CHANNELS}
