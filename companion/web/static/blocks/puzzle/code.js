// A hidden row: what was tried and told, the row that is being made, and the symbols it is made of.
import { html, useEffect, useRef, useState } from "../../core/lib.js";
import { Icon } from "../../core/icons.js";
import { puzzleHands } from "./steps.js";
import { Symbol, hasWord, symbolWord } from "./symbols.js";
import { t } from "../../core/text/i18n.js";

/** @typedef {import("../../types.js").Code} Code */

const SHORT = 5; // places; a longer row is drawn smaller

/** @param {{right: number, near: number, slots: number}} props */
function Told({ right, near, slots }) {
  const pegs = Array.from({ length: slots }, (_, k) => (k < right ? "right" : k < right + near ? "near" : "none"));
  return html`
    <span class="pz-told">
      <svg viewBox=${`0 0 ${slots * 26} 26`} style=${{ width: `${slots * 1.3}rem` }} aria-hidden="true">
        ${pegs.map(
          (peg, k) =>
            html`
              <g transform=${`translate(${k * 26 + 13} 13)`} class=${`pz-peg ${peg}`}>
                <circle r="10" />
                ${peg === "right" && html`<path d="M-5 0.500-1.500 4.500 5.500-4" />`}
              </g>
            `,
        )}
      </svg>
      <span>${t`${right} right`}<small>${t`${near} elsewhere`}</small></span>
    </span>
  `;
}

/** @param {{figure: Code, number: number}} props */
function Try({ figure, number }) {
  const guess = figure.tries[number];
  const names = guess.symbols.map((place) => figure.symbols[place - 1]);
  return html`
    <li data-testid=${`try-${number}`}>
      <span class="pz-count">${number + 1}</span>
      <span class="pz-row">
        ${names.map(
          (name) =>
            html`
              <span class="pz-slot full"><${Symbol} name=${name} /><span class="sr">${symbolWord(name)}</span></span>
            `,
        )}
      </span>
      <${Told} right=${guess.right} near=${guess.near} slots=${figure.slots} />
    </li>
  `;
}

/** @param {{figure: Code, turn: number}} props */
export function CodeFigure({ figure, turn }) {
  const empty = () => /** @type {number[]} */ (Array(figure.slots).fill(0));
  const [row, setRow] = useState(empty);
  const [at, setAt] = useState(0);
  /** @type {{current: HTMLElement | null}} */
  const list = useRef(null);
  useEffect(() => {
    setRow(empty());
    setAt(0);
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [turn]);
  const hand = puzzleHands();
  const full = row.every(Boolean);
  const again = figure.tries.some((guess) => guess.symbols.join() === row.join());

  /** The symbol goes into the place that waits, and the next free one waits. @param {number} symbol */
  const put = (symbol) => {
    const filled = row.map((old, k) => (k === at ? symbol : old));
    setRow(filled);
    const free = [...filled.keys()].map((k) => (at + 1 + k) % figure.slots).find((k) => !filled[k]);
    setAt(free === undefined ? (at + 1) % figure.slots : free);
  };
  const clear = (/** @type {number} */ place) => {
    setRow(row.map((old, k) => (k === place ? 0 : old)));
    setAt(place);
  };

  return html`
    <div class=${`pz-code ${figure.slots > SHORT ? "long" : ""}`}>
      <ol class="pz-tries" ref=${list} tabindex="0" aria-label=${t`What was tried`}>
        ${figure.tries.map((_, k) => html`<${Try} key=${k} figure=${figure} number=${k} />`)}
        ${!figure.tries.length && html`<li class="pz-none">${t`Nothing was tried yet.`}</li>`}
      </ol>
      <div class="pz-making">
        <span class="pz-row" role="group" aria-label=${t`The row that is being made`}>
          ${row.map((symbol, k) => {
            const name = symbol ? figure.symbols[symbol - 1] : "";
            return html`
              <button
                class=${`pz-slot ${symbol ? "full" : ""} ${hand && k === at ? "at" : ""}`}
                key=${k}
                disabled=${!hand}
                data-testid=${`slot-${k}`}
                aria-label=${name ? t`place ${k + 1}: ${symbolWord(name)}` : t`place ${k + 1}: empty`}
                aria-pressed=${hand !== null && k === at}
                onClick=${() => (symbol && k === at ? clear(k) : setAt(k))}
              >
                ${symbol ? html`<${Symbol} name=${name} />` : html`<span class="pz-ask">?</span>`}
              </button>
            `;
          })}
        </span>
        ${
          hand &&
          html`
            <button
              class="btn pz-try"
              data-testid="try"
              disabled=${!full || again}
              onClick=${() => hand.take(row.map(String))}
            >
              <${Icon} name="check" />
              <span>
                ${t`Try it`}
                <small>
                  ${again ? t`tried already` : full ? t`one step` : t`${row.filter((one) => !one).length} to fill`}
                </small>
              </span>
            </button>
          `
        }
      </div>
      ${
        hand &&
        html`
          <div class="pz-palette" role="group" aria-label=${t`Symbols`}>
            ${figure.symbols.map(
              (name, k) =>
                html`
                  <button
                    class="pz-key"
                    key=${name}
                    data-testid=${`symbol-${k + 1}`}
                    aria-label=${symbolWord(name)}
                    onClick=${() => put(k + 1)}
                  >
                    <${Symbol} name=${name} />
                    ${hasWord(name) && html`<small>${symbolWord(name)}</small>`}
                  </button>
                `,
            )}
          </div>
        `
      }
    </div>
  `;
}
