// The effects: a few oscillators and a breath of noise each, gone within two seconds.

/** @typedef {{at: AudioContext, out: AudioNode, now: number}} Place */

/** Two seconds of noise, made once. @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const NOISES = new WeakMap();

/** @param {BaseAudioContext} at */
export function noiseBuffer(at) {
  const kept = NOISES.get(at);
  if (kept) return kept;
  const buffer = at.createBuffer(1, at.sampleRate * 2, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = Math.random() * 2 - 1;
  NOISES.set(at, buffer);
  return buffer;
}

/**
 * How loud over time: up in `rise`, then down until `length`, in s.
 * @param {Place} place
 * @param {number} start
 * @param {number} length
 * @param {number} loud
 * @param {number} [rise]
 */
function envelope({ at, out, now }, start, length, loud, rise = 0.006) {
  const gain = at.createGain();
  gain.gain.setValueAtTime(0.0001, now + start);
  gain.gain.exponentialRampToValueAtTime(loud, now + start + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
  gain.connect(out);
  return gain;
}

/**
 * A tone that may glide, in Hz.
 * @param {Place} place
 * @param {number} from
 * @param {number} start
 * @param {number} length
 * @param {number} [loud]
 * @param {{to?: number, type?: OscillatorType, rise?: number}} [more]
 */
function tone(place, from, start, length, loud = 0.3, { to = from, type = "sine", rise } = {}) {
  const source = place.at.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, place.now + start);
  if (to !== from) source.frequency.exponentialRampToValueAtTime(to, place.now + start + length);
  source.connect(envelope(place, start, length, loud, rise));
  source.start(place.now + start);
  source.stop(place.now + start + length + 0.05);
}

/**
 * Noise through a filter that may glide.
 * @param {Place} place
 * @param {number} from
 * @param {number} start
 * @param {number} length
 * @param {number} [loud]
 * @param {{to?: number, type?: BiquadFilterType, q?: number, rise?: number}} [more]
 */
function breath(place, from, start, length, loud = 0.3, { to = from, type = "bandpass", q = 1.2, rise } = {}) {
  const source = place.at.createBufferSource();
  const filter = place.at.createBiquadFilter();
  source.buffer = noiseBuffer(place.at);
  filter.type = type;
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, place.now + start);
  if (to !== from) filter.frequency.exponentialRampToValueAtTime(to, place.now + start + length);
  source.connect(filter).connect(envelope(place, start, length, loud, rise));
  source.start(place.now + start, Math.random());
  source.stop(place.now + start + length + 0.05);
}

/** A small hard thing on wood. @param {Place} place @param {number} start @param {number} [loud] */
function knock(place, start, loud = 0.5) {
  breath(place, 2600, start, 0.045, loud, { q: 3 });
  tone(place, 240, start, 0.07, loud * 0.7, { to: 130, type: "triangle" });
}

/**
 * A bell with its overtones.
 * @param {Place} place
 * @param {number} pitch
 * @param {number} start
 * @param {number} length
 * @param {number} [loud]
 */
function bell(place, pitch, start, length, loud = 0.22) {
  tone(place, pitch, start, length, loud);
  tone(place, pitch * 2.76, start, length * 0.5, loud * 0.3);
  tone(place, pitch * 5.4, start, length * 0.25, loud * 0.12);
}

/** A dull blow. @param {Place} place @param {number} start @param {number} [loud] */
function thud(place, start, loud = 0.8) {
  tone(place, 120, start, 0.34, loud, { to: 38 });
  breath(place, 320, start, 0.16, loud * 0.6, { type: "lowpass" });
}

/**
 * Several tones at once that swell.
 * @param {Place} place
 * @param {number[]} pitches
 * @param {number} start
 * @param {number} length
 * @param {number} [loud]
 * @param {OscillatorType} [type]
 */
const chord = (place, pitches, start, length, loud = 0.12, type = "triangle") =>
  pitches.forEach((pitch) => tone(place, pitch, start, length, loud, { type, rise: length * 0.2 }));

