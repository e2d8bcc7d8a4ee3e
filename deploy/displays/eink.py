"""Draw a table on an e-ink panel: whose turn it is, the prompt, the result of the last test, and alarms.

    python3 eink.py kitchen.toml --panel epd4in2_V2       on a panel of Waveshare, by the name of its driver
    python3 eink.py kitchen.toml --png out.png            into a file, written again at each change

`epd4in2_V2` is a module of waveshare_epd (https://github.com/waveshareteam/e-Paper, RaspberryPi_JetsonNano/python/lib). Copy its folder
next to this file on another machine. On the table's own machine put it into the folder of ../systemd/lamplight-eink.service, because an
update deletes foreign files here. Needs python3-spidev, python3-gpiozero and python3-lgpio of Raspberry Pi OS.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable
from typing import Any

from lettering import cut, font, lines
from PIL import Image, ImageDraw
from table import Account, Shown, Table
from words import say, verdict

WHITE, BLACK = 255, 0
REST = 5.0  # s between two drawings: such a panel flickers for some of them, and wears out
LARGE, SMALL = (0.15, 0.12, 0.1, 0.085, 0.07, 0.06), (0.085, 0.07, 0.06, 0.05)  # of the panel's height
Panel = Callable[[Image.Image], None]


class Sheet:
    """A picture in black and white, filled from the top."""

    def __init__(self, size: tuple[int, int], path: str = "") -> None:
        self.image = Image.new("1", size, WHITE)
        self.pen = ImageDraw.Draw(self.image)
        self.pen.fontmode = "1"  # no grey: the panel has none
        self.width, self.height = size
        self.edge = max(4, size[1] // 40)
        self.path = path

    def letters(self, share: float, *, bold: bool = False) -> Any:
        """Return a font of this share of the panel's height, never too small to read."""
        return font(max(11, round(self.height * share)), bold=bold, path=self.path)

    def bar(self, top: int, height: int, left: str, right: str = "", *, bold: bool = True) -> None:
        """Draw a bar over the whole width, white on black."""
        self.pen.rectangle((0, top, self.width, top + height - 1), fill=BLACK)
        letters = font(round(height * 0.56), bold=bold, path=self.path)
        room, middle = self.width - 2 * self.edge, top + height / 2
        beside = cut(right, letters, room * 0.68)
        used = letters.getlength(beside) + (2 * self.edge if beside else 0)
        self.pen.text((self.edge, middle), cut(left, letters, room - used), WHITE, letters, anchor="lm")
        self.pen.text((self.width - self.edge, middle), beside, WHITE, letters, anchor="rm")

    def block(self, top: int, bottom: int, text: str, sizes: tuple[float, ...] = LARGE, *, bold: bool = False) -> int:
        """Draw the text between two heights, as large as fits. Return its lower end."""
        for share in sizes:
            letters = self.letters(share, bold=bold)
            broken, step = list(lines(text, letters, self.width - 2 * self.edge)), letters.size * 1.2
            if len(broken) * step <= bottom - top:
                break
        for number, line in enumerate(broken):
            if top + (number + 1) * step <= bottom:
                self.pen.text((self.edge, top + (number + 0.5) * step), line, BLACK, letters, anchor="lm")
        return round(top + len(broken) * step)

    def seats(self, top: int, height: int, seats: list[dict[str, Any]]) -> None:
        """Draw the seats in a row, those with a prompt in black."""
        width = self.width / max(1, len(seats))
        letters = font(round(height * 0.6), bold=True, path=self.path)
        for number, seat in enumerate(seats):
            left = round(number * width)
            box = (left + 2, top, round(left + width) - 3, top + height - 1)
            self.pen.rounded_rectangle(box, height // 4, fill=BLACK if seat["asked"] else WHITE, outline=BLACK)
            name, ink = cut(seat["name"], letters, width - 14), WHITE if seat["asked"] else BLACK
            self.pen.text((left + width / 2, top + height / 2), name, ink, letters, anchor="mm")
            if seat["mood"] == "danger":
                self.pen.polygon([(box[2] - 12, top + 3), (box[2] - 4, top + 3), (box[2] - 8, top + 11)], fill=ink)


def draw(shown: Shown, size: tuple[int, int] = (400, 300), path: str = "") -> Image.Image:
    """Return the picture for a panel of this size."""
    sheet, state = Sheet(size, path), shown.state
    bar = max(18, sheet.height // 9)
    sheet.bar(0, bar, state.get("title") or "Lamplight", state.get("where", ""))
    if not shown.is_open:
        sheet.block(bar + sheet.edge, sheet.height - bar, say(state, "closed"))
        return sheet.image
    low = sheet.height
    alarms = [f"{one['about']}: {one['text']}" if one["about"] else one["text"] for one in state["alarms"]]
    if alarms:
        low -= bar
        sheet.bar(low, bar, f"! {alarms[0]}", f"+{len(alarms) - 1}" if alarms[1:] else "")
    if state["seats"]:
        low -= bar + sheet.edge
        sheet.seats(low, bar, state["seats"])
    outcome, roll, stamp = state["verdict"], state["roll"], verdict(state)
    last = f"{stamp}: {outcome['sentence']}" if stamp else roll["words"] if roll else ""
    end = sheet.block(bar + sheet.edge, low - (sheet.height // 5 if last else 0), state["now"], bold=True)
    if last:
        top = max(end + sheet.edge, round(low - sheet.height * 0.28))
        sheet.pen.line((sheet.edge, top, sheet.width - sheet.edge, top), BLACK)
        sheet.block(top + sheet.edge, low - 2, last, SMALL)
    return sheet.image


def waveshare(driver: str) -> tuple[Panel, tuple[int, int]]:
    """Return a panel and its size in landscape."""
    epd = importlib.import_module(f"waveshare_epd.{driver}").EPD()  # of the panel's maker, on its machine alone

    def show(image: Image.Image) -> None:
        epd.init()
        epd.display(epd.getbuffer(image))
        epd.sleep()  # it keeps its picture without current

    return show, (max(epd.width, epd.height), min(epd.width, epd.height))


def main() -> None:
    """Draw a table on the panel."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("account", help="the file that ./table display add NAME --out FILE has written")
    asked.add_argument("--panel", default="", help="a driver of waveshare_epd: epd4in2_V2, epd2in9_V2, epd7in5_V2 ...")
    asked.add_argument("--png", default="", help="write the picture here, instead")
    asked.add_argument("--size", default="400x300", help="of that picture, px")
    asked.add_argument("--font", default="", help="a TrueType file")
    asked.add_argument("--rest", type=float, default=REST, help="s between two drawings")
    given = asked.parse_args()
    if bool(given.panel) == bool(given.png):
        asked.error("either --panel or --png is needed")
    account = Account.read(given.account)
    if given.panel:
        show, size = waveshare(given.panel)
    else:
        width, _, height = given.size.partition("x")
        show, size = (lambda image: image.save(given.png)), (int(width), int(height))
    last = None
    for shown in Table(account).pictures():
        image = draw(shown, size, given.font)
        if image.tobytes() != last:  # a state may differ in what is not drawn
            show(image)
            last = image.tobytes()
            time.sleep(given.rest)


if __name__ == "__main__":
    main()
