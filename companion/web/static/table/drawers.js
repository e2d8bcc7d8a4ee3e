// The drawers of a table, and the buttons that open them.
import { html, useEffect, useRef } from "../core/lib.js";
import { amending } from "../prompts/amendment.js";
import { Icon } from "../core/icons.js";
import { trapFocus, KeysDrawer } from "../core/input/keyboard.js";
import { lazy } from "../core/lazy.js";
import { MenuOptions } from "../prompts/options/menu-options.js";
import { MessageLine } from "../rules/link.js";
import { t } from "../core/text/i18n.js";
import { SoundDrawer } from "../sound/drawer.js";
import { drawer, message, snapshot } from "../core/state.js";
import { findBlock } from "./view-layout.js";

// what one game alone needs comes with it
const FoeSheet = lazy(() => import("../blocks/foes.js"), "FoeSheet");

/** @param {{name: string, icon: string, label: string, testid: string}} props */
export function DrawerButton({ name, icon, label, testid }) {
  const open = drawer.value === name;
  const tap = () => {
    amending.value = 0;
    message.value = null;
    drawer.value = open ? "" : name;
  };
  return html`
    <button class="btn small" data-testid=${testid} aria-expanded=${open} onClick=${tap}>
      <${Icon} name=${icon} />
      <span>${label}</span>
    </button>
  `;
}

/** @type {Record<string, [() => string, any]>} */
const DRAWERS = {
  log: [() => t`What happened`, lazy(() => import("../history/log.js"), "LogDrawer")],
  free: [() => t`Free roll`, lazy(() => import("../prompts/free-roll.js"), "FreeRoll")],
  menu: [() => t`The table`, lazy(() => import("./menu.js"), "Menu")],
  rules: [() => t`The rules`, lazy(() => import("../rules/drawer.js"), "Rules")],
  more: [() => t`More to do`, MenuOptions],
  foe: [() => t`A monster`, OneFoe],
  sound: [() => t`Sound, voice and moments`, SoundDrawer],
  keys: [() => t`Keys`, KeysDrawer],
};

function OneFoe() {
  return html`<${FoeSheet} block=${snapshot.value ? findBlock(snapshot.value, "foes") : undefined} />`;
}

const close = () => {
  message.value = null;
  drawer.value = "";
};

/**
 * What was refused stands where the hand is; a mending and a free roll show it in their own place.
 * @param {{name: string}} props
 */
function DrawerRefusal({ name }) {
  if (!message.value || name === "free" || (name === "log" && amending.value)) return null;
  return html`<${MessageLine} said=${message.value} testid="drawer-refusal" place="drawer-said" />`;
}

export function Drawer() {
  return DRAWERS[drawer.value] ? html`<${OpenDrawer} key=${drawer.value} name=${drawer.value} />` : null;
}

/** The keyboard is taken into the drawer, and Escape leads out. @param {{name: string}} props */
function OpenDrawer({ name }) {
  /** @type {{current: HTMLElement | null}} */
  const door = useRef(null);
  useEffect(() => {
    const opener = /** @type {HTMLElement | null} */ (document.activeElement);
    door.current?.focus({ preventScroll: true });
    return () => {
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    }; // the keyboard goes on where it came from
  }, []);
  const [title, Inside] = DRAWERS[name];
  return html`
    <div
      class="drawer"
      role="dialog"
      aria-label=${title()}
      data-testid=${`drawer-${name}`}
      onKeyDown=${(/** @type {KeyboardEvent & {currentTarget: HTMLElement}} */ event) =>
        trapFocus(event.currentTarget, event)}
    >
      <div class="drawer-head">
        <h2>${title()}</h2>
        ${
          name === "menu" &&
          html`<a class="tool" href="/" data-testid="home"><${Icon} name="home" />${t`All games`}</a>`
        }
        <button class="ico" aria-label=${t`Close`} data-testid="close" ref=${door} onClick=${close}>
          <${Icon} name="close" />
        </button>
      </div>
      <div class="drawer-body"><${DrawerRefusal} name=${name} /><${Inside} /></div>
    </div>
  `;
}
