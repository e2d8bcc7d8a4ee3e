import { html } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { t } from "../core/text/i18n.js";
import { faceWord } from "../core/labels.js";

/** @param {import("../types").BagFace} face @returns {boolean[]} one entry each, true = it is out */
const each = (face) => Array.from({ length: face.count + face.out }, (_, k) => k >= face.count);

/** What drawing it now would come to. @type {Record<string, (face: string) => string>} */
const PASSES = {
  yes: (face) => t`${face}, the test passes with it`,
  no: (face) => t`${face}, the test fails with it`,
  depends: (face) => t`${face}, then it depends on another token`,
};

/** @param {import("../types").BagFace} face @param {boolean} out */
function labelOf(face, out) {
  const word = faceWord(face.face);
  return out ? t`${word}, out of the bag` : PASSES[face.passes]?.(word) || word;
}

/** Every token of the bag, those that are out as holes. @param {{block: import("../types").BagView}} props */
export function Bag({ block }) {
  const inside = block.faces.reduce((sum, face) => sum + face.count, 0);
  const all = block.faces.reduce((sum, face) => sum + face.count + face.out, 0);
  return html`
    <section class="panel bag">
      <h2>
        ${block.title}
        ${!/\d/.test(block.title) && html`<small>${inside === all ? inside : t`${inside} of ${all}`}</small>`}
      </h2>
      <ul>
        ${block.faces.flatMap((face) =>
          each(face).map(
            (out) => html`
              <li class=${out ? "out" : face.passes ? `passes-${face.passes}` : ""}>
                <${Face} kind=${block.object} value=${face.face} label=${labelOf(face, out)} />
              </li>
            `,
          ),
        )}
      </ul>
    </section>
  `;
}
