// What the newest answer did: damage, horror and defeat are read before anybody plays on.
import { html } from "../../core/lib.js";
import { plainText, richText } from "../../core/text/rich-text.js";
import { t } from "../../core/text/i18n.js";
import { drawer, snapshot } from "../../core/state.js";

/** So many sentences stand there; the others are in the log. */
const MOST = 6;

/** Words without their spaces' differences, and without the dots of a line that was cut. @param {string} text */
const bare = (text) =>
  plainText(text)
    .replace(/\s+/g, " ")
    .replace(/(…|\.{3})$/, "")
    .trim();

/**
 * What stands in the story beside it is not said again.
 * @param {readonly import("../../types.js").Block[]} view
 * @param {readonly string[]} lines
 */
function unsaid(view, lines) {
  const told = view.flatMap((block) =>
    block.kind === "story" ? [block.text, block.title, `${block.title}: ${block.text}`].map(bare) : [],
  );
  return lines.filter((line) => !told.some((text) => text.startsWith(bare(line))));
}

export function LatestResult() {
  const lines = unsaid(snapshot.value?.view || [], snapshot.value?.just || []);
  const more = lines.length - MOST;
  return html`
    <section class="panel just" role="status" hidden=${!lines.length} data-testid="just-now">
      <h2>${t`Just now`}</h2>
      <ul>${lines.slice(-MOST).map((line) => html`<li>${richText(line)}</li>`)}</ul>
      ${
        more > 0 &&
        html`
          <button
            class="tool quiet"
            data-testid="just-more"
            onClick=${() => {
              drawer.value = "log";
            }}
          >
            ${t`${more} more in the log`}
          </button>
        `
      }
    </section>
  `;
}
