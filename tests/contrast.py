"""Find text with too little contrast, in both themes, also in the high-contrast setting.

axe-core ignores gradients, which most backgrounds have. So text is compared with all colours of its background:
readable on the worst means readable on all.
"""

from __future__ import annotations

from playwright.sync_api import Page

LOOKS = (("dark", "false"), ("dark", "true"), ("light", "true"), ("light", "false"))
"""Theme, and whether more contrast is wished."""
LEAST = {"false": (4.5, 3), "true": (7, 4.5)}
"""Of words, and of large ones: WCAG 1.4.3 and 1.4.6."""

FIND = r"""([looks, least]) => {
    const worn = document.documentElement.dataset, before = { theme: worn.theme, contrast: worn.contrast || "false", calm: worn.calm || "false" };
    const HIDDEN = ".sr, svg, option, [aria-hidden=true], :disabled, [aria-disabled=true]";
    const colours = (text) => [...text.matchAll(/rgba?\(([^)]+)\)|color\(srgb ([^)]+)\)/g)].map(([, rgb, srgb]) => {
        const parts = (rgb || srgb).split(/[ ,/]+/).map(Number), scale = rgb ? 1 : 255;
        return [...parts.slice(0, 3).map((part) => part * scale), parts[3] ?? 1];
    });
    const light = (colour) => colour.slice(0, 3).map((part) => part / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
    const ratio = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
    const over = (top, ground, opacity) => [0, 1, 2].map((k) => top[k] * top[3] * opacity + ground[k] * (1 - top[3] * opacity));
    const ends = (all) => { const sorted = all.sort((a, b) => light(a) - light(b)); return sorted.length < 2 ? sorted : [sorted[0], sorted[sorted.length - 1]]; };
    const layers = (style) => style.backgroundImage.match(/[a-z-]*gradient\((?:[^()]|\([^()]*\))*\)/g) || [];

    /** The colours that lie under an element's words, between which it is shaded; and how much of them is seen. */
    function groundOf(element, known) {
        if (!element) return { grounds: [[255, 255, 255]], opacity: 1 };
        if (known.has(element)) return known.get(element);
        const below = groundOf(element.parentElement, known), style = getComputedStyle(element);
        const opacity = below.opacity * Number(style.opacity);
        let grounds = below.grounds.map((ground) => over(colours(style.backgroundColor)[0] || [0, 0, 0, 0], ground, opacity));
        for (const layer of layers(style).reverse()) grounds = ends(grounds.flatMap((ground) => colours(layer).map((stop) => over(stop, ground, opacity))));
        known.set(element, { grounds, opacity });
        return known.get(element);
    }

    const words = [...document.querySelectorAll("#app *")].filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    const seen = words.filter((one) => !one.closest(HIDDEN) && one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && one.getBoundingClientRect().width > 1);
    const told = [];
    for (const [theme, contrast] of looks) {
        Object.assign(worn, { theme, contrast, calm: "true" }); // calm: no colour is on its way to another
        const known = new Map();
        for (const element of seen) {
            const style = getComputedStyle(element), size = parseFloat(style.fontSize);
            const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
            const { grounds, opacity } = groundOf(element, known), ink = colours(style.color)[0];
            const found = Math.min(...grounds.map((ground) => ratio(over(ink, ground, opacity), ground)));
            if (!(found >= least[contrast][isLarge ? 1 : 0] - 0.005 && found <= 21)) told.push(`${theme}${contrast === "true" ? " with more contrast" : ""}: ${found.toFixed(2)}:1 of ${element.outerHTML.slice(0, 120)} in ${element.parentElement.className}`);
        }
    }
    Object.assign(worn, before);
    return told;
}"""


def faint(page: Page) -> list[str]:
    """Each word that is too faint, and how it then looks."""
    found: list[str] = page.evaluate(FIND, [LOOKS, LEAST])
    return found
