// A house whose database is damaged: what is wrong, what can be had, and one choice. It changes nothing before that.
import { html, render, signal, useEffect, useRef } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { command, locale, t, tn } from "../core/text/i18n.js";

/** @typedef {import("../types").RecoveryPage} MendingPage */
/** @typedef {import("../types").SavedTable} SavedTable */
/** @typedef {{way: "saved" | "backup" | "afresh", name: string}} Choice */

/** @type {import("../vendor/signals.js").Signal<MendingPage | null>} */
const page = signal(/** @type {MendingPage | null} */ (null));
/** @type {import("../vendor/signals.js").Signal<Choice | null>} */
const chosen = signal(/** @type {Choice | null} */ (null));
const trouble = signal("");
const working = signal(false);

const key = location.hash.slice(1); // it came with the printed address, and goes to this house alone
const AGAIN_MS = 1500;

/** @param {number} at s, Unix */
const when = (at) =>
  new Date(at * 1000).toLocaleString(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
/** @param {Choice} one @param {Choice | null} other */
const isSame = (one, other) => other !== null && one.way === other.way && one.name === other.name;

/** @param {RequestInit} [asked] */
async function ask(asked = {}) {
  const headers = { "X-Lamplight": "1", "X-Lamplight-Key": key, "Content-Type": "application/json" };
  const answer = await fetch("/api/mending", { ...asked, headers });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.sentence);
  page.value = told;
}

/** @param {Choice} choice */
async function take(choice) {
  working.value = true;
  trouble.value = "";
  await ask({ method: "POST", body: JSON.stringify(choice) }).catch((error) => {
    trouble.value = error.message;
  });
  working.value = false;
  if (page.value?.done) comeBack();
}

/** The house starts behind this page: go there as soon as it answers as one that is well. */
async function comeBack() {
  const answer = await fetch("/health").catch(() => null);
  if (answer?.ok) location.replace("/");
  else setTimeout(comeBack, AGAIN_MS);
}

/** @param {{tables: readonly SavedTable[], than: readonly SavedTable[]}} props */
function Tables({ tables, than }) {
  if (!tables.length) return html`<p class="muted">${t`No table is in it.`}</p>`;
  return html`
    <ul class="mending-tables">
      ${tables.map(({ table, title, entries, at, lost }) => {
        const more = entries - (than.find((one) => one.table === table)?.entries ?? entries);
        return html`
          <li key=${table}>
            <b>${title}</b>
            <small>${tn(entries, "{table}: one entry, of {when}", "{table}: {n} entries, the last of {when}", {
              table,
              when: when(at),
            })}</small>
            ${
              lost > 0 &&
              html`<small class="mending-lost">${tn(
                lost,
                "One entry after that cannot be used",
                "{n} entries after that cannot be used",
              )}</small>`
            }
            ${more > 0 && html`<small class="mending-more">${tn(more, "{n} more than in the backup", "{n} more than in the backup")}</small>`}
          </li>
        `;
      })}
    </ul>
  `;
}

/** @param {{choice: Choice, onDone: () => void}} props */
function Sure({ choice, onDone }) {
  /** @type {{current: HTMLButtonElement | null}} */
  const yes = useRef(null);
  useEffect(() => {
    yes.current?.focus();
  }, []);
  return html`
    <div class="mending-sure" role="group" aria-label=${t`Shall it be this one?`}>
      <button
        class="btn main"
        type="button"
        ref=${yes}
        data-testid="sure"
        disabled=${working.value}
        onClick=${() => take(choice)}
      >
        ${working.value ? t`One moment…` : t`Yes, go on with this`}
      </button>
      <button class="tool" type="button" data-testid="not-now" disabled=${working.value} onClick=${onDone}>
        ${t`Not now`}
      </button>
    </div>
  `;
}

