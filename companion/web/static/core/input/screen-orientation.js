// Which edge of the table the screen faces: that of a seat which somebody chose, or of whoever plays.
import { computed, effect } from "../lib.js";
import { currentRing } from "../../prompts/wait-ring.js";
import { changeSettings, settings } from "../settings.js";
import { drawer, past, snapshot } from "../state.js";

/**
 * Degrees that the page is turned by to face an edge: 0 is the edge below it, 90 the one at its left.
 * @typedef {number} Edge
 */

/** Round the table, as seats are taken: the first is below. @type {Edge[]} */
const ROUND = [0, 90, 180, 270, 90, 270, 270];

/** The edge where a seat sits. @param {string} seat @param {number} place among the seats @returns {Edge} */
export const edgeOf = (seat, place) => settings.value.edges[seat] ?? ROUND[place % ROUND.length];

/** A seat moves on to the next edge. @param {string} seat @param {number} place */
export const moveSeat = (seat, place) =>
  changeSettings({ edges: { ...settings.value.edges, [seat]: (edgeOf(seat, place) + 90) % 360 } });

/** Does this screen turn by itself? A phone belongs to its seat. */
export const isAutoRotating = computed(() => settings.value.follows && snapshot.value?.seat === "table");

/** The one seat that is waited for, or null: the screen faces nobody where several play at once. */
const active = computed(() => {
  const sittings = (snapshot.value?.sittings || []).map(({ seat, asked, answered }, place) => ({
    seat,
    place,
    waits: asked && !answered,
  }));
  const waiting = sittings.filter(({ waits }) => waits);
  return waiting.length === 1 ? waiting[0] : null;
});

/** While somebody reads a drawer, what was, or a result that stands still, nothing turns away from them. */
const isBusy = () => drawer.value !== "" || past.value !== null || currentRing.value !== null;

/** Turn with whoever plays, for as long as the page lives. */
export function startAutoRotation() {
  effect(() => {
    if (!isAutoRotating.value || settings.value.pinned || !active.value || isBusy()) return;
    const edge = edgeOf(active.value.seat, active.value.place);
    if (edge !== settings.peek().turn) changeSettings({ turn: edge });
  });
}

/** The compass: it pins the screen where it is, or turns it by hand where it does not turn by itself. */
export function tapCompass() {
  if (isAutoRotating.value) changeSettings({ pinned: !settings.value.pinned });
  else changeSettings({ turn: (settings.value.turn + 90) % 360 });
}
