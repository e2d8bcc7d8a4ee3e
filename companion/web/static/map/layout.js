// Where everything on a map stands, in px of a map that begins at 0,0: first the doors and signs on edges, then the
// names, then what has room to move.
import { moveApart } from "./crowding.js";
import { placeLabel } from "./labels.js";
import { barSize, isBar } from "./pieces.js";

/** @typedef {import("../types").Board} BoardBlock */
/** @typedef {import("../types").Tile} Tile */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("./viewport.js").Rect} Rect */
/** @typedef {import("./crowding.js").Body} Body */
/** @typedef {import("./labels.js").Label} Label */
/**
 * Things by their id, and the names of the grounds by theirs.
 * @typedef {{bodies: Map<string, Body>, names: Map<string, Label>}} Laid
 */

const EDGE = 0.3; // units: what lies so near to an edge means the way across it
const WALL = 5; // px between a wall and what lies beside it
const HALO = 7; // px around a sign that can be tapped
const ROOMY = 0.6; // of a ground: a name and things that need more have no room beside each other

/** Size of a token, in px. @param {number} k px to a unit */
const radius = (k) => Math.min(Math.max(0.6 * k, 13), 28);

/** @param {Rect} inner @param {Rect} outer */
const isInside = (inner, outer) =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.w <= outer.x + outer.w + 0.01 &&
  inner.y + inner.h <= outer.y + outer.h + 0.01;

/** @param {{x: number, y: number}} point @param {Rect} rect */
export const containsPoint = (point, rect) =>
  point.x >= rect.x && point.x <= rect.x + rect.w && point.y >= rect.y && point.y <= rect.y + rect.h;

/** @param {Rect} rect @param {number} by @returns {Rect} */
const grown = (rect, by) => ({ x: rect.x - by, y: rect.y - by, w: rect.w + 2 * by, h: rect.h + 2 * by });

/** @param {{x: number, y: number}} point @param {Rect} rect */
const isOnEdge = (point, rect) => containsPoint(point, grown(rect, EDGE)) && !containsPoint(point, grown(rect, -EDGE));

/** @param {Rect} rect @param {number} k @returns {Rect} */
const scaled = ({ x, y, w, h }, k) => ({ x: x * k, y: y * k, w: w * k, h: h * k });

/** What stays where it is: doors and walls, and signs on an edge. @param {BoardBlock} block @param {Piece} piece */
const stays = (block, piece) => isBar(piece) || block.tiles.some((tile) => isOnEdge(piece, tile));

/**
 * What a thing covers, and so much around it.
 * @param {{x: number, y: number, r: number}} body
 * @param {number} more
 * @returns {Rect}
 */
const around = ({ x, y, r }, more) => grown({ x: x - r, y: y - r, w: 2 * r, h: 2 * r }, more);

/**
 * What a thing that stays covers; a door or a wall lies along its edge.
 * @param {Piece} piece
 * @param {number} k
 * @returns {Rect}
 */
function coveredBy(piece, k) {
  if (!isBar(piece)) return around({ x: piece.x * k, y: piece.y * k, r: radius(k) }, HALO);
  const { long, thick } = barSize(piece.icon, k);
  const [w, h] = piece.turned % 180 ? [2 * thick, long] : [long, 2 * thick]; // a wall has its teeth beside it
  return { x: piece.x * k - w / 2, y: piece.y * k - h / 2, w, h };
}

/**
 * A name for each ground that carries one: a tile whose spaces are known leaves it to these.
 * @param {BoardBlock} block
 * @param {number} k
 * @param {number} size of the text
 * @param {readonly (readonly Rect[])[]} things the widest first
 * @returns {Map<string, Label>}
 */
function namesOf(block, k, size, things) {
  const bare = block.tiles.filter((tile) => !block.spaces.some((space) => isInside(space, tile)));
  const labels = [...bare, ...block.spaces].map(
    (tile) => /** @type {const} */ ([tile.id, placeLabel(tile.title, scaled(tile, k), size, things)]),
  );
  return new Map(labels.flatMap(([id, label]) => (label ? [[id, label]] : [])));
}

