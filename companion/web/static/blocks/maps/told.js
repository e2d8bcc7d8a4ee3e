// What was tapped on a map, in words; while nothing is, which signs lie on it.
import { html, signal } from "../../core/lib.js";
import { MiniSign, pieceWord } from "../../map/pieces.js";
import { Icon } from "../../core/icons.js";
import { t } from "../../core/text/i18n.js";

/** The id of what was tapped, "" = nothing. */
export const told = signal("");

const close = () => {
  told.value = "";
};

/** @param {{icons: string[]}} props */
export const Legend = ({ icons }) => html`
  <ul class="legend" aria-label=${t`What the signs mean`}>
    ${icons.map((icon) => html`<li key=${icon}><${MiniSign} icon=${icon} />${pieceWord(icon)}</li>`)}
  </ul>
`;

/** @param {{title: string, words: string[]}} props words that are said once */
export const Told = ({ title, words }) => html`
  <p class="told" role="status" data-testid="told">
    <b>${title}</b>
    <span>${[...new Set(words)].filter((word) => word && word !== title).join(" · ")}</span>
    <button class="ico" aria-label=${t`Close`} onClick=${close}><${Icon} name="close" /></button>
  </p>
`;
