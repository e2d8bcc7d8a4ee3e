// Mending an answer of before: what it could have been, likeliest first; what that would change; apply.
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { amendAnswer, fetchPossibleValues, tryAmend } from "../table/actions.js";
import { Face } from "../art/faces.js";
import { Change } from "./change-preview.js";
import { Icon } from "../core/icons.js";
import { Keypad } from "../prompts/sources/card-keypad.js";
import { facesOf, inOrder } from "../kits/kits.js";
import { useLatestOnly } from "../core/latest-only.js";
import { richText } from "../core/text/rich-text.js";
import { MessageLine } from "../rules/link.js";
import { t } from "../core/text/i18n.js";
import { message, newestSeen } from "../core/state.js";
import { faceWord, joinNames, confidenceWord, tally } from "../core/labels.js";

/** @typedef {import("../types").AmendableAnswer} Answer */
/** @typedef {(values: string[]) => void} Look */

/** How many likely faces stand first and large. */
const LIKELIEST = 3;

/** @param {{answer: Answer, values: string[], start: number, look: Look, changed: boolean}} props */
function Things({ answer, values, start, look, changed }) {
  const [place, setPlace] = useState(values.length === 1 ? 0 : start);
  useEffect(() => {
    if (start >= 0) setPlace(start);
  }, [start]);
  const kind = answer.object;
  const faces = (answer.faces.length ? inOrder(kind, [...answer.faces]) : facesOf(kind)).filter(
    (/** @type {string} */ face) => face !== values[place],
  );
  const likely = (answer.likely[place] || []).filter(([face]) => faces.includes(face)).slice(0, LIKELIEST);
  const rest = faces.filter((/** @type {string} */ face) => !likely.some(([one]) => one === face));
  const choose = (/** @type {string} */ face) => {
    look(values.map((value, k) => (k === place ? face : value)));
    setPlace(-1);
  };
  return html`
    <div class="seens">
      ${values.map(
        (value, k) => html`
          <button
            class=${`seen ${k === place ? "now" : ""}`}
            key=${k}
            aria-pressed=${k === place}
            onClick=${() => setPlace(k)}
          >
            <${Face} kind=${kind} value=${value} />
            <span>${faceWord(value)}</span>
          </button>
        `,
      )}
    </div>
    ${place < 0 && !changed && html`<p class="muted">${t`Tap the one that was another.`}</p>`}
    ${
      place >= 0 &&
      likely.length > 0 &&
      html`
        <div class="fan-likely">
          ${likely.map(
            ([face, conf]) => html`
              <button class="guess" key=${face} data-testid=${`face-${face}`} onClick=${() => choose(face)}>
                <${Face} kind=${kind} value=${face} />
                <span>${faceWord(face)}<small>${confidenceWord(conf)}</small></span>
              </button>
            `,
          )}
        </div>
      `
    }
    ${
      place >= 0 &&
      kind === "card" &&
      html`
        <${Keypad}
          reasons=${new Map(faces.map((/** @type {string} */ face) => [face, ""]))}
          likely=${values[place]}
          label=${t`What was it?`}
          onPick=${choose}
        />
      `
    }
    ${
      place >= 0 &&
      kind !== "card" &&
      html`
        <div class="fan-rest">
          ${rest.map(
            (/** @type {string} */ face) => html`
              <button class="guess small" key=${face} data-testid=${`face-${face}`} onClick=${() => choose(face)}>
                <${Face} kind=${kind} value=${face} />
                <span>${faceWord(face)}</span>
              </button>
            `,
          )}
        </div>
      `
    }
  `;
}

/** @param {{answer: Answer, values: string[], look: Look}} props */
function Choices({ answer, values, look }) {
  const single = answer.most === 1;
  const toggled = (/** @type {string} */ id) =>
    values.includes(id) ? values.filter((value) => value !== id) : [...values, id];
  return html`
    <div class="options many">
      ${answer.options.map(
        (option) => html`
          <button
            class="option"
            key=${option.id}
            aria-pressed=${values.includes(option.id)}
            disabled=${Boolean(option.refused) || (single && values.includes(option.id))}
            data-testid=${`was-${option.id}`}
            onClick=${() => look(single ? [option.id] : toggled(option.id))}
          >
            <span>
              ${richText(option.text || faceWord(option.id))}
              ${option.refused && html`<small>${richText(option.refused.sentence)}</small>`}
            </span>
          </button>
        `,
      )}
    </div>
  `;
}

