// The way back, always in sight: it says what it takes back, and for a while what it can bring back.
import { html } from "../core/lib.js";
import { redoStep, undoStep } from "./requests.js";
import { Icon } from "../core/icons.js";
import { richText } from "../core/text/rich-text.js";
import { t } from "../core/text/i18n.js";
import { isChangingHistory } from "../core/state.js";

/** More letters than these need a wider button. */
const LONG = 36;

/** @param {{snap: import("../types").Snapshot}} props */
export function UndoButtons({ snap }) {
  const { undo: back, redo } = snap;
  const once = (/** @type {() => void} */ act) => ({
    "aria-disabled": isChangingHistory.value || undefined,
    onClick: () => isChangingHistory.value || act(),
  }); // a second tap would be for what is shown next
  return html`
    <button
      class=${`btn undo ${back && back.text.length > LONG ? "wordy" : ""}`}
      data-testid="undo"
      disabled=${!back}
      ...${once(() => back && undoStep(back, snap.newest))}
    >
      <${Icon} name="undo" />
      <span>${t`Undo`}<small>${back ? richText(back.text) : t`nothing yet`}</small></span>
    </button>
    ${
      redo &&
      html`
        <button
          class="btn small redo"
          data-testid="redo"
          aria-label=${t`Bring it back: ${redo.text}`}
          ...${once(() => redoStep(redo))}
        >
          <${Icon} name="redo" />
          <span>${t`Bring it back`}</span>
        </button>
      `
    }
  `;
}
