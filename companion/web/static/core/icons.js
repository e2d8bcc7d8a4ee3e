// Drawings for the page's own buttons: pen strokes in a square of 24.
import { html } from "./lib.js";

/** @type {Record<string, string>} */
const STROKES = {
  redo: "M20 12a8 8 0 1 1-2.6-5.9L20 8.4M20 3.4v5h-5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2.5",
  flag: "M6 21V4h11l-2.5 4L17 12H6",
  earlier: "M18 5l-7 7 7 7M6 5v14",
  later: "M6 5l7 7-7 7M18 5v14",
  undo: "M4 12a8 8 0 1 0 2.6-5.9L4 8.4M4 3.4v5h5",
  log: "M5 4h14v16H5zM9 9h6M9 13h6M9 17h3",
  dice: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  menu: "M4 7h16M4 12h16M4 17h16",
  turn: "M4 12a8 8 0 0 1 13.7-5.6L20 8.6M20 3.6v5h-5M20 12a8 8 0 0 1-13.7 5.6L4 15.4M4 20.4v-5h5",
  compass: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M15.5 8.5 13.5 13.5 8.5 15.5 10.5 10.5z",
  pin: "M9 3h6l-1 6 3 3v2H7v-2l3-3zM12 14v7",
  wall: "M3 5h18v12H3zM9 21h6M12 17v4",
  close: "M6 6l12 12M18 6L6 18",
  camera: "M3 8h4l2-3h6l2 3h4v11H3zM15.8 13a3.8 3.8 0 1 1-7.6 0 3.8 3.8 0 0 1 7.6 0",
  hand:
    "M8 12V6a1.5 1.5 0 0 1 3 0v5M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8c0 4-2.5 " +
    "6.5-6 6.5-3 0-4.5-1.5-6-4.5l-1.5-3.2a1.5 1.5 0 0 1 2.6-1.5L8 14",
  spark: "M12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.5 2.5M15.5 15.5 18 18M18 6l-2.5 2.5M8.5 15.5 6 18",
  throw: "M5 14l7-4 7 4v5l-7 3-7-3zM12 2v5M9 5l3-3 3 3",
  reader: "M4 7l9-3 5 14-9 3zM15 6l5 1-2 12",
  bowl: "M3 10h18c0 6-4 9-9 9s-9-3-9-9zM11 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0M16 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0",
  lamp: "M9 3h6l3 9H6zM12 12v7M8 21h8",
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  rules: "M4 5h7v15H4zM13 5h7v15h-7z",
  down: "M5 9l7 7 7-7",
  pen: "M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3",
  file: "M6 3h8l4 4v14H6zM14 3v4h4M12 18v-7M9 14l3-3 3 3",
  save: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  next: "M9 5l7 7-7 7",
  eye:
    "M2.5 12C5 7.5 8.3 5.5 12 5.5S19 7.5 21.5 12C19 16.5 15.7 18.5 12 18.5S5 16.5 2.5 12zM15 12a3 3 0 1 " +
    "1-6 0 3 3 0 0 1 6 0",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M9 9h6v6H9z",
  more: "M5 12h.1M12 12h.1M19 12h.1M5 5h14M5 19h14",
  find: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 21 21",
  back: "M15 5l-7 7 7 7",
  map: "M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14",
  phone: "M7 3h10v18H7zM11 18h2",
  sound: "M4 9h4l5-4v14l-5-4H4zM16 8.5a5 5 0 0 1 0 7M18.5 6a8.5 8.5 0 0 1 0 12",
  mute: "M4 9h4l5-4v14l-5-4H4zM16.5 9.5l5 5M21.5 9.5l-5 5",
  aloud: "M4 5h16v11h-8l-5 4v-4H4zM8 9h8M8 12h5",
  keys: "M3 7h18v10H3zM6 10h.1M9 10h.1M12 10h.1M15 10h.1M18 10h.1M8 14h8",
};

/** @param {{name: string}} props */
export const Icon = ({ name }) =>
  html`
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.1"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d=${STROKES[name] || STROKES.lamp} />
    </svg>
  `;
