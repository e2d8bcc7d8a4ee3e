"""Words that a page draws and people cannot read whole: clipped, or run over the edge of their button or out of the window."""

from __future__ import annotations

from playwright.sync_api import Page

FIND = """() => {
  const SLACK = 2; // px: italics and the tails of letters lean out
  const axes = [["x", "left", "right"], ["y", "top", "bottom"]];
  const out = (inner, outer, [, from, to]) => inner[from] < outer[from] - SLACK || inner[to] > outer[to] + SLACK;
  const core = ({ left, right, top, bottom, height }) => ({ left, right, top: top + height * 0.3, bottom: bottom - height * 0.25 }); // of a line, where its letters stand
  const isForTheEar = (element) => element && (getComputedStyle(element).clipPath === "inset(50%)" || isForTheEar(element.parentElement));
  const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !element.closest(".sr, svg, option, [hidden], .pz-frame") && !isForTheEar(element) && parseFloat(getComputedStyle(element).textIndent) > -50;
  /** How the words of a node are cut, "" = they are not. */
  const fault = (node, rect) => {
    const wall = node.parentElement.closest(".wall-side, .wall-pages > .story"); // what has no room there is left out whole, or on its next page
    if (wall && rect.left >= wall.getBoundingClientRect().right) return "";
    const open = new Set(["x", "y"]); // axes in which nothing scrolls yet
    for (let box = node.parentElement; box && box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect();
      const clamp = style.webkitLineClamp !== "none" && box.scrollHeight > box.clientHeight + SLACK;
      if (clamp) return "clamped";
      for (const axis of axes.filter(([name]) => open.has(name))) {
        const flow = style[axis[0] === "x" ? "overflowX" : "overflowY"];
        if (["auto", "scroll"].includes(flow)) { open.delete(axis[0]); continue; }
        const holds = ["hidden", "clip"].includes(flow) || box.matches("button, a.btn, a.tool, .btn, .panel, .chip");
        if (holds && edge.width > 1 && edge.height > 1 && out(rect, edge, axis)) return `${axis[0]} of ${box.className || box.tagName}`;
      }
      if (!open.size) return "";
    }
    return open.has("x") && (rect.left < -SLACK || rect.right > innerWidth + SLACK) ? "window" : "";
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [], range = document.createRange();
  while (words.nextNode()) {
    const node = words.currentNode, text = node.data.trim();
    if (!text || !node.parentElement || !seen(node.parentElement)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((one) => one.width > 1 && one.height > 1).map(core);
    const how = rects.map((rect) => fault(node, rect)).find(Boolean);
    if (how) found.push(`${text} [${how}]`);
  }
  return found;
}"""


def cut(page: Page) -> list[str]:
    """Each text that cannot be read whole, and what cuts it."""
    found: list[str] = page.evaluate(FIND)
    return found
