// Two readers told different things of one draw: both are shown, and one tap says which it is.
import { html, useEffect, useState } from "../../core/lib.js";
import { settleConflict, tryAmend } from "../../table/actions.js";
import { Face } from "../../art/faces.js";
import { Icon } from "../../core/icons.js";
import { useLatestOnly } from "../../core/latest-only.js";
import { richText } from "../../core/text/rich-text.js";
import { MessageLine } from "../../rules/link.js";
import { t } from "../../core/text/i18n.js";
import { Scene } from "../../setup/tray/scene.js";
import { visibleMessage, newestSeen, snapshot } from "../../core/state.js";
import { faceWord } from "../../core/labels.js";

/** @typedef {import("../../types.js").ConflictView} Bothed */
/** @typedef {import("../../types.js").ReaderReport} Told */

/** What two readers told differently, where this device may say which it is, or null. */
export const openConflict = () => snapshot.value?.both || null;

/** Whether it stands before all else: an untaught tag that is offered does not. */
export const isConflictUrgent = () => Boolean(openConflict() && !openConflict()?.tag);

/** @param {string} source */
const isCamera = (source) => source.startsWith("vision/");

/** @param {string} source */
const readerWord = (source) => (isCamera(source) ? t`The camera` : t`The tag reader`);

/** @param {readonly string[]} values */
const words = (values) => values.map(faceWord).join(" · ");

/** What one reader told: its picture, or the thing itself. @param {{told: Told, kind: string}} props */
function Side({ told, kind }) {
  return html`
    <div class="both-told">
      <span class="both-from">
        <${Icon} name=${isCamera(told.source) ? "camera" : "reader"} />
        ${readerWord(told.source)}
      </span>
      ${
        told.picture
          ? html`
            <div class="crop">
              <${Scene}
                picture=${told.picture}
                objects=${told.objects}
                words=${t`The tray as the camera saw it: ${words(told.values)}`}
              />
            </div>
          `
          : html`
            <div class="both-faces">
              ${told.values.map((value, k) => html`<${Face} key=${k} kind=${kind} value=${value} />`)}
            </div>
          `
      }
    </div>
  `;
}

/** What becomes of it; what was stands on the page. @param {import("../../types.js").AmendmentPreview} change */
const becomes = (change) => change.come.join(" ") || change.words;

/** What it changes is said before it is tapped. @param {{both: Bothed, values: readonly string[]}} props */
function Was({ both, values }) {
  const [change, setChange] = useState("");
  const known = newestSeen.value;
  const newest = useLatestOnly();
  useEffect(() => {
    newest(tryAmend(both.seq, [...values]), (tried) => tried && setChange(becomes(tried)));
  }, [both.seq, values.join(" "), known]);
  return html`
    <button
      class="option"
      data-testid=${`was-${values.join("-")}`}
      onClick=${() => settleConflict(both.id, "was", values, known)}
    >
      <span>
        ${t`It was ${words(values)}`}
        <small data-testid="both-change">${change ? richText(change) : t`It is amended.`}</small>
      </span>
    </button>
  `;
}

/** @param {{both: Bothed}} props */
export function BothCard({ both }) {
  return html`
    <section class="panel doubt both" data-testid="both">
      <header>
        <span class="doubt-mark">?</span>
        <div><h2>${both.why}</h2><p class="muted">${both.title}</p></div>
      </header>
      ${visibleMessage.value && html`<${MessageLine} said=${visibleMessage.value} testid="refusal" />`}
      <div class="both-sides">
        <${Side} told=${both.first} kind=${both.object} />
        <${Side} told=${both.second} kind=${both.object} />
      </div>
      <div class="options both-ways">
        <button class="option" data-testid="counts" onClick=${() => settleConflict(both.id, "counts", [])}>
          <span>${t`It is ${words(both.first.values)}`}<small>${t`It counts already: nothing changes.`}</small></span>
        </button>
        ${both.others.map((values) => html`<${Was} key=${values.join("-")} both=${both} values=${values} />`)}
        ${
          both.next.length > 0 &&
          html`
            <button class="option" data-testid="is-next" onClick=${() => settleConflict(both.id, "next", [])}>
              <span>${t`Both are right`}<small>${t`${words(both.next)} is what is asked for now.`}</small></span>
            </button>
          `
        }
      </div>
    </section>
  `;
}

/**
 * An untaught tag beside what another reader saw: one tap teaches it, and nothing waits for that.
 * @param {{both: Bothed}} props
 */
export function TagOffer({ both }) {
  return html`
    <section class="panel tag-offer" role="status" data-testid="tag-offer">
      <p>
        <${Face} kind=${both.object} value=${both.first.values[0]} />
        <span>${both.why}<small>${t`Then the reader knows it from now on.`}</small></span>
      </p>
      <div class="tools">
        <button class="btn small" data-testid="teach-tag" onClick=${() => settleConflict(both.id, "taught", [])}>
          <${Icon} name="check" />
          <span>${t`It is ${words(both.first.values)}`}</span>
        </button>
        <button class="tool" data-testid="leave-tag" onClick=${() => settleConflict(both.id, "counts", [])}>
          <${Icon} name="cross" />
          ${t`Not this one`}
        </button>
      </div>
    </section>
  `;
}

/** @param {Bothed} both @returns {import("../gold-button.js").Gold} */
export const conflictGold = (both) => ({ text: t`One tap settles it`, small: both.why, still: true });
