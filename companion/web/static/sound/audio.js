// What is heard: effects and ambience, each with a volume of its own, both silent until somebody asks for them.
// All of it is made here, nothing is a recording. Each sound has its twin on the page (core/on-snapshot.js): nobody
// must hear to play.
import { computed, effect, signal } from "../core/lib.js";
import { settings } from "../core/settings.js";

/** Old Safari has it under another name. @type {typeof AudioContext | undefined} */
const Context = globalThis.AudioContext || /** @type {any} */ (globalThis).webkitAudioContext;

/** At full volume; the ambience lies far below what is said at a table. */
const LOUDEST = { effects: 0.5, ambience: 0.16 };
/** s, in which one ambience gives way to the next. */
const FADE = 3;

/** Has anybody touched this page? Browsers let nothing sound before. */
const touched = signal(false);
const shown = signal(document.visibilityState === "visible");
const wanted = computed(() => settings.value.effects > 0 || settings.value.ambience > 0);

/**
 * How it is: "none": this browser makes no sound. "waits": for the first touch.
 * @type {import("../vendor/signals.js").Signal<"none" | "off" | "waits" | "on">}
 */
export const audioState = /** @type {any} */ (
  computed(() => (!Context ? "none" : !wanted.value ? "off" : touched.value ? "on" : "waits"))
);

/** The newest sound, and how many there were: the page shows that something was heard. */
export const lastSound = signal({ kind: "", count: 0 });

/** @type {AudioContext | null} */
let context = null;
/** @type {Record<"effects" | "ambience", GainNode> | null} */
let outs = null;
/** Which ambience plays. @type {{name: string, bed: {stop: () => void}, gain: GainNode} | null} */
let bed = null;
/** Which one should. */
let wish = { game: "", mood: "calm" };

/** In the hand of a touch: some browsers let a context begin nowhere else. */
function wake() {
  if (!Context || !wanted.value || !shown.peek()) return;
  if (!context) {
    context = new Context({ latencyHint: "balanced" });
    const of = (/** @type {AudioContext} */ at) => {
      const gain = at.createGain();
      gain.gain.value = 0;
      gain.connect(at.destination);
      return gain;
    };
    outs = { effects: of(context), ambience: of(context) };
  }
  // refused before a touch: the next one tries again
  if (context.state !== "running") context.resume().catch(() => undefined);
  level();
  change();
}

/** The volumes as they are wished. */
function level() {
  if (!context || !outs) return;
  for (const name of /** @type {("effects" | "ambience")[]} */ (["effects", "ambience"])) {
    outs[name].gain.setTargetAtTime((settings.peek()[name] / 100) ** 2 * LOUDEST[name], context.currentTime, 0.1);
  }
}

/** The ambience of the game and its mood; another one is faded into. */
async function change() {
  const name = settings.peek().ambience > 0 && wish.game ? `${wish.game} ${wish.mood}` : "";
  if (!context || !outs || name === (bed?.name || "")) return;
  const at = context;
  if (bed) fadeOut(at, bed);
  bed = null;
  if (!name) return;
  const { startAmbience } = await import("./ambience.js");
  if (name !== `${wish.game} ${wish.mood}` || bed) return; // it changed meanwhile
  const gain = at.createGain();
  gain.gain.setValueAtTime(0.0001, at.currentTime);
  gain.gain.exponentialRampToValueAtTime(1, at.currentTime + FADE);
  gain.connect(outs.ambience);
  bed = { name, gain, bed: startAmbience(at, gain, wish.game, wish.mood) };
}

/** @param {AudioContext} at @param {{bed: {stop: () => void}, gain: GainNode}} old */
function fadeOut(at, old) {
  old.gain.gain.cancelScheduledValues(at.currentTime);
  old.gain.gain.setTargetAtTime(0, at.currentTime, FADE / 3);
  setTimeout(() => {
    old.bed.stop();
    old.gain.disconnect();
  }, FADE * 1000);
}

/** The place whose air is heard. @param {string} game @param {string} mood */
export function setAmbience(game, mood) {
  wish = { game, mood };
  change();
}

/** Let something be heard, where people wish it. @param {string} kind */
export async function playSound(kind) {
  if (!kind || settings.peek().effects === 0 || !touched.peek() || !shown.peek()) return;
  lastSound.value = { kind, count: lastSound.peek().count + 1 };
  if (!context || !outs || context.state !== "running") return;
  const { renderSound } = await import("./effects.js");
  renderSound(context, outs.effects, kind);
}

/** From now on a touch lets it sound, and a page out of sight is silent. */
export function armAudio() {
  const touch = () => {
    touched.value = true;
    wake();
  };
  // of a finger only the end counts
  for (const name of ["pointerdown", "pointerup", "keydown"]) addEventListener(name, touch, { capture: true });
  document.addEventListener("visibilitychange", () => {
    shown.value = document.visibilityState === "visible";
  });
  effect(() => {
    const sounds = wanted.value && shown.value && touched.value;
    settings.value; // a volume was moved
    if (sounds) wake();
    else if (context) {
      level();
      context.suspend();
    }
  });
}
