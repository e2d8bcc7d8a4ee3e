// What the page knows: the newest snapshot, how long ago the table was heard, and what this device has half said.
import { computed, signal } from "./lib.js";
import { isDrawn } from "../prompts/options/drawn-options.js";
import { storedSignal } from "./drafts.js";
import { t } from "./text/i18n.js";
import { blockOf, objectsOf } from "./prompt-fields.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").PromptView} Asked */

/** The table as it was told last. @type {import("../vendor/signals.js").Signal<Snapshot | null>} */
export const present = signal(/** @type {Snapshot | null} */ (null));
/**
 * An earlier moment that this device looks at; null: the present.
 * @type {import("../vendor/signals.js").Signal<Snapshot | null>}
 */
export const past = signal(/** @type {Snapshot | null} */ (null));
/** What the page shows. */
export const snapshot = computed(() => past.value || present.value);
/** Milliseconds of performance.now() of the last sign of life, and of now. */
export const heardAt = signal(performance.now());
export const clock = signal(performance.now());
/** Seconds without a sign of life, 0 while all is well. A beat comes every 1.7 s. */
export const silentSeconds = computed(() => {
  const seconds = Math.floor((clock.value - heardAt.value) / 1000);
  return seconds >= 8 ? seconds : 0;
});

/** The newest entry that this device was shown: what is answered after it is not taken back from here. */
export const newestSeen = computed(() => present.value?.newest ?? 0);

/** When the newest verdict came, in milliseconds of performance.now(). */
export const verdictAt = signal(-Infinity);
/** For this long a verdict is the news; then it makes room for the next question. */
const NEWS_MS = 12000;
export const isVerdictNew = computed(() => clock.value - verdictAt.value < NEWS_MS);

/** Rises when the table says that what was tapped is no longer what is asked. */
export const outdated = signal(0);

/** What happens over the tray at this moment: "still" | "moving" | "hand" | "reading". */
export const trayActivity = signal("still");

/** Which drawer is open: "" | "log" | "menu" | "free" | "more" | "foe". */
export const drawer = signal("");
/**
 * A sentence of this device's own: a refusal, a lost network. `rule`: the clause behind it; `of`: the picture that was
 * tapped, whose end it outlasts; `newest`: it stands until there is a newer entry than this one.
 * @typedef {{text: string, tone: string, rule: string, of?: number, newest?: number}} Sentence
 */
/** @type {import("../vendor/signals.js").Signal<Sentence | null>} */
export const message = signal(/** @type {Sentence | null} */ (null));
/** The id of the prompt whose answer is on its way, or whose throw is being read. */
export const busy = signal("");
/** Play is being taken back, brought back or mended: until that is to be seen nobody means what the buttons say. */
export const isChangingHistory = computed(() => ["undo", "redo", "amend"].includes(busy.value));
/** The prompt chosen where this device may answer several. */
export const pickedPrompt = storedSignal("picked", "");

/** The same beside the question: while a drawer is open it stands in there. */
export const visibleMessage = computed(() => (drawer.value ? null : message.value));

/** A reading that this device said is no roll. */
export const dismissedReading = signal("");

/** The secret prompt that somebody has uncovered on this screen. */
export const uncoveredPrompt = signal("");

/**
 * A half given answer to one prompt. `hand`: given by hand.
 * @typedef {{prompt: string, hand: boolean, values: string[]}} Draft
 */
/** @type {import("../vendor/signals.js").Signal<Draft>} */
export const draft = storedSignal("draft", { prompt: "", hand: false, values: /** @type {string[]} */ ([]) });

/** Prompts that this device may answer. */
export const answerablePrompts = computed(() =>
  snapshot.value ? snapshot.value.asked.filter((asked) => asked.mine) : [],
);
/**
 * Where the first answer closes the question, the one prompt that a thing on the table answers: the others only may be
 * answered.
 */
export const mainPrompt = computed(() => {
  const sensed = snapshot.value?.first ? snapshot.value.asked.filter(({ prompt }) => objectsOf(prompt).length) : [];
  return sensed.length === 1 ? sensed[0] : null;
});
/** Those of them that need a card: the others are drawn by a block, or stand in the drawer below. */
export const promptCards = computed(() =>
  answerablePrompts.value.filter(({ prompt }) => !isDrawn(snapshot.value?.view || [], prompt)),
);
/** What may be done beside the game's course: fire, corrections, the end. */
export const menuPrompts = computed(() => answerablePrompts.value.filter(({ prompt }) => blockOf(prompt) === "menu"));
/** The prompts beside the main one. */
export const otherPrompts = computed(() =>
  mainPrompt.value ? promptCards.value.filter((asked) => asked !== mainPrompt.value) : [],
);
/** The prompt on the card, or null. Where the map alone is asked, the card lists what can be tapped there. */
export const currentPrompt = computed(() => {
  const wished = promptCards.value.find(({ prompt }) => prompt.id === pickedPrompt.value);
  if (wished || !mainPrompt.value)
    return (
      wished ||
      promptCards.value[0] ||
      answerablePrompts.value.find(({ prompt }) => blockOf(prompt) === "board" || blockOf(prompt) === "graph") ||
      null
    );
  return mainPrompt.value.mine ? mainPrompt.value : null;
});
/** What others are asked, and this device waits for: on a map of rooms as well. */
export const awaitedPrompts = computed(() =>
  mainPrompt.value
    ? [mainPrompt.value]
    : (snapshot.value?.asked || []).filter(({ prompt }) => !blockOf(prompt) || blockOf(prompt) === "graph"),
);

/** The draft of a prompt; empty where another prompt was meant. @param {string} prompt @returns {Draft} */
export function draftOf(prompt) {
  return draft.value.prompt === prompt ? draft.value : { prompt, hand: false, values: [] };
}

/** @param {string} prompt @param {Partial<Draft>} change */
export function changeDraft(prompt, change) {
  draft.value = { ...draftOf(prompt), ...change };
}

/** The name of a seat. @param {string} seat */
export function nameOf(seat) {
  const sitting = snapshot.value?.sittings.find((one) => one.seat === seat);
  return sitting ? sitting.name : seat === "dealer" ? t`Dealer` : seat === "table" ? t`The table` : t`Seat ${seat}`;
}
