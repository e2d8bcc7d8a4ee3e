// The tag book: what each tag and button stands for, and the way to forget one.
import { html, useEffect } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { fetchTags, forgetTag, lastTeaching, page, tags, undoTeaching } from "./store.js";
import { meaningWord, tagWord } from "./labels.js";
import { t } from "../core/text/i18n.js";

/** @param {import("../types").TagEntry} line */
function origin(line) {
  if (!line.taught) return t`from the settings’ file`;
  return line.file ? t`taught here; the file says ${meaningWord(line.file)}` : t`taught here`;
}

/** @param {{line: import("../types").TagEntry}} props */
const Tag = ({ line }) => html`
  <li class="open-table tag-line" data-testid="tag-line" data-tag=${line.tag}>
    <span class="kit-art">
      ${
        line.meaning.kind === "deed"
          ? html`<${Icon} name="hand" />`
          : html`<${Face} kind=${line.meaning.kind} value=${line.meaning.value} />`
      }
    </span>
    <span>
      <b>${meaningWord(line.meaning, page.value?.deeds)}</b>
      <small>${tagWord(line.tag)} · ${origin(line)}</small>
    </span>
    <button
      class="tool"
      data-testid="forget"
      aria-label=${t`Forget ${tagWord(line.tag)}, ${meaningWord(line.meaning, page.value?.deeds)}`}
      onClick=${() => forgetTag(line.tag, line.meaning)}
    >
      <${Icon} name="minus" />
      ${t`Forget`}
    </button>
  </li>
`;

/** What was forgotten last can be taken back. */
function Last() {
  const deed = lastTeaching.value;
  if (!deed?.before) return null;

  return html`
    <div class="said info tag-last" role="status">
      <p data-testid="forgotten">
        ${t`${tagWord(deed.tag)} is no more ${meaningWord(deed.before)}.`}
        ${deed.now && ` ${t`It is ${meaningWord(deed.now)} now.`}`}
      </p>
      <button class="tool" data-testid="back" onClick=${undoTeaching}><${Icon} name="undo" />${t`Take back`}</button>
    </div>
  `;
}

export function TagBook() {
  const told = tags.value;
  useEffect(() => {
    fetchTags();
  }, [page.value?.book]);
  if (!told) return html`<p class="muted">${t`One moment…`}</p>`;
  const lines = [...told].sort(
    (a, b) =>
      a.meaning.kind.localeCompare(b.meaning.kind) ||
      meaningWord(a.meaning).localeCompare(meaningWord(b.meaning)) ||
      a.tag.localeCompare(b.tag),
  );
  return html`
    <div class="kits readers" data-testid="tag-book">
      <h2 class="h2">${t`What tags stand for`}<small>${t`${lines.length} known`}</small></h2>
      <${Last} />
      ${
        lines.length > 0
          ? html`<ul class="open-tables">${lines.map((line) => html`<${Tag} key=${line.tag} line=${line} />`)}</ul>`
          : html`<p class="muted">${t`No tag is known yet.`}</p>`
      }
      <div class="kit-gold">
        <${GoldButton}
          gold=${{
            text: t`Teach tags and buttons`,
            small: t`lay one, tap what it is`,
            icon: "bowl",
            testid: "teach",
            act: () => {
              location.hash = "#teach";
            },
          }}
        />
      </div>
    </div>
  `;
}
