// The page of a table: the tablet in the middle, or a phone at its seat.
import { html, render } from "./lib.js";
import { Paints } from "./faces.js";
import { turnAlong } from "./facing.js";
import { follow, keepAwake } from "./follow.js";
import { listenToKeys } from "./keys.js";
import { keepBook, keepPlace } from "./rules-book.js";
import { reachScrollers } from "./scrollers.js";
import { arm } from "./sound.js";
import { readAlong } from "./speech.js";
import { steppedOver } from "./stage-cues.js";
import { Table } from "./table.js";
import { keepWayBack } from "./way-back.js";

/** @param {HTMLElement} root @param {string} table */
export function open(root, table) {
  render(html`<${Paints} /><${Table} />`, root);
  follow(table);
  turnAlong();
  arm();
  readAlong();
  steppedOver();
  listenToKeys();
  reachScrollers();
  keepBook();
  keepPlace();
  keepWayBack();
  keepAwake();
}
