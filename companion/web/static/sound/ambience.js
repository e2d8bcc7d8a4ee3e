// The air of a place: filtered noise that swells, a drone or two, and now and then something far away.
import { noiseOf } from "./effects.js";

/** @typedef {{hz: number, loud: number, type?: OscillatorType, sway?: number}} Drone `sway`: it comes and goes so often a second */
/** @typedef {{hz: number, loud: number, type: BiquadFilterType, q?: number, sway: number, span: number}} Wind `span`: how far its filter wanders, in Hz */
/** @typedef {{every: number, far: (at: AudioContext, out: AudioNode) => void}} Far something that is heard about every so many s */
/** @typedef {{winds: Wind[], drones: Drone[], fars: Far[]}} Air */

/** A short tone far away. @param {number} from @param {number} to @param {number} length @param {number} loud @param {OscillatorType} [type] @returns {Far["far"]} */
const blip = (from, to, length, loud, type = "sine") => (at, out) => {
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
};

/** Noise through a narrow filter that glides: wood, cloth, pipes. @param {number} from @param {number} to @param {number} length @param {number} loud @param {number} q @returns {Far["far"]} */
const creak = (from, to, length, loud, q) => (at, out) => {
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = noiseOf(at);
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
};

/** Each game's place while nothing presses. @type {Record<string, Air>} */
const PLACES = {
  mansions: {
    winds: [{ hz: 420, loud: 0.5, type: "bandpass", q: 1.4, sway: 0.07, span: 240 }],
    drones: [{ hz: 65.4, loud: 0.1 }],
    fars: [{ every: 9, far: creak(340, 520, 0.7, 0.5, 14) }, { every: 13, far: blip(88, 60, 0.4, 0.5) }, { every: 21, far: creak(900, 620, 1.6, 0.12, 6) }],
  },
  arkham: {
    winds: [{ hz: 240, loud: 0.4, type: "lowpass", sway: 0.05, span: 90 }],
    drones: [{ hz: 55, loud: 0.2, sway: 0.09 }, { hz: 55.6, loud: 0.16 }, { hz: 82.4, loud: 0.1, sway: 0.05 }],
    fars: [{ every: 17, far: blip(392, 388, 2.6, 0.06) }, { every: 23, far: creak(240, 160, 1.8, 0.3, 9) }],
  },
  nemesis: {
    winds: [{ hz: 160, loud: 0.5, type: "lowpass", sway: 0.11, span: 50 }, { hz: 2400, loud: 0.05, type: "bandpass", q: 2, sway: 0.04, span: 500 }],
    drones: [{ hz: 50, loud: 0.24 }, { hz: 100.4, loud: 0.1, type: "triangle", sway: 0.2 }],
    fars: [{ every: 6, far: blip(1250, 720, 0.09, 0.22) }, { every: 15, far: creak(700, 300, 1.1, 0.25, 18) }, { every: 19, far: blip(62, 48, 0.6, 0.6) }],
  },
  draw_your_weapon: {
    winds: [{ hz: 520, loud: 0.32, type: "bandpass", q: 0.9, sway: 0.6, span: 180 }, { hz: 900, loud: 0.12, type: "bandpass", q: 1.2, sway: 0.9, span: 260 }],
    drones: [{ hz: 73.4, loud: 0.05 }],
    fars: [{ every: 8, far: blip(2640, 2600, 0.3, 0.07) }, { every: 11, far: blip(293, 292, 1, 0.08, "triangle") }, { every: 14, far: blip(440, 438, 1, 0.06, "triangle") }, { every: 20, far: creak(420, 300, 0.5, 0.3, 10) }],
  },
};
export const PLACED = Object.keys(PLACES);

/** A game that nobody made an air for: a room with a fire. @type {Air} */
const ROOM = { winds: [{ hz: 300, loud: 0.4, type: "lowpass", sway: 0.08, span: 120 }], drones: [{ hz: 65.4, loud: 0.06 }], fars: [{ every: 3, far: creak(1800, 2400, 0.05, 0.3, 2) }] };

/** What a mood adds to it: nearer beats, and what does not belong together. @type {Record<string, Drone[]>} */
const PRESSES = {
  calm: [],
  tense: [{ hz: 92.5, loud: 0.1, sway: 0.4 }],
  dread: [{ hz: 46.2, loud: 0.28, sway: 0.85 }, { hz: 49, loud: 0.2 }, { hz: 138.6, loud: 0.05, type: "triangle", sway: 0.13 }],
};

/** Something that rises and falls by itself, added to a parameter. @param {AudioContext} at @param {number} often @param {number} much @param {AudioParam} of */
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

/** @param {AudioContext} at @param {AudioNode} out @param {Wind} wind @returns {AudioScheduledSourceNode[]} */
function blow(at, out, { hz, loud, type, q = 1, sway: often, span }) {
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = noiseOf(at);
  source.loop = true;
  filter.type = type;
  filter.Q.value = q;
  filter.frequency.value = hz;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(0, Math.random());
  return [source, sway(at, often, span, filter.frequency), sway(at, often * 1.7, loud * 0.5, gain.gain)];
}

/** Let a place be heard until it is stopped. @param {AudioContext} at @param {AudioNode} out @param {string} game @param {string} mood */
export function lay(at, out, game, mood) {
  const { winds, drones, fars } = PLACES[game] || ROOM;
  const sources = [...winds.flatMap((wind) => blow(at, out, wind)), ...[...drones, ...(PRESSES[mood] || [])].flatMap((drone) => hum(at, out, drone))];
  /** @type {Set<number>} */
  const timers = new Set();
  const again = (/** @type {Far} */ one) => {
    const timer = setTimeout(() => { timers.delete(timer); if (at.state === "running") one.far(at, out); again(one); }, one.every * (0.5 + Math.random()) * 1000);
    timers.add(timer);
  };
  fars.forEach(again);
  return { stop: () => { timers.forEach((timer) => clearTimeout(timer)); sources.forEach((source) => source.stop()); } };
}
