// The card of a prompt that things on the table answer: slots to fill, and the ways to fill them.
import { html, useState } from "../../core/lib.js";
import { sendAnswer, layDemoTag, sendPhoto, playDemoThrow, answerVirtually } from "../../table/actions.js";
import { Face, Outline } from "../../art/faces.js";
import { HandEntry } from "./manual-entry.js";
import { Icon } from "../../core/icons.js";
import { completedValues, remainingCount, keptValues } from "../../kits/kits.js";
import { t } from "../../core/text/i18n.js";
import { SourceSwitch, allowsVirtual, isUnread, sourceOf } from "./answer-source.js";
import { busy, draftOf, nameOf, trayActivity, changeDraft, snapshot } from "../../core/state.js";
import { faceWord, objectKind, pluralWord, tally, requestedWord } from "../../core/labels.js";
import { isOfASeat, placeOf, Zones } from "../../table/tray/tray-zones.js";
import { leastOf, lockedOf, objectsOf, zoneOf } from "../../core/prompt-fields.js";

/** @typedef {import("../../types.js").Prompt} Prompt */
/** @typedef {import("../gold-button.js").Gold} Gold */
/**
 * How a kind of prompt is worded, of "3 dice"; `forSeat`: what the app does for somebody; null where chance may not
 * answer.
 * @typedef {{lay: (what: string) => string, throw: (what: string) => string, forSeat: ((name: string) => string) |
 * null}} Wording
 */

/** Where things are laid, by zone. @type {Record<string, () => string>} */
const PLACES = {
  tray: () => t`into the tray, under the lamp`,
  bag: () => t`from the bag`,
  pile: () => t`from the top of the pile`,
  own: () => t`into the zone below`,
};

/** More slots than this are not drawn one by one. */
const MOST_SLOTS = 12;

/** @param {{prompt: Prompt}} props */
export function Slots({ prompt }) {
  const kind = objectKind(prompt);
  const values = isByHand(prompt) ? draftOf(prompt.id).values : [];
  const laid = [...keptValues(prompt), ...values];
  const places = Math.min(
    isCounting(prompt) || isVirtualPrompt(prompt) ? laid.length : Math.max(prompt.most, laid.length),
    MOST_SLOTS,
  );
  const moves = sourceOf(prompt) === "scan" && trayActivity.value !== "still";
  const waits = busy.value === prompt.id || moves;
  return html`
    <div
      class=${`felt slots n${places} ${waits ? "reading" : ""}`}
      role="group"
      aria-label=${t`${requestedWord(prompt)} asked, ${values.length} given`}
    >
      ${Array.from(
        { length: places },
        (_, k) =>
          html`
            <${Slot}
              key=${k}
              kind=${kind}
              value=${laid[k] || ""}
              locked=${k < keptValues(prompt).length}
              spare=${k >= leastOf(prompt)}
            />
          `,
      )}
      <p class="felt-words">
        ${
          moves && trayActivity.value !== "reading"
            ? t`as soon as all lies still`
            : waits
              ? t`reading…`
              : values.length || isVirtualPrompt(prompt)
                ? ""
                : PLACES[placeOf(zoneOf(prompt))]?.()
        }
      </p>
    </div>
  `;
}

/** @param {{kind: string, value: string, locked: boolean, spare: boolean}} props */
function Slot({ kind, value, locked, spare }) {
  return html`
    <div
      class=${`slot ${value ? "full" : ""} ${locked ? "locked" : ""} ${spare ? "spare" : ""}`}
      data-testid="slot"
      data-value=${value}
    >
      ${value ? html`<${Face} kind=${kind} value=${value} />` : html`<${Outline} kind=${kind} />`}
      <span>
        ${value ? faceWord(value) : spare ? t`if you like` : ""}
        ${locked && html`<small><${Icon} name="lock" />${t`stays`}</small>`}
      </span>
    </div>
  `;
}

