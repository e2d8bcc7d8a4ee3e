import { html } from "../lib.js";
import { rich } from "../rich.js";

/** @param {{block: import("../types").Text}} props */
export const Text = ({ block }) => html`<div class="panel"><p class="prose">${rich(block.text)}</p></div>`;
