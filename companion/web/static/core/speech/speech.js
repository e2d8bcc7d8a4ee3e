// Reading aloud with the device's own voice, in the language of the page. Any tap stops it.
import { computed, effect, signal } from "../lib.js";
import { plainText } from "../text/rich-text.js";
import { locale } from "../text/i18n.js";
import { settings } from "../settings.js";
import { present } from "../state.js";

/** @type {SpeechSynthesis | undefined} */
const synth = globalThis.speechSynthesis;

/** Longer pieces than these some voices break off. */
const BREATH = 180;

/** @type {import("../../vendor/signals.js").Signal<SpeechSynthesisVoice[]>} */
const voices = signal(/** @type {SpeechSynthesisVoice[]} */ ([]));
/** The voices come late. */
const gather = () => {
  voices.value = synth ? synth.getVoices() : [];
};

/** A voice of this language, one of the device's own first: it needs no network. */
const voice = computed(() => {
  const near = (/** @type {string} */ tag) =>
    voices.value.filter((one) => one.lang.replace("_", "-").toLowerCase().startsWith(tag.toLowerCase()));
  const fitting = [...near(locale), ...near(locale.split("-")[0])];
  return fitting.find((one) => one.localService) || fitting[0] || null;
});

/** Is there a voice for this language? Where there is none nothing offers to read. */
export const canSpeak = computed(() => Boolean(synth && voice.value));

/** What is being read: the id its button gave, "" = nothing. */
export const speaking = signal("");

/** Whole sentences in pieces of a breath. @param {string} text */
function breaths(text) {
  const sentences = text.match(/[^.!?…]+[.!?…]*["”’»)]*\s*/g) || [text];
  return sentences.reduce((/** @type {string[]} */ found, sentence) => {
    const last = found.slice(-1)[0];
    if (last !== undefined && last.length + sentence.length <= BREATH) found[found.length - 1] = last + sentence;
    else found.push(sentence);
    return found;
  }, []);
}

/** How often something was begun: what a later one has broken off no longer ends it. */
let turns = 0;

/** Read it now, instead of whatever is being read. @param {string} text may hold marks @param {string} id */
export function speak(text, id) {
  if (!synth || !voice.value) return;
  stopSpeaking();
  const turn = turns;
  const pieces = breaths(plainText(text));
  speaking.value = id;
  pieces.forEach((piece, place) => {
    const said = new SpeechSynthesisUtterance(piece);
    said.voice = voice.value;
    said.lang = locale;
    said.rate = 0.95;
    if (place === pieces.length - 1)
      said.onend = said.onerror = () => {
        if (turn === turns) speaking.value = "";
      };
    synth.speak(said);
  });
}

export function stopSpeaking() {
  turns += 1;
  speaking.value = "";
  synth?.cancel();
}

/**
 * What is new, as it is read where everything is: what happened, the verdict, what is asked.
 * @param {import("../../types.js").Snapshot} snap
 * @param {boolean} full
 */
function words(snap, full) {
  const stories = snap.view.flatMap((block) => (block.kind === "story" ? [`${block.title}. ${block.text}`] : []));
  const verdicts = snap.old
    ? []
    : snap.view.flatMap((block) => (block.kind === "sum" && block.verdict ? [block.sentence || block.title] : []));
  return { now: snap.over || snap.now, more: full ? [...stories, ...snap.just, ...verdicts] : [] };
}

/** From now on what is asked is read by itself, where this device is to read. */
export function startReadingAloud() {
  gather();
  synth?.addEventListener?.("voiceschanged", gather);
  addEventListener("pointerdown", stopSpeaking, { capture: true });
  /** @type {Set<string>} */
  let last = new Set();
  effect(() => {
    const snap = present.value; // what is looked back at is not read out
    const how = settings.value.aloud;
    if (!snap || how === "off" || !canSpeak.value) return;
    const { now, more } = words(snap, how === "full");
    const all = [...more, now];
    const fresh = all.filter((text) => text && !last.has(text));
    last = new Set(all);
    if (fresh.length && document.visibilityState === "visible") speak(fresh.join(" "), "now");
  });
}
