// The devices of a house: who was let in and as what, a way in for the next one, and the door.
import { html, render, useEffect, useRef } from "../core/lib.js";
import { Paints } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { JoinCode } from "./join-code.js";
import {
  confirmingDevice,
  renameDevice,
  invitation,
  fromTable,
  invite,
  pollDevices,
  page,
  renamedDevice,
  removeOtherDevices,
  removeDevice,
  trouble,
} from "./store.js";
import { command, t, tn } from "../core/text/i18n.js";
import { Badge } from "../table/seats/seats.js";

/** @typedef {import("../types").KnownDevice} KnownDevice */

const home = fromTable ? `/t/${encodeURIComponent(fromTable)}` : "/";

/** @type {Record<KnownDevice["role"], () => string>} */
const ROLES = {
  table: () => t`The tablet`,
  keeper: () => t`Keeper of the house`,
  wall: () => t`A wall screen`,
  dealer: () => t`The Dealer`,
  seat: () => t`A seat`,
};
const ICONS = { table: "whole", keeper: "lock", wall: "wall", dealer: "phone", seat: "phone" };

/** A tablet's own clock may be wrong: it is reckoned from the house's. @param {number} seconds */
function ago(seconds) {
  const minutes = Math.round(seconds / 60),
    hours = Math.round(seconds / 3600),
    days = Math.round(seconds / 86400);
  if (minutes < 2) return t`just now`;
  if (minutes < 100) return tn(minutes, "{n} minute ago", "{n} minutes ago");
  return hours < 40 ? tn(hours, "{n} hour ago", "{n} hours ago") : tn(days, "{n} day ago", "{n} days ago");
}

/** @param {KnownDevice} device */
const called = ({ name }) => name || t`A browser`;

/** @param {KnownDevice} device */
const what = ({ role, title, sits }) => (title ? `${sits || ROLES[role]()} · ${title}` : ROLES[role]());

/** @param {KnownDevice} device */
function consequence({ role, here, sits }) {
  const isLast = role === "table" && page.value?.tablets === 1 && !page.value.demo;
  const lamp = page.value?.lamp,
    pairing = command(`hall pair ${lamp}`);
  if (isLast && lamp)
    return t`It is the only tablet: nobody here can let others in then. Ask the staff: ${pairing} lets one in.`;
  if (isLast)
    return t`It is the only tablet: nobody here can let others in then. Whoever has the computer that Lamplight runs on gets in again with ${command("pair")}.`;
  if (here) return t`It is the device in your hand: you will be outside.`;
  return sits
    ? t`Its page goes dark at once, and the tablet answers for ${sits} again.`
    : t`Its page goes dark at once. It comes back with a new code only.`;
}

/**
 * Asked where something cannot be taken back.
 * @param {{words: string, yes: string, act: () => void, testid: string}} props
 */
function Question({ words, yes, act, testid }) {
  /** @type {{current: HTMLButtonElement | null}} */
  const sure = useRef(null);
  useEffect(() => {
    sure.current?.focus();
  }, []);
  return html`
    <div class="device-question" role="group" aria-label=${words} data-testid="question">
      <p>${words}</p>
      <div class="tools">
        <button class="tool warn" type="button" ref=${sure} data-testid=${testid} onClick=${act}>
          <${Icon} name="close" />
          ${yes}
        </button>
        <button
          class="tool"
          type="button"
          data-testid="leave"
          onClick=${() => {
            confirmingDevice.value = "";
          }}
        >
          ${t`Not now`}
        </button>
      </div>
    </div>
  `;
}

/** @param {{device: KnownDevice}} props */
function Name({ device }) {
  /** @type {{current: HTMLInputElement | null}} */
  const field = useRef(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const done = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (field.current) renameDevice(device, field.current.value);
  };
  return html`
    <form class="device-name" onSubmit=${done}>
      <input
        ref=${field}
        value=${device.name}
        maxlength="60"
        aria-label=${t`What this device is called`}
        data-testid="name"
      />
      <button class="tool" data-testid="named"><${Icon} name="check" />${t`Done`}</button>
    </form>
  `;
}

/** @param {{device: KnownDevice}} props */
function Line({ device }) {
  const { id, role, seat, here, watching, at, seen } = device;
  const now = page.value?.now || 0;
  return html`
    <li class=${`device ${here ? "here" : ""}`} data-testid=${`device-${id}`}>
      <div class="device-head">
        ${role === "seat" ? html`<${Badge} seat=${seat} />` : html`<${Icon} name=${ICONS[role]} />`}
        <span>
          <b>${called(device)}${here && html`<i>${t`this device`}</i>`}</b>
          <em>${what(device)}</em>
          <small>
            ${
              watching ? html`<i class="state good">● ${t`its page is open`}</i>` : t`last here ${ago(now - seen)}`
            } · ${t`let in ${ago(now - at)}`}
          </small>
        </span>
        <div class="device-ways">
          <button
            class="ico"
            type="button"
            aria-label=${t`Another name for ${called(device)}`}
            title=${t`Another name`}
            aria-expanded=${renamedDevice.value === id}
            data-testid=${`rename-${id}`}
            onClick=${() => {
              renamedDevice.value = renamedDevice.value === id ? "" : id;
            }}
          >
            <${Icon} name="pen" />
          </button>
          <button
            class="tool"
            type="button"
            aria-label=${t`Send away: ${called(device)}, ${what(device)}`}
            aria-expanded=${confirmingDevice.value === id}
            data-testid=${`send-${id}`}
            onClick=${() => {
              confirmingDevice.value = confirmingDevice.value === id ? "" : id;
            }}
          >
            ${t`Send away`}
          </button>
        </div>
      </div>
      ${renamedDevice.value === id && html`<${Name} device=${device} />`}
      ${
        confirmingDevice.value === id &&
        html`
          <${Question}
            words=${consequence(device)}
            yes=${t`Send it away`}
            testid="sent"
            act=${() => removeDevice(device)}
          />
        `
      }
    </li>
  `;
}

