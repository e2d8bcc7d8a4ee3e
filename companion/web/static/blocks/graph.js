import { html } from "../lib.js";
import { answer } from "../deeds.js";
import { Glyph, hasGlyph } from "../glyphs.js";
import { look } from "../seats.js";
import { current } from "../state.js";

const MARGIN = 76;
const BELOW = 40; // room for words under the lowest rooms
const LEAST = [640, 440]; // a small map is not blown up beyond reason
const SPREAD = 150; // least distance between neighbours, in the drawing's units
const RADIUS = 48;
const STRETCH = 0.2; // a map grows in height for each line of words under a room

/** Scale the map's own units so that rooms do not touch. @param {import("../types").Room[]} rooms */
function scaleOf(rooms) {
  let least = Infinity;
  for (const a of rooms) for (const b of rooms) if (a !== b) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  return Number.isFinite(least) && least > 0 ? SPREAD / least : 1;
}

/** @param {import("../types").Graph} block */
function placed(block) {
  const k = scaleOf(block.rooms);
  const left = Math.min(...block.rooms.map((room) => room.x));
  const top = Math.min(...block.rooms.map((room) => room.y));
  const words = Math.max(...block.rooms.map((room) => room.marks.filter((mark) => !hasGlyph(mark)).length));
  const down = k * (1 + STRETCH * words);
  return new Map(block.rooms.map((room) => [room.id, { room, x: (room.x - left) * k + MARGIN, y: (room.y - top) * down + MARGIN }]));
}

/** The option that a room stands for, where it may be chosen now. @param {import("../types").Room} room */
function chosen(room) {
  const prompt = current.value?.prompt;
  const option = room.option ? prompt?.options.find((one) => one.id === room.option) : undefined;
  return prompt && option && !option.refused ? () => answer(prompt.id, [option.id]) : null;
}

/** @param {{from: {x: number, y: number}, to: {x: number, y: number}, corridor: import("../types").Corridor}} props */
function Corridor({ from, to, corridor }) {
  const x = (from.x + to.x) / 2;
  const y = (from.y + to.y) / 2;
  const words = `Corridor ${corridor.numbers}${corridor.noise ? ", noise" : ""}${corridor.closed ? ", closed" : ""}`;
  return html`<g class=${`corridor ${corridor.noise ? "noisy" : ""} ${corridor.closed ? "closed" : ""}`} role="img" aria-label=${words}>
    <path d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} class="hull" /><path d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} class="floor" />
    ${corridor.numbers && html`<g transform=${`translate(${x} ${y})`}><rect x=${-9 - corridor.numbers.length * 5} y="-15" width=${18 + corridor.numbers.length * 10} height="30" rx="15" class="number" />
      <text y="7" text-anchor="middle" font-size="21" font-weight="750">${corridor.numbers}</text></g>`}
    ${corridor.noise && html`<g transform=${`translate(${x} ${y - 30})`}><circle r="15" class="noise" /><g transform="scale(.8)"><path d="M-6-8a11 11 0 0 1 0 16M0-12a17 17 0 0 1 0 24" class="wave" /></g></g>`}
  </g>`;
}

/** Long names in two lines. @param {string} title */
function lines(title) {
  const words = title.split(" ");
  const half = Math.ceil(words.length / 2);
  return title.length > 11 && words.length > 1 ? [words.slice(0, half).join(" "), words.slice(half).join(" ")] : [title];
}

/** @param {{room: import("../types").Room, x: number, y: number}} props */
function RoomMark({ room, x, y }) {
  const take = chosen(room);
  const label = [room.title, ...room.here.map((seat) => look(seat).mark), ...room.marks].join(" ");
  const tap = take ? { role: "button", tabindex: 0, onClick: take, onKeyDown: (/** @type {KeyboardEvent} */ event) => (event.key === "Enter" || event.key === " ") && take(), "data-testid": `room-${room.id}` } : { role: "img", "aria-label": label };
  return html`<g class=${`room ${take ? "open" : ""}`} transform=${`translate(${x} ${y})`} ...${tap}>
    ${take && html`<circle r=${RADIUS + 9} class="halo" />`}<circle r=${RADIUS} class="wall" />
    ${lines(room.title === "?" ? `? ${room.id.replace(/^\D+/, "")}` : room.title).map((line, k, all) => html`<text y=${(k - (all.length - 1) / 2) * 22 + 7} text-anchor="middle" font-size=${Math.min(21, 165 / line.length)} font-weight="600">${line}</text>`)}
    ${room.here.map((seat, k) => html`<g transform=${`translate(${(k - (room.here.length - 1) / 2) * 36} ${-RADIUS - 4}) scale(.5)`}>
      <path d=${look(seat).path} fill=${look(seat).color} stroke="#fff" stroke-width="5" /><text y="11" text-anchor="middle" font-size="32" font-weight="800" class="on-seat">${look(seat).mark}</text></g>`)}
    <${Marks} marks=${room.marks} /></g>`;
}

/** Marks that have a drawing stand on the room's edge, words below it. @param {{marks: string[]}} props */
function Marks({ marks }) {
  const drawn = marks.filter(hasGlyph);
  const words = marks.filter((mark) => !hasGlyph(mark)).map((mark) => mark.replaceAll("_", " "));
  return html`${drawn.map((mark, k) => html`<g transform=${`translate(${(k - (drawn.length - 1) / 2) * 34} ${RADIUS + 2})`} class="mark">
      <circle r="16" /><g transform="scale(.85)"><${Glyph} name=${mark} /></g></g>`)}
    ${words.map((word, k) => html`<g transform=${`translate(0 ${RADIUS + (drawn.length ? 36 : 14) + k * 26})`} class="word-mark">
      <rect x=${-9 - word.length * 4.6} y="-18" width=${18 + word.length * 9.2} height="25" rx="12" /><text text-anchor="middle" font-size="18" font-weight="600">${word}</text></g>`)}`;
}

/** Rooms and corridors; a room that the open prompt offers is a button. @param {{block: import("../types").Graph}} props */
export function Graph({ block }) {
  const at = placed(block);
  const width = Math.max(...Array.from(at.values(), ({ x }) => x)) + MARGIN;
  const height = Math.max(...Array.from(at.values(), ({ y }) => y)) + MARGIN + BELOW;
  const [wide, high] = [Math.max(width, LEAST[0]), Math.max(height, LEAST[1])];
  return html`<section class="panel graph"><h2>${block.title}</h2><svg viewBox=${`${(width - wide) / 2} ${(height - high) / 2} ${wide} ${high}`} role="group" aria-label=${block.title}>
    ${block.corridors.map((corridor) => {
      const [from, to] = corridor.ends.map((id) => at.get(id));
      return from && to && html`<${Corridor} key=${corridor.id} from=${from} to=${to} corridor=${corridor} />`;
    })}
    ${Array.from(at.values(), ({ room, x, y }) => html`<${RoomMark} key=${room.id} room=${room} x=${x} y=${y} />`)}</svg></section>`;
}
