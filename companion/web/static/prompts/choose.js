import { html } from "../core/lib.js";
import { sendAnswer } from "../table/actions.js";
import { isOnMap } from "./options/drawn-options.js";
import { Face } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { richText } from "../core/text/rich-text.js";
import { RuleButton, WhyNot, optionButtonProps } from "../rules/link.js";
import { t } from "../core/text/i18n.js";
import { draftOf, changeDraft, snapshot } from "../core/state.js";
import { faceWord, isCard } from "../core/labels.js";
import { blockOf, leastOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Prompt} Prompt */
/** @typedef {import("../types").Option} Option */

/** The option that goes on as it is: the big button takes it, whatever else is possible. */
const GO = "go";
/** The option that ends a phase: the big button takes it when it is held, and no other does. */
const HOLD = "hold";
/**
 * The option that ends a turn: it stands in the list, and the big button takes it when it is held, or tapped where
 * little else can be done.
 */
const END = ["end", "end_turn"];
const LITTLE = 3;

const single = (/** @type {Prompt} */ prompt) => leastOf(prompt) === 1 && prompt.most === 1;
const possible = (/** @type {Prompt} */ prompt) => prompt.options.filter((option) => !option.refused);

/** @param {Option} option */
const text = (option) => option.text || faceWord(option.id).replace(/^\w/, (first) => first.toUpperCase());

/** Options that the map already offers are quieter in the list. @param {Option} option */
const onMap = (option) => isOnMap(snapshot.value?.view || [], option.id);

/** Chosen are places in the list: an option may stand there twice. @param {Prompt} prompt @param {number} place */
function toggle(prompt, place) {
  const { values } = draftOf(prompt.id);
  const key = String(place);
  if (values.includes(key)) return changeDraft(prompt.id, { values: values.filter((one) => one !== key) });
  if (values.length < prompt.most) changeDraft(prompt.id, { values: [...values, key] });
}

/** A sentence that refuses so many options is said once, below them. */
const SAME = 3;

/** The sentences that are said below the list. @param {Prompt} prompt @returns {string[]} */
function common(prompt) {
  const told = prompt.options.flatMap((option) => (option.refused ? [option.refused.sentence] : []));
  return [...new Set(told)].filter((sentence) => told.filter((one) => one === sentence).length >= SAME);
}

/**
 * Such options are named before that sentence, and no longer fill the list; what has a face keeps its place.
 * @param {Prompt} prompt
 * @param {Option} option
 * @param {readonly string[]} said
 */
const isFolded = (prompt, option, said) =>
  single(prompt) && !isCard(option.id) && Boolean(option.refused) && said.includes(option.refused?.sentence || "");

/**
 * As in "Move, Attack, Trade: Ann has no action left."
 * @param {Prompt} prompt
 * @param {readonly string[]} said
 * @param {string} sentence
 */
function refusal(prompt, said, sentence) {
  const names = prompt.options
    .filter((option) => option.refused?.sentence === sentence && isFolded(prompt, option, said))
    .map(text);
  return names.length ? t`${names.join(", ")}: ${sentence}` : sentence;
}

/** @param {{prompt: Prompt, option: Option, place: number, said?: readonly string[]}} props */
function OptionButton({ prompt, option, place, said = [] }) {
  const chosen = draftOf(prompt.id).values.includes(String(place));
  const pressed = single(prompt) ? undefined : chosen;
  const tap = () => (single(prompt) ? sendAnswer(prompt.id, [option.id]) : toggle(prompt, place));
  return html`
    <button
      class=${`option ${chosen ? "on" : ""} ${onMap(option) ? "mapped" : ""}`}
      data-testid=${`option-${option.id}`}
      aria-pressed=${pressed}
      ...${optionButtonProps(option, () => {
        tap();
      })}
    >
      ${isCard(option.id) && html`<${Face} kind="card" value=${option.id} />`}
      ${pressed !== undefined && html`<span class="box">${chosen && html`<${Icon} name="check" />`}</span>`}
      <span>
        ${richText(text(option))}
        <${WhyNot} option=${option} quiet=${said.includes(option.refused?.sentence || "")} />
      </span>
    </button>
  `;
}

/** Something else is done before this is answered: it stands before the long list. */
const BEFORE = "first";

/** Longer words than these need the width of a column. */
const WORDY = 24;

/** Beside a map of rooms the list holds what is no room of it; what is impossible is folded. @param {Prompt} prompt */
const isBesideRooms = (prompt) =>
  blockOf(prompt) === "graph" && single(prompt) && possible(prompt).some((option) => !onMap(option));

/** The clause behind a sentence that refuses. @param {readonly Option[]} options @param {string} sentence */
const ruleOf = (options, sentence) =>
  options.find((option) => option.refused?.sentence === sentence)?.refused?.rule || "";

/** A list longer than this holds what is possible; the rest is folded below it. */
const LONG = 6;

/** @param {Prompt} prompt */
const isLong = (prompt) =>
  prompt.options.length > LONG && possible(prompt).length > 0 && !prompt.options.some((option) => isCard(option.id));

