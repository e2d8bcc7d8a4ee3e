import { html } from "../lib.js";
import { Paragraphs } from "../rich.js";

/** @param {{block: import("../types").Text}} props */
export const Text = ({ block }) => html`<div class="panel prose"><${Paragraphs} text=${block.text} /></div>`;
