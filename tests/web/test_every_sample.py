"""Every sample fits every screen and finger, hides nothing, and is readable in German.

One page is opened for ten of them, and each is looked at for everything at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page

from companion.i18n.languages import Languages
from companion.schema import to_json
from tests.barriers import EVERYWHERE, WHOLE, barriers, sideways, too_small
from tests.contrast import faint
from tests.cut import cut
from tests.web.conftest import Stage
from tests.web.sample_page import Miniature, opened, shown
from tests.web.samples import SAMPLES

pytestmark = pytest.mark.browser

PARTS = 6  # shared by the workers
THIRD = 3  # of the samples that axe-core looks at, unless at all; the screens of real tables are looked at as well
DEALT = [tuple(SAMPLES)[part::PARTS] for part in range(PARTS)]
READ_AT = EVERYWHERE if WHOLE else ("wide", "phone")  # a tall page is wider than a phone's and laid out as one
LARGEST = 140  # percent, of the letters
WIDE_NAMES = ("long", "gone_long")  # longest names, against overflow

LETTERS = "async (size) => { (await import('/static/core/settings.js')).changeSettings({ size }); }"
FINGER = """() => [...document.querySelectorAll('button:not(.rule-link, .reason, .step-rule, .marks button), a, label.tool')].map((e) => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => box.width && Math.min(box.width, box.height) < 59.5).map(([e]) => `smaller than a finger: ${e.outerHTML.slice(0, 90)}`)"""
OUTSIDE = """() => [...document.querySelectorAll('.app *:not(.foes ul *):not(.graph-map *)')]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 60).map((e) => `hangs out of the page: ${e.outerHTML.slice(0, 90)}`)"""
UNDO = """() => {
    const undo = document.querySelector("[data-testid=undo]"), box = undo?.getBoundingClientRect();
    const isThere = box && box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
    return isThere && undo.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)) ? [] : ["undo is out of sight"];
}"""
READ = """() => {
    const all = [...document.querySelectorAll("#app *")].filter((one) => !one.closest(".room-name")); // a name of two lines is two texts
    const words = all.flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()));
    const whole = (text) => text.replaceAll("\u00ad", "");
    return [...words.map(whole), ...all.flatMap((one) => ["aria-label", "title", "alt", "placeholder"].map((name) => one.getAttribute(name) || ""))];
}"""


def english() -> Mapping[str, str]:
    """The page's own sentences that are another in German."""
    page = Languages().page("de")
    assert page is not None
    return {text: said for text, said in json.loads(page).items() if said != text}


def unfit(small: Miniature, sample: str) -> Iterator[str]:
    """Return the parts of a sample that overlap, are too small or out of reach."""
    page = small.page
    shown(page, sample)
    for size in small.at(EVERYWHERE):
        found = page.evaluate(UNDO) + page.evaluate(OUTSIDE) + too_small(page) + sideways(page)
        if size == "wide":
            found += page.evaluate(FINGER) + (barriers(page) if is_asked_of_axe(sample) else faint(page))
        yield from (f"{sample}, {size}: {fault}" for fault in found)


def is_asked_of_axe(sample: str) -> bool:
    return WHOLE or tuple(SAMPLES).index(sample) % THIRD == 0


def unread(small: Miniature, sample: str, left: Mapping[str, str]) -> Iterator[str]:
    """Return the parts of a sample that are still English, or cut in the largest font."""
    page = small.page
    shown(page, sample, "de")
    made_up = json.dumps(to_json(SAMPLES[sample]))  # a sentence that no game says has no German
    said = page.evaluate(READ)
    yield from (f"{sample}: {text} is English" for text in said if text in left and json.dumps(text) not in made_up)
    for size in small.at(EVERYWHERE, READ_AT) if sample not in WIDE_NAMES else ():
        yield from (f"{sample}, {size}: {fault}" for fault in cut(page))


@pytest.mark.parametrize("part", range(PARTS))
def test_every_sample_fits_every_screen_and_every_finger(page: Page, stage: Stage, part: int) -> None:
    with Miniature(opened(page, stage)) as small:
        found = [fault for sample in DEALT[part] for fault in unfit(small, sample)]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("part", range(PARTS))
def test_every_sample_can_be_read_whole_in_german(page: Page, stage: Stage, part: int) -> None:
    left = english()
    opened(page, stage, "de").evaluate(LETTERS, LARGEST)
    with Miniature(page) as small:
        found = [fault for sample in DEALT[part] for fault in unread(small, sample, left)]
    assert "\n".join(found) == ""
