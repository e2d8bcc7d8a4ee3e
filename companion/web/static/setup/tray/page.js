// The page of the tray: what the camera sees now, what it makes of it, and what would let it see better.
import { html, render } from "../../core/lib.js";
import { Paints } from "../../art/faces.js";
import { followTable, keepAwake } from "../../core/snapshot-feed.js";
import { TrayView } from "./view.js";

/** @param {HTMLElement} root @param {string} table */
export function open(root, table) {
  render(html`<${Paints} /><${TrayView} />`, root);
  followTable(table);
  keepAwake();
}
