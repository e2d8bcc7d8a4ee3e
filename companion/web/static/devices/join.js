// A phone arrives with a token behind the # of its address, and leaves with a seat.
import { html, render } from "../core/lib.js";
import { ServerError, post } from "../core/api.js";
import { Icon } from "../core/icons.js";
import { Languages } from "../core/text/language.js";
import { t } from "../core/text/i18n.js";

/** @param {{words: string, failed: boolean}} props */
const Page = ({ words, failed }) => html`
  <div class="app">
    <main class="lighting">
      <${Icon} name=${failed ? "cross" : "lamp"} />
      <p role="status">${words}</p>
      ${failed && html`<a class="btn" href="/">${t`To the games`}</a><${Languages} />`}
    </main>
  </div>
`;

/** @param {HTMLElement} root */
export async function open(root) {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname); // the token is for one use, not for the history
  addEventListener("hashchange", () => location.reload()); // whoever has a new code types it into the same tab
  render(html`<${Page} words=${t`Taking your seat…`} failed=${false} />`, root);
  try {
    const { table, seat } = await post("/api/join", { token });
    location.replace(`${table && `/t/${encodeURIComponent(table)}`}${seat === "wall" ? "/wall" : ""}` || "/");
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    render(html`<${Page} words=${error.message} failed=${true} />`, root);
  }
}
