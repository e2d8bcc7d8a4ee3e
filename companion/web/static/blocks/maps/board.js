import { html, useEffect } from "../../core/lib.js";
import { touchRadii } from "../../map/crowding.js";
import { Floors, Ground } from "../../map/ground.js";
import { mapWindow, useMapGestures, useSize } from "../../map/gestures.js";
import { containsPoint, layOutBoard } from "../../map/layout.js";
import { Bar, Figure, MonsterMark, TokenMark, isBar, isMonster, pieceWord } from "../../map/pieces.js";
import { boundsOf, projectionOf, fitWindow, zoomWindow } from "../../map/viewport.js";
import { buttonProps, isChosen, offerFor, takeOffer } from "../../prompts/options/tap-options.js";
import { Icon } from "../../core/icons.js";
import { t } from "../../core/text/i18n.js";
import { nameOf } from "../../core/state.js";
import { smallTextSize } from "../../core/settings.js";
import { Legend, Told, told } from "./told.js";

/** @typedef {import("../../types.js").Board} BoardBlock */
/** @typedef {import("../../types.js").Tile} Tile */
/** @typedef {import("../../types.js").Piece} Piece */
/** @typedef {import("../../map/viewport.js").Window} Window */
/** @typedef {import("../../map/viewport.js").Rect} Rect */
/** @typedef {import("../../map/crowding.js").Body} Body */

const FINGER = 30; // px around the middle of a thing, where it has room
const STEP = 1.4; // of the buttons that make the map larger and smaller

/**
 * What a part of the map does when it is tapped: an answer where there is one to give, else it tells what it is.
 * @param {Tile | Piece} part
 */
function tapOn(part) {
  const offer = offerFor(part.option, "board");
  const act = () => {
    told.value = offer && !offer.option.refused ? "" : part.id;
    if (offer) takeOffer(offer);
  };
  const on = !offer ? "" : offer.option.refused ? "refused" : isChosen(offer) ? "open chosen" : "open";
  return {
    on,
    tap: {
      ...buttonProps(act),
      "aria-label": offer?.option.refused ? t`${labelOf(part)}, not now` : labelOf(part),
      "aria-pressed": offer && offer.prompt.most > 1 ? isChosen(offer) : undefined,
      "data-testid": `map-${part.id}`,
    },
  };
}

/** Who stands in it and what lies there, in words. @param {Tile | Piece} part */
const insideOf = (part) => ("here" in part ? [...part.here.map(nameOf), ...part.marks.map(pieceWord)] : []);

/** @param {Tile | Piece} part */
function labelOf(part) {
  return [part.title, part.note, ...insideOf(part), part.fresh ? t`to be laid down` : ""].filter(Boolean).join(", ");
}

/** @param {{piece: Piece, body: Body, reach: number, k: number}} props */
function PieceMark({ piece, body, reach, k }) {
  const { on, tap } = tapOn(piece);
  const bar = isBar(piece);
  return html`
    <g
      class=${`piece ${on} ${piece.fresh ? "fresh" : ""} ${bar ? "bar" : ""}`}
      transform=${`translate(${body.x} ${body.y})`}
      ...${tap}
    >
      <circle r=${bar ? Math.max(reach, 16) : reach} class="reach" />
      ${on.includes("open") && body.r > 14 && html`<circle r=${body.r + 6} class="halo" />`}
      ${piece.fresh && html`<circle r=${body.r + 5} class="pulse" />`}
      ${
        bar
          ? html`<g transform=${`rotate(${piece.turned})`}><${Bar} icon=${piece.icon} k=${k} /></g>`
          : isMonster(piece)
            ? html`<${MonsterMark} icon=${piece.icon} r=${body.r} />`
            : html`<${TokenMark} icon=${piece.icon} r=${body.r} />`
      }
      ${on.includes("chosen") && html`<circle r=${body.r + 3} class="chosen-ring" />`}
    </g>
  `;
}

/** Which signs lie on this map. @param {BoardBlock} block */
const signsOf = (block) => [
  ...new Set([
    ...block.pieces.filter((piece) => !isMonster(piece)).map((piece) => piece.icon),
    ...[...block.tiles, ...block.spaces].flatMap((tile) => tile.marks),
  ]),
];

/** What was tapped: its name, and what there is to say of it. @param {{block: BoardBlock}} props */
function Tapped({ block }) {
  const part = [...block.pieces, ...block.spaces, ...block.tiles].find(({ id }) => id === told.value);
  if (!part) return html`<${Legend} icons=${signsOf(block)} />`;
  const inside =
    "w" in part ? block.pieces.filter((piece) => containsPoint(piece, part)).map((piece) => piece.title) : [];
  return html`<${Told} title=${part.title} words=${[part.note, ...insideOf(part), ...inside]} />`;
}

/** What has come since the whole map was last looked at calls for a look at all of it. @param {BoardBlock} block */
function useNewGround(block) {
  const ground = block.tiles.map(({ id }) => id).join(" ");
  useEffect(() => {
    mapWindow.value = null;
  }, [ground]);
}

