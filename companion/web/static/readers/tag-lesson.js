// The lesson in tags: lay one, tap what it is, lay the next. Nothing that is laid meanwhile answers the game.
import { html, useEffect, useState } from "../core/lib.js";
import { get } from "../core/api.js";
import { Face } from "../art/faces.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { Keypad } from "../prompts/sources/card-keypad.js";
import { facesOf, inOrder } from "../kits/kits.js";
import {
  startLesson,
  currentTag,
  laidTags,
  lastTeaching,
  layDemoTag,
  leaveLesson,
  pickTag,
  page,
  skipTag,
  keepLessonAlive,
  undoTeaching,
  teachTag,
  unnamedTags,
} from "./store.js";
import { meaningWord, tagEnd, tagWord } from "./labels.js";
import { richText } from "../core/text/rich-text.js";
import { t, tn } from "../core/text/i18n.js";
import { RANK_ORDER, SUIT_ORDER, faceWord } from "../core/labels.js";

/** @typedef {import("../types").Meaning} Meaning */
/** @typedef {import("../types").SightLine} SightLine */

const SIGN_MS = 4000; // between two signs of life
const MOST_DOTS = 6;
const ANY_CARD = new Map(
  SUIT_ORDER.flatMap((suit) => RANK_ORDER.map((rank) => /** @type {[string, string]} */ ([rank + suit, ""]))),
);

/** The lesson lasts while this is in sight. */
function useLesson() {
  useEffect(() => {
    startLesson();
    keepLessonAlive();
    const sign = () => {
      if (document.visibilityState !== "hidden") keepLessonAlive();
      else leaveLesson();
    };
    const signs = setInterval(() => {
      if (document.visibilityState !== "hidden") keepLessonAlive();
    }, SIGN_MS);
    document.addEventListener("visibilitychange", sign);
    addEventListener("pagehide", leaveLesson);
    return () => {
      clearInterval(signs);
      document.removeEventListener("visibilitychange", sign);
      removeEventListener("pagehide", leaveLesson);
      leaveLesson();
    };
  }, []);
}

/** Faces of token sets that the camera was taught; where nobody can say, none. @returns {readonly string[]} */
function useKitFaces() {
  const [faces, setFaces] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    const load = async () => {
      const { kits } = await get("/api/kits");
      const sets = kits.filter((/** @type {import("../types").KitLine} */ line) => line.used && line.kind === "token");
      const told = await Promise.all(
        sets.map((/** @type {import("../types").KitLine} */ line) => get(`/api/kits/${encodeURIComponent(line.name)}`)),
      );
      setFaces(
        told.flatMap((one) =>
          one.kit ? one.kit.faces.map((/** @type {import("../types").KitFace} */ face) => face.value) : [],
        ),
      );
    };
    load().catch(() => undefined); // without a camera the faces of the game and the usual ones are offered
  }, []);
  return faces;
}

/** @param {{meaning: Meaning | null, kind: string}} props */
const Stands = ({ meaning, kind }) =>
  meaning && meaning.kind !== "deed"
    ? html`<${Face} kind=${meaning.kind} value=${meaning.value} />`
    : kind === "press"
      ? html`<${Icon} name="hand" />`
      : html`<${Face} kind="tag" value="" />`;

/** @param {SightLine} sight */
function sentence(sight) {
  if (!sight.meaning) return sight.kind === "press" ? t`What is this button?` : t`What is this tag?`;
  const word = meaningWord(sight.meaning, page.value?.deeds);
  return richText(sight.kind === "press" ? t`This button is <b>${word}</b>` : t`This tag is <b>${word}</b>`);
}

/** What it stood for before the finger's last word, "" = nothing else. @param {SightLine} sight */
function before(sight) {
  const deed = lastTeaching.value;
  const other =
    deed?.tag === sight.tag && deed.before && deed.before.value !== sight.meaning?.value ? deed.before : null;
  return other ? t`It was ${meaningWord(other, page.value?.deeds)} until now.` : "";
}

