"""The cookies of devices: bound to the half that their browser keeps, put back where something took them, taken where it was lost."""

from __future__ import annotations

from http import HTTPStatus

from flask import Flask, Response, request

from companion.sessions import Device
from companion.sessions.device_access import LONGEST
from companion.web.request.context import VISITOR, parts
from companion.web.request.cookies import bound_cookies, browser_here, cookie, unbound_cookies

LOST = "lost"
"""In a cookie instead of a key whose other half its browser has forgotten: the page says that the device was in before."""


def keep_cookies(app: Flask) -> None:
    """After what a page of ours has asked for with its half."""
    app.before_request(_bind)
    app.after_request(_keep)


def set_key(response: Response, device: Device, key: str) -> None:
    """A cookie that no script reads and no other page sends."""
    write(response, cookie(device.role, device.table), key)


def write(response: Response, name: str, key: str) -> None:
    response.set_cookie(name, key, httponly=True, samesite="Strict", secure=request.is_secure, max_age=int(LONGEST))


def _bind() -> None:
    """Keys of before there were halves are bound to the browser that shows them first."""
    browser = browser_here()
    if browser:
        parts().devices.bind(unbound_cookies(), browser)


def _keep(response: Response) -> Response:
    """Another page of this machine may have written over a cookie; and whose half was lost shall be told so, not sent round in circles."""
    browser, found = browser_here(), request.environ.get(VISITOR)
    if not browser or found is None:
        return response
    spoilt = [one for one in found.devices if request.cookies.get(cookie(one.role, one.table)) != browser]
    bound = {one.id for one in parts().devices.find([browser])} if spoilt else set[str]()
    for device in spoilt:
        if device.id in bound:  # not one of a key that could not be bound yet
            set_key(response, device, browser)
    if not found.devices and response.status_code == HTTPStatus.FORBIDDEN:
        for name, key in bound_cookies().items():
            if parts().devices.find([key]):  # a device that was sent away keeps its cookie: the page says so
                write(response, name, LOST)
    return response
