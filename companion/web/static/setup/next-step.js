// The gold button below a step: on to whatever is still to be done.
import { t } from "../core/text/i18n.js";
import { stepAfter, page } from "./store.js";

/** What each step is called. @type {Record<string, () => string>} */
export const TITLES = {
  camera: () => t`Camera`,
  tray: () => t`Tray`,
  dice: () => t`Dice and tokens`,
  throw: () => t`Test throw`,
  readers: () => t`Readers`,
};

const table = encodeURIComponent(new URLSearchParams(location.search).get("table") || "");

/** Where this page was opened from: a table, or the shelf. */
export const returnAddress = () => (table ? `/t/${table}` : "/");

/** A page that leads back here. @param {string} name @param {string} [rest] of its address */
export const asideAddress = (name, rest = "") => `/${name}?from=setup${table && `&table=${table}`}${rest}`;

const go = (/** @type {string} */ where) => () => {
  location.href = where;
};

/**
 * @param {string} name of the step in sight
 * @param {string} well what is said where it is done
 * @returns {import("../prompts/gold-button.js").Gold}
 */
export function nextStepGold(name, well) {
  const here = page.value?.steps.find((step) => step.name === name);
  const next = stepAfter(name);
  if (here?.state === "todo") return { text: TITLES[name](), small: here.words, still: true };
  if (!next)
    return {
      text: returnAddress() === "/" ? t`To the games` : t`To the table`,
      small: here?.state === "look" ? t`something could be better` : t`everything is set up`,
      icon: "home",
      testid: "onwards",
      act: go(returnAddress()),
    };
  return {
    text: t`Next: ${TITLES[next.name]()}`,
    small: here?.state === "look" ? t`something could be better here` : well,
    icon: "next",
    testid: "onwards",
    act: go(`#${next.name}`),
  };
}
