// What was refused before a game begins: in full at the top, and beside the field that it names.
import { html, useEffect } from "../core/lib.js";
import { labelOf } from "./form-values.js";
import { news, importReport, trouble } from "./new-game-store.js";

/**
 * What is wrong with this very field; `inside`: or with what it holds.
 * @param {{place: string, inside?: boolean}} props
 */
export function Fault({ place, inside = false }) {
  const here = trouble.value.filter(
    (fault) => fault.place === place || (inside && fault.place.startsWith(`${place}.`)),
  );
  return here.length
    ? html`<p class="said refused fault" data-testid="fault">${here.map((fault) => fault.words).join("\n")}</p>`
    : null;
}

/**
 * The refusals with the names of their fields, or what was done.
 * @param {{fields?: readonly import("../types").Field[]}} props
 */
export function FormMessages({ fields = [] }) {
  const faults = trouble.value;
  useEffect(() => {
    if (faults.length)
      (document.querySelector(".fault") || document.querySelector(".trouble"))?.scrollIntoView({ block: "center" });
  }, [faults]);
  useEffect(() => {
    if (importReport.value.length) document.querySelector(".report")?.scrollIntoView({ block: "center" });
  }, [importReport.value]);
  if (!faults.length)
    return news.value
      ? html`
        <div class="said info" role="status">
          <p data-testid="news">${news.value}</p>
          ${
            importReport.value.length > 0 &&
            html`
              <ul class="report" data-testid="report">
                ${importReport.value.map((line) => html`<li key=${line}>${line}</li>`)}
              </ul>
            `
          }
        </div>
      `
      : null;
  return html`
    <div role="alert">
      <ul class="said refused trouble" data-testid="trouble">
        ${faults.map(({ place, words }) => {
          const label = place && labelOf(fields, place);
          return html`<li key=${place + words}>${label && html`<b>${label}: </b>`}${words}</li>`;
        })}
      </ul>
    </div>
  `;
}
