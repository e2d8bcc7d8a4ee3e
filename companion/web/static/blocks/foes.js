import { html, signal } from "../core/lib.js";
import { belongsToMonster } from "../prompts/options/drawn-options.js";
import { Icon } from "../core/icons.js";
import { offerFor, takeOffer } from "../prompts/options/tap-options.js";
import { richText } from "../core/text/rich-text.js";
import { WhyNot, optionButtonProps } from "../rules/link.js";
import { t } from "../core/text/i18n.js";
import { Silhouette } from "../art/silhouettes.js";
import { drawer, answerablePrompts } from "../core/state.js";
import { blockOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Foe} FoeCard */

/** More health than this is a number alone. */
const MOST_PIPS = 12;

/** Whose sheet is open: its id. */
export const openFoeSheet = signal("");

/** What can be done with this monster beside its health: the options that name it. @param {FoeCard} foe */
export const deedsWith = (foe) =>
  answerablePrompts.value
    .filter(({ prompt }) => blockOf(prompt) === "foes")
    .flatMap(({ prompt }) =>
      prompt.options
        .map((option, place) => ({ prompt, option, place }))
        .filter(
          ({ option }) => belongsToMonster(option.id, foe) && ![foe.more, foe.less, foe.option].includes(option.id),
        ),
    );

/** @param {FoeCard} foe */
function tapped(foe) {
  const offer = offerFor(foe.option, "foes");
  if (offer && !deedsWith(foe).length) return takeOffer(offer);
  openFoeSheet.value = foe.id;
  drawer.value = "foe";
}

/** @param {{foe: FoeCard, option: string, icon: string, words: string, testid: string}} props */
function Step({ foe, option, icon, words, testid }) {
  const offer = offerFor(option, "foes");
  const dead = !offer || Boolean(offer.option.refused);
  return html`
    <button
      class="foe-step"
      disabled=${dead}
      aria-label=${words}
      data-testid=${`${testid}-${foe.id}`}
      onClick=${() => offer && takeOffer(offer)}
    >
      <${Icon} name=${icon} />
    </button>
  `;
}

/** @param {{foe: FoeCard}} props */
function Health({ foe }) {
  const words = foe.health ? t`${foe.damage} of ${foe.health} damage` : t`${foe.damage} damage`;
  return html`
    <div class="foe-health">
      <${Step} foe=${foe} option=${foe.less} icon="minus" words=${t`${foe.title}: one damage less`} testid="less" />
      <div class="foe-number" role="img" aria-label=${words}>
        <b>${foe.damage}${foe.health > 0 && html`<small> / ${foe.health}</small>`}</b>
      </div>
      <${Step} foe=${foe} option=${foe.more} icon="plus" words=${t`${foe.title}: one damage more`} testid="more" />
      ${
        foe.health > 0 &&
        foe.health <= MOST_PIPS &&
        html`
          <span class="pips" aria-hidden="true">
            ${Array.from({ length: foe.health }, (_, k) => html`<i class=${k < foe.damage ? "hurt" : ""}></i>`)}
          </span>
        `
      }
    </div>
  `;
}

/** @param {{foe: FoeCard}} props */
function Foe({ foe }) {
  const can = offerFor(foe.option, "foes") || deedsWith(foe).length > 0;
  const inner = html`
    <${Silhouette} name=${foe.icon} />
    <span class="foe-name"><b>${richText(foe.title)}</b>${foe.where && html`<span>${foe.where}</span>`}</span>
    ${foe.note && html`<small class="foe-note">${richText(foe.note)}</small>`}
  `;
  return html`
    <li class=${`foe ${foe.now ? "now" : ""} ${can ? "open" : ""}`} aria-current=${foe.now ? "true" : undefined}>
      ${
        can
          ? html`<button class="foe-face" data-testid=${`foe-${foe.id}`} onClick=${() => tapped(foe)}>${inner}</button>`
          : html`<div class="foe-face">${inner}</div>`
      }
      <${Health} foe=${foe} />
    </li>
  `;
}

/** Every monster that is there, in every phase. @param {{block: import("../types").Foes}} props */
export function Foes({ block }) {
  if (!block.foes.length) return null;
  return html`
    <section class="panel foes" aria-label=${block.title} data-testid="foes">
      <h2>${block.title}<small>${block.foes.length}</small></h2>
      <ul>${block.foes.map((foe) => html`<${Foe} key=${foe.id} foe=${foe} />`)}</ul>
    </section>
  `;
}

/**
 * The sheet of one monster: what it is, and what can be done with it.
 * @param {{block: import("../types").Foes | undefined}} props
 */
export function FoeSheet({ block }) {
  const foe = block?.foes.find(({ id }) => id === openFoeSheet.value);
  if (!foe) return html`<p class="muted">${t`It is not there any more.`}</p>`;
  const all = deedsWith(foe);
  const own = offerFor(foe.option, "foes");
  const act = (/** @type {import("../prompts/options/tap-options.js").Offer} */ offer) => {
    drawer.value = "";
    takeOffer(offer);
  };
  return html`
    <div class="foe-sheet">
      <div class="foe-head">
        <${Silhouette} name=${foe.icon} />
        <div>
          <h2>${richText(foe.title)}</h2>
          <p class="muted">
            ${[foe.where, foe.note].filter(Boolean).map((part) => html`<span>${richText(part)}</span>`)}
          </p>
          <${Health} foe=${foe} />
        </div>
      </div>
      <div class="options few">
        ${[...(own ? [own] : []), ...all].map(
          (offer) => html`
            <button
              class="option"
              key=${offer.option.id}
              data-testid=${`option-${offer.option.id}`}
              ...${optionButtonProps(offer.option, () => act(offer))}
            >
              <span>${richText(offer.option.text || offer.option.id)}<${WhyNot} option=${offer.option} /></span>
            </button>
          `,
        )}
      </div>
    </div>
  `;
}
