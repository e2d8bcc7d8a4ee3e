// What is played with: which sets are known, and the way to teach another one and back.
import { html } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { kitTitle, taughtFaces, usePolling } from "../kits/list.js";
import { fetchKits, kits } from "../kits/store.js";
import { t } from "../core/text/i18n.js";
import { asideAddress, nextStepGold } from "./next-step.js";
import { confirmDice, page, working } from "./store.js";

/** @param {string} rest of the address */
const kitsAt = (rest) => asideAddress("kits", rest);

/** @param {{line: import("../types").KitLine}} props */
const Known = ({ line }) =>
  html`
    <a class="setup-kit" href=${kitsAt(`#kit/${encodeURIComponent(line.name)}`)} data-testid=${`known-${line.name}`}>
      <span class="kit-art"><${Face} kind=${line.kind} value="" /></span>
      <b>${kitTitle(line.name)}</b>
      <small>${line.shots ? taughtFaces(line) : t`read without teaching`}</small>
    </a>
  `;

export function DiceStep() {
  usePolling(fetchKits, () => Boolean(kits.value), "");
  const step = page.value?.steps.find((one) => one.name === "dice");
  const used = (kits.value || []).filter((line) => line.used && !line.broken);
  const known = page.value?.kits || step?.state === "done";
  /** @type {import("../prompts/gold-button.js").Gold} */
  const enough = {
    text: t`That is all we play with`,
    small: t`nothing more is to be taught`,
    icon: "check",
    testid: "enough",
    act: () => confirmDice(true),
  };
  return html`
    <h2 class="h2">${t`On the table, and known`}<small>${t`tap one to look at it`}</small></h2>
    <div class="setup-kits" data-testid="known">
      ${used.map((line) => html`<${Known} key=${line.name} line=${line} />`)}
      ${!kits.value && html`<p class="muted">${t`One moment…`}</p>`}
    </div>
    <div class="setup-teach">
      <a class=${`btn ${known ? "" : "main"}`} href=${kitsAt("#new/die")} data-testid="teach-die">
        <${Icon} name="dice" />
        <span>${t`Teach a die`}<small>${t`show each of its faces, in about a minute`}</small></span>
      </a>
      <a class="btn" href=${kitsAt("#new/tokens")} data-testid="teach-tokens">
        <${Icon} name="bowl" />
        <span>${t`Teach tokens`}<small>${t`five trayfuls, three minutes`}</small></span>
      </a>
      <a class="btn" href=${kitsAt("")} data-testid="all-kits">
        <${Icon} name="file" />
        <span>${t`All kits`}<small>${t`put away what you do not play with`}</small></span>
      </a>
    </div>
    <p class="muted">
      ${t`Cards and dice with pips are read as they are. Symbols and numbers of your own dice and tokens are shown to the camera once, or photographed.`}
    </p>
    <footer class="setup-foot">
      <${GoldButton}
        gold=${
          known
            ? nextStepGold("dice", t`they are known`)
            : working.value
              ? { text: t`One moment…`, still: true }
              : enough
        }
      />
    </footer>
  `;
}
