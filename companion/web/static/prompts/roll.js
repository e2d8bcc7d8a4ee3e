import { html } from "../core/lib.js";
import { t } from "../core/text/i18n.js";
import { SensedCard, sensedGold } from "./sources/reading-slots.js";

/** @type {import("./sources/reading-slots.js").Wording} */
const WORDING = {
  lay: (what) => t`Dice into the tray: ${what}`,
  throw: (what) => t`Throw ${what}`,
  forSeat: (name) => t`Roll for ${name}`,
};

/** @param {{prompt: import("../types").Prompt}} props */
export const Card = ({ prompt }) => html`<${SensedCard} prompt=${prompt} wording=${WORDING} />`;

/** @param {import("../types").Prompt} prompt */
export const gold = (prompt) => sensedGold(prompt, WORDING);
