// What is told of a camera and a tray, and what the server makes of it. Nothing is worked out here: lengths come in mm,
// as told.
import { computed, effect, signal } from "../../core/lib.js";
import { post } from "../../core/api.js";
import { gamePages } from "../../core/game-pages.js";
import { storedSignal } from "../../core/drafts.js";
import { t } from "../../core/text/i18n.js";

/** @typedef {import("../../types.js").Outlook} Outlook */
/** @typedef {"across" | "corner" | "glass" | "ruler"} Way */
/**
 * @typedef {{tray: [number, number], camera: string, picture: [number, number], way: Way, one: number, other: number,
 * kinds: string[], marked: boolean, height: number}} Told
 */
/**
 * @typedef {{id: string, title: () => string, note: () => string, picture: [number, number], way: Way, one: number}}
 * Camera
 */

/** What is often at hand. Their data sheets say it, or their makers; a phone was measured. @type {readonly Camera[]} */
export const CAMERAS = [
  {
    id: "pi3",
    title: () => t`Raspberry Pi Camera 3`,
    note: () => t`66° across`,
    picture: [1280, 720],
    way: "across",
    one: 66,
  },
  {
    id: "pi2",
    title: () => t`Raspberry Pi Camera 2`,
    note: () => t`62° across`,
    picture: [1640, 1232],
    way: "across",
    one: 62.2,
  },
  {
    id: "webcam",
    title: () => t`USB webcam`,
    note: () => t`sold with 78°`,
    picture: [1280, 720],
    way: "corner",
    one: 78,
  },
  {
    id: "phone",
    title: () => t`An old phone`,
    note: () => t`about 65° across`,
    picture: [1920, 1080],
    way: "across",
    one: 65,
  },
  {
    id: "long",
    title: () => t`A longer lens`,
    note: () => t`about 45° across`,
    picture: [1280, 720],
    way: "across",
    one: 45,
  },
  {
    id: "wide",
    title: () => t`A wide lens`,
    note: () => t`102° across`,
    picture: [1280, 720],
    way: "across",
    one: 102,
  },
];

const OWN = "own";

/** What games bring that is ticked at first. */
const usual = gamePages().flatMap((page) => page.readable.flatMap(({ kind, is_usual }) => (is_usual ? [kind] : [])));

/** It outlives a look at the set-up page. @type {import("../../vendor/signals.js").Signal<Told>} */
export const mountInputs = storedSignal(
  "told",
  /** @type {Told} */ ({
    tray: [300, 220],
    camera: "pi3",
    picture: [1280, 720],
    way: "across",
    one: 66,
    other: 0,
    kinds: ["d6", ...usual],
    marked: true,
    height: 0,
  }),
);
/** @type {import("../../vendor/signals.js").Signal<Outlook | null>} */
export const outlook = signal(/** @type {Outlook | null} */ (null));
/** Why the server cannot work out what was told, and what stands in a field and is no number, by the field. */
const refused = signal("");
const unread = signal(/** @type {Record<string, string>} */ ({}));
/**
 * Why what was told cannot be worked out, a field that cannot be read first; "" = it can, and what is seen is of it.
 */
export const trouble = computed(() => Object.values(unread.value).find(Boolean) || refused.value);

/** @param {string} field @param {string} why "" = it is a number */
export const markUnreadable = (field, why) => {
  if ((unread.peek()[field] || "") !== why) unread.value = { ...unread.peek(), [field]: why };
};

/** @param {Partial<Told>} more */
export const changeInputs = (more) => {
  mountInputs.value = { ...mountInputs.value, ...more };
};

/** @param {Camera} camera */
export const chooseCamera = ({ id, picture, way, one }) =>
  changeInputs({ camera: id, picture, way, one, other: 0, height: 0 });

/** A lens of one's own, told in one of four ways; it begins with numbers that make sense. @param {Way} way */
export function describeLens(way) {
  const [one, other] = { across: [66, 0], corner: [78, 0], glass: [4.7, 6.4], ruler: [400, 300] }[way];
  changeInputs({ camera: OWN, way, one, other, height: 0 });
}

/** @param {string} kind */
export const toggleKind = (kind) =>
  changeInputs({
    kinds: mountInputs.value.kinds.includes(kind)
      ? mountInputs.value.kinds.filter((one) => one !== kind)
      : [...mountInputs.value.kinds, kind],
    height: 0,
  });

let isAsking = false;

/** One question at a time: a finger on the slider tells sixty heights a second, and only the last one counts. */
async function ask() {
  if (isAsking) return;
  isAsking = true;
  for (let asked = null; asked !== mountInputs.value; ) {
    asked = mountInputs.value;
    const { tray, picture, way, one, other, kinds, marked, height } = asked;
    await post("/api/build", {
      tray_mm: tray,
      picture_px: picture,
      way,
      one,
      other,
      kinds,
      marked,
      height_mm: height,
    }).then(
      (found) => {
        outlook.value = found;
        refused.value = "";
      },
      (error) => {
        refused.value = error.message;
      },
    );
  }
  isAsking = false;
}

export const startOutlook = () =>
  effect(() => {
    if (mountInputs.value) ask();
  });
