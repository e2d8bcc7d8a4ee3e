"""Accounts and rights as RabbitMQ imports them: its MQTT plugin makes routing keys of topics, and its rights are expressions."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterable
from typing import Any

from companion.messaging.broker.accounts import Accounts, BrokerAccount, Way, rights

VHOST = "lamplight"
EXCHANGE = "amq.topic"
ANY_SEGMENT = "[a-z0-9_-]{1,32}"
HEARD_SEGMENT = rf"(\*|{ANY_SEGMENT})"  # who may hear all may ask for all; "*" is what "+" becomes
NOTHING = "^$"
AWAY = 3_600_000  # ms: what is kept for a client that does not come back; all that matters is said anew to who does
MOST_WAITING, MOST_BYTES = 65_000, 16_777_216  # for one client that is away, as Mosquitto is told too


def definitions(accounts: Accounts) -> str:
    """What `load_definitions` reads: users, what each may do, and how long a queue outlives its client."""
    known = tuple(accounts.known.values())
    told = {
        "rabbit_version": "3.10.8",
        "vhosts": [{"name": VHOST}],
        "users": [_user(access) for access in known],
        "permissions": [_permission(access) for access in known],
        "topic_permissions": [_topics(access, accounts.reader_names(access.table)) for access in known],
        "policies": [_policy()],
    }
    return json.dumps(told, indent=1) + "\n"


def may(access: BrokerAccount, way: Way, taken: Iterable[str] = ()) -> str:
    r"""The expression of the routing keys that an account may read or write; "^$" = none. Of a reading one, of patterns too.

    >>> may(BrokerAccount("reader", "t1", ""), "read").split("|")[0]
    '^(?:lamplight\\.v1\\.t1\\.expect'
    """
    found = rights(access, tuple(taken))
    allowed = [_key(pattern, way) for rule, pattern in found if rule == way]
    denied = [_begin(pattern) for rule, pattern in found if rule == "deny"]
    if not allowed:
        return NOTHING
    return f"^{_not(denied)}(?:{'|'.join(allowed)})$"


def hashed(password: str, salt: bytes) -> str:
    """SHA-256 with a salt of four bytes, which is RabbitMQ's format; the passwords are 128 random bits, no dictionary holds them."""
    return base64.b64encode(salt + hashlib.sha256(salt + password.encode()).digest()).decode()


def _user(access: BrokerAccount) -> dict[str, Any]:
    told = {"name": access.user, "password_hash": hashed(access.password, os.urandom(4)), "tags": []}
    return {**told, "hashing_algorithm": "rabbit_password_hashing_sha256"}


def _permission(access: BrokerAccount) -> dict[str, str]:
    """Queues of clients that begin with the account's own name, and the one exchange: nobody takes what waits for another."""
    own = rf"mqtt-subscription-{re.escape(access.user)}\..*"
    both = rf"^(?:{re.escape(EXCHANGE)}|{own})$"
    return {"user": access.user, "vhost": VHOST, "configure": f"^{own}$", "write": both, "read": both}


def _topics(access: BrokerAccount, taken: Iterable[str]) -> dict[str, str]:
    told = {"user": access.user, "vhost": VHOST, "exchange": EXCHANGE}
    return {**told, "write": may(access, "write", taken), "read": may(access, "read", taken)}


def _key(pattern: str, way: Way) -> str:
    """Of a pattern, the keys that fit it; who reads is asked about the pattern itself."""
    one = HEARD_SEGMENT if way == "read" else ANY_SEGMENT
    *parts, last = pattern.split("/")
    keys = [one if part == "+" else re.escape(part) for part in (*parts, *([last] if last != "#" else []))]
    return r"\.".join(keys) + (rf"(?:\.{one})*(?:\.#)?" if last == "#" else "")


def _begin(pattern: str) -> str:
    """Of a pattern that ends in "#", the keys below it; of "+" here it is one name that is meant, never a pattern."""
    return r"\.".join(
        ANY_SEGMENT if part == "+" else re.escape(part) for part in pattern.removesuffix("/#").split("/")
    ) + (r"(?:\.|$)")


def _not(denied: Iterable[str]) -> str:
    told = "|".join(denied)
    return f"(?!{told})" if told else ""


def _policy() -> dict[str, Any]:
    """A device that was given away fills no disk."""
    limits = {"expires": AWAY, "max-length": MOST_WAITING, "max-length-bytes": MOST_BYTES, "overflow": "drop-head"}
    told = {"vhost": VHOST, "name": "away", "pattern": "^mqtt-subscription-", "apply-to": "queues", "priority": 0}
    return {**told, "definition": limits}
