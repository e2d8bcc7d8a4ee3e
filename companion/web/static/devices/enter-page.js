// The page of a device that was not let in: what this is, and how to get in.
import { html, render, signal } from "../core/lib.js";
import { ServerError, get, post } from "../core/api.js";
import { Paints } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { Languages } from "../core/text/language.js";
import { command, t } from "../core/text/i18n.js";

/** @typedef {import("../types").EntryStatus} Standing */

/** @type {import("../vendor/signals.js").Signal<Standing | null>} */
const standing = signal(/** @type {Standing | null} */ (null));
const trouble = signal("");

/** How often somebody who waits is looked after: the tablet may have let this device in by another way. */
const LOOK_MS = 4000;

/** @param {unknown} error */
function refused(error) {
  if (!(error instanceof ServerError)) throw error;
  trouble.value = error.message;
}

/** The page that it came for, asked for by this one: a link from elsewhere brings no cookie along. */
const again = () => location.replace(location.pathname + location.search);

const look = () =>
  get("/api/entering").then((found) => {
    standing.value = found;
    if (found.inside) again();
  }, refused);

const claim = () =>
  post("/api/claim").then(again, (error) => {
    refused(error);
    look();
  });

/** @param {{lamp: string}} props */
const First = ({ lamp }) => html`
  <section class="panel enter-first">
    <h2>${t`Is this the tablet in the middle?`}</h2>
    <p>
      ${
        lamp
          ? t`This table is new: nobody sits here yet. The first device that says so is the table's tablet. It lets all others in, and it can be another one later.`
          : t`This Lamplight is new: nobody has opened it before. The first device that says so is the table's tablet. It lets all others in, and it can be another one later.`
      }
    </p>
    <button class="btn main" type="button" data-testid="claim" onClick=${claim}>
      <${Icon} name="lamp" />
      <span>
        ${t`This is the table's tablet`}
        <small>${lamp ? t`can be said by one device alone` : t`can be said once in the life of this house`}</small>
      </span>
    </button>
  </section>
`;

/** What the staff of a hall types. @param {string} lamp */
const pairing = (lamp) => command(`hall pair ${lamp}`);

/** @param {{lamp: string | undefined, demo: boolean}} props undefined: nobody has said yet who could help */
const Ways = ({ lamp, demo }) => html`
  <section class="panel enter-ways">
    <h2>${t`How this device gets in`}</h2>
    <ol>
      <li>
        <b>${t`On the tablet in the middle`}</b>
        <span>${t`open Menu, then Devices, and choose what this device shall be.`}</span>
      </li>
      <li>
        <b>${t`With this device`}</b>
        <span>${t`scan the code that appears, or type its address. It works once, for two minutes.`}</span>
      </li>
    </ol>
    ${
      lamp !== undefined &&
      html`
        <p class="muted">
          ${
            lamp
              ? t`Is there no tablet any more? Ask the staff: ${pairing(lamp)} lets one in.`
              : t`Is there no tablet any more? Whoever has the computer that Lamplight runs on types ${command(demo ? "pair --demo" : "pair")} there.`
          }
        </p>
      `
    }
  </section>
`;

function Enter() {
  const found = standing.value;
  return html`
    <div class="app kits-page enter-page">
      <header class="bar">
        <div class="title">
          <h1>Lamplight</h1>
          <span class="sub">${t`real dice, tokens and cards; the table keeps the rules`}</span>
        </div>
      </header>
      <main class="kits-body">
        <div class="enter">
          <div class="enter-lead">
            <${Icon} name="lamp" />
            <h2 class="h2">
              ${
                found?.was_in
                  ? t`This device is not let in any more: its place was taken back, somebody sent it away, or its browser has forgotten the key`
                  : t`This device has not been let in yet`
              }
            </h2>
            <p>
              ${t`At this table games are played with hands that others shall not see. So each device is let in once, by the people who sit here.`}
            </p>
          </div>
          ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
          ${found?.claimable && html`<${First} lamp=${found.lamp} />`}
          <${Ways} lamp=${found?.lamp} demo=${found?.demo || false} />
          <${Languages} />
        </div>
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${Enter} />`, root);
  look();
  setInterval(() => document.visibilityState === "visible" && look(), LOOK_MS);
}
