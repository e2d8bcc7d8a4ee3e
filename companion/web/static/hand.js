// Giving faces by hand: people count faces, they do not describe one die after another.
import { html, useState } from "./lib.js";
import { answer } from "./deeds.js";
import { Face } from "./faces.js";
import { Glyph } from "./glyphs.js";
import { Icon } from "./icons.js";
import { free, kept, offers, room } from "./kits.js";
import { draftOf, redraft } from "./state.js";
import { RANK_ORDER, SUITS, faceWord, objectKind } from "./words.js";

/** @typedef {import("./types").Prompt} Prompt */

/** @param {Prompt} prompt @param {string} face */
function add(prompt, face) {
  if (free(prompt) === 1) return answer(prompt.id, [...kept(prompt), face]);
  redraft(prompt.id, { hand: true, values: [...draftOf(prompt.id).values, face] });
}

/** @param {Prompt} prompt @param {string} face */
function takeBack(prompt, face) {
  const values = [...draftOf(prompt.id).values];
  values.splice(values.lastIndexOf(face), 1);
  redraft(prompt.id, { hand: true, values });
}

/** @param {{prompt: Prompt, offer: import("./kits.js").Offer, values: string[]}} props */
function Tile({ prompt, offer, values }) {
  const count = values.filter((value) => value === offer.id).length;
  const more = room(prompt, offer, values);
  const name = offer.text || faceWord(offer.id);
  const bag = prompt.kind === "draw" && offer.left > 1 ? `${offer.left} in there` : "";
  return html`<div class=${`tile ${count ? "has" : ""}`}>
    <button class="tile-add" data-testid=${`face-${offer.id}`} disabled=${more <= 0} title=${offer.refused || undefined} onClick=${() => add(prompt, offer.id)}
      aria-label=${`${name}${count ? `, ${count} given` : ""}${offer.refused ? `, not possible: ${offer.refused}` : ""}`}>
      <${Face} kind=${objectKind(prompt)} value=${offer.id} /><span>${name}${bag && html`<small>${bag}</small>`}</span></button>
    ${count > 0 && html`<b class="tile-count">${count}</b><button class="tile-less" aria-label=${`One ${name} less`} onClick=${() => takeBack(prompt, offer.id)}><${Icon} name="minus" /></button>`}
  </div>`;
}

/** @param {{prompt: Prompt}} props */
export function HandEntry({ prompt }) {
  const { values } = draftOf(prompt.id);
  const all = offers(prompt);
  if (objectKind(prompt) === "card") return html`<${Keypad} prompt=${prompt} all=${all} values=${values} />`;
  const size = all.length <= 4 ? "few" : all.length <= 8 ? "some" : "many";
  return html`<div class=${`tiles ${size}`} role="group" aria-label="Give the faces by hand">
    ${all.map((offer) => html`<${Tile} key=${offer.id} prompt=${prompt} offer=${offer} values=${values} />`)}</div>`;
}

/** @param {{prompt: Prompt, offer: import("./kits.js").Offer | undefined, face: string, values: string[]}} props */
function Key({ prompt, offer, face, values }) {
  const more = offer ? room(prompt, offer, values) : 0;
  const given = values.includes(face);
  const why = offer ? offer.refused : "it is not among the cards that can come";
  return html`<button class=${`key suit-${face.slice(-1)} ${given ? "on" : ""}`} data-testid=${`face-${face}`} disabled=${more <= 0 && !given}
    aria-pressed=${given} title=${why || undefined} aria-label=${faceWord(face) + (more <= 0 && !given && why ? `, not possible: ${why}` : "")}
    onClick=${() => (given ? takeBack(prompt, face) : add(prompt, face))}>${face.slice(0, -1)}</button>`;
}

/** Four suits by thirteen; on a narrow page one suit at a time. @param {{prompt: Prompt, all: import("./kits.js").Offer[], values: string[]}} props */
function Keypad({ prompt, all, values }) {
  const [suit, setSuit] = useState("S");
  const at = new Map(all.map((offer) => [offer.id, offer]));
  return html`<div class="keypad" role="group" aria-label="Give the card by hand">
    <div class="suits">${Object.keys(SUITS).map((one) => html`<button class=${`suit suit-${one}`} aria-pressed=${one === suit} aria-label=${SUITS[one]} onClick=${() => setSuit(one)}>
      <svg viewBox="-12 -12 24 24" aria-hidden="true"><${Glyph} name=${one} /></svg></button>`)}</div>
    ${Object.keys(SUITS).map((one) => html`<div class=${`keys ${one === suit ? "chosen" : ""}`}>
      <svg class=${`keys-suit suit-${one}`} viewBox="-12 -12 24 24" aria-hidden="true"><${Glyph} name=${one} /></svg>
      ${RANK_ORDER.map((rank) => html`<${Key} key=${rank + one} prompt=${prompt} offer=${at.get(rank + one)} face=${rank + one} values=${values} />`)}</div>`)}
  </div>`;
}
