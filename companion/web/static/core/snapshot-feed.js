// The table as this page follows it: every snapshot that comes becomes what the page shows.
import { batch, effect, signal } from "./lib.js";
import { get } from "./api.js";
import { isPartLost } from "./lazy.js";
import { setPlayedGame } from "./game-pages.js";
import { checkThrowTimeout } from "../table/actions.js";
import { onSnapshot } from "./on-snapshot.js";
import { busy, draft, heardAt, outdated, present, message, verdictAt } from "./state.js";
import { updateWaitRing } from "../prompts/wait-ring.js";
import { shareUnchanged } from "./structural-sharing.js";
import { openStream } from "./stream.js";

/** @typedef {import("../types").Snapshot} Snapshot */

/** Why no stream is open, in the table's words; "" while there is nothing to say. */
export const refusal = signal("");

let assets = "";
let door = "";

/** @param {Snapshot} snap the verdict's name and sum, "" = none */
const verdictOf = (snap) =>
  snap.view.flatMap((block) =>
    block.kind === "sum" && block.verdict ? [`${block.verdict} ${block.title} ${block.sentence}`] : [],
  )[0] || "";

/**
 * What tells that something came of a throw or a tap; a snapshot also comes when a phone joins.
 * @param {Snapshot} snap
 */
const happened = (snap) => [snap.rev, snap.doubt?.id, snap.both?.id, snap.tray?.reading, snap.notice?.id].join(" ");

/**
 * Two answers may overtake each other: of one start of the table the higher number is the newer.
 * @param {Snapshot | null} before
 * @param {Snapshot} snap
 */
function isOlder(before, snap) {
  const [boot, number] = snap.id.split("-");
  const [last, newest] = before ? before.id.split("-") : ["", ""];
  return boot === last && Number(number) < Number(newest);
}

/** @param {Snapshot} snap */
export function receiveSnapshot(snap) {
  if (isPartLost.peek() || (assets && snap.assets !== assets)) return location.reload(); // its files are newer
  assets = snap.assets;
  const before = present.peek();
  if (isOlder(before, snap)) return;
  if (before && verdictOf(snap) !== verdictOf(before)) verdictAt.value = performance.now();
  setPlayedGame(snap.game);
  batch(() => {
    refusal.value = "";
    if (!before || happened(before) !== happened(snap)) {
      busy.value = "";
      if (!before || (message.value?.of !== before.rev && message.value?.newest !== snap.newest)) message.value = null;
    }
    if (!snap.asked.some(({ prompt }) => prompt.id === draft.peek().prompt))
      draft.value = { prompt: "", hand: false, values: [] };
    present.value = shareUnchanged(before, snap);
  });
  onSnapshot(before, snap);
  updateWaitRing(before, snap);
}

let asWhat = "";

/** Fetch the newest picture now. */
// unheard: the stream says so
const refresh = () => get(`${door}/snapshot${asWhat}`).then(receiveSnapshot, () => undefined);

/**
 * Follow a table for as long as the page lives.
 * @param {string} table
 * @param {"" | "wall"} [as] a screen that only shows
 */
export function followTable(table, as = "") {
  door = `/api/tables/${encodeURIComponent(table)}`;
  asWhat = as && `?as=${as}`;
  openStream(
    `${door}/stream${asWhat}`,
    receiveSnapshot,
    (now) => {
      heardAt.value = now;
    },
    (sentence) => {
      refusal.value = sentence;
    },
  );
  effect(() => {
    if (outdated.value) refresh();
  });
  setInterval(checkThrowTimeout, 1000);
}

/** A lit table does not fall asleep, where the browser allows it (over plain HTTP it does not). */
async function stayAwake() {
  if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
  // refused on low battery: the device then sleeps as it is set
  await navigator.wakeLock.request("screen").catch(() => undefined);
}

/** As long as this page is in sight. */
export function keepAwake() {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}
