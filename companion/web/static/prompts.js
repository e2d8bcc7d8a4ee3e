// Which file draws which prompt: each has a card and a gold button.
import * as choose from "./prompts/choose.js";
import * as count from "./prompts/count.js";
import * as draw from "./prompts/draw.js";
import * as roll from "./prompts/roll.js";
import * as show from "./prompts/show.js";
import * as write from "./prompts/write.js";

/** @type {Record<string, {Card: any, gold: (prompt: import("./types").Prompt) => import("./gold.js").Gold}>} */
export const PROMPTS = { choose, count, draw, roll, show, write };
