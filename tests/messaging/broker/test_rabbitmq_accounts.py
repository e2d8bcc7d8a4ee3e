"""RabbitMQ is told the same rights as every other broker: what `permits` says, its expressions say."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from itertools import product
from pathlib import Path

import pytest

from companion.messaging.broker.accounts import Accounts, BrokerAccount, Role, Way, permits, rights
from companion.messaging.broker.rabbitmq_accounts import NOTHING, definitions, hashed, may
from companion.messaging.bus import matches
from companion.schema.channels import CHANNELS

ROLES: tuple[Role, ...] = ("rules", "reader", "display", "home")
TABLES = ("+", "t1")
NAMES = {"table": ("t1", "t2", "t10"), "reader": ("cam0", "cam00", "own"), "seat": ("a",)}


def every_topic() -> list[str]:
    each = ((channel, product(*(NAMES[name] for name in channel.parameters))) for channel in CHANNELS)
    return [channel.topic(*values) for channel, several in each for values in several]


def key(topic: str) -> str:
    """As the plugin makes one of a topic or a pattern."""
    return topic.replace("/", ".").replace("+", "*")


@pytest.mark.parametrize("way", ["read", "write"])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("role", ROLES)
def test_each_account_may_what_it_may_anywhere(role: Role, table: str, way: Way) -> None:
    for access, taken in (
        (BrokerAccount(role, table, ""), ()),
        (BrokerAccount(role, table, ""), ("own",)),
        (BrokerAccount(role, table, "", "own"), ()),
    ):
        expression = re.compile(may(access, way, taken))
        for topic in every_topic():
            assert bool(expression.search(key(topic))) == permits(access, way, topic, taken), (access, topic)


@pytest.mark.parametrize("role", ROLES)
def test_patterns_are_heard_that_are_its_own(role: Role) -> None:
    access = BrokerAccount(role, "+", "")
    for rule, pattern in rights(access):
        if rule == "read":
            assert re.search(may(access, "read"), key(pattern)), pattern


WIDE = (
    "#",
    "lamplight/#",
    "lamplight/v1/#",
    "lamplight/v1/+/#",
    "+/+/+/+/+/+",
    "lamplight/v1/t1/reader/#",
    "+/v1/t1/expect",
)


@pytest.mark.parametrize("pattern", [*WIDE, "lamplight/v1/+/reader/+/reading"])
@pytest.mark.parametrize("role", ["reader", "display", "home"])
def test_no_wider_pattern_is_heard(role: Role, pattern: str) -> None:
    """RabbitMQ asks about the pattern once and filters nothing afterwards."""
    for table in TABLES:
        assert not re.search(may(BrokerAccount(role, table, ""), "read"), key(pattern))


def test_a_reader_of_one_table_hears_of_no_other() -> None:
    expression = may(BrokerAccount("reader", "t1", ""), "read")
    assert re.search(expression, "lamplight.v1.t1.expect")
    for foreign in (
        "lamplight.v1.*.expect",
        "lamplight.v1.t2.expect",
        "lamplight.v1.t1.expect.x",
        "x.lamplight.v1.t1.expect",
    ):
        assert not re.search(expression, foreign)


def test_nobody_says_a_pattern() -> None:
    """It would come out as one, at whoever hears all."""
    for role in ROLES:
        assert not re.search(may(BrokerAccount(role, "+", ""), "write"), "lamplight.v1.*.reader.cam0.reading")


def test_who_may_nothing_matches_nothing() -> None:
    display = may(BrokerAccount("display", "t1", ""), "write")
    assert display == NOTHING
    assert not any(re.search(display, key(topic)) for topic in every_topic())


def test_users_permissions_and_an_end_for_queues(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path)
    reader = accounts.of("reader")
    told = json.loads(definitions(accounts))
    assert [user["name"] for user in told["users"]] == ["reader"] and not told["users"][0]["tags"]
    own = told["permissions"][0]
    for queue, is_own in (
        ("reader.cam0.ab12qos1", True),
        ("rules.worker-1.ab12qos1", False),
        ("readerx.cam0qos1", False),
    ):
        for right in ("configure", "read", "write"):
            assert bool(re.search(own[right], f"mqtt-subscription-{queue}")) == is_own
    assert not re.search(own["configure"], "amq.topic") and re.search(own["write"], "amq.topic")
    policy = told["policies"][0]
    assert (
        re.search(policy["pattern"], "mqtt-subscription-reader.cam0qos1")
        and policy["definition"]["expires"] == 3_600_000
    )
    assert reader.password not in json.dumps(told)


def test_a_password_is_hashed_as_rabbitmq_does() -> None:
    """As its own documentation shows it: four bytes of salt, then SHA-256 of both."""
    salt = bytes.fromhex("908dc60a")
    found = base64.b64decode(hashed("test12", salt))
    assert found[:4] == salt and found[4:] == hashlib.sha256(salt + b"test12").digest()
    assert base64.b64encode(found).decode() == "kI3GCqW5JLMJa4iX1lo7X4D6XbYqlLgxIs30+P6tENUV2POR"


def test_the_pattern_of_a_display_is_what_mosquitto_takes_too() -> None:
    assert matches("lamplight/v1/t1/public/#", "lamplight/v1/t1/public")
    assert re.search(may(BrokerAccount("display", "t1", ""), "read"), "lamplight.v1.t1.public.#")
