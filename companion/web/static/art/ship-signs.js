// Signs of a ship and its crew: our own drawings in a square of 24 around 0,0, each with its word and a colour beside
// its shape.
import { t } from "../core/text/i18n.js";

/** @typedef {{word: () => string, tone: string, path: string, filled?: boolean}} SignArt */

/** @type {Record<string, SignArt>} */
export const SIGNS = {
  items: { word: () => t`Items left`, tone: "brass", path: "M-8-3H8V8H-8zM-8-3-5-8H5L8-3M-2-3V1H2V-3" },
  malfunction: {
    word: () => t`Malfunction`,
    tone: "warn",
    path:
      "M6.5-9.5A5.5 5.5 0 0 0-.5-2.5L-8.5 5.5A2.1 2.1 0 0 0-5.5 8.5L2.5.5A5.5 5.5 0 0 0 9.5-6.5L6-3 " +
      "3.5-3.5 3-6zM4 4 9.5 9.5M9.5 4 4 9.5",
  },
  egg: {
    word: () => t`Egg`,
    tone: "good",
    path:
      "M0-10C5-10 8-2 8 3 8 7.5 4.5 10 0 10S-8 7.5-8 3C-8-2-5-10 0-10zM-3 0A2 2.6 0 1 0 -3 .01zM3 4A1.5 2 " +
      "0 1 0 3 4.01z",
    filled: true,
  },
  corpse: {
    word: () => t`Corpse`,
    tone: "bad",
    path:
      "M0-10A8 8 0 0 1 8-2C8 1.5 6.5 3.3 5 4.2V8.5H-5V4.2C-6.5 3.3-8 1.5-8-2A8 8 0 0 1 0-10zM-3.5-3.5a2.2 " +
      "2.2 0 1 0 .01 0zM3.5-3.5a2.2 2.2 0 1 0 .01 0zM-.7 2h1.4l.6 2h-2.6z",
    filled: true,
  },
  carcass: {
    word: () => t`Carcass`,
    tone: "bad",
    path:
      "M-9 6C-6-4-3-8 0-9 3-8 6-4 9 6M-6.5 0-10-3M6.5 0 10-3M-4.5-4.5-7-8M4.5-4.5 7-8M-9 6C-4 2 4 2 9 " +
      "6M-2.5-2.5 2.5-2.5",
  },
  engine: {
    word: () => t`Drive, unseen`,
    tone: "plain",
    path:
      "M0-9.5 2-6.5 5.5-7.5 6.5-4 9.5-2V2L6.5 4 5.5 7.5 2 6.5 0 9.5-2 6.5-5.5 7.5-6.5 4-9.5 " +
      "2V-2L-6.5-4-5.5-7.5-2-6.5zM2.8 0A2.8 2.8 0 1 1-2.8 0 2.8 2.8 0 0 1 2.8 0",
  },
  engine_works: {
    word: () => t`Drive works`,
    tone: "good",
    path:
      "M0-9.5 2-6.5 5.5-7.5 6.5-4 9.5-2V2L6.5 4 5.5 7.5 2 6.5 0 9.5-2 6.5-5.5 7.5-6.5 4-9.5 " +
      "2V-2L-6.5-4-5.5-7.5-2-6.5zM-4 0-1.2 3 4.5-3",
  },
  engine_broken: {
    word: () => t`Drive broken`,
    tone: "bad",
    path:
      "M0-9.5 2-6.5 5.5-7.5 6.5-4 9.5-2V2L6.5 4 5.5 7.5 2 6.5 0 9.5-2 6.5-5.5 7.5-6.5 4-9.5 " +
      "2V-2L-6.5-4-5.5-7.5-2-6.5zM-3.2-3.2 3.2 3.2M3.2-3.2-3.2 3.2",
  },
  pod: {
    word: () => t`Escape pod, open`,
    tone: "good",
    path: "M0-10C4-8 6-3 6 2L4 6H-4L-6 2C-6-3-4-8 0-10zM2.2-3A2.2 2.2 0 1 1-2.2-3 2.2 2.2 0 0 1 2.2-3M-4 9.5H4",
  },
  pod_locked: {
    word: () => t`Escape pod, locked`,
    tone: "plain",
    path: "M-7-1H7V9H-7zM-4-1V-5A4 4 0 0 1 4-5V-1M0 3V5.5",
  },
  bed: {
    word: () => t`Beds for the jump`,
    tone: "clue",
    path: "M-9.5-6V7.5M-9.5 3.5H9.5V7.5M9.5 3.5C9.5-.5 7-2 3-2H-3.5V3.5M-6.5-1.5A1.5 1.5 0 1 1-6.5-1.49",
  },
  computer: { word: () => t`Computer`, tone: "clue", path: "M-9-8H9V4H-9zM0 4V8.5M-5 8.5H5M-5.5-4H-1M-5.5-.5H3" },
  door_broken: { word: () => t`Broken door`, tone: "plain", path: "M-7-10H-2L-4-3-1 2-5 10H-7zM3-10H7V10H1L4 3 1-2z" },
  duct: { word: () => t`Technical corridor`, tone: "plain", path: "M-8-8H8V8H-8zM-8-3.5H8M-8 0H8M-8 3.5H8" },
  noise: {
    word: () => t`Noise`,
    tone: "warn",
    path: "M-8-2.5H-5L-.5-6.5V6.5L-5 2.5H-8zM3-4A6 6 0 0 1 3 4M6-7.5A11 11 0 0 1 6 7.5",
  },
  door_closed: { word: () => t`Closed door`, tone: "bad", path: "M-7-10H-1V10H-7zM1-10H7V10H1zM-3 0H-2.9M3 0H2.9" },
  risk: { word: () => t`Chance of an encounter`, tone: "warn", path: "M0-9 10 8H-10zM0-3V2.5M0 5.3V5.31" },
  cards: { word: () => t`Cards in hand`, tone: "text", path: "M-8-6-1-8.5 4 7-3 9.5zM1-7H8V9.5H5" },
  action: { word: () => t`Actions left`, tone: "gold", path: "M-7-9 9 0-7 9-3.5 0z", filled: true },
  ammo: {
    word: () => t`Ammunition`,
    tone: "brass",
    path:
      "M-7.5 9V-3C-7.5-6-6.5-8.5-5-10-3.5-8.5-2.5-6-2.5-3V9zM2.5 9V-3C2.5-6 3.5-8.5 5-10 6.5-8.5 7.5-6 " +
      "7.5-3V9zM-7.5 5H-2.5M2.5 5H7.5",
  },
  heavy: {
    word: () => t`Heavy object`,
    tone: "brass",
    path: "M-9 8.5-6.5-3H6.5L9 8.5zM-3.5-3V-5.5A3.5 3.5 0 0 1 3.5-5.5V-3",
  },
  wound: { word: () => t`Light wound`, tone: "bad", path: "M0-10C3-5 7-1 7 3.5A7 7 0 0 1-7 3.5C-7-1-3-5 0-10z" },
  serious: {
    word: () => t`Serious wound`,
    tone: "bad",
    path: "M0-10C3-5 7-1 7 3.5A7 7 0 0 1-7 3.5C-7-1-3-5 0-10zM-3.5 3.5H3.5V4.5H.5V7.5H-.5V4.5H-3.5z",
    filled: true,
  },
  slime: {
    word: () => t`Slime`,
    tone: "good",
    path:
      "M-9-9H9V-4C9-1.5 6-1.5 6-4 6-2 6 5 4 7 2.5 8.5 1 7 1 5V1C1-1-2-1-2 1V8C-2 10.5-5.5 10.5-5.5 " +
      "8V-1C-5.5-3-9-2.5-9-5z",
    filled: true,
  },
  larva: {
    word: () => t`Larva`,
    tone: "violet",
    path:
      "M-9 5C-9 1-5 1-4-1-3-4-5-7-1-9 4-11 9-6 6-2 4 1 3 1 3 4 3 8-1 10-4 9-7 8.5-9 8-9 5zM2-6A1.3 1.3 0 1 " +
      "0 2-5.99z",
    filled: true,
  },
};
