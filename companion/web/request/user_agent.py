"""What a browser calls itself, in words that people recognise."""

from __future__ import annotations

BROWSERS = (
    ("EdgA", "Edge"), ("EdgiOS", "Edge"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Silk", "Silk"), ("FxiOS", "Firefox"), ("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium"),
    ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
"""A part of what it says of itself -> its name; nearly each of them also says that it is the ones after it."""
MACHINES = (
    ("iPad", "iPad"), ("iPhone", "iPhone"), ("Android TV", "TV"), ("SMART-TV", "TV"),
    ("SmartTV", "TV"), ("Web0S", "TV"), ("Android", "Android"), ("CrOS", "Chromebook"),
    ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def browser(agent: str) -> str:
    """The name of a browser by its User-Agent header, "" where it has none that is known.

    >>> browser("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1")
    'Safari, iPad'
    >>> browser("curl/8.0"), browser("")
    ('', '')
    """
    named = next((name for part, name in BROWSERS if part in agent), "")
    machine = next((name for part, name in MACHINES if part in agent), "")
    return ", ".join(part for part in (named, machine) if part)
