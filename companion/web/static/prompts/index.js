// Which file draws which prompt: each has a card and a gold button.
import * as choose from "./choose.js";
import * as count from "./count.js";
import * as draw from "./draw.js";
import * as roll from "./roll.js";
import * as show from "./show.js";
import * as write from "./write.js";

/** @type {Record<string, {Card: any, gold: (prompt: any) => import("./gold-button.js").Gold}>} */
export const PROMPTS = { choose, count, draw, roll, show, write };
