// What scrolls and holds nothing to tap is reached by Tab all the same, so that arrows can scroll it.
import { effect, useEffect, useRef } from "../lib.js";
import { pendingParts } from "../lazy.js";
import { settings } from "../settings.js";
import { drawer, snapshot } from "../state.js";

const SCROLLERS =
  ".legend,.story,.just ul,.overlay-page,.part,.pz-tries,.foes ul,.stage,.side,.middle,.drawer-body,.told span";
const TAPPED = "button:not(:disabled),a[href],input,select,textarea,summary,[tabindex='0']";

/** @param {HTMLElement} element */
const needsKeys = (element) =>
  element.scrollHeight > element.clientHeight + 1 &&
  /auto|scroll/.test(getComputedStyle(element).overflowY) &&
  !element.querySelector(TAPPED);

/** All are measured before the first is changed: the page is laid out once. */
function mark() {
  const elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(SCROLLERS)]);
  const changed = elements.filter((element) => needsKeys(element) !== element.hasAttribute("tabindex"));
  for (const element of changed)
    if (element.hasAttribute("tabindex")) element.removeAttribute("tabindex");
    else element.tabIndex = 0;
}

/**
 * What was scrolled in a part of the page since this was asked last. To ask each column where it stands has the whole
 * page laid out.
 * @param {{current: HTMLElement | null}} part
 * @returns {() => Element[]}
 */
export function useScrolled(part) {
  const scrolled = useRef(/** @type {Set<Element>} */ (new Set()));
  useEffect(() => {
    const note = (/** @type {Event} */ event) => {
      if (event.target instanceof Element) scrolled.current.add(event.target);
    };
    part.current?.addEventListener("scroll", note, { capture: true, passive: true });
  }, []);
  return () => {
    const found = [...scrolled.current];
    scrolled.current.clear();
    return found;
  };
}

/** Looked at again whenever something else is drawn. */
export function reachScrollers() {
  let asked = 0;
  const soon = () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => {
      asked = requestAnimationFrame(mark);
    });
  };
  effect(() => {
    pendingParts.value;
    snapshot.value;
    drawer.value;
    settings.value;
    soon();
  });
  addEventListener("resize", soon);
}
