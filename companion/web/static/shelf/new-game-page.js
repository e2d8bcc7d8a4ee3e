// The page before a game begins: who plays, what the game asks for, and the sheets of one's own.
import { html, render, signal, useEffect } from "../core/lib.js";
import { Paints } from "../art/faces.js";
import { Fields } from "./form.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import {
  previousTable,
  createTable,
  createSampleTable,
  sheetDraft,
  fetchForm,
  formFields,
  fillIn,
  names,
  page,
  seatName,
  seatIds,
  seatCount,
  sheetName,
  trouble,
  values,
  working,
} from "./new-game-store.js";
import { t } from "../core/text/i18n.js";
import { Badge } from "../table/seats/seats.js";
import { OwnSheets, SheetScreen } from "./sheets.js";
import { Fault, FormMessages } from "./form-error.js";

const MOST_LETTERS = 24; // of what a seat is called

const path = signal(location.hash);
addEventListener("hashchange", () => {
  path.value = location.hash;
  trouble.value = [];
  document.querySelector(".new-body")?.scrollTo(0, 0);
});

/** How many sit there, and what they are called. */
function Seats() {
  const [least, most] = page.value?.seats || [1, 1];
  const numbers = Array.from({ length: most - least + 1 }, (_, k) => least + k);
  const call = (/** @type {number} */ place, /** @type {Event} */ event) => {
    const told = seatIds().map((_, k) =>
      k === place ? /** @type {HTMLInputElement} */ (event.target).value : names.value[k] || "",
    );
    fillIn({ names: [...told, ...names.value.slice(told.length)] });
  };
  return html`
    <section class="panel">
      <h2>${t`Who plays?`}</h2>
      ${
        numbers.length > 1 &&
        html`
          <div class="numbers" role="group" aria-label=${t`How many`}>
            ${numbers.map(
              (n) =>
                html`
                  <button
                    class="number"
                    type="button"
                    aria-pressed=${n === seatCount.value}
                    data-testid=${`seats-${n}`}
                    onClick=${() => fillIn({ seats: n })}
                  >
                    ${n}
                  </button>
                `,
            )}
          </div>
        `
      }
      <ul class="seat-names">
        ${seatIds().map(
          (seat, k) => html`
            <li key=${seat}>
              <label class="seat-called">
                <${Badge} seat=${seat} />
                <span class="sr">${t`Name of seat ${seat}`}</span>
                <input
                  type="text"
                  maxlength=${MOST_LETTERS}
                  autocomplete="off"
                  placeholder=${sheetName(seat)}
                  value=${names.value[k] || ""}
                  data-testid=${`name-${seat}`}
                  onInput=${(/** @type {Event} */ event) => call(k, event)}
                />
              </label>
              <${Fault} place=${`names.${seat}`} />
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

/** The gold button says who begins. */
function beginGold() {
  if (working.value) return { text: t`One moment…`, still: true };
  const called = seatIds().map(seatName).join(", ");
  return {
    text: previousTable ? t`Begin the next evening` : t`Begin`,
    small: called,
    icon: "lamp",
    testid: "begin",
    act: createTable,
  };
}

function BeginScreen() {
  const found = page.value;
  if (!found) return html`<p class="muted">${t`One moment…`}</p>`;
  const { form } = found;
  return html`
    <div class="new">
      <${Seats} />
      ${
        form &&
        html`
          <section class="panel">
            <h2>${form.title}</h2>
            ${form.blurb && html`<p class="muted form-blurb">${form.blurb}</p>`}
            <${Fields}
              fields=${form.fields}
              values=${values.value}
              kept=${(/** @type {string} */ what) => t`Comes along from the last evening: ${what}.`}
              set=${(/** @type {any} */ told) => fillIn({ values: told })}
            />
          </section>
        `
      }
    </div>
  `;
}

function BeginFoot() {
  if (!page.value) return null;
  return html`
    <footer class="foot">
      ${
        !previousTable &&
        html`
          <button class="btn quick" type="button" data-testid="sample" onClick=${createSampleTable}>
            <span>${t`Begin at once`}<small>${t`with the sample`}</small></span>
          </button>
        `
      }
      <${GoldButton} gold=${beginGold()} />
    </footer>
  `;
}

/** The screen the address names. */
function screen() {
  const [place, rest = ""] = path.value.replace(/^#/, "").split("/");
  const kind = decodeURIComponent(rest);
  if (place === "sheets" && page.value?.sheets[kind]) return html`<${OwnSheets} kind=${kind} key=${kind} />`;
  if (place === "sheet" && sheetDraft.value?.kind === kind && page.value)
    return html`<${SheetScreen} key=${`${kind} ${sheetDraft.value.name}`} />`;
  return html`
    <main class="new-body"><${FormMessages} fields=${formFields()} /><${BeginScreen} /></main>
    <${BeginFoot} />
  `;
}

function NewPage() {
  useEffect(() => {
    fetchForm();
  }, []);
  const inside = path.value.length > 1;
  return html`
    <div class="app new-page">
      <header class="bar">
        <a class="ico up" href=${inside ? "#" : "/"} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title">
          <h1>${page.value?.title || "Lamplight"}</h1>
          <span class="sub">${previousTable ? t`goes on where the last evening ended` : page.value?.blurb || ""}</span>
        </div>
        <a class="tool" href="/" data-testid="home"><${Icon} name="home" />${t`All games`}</a>
      </header>
      ${screen()}
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${NewPage} />`, root);
}
