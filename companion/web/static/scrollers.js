// What scrolls and holds nothing to tap is reached by Tab all the same, so that arrows can scroll it.
import { effect } from "./lib.js";
import { coming } from "./later.js";
import { settings } from "./settings.js";
import { drawer, snapshot } from "./state.js";

const SCROLLERS = ".legend,.story,.just ul,.overlay-page,.part,.pz-tries,.foes ul,.stage,.side,.middle,.drawer-body,.told span";
const TAPPED = "button:not(:disabled),a[href],input,select,textarea,summary,[tabindex='0']";

function mark() {
  for (const found of document.querySelectorAll(SCROLLERS)) {
    const element = /** @type {HTMLElement} */ (found);
    const scrolls = element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
    if (scrolls && !element.querySelector(TAPPED)) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}

/** Looked at again whenever something else is drawn. */
export function reachScrollers() {
  let asked = 0;
  const soon = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(() => { asked = requestAnimationFrame(mark); }); };
  effect(() => { coming.value; snapshot.value; drawer.value; settings.value; soon(); });
  addEventListener("resize", soon);
}