/** @param {{answer: Answer, values: string[], look: Look}} props */
function Count({ answer, values, look }) {
  const now = Number(values[0]);
  const step = (/** @type {number} */ by) => look([String(Math.min(Math.max(now + by, answer.least), answer.most))]);
  return html`
    <div class="stepper mend-count">
      <button
        class="ico"
        aria-label=${t`One less`}
        data-testid="less"
        disabled=${now <= answer.least}
        onClick=${() => step(-1)}
      >
        <${Icon} name="minus" />
      </button>
      <b>${now}</b>
      <button
        class="ico"
        aria-label=${t`One more`}
        data-testid="more-of-it"
        disabled=${now >= answer.most}
        onClick=${() => step(1)}
      >
        <${Icon} name="plus" />
      </button>
    </div>
  `;
}

/** @param {{answer: Answer, values: string[], look: Look}} props */
function Written({ values, look }) {
  const [text, setText] = useState(values[0] || "");
  return html`
    <div class="tools">
      <input
        class="written"
        value=${text}
        aria-label=${t`What was it?`}
        onInput=${(/** @type {Event & {currentTarget: HTMLInputElement}} */ event) =>
          setText(event.currentTarget.value)}
      />
      <button class="tool" disabled=${!text.trim()} onClick=${() => look([text.trim()])}>${t`See what changes`}</button>
    </div>
  `;
}

/** @type {Record<string, any>} */
const WAYS = { choose: Choices, count: Count, write: Written };

/** @param {Answer} answer @param {string[]} values */
function wordsOf(answer, values) {
  if (!values.length) return t`nothing`;
  if (answer.object) return tally(values);
  return joinNames(
    values.map((value) => answer.options.find((option) => option.id === value)?.text || faceWord(value)),
  );
}

/** `start`: the place of the thing that was tapped already. @param {{seq: number, start: number}} props */
export function AmendPanel({ seq, start }) {
  const [answer, setAnswer] = useState(/** @type {Answer | null} */ (null));
  const [tried, setTried] = useState(
    /** @type {{values: string[], change: import("../types").AmendmentPreview | null}} */ ({
      values: [],
      change: null,
    }),
  );
  const [wish, setWish] = useState(/** @type {string[] | null} */ (null)); // while it is being tried
  const newest = useLatestOnly();
  /** @type {{current: HTMLElement | null}} */
  const box = useRef(null);
  useEffect(() => {
    fetchPossibleValues(seq).then((found) => {
      if (found) {
        setAnswer(found);
        setTried({ values: [...found.values], change: null });
      }
    });
  }, [seq]);
  const look = (/** @type {string[]} */ next) => {
    setWish(next);
    return newest(tryAmend(seq, next), (change) => {
      setWish(null);
      if (change) setTried({ values: next, change }); // what is refused is not chosen
    });
  };
  const { values, change } = tried;
  const known = newestSeen.value;
  useEffect(() => {
    (box.current?.querySelector("[data-testid=apply]") || box.current)?.scrollIntoView({ block: "nearest" });
  }, [answer, change]); // what is to be tapped next comes into sight
  const Way = answer && (answer.object ? Things : WAYS[answer.kind]);
  return html`
    <div class="mend" ref=${box} data-testid="mend">
      ${answer && !answer.object && html`<p class="mend-title">${richText(answer.title)}</p>`}
      ${
        Way &&
        html`
          <${Way} answer=${answer} values=${wish || values} start=${start} look=${look} changed=${Boolean(change)} />
        `
      }
      ${message.value && html`<${MessageLine} said=${message.value} testid="mend-refusal" />`}
      ${
        answer &&
        change &&
        html`
          <${Change} change=${change} />
          <button class="btn main" data-testid="apply" onClick=${() => amendAnswer(seq, values, change.newest)}>
            <${Icon} name="check" />
            <span>${t`Apply: ${wordsOf(answer, values)}`}</span>
          </button>
        `
      }
      <button class="tool" onClick=${() => amendAnswer(seq, null, known)}>
        <${Icon} name="undo" />
        ${t`It was no answer: ask again`}
      </button>
    </div>
  `;
}