/** @param {{prompt: Prompt}} props */
function Tools({ prompt }) {
  const [tags, setTags] = useState(false);
  const { hand } = draftOf(prompt.id);
  const source = sourceOf(prompt);
  const demo = source === "scan" ? snapshot.value?.demo : null;
  const more = source === "scan" ? throwsFor(prompt).slice(1) : [];
  return html`
    <div class="tools">
      ${more.map(
        (kind) =>
          html`
            <button class="tool" data-testid=${`throw-${kind}`} onClick=${() => playDemoThrow(prompt.id, kind)}>
              <${Icon} name="throw" />
              ${t`Throw ${pluralWord(kind)}`}
            </button>
          `,
      )}
      ${
        demo &&
        demo.tags.length > 0 &&
        html`
          <button class="tool" data-testid="lay-tag" aria-expanded=${tags} onClick=${() => setTags(!tags)}>
            <${Icon} name="reader" />
            ${t`Lay one on the reader`}
          </button>
        `
      }
      <${SourceSwitch}
        prompt=${prompt}
        seat=${prompt.seat}
        name=${nameOf(prompt.seat)}
        now=${hand ? "hand" : source}
        chance=${allowsVirtual(prompt)}
      />
      ${source === "scan" && html`<${PhotoButton} prompt=${prompt.id} />`}
      ${
        tags &&
        demo &&
        html`
          <div class="tags">
            ${demo.tags.map(
              ([tag, face]) => html`
                <button class="tagged" data-testid=${`tag-${face}`} onClick=${() => layDemoTag(prompt.id, tag)}>
                  <${Face} kind=${objectKind(prompt)} value=${face} />
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

/** The throw in which some dice stay lying and the others are rolled again. */
export const AGAIN = "reroll";

/** The throw in which several tokens are laid down to be counted. */
const HANDFUL = "handful";

/** The recorded throws that can answer this prompt. @param {Prompt} prompt */
function throwsFor(prompt) {
  const throws = snapshot.value?.demo?.throws || [];
  if (lockedOf(prompt).length && throws.includes(AGAIN)) return [AGAIN];
  if (isCounting(prompt)) return throws.filter((kind) => kind === HANDFUL);
  return throws.filter((kind) => objectsOf(prompt).includes(kind));
}

/**
 * Whether handfuls are to be shown, as many as lie there; a draw of two is none, nor is a hand of five cards.
 * @param {Prompt} prompt
 */
const isCounting = (prompt) =>
  prompt.kind === "show" && prompt.most > 1 && (objectKind(prompt) === "token" || leastOf(prompt) < prompt.most);

/** A picture from this device's own camera. @param {{prompt: string}} props */
export function PhotoButton({ prompt }) {
  const send = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files && input.files[0]) sendPhoto(prompt, input.files[0]);
    input.value = ""; // the same picture may be sent again
  };
  return html`
    <label class="tool">
      <input class="sr" type="file" accept="image/*" capture="environment" data-testid="photo" onChange=${send} />
      <${Icon} name="camera" />
      ${t`Photo`}
    </label>
  `;
}

/** The seat gives all by hand, or this one. @param {Prompt} prompt */
const isByHand = (prompt) => sourceOf(prompt) === "hand" || draftOf(prompt.id).hand;

/** Nothing is to be laid down: the app rolls or draws. @param {Prompt} prompt */
export const isVirtualPrompt = (prompt) => sourceOf(prompt) === "virtual" && !isByHand(prompt);

/** @param {{prompt: Prompt, wording: Wording}} props */
export function SensedCard({ prompt, wording }) {
  const hand = isByHand(prompt);
  const card = objectKind(prompt) === "card";
  const none = isVirtualPrompt(prompt) ? !keptValues(prompt).length : hand && card && remainingCount(prompt) === 1;
  return html`
    ${!none && html`<${Slots} prompt=${prompt} />`}
    ${!hand && isOfASeat(zoneOf(prompt)) && html`<${Zones} seat=${prompt.seat} />`}
    ${hand && html`<${HandEntry} prompt=${prompt} />`}
    <${Tools} prompt=${prompt} />
  `;
}

/** The gold button of such a prompt. @param {Prompt} prompt @param {Wording} wording @returns {Gold} */
export function sensedGold(prompt, wording) {
  const { values } = draftOf(prompt.id);
  const hand = isByHand(prompt);
  if (busy.value === prompt.id)
    return { text: t`Reading the table…`, small: t`a few moments, until all lies still`, still: true };
  if (hand) return handGold(prompt, values);
  if (isVirtualPrompt(prompt) && wording.forSeat)
    return {
      text: wording.forSeat(nameOf(prompt.seat)),
      small: t`by the app, and marked so for ever`,
      icon: "spark",
      testid: "virtual",
      act: () => answerVirtually(prompt.id),
    };
  const byHand = { icon: "hand", testid: "lay", act: () => changeDraft(prompt.id, { hand: true }) };
  if (isUnread(prompt))
    return { text: t`Give it by hand`, small: t`the camera is away; it reads again as soon as it is back`, ...byHand };
  const [kind] = throwsFor(prompt);
  if (kind === HANDFUL)
    return {
      text: t`Lay down a handful`,
      small: t`recorded tokens, counted by the camera`,
      icon: "throw",
      testid: "throw",
      act: () => playDemoThrow(prompt.id, kind),
    };
  if (kind)
    return {
      text: wording.throw(requestedWord(prompt)),
      small: t`a recorded throw, read by the camera`,
      icon: "throw",
      testid: "throw",
      act: () => playDemoThrow(prompt.id, kind),
    };
  return {
    text: wording.lay(requestedWord(prompt)),
    small: t`it is read by itself · tap to give it by hand`,
    ...byHand,
  };
}

/** @param {Prompt} prompt @param {string[]} values @returns {Gold} */
function handGold(prompt, values) {
  const all = completedValues(prompt, values);
  if (remainingCount(prompt) === 1) return { text: t`Tap what it is`, small: t`one tap enters it`, still: true };
  if (all.length < leastOf(prompt))
    return { text: t`${requestedWord(prompt)} to give`, small: t`${values.length} given so far`, still: true };
  const filled = all.length - values.length - keptValues(prompt).length;
  return {
    text: all.length ? t`Enter ${tally(all)}` : t`Enter nothing`,
    small: filled ? t`what is not named counts as nothing` : t`given by hand`,
    icon: "check",
    testid: "confirm",
    act: () => sendAnswer(prompt.id, all),
  };
}