/** @param {{choice: Choice, icon: string, title: string, sub: string, action: string, children?: unknown}} props */
function Card({ choice, icon, title, sub, action, children }) {
  const { advice, may } = /** @type {MendingPage} */ (page.value);
  const isBest = advice === choice.way && (choice.way !== "backup" || choice.name === page.value?.backups[0]?.name);
  const id = `${choice.way}${choice.name && `-${choice.name}`}`;
  return html`
    <section class=${`panel mending-card ${isBest ? "best" : ""}`} data-testid=${id}>
      <h2><${Icon} name=${icon} />${title}</h2>
      ${isBest && html`<p class="mending-best">${t`This holds most.`}</p>`}
      <p class="muted">${sub}</p>
      ${children}
      ${
        may &&
        (isSame(choice, chosen.value)
          ? html`
            <${Sure}
              choice=${choice}
              onDone=${() => {
                chosen.value = null;
              }}
            />
          `
          : html`
            <button
              class=${`btn ${isBest ? "main" : ""}`}
              type="button"
              data-testid=${`take-${id}`}
              onClick=${() => {
                chosen.value = choice;
                trouble.value = "";
              }}
            >
              ${action}
            </button>
          `)
      }
    </section>
  `;
}

function Choices() {
  const { saved, backups, of_then } = /** @type {MendingPage} */ (page.value);
  return html`
    <div class="mending-cards">
      ${
        saved.length > 0 &&
        html`
          <${Card}
            choice=${{ way: "saved", name: "" }}
            icon="save"
            title=${t`What could be saved`}
            sub=${t`Read from the damaged file, entry by entry; each table as far as nothing is missing.`}
            action=${t`Take what could be saved`}
          >
            <${Tables} tables=${saved} than=${backups[0]?.tables ?? []} />
          <//>
        `
      }
      ${backups.map(
        ({ name, at, tables }) =>
          html`
            <${Card}
              key=${name}
              choice=${{ way: "backup", name }}
              icon="clock"
              title=${t`The backup of ${when(at)}`}
              sub=${t`Looked through to its last byte: it is whole. What came after it is not in it.`}
              action=${t`Take this backup`}
            >
              <${Tables} tables=${tables} than=${tables} />
              ${
                of_then &&
                html`
                  <p class="mending-lost">
                    ${t`The devices that were let in then are let in again, also those that were sent away since. To send all of them away: ${command("pair --anew")}`}
                  </p>
                `
              }
            <//>
          `,
      )}
      <${Card}
        choice=${{ way: "afresh", name: "" }}
        icon="lamp"
        title=${t`Begin afresh`}
        sub=${t`With an empty shelf. The device that opens the page first then is the tablet in the middle.`}
        action=${t`Begin afresh`}
      />
    </div>
  `;
}

function Mending() {
  const now = page.value;
  return html`
    <div class="app kits-page">
      <header class="bar">
        <div class="title">
          <h1>${t`The database is damaged`}</h1>
          <span class="sub">${t`nothing was changed, and nothing will be thrown away`}</span>
        </div>
      </header>
      <main class="kits-body">
        <div class="kits mending">
          ${
            now &&
            (now.done
              ? html`
                <p class="said info" role="status" data-testid="done">
                  ${t`Done. The house starts, and this page goes there by itself.`}
                </p>
              `
              : html`
                <section class="mending-faults">
                  <ul>
                    ${now.faults.map(
                      (fault) => html`<li key=${fault}><${Icon} name="cross" /><span>${fault}</span></li>`,
                    )}
                  </ul>
                  <p>
                    ${t`Choose what to go on with. The damaged file is set aside whatever you choose, under a name with its time, so a choice can be taken back.`}
                  </p>
                  ${
                    !now.may &&
                    html`
                      <p class="said refused" data-testid="may-not">
                        ${t`This device can only look. Choose on the machine that Lamplight runs on, or open the address with the key in it that was printed when it started.`}
                      </p>
                    `
                  }
                </section>
                ${
                  trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`
                }
                ${now.may && html`<${Choices} />`}
              `)
          }
          ${!now && trouble.value && html`<p class="said refused" role="alert">${trouble.value}</p>`}
        </div>
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Mending} />`, root);
  ask().catch((error) => {
    trouble.value = error.message;
  });
}
