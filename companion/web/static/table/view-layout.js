// What stands where in the picture of a table: its blocks, by kind and by weight.
import { snapshot } from "../core/state.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Block} AnyBlock */

/** A block of one kind. @template {AnyBlock["kind"]} K @param {Snapshot} snap @param {K} kind */
export const findBlock = (snap, kind) =>
  /** @type {Extract<AnyBlock, {kind: K}> | undefined} */ (snap.view.find((block) => block.kind === kind));

/** A game that is played on a map, with an app in the middle. @param {Snapshot} snap */
export const hasBoard = (snap) =>
  snap.view.some((block) => ["board", "graph", "overlay", "puzzle"].includes(block.kind));

export const isSum = (/** @type {AnyBlock} */ block) => block.kind === "sum";

/** @param {AnyBlock[]} blocks */
export const verdictFirst = (blocks) => [...blocks.filter(isSum), ...blocks.filter((block) => !isSum(block))];

/** On a phone its seat's own stands before what is others'. @param {AnyBlock[]} blocks */
export const ownFirst = (blocks) => {
  const isOwn = (/** @type {AnyBlock} */ block) =>
    "seat" in block && block.seat !== "" && block.seat === snapshot.value?.seat;
  return [...blocks.filter(isOwn), ...blocks.filter((block) => !isOwn(block))];
};

/** A verdict is nothing to look for: it stands in its place until something else is answered. @param {Snapshot} snap */
export const isFresh = (snap) => !snap.old && snap.view.some((block) => isSum(block) && block.verdict);
