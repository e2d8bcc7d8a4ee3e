// The test throw: what was read, with its boxes; somebody says that it is right, or taps what is not; and a grade.
import { html, useState } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { Keypad } from "../prompts/sources/card-keypad.js";
import { facesOf } from "../kits/kits.js";
import { kitTitle } from "../kits/list.js";
import { t } from "../core/text/i18n.js";
import { Scene } from "./tray/scene.js";
import { HealthAdvice, LiveView } from "./live-view.js";
import { asideAddress, nextStepGold } from "./next-step.js";
import {
  forgetThrows,
  judgeThrow,
  canForceTestThrow,
  testThrowRefusal,
  page,
  sendSetupPhoto,
  playDemoThrow,
  forceTestThrows,
  working,
} from "./store.js";
import { faceWord, percent, pluralWord } from "../core/labels.js";

/** @typedef {import("../types").GradedThrowView} Tried */
/** @typedef {import("../types").GradedThrowObject} ThingTried */

/** @type {Record<string, [string, string, () => string]>} */
const GRADES = {
  very_good: ["good", "✦✦✦", () => t`Very good`],
  good: ["good", "✦✦", () => t`Good`],
  care: ["warn", "✦", () => t`Needs care`],
};
/** @type {Record<string, [string, () => string]>} */
const READS = {
  sure: ["good", () => t`sure`],
  doubtful: ["warn", () => t`asks`],
  wrong: ["bad", () => t`wrong`],
  unread: ["bad", () => t`not known`],
  leans: ["warn", () => t`leans`],
  hidden: ["warn", () => t`half hidden`],
  other: ["", () => t`none of them`],
};
const LIKELY = 3;
const ANY_CARD = new Map(facesOf("card").map((card) => [card, ""]));

/** A grade with its shape and its word. @param {{grade: string, small?: boolean}} props */
function Grade({ grade, small = false }) {
  const [tone, shape, word] = GRADES[grade] || ["", "–", () => t`No grade`];
  return html`
    <span class=${`grade ${tone} ${small ? "small" : ""}`} data-testid="grade" data-grade=${grade}>
      <i aria-hidden="true">${shape}</i>
      ${word()}
    </span>
  `;
}

/** What a thing shows, as it was said, read, or guessed. @param {ThingTried} thing */
const valueOf = ({ seen, said }) =>
  said || seen.value || (seen.kind === "unknown" ? "" : seen.alternatives[0]?.[0] || "");

/** @param {{thing: ThingTried, place: number, on: boolean, pick: () => void}} props */
function Thing({ thing, place, on, pick }) {
  const { seen, read } = thing;
  const value = thing.said === "" ? "" : valueOf(thing);
  const [tone, word] = READS[read];
  return html`
    <button
      class=${`seen setup-thing ${tone} ${on ? "now" : ""}`}
      aria-pressed=${on}
      data-testid="thing"
      data-read=${read}
      data-value=${value}
      onClick=${pick}
    >
      <i>${place + 1}</i>
      <${Face} kind=${value ? seen.kind : "unknown"} value=${value} />
      <b>${value ? faceWord(value) : "?"}</b>
      <small class=${tone}>${read === "sure" && seen.conf < 0.995 ? percent(seen.conf) : word()}</small>
    </button>
  `;
}

/**
 * Which face it is, the likeliest first; or none of them.
 * @param {{thing: ThingTried, place: number, say: (value: string) => void}} props
 */
function Fan({ thing, place, say }) {
  const { seen } = thing;
  const likely = [...new Set([...(seen.value ? [seen.value] : []), ...seen.alternatives.map(([face]) => face)])].slice(
    0,
    LIKELY,
  );
  const rest = facesOf(seen.kind).filter((face) => !likely.includes(face));
  return html`
    <div class="setup-fan" role="group" aria-label=${t`What is number ${place + 1}?`} data-testid="fan">
      <p>
        <b>${t`What is number ${place + 1}?`}</b>
        ${thing.advice && html` ${thing.advice}`}
        ${thing.kit && html` ${t`It is called “${kitTitle(thing.kit)}”.`}`}
      </p>
      ${
        seen.kind === "card"
          ? html`<${Keypad} reasons=${ANY_CARD} likely=${likely[0]} label=${t`Any other card`} onPick=${say} />`
          : html`
            <div class="fan-rest">
              ${[...likely, ...rest].map(
                (face) =>
                  html`
                    <button
                      class=${`guess small ${likely.includes(face) ? "likely" : ""}`}
                      key=${face}
                      data-testid=${`face-${face}`}
                      onClick=${() => say(face)}
                    >
                      <${Face} kind=${seen.kind} value=${face} />
                      <span>${faceWord(face)}</span>
                    </button>
                  `,
              )}
            </div>
          `
      }
      <div class="tools">
        ${
          seen.kind === "unknown" &&
          html`
            <a class="tool" href=${asideAddress("kits", "#new/die")} data-testid="teach-it">
              <${Icon} name="dice" />
              ${t`Teach it`}
            </a>
          `
        }
        <button class="tool" data-testid="none-of-them" onClick=${() => say("")}>
          <${Icon} name="minus" />
          ${t`Not one of them`}
        </button>
      </div>
    </div>
  `;
}

