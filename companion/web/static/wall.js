// The table for the whole room: what is told and drawn in large, who is asked, what was rolled. Nothing to tap.
import { html, useEffect, useRef } from "./lib.js";
import { Block } from "./blocks.js";
import { Face, Outline } from "./faces.js";
import { refusal } from "./follow.js";
import { Icon } from "./icons.js";
import { isPhases } from "./phases.js";
import { rich } from "./rich.js";
import { t } from "./say.js";
import { Badge } from "./seats.js";
import { SoundButton, SoundSheet } from "./sound-drawer.js";
import { Stage } from "./stage-card.js";
import { isNews, silence, snapshot } from "./state.js";
import { Thrown, thrownHere } from "./thrown.js";
import { TrayPanel } from "./tray.js";
import { objectKind } from "./words.js";

/** @typedef {import("./types").Snapshot} Snapshot */
/** @typedef {import("./types").Block} AnyBlock */

/** What is drawn large, the first that there is. */
const LARGE = ["puzzle", "overlay", "board", "graph", "places", "bag", "cards", "story"];
/** What stands beside it, the most important first: what does not fit is left out whole. */
const BESIDE = ["story", "text", "track", "odds", "roster", "counters", "bag", "cards"];
/** A story of more letters has the wall to itself. */
const LONG = 420;
/** Of a throw of more dice these are drawn. */
const MOST_PLACES = 12;

/** @param {Snapshot} snap @param {string} kind */
const find = (snap, kind) => snap.view.find((block) => block.kind === kind);

/** @param {AnyBlock} block */
const isFull = (block) => !(block.kind === "cards" && block.seat) && !(block.kind === "board" && block.tiles.length + block.pieces.length === 0) && !(block.kind === "overlay" && block.elements.length === 0);

/** What is drawn large now. @param {Snapshot} snap */
function largeOf(snap) {
  const story = find(snap, "story");
  if (story?.kind === "story" && story.text.length > LONG) return story;
  return LARGE.map((kind) => find(snap, kind)).find((block) => block && isFull(block));
}

/** The verdict while it is the news. @param {Snapshot} snap */
const verdictOf = (snap) => (snap.old ? undefined : snap.view.find((block) => block.kind === "sum" && block.verdict));

/** @param {{sitting: import("./types").Sitting}} props */
function Seat({ sitting }) {
  const word = sitting.answered ? t`done` : sitting.asked ? t`asked` : "";
  return html`<li class=${`wall-seat ${sitting.asked && !sitting.answered ? "asked" : ""}`}><${Badge} seat=${sitting.seat} asked=${sitting.asked && !sitting.answered} answered=${sitting.answered} />
    <span>${sitting.name}${word && html`<small>${word}</small>`}</span></li>`;
}

/** @param {{snap: Snapshot}} props */
function Head({ snap }) {
  const heading = find(snap, "heading");
  const [title, sub] = heading?.kind === "heading" ? [heading.title, heading.subtitle] : [snap.title, ""];
  return html`<header class="wall-head"><div><h1>${title}</h1><p>${[snap.title, sub].filter((part) => part && part !== title).join(" · ")}</p></div>
    <ul class="wall-seats" aria-label=${t`Seats`}>${snap.sittings.map((sitting) => html`<${Seat} key=${sitting.seat} sitting=${sitting} />`)}</ul>
    ${silence.value > 0 && html`<p class="chip bad" role="status" data-testid="unheard"><i class="dot"></i><span>${t`Table not heard for ${silence.value} s`}</span></p>`}<${SoundButton} /></header>`;
}

/** The round and its phases as one line. @param {{snap: Snapshot}} props */
function Course({ snap }) {
  const block = snap.view.find((one) => one.kind === "steps") || snap.view.find(isPhases);
  if (!block || (block.kind !== "steps" && block.kind !== "track")) return null;
  const words = block.kind === "steps" ? block.steps.map(({ text, state }) => [text, state]) : block.spaces.map((text, k) => [text, k === block.at ? "now" : k < block.at ? "done" : "todo"]);
  return html`<ol class=${`wall-course ${words.length > 6 ? "many" : ""}`} aria-label=${block.title}>${words.map(([text, state], k) => html`<li key=${k} class=${state} aria-current=${state === "now" ? "step" : undefined}>${text}</li>`)}</ol>`;
}

