// A free roll: whatever lies in the tray, named and summed; no question needed.
import { html } from "../core/lib.js";
import { playDemoThrow } from "../table/actions.js";
import { Face } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { AGAIN, PhotoButton } from "./sources/reading-slots.js";
import { t } from "../core/text/i18n.js";
import { message, snapshot } from "../core/state.js";
import { TrayPanel } from "../table/tray/tray.js";
import { faceWord, pluralWord } from "../core/labels.js";

/** @param {readonly import("../types").FaceCount[]} heaps */
const inOrder = (heaps) =>
  [...heaps].sort((a, b) => a.kind.localeCompare(b.kind) || a.value.localeCompare(b.value, "en", { numeric: true }));

/** @param {{tray: import("../types").TrayView}} props */
function Heaps({ tray }) {
  return html`
    <ul class="heaps">
      ${inOrder(tray.heaps).map(
        (heap) =>
          html`
            <li>
              <${Face} kind=${heap.kind} value=${heap.value} />
              <span><b>${heap.count} ×</b> ${faceWord(heap.value)}</span>
            </li>
          `,
      )}
      ${
        tray.unread > 0 &&
        html`<li><${Face} kind="unknown" value=${null} /><span>${t`${tray.unread} not read`}</span></li>`
      }
    </ul>
  `;
}

export function FreeRoll() {
  const snap = snapshot.value;
  const tray = snap?.tray || null;
  return html`
    <div class="free">
      <${TrayPanel} tray=${tray} waits=${t`Lay dice, tokens or cards into the tray`} seq=${0} faces=${false} />
      <div class="free-side">
        <div class="free-words" data-testid="free-words" role="status" aria-live="polite">
          ${tray && tray.total !== null && html`<span class="big">${tray.total}</span>`}
          <p class="lead">${tray ? tray.words : t`Nothing lies there yet.`}</p>
        </div>
        ${tray && html`<${Heaps} tray=${tray} />`}
        ${message.value && html`<p class=${`said ${message.value.tone}`} role="alert">${message.value.text}</p>`}
        <div class="tools">
          ${(snap?.demo?.throws || [])
            .filter((kind) => kind !== AGAIN)
            .map(
              (kind) =>
                html`
                  <button class="tool" data-testid=${`free-${kind}`} onClick=${() => playDemoThrow("", kind)}>
                    <${Icon} name="throw" />
                    ${t`Throw ${pluralWord(kind)}`}
                  </button>
                `,
            )}
          <${PhotoButton} prompt="" />
        </div>
      </div>
    </div>
  `;
}
