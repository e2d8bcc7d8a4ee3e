// What the page of set-up knows and asks: how each step stands, which camera, the test throws.
import { batch, computed, signal } from "../core/lib.js";
import { ServerError, del, freshId, get, post, postFile, postLast } from "../core/api.js";
import { openStream } from "../core/stream.js";

/** @typedef {import("../types").SetupPage} SetupPage */
/** @typedef {import("../types").GradedThrowView} Tried */
/** @typedef {import("../types").SystemInfo} Inside */

/** @type {import("../vendor/signals.js").Signal<SetupPage | null>} */
export const page = signal(/** @type {SetupPage | null} */ (null));
/** What the house runs on. @type {import("../vendor/signals.js").Signal<Inside | null>} */
export const installation = signal(/** @type {Inside | null} */ (null));
/** A refusal, "" = none. */
export const trouble = signal("");
export const working = signal(false);
/** What the address names: a step, "hand", "house", or "" for whatever is to be done. */
export const addressedStep = signal(location.hash.replace(/^#/, ""));

const ORDER = ["camera", "tray", "dice", "throw", "readers"];

/** The step in sight: what the address names; it stays when it is done, until somebody goes on. */
export const currentStep = computed(() => addressedStep.value || "camera");

/** Where one begins: at the first thing that is to be done. @param {SetupPage} told */
const first = ({ steps, eye }) =>
  steps.find((step) => step.state === "todo" || step.state === "look")?.name || (eye.way === "hand" ? "hand" : "throw");

/** What comes after a step: the next one that is still to be done. @param {string} name */
export const stepAfter = (name) =>
  page.value?.steps.find(
    (step) => ORDER.indexOf(step.name) > ORDER.indexOf(name) && step.state !== "done" && step.state !== "none",
  );

/** The newest page is the truth; the page's own files may be newer. @param {SetupPage} told */
function take(told) {
  if (page.value && told.assets !== page.value.assets) return location.reload();
  if (page.value) {
    page.value = told;
    return;
  }
  batch(() => {
    addressedStep.value = addressedStep.value || first(told);
    page.value = told;
  });
  stay();
}

/** This page's own name: it looks, and what is thrown is a test throw, while it gives signs. */
const self = freshId();
const SIGN_MS = 3000;
/** Why nothing is a test throw now, "" = it is one. */
export const testThrowRefusal = signal("");
/** Whether a person may say that it is one all the same. */
export const canForceTestThrow = signal(false);
/** Test throws that come before a game end by themselves, so long after the last touch of this page. */
const SURE_MS = 120000;
let sureUntil = 0;

function stay() {
  if (document.visibilityState === "hidden" || !page.value) return;
  post(`/api/setup/${self}/stay`, { throwing: currentStep.value === "throw", sure: Date.now() < sureUntil }).then(
    ({ refused, may_insist }) =>
      batch(() => {
        testThrowRefusal.value = refused;
        canForceTestThrow.value = may_insist;
      }),
    () => undefined, // the stream says why
  );
}

/** Test throws come first, a game goes on later. */
export const forceTestThrows = () => {
  sureUntil = Date.now() + SURE_MS;
  stay();
};

const touched = () => {
  if (Date.now() < sureUntil) sureUntil = Date.now() + SURE_MS;
};

const seenOrNot = () => (document.visibilityState === "hidden" ? leave() : stay());

const leave = () => {
  postLast(`/api/setup/${self}/leave`).catch(() => undefined);
}; // it ends by itself soon

/** Another step is in sight. */
export function showAddressedStep() {
  batch(() => {
    addressedStep.value = location.hash.replace(/^#/, "");
    trouble.value = "";
  });
  stay();
}

/** All of it once more, for what nobody tells of by itself: a camera that was plugged in. */
export const reloadSetup = () => get("/api/setup").then(take, () => undefined); // the stream says why

export function openSetup() {
  openStream("/api/setup/stream", take, () => undefined);
  // a device that may not see it is told why; the stream itself cannot
  get("/api/setup").catch((error) => {
    if (error.status) trouble.value = error.message;
  });
  setInterval(stay, SIGN_MS);
  addEventListener("pagehide", leave);
  addEventListener("hashchange", showAddressedStep);
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, touched);
  document.addEventListener("visibilitychange", seenOrNot);
}

/**
 * A request; a refusal becomes a sentence.
 * @param {() => Promise<any>} request
 * @returns {Promise<boolean>} whether it is done
 */
async function doing(request) {
  batch(() => {
    working.value = true;
    trouble.value = "";
  });
  try {
    await request();
    return true;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    trouble.value = error.message;
    return false;
  } finally {
    working.value = false;
  }
}

/** @param {string} way @param {string} [source] */
export const chooseCamera = (way, source = "") => doing(() => post("/api/setup/camera", { way, source }));

/** Where the tray is; no corners: its markers say it. @param {[number, number][]} corners */
export const setTrayCorners = (corners) => doing(() => post("/api/setup/tray", { corners }));

/** The camera finds its light and its focus anew. */
export const readjustCamera = () => doing(() => post("/api/setup/light", {}));

/** @param {boolean} kits */
export const confirmDice = (kits) => doing(() => post("/api/setup/dice", { kits }));

/**
 * A throw was looked over: of each thing what it shows, "" = it is none, null = as it was read.
 * @param {number} number
 * @param {(string | null)[]} said
 * @param {number} missed
 */
export const judgeThrow = (number, said, missed) => doing(() => post("/api/setup/throws", { number, said, missed }));

export const forgetThrows = () => doing(() => del("/api/setup/throws"));

/** @param {File} photo */
export const sendSetupPhoto = (photo) => doing(() => postFile("/api/setup/photo", "photo", photo));

/** In a demo alone. @param {string} kind */
export const playDemoThrow = (kind) => doing(() => post("/api/setup/demo", { throw: kind }));

export const fetchInside = () =>
  get("/api/setup/inside").then(
    (told) => {
      installation.value = told;
    },
    (error) => {
      trouble.value = error.message;
    },
  );
