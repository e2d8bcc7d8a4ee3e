// The table itself: who sits where, how to join, how the senses are, and what this device likes.
import { html } from "../core/lib.js";
import { Corners } from "../setup/tray/corners.js";
import { callStaff, countEvent } from "./actions.js";
import { Icon } from "../core/icons.js";
import { DevicesLink, InvitePanel } from "../devices/invitations.js";
import { Languages } from "../core/text/language.js";
import { Seats } from "./seats/seat-ring.js";
import { openRule } from "../rules/book.js";
import { t } from "../core/text/i18n.js";
import { changeSettings, settings } from "../core/settings.js";
import { SourcesPanel } from "../prompts/sources/answer-source-panel.js";
import { drawer, snapshot } from "../core/state.js";

/** How a sense is: its tone, its shape and the word for it. @type {Record<string, [string, string, () => string]>} */
const STATES = {
  ready: ["good", "●", () => t`ready`],
  dim: ["warn", "▲", () => t`sees badly`],
  retrying: ["warn", "▲", () => t`retrying`],
  offline: ["bad", "■", () => t`offline`],
};

/** @param {import("../types").ReaderSummary} sense */
const stateOf = (sense) =>
  STATES[sense.state === "ready" && sense.advice.length ? "dim" : sense.state] || STATES.offline;

/**
 * A reader is named "vision/cam0" or "bridge/bag": the service it belongs to, and what it is there.
 * @param {import("../types").ReaderSummary} sense
 */
function iconOf({ reader }) {
  if (reader.startsWith("vision")) return "camera";
  return /bag|bowl/.test(reader) ? "bowl" : "reader";
}

/** @param {{sense: import("../types").ReaderSummary}} props */
function SenseLine({ sense }) {
  const [tone, shape, word] = stateOf(sense);
  return html`
    <li>
      <${Icon} name=${iconOf(sense)} />
      <span>
        ${sense.title}
        <small>${sense.words}</small>
        ${sense.advice.map((sentence) => html`<small class="warn" key=${sentence}>${sentence}</small>`)}
      </span>
      <span class=${`state ${tone}`}>${shape} ${word()}</span>
    </li>
  `;
}

function Senses() {
  const snap = snapshot.value;
  return html`
    <section class="panel senses">
      <h2>${t`Senses`}</h2>
      <ul>
        ${(snap?.senses || []).map((sense) => html`<${SenseLine} key=${sense.reader} sense=${sense} />`)}
        ${
          !snap?.senses.length &&
          html`
            <li>
              <${Icon} name="hand" />
              <span>${t`No reader is connected`}<small>${t`everything can be given by hand`}</small></span>
            </li>
          `
        }
      </ul>
      <p class="muted">${snap?.broker}</p>
      ${
        snap?.keeps &&
        html`
          <a class="btn" href=${`/readers?table=${encodeURIComponent(snap.table)}`} data-testid="readers">
            <${Icon} name="reader" />
            <span>${t`Readers and tags`}<small>${t`plug one in, teach its tags`}</small></span>
          </a>
        `
      }
    </section>
  `;
}

/** The way to the page on which dice and tokens are taught. */
function Known() {
  const { table = "", keeps = false } = snapshot.value || {};
  return html`
    <section class="panel known">
      <h2>${t`Dice and tokens`}<small>${t`what the camera knows`}</small></h2>
      ${
        keeps &&
        html`
          <a class="btn" href=${`/kits?table=${encodeURIComponent(table)}`} data-testid="kits">
            <${Icon} name="dice" />
            <span>${t`Teach dice and tokens`}<small>${t`show it your own, once`}</small></span>
          </a>
          <a class="btn" href=${`/setup?table=${encodeURIComponent(table)}`} data-testid="setup">
            <${Icon} name="whole" />
            <span>${t`Set-up`}<small>${t`camera, tray, test throw`}</small></span>
          </a>
        `
      }
      <a class="btn" href=${`/t/${encodeURIComponent(table)}/fairness`} data-testid="fairness">
        <${Icon} name="log" />
        <span>${t`Were the dice fair?`}<small>${t`what came, and whose luck`}</small></span>
      </a>
      <a class="btn" href=${`/house?table=${encodeURIComponent(snapshot.value?.table || "")}`} data-testid="house">
        <${Icon} name="home" />
        <span>${t`How the house is`}<small>${t`what is wrong, and what to do`}</small></span>
      </a>
      ${
        keeps
          ? html`
            <a class="btn" href=${`/record?table=${encodeURIComponent(table)}`} data-testid="record">
              <${Icon} name="save" />
              <span>${t`Evening as a file`}<small>${t`to keep, or for a report`}</small></span>
            </a>
          `
          : snapshot.value?.seat === "table" &&
            html`
              <p class="muted" data-testid="kept-elsewhere">
                ${t`Another device keeps this house: set-up, dice and readers are done there.`}
              </p>
            `
      }
    </section>
  `;
}

/** @param {{on: boolean, title: string, note: string, act: () => void, testid: string}} props */
const Like = ({ on, title, note, act, testid }) =>
  html`
    <button class=${`like ${on ? "on" : ""}`} aria-pressed=${on} data-testid=${testid} onClick=${act}>
      ${title}
      <small>${note}</small>
    </button>
  `;

