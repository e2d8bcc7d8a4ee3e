// The page of fairness: what was thrown, whether the dice were fair, and whose luck was how.
import { html, render } from "../core/lib.js";
import { withHalf } from "../core/api.js";
import { Paints } from "../art/faces.js";
import { Die, Legend, titleOf } from "./die.js";
import { LuckyThrow, People } from "./people.js";
import { loadFairness, changeFilter, page, trouble, pageFilter } from "./store.js";
import { Icon } from "../core/icons.js";
import { t } from "../core/text/i18n.js";

/** @typedef {import("../types").FairnessPage} FairnessPage */
/** @typedef {{value: string, words: string}} Choice */

/**
 * @param {{label: string, value: string, all: string, choices: Choice[], set: (value: string) => void, testid: string}}
 * props
 */
const Select = ({ label, value, all, choices, set, testid }) => html`
  <label class="field">
    ${label}
    <select
      data-testid=${testid}
      value=${value}
      onChange=${(/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value)}
    >
      <option value="" selected=${!value}>${all}</option>
      ${choices.map(
        (one) =>
          html`<option key=${one.value} value=${one.value} selected=${one.value === value}>${one.words}</option>`,
      )}
    </select>
  </label>
`;

/** When it began, as this device writes a day. @param {import("../types").EveningLine} evening */
const dayOf = ({ opened }) => (opened ? new Date(opened * 1000).toLocaleDateString(document.documentElement.lang) : "");

/** @param {import("../types").EveningLine} evening */
const eveningWords = (evening) => [evening.title, dayOf(evening), evening.names.join(", ")].filter(Boolean).join(" · ");

/** @param {{told: FairnessPage}} props */
function Filters({ told }) {
  const { who, evening, die } = pageFilter.value;
  return html`
    <div class="fair-filters">
      ${
        told.dice.length > 1 &&
        html`
          <${Select}
            label=${t`What was thrown`}
            value=${die}
            all=${t`everything`}
            choices=${told.dice.map((one) => ({
              value: one.id,
              words: one.app ? `${titleOf(one)}, ${t`by the app`}` : titleOf(one),
            }))}
            set=${(/** @type {string} */ value) => changeFilter({ die: value })}
            testid="by-die"
          />
        `
      }
      ${
        told.people.length > 1 &&
        html`
          <${Select}
            label=${t`Who threw`}
            value=${who}
            all=${t`everybody`}
            choices=${told.people.map(({ name }) => ({ value: name, words: name }))}
            set=${(/** @type {string} */ value) => changeFilter({ who: value })}
            testid="by-person"
          />
        `
      }
      ${
        told.evenings.length > 1 &&
        html`
          <${Select}
            label=${t`Which evening`}
            value=${evening}
            all=${t`all evenings`}
            choices=${told.evenings.map((one) => ({ value: one.table, words: eveningWords(one) }))}
            set=${(/** @type {string} */ value) => changeFilter({ evening: value })}
            testid="by-evening"
          />
        `
      }
    </div>
  `;
}

/** @param {{told: FairnessPage}} props */
function Files({ told: { table } }) {
  const door = table ? `/t/${encodeURIComponent(table)}/fairness` : "/fairness";
  return html`
    <section class="panel fair-files">
      <h2>${t`To keep`}</h2>
      <a class="btn" href=${withHalf(`${door}.csv`)} download data-testid="csv">
        <${Icon} name="save" />
        <span>${t`All throws as a table`}<small>${t`CSV, for any spreadsheet`}</small></span>
      </a>
      ${
        table &&
        html`
          <a class="btn" href=${withHalf(`${door}.svg?save`)} download data-testid="svg">
            <${Icon} name="wall" />
            <span>${t`The picture for the wall`}<small>${t`SVG, for a screen or a frame`}</small></span>
          </a>
        `
      }
    </section>
  `;
}

/** @param {{told: FairnessPage}} props */
const Empty = ({ told }) => html`
  <section class="panel fair-empty" data-testid="empty">
    <${Icon} name="dice" />
    <p><b>${t`Nothing was thrown yet.`}</b></p>
    <p class="muted">
      ${
        told.table
          ? t`From the first throw on, what comes up is counted here.`
          : t`From the first throw at any table on, what comes up is counted here.`
      }
    </p>
  </section>
`;

/** How the words on this page are meant. @param {{told: FairnessPage}} props */
const Meant = ({ told }) => html`
  <details class="panel fair-meant">
    <summary>${t`How is this meant?`}</summary>
    <p>
      ${t`Even if you look after every throw, a page like this calls fair dice unfair in 5 of 100 cases at most. Nothing is claimed while the expected line lies inside the bracket.`}
    </p>
    <p>
      ${t`A throw that was taken back lay on the table all the same and counts; what was amended counts as it was mended. What the app threw stands by itself. Secret throws, cards out of hands, and what was thrown when nothing was asked are in none of it.`}
    </p>
    ${
      (told.who || told.evening) &&
      html`<p>${t`Of a part there is less to say than of the whole: its brackets are wider.`}</p>`
    }
  </details>
`;

/** @param {{told: FairnessPage}} props */
function Ledger({ told }) {
  const dice = told.dice.filter((die) => !pageFilter.value.die || die.id === pageFilter.value.die);
  if (!told.rolls && !told.who && !told.evening) return html`<${Empty} told=${told} />`;
  return html`
    <div class="fair-top"><${Filters} told=${told} /><${Legend} /></div>
    <div class="fair-two">
      <div class="fair-dice">
        ${dice.map((die) => html`<${Die} key=${die.id} die=${die} />`)}
        ${!dice.length && html`<p class="panel" role="status">${t`Nothing of this was thrown.`}</p>`}
        ${told.people.length > 0 && html`<${People} people=${told.people} />`}
      </div>
      <div class="fair-side">
        ${told.luckiest && html`<${LuckyThrow} line=${told.luckiest} good=${true} />`}
        ${told.unluckiest && html`<${LuckyThrow} line=${told.unluckiest} good=${false} />`}
        <${Files} told=${told} />
        <${Meant} told=${told} />
      </div>
    </div>
  `;
}

/** @param {{table: string}} props */
function FairnessPage({ table }) {
  const told = page.value;
  const up = table ? `/t/${encodeURIComponent(table)}` : "/";
  return html`
    <div class="app kits-page fair-page">
      <header class="bar">
        <a class="ico up" href=${up} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title">
          <h1>${t`Were the dice fair?`}</h1>
          <span class="sub">${table ? told?.title : t`all evenings of this house`}</span>
        </div>
        ${
          table &&
          html`<a class="tool" href="/fairness" data-testid="all-evenings"><${Icon} name="log" />${t`All evenings`}</a>`
        }
      </header>
      <main class="kits-body" data-testid=${told ? "fairness" : "fairness-coming"}>
        ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
        ${told && html`<${Ledger} told=${told} />`}
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root @param {string} table */
export function open(root, table) {
  render(html`<${Paints} /><${FairnessPage} table=${table} />`, root);
  loadFairness(table);
}
