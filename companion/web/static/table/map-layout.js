// The middle of a game that is played on a map: the map or what covers it, and beside it what is read and asked.
import { html, signal, useEffect, useRef } from "../core/lib.js";
import { lastAmendable } from "../prompts/amendment.js";
import { spotOf, Block } from "../blocks/index.js";
import { isConflictUrgent, openConflict } from "../prompts/doubt/conflict.js";
import { openDoubt } from "../prompts/doubt/doubt.js";
import { Icon } from "../core/icons.js";
import { LatestResult } from "./tray/latest-result.js";
import { lazy } from "../core/lazy.js";
import { offerFor } from "../prompts/options/tap-options.js";
import { courseOf, isPhases } from "./phases.js";
import { currentRing } from "../prompts/wait-ring.js";
import { useScrolled } from "../core/input/scrollers.js";
import { t } from "../core/text/i18n.js";
import { currentPrompt } from "../core/state.js";
import { isQuestionOpen, trayAsSettled, trayMatters, OpenQuestion } from "./open-question.js";
import { findBlock, isSum, ownFirst, verdictFirst } from "./view-layout.js";
import { LastThrow } from "./tray/last-throw.js";
import { TrayPanel } from "./tray/tray.js";
import { objectsOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Block} AnyBlock */

// what one game alone needs comes with it
const LayDown = lazy(() => import("../blocks/maps/board.js"), "PiecesToLay");
const Overlay = lazy(() => import("../blocks/maps/overlay.js"), "Overlay");

/** From so many letters on a story needs the width of the map. */
const LONG_STORY = 520;
/** Up to so many letters a story stands above what is asked beside a ship. */
const SHORT_STORY = 200;

/** @param {AnyBlock} block */
const isLong = (block) => block.kind === "story" && (block.text.length > LONG_STORY || block.picture !== "");

/** Is a thing to be thrown or drawn now? */
function isThrown() {
  const prompt = currentPrompt.value?.prompt;
  return Boolean(prompt && objectsOf(prompt).length);
}

/**
 * Where a block stands beside a map of tiles: what is read stands with what is asked, unless it is long or dice need
 * the room.
 * @param {AnyBlock} block
 * @param {Snapshot} snap
 * @param {boolean} news of the story
 * @returns {string}
 */
function placeByBoard(block, snap, news) {
  if (block === courseOf(snap)) return "elsewhere"; // beside the Now line
  if (block.kind === "track" && findBlock(snap, "graph")) return "stage"; // below the map, as wide as it
  if (isPhases(block) || block.kind === "foes" || block.kind === "overlay") return "elsewhere";
  if (
    block.kind === "story" &&
    findBlock(snap, "graph") &&
    (isThrown() || (currentPrompt.value && !news && block.text.length > SHORT_STORY))
  )
    return "side"; // the ship keeps its place, and so does what is asked
  if (block.kind === "story")
    return (isLong(block) && !(news && findBlock(snap, "graph"))) || !hasMap(snap) || isQuestionOpen()
      ? "stage"
      : "beside";
  if (block.kind === "board") return boardShows(snap) ? "stage" : "elsewhere";
  if (isSum(block)) return snap.old ? "side" : "beside";
  if (block.kind === "odds") return findBlock(snap, "graph") && !isThrown() ? "side" : "below"; // what is asked
  return spotOf(block) === "strip" ? "elsewhere" : spotOf(block) === "stage" ? "stage" : "side";
}

/**
 * Does what covers the map lead on by itself? Then nothing else is asked beside it.
 * @param {import("../types").Overlay} cover
 */
export const coverAsks = (cover) => cover.elements.some((element) => offerFor(element.option, "overlay"));

/** Before the first tile is laid down there is none. @param {Snapshot} snap */
const hasMap = (snap) =>
  isCoveredMap(snap) ||
  snap.view.some(
    (block) => block.kind === "graph" || (block.kind === "board" && block.tiles.length + block.pieces.length > 0),
  );

/** @param {Snapshot} snap */
const isCoveredMap = (snap) => Boolean(coverOf(snap)) || snap.view.some((block) => block.kind === "puzzle");