/** The same for ears. */
function spoken() {
  const sight = currentTag.value;
  if (!sight) return "";
  const word = sight.meaning && meaningWord(sight.meaning, page.value?.deeds);
  if (!word)
    return sight.kind === "press"
      ? t`${tagWord(sight.tag)} is not named yet.`
      : t`Tag ${tagWord(sight.tag)} is not named yet.`;
  return `${sight.kind === "press" ? t`Button is ${word}.` : t`Tag is ${word}.`} ${before(sight)}`.trim();
}

/** Nothing to lay it on. */
const NoReader = () =>
  html`
    ${
      !(page.value?.readers || []).some((reader) => reader.state === "ready") &&
      html`
        <p class="said" data-testid="no-reader">${t`No reader is ready.`} <a href="#">${t`Look at the readers`}</a></p>
      `
    }
  `;

/** What lies there now. */
function Now() {
  const sight = currentTag.value;
  if (!sight)
    return html`
      <section class="panel teach-now empty">
        <${Face} kind="tag" value="" />
        <p class="lesson-words" data-testid="teach-words">${t`Lay a tag on a reader, or press a button.`}</p>
        <p class="muted">${t`It appears here at once. Nothing that you lay now answers the game.`}</p>
        <${NoReader} />
      </section>
    `;
  const waits = unnamedTags.value.filter((one) => one.tag !== sight.tag).length;
  return html`
    <section
      class=${`panel teach-now ${sight.meaning ? "known" : "open"}`}
      data-testid="teach-now"
      data-tag=${sight.tag}
    >
      <div class="teach-art"><${Stands} meaning=${sight.meaning} kind=${sight.kind} /></div>
      <div>
        <p class="lesson-words" data-testid="teach-words">${sentence(sight)}</p>
        <p class="muted">
          ${tagWord(sight.tag)} · ${t`on “${sight.reader}”`}
          ${waits > 0 && html` · <b class="warn">${tn(waits, "{n} more waits", "{n} more wait")}</b>`}
        </p>
        <p class="muted">
          ${
            sight.meaning
              ? `${t`Lay the next one.`} ${before(sight) || t`If this is wrong, tap what it is.`}`
              : t`Tap what it is.`
          }
        </p>
      </div>
    </section>
  `;
}

/** What was laid in this lesson. */
function Laid() {
  const now = currentTag.value;
  if (laidTags.value.length < 2) return null;
  return html`
    <ul class="teach-laid" aria-label=${t`Laid in this lesson`}>
      ${laidTags.value.map(
        (sight) => html`
          <li key=${sight.tag}>
            <button
              class=${`tool ${sight.meaning ? "" : "open"}`}
              aria-pressed=${sight === now}
              data-testid="laid"
              data-tag=${sight.tag}
              onClick=${() => pickTag(sight.tag)}
            >
              <span class="laid-art"><${Stands} meaning=${sight.meaning} kind=${sight.kind} /></span>
              <span>
                ${
                  sight.meaning
                    ? meaningWord(sight.meaning, page.value?.deeds)
                    : html`<b aria-hidden="true">?</b><span class="sr">${t`Not named yet:`} </span>`
                }
                <small>${tagEnd(sight.tag)}</small>
              </span>
            </button>
          </li>
        `,
      )}
    </ul>
  `;
}

/** How many of a face have a tag, of those in the bag. @param {{there: number, tags: number}} props */
function Dots({ there, tags }) {
  if (!there && !tags) return null;
  const words = there ? t`${tags} of ${there} have a tag` : tn(tags, "{n} has a tag", "{n} have a tag");
  if (Math.max(there, tags) > MOST_DOTS)
    return html`<small role="img" aria-label=${words}>${tags}${there > 0 && `/${there}`}</small>`;
  return html`
    <small role="img" class=${there && tags >= there ? "good" : ""} aria-label=${words}>
      ${"●".repeat(tags)}
      ${"○".repeat(Math.max(0, there - tags))}
    </small>
  `;
}