/** @param {{block: BoardBlock, window: Window, size: import("../../map/viewport.js").Size, bounds: Rect}} props */
function Drawing({ block, window, size, bounds }) {
  const at = projectionOf(window, size);
  const [left, top] = at(0, 0);
  const rectOf = (/** @type {Tile} */ tile) => ({
    x: tile.x * window.k,
    y: tile.y * window.k,
    w: tile.w * window.k,
    h: tile.h * window.k,
  });
  const words = smallTextSize();
  const { bodies, names } = layOutBoard(block, window.k, words);
  const reach = touchRadii(bodies.values(), FINGER);
  const ground = (/** @type {Tile} */ tile, /** @type {string} */ kind) => {
    const { on, tap } = tapOn(tile);
    return html`
      <${Ground}
        key=${tile.id}
        tile=${tile}
        rect=${rectOf(tile)}
        size=${words}
        label=${names.get(tile.id) || null}
        on=${`${kind} ${on}`}
        tap=${tap}
      />
    `;
  };
  const pieces = [...block.pieces].sort((a, b) => Number(isBar(b)) - Number(isBar(a)));
  return html`
    <svg width=${size.w} height=${size.h} viewBox=${`0 0 ${size.w} ${size.h}`} role="group" aria-label=${block.title}>
      <${Floors} />
      <g transform=${`translate(${left} ${top})`}>
        ${block.tiles.map((tile) => ground(tile, "tile"))}
        ${block.spaces.map((space) => ground(space, "space"))}
        ${[...block.spaces, ...block.tiles]
          .filter(({ here }) => here.length)
          .map(
            (tile) =>
              html`
                <circle
                  key=${`glow-${tile.id}`}
                  cx=${(tile.x + tile.w / 2) * window.k}
                  cy=${(tile.y + tile.h / 2) * window.k}
                  r=${2.4 * window.k}
                  fill="url(#lamp)"
                  class="glow"
                />
              `,
          )}
        ${pieces.map((piece) => {
          const body = bodies.get(piece.id);
          return (
            body &&
            html`
              <${PieceMark}
                key=${piece.id}
                piece=${piece}
                body=${body}
                reach=${reach.get(piece.id) || body.r}
                k=${window.k}
              />
            `
          );
        })}
        ${[...block.spaces, ...block.tiles].map(
          (tile) => html`<${Standing} key=${`in-${tile.id}`} tile=${tile} bodies=${bodies} />`,
        )}
      </g>
    </svg>
  `;
}

/** Marks and figures of a space: seen, not tapped. @param {{tile: Tile, bodies: Map<string, Body>}} props */
function Standing({ tile, bodies }) {
  const at = (/** @type {string} */ id) => bodies.get(`${tile.id}/${id}`);
  return html`
    <g class="standing" aria-hidden="true">
      ${tile.marks.map((mark) => {
        const body = at(`mark/${mark}`);
        return (
          body &&
          html`
            <g key=${mark} transform=${`translate(${body.x} ${body.y})`}><${TokenMark} icon=${mark} r=${body.r} /></g>
          `
        );
      })}
      ${tile.here.map((seat) => {
        const body = at(`seat/${seat}`);
        return (
          body &&
          html`<g key=${seat} transform=${`translate(${body.x} ${body.y})`}><${Figure} seat=${seat} r=${body.r} /></g>`
        );
      })}
    </g>
  `;
}

/**
 * What the keyboard reaches is seen: where it lies out of the window, the whole map is shown.
 * @param {FocusEvent} event
 */
function reached(event) {
  const panel = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  const part = /** @type {Element} */ (event.target);
  const { left, right, top, bottom } = part.getBoundingClientRect();
  if (
    part.matches(":focus-visible") &&
    (right < panel.left || left > panel.right || bottom < panel.top || top > panel.bottom)
  )
    mapWindow.value = null;
}

/**
 * A map that grows: it is moved and made larger by hands, and each thing on it is a button.
 * @param {{block: BoardBlock}} props
 */
export function Board({ block }) {
  const [panel, size] = useSize();
  const bounds = boundsOf(block);
  const hands = useMapGestures(panel, size, bounds);
  useNewGround(block);
  const window = mapWindow.value || fitWindow(bounds, size);
  const zoom = (/** @type {number} */ by) => {
    mapWindow.value = zoomWindow(window, by, [size.w / 2, size.h / 2], size, bounds);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "+" || event.key === "=") zoom(STEP);
    else if (event.key === "-") zoom(1 / STEP);
    else if (event.key === "0") mapWindow.value = null;
  };
  return html`
    <section class="panel board" data-testid="board" onKeyDown=${key}>
      <div class="board-map" ref=${panel} onFocusIn=${reached} ...${hands}>
        ${size.w > 0 && html`<${Drawing} block=${block} window=${window} size=${size} bounds=${bounds} />`}
      </div>
      <div class="board-foot">
        <${Tapped} block=${block} />
        <button class="ico" aria-label=${t`Smaller`} data-testid="map-smaller" onClick=${() => zoom(1 / STEP)}>
          <${Icon} name="minus" />
        </button>
        <button class="ico" aria-label=${t`Larger`} data-testid="map-larger" onClick=${() => zoom(STEP)}>
          <${Icon} name="plus" />
        </button>
        <button
          class="ico"
          aria-label=${t`Whole map`}
          aria-pressed=${!mapWindow.value}
          data-testid="map-whole"
          onClick=${() => {
            mapWindow.value = null;
          }}
        >
          <${Icon} name="whole" />
        </button>
      </div>
    </section>
  `;
}

/** What the people still lay down, as a list beside the map. @param {{block: BoardBlock}} props */
export function PiecesToLay({ block }) {
  if (!block.place.length) return null;
  return html`
    <section class="panel lay-down" role="status" data-testid="lay-down">
      <h2>${t`Lay down`}<small>${block.place.length}</small></h2>
      <ol>${block.place.map((line) => html`<li>${line}</li>`)}</ol>
    </section>
  `;
}
