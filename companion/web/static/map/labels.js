// Where the names of a map stand: each in its ground, apart from the doors on its edges and from what lies in it.
// Arithmetic alone.
import { splitInLines } from "../core/text/hyphens.js";

/** @typedef {import("./viewport.js").Rect} Rect */
/** Lines of a name and the sign they stand on, in px. @typedef {Rect & {lines: string[]}} Label */

const LETTER = 0.54; // of the size of the text is the width of a letter
/** Letters that need more or less than most, and by how much of the size of the text. @type {[RegExp, number][]} */
const UNEVEN = [
  [/[mwMWG@—…]/g, 0.34],
  [/[fijlrtI.,:;' -]/g, -0.12],
];
const LINE = 1.15; // of that size is the height of a line
const PAD = 5; // px on either side of the letters
const RIM = 6; // px between a wall and a name
const GAP = 3; // px between a name and whatever it keeps away from
const LEAST_WORDS = 34; // px: on a smaller ground no name stands
const LEAST_LETTERS = 4; // of a line: fewer are no name
const SHARES = [1, 0.75, 0.55, 0.4]; // of the width of a ground: a narrower name has more lines

/**
 * A name in as many lines as fit, the last one cut where it must be; [] where none does.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {number} size of the text
 * @returns {string[]}
 */
function fitted(name, width, height, size) {
  const letters = Math.floor((width - 2 * PAD) / (size * LETTER));
  const most = Math.max(1, Math.min(3, Math.floor((height * 0.6) / (size * LINE))));
  if (width < LEAST_WORDS || height < size + PAD || letters < LEAST_LETTERS) return [];
  /** @type {string[]} */
  const lines = [];
  for (const word of name.split(/\s+/)) {
    const last = lines.slice(-1)[0];
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...splitInLines(word, letters));
  }
  const shown = lines.slice(0, most);
  if (lines.length > most) shown[most - 1] += "…";
  return shown.map((line) => (line.length > letters ? `${line.slice(0, letters - 1).replace(/…$/, "")}…` : line));
}

/** How wide a line is drawn, at most. @param {string} line @param {number} size of the text */
const widthOf = (line, size) =>
  size *
    UNEVEN.reduce(
      (sum, [letters, more]) => sum + (line.match(letters)?.length || 0) * more,
      (line.length + 0.7) * LETTER,
    ) +
  2 * PAD;

/** Do two rectangles touch? @param {Rect} a @param {Rect} b */
const touch = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** @param {Rect} one @param {readonly Rect[]} things */
const isFree = (one, things) => !things.some((thing) => touch(one, thing));

/**
 * A label of these lines where it touches none of the things: as high up as it can be, then as far left.
 * @param {string[]} lines
 * @param {Rect} room
 * @param {number} size
 * @param {readonly Rect[]} things
 * @returns {Label | null}
 */
function placed(lines, room, size, things) {
  const w = Math.max(...lines.map((line) => widthOf(line, size)));
  const h = lines.length * size * LINE + RIM;
  const ys = [room.y, ...things.map((thing) => thing.y + thing.h + GAP), room.y + room.h - h];
  const xs = [room.x, ...things.map((thing) => thing.x + thing.w + GAP), room.x + room.w - w];
  const spots = ys.flatMap((y) => xs.map((x) => ({ x, y, w, h, lines })));
  const inside = spots.filter(
    ({ x, y }) => x >= room.x && y >= room.y && x + w <= room.x + room.w + 0.01 && y + h <= room.y + room.h + 0.01,
  );
  return inside.sort((a, b) => a.y - b.y || a.x - b.x).find((spot) => isFree(spot, things)) || null;
}

const isCut = (/** @type {string[]} */ lines) => lines.some((line) => line.endsWith("…"));

/**
 * The name of a ground: whole where there is any place for it, then cut, and rather apart from the things with what is
 * around them; null where there is none at all.
 * @param {string} name
 * @param {Rect} ground
 * @param {number} size of the text
 * @param {readonly (readonly Rect[])[]} things the widest first
 * @returns {Label | null}
 */
export function placeLabel(name, ground, size, things) {
  const room = { x: ground.x + RIM, y: ground.y + RIM, w: ground.w - 2 * RIM, h: ground.h - 2 * RIM };
  const ways = SHARES.map((share) => fitted(name, room.w * share, ground.h, size)).filter((lines) => lines.length);
  const inOrder = [false, true].flatMap((cut) =>
    things.flatMap((all) =>
      ways
        .filter((lines) => isCut(lines) === cut)
        .map((lines) => ({ lines, near: all.filter((thing) => touch(thing, ground)) })),
    ),
  );
  for (const { lines, near } of inOrder) {
    const label = placed(lines, room, size, near);
    if (label) return label;
  }
  return null;
}
