import { html } from "../lib.js";
import { t } from "../say.js";
import { SensedCard, sensedGold } from "../sensed.js";

/** @type {import("../sensed.js").Wording} */
const WORDING = { lay: (what) => t`Dice into the tray: ${what}`, throw: (what) => t`Throw ${what}`, forSeat: (name) => t`Roll for ${name}` };

/** @param {{prompt: import("../types").Prompt}} props */
export const Card = ({ prompt }) => html`<${SensedCard} prompt=${prompt} wording=${WORDING} />`;

/** @param {import("../types").Prompt} prompt */
export const gold = (prompt) => sensedGold(prompt, WORDING);
