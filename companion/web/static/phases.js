// The round and the phase, beside the Now line: in sight whatever is asked.
import { html } from "./lib.js";

/** A row of more spaces is a track of the game's own. */
const MOST = 6;

/** Is this track the phases of a round? They stand in the strip where a map needs the room. @param {import("./types").Block} block */
export const isPhases = (block) => block.kind === "track" && block.spaces.length <= MOST;

/** @param {{block: import("./types").Track}} props */
export const Phases = ({ block }) => html`<div class="phases" data-testid="phases"><b>${block.title}</b><ol>${block.spaces.map((space, k) => html`<li class=${k === block.at ? "now" : k < block.at ? "done" : ""} aria-current=${k === block.at ? "step" : undefined}>${space}</li>`)}</ol></div>`;
