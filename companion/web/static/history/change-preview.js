// What an amendment would change, before anything is changed.
import { html } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { richText } from "../core/text/rich-text.js";
import { t, tn } from "../core/text/i18n.js";

/** @typedef {import("../types").AmendmentPreview} Changed */

/** So many sentences of the log stand there; more are counted. */
const MOST = 4;

/** @type {Record<string, () => string>} */
const VERDICTS = { passed: () => t`Passed`, failed: () => t`Failed`, done: () => t`Done` };

/** @param {number} count */
function replayed(count) {
  return count ? tn(count, "One later step is gone through again.", "{n} later steps are gone through again.") : "";
}

/** @param {Changed} change */
function dropped({ dropped: gone }) {
  if (!gone.length) return "";
  return tn(
    gone.length,
    "One later answer does not fit any more: {answer}",
    "{n} later answers do not fit any more, the first of them: {answer}",
    { answer: gone[0] },
  );
}

/** @param {{title: string, lines: readonly string[], tone: string}} props */
function Sentences({ title, lines, tone }) {
  if (!lines.length) return null;
  const more = lines.length - MOST;
  return html`
    <div class=${`change-lines ${tone}`}>
      <h4>${title}</h4>
      <ul>${lines.slice(0, MOST).map((line, k) => html`<li key=${k}>${richText(line)}</li>`)}</ul>
      ${more > 0 && html`<p class="muted">${t`and ${more} more`}</p>`}
    </div>
  `;
}

/** @param {{change: Changed}} props */
export function Change({ change }) {
  const [was, becomes] = change.verdict;
  const turns = was && becomes && was !== becomes;
  const nothing = !change.gone.length && !change.come.length && !change.dropped.length && !change.asks;
  return html`
    <section class="change" role="status" data-testid="preview">
      ${
        turns &&
        html`
          <p class="change-verdict">
            <b class=${was}>${VERDICTS[was]()}</b>
            <span aria-hidden="true"> → </span>
            <b class=${becomes}>${VERDICTS[becomes]()}</b>
          </p>
        `
      }
      ${
        nothing
          ? html`<p>${t`Nothing else changes.`}</p>`
          : html`
            <div class="change-both">
              <${Sentences} title=${t`No longer`} lines=${change.gone} tone="gone" />
              <${Sentences} title=${t`Instead`} lines=${change.come} tone="come" />
            </div>
          `
      }
      ${[
        replayed(change.replayed),
        dropped(change),
        change.kept ? t`What was thrown in them is offered again.` : "",
      ].map((words) => words && html`<p key=${words}><${Icon} name="turn" /><span>${richText(words)}</span></p>`)}
      ${change.asks && html`<p><${Icon} name="lamp" /><span>${richText(t`Then it asks: ${change.asks}`)}</span></p>`}
    </section>
  `;
}
