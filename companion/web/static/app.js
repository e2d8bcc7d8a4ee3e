// Where the page begins: the shelf, the join page or a table, as the shell says.
import { batch, html, render } from "./lib.js";
import { tick } from "./deeds.js";
import { Paints } from "./faces.js";
import { join } from "./join.js";
import { KitsPage } from "./kits-page.js";
import { NewPage } from "./new-page.js";
import { ReadersPage, openReaders } from "./readers-page.js";
import { Shelf, fetchShelf } from "./shelf.js";
import { arm, play } from "./sound.js";
import { busy, draft, heardAt, said, snapshot, verdictAt } from "./state.js";
import { listen } from "./stream.js";
import { Table } from "./table.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const { page, table } = root.dataset;
let assets = "";

/** @param {import("./types").Snapshot} snap the verdict's name and sum, "" = none */
const verdictOf = (snap) => snap.view.flatMap((block) => (block.kind === "sum" && block.verdict ? [`${block.verdict} ${block.title} ${block.sentence}`] : []))[0] || "";

/** What tells that something came of a throw or a tap; a snapshot also comes when a phone joins. @param {import("./types").Snapshot} snap */
const happened = (snap) => [snap.rev, snap.doubt?.id, snap.both?.id, snap.tray?.reading, snap.notice?.id].join(" ");

/** @param {import("./types").Snapshot} snap */
function take(snap) {
  if (assets && snap.assets !== assets) return location.reload(); // the page's own files are newer
  assets = snap.assets;
  const before = snapshot.peek();
  if (before && verdictOf(snap) !== verdictOf(before)) {
    verdictAt.value = performance.now();
    play(verdictOf(snap).split(" ")[0]);
  }
  batch(() => {
    if (!before || happened(before) !== happened(snap)) { busy.value = ""; said.value = null; }
    if (!snap.asked.some(({ prompt }) => prompt.id === draft.peek().prompt)) draft.value = { prompt: "", hand: false, values: [] };
    snapshot.value = snap;
  });
}

/** A lit table does not fall asleep, where the browser allows it (over plain HTTP it does not). */
async function stayAwake() {
  if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
  await navigator.wakeLock.request("screen").catch(() => undefined); // refused on low battery: the device then sleeps as it is set
}

function openTable(/** @type {string} */ name) {
  render(html`<${Paints} /><${Table} />`, root);
  listen(`/api/tables/${encodeURIComponent(name)}/stream`, take, (now) => { heardAt.value = now; });
  setInterval(tick, 1000);
  arm();
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}

function openShelf() {
  render(html`<${Paints} /><${Shelf} />`, root);
  fetchShelf();
}

if (page === "join") join(root);
else if (page === "kits") render(html`<${Paints} /><${KitsPage} />`, root);
else if (page === "readers") { render(html`<${Paints} /><${ReadersPage} />`, root); openReaders(); }
else if (page === "new") render(html`<${Paints} /><${NewPage} />`, root);
else if (page === "table") openTable(table || "");
else openShelf();
