// The window through which a map is seen: arithmetic alone, in units of the map and pixels of the panel.

/** Pixels to a unit, and the point of the map in the middle. @typedef {{k: number, x: number, y: number}} Window */
/** @typedef {{w: number, h: number}} Size */
/** @typedef {{x: number, y: number, w: number, h: number}} Rect */
/** @typedef {[number, number]} Point */

const MARGIN = 22; // px around the whole map
const REACH = 0.9; // units around a token that lies outside of all tiles
const NEAREST = 96; // px to a unit, at most
const WIDEST = 64; // px to a unit of a whole map: a small one is not blown up beyond reason
const FAR = 0.6; // of the whole map's scale: it is not made much smaller than that

/** Everything that lies there. @param {import("../types").Board} block @returns {Rect} */
export function boundsOf(block) {
  const rects = [
    ...block.tiles,
    ...block.spaces,
    ...block.pieces.map(({ x, y }) => ({ x: x - REACH, y: y - REACH, w: 2 * REACH, h: 2 * REACH })),
  ];
  if (!rects.length) return { x: 0, y: 0, w: 7, h: 7 };
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  return {
    x,
    y,
    w: Math.max(...rects.map((rect) => rect.x + rect.w)) - x,
    h: Math.max(...rects.map((rect) => rect.y + rect.h)) - y,
  };
}

/** The window that shows all of it. @param {Rect} bounds @param {Size} size @returns {Window} */
export function fitWindow(bounds, size) {
  const k = Math.min(
    (size.w - 2 * MARGIN) / Math.max(bounds.w, 1),
    (size.h - 2 * MARGIN) / Math.max(bounds.h, 1),
    WIDEST,
  );
  return { k: Math.max(k, 1), x: bounds.x + bounds.w / 2, y: bounds.y + bounds.h / 2 };
}

/** The middle stays over the map. @param {Window} window @param {Rect} bounds @returns {Window} */
const kept = (window, bounds) => ({
  k: window.k,
  x: Math.min(Math.max(window.x, bounds.x), bounds.x + bounds.w),
  y: Math.min(Math.max(window.y, bounds.y), bounds.y + bounds.h),
});

/**
 * The scale changes, and what lies under `at` stays there.
 * @param {Window} window
 * @param {number} by
 * @param {Point} at
 * @param {Size} size
 * @param {Rect} bounds
 * @returns {Window}
 */
export function zoomWindow(window, by, at, size, bounds) {
  const k = Math.min(
    Math.max(window.k * by, fitWindow(bounds, size).k * FAR),
    Math.max(NEAREST, fitWindow(bounds, size).k),
  );
  const [dx, dy] = [at[0] - size.w / 2, at[1] - size.h / 2];
  return kept({ k, x: window.x + dx / window.k - dx / k, y: window.y + dy / window.k - dy / k }, bounds);
}

/** @param {Window} window @param {Point} by in px @param {Rect} bounds @returns {Window} */
export const panWindow = (window, [dx, dy], bounds) =>
  kept({ k: window.k, x: window.x - dx / window.k, y: window.y - dy / window.k }, bounds);

/**
 * Where a point of the map is in the panel.
 * @param {Window} window
 * @param {Size} size
 * @returns {(x: number, y: number) => Point}
 */
export const projectionOf = (window, size) => (x, y) => [
  (x - window.x) * window.k + size.w / 2,
  (y - window.y) * window.k + size.h / 2,
];

/**
 * A point of the screen in the panel's own pixels: the page may be turned to any edge, the panel's middle stays its
 * middle.
 * @param {Point} client
 * @param {DOMRect} box of the panel on the screen
 * @param {Size} size
 * @param {number} turn 0, 90, 180 or 270
 * @returns {Point}
 */
export function toPanelPoint([clientX, clientY], box, size, turn) {
  const [x, y] = unrotate([clientX - box.left - box.width / 2, clientY - box.top - box.height / 2], turn);
  return [x + size.w / 2, y + size.h / 2];
}

/**
 * A way across the screen as a way across the page that is turned clockwise by so much.
 * @param {Point} way
 * @param {number} turn
 * @returns {Point}
 */
export function unrotate([x, y], turn) {
  switch (turn) {
    case 90:
      return [y, -x];
    case 180:
      return [-x, -y];
    case 270:
      return [-y, x];
    default:
      return [x, y];
  }
}
