import { html } from "../core/lib.js";
import { sendAnswer } from "../table/actions.js";
import { t, tn } from "../core/text/i18n.js";
import { draftOf, changeDraft } from "../core/state.js";

/** @typedef {import("../types").Prompt} Prompt */

/** Letters of a name; a prompt may ask for more. */
const MOST_LETTERS = 40;

/** How long it may be. @param {Prompt} prompt */
const most = (prompt) => (prompt.most > 1 ? prompt.most : MOST_LETTERS);

/** What stands in the field, without the blanks around it. @param {Prompt} prompt */
const written = (prompt) => (draftOf(prompt.id).values[0] || "").trim();

/** @param {Prompt} prompt */
const send = (prompt) => written(prompt) && sendAnswer(prompt.id, [written(prompt)]);

/** @param {{prompt: Prompt}} props */
export function Card({ prompt }) {
  const typed = (/** @type {InputEvent} */ event) =>
    changeDraft(prompt.id, { values: [/** @type {HTMLInputElement} */ (event.target).value] });
  return html`
    <label class="field">
      <span class="sr">${prompt.title}</span>
      <input
        type="text"
        maxlength=${most(prompt)}
        enterkeyhint="done"
        autocomplete="off"
        placeholder=${t`Write it here`}
        value=${draftOf(prompt.id).values[0] || ""}
        data-testid="words"
        onInput=${typed}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && send(prompt)}
      />
    </label>
    ${
      prompt.options.length > 0 &&
      html`
        <div class=${`options ${prompt.options.length > 6 ? "many" : "few"}`}>
          ${prompt.options.map(
            (option) => html`
              <button
                class="option"
                key=${option.id}
                data-testid=${`option-${option.id}`}
                onClick=${() => sendAnswer(prompt.id, [option.id])}
              >
                ${option.text || option.id}
              </button>
            `,
          )}
        </div>
      `
    }
  `;
}

/** @param {Prompt} prompt @returns {import("./gold-button.js").Gold} */
export function gold(prompt) {
  const words = written(prompt);
  if (!words)
    return {
      text: prompt.options.length ? t`Write it, or tap one` : t`Write it`,
      small: tn(most(prompt), "at most {n} letter", "at most {n} letters"),
      still: true,
    };
  return { text: t`“${words}”`, small: prompt.title, icon: "check", testid: "confirm", act: () => send(prompt) };
}
