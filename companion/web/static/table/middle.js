// The middle of a game without a map: the verdict, the question, and what is known beside it.
import { html, useEffect, useRef } from "../core/lib.js";
import { lastAmendable } from "../prompts/amendment.js";
import { spotOf, Block } from "../blocks/index.js";
import { isConflictUrgent, openConflict } from "../prompts/doubt/conflict.js";
import { isBare } from "../prompts/card.js";
import { openDoubt } from "../prompts/doubt/doubt.js";
import { LatestResult } from "./tray/latest-result.js";
import { courseOf } from "./phases.js";
import { currentPrompt, draftOf, isVerdictNew, mainPrompt, snapshot, uncoveredPrompt } from "../core/state.js";
import { isQuestionOpen, trayAsSettled, trayMatters, OpenQuestion } from "./open-question.js";
import { isFresh, isSum, ownFirst } from "./view-layout.js";
import { thrownHere, LastThrow } from "./tray/last-throw.js";
import { TrayPanel } from "./tray/tray.js";
import { objectKind } from "../core/labels.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Block} AnyBlock */

/**
 * How large a verdict is drawn: alone on the stage, above a question or, once it is no news, a map, or beside it.
 * @param {AnyBlock} block
 * @param {boolean} map
 * @returns {"large" | "small" | "aside"}
 */
function sizeOf(block, map) {
  if (isQuestionOpen() || (isSum(block) && snapshot.value?.old)) return "aside";
  if (map && !isVerdictNew.value) return "small";
  return currentPrompt.value && !isBare(currentPrompt.value.prompt) ? "small" : "large";
}

/**
 * The verdict of the last test makes room for the question of the next, and for whatever came after it.
 * @param {AnyBlock} block
 */
const place = (block) => (isSum(block) && (isQuestionOpen() || snapshot.value?.old) ? "side" : spotOf(block));

/** A card that begins below this share of the band is scrolled up to; the result of a draw is read before. */
const LOW = 0.6;
const LOW_AFTER_VERDICT = 0.9;

/**
 * A new question is read from its top; at once, so that nothing moves. What is `read` out just now goes before it.
 * @param {HTMLElement} middle
 * @param {boolean} read
 */
function toTop(middle, read) {
  const columns = [middle, ...middle.querySelectorAll(".stage, .side")];
  for (const column of columns) column.scrollTop = 0;
  /** @type {HTMLElement | null} */
  const card = middle.querySelector(".prompt-card, .doubt");
  if (
    read ||
    !card ||
    card.offsetTop < middle.clientHeight * (middle.classList.contains("fresh") ? LOW_AFTER_VERDICT : LOW)
  )
    return;
  middle.scrollTop = card.offsetTop;
  const column = /** @type {HTMLElement | null} */ (card.closest(".stage, .side"));
  if (column) column.scrollTop = card.offsetTop - column.offsetTop;
}

/** @param {{snap: Snapshot}} props */
export function Middle({ snap }) {
  const rail = snap.view.filter((block) => spotOf(block) === "rail");
  // in a test with many steps the map stands back
  const map = snap.view.some((block) => spotOf(block) === "stage") && !rail.length;
  const course = courseOf(snap);
  const at = (/** @type {string} */ name) =>
    snap.view.filter(
      (block) => block !== course && (map && isSum(block) && !snap.old ? "lead" : place(block)) === name,
    ); // a verdict stands above the map
  const tray = trayMatters(snap)
    ? html`
      <${TrayPanel}
        tray=${trayAsSettled(snap)}
        waits=""
        seq=${lastAmendable(snap.log)}
        faces=${!map && !thrownHere()}
      />
    `
    : null;
  const filled = thrownHere() ? html`<${LastThrow} />` : null;
  const aside = map || isQuestionOpen(); // what was thrown stands with its verdict
  // whoever wishes acts: the reasons of a verdict make room for that
  const atWill = Boolean(snap.first) && !mainPrompt.value;
  const draw = (/** @type {AnyBlock[]} */ blocks) =>
    blocks.map(
      (block, k) =>
        html`<${Block} key=${`${block.kind}${k}`} block=${block} size=${sizeOf(block, map)} fold=${map || atWill} />`,
    );
  const wide =
    currentPrompt.value !== null &&
    draftOf(currentPrompt.value.prompt.id).hand &&
    objectKind(currentPrompt.value.prompt) === "card";
  // what was covered is looked for
  const looked = uncoveredPrompt.value !== "" && uncoveredPrompt.value === currentPrompt.value?.prompt.id;
  const asks = `${currentPrompt.value?.prompt.id || ""} ${openDoubt()?.id || ""} ${openConflict()?.id || ""} ${looked}`;
  /** @type {{current: HTMLElement | null}} */
  const band = useRef(null);
  const story = snap.view.flatMap((block) => (block.kind === "story" ? [block.title, block.text] : [])).join(" ");
  const read = useRef(""); // a page that opens begins with the story, too
  useEffect(() => {
    if (band.current) toTop(band.current, !looked && (story !== read.current || (atWill && isFresh(snap))));
    read.current = story;
  }, [asks, story]);
  const looks = { "with-rail": rail.length > 0, "with-map": map, wide, fresh: isFresh(snap), "at-will": atWill };
  const names = Object.entries(looks).flatMap(([name, is]) => (is ? [name] : []));
  return html`
    <main
      ref=${band}
      class=${`middle ${names.join(" ")}`}
    >
      ${rail.length > 0 && html`<div class="rail">${draw(rail)}</div>`}
      <div class="stage">
        ${isConflictUrgent() && html`<${OpenQuestion} />`}
        ${draw(at("lead").filter(isSum))}
        ${!aside && filled}
        <${LatestResult} />
        ${!map && !isConflictUrgent() && html`<${OpenQuestion} />`}
        ${!map && tray}
        ${draw(at("lead").filter((block) => !isSum(block)))}
        ${!rail.length && draw(at("stage"))}
      </div>
      <div class="side">
        ${map && !isConflictUrgent() && html`<${OpenQuestion} />`}
        ${draw(at("side").filter(isSum))}
        ${aside && filled}
        ${draw(ownFirst(at("side").filter((block) => !isSum(block))))}
        ${rail.length > 0 && draw(at("stage"))}
        ${map && tray}
      </div>
    </main>
  `;
}
