// The lesson: lay things on the tray, say what they are, turn them, again. Or photographs instead of the camera.
import { html, useEffect, useState } from "../core/lib.js";
import { withHalf } from "../core/api.js";
import { Face } from "../art/faces.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { SimilarFaces, kitTitle, shotWords, usePolling } from "./list.js";
import { Tray } from "./tray-picture.js";
import {
  missingFaces,
  takeBackTrayful,
  hasNoCamera,
  chosenObject,
  taughtTrayfuls,
  guessedCount,
  keepTrayful,
  kit,
  leaveLesson,
  lookAtTray,
  nameObject,
  names,
  newestTrayful,
  openKit,
  unexpectedFace,
  sendTrayPhoto,
  isPointing,
  skipTrayful,
  startLesson,
  keepLessonAlive,
  excludeObject,
  excludeUnnamed,
  trayful,
  trouble,
  unnamedCount,
  waitReason,
  requestedFace,
  working,
} from "./store.js";
import { richText } from "../core/text/rich-text.js";
import { t, tn } from "../core/text/i18n.js";
import { faceWord, isFlat } from "../core/labels.js";

const TRAYFULS = 5;
const PAUSE_MS = 300; // between two looks
const PREVIEW_MS = 700; // between two pictures of the tray while it is waited for
const SIGN_MS = 5000; // between two signs of life while things are named

/** The tray is looked at for as long as nothing waits to be named. @param {string} kitName */
function useLooks(kitName) {
  useEffect(() => {
    let on = true;
    const follow = async () => {
      while (on) {
        if (trayful.value || !kit.value || document.visibilityState === "hidden")
          await new Promise((go) => setTimeout(go, PAUSE_MS));
        else {
          await lookAtTray();
          await new Promise((go) => setTimeout(go, PAUSE_MS));
        }
      }
    };
    follow();
    const signs = setInterval(() => {
      if (trayful.value) keepLessonAlive();
    }, SIGN_MS);
    addEventListener("pagehide", leaveLesson);
    return () => {
      on = false;
      clearInterval(signs);
      removeEventListener("pagehide", leaveLesson);
      leaveLesson();
    };
  }, [kitName]);
}

/** How often each face was shown. */
function Progress() {
  const page = kit.value;
  if (!page) return null;
  return html`
    <ul class="lesson-faces" aria-label=${t`Faces and how often they were shown`}>
      ${page.faces.map(
        (face) => html`
          <li key=${face.value} class=${face.value === page.wanted && !isFlat(page.kind) ? "wanted" : ""}>
            <${Face} kind=${page.kind} value=${face.value} />
            <span>${faceWord(face.value)}</span>
            <em aria-label=${shotWords(face.shots)}>
              ${"●".repeat(Math.min(5, face.shots)) || "○"}
            </em>
          </li>
        `,
      )}
    </ul>
  `;
}

/** What the camera sees now; nothing where it sends no pictures. */
function Preview() {
  const [seen, setSeen] = useState("");
  useEffect(() => {
    const load = () => {
      if (document.visibilityState === "hidden") return;
      const image = new Image();
      image.onload = () => setSeen(image.src);
      image.src = withHalf(`/picture/preview.jpg?${Date.now()}`);
    };
    load();
    const every = setInterval(load, PREVIEW_MS);
    return () => clearInterval(every);
  }, []);
  return (
    seen &&
    html`
      <img class="lesson-preview" src=${seen} alt=${t`The camera’s picture of the tray`} data-testid="lesson-preview" />
    `
  );
}

/** What to do now, while the tray is being looked at. */
function Waiting() {
  const page = kit.value;
  const flat = page && isFlat(page.kind);
  const all = flat
    ? t`Lay all of them on the tray, apart from each other, face up.`
    : page?.wanted
      ? richText(t`Show this face: <b>${faceWord(page.wanted)}</b>`)
      : t`Lay one or several on the tray.`;
  const again =
    taughtTrayfuls.value < TRAYFULS
      ? t`Trayful ${taughtTrayfuls.value + 1} of ${TRAYFULS}: mix them and turn them.`
      : t`Five trayfuls are kept. More make it surer.`;
  return html`
    <section class="panel lesson-wait" data-testid="lesson-wait">
      <div class="lesson-top">
        <div class="lesson-ask">
          ${
            page?.wanted && !flat
              ? html`<${Face} kind=${page.kind} value=${page.wanted} />`
              : html`<${Icon} name="camera" />`
          }
          <div>
            <p class="lesson-words" data-testid="lesson-words">${taughtTrayfuls.value && flat ? again : all}</p>
            <p class="muted" role="status" data-testid="lesson-waits">${waitReason.value || t`Looking at the tray…`}</p>
          </div>
        </div>
        ${!hasNoCamera.value && html`<${Preview} />`}
      </div>
      ${!flat && html`<p class="muted">${t`Several dice may lie there at once. Each may show another face.`}</p>`}
      <${SimilarFaces} />
      <${Progress} />
    </section>
  `;
}

