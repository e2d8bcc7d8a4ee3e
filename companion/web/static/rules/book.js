// The rules of this table's game: fetched once, looked up by the name of a clause; and which of them matters now.
import { computed, effect, signal } from "../core/lib.js";
import { get } from "../core/api.js";
import { drawer, snapshot } from "../core/state.js";
import { blockOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Clause} Clause */
/** @typedef {import("../types").Chapter} Chapter */
/** A clause where it stands. @typedef {{clause: Clause, chapter: Chapter, place: number}} Place */

/** null: not here yet. @type {import("../vendor/signals.js").Signal<Chapter[] | null>} */
export const book = signal(/** @type {Chapter[] | null} */ (null));
/** Why there is none. */
export const trouble = signal("");
/** The clauses that were opened one after the other; the last one is open. */
export const openedClauses = signal(/** @type {string[]} */ ([]));

/** All clauses in their order, one chapter after the other. */
export const clausePlaces = computed(() =>
  /** @type {Chapter[]} */ (book.value || [])
    .flatMap((chapter) => chapter.clauses.map((clause) => ({ clause, chapter })))
    .map((one, place) => ({ ...one, place })),
);

/** By their names and those of their notes. */
const named = computed(
  () =>
    new Map(
      clausePlaces.value.flatMap((one) =>
        [one.clause.id, ...one.clause.notes.map(({ id }) => id)].map((name) => [name, one]),
      ),
    ),
);

/**
 * Where a clause stands; undefined: the book has none of that name, or is not here yet.
 * @param {string} name
 * @returns {Place | undefined}
 */
export const placeOf = (name) => named.value.get(name);

/** The clause that is open. */
export const openClause = computed(() => placeOf(openedClauses.value.slice(-1)[0] || ""));

let asked = "";

/** @param {string} game */
async function fetchBook(game) {
  asked = game;
  try {
    const found = /** @type {import("../types").Rulebook} */ (await get(`/api/rules/${encodeURIComponent(game)}`));
    book.value = found.chapters;
  } catch (error) {
    asked = "";
    trouble.value = error instanceof Error ? error.message : String(error);
  }
}

/** Fetch the book as soon as it is known which game is played. */
export const keepBookLoaded = () =>
  effect(() => {
    const game = snapshot.value?.game;
    if (game && game !== asked) fetchBook(game);
  });

/** Try once more, where it did not come. */
export const reloadBook = () => {
  trouble.value = "";
  fetchBook(snapshot.peek()?.game || "");
};

/** The names of the clauses behind what is asked and what was decided just now, each once. */
export const relevantClauses = computed(() => {
  const snap = snapshot.value;
  if (!snap) return [];
  const prompts = snap.asked
    .filter(({ mine, prompt }) => mine && blockOf(prompt) !== "menu")
    .map(({ prompt }) => prompt.rule);
  const sums = snap.view.flatMap((block) =>
    block.kind === "sum" ? [block.rule, ...block.terms.map((term) => term.rule)] : [],
  );
  const steps = snap.view.flatMap((block) =>
    block.kind === "steps" ? block.steps.filter((step) => step.state === "now").map((step) => step.rule) : [],
  );
  const found = [...prompts, ...steps, ...sums].map((name) => placeOf(name)?.clause.id || "");
  return [...new Set(found)].filter(Boolean);
});

const MOST_BACK = 50;

/** The drawer from which the rules were opened. */
let below = "";

/** Look a clause up; "" opens the book where it was. @param {string} [name] */
export function openRule(name = "") {
  if (drawer.peek() !== "rules") below = drawer.peek();
  const place = placeOf(name);
  if (place && place.clause.id !== openedClauses.peek().slice(-1)[0])
    openedClauses.value = [...openedClauses.peek(), place.clause.id].slice(-MOST_BACK);
  drawer.value = "rules";
}

/** Back to the clause before. */
export const previousClause = () => {
  openedClauses.value = openedClauses.peek().slice(0, -1);
};

/** However the book is closed, the drawer it was opened from comes back. */
export function restoreDrawerOnClose() {
  let was = "";
  effect(() => {
    const left = was === "rules" && drawer.value !== "rules";
    was = drawer.value;
    if (!left) return;
    const back = below;
    below = ""; // whoever went on elsewhere does not come back
    if (!drawer.value) drawer.value = back;
  });
}
