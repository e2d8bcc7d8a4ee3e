// The ring around “Continue”: after a doubt, and where somebody is out for good, the next card waits a moment on this
// device.
import { computed, effect, html, signal, useEffect, useState } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { t } from "../core/text/i18n.js";
import { settings } from "../core/settings.js";
import { playSound } from "../sound/audio.js";
import { trayActivity, snapshot } from "../core/state.js";

/**
 * The answer whose next prompt waits; `held`: until somebody taps.
 * @type {import("../vendor/signals.js").Signal<{seq: number, why: string, held: boolean} | null>}
 */
const ring = signal(/** @type {{seq: number, why: string, held: boolean} | null} */ (null));
/** Answers up to this one wait no more here. */
let seen = 0;
let timer = 0;

export const currentRing = computed(() => ring.value);

/** What is asked next is shown now. */
export function finishWaiting() {
  clearTimeout(timer);
  ring.value = null;
}

/** Somebody looks at it: it goes on with a tap alone. */
export function holdRing() {
  clearTimeout(timer);
  if (ring.peek() && !ring.peek()?.held)
    ring.value = { .../** @type {{seq: number, why: string}} */ (ring.peek()), held: true };
}

/**
 * Called with every picture that comes; the first one of a page never waits.
 * @param {import("../types").Snapshot | null} before
 * @param {import("../types").Snapshot} snap
 */
export function updateWaitRing(before, snap) {
  const seq = snap.pause?.seq || 0;
  if (ring.peek() && ring.peek()?.seq !== seq) finishWaiting();
  if (before && snap.pause && seq > seen && settings.value.wait > 0) {
    ring.value = { seq, why: snap.pause.why, held: false };
    timer = setTimeout(finishWaiting, settings.value.wait * 1000);
    playSound("timer");
    if (trayActivity.peek() === "hand") holdRing();
  }
  seen = Math.max(seen, seq);
}

effect(() => {
  if (trayActivity.value === "hand" || trayActivity.value === "moving") holdRing();
});

/** Less motion is wished: seconds are counted instead. */
const isCalm = () => settings.value.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;

function Seconds() {
  const [left, setLeft] = useState(settings.value.wait);
  useEffect(() => {
    const beat = setInterval(() => setLeft((/** @type {number} */ n) => Math.max(1, n - 1)), 1000);
    return () => clearInterval(beat);
  }, []);
  return html`<span class="ring-seconds" aria-hidden="true">${left}</span>`;
}

/** Around the sign that goes on. */
export function Ring() {
  if (ring.value?.held) return html`<${Icon} name="hand" />`;
  if (isCalm()) return html`<${Seconds} />`;
  return html`
    <svg class="ring" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="20" class="ring-back" />
      <circle
        cx="24"
        cy="24"
        r="20"
        pathLength="100"
        class="ring-hand"
        style=${{ animationDuration: `${settings.value.wait}s` }}
      />
      <path d="M19 15l11 9-11 9" class="ring-next" />
    </svg>
  `;
}

/** @returns {import("./gold-button.js").Gold} */
export const ringGold = () => ({
  text: t`Continue`,
  small: ring.value?.held ? t`it waits for you` : t`it counts already; touch a die to stop`,
  ring: true,
  testid: "continue",
  act: finishWaiting,
});

/** In the place of the next card. */
export function RingCard() {
  if (!ring.value || !snapshot.value) return null;
  return html`
    <section class="panel ring-card" data-testid="ring" data-held=${ring.value.held} role="status">
      <${Icon} name=${ring.value.held ? "hand" : "eye"} />
      <div>
        <h2>${ring.value.why}</h2>
        <p class="muted">
          ${
            ring.value.held
              ? t`Nothing moves on until somebody taps “Continue”.`
              : t`The next question comes in a moment. Tap a face that is wrong.`
          }
        </p>
      </div>
    </section>
  `;
}
