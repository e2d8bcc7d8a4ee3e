// games.js is written by the server of what the games on its shelf bring: companion/web/static_files.py.
import type { GamePage } from "./types";

/** By the name of the game; of two with the same face or kind the first describes it. */
export const GAMES: Record<string, GamePage>;
