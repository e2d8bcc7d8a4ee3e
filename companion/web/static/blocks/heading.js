import { html } from "../core/lib.js";

/** @param {{block: import("../types").Heading}} props */
export const Heading = ({ block }) =>
  html`<span class="sub"><b>${block.title}</b>${block.subtitle && html` · ${block.subtitle}`}</span>`;
