// What the page of readers knows and asks: the lines, the readers, the tags, and the lesson.
import { batch, computed, signal } from "../core/lib.js";
import { ServerError, freshId, get, post, postLast } from "../core/api.js";
import { t } from "../core/text/i18n.js";

/** @typedef {import("../types").ReadersPage} ReadersPage */
/** @typedef {import("../types").PortList} PortsTold */
/** @typedef {import("../types").PortLine} PortLine */
/** @typedef {import("../types").Meaning} Meaning */
/** @typedef {import("../types").SightLine} SightLine */
/**
 * What was done last, and what the tag stood for before.
 * @typedef {{tag: string, now: Meaning | null, before: Meaning | null}} Deed
 */

/** @type {import("../vendor/signals.js").Signal<ReadersPage | null>} */
export const page = signal(/** @type {ReadersPage | null} */ (null));
/** @type {import("../vendor/signals.js").Signal<PortsTold | null>} */
export const lines = signal(/** @type {PortsTold | null} */ (null));
/** The tag book. @type {import("../vendor/signals.js").Signal<readonly import("../types").TagEntry[] | null>} */
export const tags = signal(/** @type {readonly import("../types").TagEntry[] | null} */ (null));
/** Why the lines are not known, "" = they are. */
export const linesTrouble = signal("");
/** A refusal, "" = none. */
export const trouble = signal("");
/** What was done, said once. */
export const news = signal("");
export const working = signal(false);
/** @type {import("../vendor/signals.js").Signal<Deed | null>} */
export const lastTeaching = signal(/** @type {Deed | null} */ (null));
/** The tag that a finger chose among those that were laid, "" = none. */
export const pickedTag = signal("");
/** The numbers of sights that are left unnamed. */
export const skippedSights = signal(/** @type {number[]} */ ([]));

/** This page's own name: a lesson lasts while it gives signs. */
const self = freshId();

/**
 * A request; a refusal becomes a sentence.
 * @template T
 * @param {() => Promise<T>} request
 * @returns {Promise<T | null>}
 */
async function doing(request) {
  batch(() => {
    working.value = true;
    trouble.value = "";
    news.value = "";
  });
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    trouble.value = error.message;
    return null;
  } finally {
    working.value = false;
  }
}

/** A look that is under way. @type {Promise<void> | null} */
let looking = null;

/**
 * The lines as they are now; what is wrong stands where the list would be. One look at a time: a bridge that is slow is
 * not asked faster.
 */
export function fetchLines() {
  looking =
    looking ||
    get("/api/readers/ports")
      .then(
        (told) =>
          batch(() => {
            lines.value = told;
            linesTrouble.value = told.sentence;
          }),
        (error) => {
          linesTrouble.value = error.message;
        },
      )
      .finally(() => {
        looking = null;
      });
  return looking;
}

export const fetchTags = () =>
  get("/api/readers/tags").then(
    (told) => {
      tags.value = told.tags;
    },
    (error) => {
      trouble.value = error.message;
    },
  );

/** @param {object} wish @returns {Promise<boolean>} whether it is done; else the sentence stands on the page */
async function wished(wish) {
  const told = await doing(() => post("/api/readers/ports", wish));
  if (!told) return false;
  batch(() => {
    lines.value = told;
    linesTrouble.value = "";
    trouble.value = told.sentence;
  });
  return !told.sentence;
}

/** @param {string} where @param {{name: string, driver: string, zone: string, prefix: string}} as */
export const useLine = (where, as) => wished({ act: "use", where, ...as });

/** @param {string} where */
export const leaveLine = (where) => wished({ act: "leave", where });

/** @param {string} where */
export const blinkReader = async (where) => {
  if (await wished({ act: "blink", where })) news.value = t`It shows itself now: look for its light, or listen.`;
};

/** The same tag laid again is one: the newest first. */
export const laidTags = computed(() =>
  (page.value?.sights || []).filter((one, k, all) => all.findIndex((other) => other.tag === one.tag) === k),
);

