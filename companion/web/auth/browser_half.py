"""The half of a key that no cookie carries: a browser keeps it for this origin alone, and shows it with whatever it asks.

A browser sends its cookies to every port of a machine. So a cookie is only what two secrets of the browser come to: the first stands in
the address of what is looked at (a stream, a picture, a file), which can bear no header, and counts together with the cookie; both
stand in a header wherever they can. From the cookie neither can be worked out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

HEADER = "X-Lamplight-Half"
ARGUMENT = "half"
BOUND = "2."
"""How a cookie begins that counts for nothing alone."""
_SECRETS = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{32})")


def cookie_of(header: str) -> str:
    """The cookie's value that belongs to what the header bears; "" where that is not of a browser of ours.

    >>> cookie_of("0" * 32 + "." + "1" * 32)[:8], cookie_of("0.1")
    ('2.84e0c0', '')
    """
    secrets = _SECRETS.fullmatch(header)
    return BOUND + ".".join(map(_hashed, secrets.groups())) if secrets else ""


def cookie_among(cookies: Iterable[str], argument: str) -> str:
    """The one of these cookies that belongs to what the address bears, "" = none.

    >>> whole = cookie_of("0" * 32 + "." + "1" * 32)
    >>> cookie_among(["other", whole], "0" * 32) == whole, cookie_among([whole], "1" * 32)
    (True, '')
    """
    begins = f"{BOUND}{_hashed(argument)}."
    return next((cookie for cookie in cookies if cookie.startswith(begins)), "")


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
