"""The page for eyes, ears and hands: moments, sounds, speech, live regions and keyboard."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.schema import Cue, StagedCue
from tests.tab import stopped
from tests.web.conftest import Stage
from tests.web.sample_page import MEASURED, opened, seen, sent, shown, tap
from tests.web.sample_server import SampleServer
from tests.web.samples import SAMPLES

pytestmark = pytest.mark.browser

STAGE = """cue => import(document.querySelector('script[type=module]').src.replace('app.js', 'cues/cues.js'))
    .then(({showCues}) => showCues([{seq: 1000, cue}]))"""
SOUNDS = """() => import(document.querySelector('script[type=module]').src.replace('app.js', 'sound/effects.js')).then(({SOUND_KINDS}) => SOUND_KINDS)"""
HIDE = """() => {
    Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
PLAY = """kind => import(document.querySelector('script[type=module]').src.replace('app.js', 'sound/audio.js')).then(({playSound}) => playSound(kind))"""
FALL = {"kind": "fall", "title": "Ann is driven insane.", "tone": "bad", "faces": [], "object": "", "names": [], "drawing": "", "seat": "1"}  # fmt: skip
VOICE = """
    const spoken = []; let ends = null; window.spoken = spoken;
    class Said { constructor(text) { this.text = text; } }
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {value: Said});
    Object.defineProperty(window, 'speechSynthesis', {value: {
        getVoices: () => [{lang: 'de-DE', localService: true}, {lang: 'en-GB', localService: false, name: 'far'}, {lang: 'en-US', localService: true, name: 'near'}],
        speak: (said) => spoken.push([said.voice.name, said.text]), cancel: () => spoken.push(['', 'hush']), addEventListener() {},
    }});"""


@pytest.fixture
def staged_samples() -> Iterator[None]:
    """A sample whose newest command brought a cue."""
    SAMPLES["staged"] = replace(SAMPLES["revealed"], cues=(StagedCue(7, Cue("token", "Token: skull.", faces=("skull",), object="token")),))  # fmt: skip
    yield
    del SAMPLES["staged"]


def still(page: Page, sample: str) -> Page:
    """A moment stands there for a second and a half: for as long as we say."""
    page.clock.install()
    seen(page, sample)
    stopped(page)
    return page


def test_staged_moment_ends_by_time_key_or_counted_tap(lone_page: Page, samples: SampleServer) -> None:
    page = still(lone_page, "verdict")
    stage = page.get_by_test_id("stage")
    for end in (
        lambda: page.clock.run_for(5000),
        lambda: page.keyboard.press("Shift"),
        lambda: tap(page, "option-on"),
    ):
        page.evaluate(STAGE, FALL)
        expect(stage).to_contain_text("Ann is driven insane.")
        assert stage.get_attribute("aria-hidden") == "true", "its sentence is said elsewhere"
        end()
        expect(stage).to_have_count(0)
    assert sent(samples, page, "answer")["values"] == ["on"]


@pytest.mark.usefixtures("staged_samples")
def test_earlier_events_are_not_staged(page: Page, samples: SampleServer) -> None:
    """Nor when the stream is opened again: the sample server ends it after each picture, and the page asks anew."""
    samples.tells_again = True
    page = seen(page, "staged")
    with page.expect_request("**/stream?*") as again:
        pass
    again.value.response().finished()
    page.evaluate(MEASURED)
    expect(page.get_by_test_id("stage")).to_have_count(0)


def test_sound_is_opt_in_and_has_words(page: Page) -> None:
    page = seen(page, "rolling")
    sound = page.get_by_test_id("sound")
    expect(sound).to_have_attribute("data-hearing", "off")
    tap(page, "sound", "effects-35")
    expect(sound).to_have_attribute("data-hearing", "on")
    for kind in page.evaluate(SOUNDS):
        page.evaluate(PLAY, kind)
        caption = page.locator(f"[data-testid=sound-caption][data-kind={kind}]")
        expect(caption).to_have_text(re.compile("♪ .{2,}"))  # in one look: it stands there for two seconds
    page.evaluate(HIDE)
    page.evaluate(PLAY, "alarm")
    expect(page.locator("[data-testid=sound-caption][data-kind=alarm]")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("sound")).to_have_attribute("data-hearing", "waits")


def test_story_is_read_aloud_by_paragraph_until_tapped(page: Page) -> None:
    with page.add_init_script(VOICE):
        seen(page, "tale")
    expect(page.get_by_test_id("read")).to_have_count(0)
    tap(page, "sound", "aloud-short", "close")
    page.get_by_test_id("read").nth(1).click()
    assert page.evaluate("spoken.at(-1)") == ["near", "On the floor lies a glove, still warm."]
    expect(page.get_by_test_id("read").nth(1)).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("now").click()
    assert page.evaluate("spoken.at(-1)") == ["", "hush"]
    expect(page.get_by_test_id("read").nth(1)).to_have_attribute("aria-pressed", "false")


HAPPENS = """async ([view, now, why]) => {
    const {present} = await import(document.querySelector('script[type=module]').src.replace('app.js', 'core/state.js'));
    const doubt = why && {id: 'r9', prompts: [], why, objects: [], values: [], open: [], guesses: [], picture: '', told: []};
    present.value = {...present.value, now, view: [...present.value.view, ...view], doubt: doubt || null};
}"""
HEARD = """words => [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].filter((e) => e.textContent.includes(words)).length"""


def test_screen_reader_announces_news_once(page: Page) -> None:
    page = seen(page, "writing")
    said = "2 successes, 2 needed: passed."
    verdict = {"kind": "sum", "title": "Enough", "terms": [], "total": 2, "needed": 2, "verdict": "passed", "sentence": said, "faces": [], "object": "", "names": [], "stamp": ""}  # fmt: skip
    expect(page.get_by_test_id("herald")).to_be_empty()
    page.evaluate(HAPPENS, [[verdict], "Ben: what now?", "One die leans."])
    expect(page.get_by_test_id("herald")).to_have_text("Ben: what now?")
    expect(page.get_by_test_id("herald-doubt")).to_have_text("One die leans.")
    for words in ("Ben: what now?", "One die leans.", said):
        assert page.evaluate(HEARD, words) == 1, words


def test_a_drawer_keeps_the_keyboard_and_gives_it_back(page: Page) -> None:
    page = seen(page, "rolling")
    page.get_by_test_id("log").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("close")).to_be_focused()
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate("Boolean(document.activeElement.closest('.drawer'))")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("drawer-log")).to_have_count(0)
    expect(page.get_by_test_id("log")).to_be_focused()
    searches = {"log": "find", "rules": "rules-search"}
    for (drawer, field), typed in itertools.product(searches.items(), ("", "fire")):
        page.get_by_test_id(drawer).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("close")).to_be_focused()
        search = page.get_by_test_id(field)
        search.focus()
        if typed:
            page.keyboard.type(typed)
            page.keyboard.press("Escape")
            expect(search).to_have_value("")
            expect(search).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id(f"drawer-{drawer}")).to_have_count(0)
        expect(page.get_by_test_id(drawer)).to_be_focused()


