// What is to be taught: one tap for the sets that games ask for, and a name.
import { html, useEffect, useState } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { GoldButton } from "../prompts/gold-button.js";
import { createKit, fetchKits, kits, working } from "./store.js";
import { DICE, TOKENS, freeName, unknownKit } from "../shelf/kit-presets.js";
import { t } from "../core/text/i18n.js";

/** @typedef {import("../shelf/kit-presets.js").Preset} Preset */

/** @param {{preset: Preset, on: boolean, pick: () => void}} props */
const Choice = ({ preset, on, pick }) => html`
  <button class=${`option ${on ? "on" : ""}`} aria-pressed=${on} data-testid=${`preset-${preset.kind}`} onClick=${pick}>
    <${Face} kind=${preset.kind} value=${preset.faces[0] || ""} />
    <span>${preset.title()}<small>${preset.note()}</small></span>
  </button>
`;

/** Letters, digits, - and _ make a name. @param {string} text */
const tidy = (text) =>
  text
    .trim()
    .replace(/\s+/g, "-")
    .replace(/[^\p{L}\p{N}_-]/gu, "")
    .replace(/^[-_]+/, "")
    .slice(0, 40);

/** @param {{flat: boolean}} props */
export function NewKit({ flat }) {
  const presets = [...(flat ? TOKENS : DICE), unknownKit(flat)];
  const [preset, setPreset] = useState(/** @type {Preset | null} */ (flat ? presets[0] : null));
  const [typed, setTyped] = useState("");
  const [faces, setFaces] = useState("");
  useEffect(() => {
    fetchKits();
  }, []);
  const taken = (kits.value || []).map((line) => line.name);
  const name = tidy(typed) || (preset ? freeName(preset.name, taken) : "");
  const values =
    preset && !preset.faces.length
      ? faces
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean)
      : preset?.faces || [];
  const go = async () => {
    const answer = preset && (await createKit(name, preset.kind, values));
    if (answer) location.hash = `#teach/${encodeURIComponent(name)}`;
  };
  const isOdd = Boolean(typed.trim() && !tidy(typed));
  const wait = isOdd
    ? { text: t`This name needs a letter or a digit`, small: t`or leave it empty`, still: true }
    : { text: flat ? t`Tap the tokens you have` : t`Tap the die you have`, small: "", still: true };
  return html`
    <div class="kits kit-choice">
      <h2 class="h2">${flat ? t`Which tokens?` : t`Which die?`}</h2>
      <div class="options many">
        ${presets.map(
          (one) =>
            html`
              <${Choice} key=${one.kind} preset=${one} on=${preset?.kind === one.kind} pick=${() => setPreset(one)} />
            `,
        )}
      </div>
      ${
        preset &&
        html`
          <label class="field">
            ${t`Name of the kit`}
            <input
              type="text"
              maxlength="40"
              placeholder=${freeName(preset.name, taken)}
              value=${typed}
              data-testid="kit-name"
              onInput=${(/** @type {InputEvent} */ event) =>
                setTyped(/** @type {HTMLInputElement} */ (event.target).value)}
            />
          </label>
        `
      }
      ${
        preset &&
        !preset.faces.length &&
        html`
          <label class="field">
            ${t`Its faces, with commas between them`}
            <input
              type="text"
              maxlength="600"
              placeholder=${t`sun, moon, star`}
              value=${faces}
              data-testid="kit-faces"
              onInput=${(/** @type {InputEvent} */ event) =>
                setFaces(/** @type {HTMLInputElement} */ (event.target).value)}
            />
          </label>
        `
      }
      <div class="kit-gold">
        <${GoldButton}
          gold=${
            preset && !isOdd && !working.value
              ? {
                  text: t`Teach: ${preset.title()}`,
                  small: flat ? t`lay all of them on the tray, side by side` : t`lay one or several on the tray`,
                  icon: "camera",
                  testid: "begin",
                  act: go,
                }
              : wait
          }
        />
      </div>
    </div>
  `;
}
