// The kits that there are, and one of them in full.
import { html, useEffect, useState } from "../core/lib.js";
import { withHalf } from "../core/api.js";
import { Face } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { returnAddress, continueLabel } from "./return-link.js";
import {
  dropShot,
  fetchKits,
  fetchShots,
  forgetFace,
  kit,
  kits,
  openKit,
  removeKit,
  importKit,
  setKitUse,
  working,
} from "./store.js";
import { gamePages } from "../core/game-pages.js";
import { translate, t, tn } from "../core/text/i18n.js";
import { faceWord, pluralWord } from "../core/labels.js";

/** @typedef {import("../types").KitLine} KitLine */
/** @typedef {import("../types").KitFace} KitFace */
/** @typedef {import("../types").KitShot} KitShot */

/** What the kits that come along are called. @type {Record<string, () => string>} */
const BUILT_IN = { cards: () => t`Playing cards`, d6: () => t`Six-sided dice with pips` };

/** The same of a kit that came along for a game; "" of any other. @param {string} name */
const ofGame = (name) => translate(gamePages().find(({ kits }) => name in kits)?.kits[name] || "");

/** @param {string} name */
export const kitTitle = (name) =>
  BUILT_IN[name]?.() ||
  ofGame(name) ||
  name
    .replace(/-/g, " ")
    .replace(/_/g, " ")
    .replace(/^./, (first) => first.toUpperCase());

/** @param {number} shots */
export const shotWords = (shots) => tn(shots, "{n} shot", "{n} shots");

/** @param {KitLine} line */
export const taughtFaces = ({ taught, faces }) =>
  tn(faces, "{taught} of {n} face", "{taught} of {n} faces", { taught });

/** @param {KitLine} line */
function words(line) {
  if (line.broken) return line.broken;
  if (!line.shots) return line.own ? t`nothing shown yet: show it, or throw it away` : t`read without teaching`;
  const faces = line.taught < line.faces ? taughtFaces(line) : tn(line.faces, "{n} face", "{n} faces");
  return `${faces} · ${shotWords(line.shots)}`;
}

/** @param {{line: KitLine}} props */
const Line = ({ line }) => html`
  <a
    class=${`open-table kit-line ${line.used ? "used" : ""}`}
    href=${`#kit/${encodeURIComponent(line.name)}`}
    data-testid=${`kit-${line.name}`}
  >
    <span class="kit-art"><${Face} kind=${line.kind} value="" /></span>
    <span><b>${kitTitle(line.name)}</b><small>${words(line)}</small></span>
    <em class=${line.used ? "good" : ""}>${line.used ? `● ${t`on the table`}` : `○ ${t`put away`}`}</em>
    <${Icon} name="next" />
  </a>
