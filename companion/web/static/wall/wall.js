// The table for the whole room: what is told and drawn in large, who is asked, what was rolled. Nothing to tap.
import { html } from "../core/lib.js";
import { Block } from "../blocks/index.js";
import { Face, Outline } from "../art/faces.js";
import { refusal } from "../core/snapshot-feed.js";
import { Icon } from "../core/icons.js";
import { isPhases, rowOf, PhaseRow } from "../table/phases.js";
import { richText } from "../core/text/rich-text.js";
import { t } from "../core/text/i18n.js";
import { Badge } from "../table/seats/seats.js";
import { sourceOf } from "../prompts/sources/answer-source.js";
import { SoundButton, SoundSheet } from "../sound/drawer.js";
import { Stage } from "../cues/card.js";
import { silentSeconds, snapshot } from "../core/state.js";
import { LastThrow, thrownHere } from "../table/tray/last-throw.js";
import { TrayPanel } from "../table/tray/tray.js";
import { Dice, pictureAddress } from "./fairness-poster.js";
import { StoryPages } from "./story.js";
import { TrackBar } from "./track.js";
import { objectKind } from "../core/labels.js";
import { lockedOf, objectsOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Block} AnyBlock */

/** What is drawn large, the first that there is. */
const LARGE = ["puzzle", "overlay", "board", "graph", "places", "bag", "cards", "story"];
/** What stands beside it, the most important first: what does not fit is left out whole. */
const BESIDE = ["story", "table", "text", "track", "odds", "roster", "counters", "bag", "cards"];
/** A story of more letters is drawn large; where a verdict stands above the map, one of fewer is. */
const LONG = 420;
const LONG_BELOW_VERDICT = 150;
/** A Now line of more letters is written smaller. */
const LONG_LINE = 90;
/** More phases than these are written smaller, in one line. */
const MOST_PHASES = 6;
/** Of a throw of more dice these are drawn. */
const MOST_PLACES = 12;

/** @param {Snapshot} snap @param {string} kind */
const find = (snap, kind) => snap.view.find((block) => block.kind === kind);

/** @param {AnyBlock} block */
const isFull = (block) =>
  !(block.kind === "cards" && block.seat) &&
  !(block.kind === "board" && block.tiles.length + block.pieces.length === 0) &&
  !(block.kind === "overlay" && block.elements.length === 0);

/**
 * Its place beside what is large; what the whole table counts, doom and clues, stands before what somebody has.
 * @param {AnyBlock} block
 */
const rankOf = (block) => BESIDE.indexOf(block.kind === "counters" && !block.seat ? "table" : block.kind);

/**
 * The verdict until something else is answered; what a throw gives to a puzzle stands in its steps.
 * @param {Snapshot} snap
 */
const verdictOf = (snap) =>
  snap.old || find(snap, "puzzle") ? undefined : snap.view.find((block) => block.kind === "sum" && block.verdict);

/**
 * Does a story find no place beside a map? Dice that are waited for or lie there need that column.
 * @param {Snapshot} snap
 * @param {string} text
 */
function isLong(snap, text) {
  if (verdictOf(snap)) return text.length > LONG_BELOW_VERDICT;
  return text.length > LONG || Boolean(snap.doubt || thrownHere() || awaitedOf(snap).length);
}

/** What is drawn large now. @param {Snapshot} snap */
function largeOf(snap) {
  const story = find(snap, "story");
  if (story?.kind === "story" && !find(snap, "puzzle") && isLong(snap, story.text)) return story;
  return LARGE.map((kind) => find(snap, kind)).find((block) => block && isFull(block));
}

/** @param {{sitting: import("../types").SeatView}} props */
function Seat({ sitting }) {
  const word = sitting.answered ? t`done` : sitting.asked ? t`asked` : "";
  return html`
    <li class=${`wall-seat ${sitting.asked && !sitting.answered ? "asked" : ""}`}>
      <${Badge} seat=${sitting.seat} asked=${sitting.asked && !sitting.answered} answered=${sitting.answered} />
      <span>${sitting.name}${word && html`<small>${word}</small>`}</span>
    </li>
  `;
}

/** @param {{snap: Snapshot}} props */
function Head({ snap }) {
  const heading = find(snap, "heading");
  const [title, sub] = heading?.kind === "heading" ? [heading.title, heading.subtitle] : [snap.title, ""];
  return html`
    <header class="wall-head">
      <div><h1>${title}</h1><p>${[snap.title, sub].filter((part) => part && part !== title).join(" · ")}</p></div>
      <ul class="wall-seats" aria-label=${t`Seats`}>
        ${snap.sittings.map((sitting) => html`<${Seat} key=${sitting.seat} sitting=${sitting} />`)}
      </ul>
      ${
        silentSeconds.value > 0 &&
        html`
          <p class="chip bad" role="status" data-testid="unheard">
            <i class="dot"></i>
            <span>${t`Table not heard for ${silentSeconds.value} s`}</span>
          </p>
        `
      }
      <${SoundButton} />
    </header>
  `;
}

/** The steps of a test, else the phases of the round, as one line. @param {{snap: Snapshot}} props */
function Course({ snap }) {
  const block = snap.view.find((one) => one.kind === "steps") || snap.view.find(isPhases);
  if (!block) return null;
  const row = rowOf(block);
  return html`
    <section class=${`wall-course ${row.length > MOST_PHASES ? "many" : ""}`} aria-label=${block.title}>
      <${PhaseRow} row=${row} />
    </section>
  `;
}

