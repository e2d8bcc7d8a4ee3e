import { html } from "../core/lib.js";
import { t } from "../core/text/i18n.js";
import { percent } from "../core/labels.js";

/** The highest bar takes this much of the room. */
const TALLEST = 0.8;

/** @param {{block: import("../types").Odds}} props */
function Histogram({ block }) {
  const top = Math.max(...block.bars.map((bar) => bar.share), 0.01);
  return html`
    <div class="bars">
      ${block.bars.map(
        (bar) => html`
          <div class=${`${bar.counts ? "ok" : ""} ${bar.now ? "need" : ""} ${bar.came ? "came" : ""}`}>
            <span class="col">
              ${percent(bar.share)}
              <i style=${{ height: `${(bar.share / top) * 100 * TALLEST}%` }}></i>
            </span>
            ${bar.label}
          </div>
        `,
      )}
    </div>
  `;
}

/** @param {{block: import("../types").Odds}} props */
function Rows({ block }) {
  return html`
    <div class="rows">
      ${block.bars.map(
        (bar) => html`
          <div class=${`row ${bar.now ? "on" : ""} ${bar.came ? "came" : ""}`}>
            <span>${bar.label}${bar.note && html`<small>${bar.note}</small>`}</span>
            <span class="meter"><i style=${{ width: `${Math.round(bar.share * 100)}%` }}></i></span>
            <b>${percent(bar.share)}</b>
          </div>
        `,
      )}
    </div>
  `;
}

/** @param {{block: import("../types").Odds}} props */
export function Odds({ block }) {
  const rows = block.shape === "rows";
  const words = block.bars
    .map((bar) =>
      bar.came ? t`${bar.label}: ${percent(bar.share)}, this came` : t`${bar.label}: ${percent(bar.share)}`,
    )
    .join(", ");
  return html`
    <section class=${`panel odds ${rows ? "by-row" : ""}`}>
      <h2>${block.title}<small>${block.subtitle}</small></h2>
      <div class="obox">
        <div role="img" aria-label=${words} class="plot"><${rows ? Rows : Histogram} block=${block} /></div>
        ${
          block.chance !== null &&
          html`<div class="chance"><b>${percent(block.chance)}</b><span>${block.sentence}</span></div>`
        }
      </div>
    </section>
  `;
}