`;

const RETRY_MS = 3000;

/**
 * Asks at once, and again for as long as it is not there: the camera's process may be starting.
 * @param {() => unknown} ask
 * @param {() => boolean} isThere
 * @param {string} of
 */
export function usePolling(ask, isThere, of) {
  useEffect(() => {
    ask();
    const again = setInterval(() => {
      if (!isThere()) ask();
    }, RETRY_MS);
    return () => clearInterval(again);
  }, [of]);
}

export function KitList() {
  usePolling(fetchKits, () => Boolean(kits.value), "");
  const take = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = "";
    const answer = file && (await importKit(file));
    if (answer?.kit) location.hash = `#kit/${encodeURIComponent(answer.kit.name)}`;
  };
  const own = (kits.value || []).filter((line) => line.own);
  const built = (kits.value || []).filter((line) => !line.own);
  return html`
    <div class="kits kit-list">
      <div class="kit-ways">
        <div class="kit-begin">
          <a class="btn main" href="#new/die" data-testid="new-die">
            <${Icon} name="dice" />
            <span>${t`Teach a die`}<small>${t`any die, in about a minute`}</small></span>
          </a>
          <a class="btn" href="#new/tokens" data-testid="new-tokens">
            <${Icon} name="bowl" />
            <span>${t`Teach tokens`}<small>${t`five trayfuls, three minutes`}</small></span>
          </a>
        </div>
        <p class="muted">
          ${t`Lamplight reads cards and plain pips by itself. Show it the art of your own dice and tokens once; then it knows them. The device that keeps the house teaches it, and throws away what it was taught.`}
        </p>
        <div class="tools">
          <label class="tool">
            <input class="sr" type="file" accept=".zip,application/zip" data-testid="import" onChange=${take} />
            <${Icon} name="plus" />
            ${t`Take over a kit from a file`}
          </label>
        </div>
      </div>
      <div class="kit-lines">
        ${own.length > 0 && html`<h2 class="h2">${t`Your own`}</h2>`}
        ${own.map((line) => html`<${Line} key=${line.name} line=${line} />`)}
        ${built.length > 0 && html`<h2 class="h2">${t`Built in`}</h2>`}
        ${
          built.some((line) => line.used && line.name.startsWith("demo_")) &&
          html`
            <p class="muted">
              ${t`Those called Demo belong to the recorded throws. Put them away when you play with your own.`}
            </p>
          `
        }
        ${built.map((line) => html`<${Line} key=${line.name} line=${line} />`)}
      </div>
    </div>
  `;
}

/** The shots of a face; one that shows something else goes by two taps. @param {{face: KitFace}} props */
function Shots({ face }) {
  const [shots, setShots] = useState(/** @type {readonly KitShot[]} */ ([]));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    fetchShots(face.value).then(setShots);
  }, [face.value, face.shots, face.picture]);
  const go = async () => {
    if (await dropShot(wrong)) setWrong("");
  };
  return html`
    <p class="muted">${t`Tap a shot that shows something else.`}</p>
    <ul class="kit-shots">
      ${shots.map(
        ({ picture, corrected }, k) => html`
          <li key=${picture}>
            <button
              class=${`kit-shot ${picture === wrong ? "on" : ""}`}
              aria-pressed=${picture === wrong}
              aria-label=${
                corrected
                  ? t`Shot ${k + 1} of ${faceWord(face.value)}, from the table`
                  : t`Shot ${k + 1} of ${faceWord(face.value)}`
              }
              data-testid="shot"
              onClick=${() => setWrong(picture === wrong ? "" : picture)}
            >
              <img src=${withHalf(`/picture/${picture}`)} alt="" />
            </button>
          </li>
        `,
      )}
    </ul>
    ${
      wrong &&
      html`
        <button class="tool warn" data-testid="drop" onClick=${go}>
          <${Icon} name="cross" />
          ${t`Take this shot out`}
        </button>
      `
    }
  `;
}

/** @param {{face: KitFace, kind: string, own: boolean}} props */
function FaceCard({ face, kind, own }) {
  const [open, setOpen] = useState(false);
  const [sure, setSure] = useState(false);
  const go = () => (sure || !face.shots ? forgetFace(face.value) : setSure(true));
  return html`
    <li class=${`kit-face ${face.shots ? "" : "none"} ${open ? "open" : ""}`}>
      <button
        class="kit-face-button"
        data-testid=${`of-${face.value}`}
        aria-expanded=${open}
        onClick=${() => {
          setOpen(!open);
          setSure(false);
        }}
      >
        ${
          face.picture
            ? html`<img src=${withHalf(`/picture/${face.picture}`)} alt="" />`
            : html`<span class="kit-face-empty"><${Face} kind=${kind} value="" /></span>`
        }
        <b>${faceWord(face.value)}</b>
        <small>
          ${
            face.shots
              ? [shotWords(face.shots), face.corrected && t`${face.corrected} corrected`].filter(Boolean).join(", ")
              : t`not shown yet`
          }
        </small>
      </button>
      ${open && own && face.shots > 0 && html`<${Shots} face=${face} />`}
      ${
        open &&
        html`
          <button class=${`tool ${sure ? "warn" : ""}`} data-testid=${`forget-${face.value}`} onClick=${go}>
            <${Icon} name="minus" />
            ${
              !sure
                ? t`No such face`
                : tn(face.shots, "Yes, forget it and its shot", "Yes, forget it and its {n} shots")
            }
          </button>
        `
      }
    </li>
  `;
}

