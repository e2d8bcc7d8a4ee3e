// What a puzzle's figure may do: the steps of the open prompt, where this device may answer it.
import { sendAnswer } from "../../table/actions.js";
import { busy, answerablePrompts } from "../../core/state.js";
import { blockOf } from "../../core/prompt-fields.js";

/**
 * `can`: is this step possible now? `take`: do it; null comes back where it was refused.
 * @typedef {{can: (step: string) => boolean, take: (values: string[]) => Promise<unknown>}} Hands
 */

/** @returns {Hands | null} null: nobody here does a step now */
export function puzzleHands() {
  const prompt = answerablePrompts.value.find((asked) => blockOf(asked.prompt) === "puzzle")?.prompt;
  if (!prompt) return null;
  const there = new Set(prompt.options.filter((option) => !option.refused).map((option) => option.id));
  const take = (/** @type {string[]} */ values) =>
    busy.value === prompt.id ? Promise.resolve(null) : sendAnswer(prompt.id, values);
  return { can: (step) => there.has(step), take };
}

/**
 * A part of a drawing that is a button: by finger and by key.
 * @param {string} label
 * @param {(() => void) | null} tap
 * @param {string} testid
 */
export function tappable(label, tap, testid) {
  if (!tap) return { role: "img", "aria-label": label };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault(); // a space would scroll
    tap();
  };
  return { role: "button", tabindex: 0, "aria-label": label, onClick: tap, onKeyDown: key, "data-testid": testid };
}
