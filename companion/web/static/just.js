// What the newest answer did: damage, horror and defeat are read before anybody plays on.
import { html } from "./lib.js";
import { rich } from "./rich.js";
import { drawer, snapshot } from "./state.js";

/** So many sentences stand there; the others are in the log. */
const MOST = 6;

export function JustNow() {
  const lines = snapshot.value?.just || [];
  const more = lines.length - MOST;
  return html`<section class="panel just" role="status" hidden=${!lines.length} data-testid="just-now"><h2>Just now</h2>
    <ul>${lines.slice(-MOST).map((line) => html`<li>${rich(line)}</li>`)}</ul>
    ${more > 0 && html`<button class="tool quiet" data-testid="just-more" onClick=${() => { drawer.value = "log"; }}>${more} more in the log</button>`}</section>`;
}
