// The round and the phase, beside the Now line: in sight whatever is asked.
import { html } from "./lib.js";

/** A longer row is a track or a list of the game's own. */
const MOST = 6;

/** Are these the phases of a round? They stand in the strip where a map needs the room. @param {import("./types").Block} block @returns {block is import("./types").Steps | import("./types").Track} */
export const isPhases = (block) => (block.kind === "track" && block.spaces.length <= MOST) || (block.kind === "steps" && block.steps.length <= MOST);

/** The words of each, and how far the round has come. @param {import("./types").Steps | import("./types").Track} block @returns {[string, string][]} */
function rowOf(block) {
  if (block.kind === "steps") return block.steps.map((step) => [step.text, step.state]);
  return block.spaces.map((space, k) => [space, k === block.at ? "now" : k < block.at ? "done" : "todo"]);
}

/** @param {{block: import("./types").Steps | import("./types").Track}} props */
export const Phases = ({ block }) => html`<div class="phases" data-testid="phases"><b>${block.title}</b><ol>${rowOf(block).map(([word, state]) => html`<li class=${state} aria-current=${state === "now" ? "step" : undefined}>${word}</li>`)}</ol></div>`;
