// The page of a screen on the wall: it shows the table to the whole room, and answers nothing.
import { html, render } from "../core/lib.js";
import { get } from "../core/api.js";
import { Paints } from "../art/faces.js";
import { followTable, keepAwake, refusal } from "../core/snapshot-feed.js";
import { t } from "../core/text/i18n.js";
import { listenToKeys } from "../core/input/keyboard.js";
import { armAudio } from "../sound/audio.js";
import { startReadingAloud } from "../core/speech/speech.js";
import { steppedOver } from "../cues/cues.js";
import { showFairnessPoster } from "./fairness-poster.js";
import { Wall } from "./wall.js";

/** How often a wall without a table of its own looks which one lies under the lamp. */
const LOOK_MS = 3000;
/** How long a pointer is seen that nobody moves. */
const POINTER_MS = 4000;

/** @param {HTMLElement} root @param {string} table */
export function open(root, table) {
  render(html`<${Paints} /><${Wall} />`, root);
  if (table) followTable(table, "wall");
  else followTheLamp();
  armAudio();
  showFairnessPoster();
  startReadingAloud();
  steppedOver();
  listenToKeys();
  keepAwake();
  hideThePointer();
}

/** A mouse that nobody moves points at nothing; a screen without one shows none anyway. */
function hideThePointer() {
  let hides = 0;
  const rest = () => {
    document.documentElement.classList.add("pointer-rests");
  };
  const wake = () => {
    document.documentElement.classList.remove("pointer-rests");
    clearTimeout(hides);
    hides = setTimeout(rest, POINTER_MS);
  };
  addEventListener("pointermove", wake);
  wake();
}

/** Another table under the lamp is another page. */
function followTheLamp() {
  let shown = "";
  const look = async () => {
    const found = await get("/api/lit").catch(() => null); // unheard: it is asked again
    if (found && !found.table && !shown)
      refusal.value = t`No game lies under the lamp. This screen shows one as soon as it is opened.`;
    if (!found || found.table === shown) return;
    if (shown) return location.reload();
    shown = found.table;
    followTable(shown, "wall");
  };
  look();
  setInterval(look, LOOK_MS);
}
