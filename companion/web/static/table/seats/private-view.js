// What is one seat's own to read, on the tablet that all can see: covered until somebody asks for it, and again when
// the drawer is shut.
import { html, signal, useEffect } from "../../core/lib.js";
import { Block } from "../../blocks/index.js";
import { fetchPrivateView } from "../actions.js";
import { Icon } from "../../core/icons.js";
import { t } from "../../core/text/i18n.js";
import { Badge } from "./seats.js";
import { drawer, snapshot } from "../../core/state.js";

/** @typedef {import("../../types.js").SeatView} Sitting */

/**
 * Whose cards lie open here.
 * @type {import("../../vendor/signals.js").Signal<{seat: string, id: string, blocks:
 * import("../../types.js").Block[]}>}
 */
const open = signal({ seat: "", id: "", blocks: /** @type {import("../../types.js").Block[]} */ ([]) });

/** How often something was looked at or covered: what was asked for before is not shown any more. */
let looks = 0;

function cover() {
  looks += 1;
  open.value = { seat: "", id: "", blocks: [] };
}

/** The seats whose own this device may be asked for. @returns {Sitting[]} */
const owners = () => (snapshot.value?.sittings || []).filter((one) => one.own);

export const hasOwn = () => owners().length > 0;

/** @param {Sitting} sitting */
async function look({ seat }) {
  cover();
  const mine = looks;
  const id = snapshot.value?.id || "";
  const told = await fetchPrivateView(seat);
  if (told && mine === looks && drawer.value === "more") open.value = { seat, id, blocks: told.blocks };
}

/** What has changed since is not what lay there: then it is covered again. */
const isOpen = () => open.value.seat !== "" && open.value.id === snapshot.value?.id;

export function OwnView() {
  useEffect(() => cover, []);
  if (!hasOwn()) return null;
  const whose = owners().find(({ seat }) => isOpen() && seat === open.value.seat);
  return html`
    <section class="panel own" data-testid="own">
      <h2>${t`For one pair of eyes`}</h2>
      ${
        whose
          ? html`
            <button class="option" data-testid="own-cover" onClick=${cover}>
              <${Icon} name="eye" />
              <span>${t`Cover it again`}</span>
            </button>
            ${open.value.blocks.map((block, place) => html`<${Block} key=${place} block=${block} />`)}
          `
          : html`
            <p class="muted">${t`Whoever has no phone looks here; the others look away.`}</p>
            <div class="options many">
              ${owners().map(
                (sitting) =>
                  html`
                    <button
                      class="option"
                      key=${sitting.seat}
                      data-testid=${`own-${sitting.seat}`}
                      onClick=${() => look(sitting)}
                    >
                      <${Badge} seat=${sitting.seat} />
                      <span>${sitting.name}</span>
                    </button>
                  `,
              )}
            </div>
          `
      }
    </section>
  `;
}
