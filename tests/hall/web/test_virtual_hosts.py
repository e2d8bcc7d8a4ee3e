"""Pages of many tables by host name, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import Client

from companion.errors import NotOwnerError, StoreError
from companion.hall.database.table_database import NOT_HERE
from companion.hall.web.hall_app import MOST_SYNC_BYTES
from companion.hall.web.virtual_hosts import VirtualHosts, table_of_host
from companion.i18n.languages import Languages
from companion.web.connection_limits import MOST_SENT, SMALL_BODY
from companion.web.request import ServedApp
from companion.web.request.language import COOKIE

HERE, ELSEWHERE = "lamp-1.hall.local", "lamp-2.hall.local"
LANGUAGES = Languages()


@contextmanager
def pages(name: str, _use: str, is_there: Callable[[], bool]) -> Iterator[ServedApp | None]:
    if name == "dark":
        raise StoreError("The database does not answer.")
    if name != "lamp-1":
        raise NotOwnerError(NOT_HERE)
    app = Flask(name)
    app.add_url_rule("/", "root", lambda: name)
    yield ServedApp(app, None, frozenset({HERE})) if is_there() else None


def own(_environ: Any, start: Any) -> list[bytes]:
    start("200 OK", [])
    return [b"the worker itself"]


def front(languages: Languages = LANGUAGES, hall: str = "", pages: Any = pages) -> VirtualHosts:
    """`hall`: the server's language. No lamp was read yet."""
    return VirtualHosts("hall.local", pages, own, lambda _name: None, languages, hall)


def get(host: str, door: VirtualHosts | None = None, **head: str) -> Any:
    return Client(door or front(), use_cookies=False).get("/", headers={"Host": host, **head})


def test_host_name_selects_table_or_worker() -> None:
    assert get(HERE).text == get(f"{HERE}:8090").text == "lamp-1"
    assert get("192.168.1.5:8090").text == get("localhost").text == "the worker itself"
    for host in ("", "hall", "10.0.0.7", "[::1]:80", "hall.local", "lamp-1.elsewhere"):
        assert table_of_host({"HTTP_HOST": host}, "hall.local") == ""


def test_disconnected_client_gets_no_page() -> None:
    """A proxy has asked another worker meanwhile."""
    for has_left, status in ((False, 200), (True, 204)):
        asked = Client(front(), use_cookies=False)
        answer = asked.get(
            "/", headers={"Host": HERE}, environ_base={"waitress.client_disconnected": lambda left=has_left: left}
        )
        assert answer.status_code == status


def test_request_kinds_keep_slow_ones_from_taps() -> None:
    asked: list[str] = []

    @contextmanager
    def serving(name: str, use: str, is_there: Callable[[], bool]) -> Iterator[ServedApp | None]:
        asked.append(use)
        with pages(name, use, is_there) as page:
            yield page

    client, host = Client(front(pages=serving), use_cookies=False), {"Host": HERE}
    client.post("/api/tables/t1/answer", headers=host)
    client.get("/api/tables/t1/stream", headers=host)
    for path in ("/api/setup/photo", "/api/teach/begin"):
        client.post(path, headers=host)
    client.get("/t/t1", headers=host)
    assert asked == ["tap", "stream", "other", "other", "other"]


def test_unknown_table_is_refused_with_a_retry() -> None:
    answer = get(ELSEWHERE)
    assert answer.status_code == 404 and answer.headers["Retry-After"] == "1"
    assert answer.json == {"code": "NOT_HERE", "sentence": str(NOT_HERE), "rule": ""}, "as a page reads it"
    answer = get(ELSEWHERE, Accept="text/html,*/*;q=0.8")  # an updated address
    assert answer.status_code == 404 and answer.mimetype == "text/html"
    assert "not played in this hall" in answer.text and 'http-equiv="refresh" content="3"' in answer.text


@pytest.mark.parametrize(
    ("head", "hall", "language"),
    [
        ({"Cookie": f"{COOKIE}=de", "Accept-Language": "en"}, "en", "de"),
        ({"Accept-Language": "en"}, "de", "de"),
        ({"Accept-Language": "de-AT"}, "", "de"),
        ({"Accept-Language": "de-AT"}, "en", "en"),
        ({"Cookie": f"{COOKIE}=xx"}, "", "en"),
    ],
    ids=[
        "as the device was switched",
        "else the hall's",
        "else the browser's",
        "not before the hall's",
        "else English",
    ],
)
def test_refusal_uses_the_language_of_the_device(head: dict[str, str], hall: str, language: str) -> None:
    sentence = {"en": str(NOT_HERE), "de": "An diesem Tisch wird nicht in dieser Halle gespielt."}[language]
    shown = get(ELSEWHERE, front(hall=hall), Accept="text/html", **head).text
    assert f'lang="{language}"' in shown and sentence in shown
    assert get(ELSEWHERE, front(hall=hall), **head).json["sentence"].startswith(sentence)


def test_retry_page_escapes_its_sentence() -> None:
    def fails(_name: str, _use: str, _is_there: Callable[[], bool]) -> AbstractContextManager[ServedApp]:
        raise StoreError("<script>")

    text = get(HERE, front(pages=fails), Accept="text/html").text
    assert "&lt;script&gt;" in text and "<script" not in text


@pytest.mark.parametrize(
    ("host", "path", "most"),
    [
        ("hall.local", "/", SMALL_BODY),
        ("hall.local", "/api/tables", SMALL_BODY),
        ("hall.local", "/hall/tables/lamp-7", MOST_SYNC_BYTES),
        ("dark.hall.local", "/api/tables/t1/photo", MOST_SENT),  # not read yet: the app checks the size again
    ],
)
def test_most_bytes_are_few_except_for_sync_and_tables(host: str, path: str, most: int) -> None:
    assert front().most({"HTTP_HOST": host, "PATH_INFO": path}) == most
