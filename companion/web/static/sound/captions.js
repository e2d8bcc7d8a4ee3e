// What was heard, in a word: for whoever does not hear it.
import { t } from "../core/text/i18n.js";

/** @type {Record<string, () => string>} */
const WORDS = {
  settle: () => t`Dice`,
  clack: () => t`A token`,
  card: () => t`A card`,
  passed: () => t`Passed`,
  failed: () => t`Failed`,
  doubt: () => t`Not sure`,
  refused: () => t`Not possible`,
  turn: () => t`Your turn`,
  timer: () => t`Tick`,
  phase: () => t`A gong`,
  token: () => t`Token revealed`,
  clue: () => t`Chimes`,
  agenda: () => t`Agenda`,
  act: () => t`Act`,
  encounter: () => t`Encounter`,
  monster: () => t`A growl`,
  attack: () => t`A blow`,
  noise: () => t`Knocking`,
  door: () => t`A door`,
  alarm: () => t`Alarm`,
  contest: () => t`Cards turned`,
  surprise: () => t`Surprise`,
  fall: () => t`A fall`,
  triumph: () => t`Done`,
  scene: () => t`A new scene`,
  end: () => t`The end`,
};

export const CAPTIONED = Object.keys(WORDS);

/** @param {string} kind */
export const soundWord = (kind) => WORDS[kind]?.() || "";
