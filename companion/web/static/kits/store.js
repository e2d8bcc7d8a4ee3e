// What a page that teaches knows and asks: the kits, the one in hand, the trayful to be named.
import { batch, computed, signal } from "../core/lib.js";
import { ServerError, get, post, postFile, postLast } from "../core/api.js";
import { isFlat } from "../core/labels.js";

/** @typedef {import("../types").KitReply} Taught */
/** @typedef {import("../types").KitPage} KitPage */
/** @typedef {import("../types").TrayObjects} TrayfulSeen */
/**
 * What an object was said to be. `by`: a finger, the kit's own shots, or only a guess.
 * @typedef {{value: string, by: "" | "hand" | "shots" | "guess", out: boolean}} Name
 */

/** A guess of less is not written at its object: to mend a wrong one takes a tap more than to name it. */
const GUESS = 0.75;
/**
 * One die that looks so much like another face than the one that was asked for is not taken for that: somebody says
 * which it is.
 */
const OTHERWISE = 0.25;

/** @type {import("../vendor/signals.js").Signal<readonly import("../types").KitLine[] | null>} */
export const kits = signal(/** @type {readonly import("../types").KitLine[] | null} */ (null));
/** @type {import("../vendor/signals.js").Signal<KitPage | null>} */
export const kit = signal(/** @type {KitPage | null} */ (null));
/** @type {import("../vendor/signals.js").Signal<TrayfulSeen | null>} */
export const trayful = signal(/** @type {TrayfulSeen | null} */ (null));
/** @type {import("../vendor/signals.js").Signal<Name[]>} */
export const names = signal(/** @type {Name[]} */ ([]));
/** The object whose name is asked, -1 = none. */
export const chosenObject = signal(-1);
/** What the tray waits for. */
export const waitReason = signal("");
/** Whether no camera can show what lies on the tray. */
export const hasNoCamera = signal(false);
/** A refusal, "" = none. */
export const trouble = signal("");
export const working = signal(false);
/** How many trayfuls were named in this lesson, and the last of them. */
export const taughtTrayfuls = signal(0);
export const newestTrayful = signal("");
/** The faces that were named the last time in this lesson, each as often as it lay there. */
const before = signal(/** @type {string[]} */ ([]));

export const unnamedCount = computed(() => names.value.filter((name) => !name.out && !name.value).length);
export const guessedCount = computed(() => names.value.filter((name) => !name.out && name.by === "guess").length);

/** Faces that lay there the last time and are not among the names now; none while something is still to be named. */
export const missingFaces = computed(() => {
  const now = names.value.filter((name) => !name.out).map((name) => name.value);
  if (!now.length || now.includes("")) return [];
  return before.value.filter((face) => {
    const place = now.indexOf(face);
    if (place >= 0) now.splice(place, 1);
    return place < 0;
  });
});

const at = (/** @type {string} */ rest) => `/api/kits/${encodeURIComponent(kit.value?.name || "")}/${rest}`;

/** A request; a refusal becomes a sentence. @param {() => Promise<Taught>} request @returns {Promise<Taught | null>} */
async function doing(request) {
  batch(() => {
    working.value = true;
    trouble.value = "";
  });
  try {
    const answer = await request();
    if (answer.kit) kit.value = answer.kit;
    return answer;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    trouble.value = error.message;
    return null;
  } finally {
    working.value = false;
  }
}

export const fetchKits = () =>
  doing(() => get("/api/kits")).then((answer) => {
    if (answer) kits.value = answer.kits;
  });

/** @param {string} name */
export const openKit = (name) => doing(() => get(`/api/kits/${encodeURIComponent(name)}`));

/** @param {string} name @param {string} kind @param {string[]} values */
export const createKit = (name, kind, values) => doing(() => post("/api/kits", { name, kind, values }));

/** @param {boolean} on */
export const setKitUse = (on) => doing(() => post(at("use"), { on }));

/** All shots of a face. @param {string} value @returns {Promise<readonly import("../types").KitShot[]>} */
export const fetchShots = (value) => doing(() => post(at("shots"), { value })).then((answer) => answer?.shots || []);

/** One shot shows something else. @param {string} picture */
export const dropShot = (picture) => doing(() => post(at("drop"), { picture }));

/** @param {string} value */
export const forgetFace = (value) => doing(() => post(at("forget"), { value }));

export const removeKit = () => doing(() => post(at("remove")));

/** @param {File} file */
export const importKit = (file) => doing(() => postFile("/api/kits", "kit", file));

/** A lesson begins: nothing is named yet. */
export function startLesson() {
  batch(() => {
    trayful.value = null;
    names.value = [];
    chosenObject.value = -1;
    waitReason.value = "";
    hasNoCamera.value = false;
    taughtTrayfuls.value = 0;
    newestTrayful.value = "";
    trouble.value = "";
    isPointing.value = false;
    before.value = [];
  });
}

/**
 * What is known of an object before anybody has named it.
 * @param {import("../types").OfferedObject} one
 * @returns {Name}
 */
function first(one) {
  if (one.leans) return { value: "", by: "", out: true };
  const [best] = one.guesses;
  if (!best || !(one.sure || best[1] >= GUESS)) return { value: "", by: "", out: false };
  return { value: best[0], by: one.sure ? "shots" : "guess", out: false };
}

