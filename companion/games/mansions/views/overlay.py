"""What lies over the map: words, buttons and pictures of a scenario, where it wants them on a screen of 16 by 9."""

from __future__ import annotations

import re
from typing import Literal

from companion.games.mansions.content import official_names
from companion.games.mansions.content.scenario import Component, OverlayPart
from companion.games.mansions.rules.actions.token_actions import does_something
from companion.games.mansions.rules.story.text_markup import words
from companion.games.mansions.scenario_state import Story
from companion.games.mansions.state import State
from companion.schema.maps import Element, Overlay

OVERLAY_TITLE = "Over the map"
WIDE = 16 / 9  # of the screen that overlays are written for, in its heights
ANCHORS: dict[str, Literal["top", "center", "bottom"]] = {"top": "top", "center": "center", "bottom": "bottom"}
START = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}
COLOR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,20}", re.IGNORECASE)


def overlay(s: State) -> Overlay | None:
    """Everything that lies over the map, in the order of its coming; None where nothing does."""
    story = s.story
    if story is None:
        return None
    there = (story.component(name) for name in story.board)
    parts = (_element(s, story, one) for one in there if one is not None)
    elements = tuple(element for element in parts if element is not None)
    return Overlay(OVERLAY_TITLE, elements) if elements else None


def _element(s: State, story: Story, one: Component) -> Element | None:
    """None for what is no overlay, and for a picture that nobody has and nobody can tap."""
    part = one.part
    if not isinstance(part, OverlayPart):
        return None
    picture, taps = story.scenario.pictures.get(part.picture, ""), does_something(one)
    text = words(s, part.words) or ("" if picture or not taps else official_names.title(one.name))
    if not (picture or text):
        return None
    x, y, w, h = frame(one, part)
    return Element(
        one.name,
        x,
        y,
        w,
        0.0 if picture else h,
        text,
        picture,
        one.name if taps else "",
        part.text_size,
        color(part.text_color),
        color(part.back_color),
        part.border,
        part.align.lower(),
        ANCHORS[part.down],
    )


def frame(one: Component, part: OverlayPart) -> tuple[float, float, float, float]:
    """Where its anchor is (x, y), its width and its height, as shares of the screen.

    Sizes and ways are counted in heights of the screen, or in widths; from the edge that `across` and `down` name.
    A picture is as high as its width makes it, which only the page knows: y is where its top, middle or bottom lies.
    """
    unit = 1.0 if part.tall else WIDE
    w = part.size * unit
    h = w / (part.aspect or 1.0)
    along, below = one.at or (0.0, 0.0)
    left = START[part.across] * (WIDE - w) + along * unit
    return left / WIDE, START[part.down] + below * unit, w / WIDE, h


def color(told: str) -> str:
    """A colour as the page may take it; "" for anything else.

    >>> color("#FFAA00"), color("red"), color("url(x)")
    ('#FFAA00', 'red', '')
    """
    return told if COLOR.fullmatch(told) else ""
