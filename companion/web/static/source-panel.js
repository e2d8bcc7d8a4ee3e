// In the menu: what each seat answers with, and where its game uses several kinds of things, of each kind for itself.
import { html, useState } from "./lib.js";
import { t } from "./say.js";
import { Badge } from "./seats.js";
import { SourceSwitch } from "./source.js";
import { snapshot } from "./state.js";
import { several } from "./words.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./types").Sitting} Sitting */

/** What all of them are; null where they differ. @param {readonly (Source | null)[]} found */
const same = (found) => (found.every((one) => one === found[0]) ? found[0] : null);

/** Of all kinds together. @param {Sitting} sitting */
const sourceOf = ({ source, sources }) => (sources.length ? same(sources.map((one) => one.source)) : source);

/** One kind for itself. @param {{row: RowProps, kind: string}} props */
function OfKind({ row: { id, name, sittings, seats }, kind }) {
  const now = same(sittings.flatMap(({ sources }) => sources.filter((one) => one.kind === kind).map((one) => one.source)));
  return html`<${SourceSwitch} seat=${`${id}-${kind}`} seats=${seats} name=${name} kind=${kind} now=${now} words />`;
}

/** All things together, and folded below each kind; unfolded where one seat's differ. `seats`: that a tap is for. @typedef {{id: string, name: string, sittings: Sitting[], seats: string[]}} RowProps */
/** @param {RowProps} row */
function Row(row) {
  const { id, name, sittings, seats } = row;
  const kinds = sittings[0].sources.map(({ kind }) => kind);
  const [open] = useState(sittings.length < 2 && !sourceOf(sittings[0])); // it does not fold itself under a finger
  return html`<li>${sittings.length === 1 && html`<${Badge} seat=${id} />`}<b>${name}</b><${SourceSwitch} seat=${id} seats=${seats} name=${name} now=${same(sittings.map(sourceOf))} words />
    ${kinds.length > 0 && html`<details class="each-kind" open=${open || undefined} data-testid=${`kinds-${id}`}><summary>${t`Each kind for itself`}<small>${kinds.map(several).join(" · ")}</small></summary><div>${kinds.map((kind) => html`<${OfKind} key=${kind} row=${row} kind=${kind} />`)}</div></details>`}</li>`;
}

/** Every seat that this device answers for; who has chosen for all of them has chosen for the table as a whole. */
export function SourcesPanel() {
  const snap = snapshot.value;
  const here = (snap?.sittings || []).filter((one) => (snap?.seat === "table" ? !one.claimed : one.seat === snap?.seat));
  if (!here.length) return null;
  const whole = snap?.seat === "table" ? ["table"] : [];
  return html`<section class=${`panel seat-sources ${here[0].sources.length ? "of-kinds" : ""}`} data-testid="seat-sources"><h2>${t`Dice, tokens and cards`}<small>${t`each seat as it likes`}</small></h2>
    <ul>${here.length > 1 && html`<${Row} key="all" id="all" name=${t`Everybody here`} sittings=${here} seats=${[...here.map(({ seat }) => seat), ...whole]} />`}${here.map((one) => html`<${Row} key=${one.seat} id=${one.seat} name=${one.name} sittings=${[one]} seats=${here.length > 1 ? [one.seat] : [one.seat, ...whole]} />`)}</ul>
    <p class="muted">${t`Scan: the camera and the readers tell. By hand: you tap what lies there. Virtual: the app rolls and draws, and the log says so for ever.`}</p></section>`;
}
