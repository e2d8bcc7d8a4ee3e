// The newest throw, as its slots were filled: it counts already, and whatever was read wrong takes two taps.
import { html, useEffect, useRef, useState } from "../../core/lib.js";
import { Odds } from "../../blocks/odds.js";
import { amendAnswer, tryAmend } from "../actions.js";
import { Face } from "../../art/faces.js";
import { Change } from "../../history/change-preview.js";
import { Icon } from "../../core/icons.js";
import { Keypad } from "../../prompts/sources/card-keypad.js";
import { facesOf, inOrder } from "../../kits/kits.js";
import { useLatestOnly } from "../../core/latest-only.js";
import { holdRing } from "../../prompts/wait-ring.js";
import { MessageLine } from "../../rules/link.js";
import { t } from "../../core/text/i18n.js";
import { Badge } from "../seats/seats.js";
import { visibleMessage, newestSeen, snapshot } from "../../core/state.js";
import { faceWord, percent, confidenceWord } from "../../core/labels.js";

/** @typedef {import("../../types.js").LastThrow} LastThrow */
/** @typedef {import("../../types.js").ThrowSlot} Slot */

/** How many likely faces stand first and large; of few faces all do. */
const LIKELIEST = 3;
const FEW = 4;

/** Who filled the slots, by a shape and a word. @type {Record<string, [string, () => string]>} */
const FROM = {
  camera: ["camera", () => t`read by the camera`],
  serial: ["reader", () => t`read by the tag reader`],
  hand: ["hand", () => t`given by hand`],
  virtual: ["spark", () => t`by the app`],
};

/** What is still the news: nothing else was answered since, or the verdict that came of it stands there. */
export function thrownHere() {
  const thrown = snapshot.value?.thrown;
  const verdict = snapshot.value?.view.some((block) => block.kind === "sum") && !snapshot.value.old;
  return thrown && (!thrown.later || verdict) ? thrown : null;
}

/** What a slot may be instead, likeliest first. @param {LastThrow} thrown @param {Slot} slot */
function faces(thrown, slot) {
  const possible = inOrder(thrown.object, thrown.faces.length ? thrown.faces : facesOf(thrown.object)).filter(
    (face) => face !== slot.value,
  );
  const likely = slot.likely
    .map(([face]) => face)
    .filter((face) => possible.includes(face))
    .slice(0, LIKELIEST);
  const rest = possible.filter((face) => !likely.includes(face));
  return possible.length <= FEW ? { likely: [...likely, ...rest], rest: [] } : { likely, rest };
}

/** @param {Slot} slot @param {string} face */
function sureness(slot, face) {
  return confidenceWord(slot.likely.find(([one]) => one === face)?.[1] || 0);
}

/** What is known of a slot beside its face. @param {{slot: Slot}} props */
function Known({ slot }) {
  if (slot.locked) return html`<small class="slot-known"><${Icon} name="lock" />${t`stays`}</small>`;
  if (slot.unsure) return html`<small class="slot-known">${t`not sure`}</small>`;
  if (slot.said) return html`<small class="slot-known"><${Icon} name="hand" />${t`said so`}</small>`;
  return slot.conf > 0
    ? html`
      <small class="slot-known">
        <span class="sureness"><i style=${{ width: `${Math.round(slot.conf * 100)}%` }}></i></span>
        ${percent(slot.conf)}
      </small>
    `
    : null;
}

/** @param {{thrown: LastThrow, slot: Slot, place: number, open: boolean, onOpen: () => void}} props */
function Filled({ thrown, slot, place, open, onOpen }) {
  const words = html`
    <${Face} kind=${thrown.object} value=${slot.value} />
    <b>${faceWord(slot.value)}</b>
    <${Known} slot=${slot} />
  `;
  const look = `filled ${slot.unsure ? "unsure" : ""} ${slot.locked ? "locked" : ""} ${open ? "now" : ""}`;
  if (!thrown.mine || slot.locked)
    return html`<div class=${look} data-testid="filled" data-value=${slot.value}>${words}</div>`;
  return html`
    <button
      class=${look}
      data-testid="filled"
      data-value=${slot.value}
      data-place=${place}
      aria-expanded=${open}
      onClick=${onOpen}
    >
      ${words}
      <span class="sr">${t`tap if it is wrong`}</span>
    </button>
  `;
}

