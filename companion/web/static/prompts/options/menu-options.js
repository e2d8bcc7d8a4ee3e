// What may be done beside the game's course: each prompt of the menu with its options.
import { html } from "../../core/lib.js";
import { Icon } from "../../core/icons.js";
import { takeOffer } from "./tap-options.js";
import { OwnView, hasOwn } from "../../table/seats/private-view.js";
import { PROMPTS } from "../index.js";
import { richText } from "../../core/text/rich-text.js";
import { WhyNot, optionButtonProps } from "../../rules/link.js";
import { t } from "../../core/text/i18n.js";
import { Badge } from "../../table/seats/seats.js";
import { drawer, menuPrompts } from "../../core/state.js";

/** @typedef {import("../../types.js").Prompt} Prompt */

const single = (/** @type {Prompt} */ prompt) => prompt.kind === "choose" && prompt.least === 1 && prompt.most === 1;

/** One tap does it, and the drawer is shut. @param {{prompt: Prompt}} props */
function Choices({ prompt }) {
  const act = (/** @type {number} */ place) => {
    drawer.value = "";
    takeOffer({ prompt, option: prompt.options[place], place });
  };
  return html`
    <div class="options many">
      ${prompt.options.map(
        (option, place) => html`
          <button
            class="option"
            key=${place}
            data-testid=${`option-${option.id}`}
            ...${optionButtonProps(option, () => act(place))}
          >
            <span>${richText(option.text || option.id)}<${WhyNot} option=${option} /></span>
          </button>
        `,
      )}
    </div>
  `;
}

/** Several at once, a number or words: as on a card, with a button of its own. @param {{prompt: Prompt}} props */
function Other({ prompt }) {
  const { Card, gold } = PROMPTS[prompt.kind];
  const way = gold(prompt);
  return html`
    <${Card} prompt=${prompt} />
    ${
      !way.still &&
      html`
        <div class="tools">
          <button
            class="tool"
            data-testid=${`menu-${prompt.id}`}
            onClick=${() => {
              drawer.value = "";
              way.act?.();
            }}
          >
            <${Icon} name="check" />
            ${richText(way.text)}
          </button>
        </div>
      `
    }
  `;
}

export function MenuOptions() {
  if (!menuPrompts.value.length && !hasOwn())
    return html`<p class="muted">${t`Nothing of the kind is possible now: what is asked comes first.`}</p>`;
  return html`
    <div class="more-menu">
      <${OwnView} />
      ${menuPrompts.value.map(
        ({ prompt }) => html`
          <section class="panel" key=${prompt.id} data-testid="menu-prompt">
            <h2>${prompt.seat !== "table" && html`<${Badge} seat=${prompt.seat} />`}${richText(prompt.title)}</h2>
            ${single(prompt) ? html`<${Choices} prompt=${prompt} />` : html`<${Other} prompt=${prompt} />`}
          </section>
        `,
      )}
    </div>
  `;
}
