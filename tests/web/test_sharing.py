"""Equal parts of a new snapshot stay the same objects, so they are not drawn again."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tab import bare

pytestmark = pytest.mark.browser

SHARED = """async ([before, now]) => {
    const { shareUnchanged } = await import("/static/core/structural-sharing.js");
    const found = shareUnchanged(before, now);
    const same = (a, b) => a !== null && typeof a === "object" ? a === b : null;
    const kept = Object.keys(found).filter((name) => same(found[name], before[name]));
    return [JSON.stringify(found) === JSON.stringify(now), found === before, kept];
}"""
HAND = {"kind": "cards", "names": ["9C"]}
OTHER = {"kind": "cards", "names": ["2D"]}
MAP = {"kind": "board", "tiles": [{"id": "hall", "here": []}, {"id": "attic", "here": ["1"]}]}


CASES: tuple[tuple[Any, Any, bool, list[str]], ...] = (
    ({"a": [1], "b": {}}, {"a": [1], "b": {}}, True, ["a", "b"]),
    ({"a": [1], "b": {"c": 1}}, {"a": [1], "b": {"c": 2}}, False, ["a"]),
    ({"a": [1, 2]}, {"a": [1]}, False, []),
    ({"a": [1, 2]}, {"a": [2, 1]}, False, []),
    ({"a": {}, "b": 1}, {"a": {}}, False, ["a"]),
    ({"a": None}, {"a": {}}, False, []),
    ({"a": []}, {"a": {}}, False, []),
    ([MAP, HAND], [{"kind": "sum"}, MAP, HAND], False, []),
    ([], [{"id": "1"}, {"text": "without a name, at place 1"}], False, []),
)


def test_equal_parts_are_shared_with_the_new_snapshot(page: Page) -> None:
    bare(page)
    for before, now, is_same, kept in CASES:
        assert page.evaluate(SHARED, [before, now]) == [True, is_same, kept], (before, now)


PLACES = """async ([before, now]) => {
    const { shareUnchanged } = await import("/static/core/structural-sharing.js");
    return shareUnchanged(before, now).map((part) => before.indexOf(part));
}"""


def test_a_part_is_known_again_at_another_place(page: Page) -> None:
    bare(page)
    grown = {**MAP, "tiles": [*MAP["tiles"], {"id": "cellar", "here": []}]}
    assert page.evaluate(PLACES, [[MAP, HAND, OTHER], [{"kind": "sum"}, MAP, HAND, OTHER]]) == [-1, 0, 1, 2]
    assert page.evaluate(PLACES, [[MAP, HAND], [HAND, grown]]) == [1, -1]
    assert page.evaluate(PLACES, [MAP["tiles"], grown["tiles"][::-1]]) == [-1, 1, 0]


STILL = """async (frames) => {
    let calm = 0;
    const watch = new MutationObserver(() => { calm = 0; });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
    for (; calm < frames; calm += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    watch.disconnect();
}"""
"""Wait for so many frames without late requests and new measures."""


def test_a_map_that_did_not_change_is_not_drawn_again(page: Page) -> None:
    page.goto("/t/map")
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.locator("html:not([data-coming])")).to_have_count(1)
    page.evaluate(STILL, 20)
    drawn = """async (change) => {
        const { present } = await import("/static/core/state.js"), { receiveSnapshot } = await import("/static/core/snapshot-feed.js");
        const [boot, number] = present.value.id.split("-");
        let many = 0;
        const watch = new MutationObserver((found) => { many += found.length; });
        watch.observe(document.querySelector("[data-testid=board]"), { childList: true, subtree: true, attributes: true });
        const snap = structuredClone(present.value);
        const told = snap.view.find(({ kind }) => kind === "board");
        if (change) told.pieces = told.pieces.slice(1);
        const before = present.value.view.find(({ kind }) => kind === "board");
        receiveSnapshot({ ...snap, id: `${boot}-${Number(number) + 1}`, now: "Ann: look around" });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        watch.disconnect();
        return [many > 0, present.value.view.find(({ kind }) => kind === "board") === before];
    }"""
    assert page.evaluate(drawn, False) == [False, True]
    expect(page.get_by_test_id("now")).to_have_text("Ann: look around")
    assert page.evaluate(drawn, True) == [True, False]
