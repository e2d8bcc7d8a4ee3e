// Which options the blocks of a view draw themselves: those need no button on a card.
import { blockOf } from "../../core/prompt-fields.js";

/** @typedef {import("../../types").Block} Block */
/** @typedef {import("../../types").Prompt} Prompt */
/** @typedef {import("../../types").Foe} Foe */

/**
 * Does this option stand on the sheet of this monster? "attack:Deep One" is the Deep One's.
 * @param {string} option
 * @param {Foe} foe
 */
export const belongsToMonster = (option, foe) => option.endsWith(`:${foe.id}`);

/** @param {Block} block @param {string} option */
function draws(block, option) {
  switch (block.kind) {
    case "board":
      return [...block.tiles, ...block.spaces, ...block.pieces].some((part) => part.option === option);
    case "graph":
      return (
        [...block.rooms, ...block.corridors, ...block.ducts].some(({ id }) => id === option) ||
        block.rooms.some((room) => room.option === option || room.other === option)
      );
    case "foes":
      return block.foes.some(
        (foe) => [foe.more, foe.less, foe.option].includes(option) || belongsToMonster(option, foe),
      );
    case "overlay":
      return block.elements.some((element) => element.option === option);
    default:
      return false;
  }
}

/**
 * Is the whole prompt drawn elsewhere, so that no card is needed?
 * @param {readonly Block[]} view
 * @param {Prompt} prompt
 */
export function isDrawn(view, prompt) {
  if (!blockOf(prompt)) return false;
  if (blockOf(prompt) === "menu") return true;
  const blocks = view.filter((block) => block.kind === blockOf(prompt));
  if (blockOf(prompt) === "puzzle") return blocks.length > 0; // it knows its moves
  return blocks.length > 0 && prompt.options.every((option) => blocks.some((block) => draws(block, option.id)));
}

/** Is this option also a thing on a map? @param {readonly Block[]} view @param {string} option */
export const isOnMap = (view, option) => view.some((block) => draws(block, option));
