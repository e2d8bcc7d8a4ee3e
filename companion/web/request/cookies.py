"""The keys that a request bears: in its cookies, and in what its browser shows beside them."""

from __future__ import annotations

from flask import request

from companion.web.auth import PAGE_ENDPOINTS, browser_half

OURS = ("lamplight-", "lamplight.")  # what the cookies that hold keys begin with
LANGUAGE = "lamplight-language"  # holds none: the page sets it
MOST_KEYS = 50  # of one browser that are looked up: a phone gathers one at each table


def cookie(role: str, table: str) -> str:
    """The name of the cookie that holds a key: of a table, or of a role in the whole house."""
    return f"lamplight-{table}" if table else f"lamplight.{role}"


def browser_here() -> str:
    """What the browser that asks has as a cookie, by the half of its key that it shows; "" where it shows none."""
    header = request.headers.get(browser_half.HEADER, "")
    if header or request.method not in ("GET", "HEAD"):
        return browser_half.cookie_of(header)
    return browser_half.cookie_among(bound_cookies().values(), request.args.get(browser_half.ARGUMENT, ""))


def bound_cookies() -> dict[str, str]:
    """Those that count only beside the other half, by their names."""
    return {name: key for name, key in request.cookies.items() if key.startswith(browser_half.BOUND)}


def unbound_cookies() -> list[str]:
    """Those that count alone. The house's first, then those of the tables sat at last: a browser sends the oldest first."""
    keys = [(name, key) for name, key in request.cookies.items() if name != LANGUAGE]
    alone = [(name, key) for name, key in keys if not key.startswith(browser_half.BOUND)]
    of_tables, of_house = ([key for name, key in alone if name.startswith(one)] for one in OURS)
    return [*of_house, *reversed(of_tables)][:MOST_KEYS]


def has_keys() -> bool:
    """Whether this browser was let in once: it has a key, whatever has become of that."""
    return bool(unbound_cookies() or bound_cookies())


def shown_keys() -> list[str]:
    """Those of this browser. A page itself has nothing in it: it is shown for a cookie, which is all that a browser sends along for one."""
    shown = [browser_here()] if request.endpoint not in PAGE_ENDPOINTS else bound_cookies().values()
    return list(filter(None, shown))
