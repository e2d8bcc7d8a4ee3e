"""Show a table on an LED matrix of 64 by 32: whose turn it is, and the prompt as running text.

    python3 led_matrix.py hall.toml --panel             a HUB75 matrix at a Raspberry Pi, through rpi-rgb-led-matrix
    python3 led_matrix.py hall.toml --terminal          drawn into the terminal
    python3 led_matrix.py hall.toml --png out.png       one picture, enlarged, at each change

Needs the bindings of https://github.com/hzeller/rpi-rgb-led-matrix.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from table import Account, Shown, Table
from words import say, verdict

WIDTH, HEIGHT = 64, 32
FRAME = 0.05  # s
GAP = 16  # px between the end of a text and its beginning again
BLACK, WHITE, AMBER, GREEN, RED = (0, 0, 0), (220, 210, 190), (255, 150, 30), (40, 200, 90), (230, 50, 40)
INK = {"passed": GREEN, "failed": RED, "done": AMBER}
Colour = tuple[int, int, int]
Panel = Callable[[Image.Image], None]
LETTERS = ImageFont.load_default_imagefont()  # 6 by 11 px, every point on or off


def drawn(text: str, ink: Colour) -> Image.Image:
    """Render a text as a strip of pixels, with question marks for missing glyphs."""
    text = text.translate({0x2013: "-", 0x2212: "-", 0x201E: '"', 0x201C: '"', 0x2019: "'", 0x202F: " ", 0x2192: ">"})
    text = text.encode("latin-1", "replace").decode("latin-1")
    strip = Image.new("RGB", (max(1, round(LETTERS.getlength(text))), 11), BLACK)
    pen = ImageDraw.Draw(strip)
    pen.fontmode = "1"
    pen.text((0, 0), text, ink, LETTERS)
    return strip


def run(frame: Image.Image, strip: Image.Image, top: int, step: int) -> None:
    """Paste a strip at this height: centred if it fits, else scrolled to the left."""
    if strip.width <= frame.width:
        frame.paste(strip, ((frame.width - strip.width) // 2, top))
        return
    left = -(step % (strip.width + GAP))
    frame.paste(strip, (left, top))
    frame.paste(strip, (left + strip.width + GAP, top))


def upper(state: dict[str, Any]) -> tuple[str, Colour]:
    """Return the seats with a prompt, and the colour of a single one."""
    asked = [seat for seat in state["seats"] if seat["asked"]]
    ink = tuple(bytes.fromhex(asked[0]["colour"][1:])) if len(asked) == 1 else WHITE
    return state["whom"] or state["title"], ink  # type: ignore[return-value]


def lower(state: dict[str, Any]) -> tuple[str, Colour]:
    """Return the first alarm, else the result of the test, else the prompt."""
    if state["alarms"]:
        return f"! {state['alarms'][0]['text']}", RED
    if stamp := verdict(state):
        return f"{stamp} - {state['now']}", INK[state["verdict"]["outcome"]]
    return state["now"], AMBER


def draw(shown: Shown, step: int = 0) -> Image.Image:
    """Render one frame. `step`: of the running text, px."""
    frame = Image.new("RGB", (WIDTH, HEIGHT), BLACK)
    if not shown.is_open:
        run(frame, drawn(say(shown.state, "closed"), (90, 80, 70)), 10, step)
        return frame
    seats = shown.state["seats"]
    run(frame, drawn(*upper(shown.state)), 1, step)
    run(frame, drawn(*lower(shown.state)), 15, step)
    pen, width = ImageDraw.Draw(frame), WIDTH / max(1, len(seats))
    for number, seat in enumerate(seats):  # the lowest rows show the seats, bright if they have a prompt
        ink = RED if seat["mood"] == "danger" else tuple(bytes.fromhex(seat["colour"][1:]))
        dim = ink if seat["mood"] != "calm" else tuple(part // 5 for part in ink)
        pen.rectangle((round(number * width), 29, round((number + 1) * width) - 2, 31), fill=dim)
    return frame


def is_still(shown: Shown) -> bool:
    """Return whether the picture has no running text."""
    return draw(shown, 0).tobytes() == draw(shown, 1).tobytes()


def matrix() -> Panel:
    """Return the function that shows a picture on the matrix."""
    module = importlib.import_module("rgbmatrix")  # of the Raspberry Pi alone
    options = module.RGBMatrixOptions()
    options.rows, options.cols, options.hardware_mapping = HEIGHT, WIDTH, "adafruit-hat"
    lamps = module.RGBMatrix(options=options)
    show: Panel = lamps.SetImage
    return show


def terminal(image: Image.Image) -> None:
    """Print a picture, two pixels a character, one above the other."""
    rows = []
    for y in range(0, image.height, 2):
        pairs = [(image.getpixel((x, y)), image.getpixel((x, y + 1))) for x in range(image.width)]
        rows.append("".join(f"\x1b[38;2;{ink(above)}m\x1b[48;2;{ink(below)}m▀" for above, below in pairs))
    sys.stdout.write("\x1b[H" + "\x1b[0m\n".join(rows) + "\x1b[0m\n")
    sys.stdout.flush()


def ink(colour: Colour) -> str:
    """Return a colour as a terminal expects it."""
    return ";".join(map(str, colour))


def enlarged(image: Image.Image, by: int = 8) -> Image.Image:
    """Draw each pixel as a round LED, as the matrix looks from afar."""
    big = Image.new("RGB", (image.width * by, image.height * by), (12, 11, 10))
    pen = ImageDraw.Draw(big)
    for x in range(image.width):
        for y in range(image.height):
            ink = image.getpixel((x, y))
            pen.ellipse(
                (x * by + 1, y * by + 1, x * by + by - 2, y * by + by - 2), fill=ink if any(ink) else (28, 26, 24)
            )
    return big


def main() -> None:
    """Draw a table on the matrix."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("account", help="the file that ./table display add NAME --out FILE has written")
    ways = asked.add_mutually_exclusive_group(required=True)
    ways.add_argument("--panel", action="store_true", help="a HUB75 matrix")
    ways.add_argument("--terminal", action="store_true", help="the terminal")
    ways.add_argument("--png", default="", help="a file")
    given = asked.parse_args()
    account = Account.read(given.account)  # before the lamps: their library gives up the right to read it
    show = matrix() if given.panel else terminal if given.terminal else lambda image: enlarged(image).save(given.png)
    last, step, still = None, 0, False
    for shown in Table(account).pictures(pause=None if given.png else FRAME):
        if shown is not last:
            last, step, still = shown, 0, is_still(shown)
        elif still:
            continue
        else:
            step += 1
        show(draw(shown, step))


if __name__ == "__main__":
    main()