/**
 * A thing as a finger has named it just now; the table says the same once it was told.
 * @param {ThingTried} thing
 * @param {string | null} said
 * @returns {ThingTried}
 */
function asSaid(thing, said) {
  if (said === thing.said) return thing;
  if (thing.seen.value === null && said !== "") return { ...thing, said };
  return { ...thing, said, read: said === thing.seen.value || said === null ? "sure" : "wrong" };
}

/** One throw with what was read, to be looked over. @param {{throw_: Tried}} props */
function Judging({ throw_: one }) {
  const [said, setSaid] = useState(one.things.map((thing) => thing.said));
  const [missed, setMissed] = useState(one.missed);
  const [open, setOpen] = useState(-1);
  const things = one.things.map((thing, k) => asSaid(thing, said[k]));
  const say = (/** @type {string} */ value) => {
    const next = said.map((old, k) => (k === open ? value : old));
    setSaid(next);
    setOpen(-1);
    if (one.looked_over) judgeThrow(one.number, next, missed);
  };
  const miss = (/** @type {number} */ count) => {
    setMissed(count);
    if (one.looked_over) judgeThrow(one.number, said, count);
  };
  const changed = missed > 0 || said.some((value) => value !== null);
  /** @type {import("../prompts/gold-button.js").Gold} */
  const gold = one.looked_over
    ? nextStepGold("throw", t`or throw again`)
    : {
        text: changed ? t`That is how it lies` : t`All right`,
        small: changed ? t`the reader learns from it` : t`or tap what is wrong`,
        icon: "check",
        testid: "judge",
        act: () => judgeThrow(one.number, said, missed),
      };
  return html`
    <div class="setup-two">
      <div class="setup-seen">
        <div class="live-picture">
          ${
            one.picture &&
            html`
              <${Scene}
                key=${one.number}
                picture=${one.picture}
                objects=${one.things.map((thing) => thing.seen)}
                words=${t`The tray as the camera saw it`}
                numbers
              />
            `
          }
        </div>
        <div class="seens setup-things" role="group" aria-label=${t`What was read; tap one to change it`}>
          ${things.map(
            (thing, k) =>
              html`
                <${Thing}
                  key=${k}
                  thing=${thing}
                  place=${k}
                  on=${k === open}
                  pick=${() => setOpen(k === open ? -1 : k)}
                />
              `,
          )}
          <button class="seen add" data-testid="missed" onClick=${() => miss(missed + 1)}>
            <${Icon} name="plus" />
            <span>${missed ? t`${missed} not seen` : t`not seen`}</span>
          </button>
          ${
            missed > 0 &&
            html`
              <button class="seen add" data-testid="missed-less" onClick=${() => miss(missed - 1)}>
                <${Icon} name="minus" />
                <span>${t`one less`}</span>
              </button>
            `
          }
        </div>
      </div>
      <div class="setup-told">
        ${
          open >= 0 && things[open]
            ? html`<section class="panel"><${Fan} thing=${things[open]} place=${open} say=${say} /></section>`
            : html`<${Graded} one=${one} />`
        }
      </div>
    </div>
    <footer class="setup-foot">
      <button class="btn small" disabled=${working.value} data-testid="anew" onClick=${forgetThrows}>
        <${Icon} name="undo" />
        <span>${t`Begin anew`}</span>
      </button>
      <${GoldButton} gold=${working.value ? { text: t`One moment…`, still: true } : gold} />
    </footer>
  `;
}

/** Where what is not known is put on the table, or taught. @param {{one: Tried}} props */
function Kits({ one }) {
  const kits = [...new Set(one.things.map((thing) => thing.kit).filter(Boolean))];
  const rest = one.things.some((thing) => thing.read === "unread" && !thing.kit);
  if (!kits.length && !rest) return null;
  return html`
    <div class="tools">
      ${kits.map(
        (kit) =>
          html`
            <a
              class="tool"
              key=${kit}
              href=${asideAddress("kits", `#kit/${encodeURIComponent(kit)}`)}
              data-testid="to-kit"
            >
              <${Icon} name="dice" />
              ${t`To the kit “${kitTitle(kit)}”`}
            </a>
          `,
      )}
      ${
        rest &&
        html`
          <a class="tool" href=${asideAddress("kits")} data-testid="to-kits">
            <${Icon} name="dice" />
            ${t`To the dice and tokens`}
          </a>
        `
      }
    </div>
  `;
}

