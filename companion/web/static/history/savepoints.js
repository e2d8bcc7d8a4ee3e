// Moments with a name: save this one, look at one, go back to one.
import { html, signal, useState } from "../core/lib.js";
import { closeDrawer, undoTo } from "../table/actions.js";
import { forgetMoment, saveMoment } from "./requests.js";
import { HeldTool } from "./hold-button.js";
import { showPast } from "./past-view.js";
import { Icon } from "../core/icons.js";
import { locale, t, tn } from "../core/text/i18n.js";
import { past, present, newestSeen } from "../core/state.js";

/** @typedef {import("../types").SavePointView} SavedMoment */

const LONGEST = 60; // letters of a name

/** "20:15". @param {number} at s, Unix */
const clockTime = (at) =>
  new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(at * 1000));

/** What the moment is called where nobody says otherwise: chapter and time. */
function proposed() {
  const where = present.value?.log.slice(-1)[0]?.where || present.value?.title || "";
  return `${where} · ${clockTime(Date.now() / 1000)}`.slice(0, LONGEST);
}

/** @param {SavedMoment} moment */
function since({ there, steps }) {
  if (!there) return t`taken back: it is not part of the evening now`;
  if (!steps) return t`this is now`;
  return tn(steps, "one step ago", "{n} steps ago");
}

/** @param {{moment: SavedMoment}} props */
function Moment({ moment }) {
  const { id, seq, name, there, steps, mine } = moment;
  const known = newestSeen.value;
  const takes = tn(steps, "takes back one step", "takes back {n} steps");
  return html`
    <li class=${`moment ${there ? "" : "gone"}`} data-testid=${`saved-${id}`}>
      <p><${Icon} name="flag" /><span>${name}<small>${since(moment)}</small></span></p>
      <div class="tools">
        ${
          there &&
          steps > 0 &&
          html`
            <button class="tool" data-testid=${`saved-look-${id}`} onClick=${() => showPast(seq)}>
              <${Icon} name="clock" />
              ${t`Look`}
            </button>
            <${HeldTool}
              icon="undo"
              text=${t`Go back to it`}
              small=${takes}
              testid=${`saved-back-${id}`}
              act=${() => undoTo(seq, known).then(() => closeDrawer("log"))}
            />
          `
        }
        ${
          mine &&
          html`
            <button
              class="tool quiet"
              aria-label=${t`Forget ${name}`}
              data-testid=${`saved-forget-${id}`}
              onClick=${() => forgetMoment(id)}
            >
              <${Icon} name="close" />
            </button>
          `
        }
      </div>
    </li>
  `;
}

function Save() {
  const [name, setName] = useState(/** @type {string | null} */ (null));
  const keep = async () => {
    if (await saveMoment(name || proposed())) setName(null);
  };
  if (name === null)
    return html`
      <button class="tool" data-testid="save-moment" onClick=${() => setName(proposed())}>
        <${Icon} name="flag" />
        ${t`Save this moment`}
      </button>
    `;
  return html`
    <form
      class="save-form"
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        keep();
      }}
    >
      <label>
        <span class="sr">${t`Name of this moment`}</span>
        <input
          class="written"
          maxlength=${LONGEST}
          value=${name}
          data-testid="save-name"
          onInput=${(/** @type {Event & {currentTarget: HTMLInputElement}} */ event) =>
            setName(event.currentTarget.value)}
        />
      </label>
      <button class="tool" type="submit" data-testid="save-it" disabled=${!name.trim()}>
        <${Icon} name="check" />
        ${t`Save`}
      </button>
      <button class="tool quiet" type="button" aria-label=${t`Leave it`} onClick=${() => setName(null)}>
        <${Icon} name="close" />
      </button>
    </form>
  `;
}

/** Is the list of moments open, where there is no room beside the log? */
const unfolded = signal(false);

/** Beside the log: the way into the past, and the moments with a name. */
export function Savepoints() {
  const moments = present.value?.saved || [];
  const open = unfolded.value;
  return html`
    <aside class="log-side">
      <div class="tools">
        ${
          !past.value &&
          html`
            <button
              class="tool"
              data-testid="look-back"
              disabled=${!present.value?.undo && !present.value?.log.length}
              onClick=${() => showPast()}
            >
              <${Icon} name="clock" />
              ${t`Look back`}
            </button>
          `
        }
        <${Save} />
        ${
          moments.length > 0 &&
          html`
            <button
              class="tool moments-fold"
              aria-expanded=${open}
              data-testid="moments"
              onClick=${() => {
                unfolded.value = !open;
              }}
            >
              <${Icon} name="flag" />
              ${t`Saved: ${moments.length}`}
            </button>
          `
        }
      </div>
      ${
        moments.length > 0 &&
        html`
          <h3>${t`Saved moments`}</h3>
          <ul class=${`moments ${open ? "unfolded" : ""}`}>
            ${[...moments].reverse().map((moment) => html`<${Moment} key=${moment.id} moment=${moment} />`)}
          </ul>
        `
      }
    </aside>
  `;
}
