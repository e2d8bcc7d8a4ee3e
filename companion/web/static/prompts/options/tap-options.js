// A tap on a thing that a block draws: it answers the open prompt that has the thing's option.
import { sendAnswer, showMessage } from "../../table/actions.js";
import { currentPrompt, draftOf, answerablePrompts, changeDraft, snapshot, uncoveredPrompt } from "../../core/state.js";
import { blockOf, leastOf } from "../../core/prompt-fields.js";

/** @typedef {import("../../types.js").Prompt} Prompt */
/** @typedef {import("../../types.js").Option} Option */
/**
 * An option with the prompt it belongs to, and its place there.
 * @typedef {{prompt: Prompt, option: Option, place: number}} Offer
 */

/** A secret that nobody has uncovered on the shared screen is answered on its card alone. @param {Prompt} prompt */
const isOpen = (prompt) =>
  prompt.kind === "choose" &&
  !(prompt.secret && snapshot.value?.seat === "table" && uncoveredPrompt.value !== prompt.id);

/**
 * What this option is now, for this device: first of the prompts that are drawn in that block, then of the one on the
 * card.
 * @param {string} id
 * @param {string} at
 * @returns {Offer | null}
 */
export function offerFor(id, at) {
  if (!id) return null;
  const open = answerablePrompts.value.map(({ prompt }) => prompt).filter(isOpen);
  const rank = (/** @type {Prompt} */ prompt) =>
    blockOf(prompt) === at ? 0 : prompt.id === currentPrompt.value?.prompt.id ? 1 : 2;
  for (const prompt of [...open].sort((a, b) => rank(a) - rank(b))) {
    const place = prompt.options.findIndex((option) => option.id === id);
    if (place >= 0) return { prompt, option: prompt.options[place], place };
  }
  return null;
}

/** Is it among those that were chosen so far, where several are chosen? @param {Offer} offer */
export const isChosen = ({ prompt, place }) => draftOf(prompt.id).values.includes(String(place));

/** @param {Offer} offer */
export function takeOffer({ prompt, option, place }) {
  if (option.refused) return showMessage(option.refused.sentence, "refused", option.refused.rule);
  if (leastOf(prompt) === 1 && prompt.most === 1) return sendAnswer(prompt.id, [option.id]);
  const { values } = draftOf(prompt.id);
  const key = String(place);
  if (values.includes(key)) return changeDraft(prompt.id, { values: values.filter((one) => one !== key) });
  if (values.length < prompt.most) changeDraft(prompt.id, { values: [...values, key] });
}

/** What makes a part of a drawing a button. @param {() => void} act */
export const buttonProps = (act) => ({
  role: "button",
  tabindex: 0,
  onClick: act,
  onKeyDown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault(); // a space would scroll
    act();
  },
});
