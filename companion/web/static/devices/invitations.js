// The ways in for further devices: a code for each seat, and one for a screen on the wall.
import { html, useLayoutEffect, useState } from "../core/lib.js";
import { inviteToSeat } from "../table/actions.js";
import { Icon } from "../core/icons.js";
import { JoinCode } from "./join-code.js";
import { useLatestOnly } from "../core/latest-only.js";
import { t } from "../core/text/i18n.js";
import { Badge } from "../table/seats/seats.js";
import { snapshot } from "../core/state.js";

/** @typedef {import("./join-code.js").Card} Card */

/** The way to the list of all devices. */
export const DevicesLink = () =>
  html`
    <a class="btn" href=${`/devices?table=${encodeURIComponent(snapshot.value?.table || "")}`} data-testid="devices">
      <${Icon} name="phone" />
      <span>${t`Devices`}<small>${t`let in, send away`}</small></span>
    </a>
  `;

export function InvitePanel() {
  const [asked, setAsked] = useState(/** @type {Card & {joined: number} | null} */ (null));
  const sittings = snapshot.value?.sittings || [];
  const joinedBy = (/** @type {string} */ seat) => sittings.find((one) => one.seat === seat)?.joined || 0;
  const isUsed = asked && joinedBy(asked.seat) > asked.joined;
  useLayoutEffect(() => {
    if (isUsed) setAsked(null); // for good, also when that phone goes dark
  }, [isUsed]);
  const card = isUsed ? null : asked;
  const newest = useLatestOnly();
  const ask = (/** @type {string} */ seat) =>
    newest(inviteToSeat(seat), (card) => setAsked(card && { ...card, joined: joinedBy(seat) }));
  return html`
    <section class="panel join">
      <h2>${t`Join with a phone`}<small>${t`pick your seat`}</small></h2>
      <div class="join-seats">
        ${sittings.map(
          ({ seat, name, joined }) => html`
            <button
              class="pick"
              key=${seat}
              data-testid=${`invite-${seat}`}
              aria-pressed=${card?.seat === seat}
              onClick=${() => ask(seat)}
            >
              <${Badge} seat=${seat} />
              ${name}
              ${joined > 0 && html`<small>${t`${joined} here`}</small>`}
            </button>
          `,
        )}
        <button
          class="pick"
          data-testid="invite-wall"
          aria-pressed=${card?.seat === "wall"}
          onClick=${() => ask("wall")}
        >
          <${Icon} name="wall" />
          ${t`A wall screen`}
        </button>
      </div>
      ${
        card
          ? html`<${JoinCode} key=${card.url} card=${card} typed=${card.seat === "wall"} />`
          : html`
            <p class="muted join-hint">
              <${Icon} name="phone" />
              ${t`Each seat has its own code; on a phone it shows what only that seat may see.`}
            </p>
          `
      }
      ${snapshot.value?.keeps && html`<${DevicesLink} />`}
    </section>
  `;
}
