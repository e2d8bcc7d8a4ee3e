// The shelf: the games, and the tables that are open.
import { html, render, signal } from "../core/lib.js";
import { freshId, get, post } from "../core/api.js";
import { Emblem } from "../art/game-emblems.js";
import { Paints } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { Languages } from "../core/text/language.js";
import { t, tn } from "../core/text/i18n.js";
import { changeSettings, settings } from "../core/settings.js";

/** @typedef {import("../types").Shelf} ShelfView */

/** @type {import("../vendor/signals.js").Signal<ShelfView | null>} */
const shelf = signal(/** @type {ShelfView | null} */ (null));
const words = signal("");

/** @param {Error} error */
const failed = (error) => {
  words.value = error.message;
};

export const fetchShelf = () =>
  get("/api/shelf").then((found) => {
    shelf.value = found;
  }, failed);

/** A game that asks before it begins has a page for that. @param {import("../types").ShelfGame} game */
async function begin({ name: game, form }) {
  words.value = "";
  if (form) {
    location.href = `/new/${encodeURIComponent(game)}`;
    return;
  }
  await post("/api/tables", { game, id: freshId() }).then(({ table }) => {
    location.href = `/t/${encodeURIComponent(table)}`;
  }, failed);
}

/** @param {[number, number]} seats */
const players = ([least, most]) =>
  least === most
    ? tn(most, "{n} player", "{n} players")
    : tn(most, "{least} to {n} player", "{least} to {n} players", { least });

/** @param {{game: import("../types").ShelfGame}} props */
function GameCard({ game }) {
  return html`
    <button class=${`game-card game-${game.name}`} data-testid=${`game-${game.name}`} onClick=${() => begin(game)}>
      <${Emblem} game=${game.name} />
      <span class="game-words">
        <b>${game.title}</b>
        <span>${game.blurb}</span>
        <small>${players(game.seats)}${game.dealer && ` · ${t`a dealer`}`}</small>
      </span>
    </button>
  `;
}

/** @param {{open: import("../types").ShelfTable}} props */
const OpenTable = ({ open }) => html`
  <div class="open-row">
    <a class="open-table" href=${`/t/${encodeURIComponent(open.table)}`} data-testid=${`table-${open.table}`}>
      <${Icon} name="lamp" />
      <span>
        <b>${open.title}${open.over && html`<i class="over">${t`over`}</i>`}</b>
        <small>${(!open.over && open.where) || open.now}</small>
      </span>
      <em>${open.seats.join(", ")}</em>
      <${Icon} name="next" />
    </a>
    ${
      open.over &&
      html`
        <a
          class="ico"
          href=${`/t/${encodeURIComponent(open.table)}/fairness`}
          aria-label=${t`Were the dice fair: ${open.title}`}
          title=${t`Were the dice fair?`}
          data-testid=${`fairness-${open.table}`}
        >
          <${Icon} name="dice" />
        </a>
      `
    }
    <a
      class="ico"
      href=${`/record#${encodeURIComponent(open.table)}`}
      aria-label=${t`Keep as a file: ${open.title}`}
      title=${t`Keep as a file`}
      data-testid=${`keep-${open.table}`}
    >
      <${Icon} name="save" />
    </a>
  </div>
`;

/** Nobody has set the table up yet: five minutes, or three taps for a table that plays by hand. */
const SetUp = () =>
  html`
    <a class="set-up" href="/setup" data-testid="set-up">
      <${Icon} name="lamp" />
      <span>
        <b>${t`Set up your table`}</b>
        <small>${t`Camera, tray, dice, and a test throw: five minutes. Without a camera it is three taps.`}</small>
      </span>
      <${Icon} name="next" />
    </a>
  `;

function Shelf() {
  const found = shelf.value;
  const light = settings.value.theme === "light";
  return html`
    <div class="app shelf">
      <header class="bar">
        <div class="title">
          <h1>Lamplight</h1>
          <span class="sub">${t`real dice, tokens and cards; the table keeps the rules`}</span>
        </div>
        <span class="gap"></span>
        ${
          found?.keeps &&
          html`
            <a class="tool" href="/kits" data-testid="kits"><${Icon} name="dice" />${t`Dice and tokens`}</a>
            <a class="tool" href="/readers" data-testid="readers"><${Icon} name="reader" />${t`Readers`}</a>
            <a class="tool" href="/setup" data-testid="setup"><${Icon} name="whole" />${t`Set-up`}</a>
          `
        }
        <button
          class="ico"
          aria-label=${light ? t`Dark theme` : t`Light theme`}
          onClick=${() => changeSettings({ theme: light ? "dark" : "light" })}
        >
          <${Icon} name="lamp" />
        </button>
      </header>
      <main class="shelf-body">
        ${words.value && html`<p class="said refused" role="alert">${words.value}</p>`}
        ${!found && !words.value && html`<p class="muted" role="status" data-testid="coming">${t`One moment…`}</p>`}
        ${found?.setup === "due" && html`<${SetUp} />`}
        <div class="games">
          ${(found?.games || []).map((game) => html`<${GameCard} key=${game.name} game=${game} />`)}
        </div>
        ${
          found &&
          found.tables.length > 0 &&
          html`
            <h2 class="h2">${t`Go on where you were`}</h2>
            <div class="open-tables">
              ${found.tables.map((open) => html`<${OpenTable} key=${open.table} open=${open} />`)}
            </div>
          `
        }
        <div class="tools">
          <a class="tool" href="/fairness" data-testid="fairness"><${Icon} name="dice" />${t`Were the dice fair?`}</a>
          ${
            found?.keeps &&
            html`
              <a class="tool" href="/record" data-testid="record"><${Icon} name="file" />${t`Bring an evening`}</a>
              <a class="tool" href="/devices" data-testid="devices"><${Icon} name="phone" />${t`Devices`}</a>
            `
          }
          <a class="tool" href="/house" data-testid="house"><${Icon} name="home" />${t`How the house is`}</a>
        </div>
        <${Languages} />
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${Shelf} />`, root);
  fetchShelf();
}
