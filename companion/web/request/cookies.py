"""Read and write the cookies of devices. A cookie counts only together with the half of its key that the browser keeps.

A browser sends its cookies to every port of a machine, so a cookie holds only hashes of two secrets of the browser. The first secret is
in the address of a stream, picture or file, which cannot carry a header, and counts together with the cookie. Every other request
carries both secrets in a header. Neither can be computed from the cookie.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from http import HTTPStatus

from flask import Flask, Response, request

from companion.sessions import Device
from companion.sessions.device_access import LONGEST_ACCESS
from companion.web.permissions import PAGE_ENDPOINTS
from companion.web.request.app_dispatch import VISITOR, parts

KEY_PREFIXES = ("lamplight-", "lamplight.")  # prefixes of the cookies that hold keys
LANGUAGE = "lamplight-language"  # holds no key: the page sets it
MOST_KEYS = 50  # looked up for one browser: a phone gathers one at each table
LOST_HALF = "lost"
"""Replaces a key whose other half the browser has lost. The page explains that the device was let in before."""
HALF_HEADER = "X-Lamplight-Half"
HALF_ARGUMENT = "half"
BOUND_PREFIX = "2."
"""Prefix of a cookie that does not count alone."""
_SECRETS = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{32})")


def cookie_of(header: str) -> str:
    """Return the cookie's value that belongs to a header, "" if the header is malformed.

    >>> cookie_of("0" * 32 + "." + "1" * 32)[:8], cookie_of("0.1")
    ('2.84e0c0', '')
    """
    secrets = _SECRETS.fullmatch(header)
    return BOUND_PREFIX + ".".join(map(_hash, secrets.groups())) if secrets else ""


def cookie_among(cookies: Iterable[str], argument: str) -> str:
    """Return the cookie that belongs to the secret in the address, or "".

    >>> whole = cookie_of("0" * 32 + "." + "1" * 32)
    >>> cookie_among(["other", whole], "0" * 32) == whole, cookie_among([whole], "1" * 32)
    (True, '')
    """
    begins = f"{BOUND_PREFIX}{_hash(argument)}."
    return next((cookie for cookie in cookies if cookie.startswith(begins)), "")


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def cookie(role: str, table: str) -> str:
    """Return the name of the cookie that holds a key of a table, or of a role in the installation."""
    return f"lamplight-{table}" if table else f"lamplight.{role}"


def browser_here() -> str:
    """Return the cookie value of the requesting browser by the half of its key that it shows, "" if it shows none."""
    header = request.headers.get(HALF_HEADER, "")
    if header or request.method not in ("GET", "HEAD"):
        return cookie_of(header)
    return cookie_among(bound_cookies().values(), request.args.get(HALF_ARGUMENT, ""))


def bound_cookies() -> dict[str, str]:
    """Return the cookies that count only with the other half, by name."""
    return {name: key for name, key in request.cookies.items() if key.startswith(BOUND_PREFIX)}


def unbound_cookies() -> list[str]:
    """Return the keys that count alone: the installation's first, then the newest tables'. A browser sends the oldest first."""
    keys = [(name, key) for name, key in request.cookies.items() if name != LANGUAGE]
    alone = [(name, key) for name, key in keys if not key.startswith(BOUND_PREFIX)]
    of_tables, of_house = ([key for name, key in alone if name.startswith(prefix)] for prefix in KEY_PREFIXES)
    return [*of_house, *reversed(of_tables)][:MOST_KEYS]


def has_keys() -> bool:
    """Return whether this browser was ever let in; the key may have expired."""
    return bool(unbound_cookies() or bound_cookies())


def shown_keys() -> list[str]:
    """Return the keys that this request proves. A page holds no secret, so a cookie alone opens it: browsers send nothing else there."""
    shown = [browser_here()] if request.endpoint not in PAGE_ENDPOINTS else bound_cookies().values()
    return list(filter(None, shown))


def keep_cookies(app: Flask) -> None:
    """Bind and repair the cookies of a device around each request that proves its half."""
    app.before_request(_bind)
    app.after_request(_restore_cookies)


def set_key(response: Response, device: Device, key: str) -> None:
    """Set a cookie that scripts cannot read and other sites do not send."""
    _write(response, cookie(device.role, device.table), key)


def _write(response: Response, name: str, key: str) -> None:
    response.set_cookie(
        name, key, httponly=True, samesite="Strict", secure=request.is_secure, max_age=int(LONGEST_ACCESS)
    )


def _bind() -> None:
    """Bind keys from before halves existed to the browser that shows them first."""
    browser = browser_here()
    if browser:
        parts().devices.bind(unbound_cookies(), browser)


def _restore_cookies(response: Response) -> Response:
    """Restore cookies that another page of this machine overwrote, and mark those whose half was lost, to avoid a redirect loop."""
    browser, identity = browser_here(), request.environ.get(VISITOR)
    if not browser or identity is None:
        return response
    spoilt = [known for known in identity.devices if request.cookies.get(cookie(known.role, known.table)) != browser]
    bound = {known.id for known in parts().devices.find([browser])} if spoilt else set[str]()
    for device in spoilt:
        if device.id in bound:  # skip a device whose key could not be bound yet
            set_key(response, device, browser)
    if not identity.devices and response.status_code == HTTPStatus.FORBIDDEN:
        for name, key in bound_cookies().items():
            if parts().devices.find([key]):  # a dismissed device keeps its cookie, and the page explains it
                _write(response, name, LOST_HALF)
    return response