/**
 * The map stands back for a puzzle, for what lies over it, and for a long story until somebody asks for it.
 * @param {Snapshot} snap
 */
const boardShows = (snap) => !isCoveredMap(snap) && hasMap(snap) && (mapWished.value || !snap.view.some(isLong));

/** A map of tiles makes room for a long story; the rooms of a ship do not. @param {Snapshot} snap */
const hidesMap = (snap) =>
  snap.view.some(isLong) && Boolean(findBlock(snap, "board")) && hasMap(snap) && !isCoveredMap(snap);

/** The map is looked at beside a long story. */
const mapWished = signal(false);
/** What lay over the map when somebody laid it aside: its parts; anything new covers the map again. */
const laidAside = signal("");

/** @param {import("../types").Overlay} block */
const partsOf = (block) => block.elements.map(({ id }) => id).join(" ");

/** What covers the map now. @param {Snapshot} snap */
export function coverOf(snap) {
  const overlay = findBlock(snap, "overlay");
  return overlay && partsOf(overlay) !== laidAside.value ? overlay : undefined;
}

/** On a phone the map has the whole screen; what is asked comes back with the next question. */
const mapAlone = signal(false);

/** A phone's way to the map and back. @param {{snap: Snapshot}} props */
export function MapTab({ snap }) {
  if (!hasMap(snap) || isCoveredMap(snap)) return null;
  return html`
    <button
      class="ico map-tab"
      aria-pressed=${mapAlone.value}
      aria-label=${t`Show the map`}
      data-testid="map-tab"
      onClick=${() => {
        mapAlone.value = mapWished.value = !mapAlone.value;
      }}
    >
      <${Icon} name="map" />
    </button>
  `;
}

/** @param {{snap: Snapshot}} props */
function MapSwitch({ snap }) {
  const aside = findBlock(snap, "overlay");
  if (aside && !coverOf(snap))
    return html`
      <button
        class="tool map-switch"
        data-testid="overlay-back"
        onClick=${() => {
          laidAside.value = "";
        }}
      >
        <${Icon} name="log" />
        ${t`What lies over the map`}
      </button>
    `;
  if (!hidesMap(snap)) return null;
  return html`
    <button
      class="tool map-switch"
      aria-pressed=${mapWished.value}
      data-testid="map-switch"
      onClick=${() => {
        mapWished.value = !mapWished.value;
      }}
    >
      <${Icon} name=${mapWished.value ? "log" : "map"} />
      ${mapWished.value ? t`Show the story` : t`Show the map`}
    </button>
  `;
}

/** A list of so many answers stands whole above the newest throw; below a longer one nobody would find it. */
const SHORT_LIST = 6;

/** How blocks are drawn here. @typedef {(blocks: AnyBlock[], size?: "small" | "large") => unknown} Draw */

/**
 * Where the newest throw stands: with what came of it, before or after what is asked, or below whatever that rests on.
 * @param {AnyBlock[]} sums
 * @returns {"outcome" | "before" | "after" | "below"}
 */
function placeOfThrown(sums) {
  if (isQuestionOpen()) return "below";
  if (sums.length) return "outcome";
  return hasLongList() ? "before" : "after";
}

const hasLongList = () => !currentRing.value && (currentPrompt.value?.prompt.options.length || 0) > SHORT_LIST;

/** What came of a throw, and the throw. @param {{sums: AnyBlock[], draw: Draw}} props */
const Outcome = ({ sums, draw }) =>
  html`<div class=${`outcome ${hasLongList() ? "first" : ""}`}>${draw(sums)}<${LastThrow} /></div>`;

/** What lies in the tray, unless it is the throw that stands there already. @param {{snap: Snapshot}} props */
function Lying({ snap }) {
  if (!trayMatters(snap) || (snap.tray?.taken && !snap.view.some(isSum))) return null;
  return html`<${TrayPanel} tray=${trayAsSettled(snap)} waits="" seq=${lastAmendable(snap.log)} faces=${false} />`;
}

/**
 * What is read and asked, and below that whatever else there is to know.
 * @param {{snap: Snapshot, at: (name: string) => AnyBlock[], draw: Draw}} props
 */
