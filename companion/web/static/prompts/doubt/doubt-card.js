// The card of a doubt: what was read, what it may be, whose it is.
import { html, useState } from "../../core/lib.js";
import { dismissReading, lookAgain, settleDoubt } from "../../table/actions.js";
import { Face } from "../../art/faces.js";
import { Icon } from "../../core/icons.js";
import { MessageLine } from "../../rules/link.js";
import { Keypad } from "../sources/card-keypad.js";
import { facesOf, offeredFaces } from "../../kits/kits.js";
import { Scene } from "../../setup/tray/scene.js";
import { Badge } from "../../table/seats/seats.js";
import { t } from "../../core/text/i18n.js";
import { visibleMessage, snapshot } from "../../core/state.js";
import { faceWord, objectKind, percent } from "../../core/labels.js";
import { addOne, byHand, isNothing, meant, poolOf, repool, whole } from "./doubt.js";
import { leastOf } from "../../core/prompt-fields.js";

/** @typedef {import("../../types.js").DoubtView} Doubted */
/** @typedef {import("../../types.js").Prompt} Prompt */
/** @typedef {import("./doubt.js").Die} Die */

/** How many likely faces stand first and large; of few faces all do. */
const LIKELIEST = 3;
const FEW = 4;

/** All faces a die may be, the likeliest first, each once. @param {Prompt} prompt @param {Die} die */
function faces(prompt, die) {
  const kind = objectKind(prompt);
  const possible = prompt.options.length
    ? offeredFaces(prompt)
        .filter((offer) => offer.left)
        .map((offer) => offer.id)
    : facesOf(kind);
  const likely = die.likely
    .map(([face]) => face)
    .filter((face, k, all) => possible.includes(face) && all.indexOf(face) === k)
    .slice(0, LIKELIEST);
  const rest = possible.filter((face) => !likely.includes(face));
  return possible.length <= FEW ? { likely: [...likely, ...rest], rest: [] } : { likely, rest };
}

/**
 * Why a card cannot be the one that was read.
 * @param {Prompt} prompt
 * @returns {import("../sources/card-keypad.js").Reasons}
 */
const reasonsOf = (prompt) => new Map(offeredFaces(prompt).map((offer) => [offer.id, offer.left ? "" : offer.refused]));

/** @param {Die} die @param {string} face */
function sureness(die, face) {
  const found = die.likely.find(([one]) => one === face);
  return found && found[1] > 0 ? percent(found[1]) : "";
}

/** @param {{prompt: Prompt, die: Die, onPick: (face: string) => void, place: number}} props */
function Fan({ prompt, die, onPick, place }) {
  const { likely, rest } = faces(prompt, die);
  const card = objectKind(prompt) === "card";
  return html`
    <div class="fan" role="group" aria-label=${t`What is number ${place + 1}?`}>
      <div class="fan-likely">
        ${likely.map(
          (face) => html`
            <button
              class=${`guess ${sureness(die, face) ? "" : "unlikely"}`}
              data-testid=${sureness(die, face) ? "guess" : `face-${face}`}
              data-face=${face}
              onClick=${() => onPick(face)}
            >
              <${Face} kind=${die.kind} value=${face} />
              <b>${faceWord(face)}</b>
              <small>${sureness(die, face)}</small>
            </button>
          `,
        )}
      </div>
      ${
        card &&
        html`<${Keypad} reasons=${reasonsOf(prompt)} likely=${likely[0]} label=${t`Any other card`} onPick=${onPick} />`
      }
      ${
        !card &&
        rest.length > 0 &&
        html`
          <div class="fan-rest">
            ${rest.map(
              (face) => html`
                <button class="guess small" data-testid=${`face-${face}`} onClick=${() => onPick(face)}>
                  <${Face} kind=${die.kind} value=${face} />
                  <span>${faceWord(face)}</span>
                </button>
              `,
            )}
          </div>
        `
      }
    </div>
  `;
}

/** @param {{die: Die, place: number, now: boolean, onOpen: () => void}} props */
function Seen({ die, place, now, onOpen }) {
  const word = die.value ? faceWord(die.value) : "?";
  return html`
    <button class=${`seen ${die.open ? "q" : ""} ${now ? "now" : ""}`} aria-pressed=${now} onClick=${onOpen}>
      <i>${place + 1}</i>
      <${Face} kind=${die.value ? die.kind : "unknown"} value=${die.value} />
      <span>${word}</span>
    </button>
  `;
}

/**
 * Only what this device may answer is offered.
 * @param {{doubt: Doubted, prompts: import("../../types.js").PromptView[], onPick: (id: string) => void}} props
 */
function Whose({ prompts, onPick }) {
  return html`
    <div class="options few">
      ${prompts
        .filter(({ mine }) => mine)
        .map(
          ({ prompt, name }) => html`
            <button class="option" data-testid=${`whose-${prompt.seat}`} onClick=${() => onPick(prompt.id)}>
              <${Badge} seat=${prompt.seat} />
              <span>${name}<small>${prompt.title}</small></span>
            </button>
          `,
        )}
    </div>
  `;
}

/** @param {{doubt: Doubted}} props */
const NoRoll = ({ doubt }) =>
  html`
    <button class="tool" data-testid="dismiss" onClick=${() => dismissReading(doubt.id)}>
      <${Icon} name="cross" />
      ${t`Not a roll`}
    </button>
    ${
      snapshot.value?.looks &&
      html`
        <button class="tool" data-testid="look-again" onClick=${lookAgain}>
          <${Icon} name="camera" />
          ${t`Look again`}
        </button>
      `
    }
  `;

