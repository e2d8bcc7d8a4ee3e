// The one stream of this page: whole snapshots, never differences.
import { get, withHalf } from "./api.js";
import { trayActivity } from "./state.js";

/** A beat comes every 1.7 s: after this long without any sign of life the table is asked whether it is there. */
const SILENT_MS = 3000;
/** How often the stream is looked at. */
const LOOK_MS = 1000;
/**
 * A stream that does not come about for this long is begun anew: the table may have another address now, or be up
 * again.
 */
const STUCK_MS = 2500;
/** A table that is full, or not there at all, is asked again after this. */
const REFUSED_MS = 2000;

/**
 * Listen to a table for as long as the page lives.
 * @param {string} url of the stream; beside it lies ".../place", which says why a stream does not open
 * @param {(snapshot: any) => void} onSnapshot
 * @param {(now: number) => void} onHeard called at each sign of life, milliseconds of performance.now()
 * @param {(sentence: string) => void} [onRefused] why there is no stream
 */
export function openStream(url, onSnapshot, onHeard, onRefused = () => {}) {
  /** @type {EventSource | null} */
  let source = null;
  let heard = performance.now();
  let begun = heard;
  let asks = false;

  function sign() {
    heard = performance.now();
    onHeard(heard);
  }

  function open() {
    if (source) source.close();
    begun = performance.now();
    source = new EventSource(withHalf(url));
    source.addEventListener("snapshot", (event) => {
      sign();
      onSnapshot(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
    source.addEventListener("beat", sign);
    source.addEventListener("tray", (event) => {
      sign();
      trayActivity.value = JSON.parse(/** @type {MessageEvent} */ (event).data);
    });
    source.addEventListener("error", () => {
      begun = performance.now();
      setTimeout(look, LOOK_MS / 2);
    });
  }

  /** Ask why there is no stream; then try it again. */
  async function ask() {
    asks = true;
    const sentence = await get(url.replace(/\/stream(\?.*)?$/, "/place")).then(
      () => "",
      (error) => (error.status ? error.message : null),
    );
    if (sentence) {
      onRefused(sentence);
      await new Promise((done) => {
        setTimeout(done, REFUSED_MS);
      });
    }
    asks = false;
    if (sentence !== null) open();
  }

  function look() {
    const now = performance.now();
    const state = source ? source.readyState : EventSource.CLOSED;
    if (asks || document.visibilityState === "hidden") return;
    // a browser gives a stream up for good after a 503 or a proxy's error
    if (state === EventSource.CLOSED && now - begun > LOOK_MS / 3) ask();
    else if (state === EventSource.CONNECTING && now - begun > STUCK_MS) open();
    else if (state === EventSource.OPEN && now - heard > SILENT_MS) ask(); // nobody hangs up where the power fails
  }

  open();
  setInterval(look, LOOK_MS);
  // tablets put sleeping pages' streams to death without an error
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && performance.now() - heard > SILENT_MS && open(),
  );
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
}
