// What was refused before a game begins: in full at the top, and beside the field that it names.
import { html, useEffect } from "./lib.js";
import { labelOf } from "./form-values.js";
import { news, trouble } from "./new.js";

/** What is wrong with this very field; `inside`: or with what it holds. @param {{place: string, inside?: boolean}} props */
export function Fault({ place, inside = false }) {
  const fault = trouble.value;
  const here = fault && (fault.place === place || (inside && fault.place.startsWith(`${place}.`)));
  return here ? html`<p class="said refused fault" data-testid="fault">${fault.words}</p>` : null;
}

/** The refusal with the name of its field, or what was done. @param {{fields?: readonly import("./types").Field[]}} props */
export function Said({ fields = [] }) {
  const fault = trouble.value;
  useEffect(() => { if (fault) (document.querySelector(".fault") || document.querySelector(".trouble"))?.scrollIntoView({ block: "center" }); }, [fault]);
  if (!fault) return news.value ? html`<p class="said info" role="status" data-testid="news">${news.value}</p>` : null;
  const label = fault.place && labelOf(fields, fault.place);
  return html`<p class="said refused trouble" role="alert" data-testid="trouble">${label && html`<b>${label}: </b>`}${fault.words}</p>`;
}
