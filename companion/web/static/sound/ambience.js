// The air of a place: filtered noise that swells, a drone or two, and now and then something far away.
import { gamePage } from "../core/game-pages.js";
import { noiseBuffer } from "./effects.js";

/** @typedef {import("../types").AmbienceSounds} AmbienceSounds */
/** @typedef {import("../types").FarSound} Far */
/** @typedef {{hz: number, loud: number, type?: OscillatorType, sway?: number}} Drone */

/** A short tone far away. @param {AudioContext} at @param {AudioNode} out @param {Far} far */
function blip(at, out, { start: from, end: to, length, loud, type }) {
  const source = at.createOscillator();
  const gain = at.createGain();
  const pitch = from * (0.92 + Math.random() * 0.16);
  source.type = type;
  source.frequency.setValueAtTime(pitch, at.currentTime);
  source.frequency.exponentialRampToValueAtTime(pitch * (to / from), at.currentTime + length);
  gain.gain.setValueAtTime(0.0001, at.currentTime);
  gain.gain.exponentialRampToValueAtTime(loud, at.currentTime + Math.min(0.02, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + length);
  source.connect(gain).connect(out);
  source.start();
  source.stop(at.currentTime + length);
}

/**
 * Noise through a narrow filter that glides: wood, cloth, pipes.
 * @param {AudioContext} at
 * @param {AudioNode} out
 * @param {Far} far
 */
function creak(at, out, { start: from, end: to, length, loud, q }) {
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = noiseBuffer(at);
  filter.type = "bandpass";
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, at.currentTime);
  filter.frequency.exponentialRampToValueAtTime(to, at.currentTime + length);
  gain.gain.setValueAtTime(0.0001, at.currentTime);
  gain.gain.exponentialRampToValueAtTime(loud, at.currentTime + length / 2);
  gain.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + length);
  source.connect(filter).connect(gain).connect(out);
  source.start(0, Math.random());
  source.stop(at.currentTime + length);
}

const FAR = { blip, creak };

/** A game that brings no sounds: a room with a fire. @type {AmbienceSounds} */
const ROOM = {
  winds: [{ hz: 300, loud: 0.4, type: "lowpass", q: 1, sway: 0.08, span: 120 }],
  drones: [{ hz: 65.4, loud: 0.06, type: "sine", sway: 0 }],
  fars: [{ every: 3, sound: "creak", start: 1800, end: 2400, length: 0.05, loud: 0.3, type: "sine", q: 2 }],
};

/** What a mood adds to it: nearer beats, and what does not belong together. @type {Record<string, Drone[]>} */
const PRESSES = {
  calm: [],
  tense: [{ hz: 92.5, loud: 0.1, sway: 0.4 }],
  dread: [
    { hz: 46.2, loud: 0.28, sway: 0.85 },
    { hz: 49, loud: 0.2 },
    { hz: 138.6, loud: 0.05, type: "triangle", sway: 0.13 },
  ],
};

/**
 * Something that rises and falls by itself, added to a parameter.
 * @param {AudioContext} at
 * @param {number} often
 * @param {number} much
 * @param {AudioParam} of
 */
function sway(at, often, much, of) {
  const slow = at.createOscillator();
  const depth = at.createGain();
  slow.frequency.value = often;
  depth.gain.value = much;
  slow.connect(depth).connect(of);
  slow.start();
  return slow;
}

/** @param {AudioContext} at @param {AudioNode} out @param {Drone} drone @returns {AudioScheduledSourceNode[]} */
function hum(at, out, { hz, loud, type = "sine", sway: often }) {
  const source = at.createOscillator();
  const gain = at.createGain();
  source.type = type;
  source.frequency.value = hz;
  gain.gain.value = loud;
  source.connect(gain).connect(out);
  source.start();
  return often ? [source, sway(at, often, loud * 0.8, gain.gain)] : [source];
}

/**
 * @param {AudioContext} at
 * @param {AudioNode} out
 * @param {AmbienceSounds["winds"][number]} wind
 * @returns {AudioScheduledSourceNode[]}
 */
function blow(at, out, { hz, loud, type, q, sway: often, span }) {
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = noiseBuffer(at);
  source.loop = true;
  filter.type = type;
  filter.Q.value = q;
  filter.frequency.value = hz;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(0, Math.random());
  return [source, sway(at, often, span, filter.frequency), sway(at, often * 1.7, loud * 0.5, gain.gain)];
}

/**
 * Let a place be heard until it is stopped.
 * @param {AudioContext} at
 * @param {AudioNode} out
 * @param {string} game
 * @param {string} mood
 */
export function startAmbience(at, out, game, mood) {
  const { winds, drones, fars } = gamePage(game)?.ambience || ROOM;
  const sources = [
    ...winds.flatMap((wind) => blow(at, out, wind)),
    ...[...drones, ...(PRESSES[mood] || [])].flatMap((drone) => hum(at, out, drone)),
  ];
  /** @type {Set<number>} */
  const timers = new Set();
  const again = (/** @type {Far} */ one) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (at.state === "running") FAR[one.sound](at, out, one);
        again(one);
      },
      one.every * (0.5 + Math.random()) * 1000,
    );
    timers.add(timer);
  };
  fars.forEach(again);
  return {
    stop: () => {
      timers.forEach((timer) => clearTimeout(timer));
      sources.forEach((source) => source.stop());
    },
  };
}