function Inside() {
  const found = page.value;
  const others = (found?.devices || []).filter((device) => !device.here).length;
  return html`
    <section class="devices-in">
      <h2 class="h2">${t`Who is in`}</h2>
      ${
        found &&
        !found.keeper &&
        html`
          <p class="muted devices-keeper">
            <${Icon} name="lock" />
            <span>
              ${t`The tablet keeps the house: set-up, dice, readers, files. It can be somebody's phone instead; then the tablet is for playing alone.`}
            </span>
          </p>
        `
      }
      <ul class="device-lines">
        ${(found?.devices || []).map((device) => html`<${Line} key=${device.id} device=${device} />`)}
      </ul>
      ${
        found?.demo &&
        html`
          <p class="muted" data-testid="at-home">
            ${t`This is a demo: the computer that it runs on is the tablet, without being let in.`}
          </p>
        `
      }
      ${
        others > 0 &&
        html`
          <div class="tools">
            <button
              class="tool"
              type="button"
              aria-expanded=${confirmingDevice.value === "all"}
              data-testid="send-all"
              onClick=${() => {
                confirmingDevice.value = confirmingDevice.value === "all" ? "" : "all";
              }}
            >
              <${Icon} name="close" />
              ${t`Send everybody else away`}
            </button>
          </div>
        `
      }
      ${
        confirmingDevice.value === "all" &&
        html`
          <${Question}
            words=${t`Every device but this one is outside then, and no code that was shown before works any more.`}
            yes=${t`Send all of them away`}
            testid="sent-all"
            act=${removeOtherDevices}
          />
        `
      }
    </section>
  `;
}

/** @param {{what: string, table?: string, role: string, icon?: string, title: string, note: string}} props */
const Way = ({ what, table = "", role, icon, title, note }) =>
  html`
    <button
      class="option device-way"
      type="button"
      data-testid=${`invite-${what}`}
      aria-pressed=${invitation.value?.what === what}
      onClick=${() => invite(what, table, role)}
    >
      ${icon ? html`<${Icon} name=${icon} />` : html`<${Badge} seat=${role} />`}
      <span>${title}${note && html`<small>${note}</small>`}</span>
    </button>
  `;

/**
 * It comes into sight, whichever seat far down was tapped.
 * @param {{shown: import("./join-code.js").Card & {what: string}}} props
 */
function Code({ shown }) {
  /** @type {{current: HTMLDivElement | null}} */
  const place = useRef(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return html`
    <div class="device-code" ref=${place} data-testid="code">
      <${JoinCode} card=${shown} typed=${["wall", "table", "keeper"].includes(shown.what)} />
    </div>
  `;
}

/** @param {{open: import("../types").TableToJoin, first: boolean}} props */
const Seats = ({ open: { table, title, seats }, first }) =>
  html`
    <details open=${first}>
      <summary>${t`A seat: ${title}`}</summary>
      <div class="device-seats">
        ${seats.map(
          ({ seat, name }) =>
            html`<${Way} key=${seat} what=${`${table}-${seat}`} table=${table} role=${seat} title=${name} note="" />`,
        )}
      </div>
    </details>
  `;

function Inviting() {
  const shown = invitation.value;
  return html`
    <section class="panel devices-invite">
      <h2>${t`Let a device in`}<small>${t`what shall it be?`}</small></h2>
      <div class="device-ways-in">
        <${Way} what="table" role="table" icon="whole" title=${t`A tablet`} note=${t`in the middle of the table`} />
        <${Way} what="wall" role="wall" icon="wall" title=${t`A wall screen`} note=${t`shows, and does nothing`} />
        <${Way} what="keeper" role="keeper" icon="lock" title=${t`The keeper`} note=${t`sets up, on a phone`} />
      </div>
      ${
        shown
          ? html`<${Code} key=${shown.url} shown=${shown} />`
          : html`<p class="muted">${t`A code appears: scan it with that device, or type its address there.`}</p>`
      }
      ${(page.value?.tables || []).map(
        (open, place) => html`<${Seats} key=${open.table} open=${open} first=${place === 0} />`,
      )}
    </section>
  `;
}

function DevicesPage() {
  return html`
    <div class="app kits-page devices-page">
      <header class="bar">
        <a class="ico up" href=${home} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title">
          <h1>${t`Devices`}</h1>
          <span class="sub">${t`who may open this table, and as what`}</span>
        </div>
        <a class="tool" href=${home} data-testid="home">
          <${Icon} name="home" />
          ${home === "/" ? t`All games` : t`To the table`}
        </a>
      </header>
      <main class="kits-body">
        ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
        ${page.value && html`<div class="kits devices"><${Inside} /><${Inviting} /></div>`}
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${DevicesPage} />`, root);
  pollDevices();
}
