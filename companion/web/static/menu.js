// The table itself: who sits where, how to join, how the senses are, and what this device likes.
import { html, useState } from "./lib.js";
import { Corners } from "./corners.js";
import { invite, unseat } from "./deeds.js";
import { Icon } from "./icons.js";
import { Badge, look } from "./seats.js";
import { set, settings } from "./settings.js";
import { snapshot } from "./state.js";

/** Where the seats stand round the drawn table, and the turn that faces them. */
const ROUND = [[165, 424, 0], [36, 235, 90], [165, 46, 180], [294, 235, 270], [36, 380, 90], [294, 380, 270], [294, 90, 270]];

const MOST_LETTERS = 12; // of a name beside its chair

/** @param {{sitting: import("./types").Sitting, place: number}} props */
function Chair({ sitting, place }) {
  const [x, y, turn] = ROUND[place % ROUND.length];
  const faced = settings.value.turn === turn;
  const tap = () => set({ turn });
  const side = x === 165 ? [54, 8, "start"] : x < 165 ? [-34, 58, "start"] : [34, 58, "end"]; // a long name grows towards the middle
  const name = sitting.name.length > MOST_LETTERS ? `${sitting.name.slice(0, MOST_LETTERS - 1)}…` : sitting.name;
  return html`<g class="chair" transform=${`translate(${x} ${y})`} role="button" tabindex="0" aria-pressed=${faced} onClick=${tap}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => (event.key === "Enter" || event.key === " ") && tap()}>
    ${sitting.asked && html`<circle r="42" class="badge-ring" fill="none" stroke-width="4" stroke-dasharray="6 6" />`}
    <path d=${look(sitting.seat).path} fill=${look(sitting.seat).color} stroke="#fff" stroke-width="3.5" stroke-linejoin="round" />
    <text y="10" text-anchor="middle" font-size="28" font-weight="800" class="on-seat">${look(sitting.seat).mark}</text>
    <text x=${side[0]} y=${side[1]} text-anchor=${side[2]} font-size="21" font-weight="650" class="ink">${name}</text></g>`;
}

/** Seats that a phone answers for: the tablet can take them back. */
function Phones() {
  const claimed = (snapshot.value?.sittings || []).filter((sitting) => sitting.claimed);
  if (!snapshot.value?.join) return null;
  return html`<div class="phones">${claimed.map(({ seat, name, joined }) => html`<button class="tool" key=${seat} data-testid=${`unseat-${seat}`} onClick=${() => unseat(seat)}>
    <${Badge} seat=${seat} /><span>Answer for ${name} here<small>${joined ? "its phone is here" : "its phone is not here now"}</small></span></button>`)}</div>`;
}

function Seats() {
  const { sittings } = /** @type {import("./types").Snapshot} */ (snapshot.value);
  const turn = settings.value.turn;
  return html`<section class="panel seats"><h2>Seats<small>tap to turn the screen</small></h2><${Phones} />
    <svg viewBox="0 0 330 480" role="group" aria-label="Seats round the table">
      <rect x="75" y="95" width="180" height="280" rx="26" fill="url(#wood)" class="wood-edge" stroke-width="4" /><circle cx="165" cy="235" r="118" fill="url(#lamp)" />
      <g transform=${`translate(165 220) rotate(${turn})`}><rect x="-44" y="-31" width="88" height="62" rx="9" class="slab" /><path d="M0-15 12 4H-12z" class="slab-mark" transform="rotate(180)" /><rect x="-14" y="-18" width="28" height="5" rx="2.5" class="slab-mark" /></g>
      <g transform="translate(165 325)"><rect x="-46" y="-26" width="92" height="52" rx="8" fill="#1c3028" stroke="#6b4a2a" stroke-width="5" /><rect x="-27" y="-8" width="14" height="14" rx="3" class="die" /><rect x="-5" y="-4" width="14" height="14" rx="3" class="die" transform="rotate(24 2 3)" /><rect x="15" y="-9" width="14" height="14" rx="3" class="die" transform="rotate(48 22 -2)" /></g>
      ${sittings.map((sitting, place) => html`<${Chair} key=${sitting.seat} sitting=${sitting} place=${place} />`)}</svg></section>`;
}

/** An SVG text as a picture: the page's policy allows data: images, never foreign markup. @param {string} svg */
const picture = (svg) => `data:image/svg+xml;utf8,${encodeURIComponent(svg.includes("xmlns=") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'))}`;

