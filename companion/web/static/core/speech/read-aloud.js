// A paragraph with a button that reads it aloud, where this device has a voice and is to read.
import { html } from "../lib.js";
import { Icon } from "../icons.js";
import { plainText, richText } from "../text/rich-text.js";
import { t } from "../text/i18n.js";
import { settings } from "../settings.js";
import { canSpeak, stopSpeaking, speak, speaking } from "./speech.js";

/** Does this device offer to read? */
export const offersReading = () => canSpeak.value && settings.value.aloud !== "off";

/** The tap itself has hushed what was read: whether it was this one is asked before. */
let stopped = "";

/** @param {{text: string, id: string}} props */
export function ReadParagraph({ text, id }) {
  const now = speaking.value === id;
  const down = () => {
    stopped = speaking.peek();
  };
  const tap = () => {
    if (stopped === id || speaking.peek() === id) stopSpeaking();
    else speak(text, id);
    stopped = "";
  };
  return html`
    <div class="read-row">
      <button
        class="read"
        aria-pressed=${now}
        aria-label=${now ? t`Stop reading` : t`Read aloud: ${plainText(text).slice(0, 40)}`}
        data-testid="read"
        onPointerDownCapture=${down}
        onClick=${tap}
      >
        <${Icon} name=${now ? "close" : "aloud"} />
      </button>
      <p class=${now ? "read-now" : ""}>${richText(text)}</p>
    </div>
  `;
}