/** What is impossible now, by its reason. @param {{options: Option[]}} props */
function NotNow({ options }) {
  const reasons = [...new Set(options.map((option) => option.refused?.sentence || ""))];
  if (!options.length) return null;
  return html`
    <details class="not-now" data-testid="not-now">
      <summary>${t`Not possible now`}<small>${options.length}</small></summary>
      <dl>
        ${reasons.map(
          (sentence) =>
            html`
              <dt>
                ${options
                  .filter((option) => option.refused?.sentence === sentence)
                  .map(text)
                  .join(", ")}
              </dt>
              <dd>${richText(sentence)}<${RuleButton} rule=${ruleOf(options, sentence)} /></dd>
            `,
        )}
      </dl>
    </details>
  `;
}

/** @typedef {{option: Option, place: number}} Placed */

/**
 * How wide the options of a list are; a map leaves them no column of their own.
 * @param {Placed[]} listed
 * @param {boolean} rooms
 */
const shapeOf = (listed, rooms = false) =>
  listed.length > LONG
    ? "many"
    : !rooms && listed.some(({ option }) => text(option).length > WORDY)
      ? "few wordy"
      : "few";

/**
 * What can be done alone: beside a map of rooms tap one, or choose here.
 * @param {{prompt: Prompt, all: Placed[]}} props
 */
function Possible({ prompt, all }) {
  const can = all.filter(({ option }) => !option.refused);
  const rooms = isBesideRooms(prompt);
  const listed = rooms ? can.filter(({ option }) => !onMap(option)) : can;
  return html`
    ${
      can.length > listed.length && html`<p class="on-map"><${Icon} name="map" />${t`Tap the map, or choose here:`}</p>`
    }
    <div class=${`options ${shapeOf(listed, rooms)}`}>
      ${listed.map(
        ({ option, place }) => html`<${OptionButton} key=${place} prompt=${prompt} option=${option} place=${place} />`,
      )}
    </div>
    <${NotNow} options=${prompt.options.filter((option) => option.refused)} />
  `;
}

/** @param {{prompt: Prompt}} props */
export function Card({ prompt }) {
  const all = prompt.options
    .map((option, place) => ({ option, place }))
    .filter(({ option }) => option.id !== HOLD || option.refused);
  const inOrder = single(prompt)
    ? all
    : [...all.filter(({ option }) => option.id === BEFORE), ...all.filter(({ option }) => option.id !== BEFORE)];
  if (isBesideRooms(prompt) || isLong(prompt)) return html`<${Possible} prompt=${prompt} all=${inOrder} />`;
  const said = common(prompt);
  const listed = inOrder.filter(({ option }) => !isFolded(prompt, option, said));
  return html`
    <div class=${`options ${shapeOf(listed)}`}>
      ${listed.map(
        ({ option, place }) =>
          html`<${OptionButton} key=${place} prompt=${prompt} option=${option} place=${place} said=${said} />`,
      )}
    </div>
    ${said.map(
      (sentence) =>
        html`
          <div class="muted refusal-line">
            <p aria-hidden=${listed.some(({ option }) => option.refused?.sentence === sentence) ? "true" : undefined}>
              ${richText(refusal(prompt, said, sentence))}
            </p>
            <${RuleButton} rule=${ruleOf(prompt.options, sentence)} />
          </div>
        `,
    )}
  `;
}

/** @param {Prompt} prompt @returns {import("./gold-button.js").Gold} */
export function gold(prompt) {
  const can = possible(prompt);
  if (!single(prompt)) return several(prompt);
  const end = can.find((option) => option.id === HOLD) || can.find((option) => END.includes(option.id));
  if (end) {
    const hold = end.id === HOLD || can.length > LITTLE;
    return {
      text: text(end),
      small: hold ? t`hold it` : "",
      icon: "next",
      testid: end.id,
      alone: end.id,
      hold,
      act: () => sendAnswer(prompt.id, [end.id]),
    };
  }
  const on = can.find((option) => option.id === GO);
  if (on)
    return {
      text: text(on),
      small: prompt.title,
      icon: "next",
      alone: `option-${GO}`,
      act: () => sendAnswer(prompt.id, [GO]),
    };
  if (can.length !== 1) return { text: t`Choose one of ${can.length}`, small: prompt.title, still: true };
  return {
    text: text(can[0]),
    small: prompt.options.length === 1 ? "" : t`the one thing that is possible`,
    icon: "next",
    alone: `option-${can[0].id}`,
    act: () => sendAnswer(prompt.id, [can[0].id]),
  };
}

/** @param {Prompt} prompt @returns {import("./gold-button.js").Gold} */
function several(prompt) {
  const chosen = draftOf(prompt.id)
    .values.map((place) => prompt.options[Number(place)])
    .filter(Boolean);
  const asked =
    leastOf(prompt) === prompt.most ? t`Choose ${prompt.most}` : t`Choose ${leastOf(prompt)} to ${prompt.most}`;
  if (chosen.length < leastOf(prompt)) return { text: asked, small: t`${chosen.length} chosen so far`, still: true };
  const words = chosen.length ? chosen.map(text).join(" · ") : t`None of these`;
  return {
    text: words,
    small: chosen.length ? t`${chosen.length} chosen, at most ${prompt.most}` : t`go on without`,
    icon: "check",
    testid: "confirm",
    act: () =>
      sendAnswer(
        prompt.id,
        chosen.map((option) => option.id),
      ),
  };
}
