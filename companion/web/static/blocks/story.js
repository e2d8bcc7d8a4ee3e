import { html, useState } from "../core/lib.js";
import { withHalf } from "../core/api.js";
import { ReadParagraph, offersReading } from "../core/speech/read-aloud.js";
import { Paragraphs, richText } from "../core/text/rich-text.js";
import { t } from "../core/text/i18n.js";

/** A kept picture; one that does not come leaves no hole. @param {{digest: string}} props */
function Picture({ digest }) {
  const [gone, setGone] = useState(false);
  return gone
    ? null
    : html`<img class="story-picture" src=${withHalf(`/pictures/${digest}`)} alt="" onError=${() => setGone(true)} />`;
}

/**
 * Quotation marks that open and close; the letters of a story draw a straight one as if it closed.
 * @param {string} text
 */
function quoted(text) {
  const [open, close] = t`“${"|"}”`.split("|"); // as this language has them
  return text.replace(/(^|[\s([—–]|<[bi]>|\[[bi]\])"(?=\S)/g, `$1${open}`).replace(/"/g, close);
}

/** Words to read aloud. @param {{block: import("../types").Story}} props */
export function Story({ block }) {
  return html`
    <article class="panel story">
      ${block.picture && html`<${Picture} key=${block.picture} digest=${block.picture} />`}
      <h2>${richText(quoted(block.title))}</h2>
      ${
        offersReading()
          ? quoted(block.text)
              .split(/\n+/)
              .filter((part) => part.trim())
              .map((part, k) => html`<${ReadParagraph} key=${part} text=${part} id=${`story ${k} ${part}`} />`)
          : html`<${Paragraphs} text=${quoted(block.text)} />`
      }
    </article>
  `;
}
