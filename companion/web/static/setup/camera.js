// Which camera looks at the tray, and how well it sees.
import { html, useEffect, useState } from "../core/lib.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { command, t } from "../core/text/i18n.js";
import { HealthAdvice, HealthChecks, findings, LiveView, OnlyTray } from "./live-view.js";
import { nextStepGold } from "./next-step.js";
import { reloadSetup, chooseCamera, page, readjustCamera, working } from "./store.js";

const EXAMPLE = "http://192.168.1.7:8080/video";
const LOOK_MS = 3000; // between two looks for what was plugged in

const typed = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
const done = () => {
  location.hash = "#camera";
};

/** @param {{icon: string, title: string, note: string, act: () => void, testid: string, on?: boolean}} props */
const Way = ({ icon, title, note, act, testid, on = false }) =>
  html`
    <button
      class=${`open-table setup-way ${on ? "used" : ""}`}
      aria-pressed=${on}
      disabled=${working.value}
      data-testid=${testid}
      onClick=${act}
    >
      <${Icon} name=${icon} />
      <span><b>${title}</b><small>${note}</small></span>
      <${Icon} name=${on ? "check" : "next"} />
    </button>
  `;

/** The address of a camera in the network. @param {{way: string, source: string}} props */
function Stream({ way, source }) {
  const [text, setText] = useState(way === "stream" ? source : "");
  const [open, setOpen] = useState(way === "stream");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await chooseCamera("stream", text)) done();
  };
  if (!open)
    return html`
      <${Way}
        icon="phone"
        title=${t`An old phone, or a network camera`}
        note=${t`its camera app shows an address`}
        testid="way-stream"
        act=${() => setOpen(true)}
      />
    `;
  return html`
    <form class="panel setup-stream" onSubmit=${send}>
      <label class="field">
        ${t`Address of its picture`}
        <input
          type="url"
          inputmode="url"
          autocomplete="off"
          spellcheck="false"
          placeholder=${EXAMPLE}
          value=${text}
          data-testid="address"
          onInput=${(/** @type {Event} */ event) => setText(typed(event))}
        />
      </label>
      <p class="muted">
        ${t`Install a camera app on the phone that serves its picture in the network (many are called “IP webcam”), start it, and type the address that it shows.`}
      </p>
      <button class="btn" disabled=${!text.trim() || working.value} data-testid="use-address">
        <${Icon} name="check" />
        <span>${t`Look through it`}</span>
      </button>
    </form>
  `;
}

/** Which camera it is to be. */
export function CameraChoices() {
  useEffect(() => {
    const every = setInterval(reloadSetup, LOOK_MS);
    return () => clearInterval(every);
  }, []);
  const eye = page.value?.eye;
  if (!eye) return null;
  const take = async (/** @type {string} */ way, source = "") => {
    if (await chooseCamera(way, source))
      location.hash = way === "hand" ? "#hand" : way === "photos" ? "#throw" : "#camera";
  };
  return html`
    <div class="setup-ways" data-testid="ways">
      ${eye.found.map(
        (one) =>
          html`
            <${Way}
              key=${one.where}
              icon="camera"
              title=${one.name}
              note=${t`plugged into this machine`}
              on=${eye.way === "local" && eye.source === one.where}
              testid="way-local"
              act=${() => take("local", one.where)}
            />
          `,
      )}
      ${
        !eye.found.length &&
        html`
          <p class="said info setup-none" data-testid="none-found">
            <${Icon} name="camera" />
            ${t`No camera is plugged into this machine. Plug one in, and it appears here.`}
          </p>
        `
      }
      <${Stream} key=${eye.source} way=${eye.way} source=${eye.source} />
      <${Way}
        icon="file"
        title=${t`Photographs, now and then`}
        note=${t`taken with the tablet, when you want something read`}
        on=${eye.way === "photos"}
        testid="way-photos"
        act=${() => take("photos")}
      />
      <${Way}
        icon="hand"
        title=${t`No camera: everything by hand`}
        note=${t`nothing is missing: you tap what you threw`}
        on=${eye.way === "hand"}
        testid="way-hand"
        act=${() => take("hand")}
      />
    </div>
  `;
}

/** Where the choice stands that cannot be made here. */
function Told() {
  const eye = page.value?.eye;
  if (eye?.by === "settings")
    return html`
      <p class="muted" data-testid="by-settings">${t`The settings of this house name the camera: ${eye.source}`}</p>
    `;
  if (eye?.by === "demo")
    return html`
      <p class="muted" data-testid="by-demo">
        ${t`This demo plays recorded throws. For a camera of your own start ${command("serve")}, or ${command("demo --camera 0")}.`}
      </p>
    `;
  return null;
}

/** The light of the room, or the camera, is another one. */
function Relight() {
  const eye = page.value?.eye;
  if (!eye?.steered || eye.state !== "ready") return null;
  return html`
    <p class="setup-relight">
      <button
        class="tool"
        title=${t`It takes some seconds. Do it when the lamp or the camera is another one, with an empty tray.`}
        disabled=${working.value}
        data-testid="relight"
        onClick=${readjustCamera}
      >
        <${Icon} name="lamp" />
        ${t`Settle the light again`}
      </button>
    </p>
  `;
}

export function CameraStep() {
  const eye = page.value?.eye;
  if (!eye) return null;
  if (eye.by === "page" && !eye.source)
    return html`<h2 class="h2">${t`Which camera looks at the tray?`}</h2><${CameraChoices} />`;
  return html`
    <${LiveView} />
    <${HealthAdvice} well=${t`It sees well.`} />
    <${HealthChecks} />
    <${Relight} />
    <${OnlyTray} />
    <${Told} />
    <footer class="setup-foot">
      ${
        eye.by === "page" &&
        html`
          <a class="tool" href="#camera/choose" data-testid="another"><${Icon} name="camera" />${t`Another camera`}</a>
        `
      }
      <${GoldButton}
        gold=${nextStepGold(
          "camera",
          findings().some((one) => one.grave) ? t`something could be better here` : t`the picture is good`,
        )}
      />
    </footer>
  `;
}

export const ChooseStep = () => html`<h2 class="h2">${t`Which camera looks at the tray?`}</h2><${CameraChoices} />`;