/** @param {{doubt: Doubted}} props */
export function DoubtCard({ doubt }) {
  const prompts = meant(doubt);
  const [chosen, setChosen] = useState("");
  const whose = prompts.length === 1 ? prompts[0].prompt.id : chosen;
  const asked = prompts.find(({ prompt }) => prompt.id === whose);
  const covered = !doubt.objects.length && !doubt.picture; // the face is its owner's: the table knows what it read
  const claim = (/** @type {string} */ id) => (covered ? settleDoubt(doubt.id, id, []) : setChosen(id));
  return html`
    <section class="panel doubt" data-testid="doubt">
      <header>
        <span class="doubt-mark">?</span>
        <div><h2>${doubt.why}</h2>${!asked && !doubt.whose && html`<p class="muted">${t`Whose is it?`}</p>`}</div>
      </header>
      ${visibleMessage.value && html`<${MessageLine} said=${visibleMessage.value} testid="refusal" />`}
      ${doubt.told.map(
        (one) =>
          html`
            <p class="doubt-told" key=${one.source} data-testid="told">
              <${Icon} name=${one.source.startsWith("vision/") ? "camera" : "reader"} />
              ${one.values.map(
                (value) => html`<${Face} kind=${asked ? objectKind(asked.prompt) : "token"} value=${value} />`,
              )}
              <span>
                ${
                  one.source.startsWith("vision/")
                    ? t`The camera: ${one.values.map(faceWord).join(" · ")}`
                    : t`The tag reader: ${one.values.map(faceWord).join(" · ")}`
                }
              </span>
            </p>
          `,
      )}
      ${!asked && html`<${Whose} doubt=${doubt} prompts=${prompts} onPick=${claim} />`}
      <div class="doubt-body">
        ${
          doubt.picture &&
          html`
            <div class="crop">
              <${Scene}
                picture=${doubt.picture}
                objects=${doubt.objects}
                words=${t`The tray as the camera saw it`}
                numbers
              />
            </div>
          `
        }
        ${asked && html`<${Settling} key=${whose} doubt=${doubt} prompt=${asked.prompt} />`}
      </div>
      ${!asked && html`<div class="tools"><${NoRoll} doubt=${doubt} /></div>`}
    </section>
  `;
}

/** @param {{doubt: Doubted, prompt: Prompt}} props */
function Settling({ doubt, prompt }) {
  const pool = poolOf(doubt, prompt);
  const setPool = (/** @type {Die[]} */ next) => repool(doubt, prompt, next);
  const [chosen, setChosen] = useState(-1);
  const open = pool.findIndex((die) => die.open);
  const place = chosen >= 0 && chosen < pool.length ? chosen : open;
  const count = whole(
    prompt,
    pool.map((die) => die.value),
  ).length;
  const short = count < leastOf(prompt);
  const send = (/** @type {Die[]} */ dice) =>
    settleDoubt(
      doubt.id,
      prompt.id,
      whole(
        prompt,
        dice.map((die) => die.value),
      ),
    );
  const fits = (/** @type {Die[]} */ dice) => {
    const { length } = whole(
      prompt,
      dice.map((die) => die.value),
    );
    return dice.every((die) => !die.open) && length >= leastOf(prompt) && length <= prompt.most;
  };
  const change = (/** @type {Die[]} */ next) => {
    setPool(next);
    setChosen(-1);
    if (fits(next)) send(next);
  };
  const pick = (/** @type {string} */ face) =>
    change(pool.map((die, k) => (k === place ? { ...die, value: face, open: false } : die)));
  const add = () => {
    addOne(doubt, prompt);
    setChosen(pool.length);
  };
  if (isNothing(doubt))
    return html`
      <div class="tools">
        <button class="tool" data-testid="doubt-by-hand" onClick=${() => byHand(doubt, prompt)}>
          <${Icon} name="hand" />
          ${t`Give it by hand`}
        </button>
        <${NoRoll} doubt=${doubt} />
      </div>
    `;
  return html`
    <div class="seens" role="group" aria-label=${t`What was read; tap one to change it`}>
      ${pool.map(
        (die, k) => html`<${Seen} key=${k} die=${die} place=${k} now=${k === place} onOpen=${() => setChosen(k)} />`,
      )}
      ${
        short &&
        html`
          <button class="seen add" data-testid="missing" onClick=${add}>
            <${Icon} name="plus" />
            <span>${t`missing`}</span>
          </button>
        `
      }
    </div>
    ${place >= 0 && html`<${Fan} prompt=${prompt} die=${pool[place]} place=${place} onPick=${pick} />`}
    ${
      place < 0 &&
      !fits(pool) &&
      html`
        <p class="muted" data-testid="count-off">
          ${
            leastOf(prompt) === prompt.most
              ? t`${prompt.most} asked, ${count} here.`
              : t`${leastOf(prompt)} to ${prompt.most} asked, ${count} here.`
          }
          ${" "}
          ${short ? t`Tap “missing” and say what it was.` : t`Tap one that does not count, then “Not one of them”.`}
        </p>
      `
    }
    ${
      place < 0 &&
      fits(pool) &&
      html`<button class="btn" data-testid="settle" onClick=${() => send(pool)}>${t`Use these ${pool.length}`}</button>`
    }
    <div class="tools">
      ${
        place >= 0 &&
        html`
          <button class="tool" data-testid="not-a-die" onClick=${() => change(pool.filter((_, k) => k !== place))}>
            <${Icon} name="minus" />
            ${t`Not one of them`}
          </button>
        `
      }
      <${NoRoll} doubt=${doubt} />
    </div>
  `;
}
