// The page of a table: the tablet in the middle, or a phone at its seat.
import { html, render } from "../core/lib.js";
import { Paints } from "../art/faces.js";
import { startAutoRotation } from "../core/input/screen-orientation.js";
import { followTable, keepAwake } from "../core/snapshot-feed.js";
import { listenToKeys } from "../core/input/keyboard.js";
import { keepBookLoaded, restoreDrawerOnClose } from "../rules/book.js";
import { reachScrollers } from "../core/input/scrollers.js";
import { armAudio } from "../sound/audio.js";
import { startReadingAloud } from "../core/speech/speech.js";
import { steppedOver } from "../cues/cues.js";
import { Table } from "./table.js";
import { handleBackButton } from "../core/input/back-button.js";

/** @param {HTMLElement} root @param {string} table */
export function open(root, table) {
  render(html`<${Paints} /><${Table} />`, root);
  followTable(table);
  startAutoRotation();
  armAudio();
  startReadingAloud();
  steppedOver();
  listenToKeys();
  reachScrollers();
  keepBookLoaded();
  restoreDrawerOnClose();
  handleBackButton();
  keepAwake();
}