/** The grade of this throw and of all, why, and what would make it better. @param {{one: Tried}} props */
function Graded({ one }) {
  const trials = page.value?.trials;
  const others = trials?.throws.slice(0, 8) || [];
  return html`
    <section class=${`panel setup-grade ${one.grade}`} role="status" aria-live="polite" data-testid="graded">
      <${Grade} grade=${one.grade} />
      <p>${one.reason}</p>
      ${!one.looked_over && html`<p class="muted">${t`Is it what lies there? Tap a thing that is wrong.`}</p>`}
    </section>
    ${
      one.better.length > 0 &&
      html`
        <section class="panel setup-better" data-testid="better">
          <h2>${t`This would make it better`}</h2>
          <ul>
            ${one.better.map(
              (sentence) => html`<li key=${sentence}><${Icon} name="spark" /><span>${sentence}</span></li>`,
            )}
          </ul>
          <${Kits} one=${one} />
        </section>
      `
    }
    ${
      trials?.grade &&
      html`
        <section class="panel setup-all" data-testid="overall">
          <h2>${t`All throws`}<small>${trials.reason}</small></h2>
          <${Grade} grade=${trials.grade} small />
          <ol aria-label=${t`The throws, the newest first`}>
            ${others.map(
              (each) =>
                html`
                  <li key=${each.number} class=${GRADES[each.grade]?.[0] || ""} title=${each.reason}>
                    ${GRADES[each.grade]?.[1] || "–"}
                  </li>
                `,
            )}
          </ol>
        </section>
      `
    }
    <${Again} />
  `;
}

/** How the next throw comes. */
function Again() {
  const send = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files?.[0]) sendSetupPhoto(input.files[0]);
    input.value = ""; // the same picture may be sent again
  };
  const now = page.value;
  return html`
    <div class="tools setup-again">
      ${(now?.recorded || []).map(
        (kind) =>
          html`
            <button
              class="tool"
              key=${kind}
              disabled=${working.value}
              data-testid=${`play-${kind}`}
              onClick=${() => playDemoThrow(kind)}
            >
              <span class="kit-art"><${Face} kind=${kind === "handful" ? "token" : kind} value="" /></span>
              ${
                kind === "handful"
                  ? t`Lay down a handful`
                  : html`${t`Throw`} <span class="sr">${pluralWord(kind)}</span>`
              }
            </button>
          `,
      )}
      <label class="tool">
        <input
          class="sr"
          type="file"
          accept="image/*"
          capture="environment"
          data-testid="throw-photo"
          onChange=${send}
        />
        <${Icon} name="camera" />
        ${t`Take a photograph`}
      </label>
    </div>
  `;
}

/** Nothing was thrown yet. */
function Waiting() {
  const now = page.value;
  const kept = now?.trials.kept;
  const sees = Boolean(now?.eye.source || now?.recorded.length);
  return html`
    <div class="setup-two">
      <div class="setup-seen">
        ${
          now?.eye.source
            ? html`<${LiveView} /><${HealthAdvice} well=${t`Ready: throw.`} />`
            : html`
              <div class="live-picture empty">
                <${Icon} name="throw" />
                <p>${sees ? t`A throw is played for you.` : t`Take a photograph of what you threw.`}</p>
              </div>
            `
        }
      </div>
      <div class="setup-told">
        <section class="panel setup-grade" data-testid="throw-ask">
          <h2>${t`Throw what you will play with`}</h2>
          <p>
            ${t`It is read as in a game, and answers none. Then say whether it is right: that is how Lamplight is graded, and how it learns.`}
          </p>
          ${kept && html`<p class="muted">${t`The last time:`} <${Grade} grade=${kept} small /></p>`}
        </section>
        <${Again} />
      </div>
    </div>
    <footer class="setup-foot">
      <${GoldButton}
        gold=${{
          text: t`Throw`,
          small: sees ? t`it is read once all lies still` : t`then take a photograph`,
          still: true,
        }}
      />
    </footer>
  `;
}

export function ThrowStep() {
  const newest = page.value?.trials.throws[0];
  if (testThrowRefusal.value)
    return html`
      <p class=${`said ${canForceTestThrow.value ? "info" : ""}`} role="alert" data-testid="not-now">
        ${testThrowRefusal.value}
      </p>
      ${
        canForceTestThrow.value &&
        html`
          <p>
            ${t`Test throws can come first: they answer nothing then, the table says so, and it ends when nobody has touched this page for two minutes.`}
          </p>
          <div class="tools">
            <button class="tool" data-testid="throw-first" onClick=${forceTestThrows}>
              <${Icon} name="dice" />
              ${t`Test throws first`}
            </button>
          </div>
        `
      }
    `;
  return newest ? html`<${Judging} key=${newest.number} throw_=${newest} />` : html`<${Waiting} />`;
}
