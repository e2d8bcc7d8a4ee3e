// The tablet takes a seat back while none of its phones watches.
import { html } from "../core/lib.js";
import { unseat } from "../table/actions.js";
import { Icon } from "../core/icons.js";
import { t } from "../core/text/i18n.js";
import { snapshot } from "../core/state.js";

/** @param {{seat: string}} props */
export function ReclaimSeat({ seat }) {
  const sitting = snapshot.value?.sittings.find((one) => one.seat === seat);
  if (!snapshot.value?.join || !sitting?.claimed || sitting.joined) return null;
  return html`
    <div class="tools">
      <button class="tool" data-testid=${`answer-for-${seat}`} onClick=${() => unseat(seat)}>
        <${Icon} name="hand" />
        ${t`Answer for ${sitting.name} here`}
      </button>
    </div>
  `;
}