/** @param {{kitFaces: readonly string[], onPick: (meaning: Meaning) => void}} props */
function Tokens({ kitFaces, onPick }) {
  const [typed, setTyped] = useState("");
  const offers = new Map(
    (page.value?.faces || [])
      .filter(({ meaning }) => meaning.kind === "token")
      .map((offer) => [offer.meaning.value, offer]),
  );
  const inBag = [...offers.values()].filter((offer) => offer.there).map((offer) => offer.meaning.value);
  const others = [...new Set([...offers.keys(), ...kitFaces, ...(inBag.length ? [] : facesOf("token"))])].filter(
    (face) => !inBag.includes(face),
  );
  const more = facesOf("token").filter((face) => !inBag.includes(face) && !others.includes(face));
  const meaning = currentTag.value?.meaning;
  const say = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (typed.trim()) {
      onPick({ kind: "token", value: typed.trim() });
      setTyped("");
    }
  };
  const one = (/** @type {string} */ face) => {
    const offer = offers.get(face);
    return html`
      <button
        class="guess"
        key=${face}
        aria-pressed=${meaning?.kind === "token" && meaning.value === face}
        data-testid=${`face-${face}`}
        onClick=${() => onPick({ kind: "token", value: face })}
      >
        <${Face} kind="token" value=${face} />
        <span>${faceWord(face)}</span>
        <${Dots} there=${offer?.there || 0} tags=${offer?.tags || 0} />
      </button>
    `;
  };
  return html`
    ${
      inBag.length > 0 &&
      html`
        <h2 class="h2">${page.value?.bag}<small>${page.value?.title}</small></h2>
        <div class="teach-faces">${inOrder("token", inBag).map(one)}</div>
      `
    }
    ${inBag.length > 0 && others.length > 0 && html`<h2 class="h2">${t`Other tokens`}</h2>`}
    <div class="teach-faces">
      ${inOrder("token", others).map(one)}
      ${
        more.length > 0 &&
        html`
          <details class="more-faces">
            <summary class="tool">${t`More faces`}</summary>
            <div class="teach-faces">${more.map(one)}</div>
          </details>
        `
      }
    </div>
    <form class="field new-face" onSubmit=${say}>
      <input
        type="text"
        maxlength="24"
        placeholder=${t`another face…`}
        aria-label=${t`Name of another face`}
        value=${typed}
        data-testid="new-face"
        onInput=${(/** @type {InputEvent} */ event) => setTyped(/** @type {HTMLInputElement} */ (event.target).value)}
      />
      ${typed && html`<button class="tool">${t`Take it`}</button>`}
    </form>
  `;
}

/** @param {{onPick: (meaning: Meaning) => void}} props */
function Cards({ onPick }) {
  const meaning = currentTag.value?.meaning;
  const taught = (page.value?.faces || [])
    .filter((offer) => offer.meaning.kind === "card" && offer.tags)
    .map((offer) => offer.meaning.value);
  return html`
    <${Keypad}
      reasons=${ANY_CARD}
      values=${meaning?.kind === "card" ? [meaning.value] : []}
      label=${t`Which card is it?`}
      onPick=${(/** @type {string} */ card) => onPick({ kind: "card", value: card })}
    />
    <p class="muted">
      ${
        taught.length
          ? t`${taught.length} of 52 cards have a tag.`
          : t`A card with a sticker under it is played by laying it down.`
      }
    </p>
  `;
}

/** @param {{onPick: (meaning: Meaning) => void}} props */
function Deeds({ onPick }) {
  const meaning = currentTag.value?.meaning;
  return html`
    <div class="options few">
      ${(page.value?.deeds || []).map(
        (deed) => html`
          <button
            class="option"
            key=${deed.value}
            aria-pressed=${meaning?.kind === "deed" && meaning.value === deed.value}
            data-testid=${`deed-${deed.value}`}
            onClick=${() => onPick({ kind: "deed", value: deed.value })}
          >
            <span>
              ${richText(deed.text.replace(/^[a-z]/, (first) => first.toUpperCase()))}
              <small>${deed.where ? richText(deed.where) : t`whatever is asked`}</small>
            </span>
          </button>
        `,
      )}
    </div>
    <p class="muted">
      ${t`A button does what a tap on the same words does. What can be chosen changes with the game: teach a button while its choice is open.`}
    </p>
  `;
}

