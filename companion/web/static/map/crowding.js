// Where things stand on a map: those that would lie on each other make room. Doors and walls stay on their edges.

/**
 * A thing with its middle and size in px; `fixed`: it stays. `box`: it is kept inside. `name`: it keeps off, where its
 * box leaves it a way.
 * @typedef {{id: string, x: number, y: number, r: number, fixed: boolean, box: import("./viewport.js").Rect | null,
 * name?: import("./viewport.js").Rect}} Body
 */

const ROUNDS = 28;
const OFF_NAMES = 22; // of these rounds; that no two lie on each other comes before a name, which may be shorter
const GAP = 2; // px between two things

/** @param {Body} body */
function clamp(body) {
  const { box, r } = body;
  if (!box) return;
  body.x = Math.min(Math.max(body.x, box.x + Math.min(r, box.w / 2)), box.x + Math.max(box.w - r, box.w / 2));
  body.y = Math.min(Math.max(body.y, box.y + Math.min(r, box.h / 2)), box.y + Math.max(box.h - r, box.h / 2));
}

/**
 * Push two things apart as far as they overlap; those at the very same place part by their order.
 * @param {Body} a
 * @param {Body} b
 * @param {number} turn
 */
function part(a, b, turn) {
  if (a.fixed && b.fixed) return;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const far = Math.hypot(dx, dy);
  const over = a.r + b.r + GAP - far;
  if (over <= 0) return;
  const [ux, uy] = far > 0.01 ? [dx / far, dy / far] : [Math.cos(turn * 2.4), Math.sin(turn * 2.4)];
  const share = a.fixed || b.fixed ? 1 : 0.5;
  if (!a.fixed) {
    a.x -= ux * over * share;
    a.y -= uy * over * share;
    clamp(a);
  }
  if (!b.fixed) {
    b.x += ux * over * share;
    b.y += uy * over * share;
    clamp(b);
  }
}

/** Is it inside of its box there? @param {Body} body @param {number[]} spot */
const fits = ({ box, r }, [x, y]) =>
  box !== null && x - r >= box.x && x + r <= box.x + box.w && y - r >= box.y && y + r <= box.y + box.h;

/**
 * Move a thing off the name, the shortest way; where its box leaves none, into the corner that is farthest from it, so
 * that a shorter name has room.
 * @param {Body} body
 * @param {boolean} corner
 */
function giveWay(body, corner) {
  const { name, box, x, y } = body;
  if (!name || !box) return;
  const r = body.r + 2 * GAP;
  if (x + r <= name.x || x - r >= name.x + name.w || y + r <= name.y || y - r >= name.y + name.h) return;
  const far = (/** @type {number[]} */ spot) => Math.hypot(spot[0] - x, spot[1] - y);
  const ways = [
    [name.x - r, y],
    [name.x + name.w + r, y],
    [x, name.y - r],
    [x, name.y + name.h + r],
  ].filter((spot) => fits(body, spot));
  const to = ways.sort((a, b) => far(a) - far(b))[0];
  if (to) [body.x, body.y] = to;
  else if (corner)
    [body.x, body.y] = [
      name.x + name.w / 2 < box.x + box.w / 2 ? box.x + box.w : box.x,
      name.y + name.h / 2 < box.y + box.h / 2 ? box.y + box.h : box.y,
    ];
  clamp(body);
}

/** The same things, moved apart. @param {readonly Body[]} bodies @returns {Map<string, Body>} */
export function moveApart(bodies) {
  const placed = bodies.map((body) => ({ ...body }));
  for (const body of placed) if (!body.fixed) clamp(body);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < placed.length; i += 1)
      for (let j = i + 1; j < placed.length; j += 1) part(placed[i], placed[j], i + j);
    if (round < OFF_NAMES) for (const body of placed) if (!body.fixed) giveWay(body, round === 0);
  }
  return new Map(placed.map((body) => [body.id, body]));
}

/**
 * How far around each thing a finger may come down: half the way to its neighbour, at most `most`.
 * @param {Iterable<Body>} bodies
 * @param {number} most
 */
export function touchRadii(bodies, most) {
  const all = [...bodies];
  return new Map(
    all.map((body) => {
      const near = all.reduce(
        (least, other) =>
          other === body ? least : Math.min(least, Math.hypot(other.x - body.x, other.y - body.y) / 2),
        most,
      );
      return [body.id, Math.max(body.r, near)];
    }),
  );
}
