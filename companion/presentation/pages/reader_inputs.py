"""What holds on a reader now, for people: it tells names that stay, a page says them in its language."""

from __future__ import annotations

import re

from companion.i18n import Text, _, pgettext
from companion.schema import Words

NAMES = {
    "bag": pgettext("reader", "bag"),
    "battery": pgettext("reader", "battery"),
    "board": pgettext("reader", "board"),
    "charging": pgettext("reader", "charging"),
    "colour": pgettext("reader", "colour"),
    "dice tower": pgettext("reader", "dice tower"),
    "die": pgettext("reader", "die"),
    "message": pgettext("reader", "message"),
    "NFC readers": pgettext("reader", "NFC readers"),
    "tag": pgettext("reader", "tag"),
}
NUMBERED = re.compile(r"(button|message|reader|tag) (\d+)")


def input_name(what: str) -> Words:
    """Of a driver of ours in every language; of another one as it tells it.

    >>> str(input_name("reader 2")), input_name("lid")
    ('reader 2', 'lid')
    """
    found = NUMBERED.fullmatch(what)
    return _numbered(found[1], found[2]) if found is not None else NAMES.get(what, what)


def _numbered(what: str, number: str) -> Text:
    match what:
        case "button":
            return _("button {number}", number=number)
        case "message":
            return _("message {number}", number=number)
        case "tag":
            return _("tag {number}", number=number)
        case _any:
            return _("reader {number}", number=number)


def input_text(what: str, how: Words) -> Text:
    """What holds, in a line: "bag lifted"."""
    return _("{what} {how}", what=input_name(what), how=how)
