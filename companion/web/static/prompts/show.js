import { html } from "../lib.js";
import { SensedCard, sensedGold } from "../sensed.js";

const WORDING = { lay: "Lay it under the camera", throw: "Show", self: "" };

/** @param {{prompt: import("../types").Prompt}} props */
export const Card = ({ prompt }) => html`<${SensedCard} prompt=${prompt} wording=${WORDING} />`;

/** @param {import("../types").Prompt} prompt */
export const gold = (prompt) => sensedGold(prompt, WORDING);
