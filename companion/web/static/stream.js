// The one stream of this page: whole snapshots, never differences.

/** Nothing heard for this long, although a beat comes every 5 s: open the stream again. */
const WATCHDOG_MS = 15000;
/** A closed stream is tried again after this. */
const RETRY_MS = 2000;

/**
 * Listen to a table for as long as the page lives.
 * @param {string} url
 * @param {(snapshot: any) => void} onSnapshot
 * @param {(now: number) => void} onHeard called at each sign of life, milliseconds of performance.now()
 */
export function listen(url, onSnapshot, onHeard) {
  /** @type {EventSource | null} */
  let source = null;
  let heard = performance.now();

  function sign() {
    heard = performance.now();
    onHeard(heard);
  }

  function open() {
    if (source) source.close();
    heard = performance.now();
    source = new EventSource(url);
    source.addEventListener("snapshot", (event) => {
      sign();
      onSnapshot(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
    source.addEventListener("beat", sign);
  }

  function look() {
    // a browser gives a stream up for good after a 503 or a proxy's error (readyState 2)
    const dead = !source || source.readyState === 2;
    if (dead || performance.now() - heard > WATCHDOG_MS) open();
  }

  open();
  setInterval(look, RETRY_MS);
  // tablets put sleeping pages' streams to death without an error
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
}
