// The compass in the strip: it turns the screen, and where the screen turns by itself it holds it still.
import { html } from "../../core/lib.js";
import { isAutoRotating, tapCompass } from "../../core/input/screen-orientation.js";
import { Icon } from "../../core/icons.js";
import { t } from "../../core/text/i18n.js";
import { settings } from "../../core/settings.js";

export function Compass() {
  const { pinned } = settings.value;
  if (!isAutoRotating.value)
    return html`
      <button class="ico" aria-label=${t`Turn the screen to the next seat`} data-testid="turn" onClick=${tapCompass}>
        <${Icon} name="turn" />
      </button>
    `;
  return html`
    <button
      class="ico compass"
      aria-pressed=${pinned}
      aria-label=${
        pinned
          ? t`The screen stays as it is; tap to turn it to whoever plays`
          : t`The screen turns to whoever plays; tap to hold it still`
      }
      data-testid="turn"
      onClick=${tapCompass}
    >
      <${Icon} name=${pinned ? "pin" : "compass"} />
    </button>
  `;
}