/** @type {[string, () => string, string, any][]} */
const SHEETS = [
  ["token", () => t`Tokens`, "bowl", Tokens],
  ["card", () => t`Cards`, "file", Cards],
  ["deed", () => t`Buttons`, "hand", Deeds],
];

/** How far the bag has come: as many tags as there are tokens. */
function progress() {
  const faces = (page.value?.faces || []).filter((offer) => offer.there);
  const there = faces.reduce((sum, offer) => sum + offer.there, 0);
  const tags = faces.reduce((sum, offer) => sum + Math.min(offer.there, offer.tags), 0);
  const known = page.value?.known || 0;
  if (!there) return tn(known, "{n} tag is known", "{n} tags are known");
  return tn(there, "{tags} of {n} token has a tag", "{tags} of {n} tokens have a tag", { tags });
}

/** @returns {import("../prompts/gold-button.js").Gold} */
function gold() {
  const enough = () => {
    location.hash = "#";
  };
  if (unnamedTags.value.length) return { text: t`Tap what it is`, small: progress(), still: true };
  if (!laidTags.value.length) return { text: t`Lay a tag on a reader`, small: progress(), still: true };
  return { text: t`That is enough`, small: progress(), icon: "check", testid: "finish", act: enough };
}

export function TagLesson() {
  useLesson();
  const kitFaces = useKitFaces();
  const [wished, setSheet] = useState("");
  const sight = currentTag.value;
  const [usual, setUsual] = useState("token"); // of the tag before this one
  const sheet = wished || sight?.meaning?.kind || (sight?.kind === "press" ? "deed" : usual);
  const Sheet = (SHEETS.find(([id]) => id === sheet) || SHEETS[0])[3];
  const pick = (/** @type {Meaning} */ meaning) => {
    if (!sight) return;
    if (sight.kind === "tag") setUsual(meaning.kind);
    setSheet("");
    teachTag(sight.tag, meaning);
  };
  return html`
    <div class="lesson teach" data-testid="lesson">
      <p class="sr" role="status">${spoken()}</p>
      <div class="teach-body">
        <div class="teach-left">
          <${Now} />
          ${
            page.value?.demo &&
            html`
              <button class="tool" data-testid="demo-lay" onClick=${layDemoTag}>
                <${Icon} name="throw" />
                ${t`Demo: lay a new tag`}
              </button>
            `
          }
          <${Laid} />
        </div>
        <section class=${`panel teach-sheet ${sight ? "" : "idle"}`}>
          <div class="tools" role="group" aria-label=${t`What it stands for`}>
            ${SHEETS.map(
              ([id, word, icon]) =>
                html`
                  <button
                    class="tool"
                    key=${id}
                    aria-pressed=${id === sheet}
                    data-testid=${`sheet-${id}`}
                    onClick=${() => setSheet(id)}
                  >
                    <${Icon} name=${icon} />
                    ${word()}
                  </button>
                `,
            )}
          </div>
          <div class="teach-offers" inert=${!sight}><${Sheet} kitFaces=${kitFaces} onPick=${pick} /></div>
        </section>
      </div>
      <footer class="foot lesson-foot">
        <button class="btn small" data-testid="back" disabled=${!lastTeaching.value} onClick=${undoTeaching}>
          <${Icon} name="undo" />
          <span>${t`Take back`}</span>
        </button>
        ${
          unnamedTags.value.length > 0 &&
          html`
            <button class="btn small" data-testid="skip" onClick=${skipTag}>
              <${Icon} name="cross" />
              <span>${t`Not this one`}</span>
            </button>
          `
        }
        <${GoldButton} gold=${gold()} />
      </footer>
    </div>
  `;
}
