// Which file draws which block. A block that is not here is drawn as its name, so that nothing is lost silently.
import { html } from "../core/lib.js";
import { Bag } from "./bag.js";
import { Cards } from "./cards.js";
import { Counters } from "./counters.js";
import { Heading } from "./heading.js";
import { Odds } from "./odds.js";
import { lazy } from "../core/lazy.js";
import { Roster } from "./roster.js";
import { t } from "../core/text/i18n.js";
import { Steps } from "./steps.js";
import { Story } from "./story.js";
import { Sum } from "./sum.js";
import { Text } from "./text.js";
import { Track } from "./track.js";

/** @type {Record<string, any>} */
const DRAWN = {
  bag: Bag,
  board: lazy(() => import("./maps/board.js"), "Board"),
  cards: Cards,
  counters: Counters,
  foes: lazy(() => import("./foes.js"), "Foes"),
  graph: lazy(() => import("./maps/graph.js"), "Graph"),
  heading: Heading,
  odds: Odds,
  overlay: lazy(() => import("./maps/overlay.js"), "Overlay"),
  places: lazy(() => import("./maps/places.js"), "Places"),
  puzzle: lazy(() => import("./puzzle/puzzle.js"), "Puzzle"),
  roster: Roster,
  steps: Steps,
  story: Story,
  sum: Sum,
  text: Text,
  track: Track,
};

/**
 * `fold`: the reasons of a verdict make room for a map.
 * @param {{block: import("../types").Block, size?: "large" | "small" | "aside", fold?: boolean}} props
 */
export function Block({ block, size = "large", fold = false }) {
  const Drawing = DRAWN[block.kind];
  return Drawing
    ? html`<${Drawing} block=${block} size=${size} fold=${fold} />`
    : html`<p class="muted">${t`This page cannot draw “${block.kind}”; reload it.`}</p>`;
}

/** Where a block stands in the middle band. @typedef {"lead" | "stage" | "rail" | "side" | "strip"} Spot */

/** Steps in a rail of their own from this many on: side by side they would not be readable. */
const RAIL_STEPS = 6;

/** @param {import("../types").Block} block @returns {Spot} */
export function spotOf(block) {
  switch (block.kind) {
    case "heading":
      return "strip";
    case "story":
      return "lead";
    case "graph":
    case "places":
    case "board":
    case "overlay":
    case "puzzle":
      return "stage";
    case "steps":
      return block.steps.length >= RAIL_STEPS ? "rail" : "side";
    case "sum":
      return isHero(block) || isShowdown(block) ? "lead" : "side";
    default:
      return "side";
  }
}

/** One token or card is shown large, with its sum below. @param {import("../types").Sum} block */
export const isHero = (block) => block.faces.length === 1 && (block.object === "token" || block.object === "card");

/** Cards of several people, side by side. @param {import("../types").Sum} block */
export const isShowdown = (block) => block.names.length > 1;
