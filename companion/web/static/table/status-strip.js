// The strip above all: which game, who sits here, and how the senses are.
import { html } from "../core/lib.js";
import { Compass } from "./seats/rotation.js";
import { richText } from "../core/text/rich-text.js";
import { t } from "../core/text/i18n.js";
import { Badge } from "./seats/seats.js";
import { SoundButton } from "../sound/drawer.js";
import { drawer, silentSeconds, snapshot } from "../core/state.js";
import { findBlock } from "./view-layout.js";

/** @typedef {import("../types").Snapshot} Snapshot */

/** @param {{sitting: import("../types").SeatView}} props */
function SeatChip({ sitting }) {
  const state = sitting.answered ? "done" : sitting.asked ? "asked" : "";
  const me = snapshot.value?.seat === sitting.seat;
  return html`
    <span class=${`seat-chip ${state} ${me ? "me" : ""}`}>
      <${Badge} seat=${sitting.seat} asked=${sitting.asked && !sitting.answered} answered=${sitting.answered} />
      <span class="seat-name">
        ${sitting.name}
        ${state && html`<small>${state === "done" ? t`done` : t`asked`}</small>`}
      </span>
      ${me && html`<span class="sr">${t`this device`}</span>`}
    </span>
  `;
}

/** How the senses are, in one word and one shape. @param {Snapshot} snap */
function health(snap) {
  if (silentSeconds.value) return { tone: "bad", words: t`Table not heard for ${silentSeconds.value} s` };
  const ill =
    snap.senses.find((sense) => sense.state === "offline") || snap.senses.find((sense) => sense.state === "retrying");
  const dim = snap.senses.find((sense) => sense.advice.length);
  if (!ill && dim) return { tone: "warn", words: t`${dim.title} sees badly` };
  if (!ill) return { tone: "good", words: snap.senses.length ? t`Table live` : t`By hand` };
  return ill.state === "offline"
    ? { tone: "bad", words: t`${ill.title}: offline` }
    : { tone: "warn", words: t`${ill.title}: retrying` };
}

/** More letters than these stand smaller. */
const LONG_TITLE = 26;

/** @param {{snap: Snapshot}} props */
export function Strip({ snap }) {
  const heading = findBlock(snap, "heading");
  const title = heading ? heading.title : snap.title;
  const { tone, words } = health(snap);
  return html`
    <header class=${`bar ${tone}`}>
      <div class="title">
        <h1 class=${title.length > LONG_TITLE ? "long" : ""}>${richText(title)}</h1>
        <span class="sub">
          ${
            heading
              ? html`${[snap.title, heading.subtitle].filter((part) => part && part !== heading.title).join(" · ")}`
              : ""
          }
        </span>
      </div>
      <div class="seat-row" role="group" aria-label=${t`Seats`}>
        ${snap.sittings.map((sitting) => html`<${SeatChip} key=${sitting.seat} sitting=${sitting} />`)}
      </div>
      <button
        class=${`chip ${tone}`}
        data-testid="senses"
        aria-label=${words}
        onClick=${() => {
          drawer.value = "menu";
        }}
      >
        <i class="dot"></i>
        <span>${words}</span>
      </button>
      <${SoundButton} />
      <${Compass} />
    </header>
  `;
}
