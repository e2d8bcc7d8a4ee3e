from __future__ import annotations

import json
from typing import Any

import pytest

from companion.errors import CodecError
from companion.i18n import Text, _, joined, listed, ngettext
from companion.i18n.text_bounds import text_fault
from companion.schema import ReaderStatus, codec


def nested(times: int, message: str = "{inner}") -> dict[str, Any]:
    text: dict[str, Any] = {"msgid": "ten letters"}
    for _time in range(times):
        text = {"msgid": message, "args": [["inner", text]]}
    return text


FOREIGN = {
    "grows with each text within": nested(7, "{inner}{inner}{inner}{inner}"),
    "deep": nested(9),
    "long": {"msgid": "x" * 5000},
    "joined by nothing of ours": {"msgid": "against", "items": ["a", "b"]},
    "a large number": {"msgid": "{n}", "args": [["n", 10**40]]},
    "a large share": {"msgid": "{n:%}", "args": [["n", 1e300]]},
    "arguments that are none": {"msgid": "{n}", "args": 5},
}


def sent(words: Any) -> bytes:
    return json.dumps({"v": 1, "state": "online", "last_error": words}).encode()


def test_a_key_that_is_spelled_otherwise_hides_nothing() -> None:
    spelled = sent(FOREIGN["grows with each text within"]).replace(b'"msgid"', rb'"\u006dsgid"')
    assert b'"msgid"' not in spelled
    with pytest.raises(CodecError):
        codec.decode(ReaderStatus, spelled)


@pytest.mark.parametrize("message", ["{n:zz}", "{n:.40f}", "{n:x}"])
def test_a_format_that_nobody_knows_breaks_no_page(message: str) -> None:
    assert str(_(message, n=0.5)) == message


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN.keys())
def test_text_that_could_do_harm_is_none(text: dict[str, Any]) -> None:
    assert text_fault({"fields": [text]})
    with pytest.raises(CodecError):
        codec.decode(ReaderStatus, sent(text))


@pytest.mark.parametrize(
    "text",
    [
        _("no reader is at {where}", where="/dev/ttyUSB0"),
        ngettext("{n} event was lost", "{n} events were lost", 3),
        joined(" ", (_("It is dark."), _("{what} helps.", what=listed(["A lamp", _("a candle")])))),
    ],
    ids=str,
)
def test_text_travels_and_is_the_same(text: Text) -> None:
    assert text_fault(codec.to_json(text)) == ""
    assert codec.decode(ReaderStatus, codec.encode(ReaderStatus("online", last_error=text))).last_error == text


def test_a_sentence_of_before_is_read_as_it_is() -> None:
    assert codec.decode(ReaderStatus, sent("the reader on /dev/x is lost")).last_error == "the reader on /dev/x is lost"
