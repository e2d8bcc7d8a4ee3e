import { html } from "../core/lib.js";
import { Paragraphs } from "../core/text/rich-text.js";

/** @param {{block: import("../types").Paragraph}} props */
export const Text = ({ block }) => html`<div class="panel prose"><${Paragraphs} text=${block.text} /></div>`;
