// What a roll or a draw is made of, and how likely it is: as chips on the card, from the odds of the view.
import { html } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { snapshot } from "../core/state.js";
import { percent } from "../core/labels.js";

/** The odds before it. */
const odds = () =>
  /** @type {import("../types").Odds | undefined} */ (
    (snapshot.value?.view || []).find(
      (block) => block.kind === "odds" && (block.chips.length > 0 || block.chance !== null),
    )
  );

export function OddsChips() {
  const block = odds();
  if (!block) return null;
  return html`
    <ul class="chips" data-testid="chips">
      ${block.chips.map((words) => html`<li key=${words}>${words}</li>`)}
      ${
        block.chance !== null &&
        html`
          <li class="chips-chance" data-testid="chance">
            <${Icon} name="dice" />
            <b>${percent(block.chance)}</b> ${block.sentence}
          </li>
        `
      }
    </ul>
  `;
}
