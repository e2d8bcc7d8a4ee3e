// The page of dice and tokens: which screen the address names.
import { html, render, signal } from "../core/lib.js";
import { Paints } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { returnAddress, returnLabel } from "./return-link.js";
import { KitDetail, KitList } from "./list.js";
import { NewKit } from "./new-kit.js";
import { Lesson } from "./lesson-view.js";
import { trouble } from "./store.js";
import { t } from "../core/text/i18n.js";

const path = signal(location.hash);
addEventListener("hashchange", () => {
  path.value = location.hash;
  trouble.value = "";
});

function Screen() {
  const [place, rest = ""] = path.value.replace(/^#/, "").split("/");
  const name = decodeURIComponent(rest);
  if (place === "kit") return html`<${KitDetail} key=${name} name=${name} />`;
  if (place === "teach") return html`<${Lesson} key=${name} name=${name} />`;
  if (place === "new") return html`<${NewKit} key=${name} flat=${name === "tokens"} />`;
  return html`<${KitList} />`;
}

/** One step back: from a lesson to its kit, from a kit to the list, from the list to where one came from. */
function up() {
  const [place, rest = ""] = path.value.replace(/^#/, "").split("/");
  if (place === "teach") return `#kit/${rest}`;
  return place ? "#" : returnAddress;
}

function KitsPage() {
  return html`
    <div class="app kits-page">
      <header class="bar">
        <a class="ico up" href=${up()} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title">
          <h1>${t`Dice and tokens`}</h1>
          <span class="sub">${t`what Lamplight knows by sight`}</span>
        </div>
        <a class="tool" href=${returnAddress} data-testid="home"><${Icon} name="home" />${returnLabel()}</a>
      </header>
      <main class="kits-body">
        ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
        <${Screen} />
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${KitsPage} />`, root);
}