/** @param {{thrown: LastThrow, slot: Slot, onPick: (face: string) => void}} props */
function Instead({ thrown, slot, onPick }) {
  const { likely, rest } = faces(thrown, slot);
  const big = likely.length ? likely : rest;
  if (thrown.object === "card") {
    const known = thrown.faces.length ? thrown.faces : facesOf("card");
    return html`
      <${Keypad}
        reasons=${new Map(known.map((face) => [face, ""]))}
        likely=${likely[0] || slot.value}
        label=${t`What is it?`}
        onPick=${onPick}
      />
    `;
  }
  return html`
    <div class="fan" role="group" aria-label=${t`What is it?`}>
      <div class=${big === rest ? "fan-rest" : "fan-likely"}>
        ${big.map(
          (face) => html`
            <button
              class=${`guess ${big === rest ? "small" : ""} ${sureness(slot, face) ? "" : "unlikely"}`}
              key=${face}
              data-testid=${`fix-${face}`}
              onClick=${() => onPick(face)}
            >
              <${Face} kind=${thrown.object} value=${face} />
              <b>${faceWord(face)}</b>
              <small>${sureness(slot, face)}</small>
            </button>
          `,
        )}
      </div>
      ${
        likely.length > 0 &&
        rest.length > 0 &&
        html`
          <div class="fan-rest">
            ${rest.map(
              (face) => html`
                <button class="guess small" key=${face} data-testid=${`fix-${face}`} onClick=${() => onPick(face)}>
                  <${Face} kind=${thrown.object} value=${face} />
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

/**
 * Answers hang on it that came later: what would change is said before.
 * @param {{seq: number, values: string[], change: import("../../types.js").AmendmentPreview, onLeave: () => void}}
 * props
 */
const Later = ({ seq, values, change, onLeave }) => html`
  <div class="later" data-testid="later">
    <${Change} change=${change} />
    <div class="tools">
      <button class="btn" data-testid="apply" onClick=${() => amendAnswer(seq, values, change.newest)}>
        ${t`Change it`}
      </button>
      <button class="tool" onClick=${onLeave}>${t`Keep it as it is`}</button>
    </div>
  </div>
`;

/**
 * `place`: of the slot that is looked at, -1 = none.
 * @param {{thrown: LastThrow, place: number, onPlace: (place: number) => void}} props
 */
function Filling({ thrown, place, onPlace }) {
  const [tried, setTried] = useState(
    /** @type {{values: string[], change: import("../../types.js").AmendmentPreview} | null} */ (null),
  );
  /** @type {{current: HTMLElement | null}} */
  const box = useRef(null);
  useEffect(() => {
    if (place >= 0) box.current?.scrollIntoView({ block: "nearest" });
  }, [place, tried]);
  const newest = useLatestOnly();
  const leave = () => newest(Promise.resolve(null), setTried);
  const open = (/** @type {number} */ k) => {
    holdRing();
    leave();
    onPlace(k === place ? -1 : k);
  };
  const pick = (/** @type {string} */ face) => {
    const values = thrown.slots.map((slot, k) => (k === place ? face : slot.value));
    if (!thrown.later) return amendAnswer(thrown.seq, values, known);
    return newest(tryAmend(thrown.seq, values), (change) => {
      if (change) setTried({ values, change });
    });
  };
  const slot = thrown.slots[place];
  const known = newestSeen.value;
  return html`
    <div ref=${box} class="filling">
      <div
        class=${`felt fillings n${Math.min(thrown.slots.length, 12)}`}
        role="group"
        aria-label=${thrown.mine ? t`What was read; tap one that is wrong` : t`What was read`}
      >
        ${thrown.slots.map(
          (one, k) =>
            html`
              <${Filled} key=${k} thrown=${thrown} slot=${one} place=${k} open=${k === place} onOpen=${() => open(k)} />
            `,
        )}
      </div>
      ${slot && visibleMessage.value && html`<${MessageLine} said=${visibleMessage.value} testid="fix-refusal" />`}
      ${slot && !tried && html`<${Instead} thrown=${thrown} slot=${slot} onPick=${pick} />`}
      ${
        slot &&
        html`
          <div class="tools">
            <button class="tool" data-testid="fix-none" onClick=${() => amendAnswer(thrown.seq, null, known)}>
              <${Icon} name="undo" />
              ${t`It was no answer: ask again`}
            </button>
          </div>
        `
      }
      ${tried && html`<${Later} seq=${thrown.seq} ...${tried} onLeave=${leave} />`}
    </div>
  `;
}

/**
 * The odds of before, with what came: bars at a glance, rows behind their sentence.
 * @param {{odds: import("../../types.js").Odds, onFold: (open: boolean) => void}} props
 */
function Shares({ odds, onFold }) {
  if (odds.shape === "histogram")
    return html`<div class="shares" data-testid="shares"><p>${odds.after}</p><${Odds} block=${odds} /></div>`;
  return html`
    <details
      class="shares"
      data-testid="shares"
      onToggle=${(/** @type {{currentTarget: HTMLDetailsElement}} */ event) => onFold(event.currentTarget.open)}
    >
      <summary>${odds.after}</summary>
      <${Odds} block=${odds} />
    </details>
  `;
}

/**
 * What came, with who says so; one thing alone is brief while nothing of it is unfolded.
 * @param {{thrown: LastThrow}} props
 */
function Told({ thrown }) {
  const [place, setPlace] = useState(-1);
  const [unfolded, setUnfolded] = useState(false);
  const [icon, word] = FROM[thrown.source];
  const alone = thrown.slots.length === 1 ? `alone ${place < 0 && !unfolded ? "brief" : ""}` : "";
  return html`
    <div class=${alone}>
      <header>
        <${Badge} seat=${thrown.seat} />
        <b>${thrown.name}</b>
        <span class="from" data-testid="from"><${Icon} name=${icon} />${word()}</span>
      </header>
      <${Filling} thrown=${thrown} place=${place} onPlace=${setPlace} />
      ${thrown.note && html`<p class="note" data-testid="note">${thrown.note}</p>`}
      ${thrown.odds && html`<${Shares} odds=${thrown.odds} onFold=${setUnfolded} />`}
    </div>
  `;
}

/** The filled slots with who filled them, and where the throw stands among all that could have come. */
export function LastThrow() {
  const thrown = thrownHere();
  return (
    thrown &&
    html`
      <section
        class=${`panel thrown from-${thrown.source}`}
        data-testid="thrown"
        data-source=${thrown.source}
        aria-label=${thrown.title}
      >
        <${Told} key=${thrown.seq} thrown=${thrown} />
      </section>
    `
  );
}
