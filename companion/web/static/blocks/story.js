import { html, useState } from "../lib.js";
import { Paragraphs, rich } from "../rich.js";

/** A kept picture; one that does not come leaves no hole. @param {{digest: string}} props */
function Picture({ digest }) {
  const [gone, setGone] = useState(false);
  return gone ? null : html`<img class="story-picture" src=${`/pictures/${digest}`} alt="" onError=${() => setGone(true)} />`;
}

/** Words to read aloud. @param {{block: import("../types").Story}} props */
export function Story({ block }) {
  return html`<article class="panel story">${block.picture && html`<${Picture} key=${block.picture} digest=${block.picture} />`}<h2>${rich(block.title)}</h2>
    <${Paragraphs} text=${block.text} /></article>`;
}