/** What is laid out of a hand is one thing, as far as others know. @param {import("../types").Prompt} prompt */
const placesOf = (prompt) => Math.min(Math.max(prompt.most, 1), MOST_PLACES);

/**
 * Who is asked to throw, draw or lay down something; where anybody may, it is nobody's turn to.
 * @param {Snapshot} snap
 */
function awaitedOf(snap) {
  const asked = snap.asked.filter(
    ({ prompt }) => objectsOf(prompt).length && !prompt.secret && sourceOf(prompt) !== "virtual",
  );
  return snap.first && asked.length > 1 ? [] : asked;
}

/** As many empty places as things are asked for; they fill when these lie. @param {{snap: Snapshot}} props */
function Awaited({ snap }) {
  const asked = awaitedOf(snap);
  if (!asked.length) return null;
  return html`
    <section class="panel wall-awaited" data-testid="awaited">
      ${asked.map(
        ({ prompt, name }) => html`
          <div key=${prompt.id}>
            <p><${Badge} seat=${prompt.seat} asked />${name}</p>
            <div class=${`felt slots n${placesOf(prompt)}`}>
              ${Array.from(
                { length: placesOf(prompt) },
                (_, k) =>
                  html`
                    <div class="slot" key=${k}>
                      ${
                        k < lockedOf(prompt).length
                          ? html`<${Face} kind=${objectKind(prompt)} value=${lockedOf(prompt)[k]} />`
                          : html`<${Outline} kind=${objectKind(prompt)} />`
                      }
                    </div>
                  `,
              )}
            </div>
          </div>
        `,
      )}
    </section>
  `;
}

/** What lies in the tray, where it is no throw that stands there already. @param {{snap: Snapshot}} props */
const Lying = ({ snap }) =>
  snap.tray && !thrownHere() ? html`<${TrayPanel} tray=${snap.tray} waits="" seq=${0} faces=${false} />` : null;

/**
 * The dice: asked for, as they were read, or lying there. `told`: they stand with their verdict.
 * @param {{snap: Snapshot, told: boolean}} props
 */
const OnTheTable = ({ snap, told }) =>
  html`<${Awaited} snap=${snap} />${!told && html`<${LastThrow} />`}<${Lying} snap=${snap} />`;

/**
 * What came of the throw, larger than anything else on the wall, with what was thrown.
 * @param {{verdict: AnyBlock}} props
 */
const Outcome = ({ verdict }) =>
  html`
    <div class="wall-verdict" data-testid="wall-verdict">
      <${Block} block=${verdict} size="small" fold />
      <${LastThrow} />
    </div>
  `;

/** Doubt is shown: play waits for it. @param {{snap: Snapshot}} props */
const Doubted = ({ snap }) =>
  snap.doubt ? html`<p class="wall-doubt" role="status"><span class="doubt-mark">?</span>${snap.doubt.why}</p>` : null;

/** @param {{block: AnyBlock, size: "large" | "small"}} props */
function Part({ block, size }) {
  if (block.kind === "story") return html`<${StoryPages} block=${block} />`;
  return block.kind === "track"
    ? html`<${TrackBar} block=${block} />`
    : html`<${Block} block=${block} size=${size} fold />`;
}

/** @param {{snap: Snapshot}} props */
function Middle({ snap }) {
  const large = largeOf(snap);
  const verdict = verdictOf(snap);
  const map = find(snap, "board");
  const beside = snap.view
    .filter((block) => block !== large && !isPhases(block) && rankOf(block) >= 0)
    .sort((a, b) => rankOf(a) - rankOf(b));
  return html`
    <main class=${`wall-middle large-${large ? large.kind : "none"}`}>
      ${verdict && html`<${Outcome} verdict=${verdict} />`}
      <div class="wall-stage">
        ${
          large
            ? html`<${Part} block=${large} size="large" />`
            : html`<${OnTheTable} snap=${snap} told=${Boolean(verdict)} />`
        }
      </div>
      <div class="wall-side">
        <${Doubted} snap=${snap} />
        ${large && html`<${OnTheTable} snap=${snap} told=${Boolean(verdict)} />`}
        ${map && large?.kind === "story" && isFull(map) && html`<${Block} block=${map} size="small" />`}
        ${beside.map((block, k) => html`<${Part} key=${`${block.kind}${k}`} block=${block} size="small" />`)}
      </div>
    </main>
  `;
}

/** Said before there is a picture. */
function Waiting() {
  return html`
    <div class="app wall">
      <main class="lighting">
        <${Icon} name="lamp" />
        <p role="status">${refusal.value || t`The lamp is being lit…`}</p>
      </main>
    </div>
  `;
}

export function Wall() {
  const snap = snapshot.value;
  if (!snap) return html`<${Waiting} />`;
  return html`
    <div class=${`app wall game-${snap.game} ${silentSeconds.value ? "stale" : ""}`} data-testid="wall">
      <${Head} snap=${snap} />
      <section class="wall-now" aria-label=${t`Now`}>
        <${Icon} name="lamp" />
        <p class=${(snap.over || snap.now).length > LONG_LINE ? "long" : ""} data-testid="now" role="status">
          ${richText(snap.over || snap.now)}
        </p>
      </section>
      <${Course} snap=${snap} />
      ${pictureAddress.value && !silentSeconds.value ? html`<${Dice} />` : html`<${Middle} snap=${snap} />`}
      <${Stage} game=${snap.game} />
      <${SoundSheet} />
    </div>
  `;
}
