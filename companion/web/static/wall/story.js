// A story on the wall: page by page, each line of it whole. There is no finger there to scroll, and nothing that moves.
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { Block } from "../blocks/index.js";

/** @typedef {import("../types").Story} StoryBlock */
/** The page that stands there, from 0, and how many there are. @typedef {{page: number, of: number}} Place */

/** ms that a letter takes to be read aloud, and that a page stands there at least. */
const LETTER_MS = 75;
const LEAST_MS = 9000;
/** How often it is looked whether the page has stood long enough, ms. */
const LOOK_MS = 500;

/** How far a column is from the next, px. @param {HTMLElement} story */
const stepOf = (story) => story.getBoundingClientRect().width + (parseFloat(getComputedStyle(story).columnGap) || 0);

/**
 * The pages of a story turn by themselves, and begin anew after the last.
 * @param {string} text
 * @returns {[{current: HTMLElement | null}, Place]}
 */
function usePages(text) {
  /** @type {{current: HTMLElement | null}} */
  const box = useRef(null);
  const [place, setPlace] = useState({ page: 0, of: 1 });
  useEffect(() => {
    let [page, since] = [0, performance.now()];
    const look = () => {
      const story = box.current?.querySelector(".story");
      if (!(story instanceof HTMLElement)) return;
      const of = Math.max(1, Math.round((story.scrollWidth - story.clientWidth) / stepOf(story) + 1));
      if (performance.now() - since >= Math.max(LEAST_MS, (text.length / of) * LETTER_MS))
        [page, since] = [page + 1, performance.now()];
      page %= of;
      story.scrollLeft = page * stepOf(story);
      setPlace((was) => (was.page === page && was.of === of ? was : { page, of }));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [text]);
  return [box, place];
}

/** A story in as many pages as it needs here. @param {{block: StoryBlock}} props */
export function StoryPages({ block }) {
  const [box, { page, of }] = usePages(block.text);
  return html`
    <div
      class=${`panel wall-pages ${of > 1 ? "several" : ""}`}
      ref=${box}
      data-testid="pages"
      data-page=${page}
      data-of=${of}
    >
      <${Block} block=${block} />
      ${of > 1 && html`<p class="wall-page" aria-hidden="true">${page + 1} / ${of}</p>`}
    </div>
  `;
}
