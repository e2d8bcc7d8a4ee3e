import { html } from "../core/lib.js";
import { answerVirtually } from "../table/actions.js";
import { offeredFaces } from "../kits/kits.js";
import { t } from "../core/text/i18n.js";
import { SensedCard, sensedGold } from "./sources/reading-slots.js";
import { Card as Choice } from "./choose.js";
import { objectsOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Prompt} Prompt */

const SELF = () => t`Draw for me`;
/** @type {import("./sources/reading-slots.js").Wording} */
const WORDING = {
  lay: (what) => t`Draw and lay it down: ${what}`,
  throw: (what) => t`Draw ${what}`,
  forSeat: (name) => t`Draw for ${name}`,
};

/** A card of a deck that no reader knows: the people say by name which one came. @param {Prompt} prompt */
const isNamed = (prompt) => !objectsOf(prompt).length;

/** Each card once, with how many of it are left. @param {Prompt} prompt @returns {Prompt} */
function byName(prompt) {
  const options = offeredFaces(prompt).map(({ id, text, left, refused, rule }) => ({
    id,
    text: left > 1 ? t`${text} · ${left} left` : text,
    refused: refused ? { code: "", sentence: refused, rule } : null,
  }));
  return { ...prompt, options };
}

/** @param {{prompt: Prompt}} props */
export const Card = ({ prompt }) =>
  isNamed(prompt)
    ? html`<${Choice} prompt=${byName(prompt)} />`
    : html`<${SensedCard} prompt=${prompt} wording=${WORDING} />`;

/** @param {Prompt} prompt @returns {import("./gold-button.js").Gold} */
export function gold(prompt) {
  if (!isNamed(prompt)) return sensedGold(prompt, WORDING);
  return {
    text: SELF(),
    small: t`or tap the card that came`,
    icon: "spark",
    testid: "virtual",
    act: () => answerVirtually(prompt.id),
  };
}
