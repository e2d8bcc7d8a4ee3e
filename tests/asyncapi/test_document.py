"""docs/asyncapi.json is what the code makes, is valid, and says of each record what its source says."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from companion.schema import Expectation, KitRequest, PublicState, Reading, codec, topics
from companion.schema.channels import CHANNELS, Channel
from tests.asyncapi import fits
from tests.tools.asyncapi.document import document, text
from tests.tools.asyncapi.remarks import remarks

OFFICIAL = Path(__file__).parent / "schema" / "asyncapi-3.0.0.json"


@pytest.fixture(scope="module")
def official() -> Draft7Validator:
    return Draft7Validator(json.loads(OFFICIAL.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def made() -> Any:
    return document(CHANNELS)


class Thrown:
    """A throw of a test."""

    number: int
    """How often."""
    place: str  # next to the field: not this
    """Where: under it stands what counts."""


def references(value: Any) -> Iterator[str]:
    match value:
        case {"$ref": str(ref)}:
            assert len(value) == 1, f"nobody reads what stands beside a reference: {value}"
            yield ref
        case dict():
            for inner in value.values():
                yield from references(inner)
        case list():
            for inner in value:
                yield from references(inner)


@pytest.mark.slow
def test_the_file_is_what_the_code_makes() -> None:
    assert fits.DOCUMENT.read_text(encoding="utf-8") == text(), (
        "a record or a topic has changed: ./table asyncapi --out docs/asyncapi.json"
    )


def test_asyncapi_is_valid(official: Draft7Validator, made: Any) -> None:
    assert [f"{error.json_path}: {error.message[:200]}" for error in official.iter_errors(made)] == []


@pytest.mark.slow
@pytest.mark.parametrize("gone", ["info", "channels.expect.address", "operations.rules.sends.expect.action"])
def test_the_official_schema_sees_what_is_missing_or_wrong(official: Draft7Validator, made: Any, gone: str) -> None:
    spoilt: Any = copy.deepcopy(made)
    match gone.split("."):
        case [name]:
            del spoilt[name]
        case ["channels", name, field]:
            spoilt["channels"][name][field] = 7
        case ["operations", *name, field]:
            spoilt["operations"][".".join(name)][field] = "shout"
    assert list(official.iter_errors(spoilt))


def test_every_reference_leads_somewhere_and_every_schema_is_referred_to(made: Any) -> None:
    met = set(references(made))
    for ref in met:
        place = made
        for name in ref.removeprefix("#/").split("/"):
            place = place[name]
    assert {ref.rpartition("/")[2] for ref in met if "/schemas/" in ref} == set(made["components"]["schemas"])


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
def test_asyncapi_channels_have_parameters_senders_and_receivers(channel: Channel, made: Any) -> None:
    told = made["channels"][channel.name]
    assert [f"{{{name}}}" in told["address"] for name in told.get("parameters", ())] == [True] * len(channel.parameters)
    assert "-" not in told["address"].replace("lamplight-", "")
    actions = [o["action"] for o in made["operations"].values() if o["channel"]["$ref"].endswith(f"/{channel.name}")]
    assert {"send", "receive"} <= set(actions)


def test_asyncapi_requires_fields_without_a_default(made: Any) -> None:
    payload = made["channels"]["expect"]["messages"]["expect"]["payload"]
    assert payload["required"] == ["v", "expect", "wants", "locked"]
    payload = made["channels"]["reading"]["messages"]["reading"]["payload"]
    assert payload["required"] == ["v", "id", "table", "source", "epoch", "seq"]
    assert "oldest" in payload["properties"], "what travels beside a reading"


def test_asyncapi_optional_fields_decode_without_them() -> None:
    least = {"v": 1, "id": "r1", "table": "t1", "source": "vision/cam0", "epoch": "e", "seq": 1}
    payload = json.dumps(least).encode()
    assert fits.read().trouble(topics.reading("t1", "vision-cam0"), payload) == ""
    assert codec.decode(Reading, payload) == Reading("r1", "t1", "vision/cam0", "e", 1)


@pytest.mark.parametrize(
    "spoilt",
    [
        {"expect": 7},
        {"more": "than is told"},
        {"v": 2},
        {"wants": [{"prompt": "p1", "kinds": ["d6"], "faces": [], "count": "3", "zone": ""}]},
    ],
    ids=["another type", "a field nobody knows", "another version", "deep inside"],
)  # fmt: skip
def test_a_message_that_is_otherwise_does_not_fit(spoilt: dict[str, Any]) -> None:
    told, topic = fits.read(), topics.expect("t1")
    payload = json.loads(codec.encode(Expectation("t1.p1")))
    assert told.trouble(topic, json.dumps(payload).encode()) == ""
    assert told.trouble(topic, json.dumps(payload | spoilt).encode())


def test_asyncapi_refuses_an_unknown_block() -> None:
    told, topic = fits.read(), topics.public_state("t1")
    payload = json.loads(codec.encode(PublicState(1, view=({"kind": "text", "text": "Ann's turn"},))))
    assert told.trouble(topic, json.dumps(payload).encode()) == ""
    payload["view"][0]["kind"] = "secret"
    assert told.trouble(topic, json.dumps(payload).encode())


@pytest.mark.parametrize(
    "topic", ["lamplight/v1/t1/secret", "lamplight/v1/t1/expect/more", "homeassistant/light/x/config"]
)
def test_a_topic_that_is_none_of_these_is_noticed(topic: str) -> None:
    with pytest.raises(AssertionError, match="no channel"):
        fits.read().channel(topic)


def test_asyncapi_describes_fields_by_their_comments() -> None:
    assert remarks(Reading)["settled_at"] == "s, Unix; for display only, never for a decision"
    assert "kits: list the kits" in remarks(KitRequest)["act"]
    assert remarks(Thrown) == {"number": "How often.", "place": "Where: under it stands what counts."}
    assert "table" not in remarks(Reading), "where the name says enough nothing stands"


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
def test_the_page_for_builders_has_the_row_of_each_channel(channel: Channel) -> None:
    records = ", ".join(record.__name__ for record in channel.carries)
    words = f"one of: {', '.join(channel.words)}" if channel.words else "JSON of Home Assistant"
    kept = "yes, or empty" if channel.forgotten else "yes" if channel.retained else ""
    row = (f"`{channel.address}`", ", ".join(channel.sent_by), ", ".join(channel.heard_by), kept, records or words)
    assert f"\n| {' | '.join(row)} |\n" in (fits.ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
