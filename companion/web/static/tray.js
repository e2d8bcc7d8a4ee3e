// The tray as it last came to rest: its picture, or the things drawn where they lie.
import { html, useState } from "./lib.js";
import { Face, Lying } from "./faces.js";
import { drawer } from "./state.js";
import { amending } from "./log.js";
import { faceWord, percent } from "./words.js";

/** @typedef {import("./types").Tray} TrayView */
/** @typedef {import("./types").Seen} Seen */

const SIDE = 112; // of a thing in a tray that is drawn, in the drawing's units
const WIDE = 152; // of its place
const HIGH = 172;
const MOST_IN_ROW = 5;

/** Colours of faces in the picture; the word stands beside, always. @type {Record<string, string>} */
const TONES = { success: "good", investigation: "clue", hit1: "good", hit2: "good", silence: "good", danger: "bad", auto_fail: "bad", elder_sign: "good" };

/** @param {Seen} seen */
const tone = (seen) => (seen.value === null || seen.cocked ? "warn" : TONES[seen.value] || "plain");

/** @param {Seen} seen */
function label(seen) {
  if (seen.kind === "unknown") return "unknown";
  if (seen.cocked) return "leans";
  const word = seen.value === null ? `${faceWord(seen.alternatives[0]?.[0] || "?")}?` : faceWord(seen.value);
  return seen.conf > 0 && seen.conf < 1 ? `${word} ${percent(seen.conf)}` : word;
}

/** Where a thing lies in a drawn tray: in rows, each in the middle. @param {number} count @param {number} k @returns {[number, number, number, number]} */
function inRow(count, k) {
  const row = Math.floor(k / MOST_IN_ROW);
  const columns = Math.min(count, MOST_IN_ROW);
  const here = Math.min(columns, count - row * MOST_IN_ROW);
  const x = ((columns - here) / 2 + (k % MOST_IN_ROW) + 0.5) * WIDE;
  return [x - SIDE / 2, row * HIGH + 44, SIDE, SIDE];
}

/** @param {{seen: Seen, box: number[], scale: number, drawn: boolean}} props */
function Boxed({ seen, box, scale, drawn }) {
  const [x, y, w, h] = box;
  const words = label(seen);
  const unsure = seen.value === null || seen.cocked;
  return html`<g class=${`boxed tone-${tone(seen)}`}>
    ${drawn && html`<g transform=${`translate(${x + w / 2} ${y + h / 2}) scale(${(Math.min(w, h) / 132) * 1})`}><ellipse cx="10" cy="20" rx="56" ry="46" fill="#000" opacity=".42" /><${Lying} kind=${seen.kind} value=${seen.value} /></g>`}
    <rect x=${x} y=${y} width=${w} height=${h} rx=${10 * scale} fill="none" stroke-width=${3.5 * scale} stroke-dasharray=${unsure ? `${10 * scale} ${8 * scale}` : undefined} />
    <rect x=${x} y=${y - 31 * scale} width=${(words.length * 10.4 + 18) * scale} height=${29 * scale} rx=${8 * scale} class="boxed-back" />
    <text x=${x + 9 * scale} y=${y - 10 * scale} font-size=${19 * scale} font-weight="700">${words}</text></g>`;
}

/** A dark tray with the things drawn in it. @param {{tray: TrayView | null, waits: string}} props */
function Drawn({ tray, waits }) {
  const objects = tray ? tray.objects : [];
  const wide = Math.max(2.4, Math.min(objects.length, MOST_IN_ROW)) * WIDE;
  const left = (wide - Math.max(1, Math.min(objects.length, MOST_IN_ROW)) * WIDE) / 2;
  const high = Math.max(1, Math.ceil(objects.length / MOST_IN_ROW)) * HIGH + 12;
  return html`<svg viewBox=${`${-left} 0 ${wide} ${high}`} preserveAspectRatio="xMidYMid meet" role="img" aria-label=${tray ? tray.words : waits}>
    ${objects.map((seen, k) => html`<${Boxed} key=${k} seen=${seen} box=${inRow(objects.length, k)} scale=${1} drawn=${true} />`)}
    ${!objects.length && html`<text x=${WIDE / 2} y=${high / 2} text-anchor="middle" font-size="17" class="tray-waits">${waits}</text>`}</svg>`;
}

/** @param {{tray: TrayView}} props */
function Photographed({ tray }) {
  const [found, setFound] = useState(/** @type {number[] | null} */ (tray.size));
  const measured = (/** @type {Event} */ event) => {
    const image = /** @type {HTMLImageElement} */ (event.target);
    setFound(tray.size || [image.naturalWidth, image.naturalHeight]);
  };
  const scale = found ? Math.max(found[0], found[1]) / 640 : 1;
  return html`<div class="photo"><img src=${tray.picture} alt=${`The tray: ${tray.words}`} onLoad=${measured} />
    ${found && html`<svg viewBox=${`0 0 ${found[0]} ${found[1]}`} aria-hidden="true">
      ${tray.objects.map((seen, k) => seen.box && html`<${Boxed} key=${k} seen=${seen} box=${seen.box} scale=${scale} drawn=${false} />`)}</svg>`}</div>`;
}

const FROM = [["vision", "Tray"], ["bridge", "Reader"], ["virtual", "Rolled by the app"], ["upload", "Photo"]];

/** @param {string} source */
const from = (source) => FROM.find(([start]) => source.startsWith(start))?.[1] || source;

/** The faces as buttons: a wrong one takes two taps. @param {{tray: TrayView, seq: number}} props */
function Faces({ tray, seq }) {
  const mend = () => { amending.value = seq; drawer.value = "log"; };
  return html`<div class="faces" role="group" aria-label="Faces read; tap one to correct it">${tray.objects.map((seen, k) => html`
    <button class=${`face tone-${tone(seen)}`} key=${k} disabled=${!seq} onClick=${mend} aria-label=${`${label(seen)}; tap to correct`}>
      <${Face} kind=${seen.kind} value=${seen.value} />${seen.value ? faceWord(seen.value) : "?"}</button>`)}</div>`;
}

/** @param {{tray: TrayView | null, waits: string, seq: number, faces?: boolean}} props */
export function TrayPanel({ tray, waits, seq, faces = true }) {
  return html`<section class="tray-block" data-testid="tray"><div class=${`panel tray ${tray?.picture ? "" : "drawn"}`}>
      ${tray && tray.picture ? html`<${Photographed} key=${tray.reading} tray=${tray} />` : html`<${Drawn} tray=${tray} waits=${waits} />`}
      <span class="live"><i></i>${tray ? `${from(tray.source)} · ${tray.taken ? "taken" : "free roll"}` : "Tray"}</span>
      ${tray && tray.unread > 0 && html`<span class="ask">${tray.unread} not read</span>`}</div>
    ${faces && tray && tray.taken && tray.objects.length > 0 && html`<${Faces} tray=${tray} seq=${seq} />`}</section>`;
}
