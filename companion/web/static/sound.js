// Two short sounds, for a test passed and a test failed. Each has its twin on the page: the verdict.
import { settings } from "./settings.js";

/** Tones in Hz with their start in s. @type {Record<string, [number, number][]>} */
const TUNES = { passed: [[523, 0], [784, 0.13]], failed: [[294, 0], [208, 0.16]] };
const LENGTH = 0.22; // s, of each tone

/** @type {AudioContext | null} */
let context = null;

/** Browsers let nothing sound before the first touch. */
export function arm() {
  addEventListener("pointerdown", () => { context = context || new AudioContext(); }, { once: true });
}

/** @param {AudioContext} at @param {number} pitch @param {number} start */
function tone(at, pitch, start) {
  const source = at.createOscillator();
  const volume = at.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, at.currentTime + start);
  volume.gain.exponentialRampToValueAtTime(0.001, at.currentTime + start + LENGTH);
  source.connect(volume).connect(at.destination);
  source.start(at.currentTime + start);
  source.stop(at.currentTime + start + LENGTH);
}

/** @param {string} verdict */
export function play(verdict) {
  const at = context;
  if (!at || !settings.value.sound) return;
  for (const [pitch, start] of TUNES[verdict] || []) tone(at, pitch, start);
}
