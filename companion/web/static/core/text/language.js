// The languages of the house, each by its own name: one tap, and this device is spoken to in it.
import { html } from "../lib.js";
import { language, languages, switchLanguage, t } from "./i18n.js";

export function Languages() {
  if (languages.length < 2) return null;
  return html`
    <div class="languages" role="group" aria-label=${t`Language`} data-testid="languages">
      ${languages.map(
        ([id, { name, finished }]) => html`
          <button
            class="tool"
            type="button"
            key=${id}
            lang=${id}
            aria-pressed=${id === language}
            data-testid=${`language-${id}`}
            onClick=${() => switchLanguage(id)}
          >
            ${finished ? name : t`${name} (unfinished)`}
          </button>
        `,
      )}
    </div>
  `;
}
