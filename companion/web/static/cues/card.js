// A moment, drawn large over the middle of the page. Fingers and screen readers go through it: its sentence stands
// below.
import { html } from "../core/lib.js";
import { richText } from "../core/text/rich-text.js";
import { t } from "../core/text/i18n.js";
import { Badge } from "../table/seats/seats.js";
import { CueArt } from "./art.js";
import { currentCue, momentOf } from "./cues.js";
import { drawer, snapshot } from "../core/state.js";

/** What kind of moment it is, in a word or two. @type {Record<string, () => string>} */
const KINDS = {
  token: () => t`Revealed`,
  clue: () => t`A clue`,
  agenda: () => t`Agenda`,
  act: () => t`Act`,
  encounter: () => t`Encounter`,
  monster: () => t`It comes`,
  attack: () => t`It attacks`,
  noise: () => t`Noise`,
  door: () => t`A door`,
  alarm: () => t`Alarm`,
  contest: () => t`Contest`,
  surprise: () => t`Surprise`,
  fall: () => t`Somebody falls`,
  triumph: () => t`Done`,
  phase: () => t`A new phase`,
  scene: () => t`A new scene`,
  card: () => t`A card`,
  end: () => t`The end`,
};

/** What comes often stands at the top and leaves the rest in the light. */
const SLIGHT = ["noise", "door", "phase", "clue", "encounter"];

/** @param {{game: string}} props */
export function Stage({ game }) {
  const one = currentCue.value;
  if (!one || snapshot.value?.past) return null; // who looks back sees the past
  const { cue } = one;
  const slight = SLIGHT.includes(cue.kind) || drawer.value; // whoever reads in a drawer reads on
  return html`
    <div
      class=${`cue tone-${cue.tone} cue-${cue.kind} ${slight ? "slight" : ""}`}
      key=${one.seq}
      aria-hidden="true"
      data-testid="stage"
      data-kind=${cue.kind}
    >
      <div class="cue-card">
        <${CueArt} cue=${cue} game=${game} />
        <div class="cue-words">
          <p class="cue-kind">${cue.seat && html`<${Badge} seat=${cue.seat} />`}${KINDS[momentOf(cue)]?.() || ""}</p>
          <p class="cue-title">${richText(cue.title)}</p>
        </div>
      </div>
    </div>
  `;
}