/** What is laid out of a hand is one thing, as far as others know. @param {import("./types").Prompt} prompt */
const placesOf = (prompt) => Math.min(Math.max(prompt.most, 1), MOST_PLACES);

/** As many empty places as things are asked for; they fill when these lie. @param {{snap: Snapshot}} props */
function Awaited({ snap }) {
  const asked = snap.asked.filter(({ prompt }) => prompt.of.length && !prompt.secret);
  if (!asked.length || (snap.first && asked.length > 1)) return null;
  return html`<section class="panel wall-awaited" data-testid="awaited">${asked.map(({ prompt, name }) => html`<div key=${prompt.id}><p><${Badge} seat=${prompt.seat} asked />${name}</p>
    <div class=${`felt slots n${placesOf(prompt)}`}>${Array.from({ length: placesOf(prompt) }, (_, k) => html`<div class="slot" key=${k}>${k < prompt.locked.length ? html`<${Face} kind=${objectKind(prompt)} value=${prompt.locked[k]} />` : html`<${Outline} kind=${objectKind(prompt)} />`}</div>`)}</div></div>`)}</section>`;
}

/** What lies in the tray, where it is no throw that stands there already. @param {{snap: Snapshot}} props */
const Lying = ({ snap }) => (snap.tray && !thrownHere() ? html`<${TrayPanel} tray=${snap.tray} waits="" seq=${0} faces=${false} />` : null);

/** The dice: asked for, as they were read, or lying there. @param {{snap: Snapshot}} props */
const OnTheTable = ({ snap }) => html`<${Awaited} snap=${snap} /><${Thrown} /><${Lying} snap=${snap} />`;

/** Doubt is shown: play waits for it. @param {{snap: Snapshot}} props */
const Doubted = ({ snap }) => (snap.doubt ? html`<p class="wall-doubt" role="status"><span class="doubt-mark">?</span>${snap.doubt.why}</p>` : null);

/** A story that is longer than its place moves up by itself, slowly; there is no finger here. @param {string} text */
function useRoll(text) {
  /** @type {{current: HTMLElement | null}} */
  const stage = useRef(null);
  useEffect(() => {
    const box = stage.current;
    if (box) box.scrollTop = 0;
    const timer = setInterval(() => { if (box && box.scrollTop + box.clientHeight < box.scrollHeight) box.scrollTop += 1; }, ROLL_MS);
    return () => clearInterval(timer);
  }, [text]);
  return stage;
}

/** A line of the story takes about three seconds to pass. */
const ROLL_MS = 70;

/** @param {{snap: Snapshot}} props */
function Middle({ snap }) {
  const large = largeOf(snap);
  const verdict = verdictOf(snap);
  const beside = BESIDE.flatMap((kind) => snap.view.filter((block) => block.kind === kind && block !== large && !(isPhases(block))));
  const stage = useRoll(large?.kind === "story" ? large.text : "");
  return html`<main class=${`wall-middle large-${large ? large.kind : "none"}`}>
    ${verdict && isNews.value && html`<div class="wall-verdict" data-testid="wall-verdict"><${Block} block=${verdict} size="large" fold /></div>`}
    <div class="wall-stage" ref=${stage}>${large ? html`<${Block} block=${large} size="large" fold />` : html`<${OnTheTable} snap=${snap} />`}</div>
    <div class="wall-side"><${Doubted} snap=${snap} />${large && html`<${OnTheTable} snap=${snap} />`}${verdict && !isNews.value && html`<${Block} block=${verdict} size="small" fold />`}
      ${beside.map((block, k) => html`<${Block} key=${`${block.kind}${k}`} block=${block} size="small" fold />`)}</div></main>`;
}

/** Said before there is a picture. */
function Waiting() {
  return html`<div class="app wall"><main class="lighting"><${Icon} name="lamp" /><p role="status">${refusal.value || t`The lamp is being lit…`}</p></main></div>`;
}

export function Wall() {
  const snap = snapshot.value;
  if (!snap) return html`<${Waiting} />`;
  return html`<div class=${`app wall game-${snap.game} ${silence.value ? "stale" : ""}`} data-testid="wall"><${Head} snap=${snap} />
    <section class="wall-now" aria-label=${t`Now`}><${Icon} name="lamp" /><p data-testid="now" role="status">${rich(snap.over || snap.now)}</p></section><${Course} snap=${snap} /><${Middle} snap=${snap} /><${Stage} game=${snap.game} /><${SoundSheet} /></div>`;
}