/** Those that wait to be named, in the order in which they were laid. */
export const unnamedTags = computed(() =>
  laidTags.value.filter((one) => !one.meaning && !skippedSights.value.includes(one.number)).reverse(),
);

/**
 * The one that is asked about: what a finger chose, else the first that has no name, else what was laid last and has
 * one.
 */
export const currentTag = computed(
  () =>
    laidTags.value.find((one) => one.tag === pickedTag.value) ||
    unnamedTags.value[0] ||
    laidTags.value.find((one) => one.meaning) ||
    null,
);

/** Two taps on one face in less are one: the second would go to the next tag. */
const DOUBLE_MS = 300;
let tapped = { at: -Infinity, value: "" };

/** What a finger did before is done first: no tap is lost. */
let before = Promise.resolve();

/** @param {() => Promise<void>} act */
const inTurn = (act) => {
  before = before.then(act, act);
  return before;
};

/** How often a finger has said what it wants to look at. */
let choices = 0;

/** A tag is chosen when an answer comes, unless a finger has chosen since the question: the newer word counts. */
function chooser() {
  const mine = ++choices;
  return (/** @type {string} */ tag) => {
    if (mine === choices) pickedTag.value = tag;
  };
}

/** A finger chose this tag among those that were laid. @param {string} tag */
export const pickTag = (tag) => chooser()(tag);

/** @param {string} tag @param {Meaning} meaning */
export function teachTag(tag, meaning) {
  const again = meaning.value === tapped.value && performance.now() - tapped.at < DOUBLE_MS;
  tapped = { at: performance.now(), value: meaning.value };
  if (again) return before;
  const choose = chooser();
  return inTurn(async () => {
    const answer = await doing(() => post("/api/readers/tags", { tag, ...meaning }));
    if (answer)
      batch(() => {
        lastTeaching.value = { tag, now: meaning, before: answer.before };
        choose("");
      });
  });
}

/** @param {string} tag @param {Meaning} was */
export const forgetTag = (tag, was) =>
  inTurn(async () => {
    const answer = await doing(() => post("/api/readers/forget", { tag }));
    if (answer) lastTeaching.value = { tag, now: answer.now, before: was };
  });

/** Take back what was taught or forgotten last. */
export function undoTeaching() {
  const choose = chooser();
  return inTurn(async () => {
    const deed = lastTeaching.value;
    if (!deed) return;
    const { tag, before: was } = deed;
    const answer = await doing(() =>
      was ? post("/api/readers/tags", { tag, ...was }) : post("/api/readers/forget", { tag }),
    );
    if (answer)
      batch(() => {
        lastTeaching.value = null;
        choose(laidTags.value.some((one) => one.tag === tag) ? tag : "");
      });
  });
}

/** In a demo alone: a tag that nobody knows is laid on the reader that pretends. */
export const layDemoTag = () => {
  const number = Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return doing(() => post("/api/readers/demo", { tag: number.toUpperCase() }));
};

/** What is asked about stays unnamed. */
export const skipTag = () =>
  batch(() => {
    skippedSights.value = [...skippedSights.value, currentTag.value?.number || 0];
    pickTag("");
  });

/** The lesson goes on: a refusal is said, and asked again with the next sign. */
export const keepLessonAlive = () =>
  post(`/api/readers/lesson/${self}/stay`).then(
    () => {
      trouble.value = trouble.value === notNow ? "" : trouble.value;
    },
    (error) => {
      notNow = error.message;
      trouble.value = notNow;
    },
  );
let notNow = "";

// it ends by itself soon
export const leaveLesson = () => postLast(`/api/readers/lesson/${self}/leave`).catch(() => undefined);

/** A lesson begins: nothing is chosen yet. */
export const startLesson = () =>
  batch(() => {
    pickedTag.value = "";
    skippedSights.value = [];
    lastTeaching.value = null;
    trouble.value = "";
    news.value = "";
  });
