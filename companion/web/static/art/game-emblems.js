// The drawing on a game's card on the shelf, behind it the game's tint; a game that brings none has a lantern.
import { html } from "../core/lib.js";
import { gamePage } from "../core/game-pages.js";

const LANTERN = html`
  <g>
    <circle cx="150" cy="110" r="96" fill="url(#lamp)" />
    <path d="M120 60H180L196 150H104z" fill="none" stroke="#ffd994" stroke-width="6" stroke-linejoin="round" />
    <path d="M150 80C164 100 168 112 150 136 132 112 136 100 150 80z" fill="#ffd27a" />
  </g>
`;

/** Beside this module, under the same version. @param {string} game */
const drawn = (game) => new URL(`../games/${game}/emblem.svg`, import.meta.url).href;

/** @param {{game: string}} props */
export function Emblem({ game }) {
  const page = gamePage(game);
  const tint = page?.tint && { "--tint": page.tint[0], "--tint-deep": page.tint[1] };
  if (page?.emblem) return html`<img class="emblem" style=${tint} src=${drawn(game)} alt="" />`;
  return html`
    <svg class="emblem" style=${tint} viewBox="0 0 300 220" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      ${LANTERN}
    </svg>
  `;
}