def test_letters_open_drawers_and_announce_the_state_of_the_table(page: Page) -> None:
    seen(page, "rolling")
    page.keyboard.press("s")
    expect(page.get_by_test_id("told-state")).to_contain_text(SAMPLES["rolling"].now)
    expect(page.locator(".told-state[role=status]")).to_have_count(1)
    for key, opens in (("l", "log"), ("m", "menu"), ("r", "free"), ("v", "sound"), ("?", "keys")):
        page.keyboard.press(key)
        expect(page.get_by_test_id(f"drawer-{opens}")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id(f"drawer-{opens}")).to_have_count(0)


def press(page: Page, key: str) -> None:
    """`Tab*board`: as often as it takes to come to something there that can be tapped."""
    key, _, place = key.partition("*")
    for _ in range(80 if place else 1):
        page.keyboard.press(key)
        if place and page.evaluate(
            "at => Boolean(document.activeElement.matches(`.${at} .open, .${at} .open *`))", place
        ):
            return
    assert not place, f"Tab does not lead to the {place}"


def test_a_card_is_found_by_arrows(page: Page, samples: SampleServer) -> None:
    seen(page, "duel")
    page.keyboard.press("h")
    page.get_by_test_id("face-AS").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    (value,) = sent(samples, page, "answer")["values"]
    assert value.startswith("3"), "of another suit, below"


def test_by_keyboard_alone_each_kind_of_prompt_is_answered(page: Page, stage: Stage, samples: SampleServer) -> None:
    """A choice by number, a button by Enter, dice, tokens and cards by hand, numbers, a doubt; undo."""
    opened(page, stage)
    for sample, keys, door, values in (
        ("rolling", ("h", "1", "Enter"), "answer", ["success", "blank", "blank"]),
        ("drawing", ("h", "2"), "answer", None),
        ("target", ("Enter",), "answer", ["1"]),
        ("clues", ("3",), "answer", ["2"]),
        ("deck", ("Tab*graph", "Enter"), "answer", None),
        ("map", ("Tab*board", "Enter"), "answer", None),
        ("tale", ("2",), "answer", ["leave"]),
        ("verdict", ("Enter",), "answer", ["on"]),
        ("committing", ("1", "2", "Enter"), "answer", None),
        ("doubted", ("1",), "doubt", None),
    ):
        samples.said.clear()
        shown(page, sample)
        for key in keys:
            press(page, key)
        body = sent(samples, page, door)
        assert values is None or body["values"] == values, sample
    samples.said.clear()
    page.keyboard.press("u")
    sent(samples, page, "undo")


def test_letters_are_no_shortcuts_while_typing(page: Page, samples: SampleServer) -> None:
    page = seen(page, "writing")
    page.get_by_role("textbox").first.fill("")
    page.get_by_role("textbox").first.press_sequentially("Lum 2?")
    expect(page.locator(".drawer")).to_have_count(0)
    page.keyboard.press("Enter")
    assert sent(samples, page, "answer")["values"] == ["Lum 2?"]


def test_single_key_shortcuts_can_be_turned_off(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "tale"), "menu", "keys", "close")
    for _ in range(2):  # again on a newly opened page
        for key in ("u", "l", "r", "m", "b", "s", "v", "2", "?"):
            page.keyboard.press(key)
        expect(page.locator(".drawer, .told-state .notice")).to_have_count(0)
        assert page.locator("html").get_attribute("data-keys") is None, "no number is shown that means nothing"
        seen(page, "tale")
    assert samples.said == []
    tap(page, "menu", "keys", "close")
    page.keyboard.press("2")
    expect(page.locator("html")).to_have_attribute("data-keys", "true")
    assert sent(samples, page, "answer")["values"] == ["leave"]
