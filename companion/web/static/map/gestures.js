// What hands do to a map: one finger moves it, two make it larger or smaller, a wheel as well. A tap stays a tap.
import { signal, useEffect, useRef, useState } from "../core/lib.js";
import { toPanelPoint, panWindow, unrotate, fitWindow, zoomWindow } from "./viewport.js";
import { settings } from "../core/settings.js";

/** @typedef {import("./viewport.js").Window} Window */
/** @typedef {import("./viewport.js").Size} Size */
/** @typedef {import("./viewport.js").Point} Point */
/** @typedef {import("./viewport.js").Rect} Rect */

/** A finger that moved less has tapped. */
const STILL = 9; // px
const WHEEL = 0.0016; // of the scale, for each px of a wheel

/**
 * Where people have moved the map to; null: the whole of it is shown. Kept while the map is out of sight.
 * @type {import("../vendor/signals.js").Signal<Window | null>}
 */
export const mapWindow = signal(/** @type {Window | null} */ (null));

/**
 * The size of an element in its own pixels, whichever way the page is turned.
 * @returns {[{current: HTMLElement | null}, Size]}
 */
export function useSize() {
  /** @type {{current: HTMLElement | null}} */
  const panel = useRef(null);
  const [size, setSize] = useState({ w: 0, h: 0 });
  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const measure = () => setSize({ w: element.clientWidth, h: element.clientHeight });
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => watcher.disconnect();
  }, []);
  return [panel, size];
}

/**
 * The hands on one map. `dragged` is true from the moment on that a finger has moved it.
 * @param {{current: HTMLElement | null}} panel
 * @param {Size} size
 * @param {Rect} bounds
 */
export function useMapGestures(panel, size, bounds) {
  const hand = useRef({ fingers: /** @type {Map<number, Point>} */ (new Map()), dragged: false, way: 0 });
  const now = () => mapWindow.peek() || fitWindow(bounds, size);
  const place = (/** @type {{clientX: number, clientY: number}} */ event) =>
    toPanelPoint(
      [event.clientX, event.clientY],
      /** @type {HTMLElement} */ (panel.current).getBoundingClientRect(),
      size,
      settings.peek().turn,
    );
  useWheel(
    panel,
    (event) => {
      mapWindow.value = zoomWindow(now(), Math.exp(-event.deltaY * WHEEL), place(event), size, bounds);
    },
    [size.w, size.h, bounds.x, bounds.y, bounds.w, bounds.h],
  );
  const { fingers } = hand.current;

  const down = (/** @type {PointerEvent} */ event) => {
    if (!fingers.size) Object.assign(hand.current, { dragged: false, way: 0 });
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const by = unrotate([event.clientX - before[0], event.clientY - before[1]], settings.peek().turn);
    hand.current.way += Math.hypot(...by);
    if (!hand.current.dragged && hand.current.way < STILL) return;
    if (!hand.current.dragged) panel.current?.setPointerCapture(event.pointerId);
    hand.current.dragged = true;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    mapWindow.value = other ? pinched(now(), before, event, other) : panWindow(now(), by, bounds);
  };
  /** @param {Window} window @param {Point} before @param {PointerEvent} event @param {Point} other */
  const pinched = (window, before, event, other) => {
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
    const is = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
    const middle = { clientX: (event.clientX + other[0]) / 2, clientY: (event.clientY + other[1]) / 2 };
    const half = unrotate([(event.clientX - before[0]) / 2, (event.clientY - before[1]) / 2], settings.peek().turn);
    return panWindow(zoomWindow(window, is / Math.max(was, 1), place(middle), size, bounds), half, bounds);
  };
  /** The tap that ends a drag is none. @param {Event} event */
  const click = (event) => {
    if (!hand.current.dragged) return;
    event.stopPropagation();
    hand.current.dragged = false;
  };
  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up, onClickCapture: click };
}

/**
 * A wheel must be listened to by hand: the browser would scroll the page.
 * @param {{current: HTMLElement | null}} panel
 * @param {(event: WheelEvent) => void} act
 * @param {any[]} on
 */
function useWheel(panel, act, on) {
  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const turn = (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      act(event);
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, on);
}