/** The face that was asked for, where a single die lies there as the answer; else "". @param {TrayfulSeen} seen */
export const requestedFace = (seen) =>
  seen.objects.length === 1 && !isFlat(kit.value?.kind || "") ? kit.value?.wanted || "" : "";

/** The face that a single die looks like, where it was asked to show another; else "". @param {TrayfulSeen} seen */
export function unexpectedFace(seen) {
  const wanted = requestedFace(seen),
    [best] = seen.objects[0]?.guesses || [];
  return wanted && best && best[0] !== wanted && (seen.objects[0].sure || best[1] >= OTHERWISE) ? best[0] : "";
}

/** @param {TrayfulSeen} seen */
function offer(seen) {
  const told = seen.objects.map(first);
  const wanted = requestedFace(seen);
  if (wanted && !told[0].out && !told[0].value && !unexpectedFace(seen))
    told[0] = { value: wanted, by: "guess", out: false };
  batch(() => {
    trayful.value = seen;
    names.value = told;
    newestTrayful.value = seen.id;
    waitReason.value = "";
    chosenObject.value = next(told, -1);
  });
}

/**
 * The first object after `from` that has no name; else the first that is only guessed.
 * @param {Name[]} told
 * @param {number} from
 */
function next(told, from) {
  const order = told.map((_, k) => (k + from + 1) % told.length);
  const open = order.find((k) => !told[k].out && !told[k].value);
  return open ?? (told.length > 1 ? -1 : 0);
}

/** One look at the tray; answers when something new rests there, or after some seconds with what it waits for. */
export async function lookAtTray() {
  const answer = await post(at("look"), { trayful: newestTrayful.value }).catch((error) => ({
    waits: error.message,
    trayful: null,
    blind: false,
  }));
  if (trayful.value) return;
  if (answer.trayful) offer(answer.trayful);
  else
    batch(() => {
      waitReason.value = answer.waits;
      hasNoCamera.value = answer.blind;
    });
}

/** The next tap on the picture says where something lies that was not found. */
export const isPointing = signal(false);

/** @param {[number, number]} where px of the trayful's picture */
export async function addObjectAt(where) {
  const seen = trayful.value;
  isPointing.value = false;
  const answer = seen && (await doing(() => post(at("point"), { trayful: seen.id, at: where })));
  const more = answer?.trayful;
  if (!more || trayful.value?.id !== more.id) return;
  batch(() => {
    trayful.value = more;
    names.value = [...names.value, first(more.objects[more.objects.length - 1])];
    chosenObject.value = more.objects.length - 1;
  });
}

export const keepLessonAlive = () => post(at("stay")).catch(() => undefined); // the next one comes in some seconds
export const leaveLesson = () => postLast(at("leave")).catch(() => undefined); // it ends by itself soon

/** @param {File} file */
export async function sendTrayPhoto(file) {
  const answer = await doing(() => postFile(at("photo"), "photo", file));
  if (answer?.trayful) offer(answer.trayful);
}

/** The chosen object shows this; those that look the same are guessed to be the same. @param {string} value */
export function nameObject(value) {
  const place = chosenObject.value;
  const same = trayful.value?.objects[place]?.like || [];
  const told = names.value.map((one, k) => {
    if (k === place) return { value, by: /** @type {const} */ ("hand"), out: false };
    return same.includes(k) && !one.value && !one.out ? { value, by: /** @type {const} */ ("guess"), out: false } : one;
  });
  batch(() => {
    names.value = told;
    chosenObject.value = next(told, place);
  });
}

/** The chosen thing is none of the kit. */
export function excludeObject() {
  const told = names.value.map((one, k) =>
    k === chosenObject.value ? { value: "", by: /** @type {const} */ ("hand"), out: true } : one,
  );
  batch(() => {
    names.value = told;
    chosenObject.value = next(told, chosenObject.value);
  });
}

/** Nothing that has no name yet is of the kit. */
export function excludeUnnamed() {
  const told = names.value.map((one) =>
    one.out || one.value ? one : { value: "", by: /** @type {const} */ ("hand"), out: true },
  );
  batch(() => {
    names.value = told;
    chosenObject.value = next(told, chosenObject.value);
  });
}

/** Keep the trayful as it is named. */
export async function keepTrayful() {
  const seen = trayful.value;
  if (!seen) return;
  const answer = await doing(() =>
    post(at("names"), { trayful: seen.id, names: names.value.map((one) => (one.out ? "" : one.value)) }),
  );
  if (answer)
    batch(() => {
      before.value = names.value.filter((one) => !one.out).map((one) => one.value);
      trayful.value = null;
      names.value = [];
      chosenObject.value = -1;
      taughtTrayfuls.value += 1;
    });
}

/** Look again, at once: this trayful is not kept. */
export const skipTrayful = () =>
  batch(() => {
    trayful.value = null;
    names.value = [];
    chosenObject.value = -1;
    newestTrayful.value = "";
  });

/**
 * The last trayful that was kept is taken out of the kit, and what still lies there is asked again.
 * @param {string} id
 */
export async function takeBackTrayful(id) {
  const answer = await doing(() => post(at("back"), { trayful: id }));
  if (answer)
    batch(() => {
      taughtTrayfuls.value = Math.max(0, taughtTrayfuls.value - 1);
      newestTrayful.value = "";
      before.value = [];
    });
}