/**
 * Where things may stand in a ground: below its name, if that leaves them room.
 * @param {Tile} tile
 * @param {number} k
 * @param {Label | undefined} name
 * @returns {Rect}
 */
function roomIn(tile, k, name) {
  const { x, y, w, h } = scaled(tile, k);
  const below = name ? name.y + name.h - y + HALO + 1 : WALL;
  const head = h - below > 2.6 * radius(k) ? below : WALL;
  return { x: x + WALL, y: y + head, w: w - 2 * WALL, h: h - head - WALL };
}

/**
 * Tokens where they lie, figures and marks in their space.
 * @param {BoardBlock} block
 * @param {number} k
 * @param {Map<string, Label>} names
 * @returns {Body[]}
 */
function thingsOf(block, k, names) {
  const r = radius(k);
  const grounds = [...block.spaces, ...block.tiles];
  const pieces = block.pieces.map((piece) => {
    const home = stays(block, piece) ? undefined : grounds.find((ground) => containsPoint(piece, ground));
    return {
      id: piece.id,
      x: piece.x * k,
      y: piece.y * k,
      r: isBar(piece) ? 8 : r,
      fixed: stays(block, piece),
      box: home ? roomIn(home, k, names.get(home.id)) : null,
      ground: home?.id,
    };
  });
  const inside = grounds.flatMap((ground) => {
    const box = roomIn(ground, k, names.get(ground.id));
    const seats = ground.here.map((seat, n) => ({
      id: `${ground.id}/seat/${seat}`,
      x: box.x + box.w * 0.5 + n * 8,
      y: box.y + box.h * 0.62,
      r,
      fixed: false,
      box,
      ground: ground.id,
    }));
    const marks = ground.marks.map((mark, n) => ({
      id: `${ground.id}/mark/${mark}`,
      x: box.x + r * (1 + 2 * n),
      y: box.y + box.h - r,
      r: r * 0.8,
      fixed: false,
      box,
      ground: ground.id,
    }));
    return [...seats, ...marks];
  });
  return [...pieces, ...inside].map((body, _, all) => ({
    ...body,
    name: nameBeside(
      names.get(body.ground || ""),
      body.box,
      all.filter(({ ground }) => ground === body.ground),
    ),
  }));
}

/**
 * The name that things of a ground keep off: where it is crowded they need its place.
 * @param {Label | undefined} name
 * @param {Rect | null} box
 * @param {readonly {r: number}[]} things
 */
function nameBeside(name, box, things) {
  const needed = things.reduce((sum, { r }) => sum + 4 * r * r, name ? name.w * name.h : 0);
  return box && needed < ROOMY * box.w * box.h ? name : undefined;
}

/** @param {BoardBlock} block @param {number} k @param {number} size of the text @returns {Laid} */
function laid(block, k, size) {
  const still = block.pieces.filter((piece) => stays(block, piece)).map((piece) => coveredBy(piece, k));
  const first = namesOf(block, k, size, [still]);
  const bodies = moveApart(thingsOf(block, k, first));
  const moved = [...bodies.values()].filter(({ fixed }) => !fixed);
  const names = namesOf(
    block,
    k,
    size,
    [HALO, 0].map((more) => [...still, ...moved.map((body) => around(body, more))]),
  );
  return { bodies, names }; // in a small ground things had no room beside the name: it is another one then, or none
}

/**
 * The last map: while it is only moved, nothing on it moves.
 * @type {{block: BoardBlock | null, k: number, size: number, laid: Laid}}
 */
let last = { block: null, k: 0, size: 0, laid: { bodies: new Map(), names: new Map() } };

/**
 * Everything on a map where it stands.
 * @param {BoardBlock} block
 * @param {number} k px to a unit
 * @param {number} size of the text
 */
export function layOutBoard(block, k, size) {
  if (last.block !== block || last.k !== k || last.size !== size) last = { block, k, size, laid: laid(block, k, size) };
  return last.laid;
}
