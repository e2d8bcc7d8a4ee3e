"""How large text is that came from elsewhere: a few bytes of it could be made to say more than a machine can hold."""

from __future__ import annotations

from typing import Any

from companion.i18n.text import JOINS

MOST_LETTERS = 4_000  # of a text as it is said in English
DEEPEST = 8  # texts within texts
LARGEST = 1e15  # of a number


def text_fault(data: Any, most: int = MOST_LETTERS) -> str:
    """Why a text among these JSON values cannot be said, "" = all can; `most`: letters of one.

    >>> text_fault({"title": {"msgid": "{who} waits", "args": [["who", "Ann"]]}}), text_fault([{"msgid": "against", "items": ["Ann"]}])
    ('', "a text joined by 'against'")
    """
    waiting = [data]
    while waiting:
        match waiting.pop():
            case {"msgid": str()} as text:
                try:
                    _letters(text, DEEPEST, most)
                except (ValueError, TypeError) as error:  # the second is of what is no text at all
                    return str(error)
            case dict() as inner:
                waiting += inner.values()
            case list() as several:
                waiting += several
    return ""


def _letters(value: Any, depth: int, most: int) -> int:
    """How many letters it has, about. Raises ValueError where it is no text of ours, or too many."""
    match value:
        case {"msgid": str(msgid)} if depth:
            letters = _of_text(msgid, value, depth - 1, most)
        case {}:
            raise ValueError(f"texts within texts, more than {DEEPEST}")
        case float() | int() if abs(value) > LARGEST:
            raise ValueError("a text with a number that is too large")
        case _other:
            letters = len(str(value))
    if letters > most:
        raise ValueError(f"a text of more than {most} letters")
    return letters


def _of_text(msgid: str, text: dict[str, Any], depth: int, most: int) -> int:
    items, args = text.get("items") or (), text.get("args") or ()
    if items and msgid not in JOINS:
        raise ValueError(f"a text joined by {msgid[:40]!r}")
    message = f"{msgid}{text.get('plural', '')}"
    parts = [_letters(item, depth, most) + len(msgid) for item in items]
    parts += [_letters(value, depth, most) * max(1, message.count(f"{{{name}")) for name, value in args]
    return len(message) + sum(parts)
