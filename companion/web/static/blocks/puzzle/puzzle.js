import { html } from "../../core/lib.js";
import { richText } from "../../core/text/rich-text.js";
import { CodeFigure } from "./code.js";
import { PictureFigure } from "./picture.js";
import { SlideFigure } from "./slide.js";
import { TowerFigure } from "./tower.js";
import { t } from "../../core/text/i18n.js";

/** @type {Record<import("../../types.js").Puzzle["figure"]["shape"], any>} */
const FIGURES = { slide: SlideFigure, code: CodeFigure, image: PictureFigure, tower: TowerFigure };

const PIPS = 8; // more steps than that are a number alone

/** @param {{steps: number | null}} props */
function Left({ steps }) {
  if (steps === null) return html`<p class="pz-left"><span>${t`The dice say how many steps there are.`}</span></p>`;
  const pips = steps && steps <= PIPS ? Array.from({ length: steps }) : [];
  return html`
    <p class=${`pz-left ${steps ? "" : "none"}`} role="status" aria-live="polite" data-testid="steps-left">
      <span>${t`Steps left`}</span> <b>${steps}</b>
      ${
        pips.length > 0 &&
        html`
          <svg viewBox=${`0 0 ${pips.length * 20} 20`} style=${{ width: `${pips.length * 1.2}rem` }} aria-hidden="true">
            ${pips.map((_, k) => html`<rect x=${k * 20 + 2} y="2" width="15" height="16" rx="4" />`)}
          </svg>
        `
      }
    </p>
  `;
}

/** A puzzle, and how much may still be done on it now. @param {{block: import("../../types.js").Puzzle}} props */
export function Puzzle({ block }) {
  const Figure = FIGURES[block.figure.shape];
  return html`
    <section class=${`panel puzzle ${block.figure.shape}`} data-testid="puzzle">
      <header>
        <h2>${richText(block.title)}</h2>
        <${Left} steps=${block.steps} />
        <p class="pz-moves" data-testid="puzzle-moves">
          ${t`Moves now ${block.moves}`}
          <small>${t`in all ${block.total}`}</small>
        </p>
      </header>
      <${Figure} figure=${block.figure} turn=${block.total} />
      <p class="pz-task">${richText(block.task)}${block.note && html` <span>${block.note}</span>`}</p>
    </section>
  `;
}
