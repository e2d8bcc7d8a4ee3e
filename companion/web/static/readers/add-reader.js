// A line is put to use: what it is, where it lies, and how it is called.
import { html, useState } from "../core/lib.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { lines, page, useLine, working } from "./store.js";
import { useLines } from "./list.js";
import { toReaderName, freeName, placeChoices, capitalised } from "./labels.js";
import { t } from "../core/text/i18n.js";

/**
 * What must be told of some kinds beside: its words, an example, and whether it may be left empty.
 * @type {Record<string, [() => string, () => string, boolean]>}
 */
const BESIDES = {
  scanner: [() => t`What its codes begin with`, () => t`any`, true],
  lines: [() => t`What it prints, with the id in brackets`, () => "UID: ([0-9A-F ]+)", false],
  godice: [() => t`The shell on the die`, () => "d6", true],
};
/** These speak by radio, the others over a line. */
const RADIO = ["pixels", "godice"];

/** @param {string} where @param {string} driver */
const canBe = (where, driver) => where.startsWith("ble:") === RADIO.includes(driver);

/**
 * One of several.
 * @param {{label: string, offers: readonly (readonly string[])[], value: string, testid: string, onPick: (id: string)
 * => void}} props
 */
const Choice = ({ label, offers, value, testid, onPick }) => html`
  <section class="panel field">
    <h2>${label}</h2>
    <div class="choices" role="group" aria-label=${label}>
      ${offers.map(
        ([id, text, note]) =>
          html`
            <button
              type="button"
              key=${id}
              class="option"
              aria-pressed=${id === value}
              data-testid=${`${testid}-${id}`}
              onClick=${() => onPick(id)}
            >
              <span>${text}${note && html`<small>${note}</small>`}</span>
            </button>
          `,
      )}
    </div>
  </section>
`;

/** @param {{where: string}} props */
export function UseLine({ where }) {
  useLines();
  const line = lines.value?.ports.find((one) => one.where === where);
  const [driver, setDriver] = useState("");
  const [zone, setZone] = useState("bag");
  const [typed, setTyped] = useState("");
  const [prefix, setPrefix] = useState("");
  if (!line) return html`<p class="muted">${lines.value ? t`It is not plugged in any more.` : t`One moment…`}</p>`;
  const drivers = (lines.value?.drivers || []).filter((one) => canBe(where, one.name));
  const kind = driver || line.driver || "";
  const beside = BESIDES[kind];
  const taken = (lines.value?.ports || [])
    .map((one) => one.name)
    .concat((page.value?.readers || []).map((one) => one.name));
  const name = typed || freeName(zone, taken);
  const send = async () => {
    if (await useLine(where, { name, driver: kind, zone, prefix: beside ? prefix : "" }))
      location.hash = `#reader/${encodeURIComponent(name)}`;
  };
  const open = beside && !beside[2] && !prefix;
  const gold = open
    ? { text: t`What does it print?`, small: t`for example ${beside[1]()}`, still: true }
    : kind
      ? {
          text: t`Use it as “${name}”`,
          small: t`from now on, also after a restart`,
          icon: "check",
          testid: "use",
          act: send,
        }
      : { text: t`What is it?`, small: t`tap its kind`, still: true };
  return html`
    <div class="kits readers" data-testid="use-line">
      <h2 class="h2">${capitalised(line.title)}<small>${where}</small></h2>
      <${Choice}
        label=${t`What is it?`}
        offers=${drivers.map((one) => [one.name, one.title])}
        value=${kind}
        testid="driver"
        onPick=${setDriver}
      />
      <${Choice}
        label=${t`Where does it lie?`}
        offers=${placeChoices(page.value?.seats || [])}
        value=${zone}
        testid="zone"
        onPick=${setZone}
      />
      <section class="panel reader-called">
        <label class="field">
          ${t`Its name`}
          <input
            type="text"
            maxlength="24"
            autocapitalize="off"
            autocomplete="off"
            value=${name}
            data-testid="reader-name"
            onInput=${(/** @type {InputEvent} */ event) =>
              setTyped(toReaderName(/** @type {HTMLInputElement} */ (event.target).value))}
          />
        </label>
        ${
          beside &&
          html`
            <label class="field">
              ${beside[0]()}
              <input
                type="text"
                maxlength="64"
                autocapitalize="off"
                autocomplete="off"
                placeholder=${beside[1]()}
                value=${prefix}
                data-testid="reader-prefix"
                onInput=${(/** @type {InputEvent} */ event) =>
                  setPrefix(/** @type {HTMLInputElement} */ (event.target).value)}
              />
            </label>
          `
        }
      </section>
      <p class="muted">
        <${Icon} name="reader" />
        ${" "}
        ${t`The line is opened when you tap. Most boards begin anew when they are opened: that is normal.`}
      </p>
      <div class="kit-gold"><${GoldButton} gold=${working.value ? { text: t`Opening it…`, still: true } : gold} /></div>
    </div>
  `;
}
