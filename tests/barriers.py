"""Barriers on a page: findings of axe-core, and the sizes and contrast that this project promises."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

from tests.contrast import faint

WHOLE = bool(os.environ.get("LAMPLIGHT_SCREENS"))
"""True: check each screen, each language and each sample. False: check a good part."""
EVERYWHERE = {"wide": (1180, 820), "tall": (820, 1180), "phone": (360, 800)}
LEAST_TEXT, LEAST_TARGET = 16, 48  # px

RUN = """async (looks) => {
    const worn = document.documentElement.dataset, { theme } = worn, told = [];
    for (const [dress, rules] of looks) {
        worn.theme = dress;
        const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
        const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...only });
        told.push(...found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => `${dress}, ${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary.slice(0, 200)}`)));
    }
    worn.theme = theme;
    return told;
}"""
LOOKS = (("dark", None), ("light", ["color-contrast"])) if WHOLE else (("dark", None),)
"""Themes, and the rules to check in them; None: all. `faint` always checks both themes."""
SMALL = """([text, target]) => {
    const isShown = (e) => { const box = e.getBoundingClientRect(); return box.width > 1 && box.height > 1 && !e.closest('.sr, svg, [aria-hidden=true]') && getComputedStyle(e).visibility !== 'hidden'; };
    const holdsWords = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    const tapped = (e) => { const box = (e.closest('label') || e).getBoundingClientRect(); return Math.min(box.width, box.height); };
    const all = [...document.querySelectorAll('#app *')].filter(isShown);
    return [
        ...all.filter((e) => holdsWords(e) && parseFloat(getComputedStyle(e).fontSize) < text - 0.05).map((e) => `text of ${getComputedStyle(e).fontSize}: ${e.outerHTML.slice(0, 120)}`),
        ...all.filter((e) => e.matches('button, a[href], label.tool, summary, select, textarea, input:not([type=file])') && tapped(e) < target - 0.5).map((e) => `target of ${Math.round(tapped(e))}: ${e.outerHTML.slice(0, 120)}`),
    ];
}"""
SIDEWAYS = """() => [document.scrollingElement, ...document.querySelectorAll('.middle, .drawer-body, .stage, .side, .rail, .new-body, .kits-body')]
    .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'hidden').map((e) => `${e.tagName}.${e.className} is ${e.scrollWidth} wide in ${e.clientWidth}`)"""


@cache
def _axe() -> str:
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def barriers(page: Page) -> list[str]:
    """All that axe-core finds on a page as it stands there, in both themes, and words that are too faint to read."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found: list[str] = page.evaluate(RUN, LOOKS)
    return found + faint(page)


def too_small(page: Page) -> list[str]:
    """Words that are too small to read and things that are too small to tap."""
    found: list[str] = page.evaluate(SMALL, [LEAST_TEXT, LEAST_TARGET])
    return found


def sideways(page: Page) -> list[str]:
    """Return the elements that scroll sideways."""
    found: list[str] = page.evaluate(SIDEWAYS)
    return found
