// Where the rooms of a graph stand, in pixels: the panel is filled, and no room lies on another. Arithmetic alone.

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../types").RoomThreat} Lurker */
/** @typedef {import("../map/viewport.js").Size} Size */
/** A room's middle. @typedef {{x: number, y: number}} Spot */
/**
 * `w`, `h`: of one room; `size`: of the whole drawing, which may be larger than its panel.
 * @typedef {{w: number, h: number, size: Size, at: Map<string, Spot>}} Plan
 */

const LETTERS = 6.5; // a room is so many times as wide as its text is high
const LINES = 5.7; // and so many times as high
const EDGE = 22; // px around all rooms
const GAP = 28; // px between two rooms, at least: a number must fit
const LONGEST = 8; // the drawing is at most so many times as large as its panel

/** @param {number[]} values */
const span = (values) => ({ from: Math.min(...values), long: Math.max(...values) - Math.min(...values) });

/**
 * How much wider or higher a drawing must be so that no two rooms touch: each pair goes the shorter way.
 * @param {Spot[]} spots
 * @param {number} w
 * @param {number} h
 */
function apart(spots, w, h) {
  const grow = { x: 1, y: 1 };
  spots.forEach((a, k) =>
    spots.slice(k + 1).forEach((b) => {
      const [x, y] = [(w + GAP) / Math.abs(a.x - b.x || 0.01), (h + GAP) / Math.abs(a.y - b.y || 0.01)];
      if (x < y) grow.x = Math.max(grow.x, Math.min(x, LONGEST));
      else grow.y = Math.max(grow.y, Math.min(y, LONGEST));
    }),
  );
  return grow;
}

/** @param {readonly Room[]} rooms @param {Size} panel @param {number} text height of the letters, px @returns {Plan} */
export function planOf(rooms, panel, text) {
  const [w, h] = [text * LETTERS, text * LINES];
  const [across, down] = [span(rooms.map(({ x }) => x)), span(rooms.map(({ y }) => y))];
  const inner = { w: Math.max(panel.w - w - 2 * EDGE, w), h: Math.max(panel.h - h - 2 * EDGE, h) };
  const place = (/** @type {Room} */ room) => ({
    x: across.long ? ((room.x - across.from) / across.long) * inner.w : inner.w / 2,
    y: down.long ? ((room.y - down.from) / down.long) * inner.h : inner.h / 2,
  });
  const raw = rooms.map(place);
  const grow = apart(raw, w, h);
  const at = new Map(
    rooms.map(({ id }, k) => [id, { x: EDGE + w / 2 + raw[k].x * grow.x, y: EDGE + h / 2 + raw[k].y * grow.y }]),
  );
  return { w, h, size: { w: inner.w * grow.x + w + 2 * EDGE, h: inner.h * grow.y + h + 2 * EDGE }, at };
}

/**
 * Where the way between two middles leaves the first room.
 * @param {Spot} from
 * @param {Spot} to
 * @param {Plan} plan
 * @returns {Spot}
 */
export function doorPoint(from, to, plan) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = Math.min(plan.w / 2 / Math.max(Math.abs(dx), 0.01), plan.h / 2 / Math.max(Math.abs(dy), 0.01), 0.5);
  return { x: from.x + dx * share, y: from.y + dy * share };
}

/**
 * The way out of a room: its mouths, its middle, its length between the walls, and how it is turned, in degrees.
 * @param {Spot} from
 * @param {Spot} to
 * @param {Plan} plan
 */
export function corridorOf(from, to, plan) {
  const [a, b] = [doorPoint(from, to, plan), doorPoint(to, from, plan)];
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  return {
    a,
    b,
    long,
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    turned: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
  };
}

/** A point on the way between two others. @param {Spot} a @param {Spot} b @param {number} share @returns {Spot} */
export const pointBetween = (a, b, share) => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });

/** A compartment: a rectangle with cut corners around 0,0. @param {number} w @param {number} h @param {number} cut */
export function compartmentOutline(w, h, cut) {
  const [x, y] = [w / 2, h / 2];
  return `M${-x + cut} ${-y}H${x - cut}L${x} ${-y + cut}V${y - cut}L${x - cut} ${y}H${-x + cut}L${-x} ${y - cut}V${-y + cut}z`;
}

/**
 * The middles of things of these widths side by side around 0, closer together where they would be too wide, but never
 * past each other.
 * @param {readonly number[]} widths
 * @param {number} most of all
 */
export function centresInRow(widths, most) {
  const whole = widths.reduce((sum, one) => sum + one, 0);
  const ends = ((widths[0] || 0) + (widths.slice(-1)[0] || 0)) / 2;
  const near = whole > most && whole > ends ? Math.max(most - ends, 0) / (whole - ends) : 1;
  let upTo = 0;
  return widths.map((one) => ((upTo += one) - one / 2 - whole / 2) * near);
}

/**
 * Who is drawn as one mark: each alone where so many have room, else those of one name together, else all.
 * @param {readonly Lurker[]} lurkers
 * @param {number} most
 */
export function groupLurkers(lurkers, most) {
  if (lurkers.length <= most) return lurkers.map((one) => [one]);
  const packs = [...new Set(lurkers.map(({ title }) => title))].map((name) =>
    lurkers.filter(({ title }) => title === name),
  );
  return packs.length <= most ? packs : [lurkers];
}
