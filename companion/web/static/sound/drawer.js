// What this device sounds like and how much it stages: effects, ambience, moments, reading aloud.
import { html, useEffect, useState } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { t } from "../core/text/i18n.js";
import { changeSettings, settings } from "../core/settings.js";
import { lastSound, audioState, playSound } from "./audio.js";
import { soundWord } from "./captions.js";
import { canSpeak } from "../core/speech/speech.js";
import { drawer } from "../core/state.js";

/** ms that the word for a sound stands there. */
const CAPTION_MS = 1800;

/** How it is with sound, in words and as a drawing. @returns {[string, string]} */
function state() {
  switch (audioState.value) {
    case "none":
      return [t`This browser makes no sound.`, "mute"];
    case "waits":
      return [t`Sound begins with the first touch.`, "hand"];
    case "on":
      return [t`Sound is on.`, "sound"];
    default:
      return [t`Sound is off.`, "mute"];
  }
}

/** The word of what is heard just now, "" = nothing. */
function useCaption() {
  const [word, setWord] = useState("");
  const { kind, count } = lastSound.value;
  useEffect(() => {
    if (!count) return undefined;
    setWord(soundWord(kind));
    const timer = setTimeout(() => setWord(""), CAPTION_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return word;
}

/** In the strip, always: whether it sounds, and what. */
export function SoundButton() {
  const word = useCaption();
  const [words, icon] = state();
  const open = drawer.value === "sound";
  return html`
    <span class="sound-spot">
      <button
        class="ico"
        aria-label=${t`Sound, voice and moments. ${words}`}
        aria-expanded=${open}
        data-testid="sound"
        data-hearing=${audioState.value}
        onClick=${() => {
          drawer.value = open ? "" : "sound";
        }}
      >
        <${Icon} name=${icon} />
      </button>
      ${
        word &&
        html`
          <span class="sound-caption" aria-hidden="true" data-testid="sound-caption" data-kind=${lastSound.value.kind}>
            ♪ ${word}
          </span>
        `
      }
    </span>
  `;
}

/** @typedef {{value: string | number, word: string}} Choice */

/**
 * One setting of a few values.
 * @param {{name: "effects" | "ambience" | "drama" | "aloud", title: string, note: string, choices: Choice[]}} props
 */
function Row({ name, title, note, choices }) {
  const choose = (/** @type {any} */ value) => {
    changeSettings({ [name]: value });
    if (name === "effects" && value) playSound("passed");
  };
  return html`
    <section class="panel sound-row">
      <h2>${title}<small>${note}</small></h2>
      <div class="sound-choices" role="group" aria-label=${title}>
        ${choices.map(
          ({ value, word }) => html`
            <button
              class="pick"
              key=${value}
              aria-pressed=${settings.value[name] === value}
              data-testid=${`${name}-${value}`}
              onClick=${() => choose(value)}
            >
              <span class="pick-mark">${settings.value[name] === value && html`<${Icon} name="check" />`}</span>
              ${word}
            </button>
          `,
        )}
      </div>
    </section>
  `;
}

const volumes = () => [
  { value: 0, word: t`Off` },
  { value: 35, word: t`Quiet` },
  { value: 65, word: t`Middle` },
  { value: 100, word: t`Loud` },
];

export function SoundDrawer() {
  const [words, icon] = state();
  const none = audioState.value === "none";
  return html`
    <div class="sound-drawer">
      <p class="sound-state" role="status" data-testid="sound-state">
        <${Icon} name=${icon} />
        ${words} ${t`Whatever sounds is also drawn.`}
      </p>
      ${
        !none &&
        html`
          <${Row} name="effects" title=${t`Effects`} note=${t`dice, tokens, verdicts, moments`} choices=${volumes()} />
          <${Row}
            name="ambience"
            title=${t`Ambience`}
            note=${t`the air of the place, far below your voices`}
            choices=${volumes()}
          />
        `
      }
      <${Row}
        name="drama"
        title=${t`Moments`}
        note=${t`what everybody should see, drawn large`}
        choices=${[
          { value: "full", word: t`In full` },
          { value: "short", word: t`Short` },
          { value: "off", word: t`Off` },
        ]}
      />
      ${
        canSpeak.value &&
        html`
          <${Row}
            name="aloud"
            title=${t`Read aloud`}
            note=${t`a tap anywhere stops it`}
            choices=${[
              { value: "off", word: t`Off` },
              { value: "short", word: t`What is asked` },
              { value: "full", word: t`Everything new` },
            ]}
          />
        `
      }
    </div>
  `;
}

/** The same over a page that has no other drawer. */
export function SoundSheet() {
  const shut = () => {
    drawer.value = "";
  };
  if (drawer.value !== "sound") return null;
  return html`
    <div class="sound-sheet drawer" role="dialog" aria-label=${t`Sound, voice and moments`} data-testid="drawer-sound">
      <div class="drawer-head">
        <h2>${t`Sound, voice and moments`}</h2>
        <button class="ico" aria-label=${t`Close`} data-testid="close" onClick=${shut}><${Icon} name="close" /></button>
      </div>
      <div class="drawer-body"><${SoundDrawer} /></div>
    </div>
  `;
}