function Join() {
  const [card, setCard] = useState(/** @type {{url: string, svg: string, seat: string} | null} */ (null));
  const sittings = snapshot.value?.sittings || [];
  const ask = async (/** @type {string} */ seat) => setCard(await invite(seat));
  return html`<section class="panel join"><h2>Join with a phone<small>pick your seat</small></h2>
    <div class="join-seats">${sittings.map(({ seat, name, joined }) => html`<button class="pick" data-testid=${`invite-${seat}`} aria-pressed=${card?.seat === seat} onClick=${() => ask(seat)}>
      <${Badge} seat=${seat} />${name}${joined > 0 && html`<small>${joined} here</small>`}</button>`)}</div>
    ${card ? html`<img class="qr" src=${picture(card.svg)} alt=${`QR code: ${card.url}`} data-testid="qr" /><b class="join-url">${card.url.replace(/#.*/, "")}</b><p class="muted">Scan it within two minutes; it works once.</p>` : html`<p class="muted join-hint"><${Icon} name="phone" />Each seat has its own code; on a phone it shows what only that seat may see.</p>`}</section>`;
}

/** @type {Record<string, [string, string, string]>} */
const STATES = { ready: ["good", "●", "ready"], retrying: ["warn", "▲", "retrying"], offline: ["bad", "■", "offline"] };
const SENSE_ICONS = [["camera", "camera"], ["bowl", "bowl"], ["bag", "bowl"], ["reader", "reader"], ["scanner", "reader"]];

/** @param {{sense: import("./types").Sense}} props */
function SenseLine({ sense }) {
  const [tone, shape, word] = sense.state === "ready" && sense.advice.length ? ["warn", "▲", "sees badly"] : STATES[sense.state] || STATES.offline;
  const icon = SENSE_ICONS.find(([part]) => sense.title.toLowerCase().includes(part))?.[1] || "reader";
  return html`<li><${Icon} name=${icon} /><span>${sense.title}<small>${sense.words}</small>${sense.advice.map((sentence) => html`<small class="warn" key=${sentence}>${sentence}</small>`)}</span><span class=${`state ${tone}`}>${shape} ${word}</span></li>`;
}

function Senses() {
  const snap = snapshot.value;
  return html`<section class="panel senses"><h2>Senses</h2><ul>${(snap?.senses || []).map((sense) => html`<${SenseLine} key=${sense.reader} sense=${sense} />`)}
    ${!snap?.senses.length && html`<li><${Icon} name="hand" /><span>No reader is connected<small>everything can be given by hand</small></span></li>`}</ul>
    <p class="muted">${snap?.broker}</p>
    ${snap?.seat === "table" && html`<a class="btn" href=${`/readers?table=${encodeURIComponent(snap.table)}`} data-testid="readers"><${Icon} name="reader" /><span>Readers and tags<small>plug one in, teach its tags</small></span></a>`}</section>`;
}

/** The way to the page on which dice and tokens are taught. */
function Known() {
  return html`<section class="panel known"><h2>Dice and tokens<small>what the camera knows</small></h2>
    <a class="btn" href=${`/kits?table=${encodeURIComponent(snapshot.value?.table || "")}`} data-testid="kits"><${Icon} name="dice" /><span>Teach dice and tokens<small>show it your own, once</small></span></a></section>`;
}

/** @param {{on: boolean, title: string, note: string, act: () => void, testid: string}} props */
const Like = ({ on, title, note, act, testid }) => html`<button class=${`like ${on ? "on" : ""}`} aria-pressed=${on} data-testid=${testid} onClick=${act}>${title}<small>${note}</small></button>`;

function Likes() {
  const { theme, size, sound, calm, turn } = settings.value;
  const next = size === 100 ? 120 : size === 120 ? 140 : 100;
  return html`<section class="panel likes"><h2>For this device</h2><div class="like-grid">
    <${Like} on=${theme === "dark"} title="Gaslight" note="dark theme" testid="theme-dark" act=${() => set({ theme: "dark" })} />
    <${Like} on=${theme === "light"} title="Daylight" note="bright room" testid="theme-light" act=${() => set({ theme: "light" })} />
    <${Like} on=${sound} title=${sound ? "Sound on" : "Sound off"} note="with a picture" testid="sound" act=${() => set({ sound: !sound })} />
    <${Like} on=${calm} title="Less motion" note=${calm ? "nothing moves" : "as the device says"} testid="calm" act=${() => set({ calm: !calm })} />
    <${Like} on=${size > 100} title=${size === 100 ? "Larger text" : `Text ${size}%`} note=${`tap for ${next}%`} testid="size" act=${() => set({ size: next })} />
    <${Like} on=${turn !== 0} title="Turn the screen" note=${`${turn}°`} testid="turn-menu" act=${() => set({ turn: (turn + 90) % 360 })} /></div></section>`;
}

export function Menu() {
  return html`<div class="menu"><${Seats} />${snapshot.value?.join && html`<${Join} />`}<${Senses} /><${Known} />${snapshot.value?.seat === "table" && html`<${Corners} />`}<${Likes} /></div>`;
}
