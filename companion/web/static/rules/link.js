// The way from what is asked, refused or added up to the clause behind it.
import { html } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { richText } from "../core/text/rich-text.js";
import { openRule, placeOf } from "./book.js";
import { t } from "../core/text/i18n.js";

/** @typedef {import("../types").Option} Option */

/** What a clause is about, "" = the book has none of that name. @param {string} rule */
export const ruleName = (rule) => (rule ? placeOf(rule)?.clause.title || "" : "");

/** A small button with the name of the clause; nothing where there is none. @param {{rule: string}} props */
export function RuleButton({ rule }) {
  const name = ruleName(rule);
  if (!name) return null;
  return html`
    <button
      type="button"
      class="rule-link"
      data-testid=${`rule-${rule}`}
      aria-label=${t`Rule: ${name}`}
      onClick=${() => openRule(rule)}
    >
      <${Icon} name="rules" />
      <span class="rule-name">${richText(name)}</span>
      <span class="rule-short">${t`Rule`}</span>
    </button>
  `;
}

/**
 * What this device says, with the clause behind it.
 * @param {{said: import("../core/state.js").Sentence, testid: string, place?: string}} props
 */
export const MessageLine = ({ said, testid, place = "" }) =>
  html`
    <div class=${`said ${place} ${said.tone}`} role="alert">
      <span data-testid=${testid}>${said.text}</span> <${RuleButton} rule=${said.rule} />
    </div>
  `;

/**
 * What makes a button of an option: one that is refused is grey, and a tap on it tells the clause where one forbids it.
 * @param {Option} option
 * @param {() => void} act
 */
export function optionButtonProps(option, act) {
  const rule = option.refused?.rule || "";
  const told = ruleName(rule) !== "";
  return {
    disabled: Boolean(option.refused) && !told,
    "aria-disabled": told ? "true" : undefined,
    onClick: told ? () => openRule(rule) : act,
  };
}

/**
 * Why an option is grey. `quiet`: it stands elsewhere, and is only read out here.
 * @param {{option: Option, quiet?: boolean}} props
 */
export function WhyNot({ option, quiet = false }) {
  if (!option.refused) return null;
  const name = ruleName(option.refused.rule);
  return html`
    <small class=${quiet ? "sr" : ""}>
      ${richText(option.refused.sentence)}
      ${
        name && html`<span class="rule-mark"><${Icon} name="rules" /><span class="sr">${t`Rule: ${name}`}</span></span>`
      }
    </small>
  `;
}