function Beside({ snap, at, draw }) {
  const board = findBlock(snap, "board");
  const [sums, others] = [at("beside").filter(isSum), at("beside").filter((block) => !isSum(block))];
  const later = currentRing.value ? others : []; // what is looked at once more stands before what is read
  const thrown = placeOfThrown(sums);
  return html`
    <div class="side">
      <${MapSwitch} snap=${snap} />
      ${isConflictUrgent() && html`<${OpenQuestion} />`}
      ${thrown === "outcome" ? html`<${Outcome} sums=${sums} draw=${draw} />` : draw(sums)}
      ${!later.length && draw(others)}
      ${thrown === "before" && html`<${LastThrow} />`}
      ${!isConflictUrgent() && html`<${OpenQuestion} />`}
      ${thrown === "after" && html`<${LastThrow} />`}
      ${draw(later)}
      ${draw(at("below"))}
      ${thrown === "below" && html`<${LastThrow} />`}
      ${board && !isCoveredMap(snap) && html`<${LayDown} block=${board} />`}
      <${Lying} snap=${snap} />
      <${LatestResult} />
      ${draw(verdictFirst(ownFirst(at("side"))))}
    </div>
  `;
}

/** A map of tiles or of rooms, and beside it what is read and asked. @param {{snap: Snapshot}} props */
export function BoardMiddle({ snap }) {
  const story = findBlock(snap, "story");
  const news = useNews(story?.text || "");
  const band = useTop(
    `${currentPrompt.value?.prompt.id || ""} ${openDoubt()?.id || ""} ${openConflict()?.id || ""} ${story?.title || ""}`,
  );
  const at = (/** @type {string} */ name) => snap.view.filter((block) => placeByBoard(block, snap, news) === name);
  /** @type {Draw} */
  const draw = (blocks, size = "small") =>
    blocks.map(
      (block, k) =>
        html`
          <${Block} key=${`${block.kind}${k}`} block=${block} size=${isSum(block) && snap.old ? "aside" : size} fold />
        `,
    );
  const cover = coverOf(snap);
  const alone = cover && coverAsks(cover);
  const stage = at("stage").filter((block) => !(mapWished.value && isLong(block)));
  const looks = {
    alone,
    "with-story": stage.some(isLong),
    reads: !stage.some(isLong) && at("beside").some(isLong),
    covered: isCoveredMap(snap),
    bare: !cover && !stage.length,
    "map-alone": mapAlone.value && !isCoveredMap(snap),
  };
  return html`
    <main
      ref=${band}
      class=${`middle with-board ${Object.entries(looks)
        .flatMap(([look, holds]) => (holds ? [look] : []))
        .join(" ")}`}
    >
      <div class="stage">
        ${
          cover &&
          html`
            <${Overlay}
              block=${cover}
              onAside=${() => {
                laidAside.value = partsOf(cover);
              }}
            />
          `
        }
        ${draw(stage, "large")}
      </div>
      ${!alone && html`<${Beside} snap=${snap} at=${at} draw=${draw} />`}
    </main>
  `;
}

/**
 * Is this still the story that came with what is asked now? Then it is read before that is answered. One that only
 * comes back after a test is none.
 * @param {string} text
 */
function useNews(text) {
  const asks = currentPrompt.value?.prompt.id || "";
  const came = useRef({ text: "", asks: "" });
  if (text && came.current.text !== text) came.current = { text, asks };
  return came.current.asks === asks;
}

/**
 * What begins at its top again when something else is asked; a map and a list in there know themselves where they
 * stand.
 */
const COLUMNS = ".middle,.stage,.side,.story";

/** The columns begin at their top again when something else is asked. @param {string} asks */
function useTop(asks) {
  /** @type {{current: HTMLElement | null}} */
  const band = useRef(null);
  const scrolled = useScrolled(band);
  useEffect(() => {
    if (mapAlone.peek()) mapAlone.value = mapWished.value = false;
    for (const column of scrolled()) if (column.matches(COLUMNS)) column.scrollTop = 0;
  }, [asks]);
  return band;
}
