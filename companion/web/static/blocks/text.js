import { html } from "../lib.js";

/** @param {{block: import("../types").Text}} props */
export const Text = ({ block }) => html`<div class="panel"><p class="prose">${block.text}</p></div>`;
