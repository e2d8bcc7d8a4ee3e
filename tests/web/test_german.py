"""The page in German: every sample is readable whole, on every screen and in large letters, and nothing of it stayed English."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page, expect

from companion.web.languages import COOKIE
from companion.wire.codec import to_json
from companion.wording.languages import OURS
from tests.barriers import EVERYWHERE
from tests.cut import cut
from tests.web.conftest import Stage
from tests.web.sample_server import spoken
from tests.web.samples import SAMPLES

pytestmark = pytest.mark.browser

SHOW = """async (snapshot) => {
    const { heardAt, present } = await import("/static/state.js");
    heardAt.value = performance.now();
    present.value = snapshot;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
READ = """() => {
    const all = [...document.querySelectorAll("#app *")].filter((one) => !one.closest(".room-name")); // a name of two lines is two texts
    const words = all.flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()));
    const whole = (text) => text.replaceAll("\u00ad", "");
    return [...words.map(whole), ...all.flatMap((one) => ["aria-label", "title", "alt", "placeholder"].map((name) => one.getAttribute(name) || ""))];
}"""
LARGEST = 140  # percent, of the letters
LONG = "Donaudampfschifffahrtsgesellschaftskapitän"
WIDE_NAMES = ("long", "gone_long")  # nobody is called like that: the places of names end somewhere


@pytest.fixture
def german(page: Page, stage: Stage) -> Page:
    """A device that was switched, at a table."""
    page.context.add_cookies([{"name": COOKIE, "value": "de", "url": stage.url}])
    page.goto("/t/rolling")
    expect(page.get_by_test_id("table")).to_be_visible()
    page.route(
        "**/stream*", lambda route: route.fulfill(status=204)
    )  # from now on the samples come from the test alone
    return page


def english() -> Mapping[str, str]:
    """The page's own sentences that are another in German."""
    with Path(OURS / "de" / "page.po").open("rb") as file:
        return {m.id: m.string for m in read_po(file) if m.id and m.string and m.string != m.id}


def shown(page: Page, sample: str) -> None:
    snapshot = SAMPLES[sample]
    page.evaluate(SHOW, spoken(snapshot, "de", snapshot.game))


def test_every_sample_can_be_read_whole_in_german(german: Page) -> None:
    left, faults = english(), []
    expect(german.locator("html")).to_have_attribute("lang", "de")
    german.evaluate("size => { document.documentElement.dataset.size = size; }", LARGEST)
    for sample in SAMPLES:
        shown(german, sample)
        made_up = json.dumps(to_json(SAMPLES[sample]))  # a sentence that no game says has no German
        faults += [
            f"{sample}: {text} is English"
            for text in german.evaluate(READ)
            if text in left and json.dumps(text) not in made_up
        ]
        for name, (width, height) in EVERYWHERE.items() if sample not in WIDE_NAMES else ():
            german.set_viewport_size({"width": width, "height": height})
            faults += [f"{sample}, {name}: {fault}" for fault in cut(german)]
    assert "\n".join(faults) == ""


def test_a_device_is_switched_by_one_tap(page: Page, stage: Stage) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Lamplight")).to_be_visible()
    page.get_by_test_id("language-de").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_test_id("language-de")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("link", name="Würfel und Marker")).to_be_visible()
    page.goto("/t/rolling")
    expect(page.get_by_test_id("undo")).to_contain_text("Rückgängig")
    (kept,) = (one for one in page.context.cookies(stage.url) if one["name"] == COOKIE)
    assert (kept["sameSite"], kept["path"], kept["httpOnly"], kept["secure"]) == ("Lax", "/", False, False)
    tap = page.get_by_test_id
    tap("by-hand").click()
    tap("menu").click()
    tap("language-en").click()
    expect(page.get_by_test_id("undo")).to_contain_text("Undo")
    expect(page.get_by_test_id("face-success")).to_be_visible()  # what was begun goes on in the other language


def test_words_that_are_too_long_for_their_place_are_found(page: Page) -> None:
    page.goto("/t/rolling")
    expect(page.get_by_test_id("table")).to_be_visible()
    assert cut(page) == []
    page.evaluate(
        """word => {
        const words = document.querySelector("[data-testid=log] span");
        Object.assign(words.style, { whiteSpace: "nowrap", overflow: "hidden", maxWidth: "60px" });
        words.firstChild.data = word;
    }""",
        LONG,
    )
    (fault,) = cut(page)
    assert fault.startswith(LONG)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Fertigkeitsprobe", "Fer-tig-keits-probe"),
        ("Begegnungsdeck", "Begeg-nungs-deck"),
        ("Messinglupe", "Mes-sing-lupe"),
        ("Sorgfältige", "Sorg-fäl-tige"),
        ("Brieföffner", "Brief-öff-ner"),
        ("Gewandtheit", "Gewandt-heit"),
        ("Pumpenraum", "Pumpenraum"),
        ("Gelegenheitsangriff", "Gele-gen-heits-angriff"),
        ("Schlüsselwörter", "Schlüs-sel-wör-ter"),
        ("Würfel, Marker", "Würfel, Marker"),
    ],
)
def test_a_long_german_word_may_end_a_line_between_its_syllables(german: Page, word: str, parts: str) -> None:
    parted = "async (word) => (await import('/static/hyphens.js')).parted(word)"
    assert german.evaluate(parted, word).replace("\u00ad", "-") == parts