/** What the finder missed is pointed at. */
const Missing = () =>
  html`
    <button
      class="tool"
      aria-pressed=${isPointing.value}
      data-testid="missing"
      onClick=${() => {
        isPointing.value = !isPointing.value;
      }}
    >
      <${Icon} name="plus" />
      ${t`One is missing`}
    </button>
  `;

/** What lay there the last time is not found now. */
function Absent() {
  const page = kit.value;
  if (!page || !isFlat(page.kind) || !missingFaces.value.length) return null;
  const [face, ...more] = missingFaces.value;
  const first = faceWord(face);
  return html`
    <p class="said" role="status" data-testid="absent">
      ${
        more.length
          ? tn(
              more.length,
              "{face} and {n} more lay there the last time. Is one covered or turned over? If it lies there without a frame, tap “One is missing”.",
              "{face} and {n} more lay there the last time. Is one covered or turned over? If it lies there without a frame, tap “One is missing”.",
              { face: first },
            )
          : t`${first} lay there the last time. Is it covered or turned over? If it lies there without a frame, tap “One is missing”.`
      }
    </p>
  `;
}

/** All faces of the kit for the chosen thing, the likeliest first. */
function Naming() {
  const page = kit.value;
  const one = trayful.value?.objects[chosenObject.value];
  const [typed, setTyped] = useState("");
  if (isPointing.value)
    return html`
      <section class="panel lesson-naming">
        <p class="lesson-words" role="status">${t`Tap the middle of what was not found.`}</p>
        <div class="tools"><${Missing} /></div>
      </section>
    `;
  if (!page || !one)
    return html`
      <section class="panel lesson-naming">
        <p class="lesson-words">
          ${guessedCount.value ? t`Dashed ones are guesses: tap one that is wrong.` : t`Tap one that is wrong.`}
        </p>
        <${Absent} />
        <div class="tools"><${Missing} /></div>
        <${Progress} />
      </section>
    `;
  const seen = /** @type {import("../types").TrayObjects} */ (trayful.value);
  const wanted = requestedFace(seen),
    other = unexpectedFace(seen);
  const likely = [...new Set([other, wanted, ...one.guesses.map(([value]) => value)])].filter(Boolean).slice(0, 3);
  const said = names.value.map((other) => other.value).filter(Boolean); // also faces that were typed in just now
  const rest = [...new Set([...page.faces.map((face) => face.value), ...said])].filter(
    (value) => !likely.includes(value),
  );
  const say = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (typed.trim()) {
      nameObject(typed.trim());
      setTyped("");
    }
  };
  return html`
    <section class="panel lesson-naming">
      <h2>${t`What is number ${chosenObject.value + 1}?`}</h2>
      ${
        one.leans &&
        html`<p class="muted">${t`It leans on something. Lay it flat and look again, or leave it out.`}</p>`
      }
      ${
        other &&
        html`
          <p class="said info" role="status" data-testid="otherwise">
            ${t`Asked for was ${faceWord(wanted)}; this looks like ${faceWord(other)}.`}
          </p>
        `
      }
      <${Absent} />
      ${
        likely.length > 0 &&
        html`
          <div class="fan-likely">
            ${likely.map(
              (value) =>
                html`
                  <button class="guess" data-testid="guess" data-face=${value} onClick=${() => nameObject(value)}>
                    <${Face} kind=${page.kind} value=${value} />
                    <b>${faceWord(value)}</b>
                  </button>
                `,
            )}
          </div>
        `
      }
      <div class="fan-rest">
        ${rest.map(
          (value) =>
            html`
              <button class="guess small" data-testid=${`face-${value}`} onClick=${() => nameObject(value)}>
                <${Face} kind=${page.kind} value=${value} />
                <span>${faceWord(value)}</span>
              </button>
            `,
        )}
      </div>
      <div class="tools">
        <button class="tool" data-testid="take-out" onClick=${excludeObject}>
          <${Icon} name="minus" />
          ${t`Not one of them`}
        </button>
        ${
          unnamedCount.value > 2 &&
          html`
            <button class="tool" data-testid="take-rest-out" onClick=${excludeUnnamed}>
              <${Icon} name="minus" />
              ${t`None of these ${unnamedCount.value}`}
            </button>
          `
        }
        <${Missing} />
        <form class="field new-face" onSubmit=${say}>
          <input
            type="text"
            maxlength="24"
            placeholder=${t`another face…`}
            aria-label=${t`Name of another face`}
            value=${typed}
            data-testid="new-face"
            onInput=${(/** @type {InputEvent} */ event) =>
              setTyped(/** @type {HTMLInputElement} */ (event.target).value)}
          />
          ${typed && html`<button class="tool">${t`Add`}</button>`}
        </form>
      </div>
    </section>
  `;
}

