// The log: what happened, by chapters, back to the beginning; from a line to its moment, and to its mending.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/lib.js";
import { amending } from "../prompts/amendment.js";
import { fetchLogLines } from "./requests.js";
import { LogLine } from "./line.js";
import { Savepoints } from "./savepoints.js";
import { Icon } from "../core/icons.js";
import { t } from "../core/text/i18n.js";
import { snapshot } from "../core/state.js";

/** @typedef {import("../types").LogLineView} Line */
/**
 * Which lines are wished for: "all" | "rolls" | "mine", and what is to be found in them.
 * @typedef {{only: string, find: string}} Wish
 */

const EVERYTHING = { only: "all", find: "" };
/** Lines fetched at a time, and at most. */
const PAGE = 60;
const MOST = 200;
/** Nearer to the end than this the newest line is followed. */
const AT_END_PX = 90;
/** So long after the last letter it is looked for. */
const TYPED_MS = 250;

const isAll = (/** @type {Wish} */ wish) => wish.only === "all" && !wish.find;

/**
 * The lines that are shown: those of the snapshot, or those that were found, with the older ones that were fetched.
 * @param {Wish} wish
 */
function useLines(wish) {
  const [older, setOlder] = useState(/** @type {Line[]} */ ([]));
  const [more, setMore] = useState(true);
  const newest = snapshot.value?.log || [];
  const rev = snapshot.value?.rev;
  // what came after the moment that is looked at is no line
  const upTo = snapshot.value?.past ? snapshot.value.past.at + 1 : 0;
  const fetched = useRef(0);
  const look = async (/** @type {Line[]} */ known, most = PAGE) => {
    const turn = (fetched.current += 1);
    const first = known[0]?.seq || (isAll(wish) ? newest[0]?.seq : upTo) || 0;
    const page = await fetchLogLines({ ...wish, before: first, most });
    if (!page || turn !== fetched.current) return;
    setOlder([...page.lines, ...known]);
    setMore(page.more);
  };
  useEffect(() => {
    fetched.current += 1;
    setOlder([]);
    setMore(true);
    if (!isAll(wish)) look([]);
  }, [wish.only, wish.find, upTo]);
  useEffect(() => {
    if (older.length || !isAll(wish)) look([], Math.min(older.length + PAGE, MOST));
  }, [rev]); // play goes on: what is read stays, as it is now
  const lines = isAll(wish) ? [...older.filter(({ seq }) => !newest.length || seq < newest[0].seq), ...newest] : older;
  return { lines, more, fetchMore: () => look(older) };
}

/**
 * Lines with the chapter that they stand in.
 * @param {readonly Line[]} lines
 * @returns {{where: string, lines: Line[]}[]}
 */
function chaptersOf(lines) {
  /** @type {{where: string, lines: Line[]}[]} */
  const found = [];
  for (const line of lines) {
    const last = found.slice(-1)[0];
    if (last && last.where === line.where) last.lines.push(line);
    else found.push({ where: line.where, lines: [line] });
  }
  return found;
}

/** @param {{wish: Wish, setWish: (wish: Wish) => void}} props */
function Filters({ wish, setWish }) {
  const timer = useRef(0);
  const isSeat = snapshot.value?.sittings.some(({ seat }) => seat === snapshot.value?.seat);
  const ways = [["all", t`All`], ["rolls", t`Throws`], ...(isSeat ? [["mine", t`Mine`]] : [])];
  const type = (/** @type {Event & {currentTarget: HTMLInputElement}} */ event) => {
    const find = event.currentTarget.value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setWish({ ...wish, find }), TYPED_MS);
  };
  return html`
    <div class="log-filters">
      <div class="log-ways" role="group" aria-label=${t`Which lines`}>
        ${ways.map(
          ([only, word]) =>
            html`
              <button
                class="tool"
                key=${only}
                aria-pressed=${wish.only === only}
                data-testid=${`only-${only}`}
                onClick=${() => setWish({ ...wish, only })}
              >
                ${word}
              </button>
            `,
        )}
      </div>
      <label class="log-find">
        <${Icon} name="find" />
        <span class="sr">${t`Find in the log`}</span>
        <input type="search" placeholder=${t`Find in the log`} data-testid="find" onInput=${type} />
      </label>
    </div>
  `;
}

/**
 * The newest line is in sight at first; older lines come in above without moving what is read.
 * @param {readonly Line[]} lines
 * @param {boolean} keep
 */
function useStill(lines, keep) {
  /** @type {{current: HTMLElement | null}} */
  const list = useRef(null);
  const before = useRef({ first: 0, last: 0, below: 0 });
  useLayoutEffect(() => {
    const body = list.current;
    if (!body || !lines.length) return;
    const [first, last] = [lines[0].seq, lines[lines.length - 1].seq];
    const follows = !before.current.last || before.current.below <= body.clientHeight + AT_END_PX;
    if (last !== before.current.last && follows && !keep) body.scrollTop = body.scrollHeight;
    else if (first !== before.current.first) body.scrollTop = body.scrollHeight - before.current.below;
    before.current = { first, last, below: body.scrollHeight - body.scrollTop };
  }, [lines[0]?.seq, lines[lines.length - 1]?.seq]);
  useEffect(() => {
    const body = list.current;
    const note = () => {
      if (body) before.current.below = body.scrollHeight - body.scrollTop;
    };
    body?.addEventListener("scroll", note, { passive: true });
    return () => body?.removeEventListener("scroll", note);
  }, []);
  return list;
}

/** Older lines come when their place comes into sight, or by a tap. @param {{fetchMore: () => void}} props */
function Older({ fetchMore }) {
  /** @type {{current: HTMLElement | null}} */
  const place = useRef(null);
  useEffect(() => {
    if (!place.current || !("IntersectionObserver" in window)) return undefined;
    const seen = new IntersectionObserver((all) => {
      if (all.some((one) => one.isIntersecting)) fetchMore();
    });
    seen.observe(place.current);
    return () => seen.disconnect();
  });
  useLayoutEffect(
    () => () => {
      // the last older lines have come: the keyboard goes on in the list
      const box = place.current;
      if (box?.contains(document.activeElement)) box.parentElement?.focus({ preventScroll: true });
    },
    [],
  );
  return html`
    <div class="log-older" ref=${place}>
      <button class="tool" data-testid="older" onClick=${fetchMore}><${Icon} name="down" />${t`Older lines`}</button>
    </div>
  `;
}

export function LogDrawer() {
  const [wish, setWish] = useState(EVERYTHING);
  const { lines, more, fetchMore } = useLines(wish);
  const list = useStill(lines, amending.value > 0);
  return html`
    <div class="log-page">
      <${Savepoints} />
      <div class="log-main">
        <${Filters} wish=${wish} setWish=${setWish} />
        <div class="log" ref=${list} tabindex="0" role="region" aria-label=${t`Lines of the log`}>
          ${more && lines.length > 0 && html`<${Older} fetchMore=${fetchMore} />`}
          ${
            !lines.length &&
            html`
              <p class="muted" data-testid="log-empty">
                ${isAll(wish) ? t`Nothing has happened yet.` : t`No line is like that.`}
              </p>
            `
          }
          ${chaptersOf(lines).map(
            ({ where, lines: inside }) =>
              html`
                <section class="log-chapter" key=${inside[0].seq}>
                  ${where && html`<h3>${where}</h3>`}
                  <ol>
                    ${inside.map((line) => html`<${LogLine} key=${line.seq + line.text} line=${line} amending=${amending} />`)}
                  </ol>
                </section>
              `,
          )}
        </div>
      </div>
    </div>
  `;
}