function Likes() {
  const { theme, size, effects, ambience, calm, contrast, keys, turn, wait } = settings.value;
  const sound = effects > 0 || ambience > 0;
  const next = size === 100 ? 120 : size === 120 ? 140 : 100;
  return html`
    <section class="panel likes">
      <h2>${t`For this device`}</h2>
      <div class="like-grid">
        <${Like}
          on=${theme === "dark"}
          title=${t`Gaslight`}
          note=${t`dark theme`}
          testid="theme-dark"
          act=${() => changeSettings({ theme: "dark" })}
        />
        <${Like}
          on=${theme === "light"}
          title=${t`Daylight`}
          note=${t`bright room`}
          testid="theme-light"
          act=${() => changeSettings({ theme: "light" })}
        />
        <${Like}
          on=${sound}
          title=${sound ? t`Sound on` : t`Sound off`}
          note=${t`voice and moments too`}
          testid="sound-menu"
          act=${() => {
            drawer.value = "sound";
          }}
        />
        <${Like}
          on=${calm}
          title=${t`Less motion`}
          note=${calm ? t`nothing moves` : t`as the device says`}
          testid="calm"
          act=${() => changeSettings({ calm: !calm })}
        />
        <${Like}
          on=${contrast}
          title=${t`More contrast`}
          note=${contrast ? t`plain grounds, strong edges` : t`as the device says`}
          testid="contrast"
          act=${() => changeSettings({ contrast: !contrast })}
        />
        <${Like}
          on=${keys}
          title=${t`Single keys`}
          note=${keys ? t`one letter or number is enough` : t`letters and numbers do nothing`}
          testid="keys"
          act=${() => changeSettings({ keys: !keys })}
        />
        <${Like}
          on=${size > 100}
          title=${size === 100 ? t`Larger text` : t`Text ${size}%`}
          note=${t`tap for ${next}%`}
          testid="size"
          act=${() => changeSettings({ size: next })}
        />
        <${Like}
          on=${wait > 0}
          title=${wait ? t`Wait ${wait} s` : t`Never wait`}
          note=${t`after a doubt, before the next question`}
          testid="wait"
          act=${() => changeSettings({ wait: wait === 3 ? 6 : wait ? 0 : 3 })}
        />
        <${Like}
          on=${turn !== 0}
          title=${t`Turn the screen`}
          note=${`${turn}°`}
          testid="turn-menu"
          act=${() => changeSettings({ turn: (turn + 90) % 360, pinned: true })}
        />
      </div>
      <${Languages} />
    </section>
  `;
}

/** The way to the people who look after a hall's tables; at home there is none. */
function Staff() {
  const called = snapshot.value?.staff;
  if (called === null || called === undefined) return null;
  return html`
    <button
      class=${`tool menu-staff ${called ? "on" : ""}`}
      aria-pressed=${called}
      data-testid="staff"
      onClick=${() => callStaff(!called)}
    >
      <${Icon} name="hand" />
      ${
        called
          ? html`<span>${t`The staff is called`}<small>${t`tap: nobody need come`}</small></span>`
          : t`Call the staff`
      }
    </button>
  `;
}

/** All tables of a hall fight one foe: how it stands, and what this table has done. */
function SharedEvent() {
  const event = snapshot.value?.event;
  if (!event) return null;
  const { title, goal, total, own, is_over } = event;
  const plays = snapshot.value?.seat !== "wall" && !is_over;
  return html`
    <section class="panel menu-event" data-testid="event">
      <h2>${title}<small>${is_over ? t`this event is over` : t`all tables together`}</small></h2>
      <p class="menu-event-sum">${total >= goal ? t`Won: ${total} out of ${goal}` : t`${total} out of ${goal}`}</p>
      <progress max=${goal} value=${total} aria-label=${title}></progress>
      <div class="menu-event-own">
        <span>${t`this table: ${own}`}</span>
        ${
          plays &&
          [-1, 1, 5].map(
            (more) =>
              html`
                <button
                  key=${more}
                  class="tool"
                  type="button"
                  disabled=${own + more < 0}
                  data-testid=${`event${more}`}
                  onClick=${() => countEvent(event, own + more)}
                >
                  ${more > 0 ? `+${more}` : `−${-more}`}
                </button>
              `,
          )
        }
      </div>
    </section>
  `;
}

export function Menu() {
  return html`
    <div class="menu">
      <${Staff} />
      <${SharedEvent} />
      <button class="tool menu-rules" data-testid="menu-rules" onClick=${() => openRule()}>
        <${Icon} name="rules" />
        ${t`The rules`}
      </button>
      <${Seats} />
      ${
        snapshot.value?.join
          ? html`<${InvitePanel} />`
          : snapshot.value?.keeps && html`<section class="panel"><${DevicesLink} /></section>`
      }
      <${Senses} />
      <${Known} />
      <${SourcesPanel} />
      ${snapshot.value?.seat === "table" && html`<${Corners} />`}
      <${Likes} />
    </div>
  `;
}
