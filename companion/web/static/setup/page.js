// The page of set-up: steps that may be done in any order, and what else is there to know of this table.
import { html, render } from "../core/lib.js";
import { Paints } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { t } from "../core/text/i18n.js";
import { CameraStep, ChooseStep } from "./camera.js";
import { DiceStep } from "./dice.js";
import { HandStep, HouseStep, ReadersStep } from "./installation.js";
import { TITLES, asideAddress, returnAddress } from "./next-step.js";
import { openSetup, page, currentStep, trouble } from "./store.js";
import { ThrowStep } from "./test-throw.js";
import { TrayStep } from "./tray/tray.js";

/** @typedef {import("../types").SetupStep} SetupStep */

/** @type {Record<string, string>} */
const ICONS = { camera: "camera", tray: "whole", dice: "dice", throw: "throw", readers: "reader" };
/**
 * How a step stands: its tone, its shape and the word for it.
 * @type {Record<string, [string, string, () => string]>}
 */
const STATES = {
  done: ["good", "check", () => t`done`],
  todo: ["", "", () => t`to do`],
  look: ["warn", "eye", () => t`have a look`],
  none: ["none", "minus", () => t`not needed`],
};
/** @type {Record<string, any>} */
const SCREENS = {
  camera: CameraStep,
  "camera/choose": ChooseStep,
  tray: TrayStep,
  dice: DiceStep,
  throw: ThrowStep,
  readers: ReadersStep,
  hand: HandStep,
  house: HouseStep,
};

/** @param {{step: SetupStep, number: number}} props */
function StepLink({ step, number }) {
  const [tone, icon, word] = STATES[step.state];
  const on = currentStep.value.split("/")[0] === step.name;
  return html`
    <li>
      <a
        class=${`setup-step ${tone} ${on ? "on" : ""}`}
        href=${`#${step.name}`}
        aria-current=${on ? "step" : undefined}
        data-testid=${`step-${step.name}`}
        data-state=${step.state}
      >
        <span class="setup-sign">
          <${Icon} name=${ICONS[step.name]} />
          <i class="setup-state">${icon ? html`<${Icon} name=${icon} />` : number}</i>
        </span>
        <span><b>${TITLES[step.name]()}</b><em class="sr">${word()}</em><small>${step.words}</small></span>
      </a>
    </li>
  `;
}

/** @param {{where: string, icon: string, title: string, note: string}} props */
const Aside = ({ where, icon, title, note }) =>
  html`
    <a
      class=${`setup-aside ${currentStep.value === where ? "on" : ""}`}
      href=${`#${where}`}
      data-testid=${`to-${where}`}
    >
      <${Icon} name=${icon} />
      <span><b>${title}</b><small>${note}</small></span>
    </a>
  `;

function Steps() {
  const now = page.value;
  return html`
    <nav class="setup-steps" aria-label=${t`Steps`}>
      <ol>
        ${(now?.steps || []).map((step, k) => html`<${StepLink} key=${step.name} step=${step} number=${k + 1} />`)}
      </ol>
      <div class="setup-asides">
        <${Aside} where="hand" icon="hand" title=${t`No camera?`} note=${t`Nothing is missing`} />
        <${Aside} where="house" icon="home" title=${t`This house`} note=${t`senses, storage, versions`} />
      </div>
    </nav>
  `;
}

function SetupView() {
  const now = page.value;
  const Screen = SCREENS[currentStep.value] || CameraStep;
  return html`
    <div class="app kits-page setup-page" data-testid="setup">
      <header class="bar">
        <a class="ico up" href=${returnAddress()} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title"><h1>${t`Set-up`}</h1><span class="sub">${t`five minutes, in any order`}</span></div>
        <a class="tool" href=${asideAddress("build")} data-testid="build">
          <${Icon} name="pen" />
          ${t`Build your table`}
        </a>
        <a class="tool" href=${returnAddress()} data-testid="home">
          <${Icon} name="home" />
          ${returnAddress() === "/" ? t`All games` : t`To the table`}
        </a>
      </header>
      <main class="setup-body">
        ${now && html`<${Steps} />`}
        <section
          class="setup-panel"
          tabindex=${currentStep.value === "house" ? 0 : undefined}
          data-testid=${`at-${currentStep.value.replace("/", "-")}`}
        >
          ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
          ${now ? html`<${Screen} />` : !trouble.value && html`<p class="muted">${t`One moment…`}</p>`}
        </section>
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${SetupView} />`, root);
  openSetup();
}
