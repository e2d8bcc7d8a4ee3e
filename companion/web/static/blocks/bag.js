import { html } from "../lib.js";
import { Face } from "../faces.js";
import { faceWord } from "../words.js";

/** @param {import("../types").BagFace} face @returns {boolean[]} one entry each, true = it is out */
const each = (face) => Array.from({ length: face.count + face.out }, (_, k) => k >= face.count);

/** What drawing it now would come to. @type {Record<string, string>} */
const PASSES = { yes: ", the test passes with it", no: ", the test fails with it", depends: ", then it depends on another token" };

/** Every token of the bag, those that are out as holes. @param {{block: import("../types").BagView}} props */
export function Bag({ block }) {
  const inside = block.faces.reduce((sum, face) => sum + face.count, 0);
  const all = block.faces.reduce((sum, face) => sum + face.count + face.out, 0);
  return html`<section class="panel bag"><h2>${block.title}${!/\d/.test(block.title) && html`<small>${inside === all ? inside : `${inside} of ${all}`}</small>`}</h2>
    <ul>${block.faces.flatMap((face) => each(face).map((out) => html`<li class=${out ? "out" : face.passes ? `passes-${face.passes}` : ""}>
      <${Face} kind=${block.object} value=${face.face} label=${faceWord(face.face) + (out ? ", out of the bag" : PASSES[face.passes] || "")} /></li>`))}</ul></section>`;
}
