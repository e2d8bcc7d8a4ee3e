"""The light of each seat on a strip of lamps with WLED (https://kno.wled.ge), over its JSON interface.

    python3 seat_lights.py lights.toml http://192.168.1.50 --seat 1=0 --seat 2=1 --seat dealer=2

Seat 1 is segment 0 of the strip, and so on. A seat that is waited for breathes, one in danger blinks in red, others glow calmly.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import time
import urllib.request
from typing import Any

from table import Account, Shown, Table

SOLID, BLINK, BREATHE = 0, 1, 2  # effects of WLED by their numbers
EFFECT = {"calm": SOLID, "asked": BREATHE, "danger": BLINK}
BRIGHT = {"calm": 60, "asked": 255, "danger": 255}  # of 255
RED = [230, 40, 30]
PATIENCE = 3.0  # s for an answer of the strip
AGAIN = 10.0  # s after which the state is sent again: the strip may have been off


def segment(number: int, light: dict[str, str] | None, *, is_open: bool) -> dict[str, Any]:
    """Return the WLED segment of a seat, off without a player or an open table."""
    if light is None or not is_open:
        return {"id": number, "on": False}
    colour = RED if light["mood"] == "danger" else list(bytes.fromhex(light["colour"][1:]))
    mood = light["mood"] if light["mood"] in EFFECT else "calm"
    return {"id": number, "on": True, "bri": BRIGHT[mood], "fx": EFFECT[mood], "sx": 90, "col": [colour]}


def strip(shown: Shown, seats: dict[str, int]) -> dict[str, Any]:
    """Return the state of the strip. `seats`: seat -> segment."""
    lit = [segment(number, shown.lights.get(seat), is_open=shown.is_open) for seat, number in seats.items()]
    return {"on": True, "transition": 4, "seg": lit}


def send(url: str, state: dict[str, Any]) -> bool:
    """Send a state to the strip. Return whether it was accepted."""
    asked = urllib.request.Request(  # noqa: S310 - whoever starts this says the address
        f"{url.rstrip('/')}/json/state", json.dumps(state).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE):  # noqa: S310
            return True
    except (OSError, http.client.HTTPException) as error:
        print(f"{url} does not answer: {error}", file=sys.stderr, flush=True)
        return False


def main() -> None:
    """Show the seats' colours on a strip."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("account", help="the file that ./table display add NAME --out FILE has written")
    asked.add_argument("url", help="of the strip: http://192.168.1.50")
    asked.add_argument("--seat", action="append", required=True, help="SEAT=SEGMENT, once for each")
    given = asked.parse_args()
    try:
        seats = {seat: int(number) for seat, _, number in (one.partition("=") for one in given.seat)}
    except ValueError:
        asked.error("--seat is SEAT=SEGMENT, as in --seat 1=0")
    if not given.url.startswith(("http://", "https://")):
        asked.error(f"the strip's address begins with http://, as in http://{given.url}")
    sent, when = None, 0.0
    for shown in Table(Account.read(given.account)).pictures(pause=AGAIN):
        wanted = strip(shown, seats)
        if (wanted != sent or time.monotonic() - when > AGAIN) and send(given.url, wanted):
            sent, when = wanted, time.monotonic()


if __name__ == "__main__":
    main()
