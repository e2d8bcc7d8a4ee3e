// Nothing for this device to answer: who is it that we wait for, and who has laid something already?
import { html } from "../core/lib.js";
import { OtherPrompts } from "../prompts/card.js";
import { Face, Outline } from "../art/faces.js";
import { richText } from "../core/text/rich-text.js";
import { Badge } from "./seats/seats.js";
import { t } from "../core/text/i18n.js";
import { mainPrompt, snapshot, awaitedPrompts } from "../core/state.js";
import { ReclaimSeat } from "../devices/reclaim-seat.js";
import { objectKind } from "../core/labels.js";
import { Zones } from "./tray/tray-zones.js";
import { objectsOf } from "../core/prompt-fields.js";

/** Nobody must: whoever likes goes on. */
export const isOpenToAll = () => Boolean(snapshot.value?.first) && !mainPrompt.value && awaitedPrompts.value.length > 1;

/** Each seat once, however much it may do. */
const whoever = () => [...new Map(awaitedPrompts.value.map((asked) => [asked.prompt.seat, asked])).values()];

/** All who may go on, in one line. */
function Free() {
  return html`
    <section class="panel prompt-card waiting" data-testid="waiting">
      <p class="others at-will">
        ${t`free to act:`}
        ${" "}
        ${whoever().map(
          ({ prompt, name }) =>
            html`<span class="who" key=${prompt.id}><${Badge} seat=${prompt.seat} asked />${name}</span>`,
        )}
      </p>
      ${awaitedPrompts.value.map(({ prompt }) => html`<${ReclaimSeat} key=${prompt.id} seat=${prompt.seat} />`)}
    </section>
  `;
}

/**
 * What is done with a thing on the table, alone and with who does it.
 * @type {Record<string, [() => string, (name: string) => string]>}
 */
const STILL = {
  roll: [() => t`still rolls`, (name) => t`${name} still rolls`],
  draw: [() => t`still draws`, (name) => t`${name} still draws`],
};
/** @type {[() => string, (name: string) => string]} */
const CHOOSES = [() => t`still chooses`, (name) => t`${name} still chooses`];

/**
 * What somebody has laid stays hidden until all have.
 * @param {{kind: string, name: string, seat: string, laid: boolean, still: string}} props
 */
function Place({ kind, name, seat, laid, still }) {
  return html`
    <div class=${`slot ${laid ? "full" : ""}`} data-testid=${`awaits-${seat}`} data-laid=${laid}>
      ${laid ? html`<${Face} kind=${kind} value=${null} />` : html`<${Outline} kind=${kind} />`}
      <span>${name}<small>${laid ? t`is in` : still}</small></span>
    </div>
  `;
}

/** Where things are awaited: a place for each who lays one. */
function Places() {
  const [thing] = awaitedPrompts.value.filter(({ prompt }) => objectsOf(prompt).length);
  if (!thing) return null;
  const kind = objectKind(thing.prompt);
  const [still, stillOf] = STILL[thing.prompt.kind] || CHOOSES;
  const seats = mainPrompt.value ? [] : (snapshot.value?.sittings || []).filter((one) => one.answered);
  const places = [
    ...seats.map(({ seat, name }) => ({ seat, name, laid: true })),
    ...awaitedPrompts.value.map(({ prompt, name }) => ({ seat: prompt.seat, name, laid: false })),
  ];
  return html`
    <div
      class=${`felt slots n${Math.min(places.length, 12)}`}
      role="group"
      aria-label=${places.map(({ name, laid }) => (laid ? t`${name} is in` : stillOf(name))).join(", ")}
    >
      ${places.map((one, k) => html`<${Place} key=${k} kind=${kind} still=${still()} ...${one} />`)}
    </div>
    <${Zones} seat="" />
  `;
}

export function Waiting() {
  if (!awaitedPrompts.value.length) return null;
  if (isOpenToAll()) return html`<${Free} />`;
  return html`
    <section class="panel prompt-card waiting" data-testid="waiting">
      ${awaitedPrompts.value.map(
        ({ prompt, name }) =>
          html`
            <header key=${prompt.id}>
              <${Badge} seat=${prompt.seat} asked />
              <div><h2>${t`Waiting for ${name}`}</h2><p class="muted">${richText(prompt.title)}</p></div>
            </header>
            <${ReclaimSeat} seat=${prompt.seat} />
          `,
      )}
      <${Places} />
      <${OtherPrompts} />
    </section>
  `;
}