/** Each kind of sound. @type {Record<string, (place: Place) => void>} */
const SOUNDS = {
  settle: (p) => [0, 0.07, 0.12, 0.2, 0.235].forEach((start, k) => knock(p, start, 0.5 / (1 + k * 0.5))),
  clack: (p) => {
    knock(p, 0, 0.6);
    knock(p, 0.06, 0.2);
  },
  card: (p) => {
    breath(p, 1400, 0, 0.12, 0.3, { to: 5200, q: 0.7 });
    breath(p, 900, 0.1, 0.04, 0.5, { q: 2 });
  },
  passed: (p) => {
    bell(p, 523, 0, 0.7);
    bell(p, 784, 0.12, 0.9);
  },
  failed: (p) => {
    tone(p, 294, 0, 0.35, 0.3, { to: 277, type: "triangle" });
    tone(p, 208, 0.16, 0.6, 0.34, { to: 185, type: "triangle" });
  },
  doubt: (p) => {
    tone(p, 440, 0, 0.16, 0.2, { type: "triangle" });
    tone(p, 587, 0.16, 0.26, 0.2, { type: "triangle" });
  },
  refused: (p) => {
    thud(p, 0, 0.3);
    thud(p, 0.13, 0.3);
  },
  turn: (p) => {
    bell(p, 660, 0, 0.5, 0.26);
    bell(p, 880, 0.16, 0.9, 0.26);
  },
  timer: (p) => knock(p, 0, 0.2),
  phase: (p) => {
    bell(p, 98, 0, 1.9, 0.4);
    tone(p, 147, 0, 1.6, 0.2);
    tone(p, 233, 0.02, 1.1, 0.1);
  },
  token: (p) => {
    knock(p, 0, 0.5);
    bell(p, 311, 0.08, 1.1, 0.2);
    bell(p, 466, 0.08, 0.9, 0.1);
  },
  clue: (p) => [784, 988, 1175, 1568].forEach((pitch, k) => bell(p, pitch, k * 0.09, 0.8, 0.16)),
  agenda: (p) => {
    chord(p, [110, 131, 165], 0, 1.6, 0.16, "sawtooth");
    breath(p, 260, 0, 1.5, 0.3, { to: 90, type: "lowpass", rise: 0.4 });
  },
  act: (p) => {
    chord(p, [196, 247, 294], 0, 0.9);
    chord(p, [262, 330, 392], 0.45, 1.2);
  },
  encounter: (p) => {
    breath(p, 800, 0, 0.14, 0.3, { to: 4200, q: 0.8 });
    chord(p, [156, 165, 233], 0.12, 1, 0.12, "sawtooth");
  },
  monster: (p) => {
    [52, 55, 79].forEach((pitch) => tone(p, pitch, 0, 1.3, 0.28, { to: pitch * 0.72, type: "sawtooth", rise: 0.25 }));
    breath(p, 180, 0, 1.2, 0.7, { to: 70, type: "lowpass", rise: 0.3 });
  },
  attack: (p) => {
    breath(p, 700, 0, 0.2, 0.5, { to: 3600, q: 0.8, rise: 0.15 });
    thud(p, 0.19, 0.7);
  },
  noise: (p) => {
    thud(p, 0, 0.3);
    thud(p, 0.24, 0.2);
    breath(p, 420, 0.5, 0.7, 0.1, { to: 200, q: 4, rise: 0.2 });
  },
  door: (p) => {
    tone(p, 92, 0, 0.5, 0.12, { to: 128, type: "sawtooth", rise: 0.2 });
    breath(p, 600, 0, 0.5, 0.16, { to: 950, q: 9, rise: 0.2 });
    thud(p, 0.52, 0.8);
  },
  alarm: (p) =>
    [0, 0.44].forEach((start) => {
      tone(p, 520, start, 0.22, 0.2, { to: 540, type: "square" });
      tone(p, 390, start + 0.22, 0.22, 0.2, { type: "square" });
    }),
  contest: (p) => {
    SOUNDS.card(p);
    SOUNDS.card({ ...p, now: p.now + 0.18 });
    chord(p, [220, 277, 330], 0.36, 0.8);
  },
  surprise: (p) => {
    thud(p, 0, 0.7);
    chord(p, [311, 370, 440], 0, 0.9, 0.12, "sawtooth");
  },
  fall: (p) => {
    tone(p, 330, 0, 1, 0.3, { to: 82, type: "triangle", rise: 0.05 });
    thud(p, 0.95, 0.6);
  },
  triumph: (p) =>
    [
      [392, 0],
      [523, 0.13],
      [659, 0.26],
      [784, 0.39],
    ].forEach(([pitch, start]) => tone(p, pitch, start, 0.5, 0.22, { type: "triangle" })),
  scene: (p) => [262, 330, 392, 523, 659].forEach((pitch, k) => bell(p, pitch, k * 0.07, 1.1, 0.13)),
  end: (p) => {
    bell(p, 131, 0, 2, 0.34);
    chord(p, [262, 330, 392, 523], 0.2, 1.8);
  },
};

export const SOUND_KINDS = Object.keys(SOUNDS);

/** @param {AudioContext} at @param {AudioNode} out @param {string} kind */
export function renderSound(at, out, kind) {
  SOUNDS[kind]?.({ at, out, now: at.currentTime + 0.01 });
}