/** What is still to be shown, or may be. @param {import("../types").KitPage} page */
function missing(page) {
  const unseen = page.faces.filter((face) => !face.shots).map((face) => faceWord(face.value));
  const some = unseen.slice(0, 3).join(", ");
  if (unseen.length) return unseen.length > 3 ? t`not shown: ${some} …` : t`not shown: ${some}`;
  return page.wanted ? t`more shots make it surer` : t`every face was shown often`;
}

/** @returns {import("../prompts/gold-button.js").Gold} */
function gold() {
  const page = kit.value;
  const count = names.value.filter((one) => !one.out).length;
  if (working.value) return { text: t`One moment…`, small: "", still: true };
  if (trayful.value && !count)
    return {
      text: t`Nothing to keep`,
      small: t`look at the tray again`,
      icon: "undo",
      testid: "skip",
      act: skipTrayful,
    };
  const other = trayful.value && unexpectedFace(trayful.value);
  if (trayful.value && other && unnamedCount.value)
    return {
      text: t`${faceWord(other)} or ${faceWord(requestedFace(trayful.value))}?`,
      small: t`tap what it is`,
      still: true,
    };
  if (trayful.value && unnamedCount.value)
    return {
      text: tn(unnamedCount.value, "{n} still to name", "{n} still to name"),
      small: t`tap what it is`,
      still: true,
    };
  if (trayful.value && count === 1)
    return {
      text: t`Yes, this is ${faceWord(names.value.find((one) => !one.out)?.value || "")}`,
      small: t`keep this shot`,
      icon: "check",
      testid: "keep",
      act: keepTrayful,
    };
  if (trayful.value)
    return {
      text: tn(count, "All {n} are right", "All {n} are right"),
      small: guessedCount.value
        ? tn(guessedCount.value, "{n} is a guess: look at it once", "{n} are guesses: look at them once")
        : t`keep these shots`,
      icon: "check",
      testid: "keep",
      act: keepTrayful,
    };
  if (page && (page.enough || (isFlat(page.kind) && page.faces.some((face) => face.shots))))
    return {
      text: t`That is enough`,
      small: missing(page),
      icon: "check",
      testid: "finish",
      act: () => {
        location.hash = `#kit/${encodeURIComponent(page.name)}`;
      },
    };
  if (hasNoCamera.value) return { text: t`Take a photograph`, small: t`of your things, with this device`, still: true };
  return { text: t`Lay things on the tray`, small: t`they are looked at by themselves`, still: true };
}

/** @param {{name: string}} props */
export function Lesson({ name: kitName }) {
  useEffect(startLesson, [kitName]);
  usePolling(
    () => openKit(kitName),
    () => kit.value?.name === kitName,
    kitName,
  );
  useLooks(kitName);
  const [last, setLast] = useState("");
  useEffect(() => {
    if (taughtTrayfuls.value) setLast(newestTrayful.value);
  }, [taughtTrayfuls.value]);
  const send = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files?.[0]) sendTrayPhoto(input.files[0]);
    input.value = ""; // the same picture may be sent again
  };
  if (!kit.value || kit.value.name !== kitName)
    return html`<p class="muted">${trouble.value ? "" : t`One moment…`}</p>`;
  return html`
    <div class="lesson" data-testid="lesson">
      <h2 class="h2">
        ${kitTitle(kitName)}
        <small>${taughtTrayfuls.value ? t`${taughtTrayfuls.value} kept` : ""}</small>
      </h2>
      <div class=${`lesson-body ${trayful.value ? "naming" : ""}`}>
        ${
          trayful.value
            ? html`<div class="panel lesson-picture"><${Tray} /></div><${Naming} key=${chosenObject.value} />`
            : html`<${Waiting} />`
        }
      </div>
      <footer class="foot lesson-foot">
        ${
          trayful.value
            ? html`
              <button class="btn small" data-testid="again" onClick=${skipTrayful}>
                <${Icon} name="undo" />
                <span>${t`Look again`}</span>
              </button>
            `
            : html`
              <button
                class="btn small"
                data-testid="back"
                disabled=${!taughtTrayfuls.value || !last}
                onClick=${() => {
                  takeBackTrayful(last);
                  setLast("");
                }}
              >
                <${Icon} name="undo" />
                <span>${t`Take back`}</span>
              </button>
            `
        }
        <label class="btn small">
          <input
            class="sr"
            type="file"
            accept="image/*"
            capture="environment"
            data-testid="lesson-photo"
            onChange=${send}
          />
          <${Icon} name="camera" />
          <span>${t`Photo`}</span>
        </label>
        <${GoldButton} gold=${gold()} />
      </footer>
    </div>
  `;
}
