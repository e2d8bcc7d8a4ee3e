"""The address of a camera as it may be shown: on the bus, on a page, in a message. Pure."""

from __future__ import annotations

import re

ACCOUNT = re.compile(r"//.*@", re.DOTALL)
"""A name and a password, up to the last @: a password may hold one, or a slash, though it should be written in other letters."""
ASKED = re.compile(r"[?#&;].*", re.DOTALL)
"""What is asked of it: many cameras take their password there."""


def shown(address: str) -> str:
    """Without anything that may be secret; what is no address of a network is shown as it is.

    >>> shown("http://me:secret@192.168.1.7:8080/video")
    'http://192.168.1.7:8080/video'
    >>> shown("http://192.168.1.7/snapshot.cgi?user=me&pwd=secret")
    'http://192.168.1.7/snapshot.cgi?…'
    """
    if "://" not in address:
        return address
    return ASKED.sub("?…", ACCOUNT.sub("//", address))
