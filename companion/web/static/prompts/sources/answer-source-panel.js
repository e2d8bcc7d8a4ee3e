// In the menu: what each seat answers with, and where its game uses several kinds of things, of each kind for itself.
import { html, useState } from "../../core/lib.js";
import { t } from "../../core/text/i18n.js";
import { Badge } from "../../table/seats/seats.js";
import { SourceSwitch } from "./answer-source.js";
import { snapshot } from "../../core/state.js";
import { pluralWord } from "../../core/labels.js";

/** @typedef {import("./answer-source.js").Source} Source */
/**
 * Of one seat, or of the whole table.
 * @typedef {Pick<import("../../types.js").SeatView, "source" | "sources">} Chosen
 */

/** What all of them are; null where they differ. @param {readonly (Source | null)[]} found */
const same = (found) => (found.every((one) => one === found[0]) ? found[0] : null);

/** Of all kinds together. @param {Chosen} chosen */
const sourceOf = ({ source, sources }) => (sources.length ? same(sources.map((one) => one.source)) : source);

/** To be compared, kind by kind. @param {Chosen} chosen */
const eachOf = ({ source, sources }) => (sources.length ? sources.map((one) => one.source).join() : source);

/** One kind for itself. @param {{row: RowProps, kind: string}} props */
function OfKind({ row: { id, name, chosen, seats }, kind }) {
  const now = same(
    chosen.flatMap(({ sources }) => sources.filter((one) => one.kind === kind).map((one) => one.source)),
  );
  return html`<${SourceSwitch} seat=${`${id}-${kind}`} seats=${seats} name=${name} kind=${kind} now=${now} words />`;
}

/**
 * All things together, and folded below each kind; unfolded where one seat's differ. `seats`: that a tap is for.
 * @typedef {{id: string, name: string, chosen: Chosen[], seats: string[]}} RowProps
 */
/** @param {RowProps} row */
function Row(row) {
  const { id, name, chosen, seats } = row;
  const kinds = chosen[0].sources.map(({ kind }) => kind);
  const [open] = useState(chosen.length < 2 && !sourceOf(chosen[0])); // it does not fold itself under a finger
  return html`
    <li>
      ${seats[0] === id && id !== "table" && html`<${Badge} seat=${id} />`}
      <b>${name}</b>
      <${SourceSwitch} seat=${id} seats=${seats} name=${name} now=${same(chosen.map(sourceOf))} words />
      ${
        kinds.length > 0 &&
        html`
          <details class="each-kind" open=${open || undefined} data-testid=${`kinds-${id}`}>
            <summary>${t`Each kind for itself`}<small>${kinds.map(pluralWord).join(" · ")}</small></summary>
            <div>${kinds.map((kind) => html`<${OfKind} key=${kind} row=${row} kind=${kind} />`)}</div>
          </details>
        `
      }
    </li>
  `;
}

/**
 * Every seat that this device answers for, and the table as a whole, which goes with them; where it is unlike all of
 * them it has a row of its own.
 */
export function SourcesPanel() {
  const snap = snapshot.value;
  const here = (snap?.sittings || []).filter((one) =>
    snap?.seat === "table" ? !one.claimed : one.seat === snap?.seat,
  );
  if (!here.length) return null;
  const whole = snap?.whole ? [snap.whole] : [];
  const apart = whole.filter((table) => here.every((one) => eachOf(one) !== eachOf(table)));
  const too = whole.length ? ["table"] : [];
  return html`
    <section class=${`panel seat-sources ${here[0].sources.length ? "of-kinds" : ""}`} data-testid="seat-sources">
      <h2>${t`Dice, tokens and cards`}<small>${t`each seat as it likes`}</small></h2>
      <ul>
        ${
          here.length > 1 &&
          html`
            <${Row}
              key="all"
              id="all"
              name=${t`Everybody here`}
              chosen=${[...here, ...whole]}
              seats=${[...here.map(({ seat }) => seat), ...too]}
            />
          `
        }
        ${here.map(
          (one) =>
            html`
              <${Row}
                key=${one.seat}
                id=${one.seat}
                name=${one.name}
                chosen=${[one]}
                seats=${here.length > 1 || apart.length ? [one.seat] : [one.seat, ...too]}
              />
            `,
        )}
        ${apart.map(
          (table) => html`<${Row} key="table" id="table" name=${t`The whole table`} chosen=${[table]} seats=${too} />`,
        )}
      </ul>
      <p class="muted">
        ${t`Scan: the camera and the readers tell. By hand: you tap what lies there. Virtual: the app rolls and draws, and the log says so for ever.`}
      </p>
    </section>
  `;
}