/** Faces that would be confused, or that all are told apart. */
export function SimilarFaces() {
  const page = kit.value;
  if (!page || page.faces.filter((face) => face.shots).length < 2) return null;
  if (!page.alike.length)
    return html`
      <p class="said info" data-testid="alike">
        <${Icon} name="check" /> ${t`No two of these faces look alike to the reader.`}
      </p>
    `;
  return html`<ul class="alike" data-testid="alike">${page.alike.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
}

/** Thrown away only by a second tap. */
function Remove() {
  const [sure, setSure] = useState(false);
  const go = async () => {
    if (await removeKit()) location.hash = "";
  };
  if (!sure)
    return html`
      <button class="tool" data-testid="remove" onClick=${() => setSure(true)}>
        <${Icon} name="cross" />
        ${t`Throw away`}
      </button>
    `;
  return html`
    <button class="tool warn" data-testid="remove-sure" onClick=${go}>
      <${Icon} name="cross" />
      ${t`Yes, throw it away`}
    </button>
  `;
}

/**
 * What comes next: whoever came from elsewhere and has taught something goes back there; else more is shown.
 * @param {{page: import("../types").KitPage}} props
 */
function Onwards({ page }) {
  const back = page.note || page.faces.some((face) => face.shots) ? continueLabel() : "";
  return html`
    <div class="kit-onwards">
      ${
        !page.note &&
        html`
          <a
            class=${back ? "btn" : "btn main"}
            href=${`#teach/${encodeURIComponent(page.name)}`}
            data-testid="teach-more"
          >
            <${Icon} name="camera" />
            <span>
              ${t`Show it more`}
              <small>${page.enough ? t`more shots make it surer` : t`some faces were not shown yet`}</small>
            </span>
          </a>
        `
      }
      ${
        back &&
        html`
          <a class="btn main" href=${returnAddress} data-testid="onwards">
            <${Icon} name="home" />
            <span>${back}</span>
          </a>
        `
      }
    </div>
  `;
}

/** @param {{name: string}} props */
export function KitDetail({ name }) {
  usePolling(
    () => openKit(name),
    () => kit.value?.name === name,
    name,
  );
  const page = kit.value;
  if (!page || page.name !== name) return html`<p class="muted">${working.value ? t`One moment…` : ""}</p>`;
  return html`
    <div class="kits kit-whole">
      <section class="panel">
        <h2>
          ${kitTitle(page.name)}
          <small>${page.own ? pluralWord(page.kind) : `${pluralWord(page.kind)} · ${t`built in`}`}</small>
        </h2>
        ${page.note && html`<p class="muted">${page.note}</p>`}
        <${SimilarFaces} />
        <ul class="kit-faces">
          ${page.faces.map(
            (face) => html`<${FaceCard} key=${face.value} face=${face} kind=${page.kind} own=${page.own} />`,
          )}
        </ul>
      </section>
      <div class="tools">
        <button
          class=${`tool ${page.used ? "on" : ""}`}
          aria-pressed=${page.used}
          data-testid="use"
          onClick=${() => setKitUse(!page.used)}
        >
          <${Icon} name=${page.used ? "check" : "plus"} />
          ${page.used ? t`On the table` : t`Put on the table`}
        </button>
        <a
          class="tool"
          href=${withHalf(`/api/kits/${encodeURIComponent(page.name)}/file`)}
          download=${`${page.name}.zip`}
          data-testid="export"
        >
          <${Icon} name="throw" />
          ${t`Give to others`}
        </a>
        ${page.own && html`<${Remove} />`}
      </div>
      <${Onwards} page=${page} />
    </div>
  `;
}
