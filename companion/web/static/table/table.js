// The table's page: a strip, the Now line, the thing now in the middle, and the bar that is always there.
import { html } from "../core/lib.js";
import { openDoubt } from "../prompts/doubt/doubt.js";
import { refusal } from "../core/snapshot-feed.js";
import { GoldButton } from "../prompts/gold-button.js";
import { LiveRegions } from "../core/speech/screen-reader.js";
import { UndoButtons } from "../history/undo-bar.js";
import { PastBanner, PastBar } from "../history/past-view.js";
import { Icon } from "../core/icons.js";
import { lazy } from "../core/lazy.js";
import { hasOwn } from "./seats/private-view.js";
import { courseOf, Phases } from "./phases.js";
import { richText } from "../core/text/rich-text.js";
import { RuleButton } from "../rules/link.js";
import { t } from "../core/text/i18n.js";
import { Stage } from "../cues/card.js";
import { currentPrompt, drawer, message, silentSeconds, snapshot } from "../core/state.js";
import { Drawer, DrawerButton } from "./drawers.js";
import { bareCard, goldOf } from "./gold-button.js";
import { BoardMiddle, MapTab } from "./map-layout.js";
import { Middle } from "./middle.js";
import { Strip } from "./status-strip.js";
import { findBlock, hasBoard } from "./view-layout.js";
import { blockOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Snapshot} Snapshot */

// what one game alone needs comes with it
const Foes = lazy(() => import("../blocks/foes.js"), "Foes");

/** @param {{snap: Snapshot}} props */
function Now({ snap }) {
  const phases = courseOf(snap);
  return html`
    <section class="now-line" aria-label=${t`Now`}>
      <${Icon} name="lamp" />
      <p data-testid="now">${richText(snap.over || snap.now)}</p>
      ${hasBoard(snap) && html`<${MapTab} snap=${snap} />`}
      ${phases && html`<${Phases} block=${phases} />`}
    </section>
  `;
}

/**
 * Sentences that pass by: what the table says, and what this device has to say where no card shows it.
 * @param {{snap: Snapshot}} props
 */
function Notices({ snap }) {
  const own = message.value && !currentPrompt.value && !openDoubt() && !drawer.value ? message.value : null;
  const notice = own || snap.notice;
  if (!notice) return null;
  return html`
    <p class=${`notice ${notice.tone}`} key=${own ? "own" : snap.notice?.id} role="status" data-testid="notice">
      ${richText(notice.text)}
      <${RuleButton} rule=${own?.rule || ""} />
      ${
        notice.tone === "stumbled" &&
        snap.seat === "table" &&
        html`
          ${" "}
          ${" "}
          <a class="tool" href=${`/record?table=${encodeURIComponent(snap.table)}`} data-testid="record">
            ${t`Keep the evening, for a report`}
          </a>
        `
      }
    </p>
  `;
}

/** @param {{snap: Snapshot}} props */
function Bar({ snap }) {
  if (snap.past) return html`<${PastBar} />`;
  return html`
    <footer class="foot">
      <${UndoButtons} snap=${snap} />
      ${
        snap.over &&
        snap.next &&
        html`
          <a class="btn small" href="/" data-testid="games">
            <${Icon} name="home" />
            <span>${t`Back to the games`}</span>
          </a>
        `
      }
      <${DrawerButton} name="log" icon="log" label=${t`Log`} testid="log" />
      ${
        snap.over &&
        html`
          <a class="btn small" href=${`/t/${encodeURIComponent(snap.table)}/fairness`} data-testid="dice">
            <${Icon} name="dice" />
            <span>${t`Dice`}</span>
          </a>
        `
      }
      ${
        !(snap.over && snap.next) &&
        html`<${DrawerButton} name="free" icon="dice" label=${t`Roll`} testid="free-roll" />`
      }
      ${
        snap.asked.some(({ prompt }) => blockOf(prompt) === "menu") || hasOwn() || drawer.value === "more"
          ? html`<${DrawerButton} name="more" icon="more" label=${t`More`} testid="more" />`
          : ""
      }
      <${DrawerButton} name="rules" icon="rules" label=${t`Rules`} testid="rules" />
      <${DrawerButton} name="menu" icon="menu" label=${t`Menu`} testid="menu" />
      <${GoldButton} gold=${goldOf(snap)} card=${bareCard(snap)} />
    </footer>
  `;
}

export function Table() {
  const snap = snapshot.value;
  if (!snap)
    return html`
      <div class="app">
        <main class="lighting">
          <${Icon} name="lamp" />
          <p>${refusal.value || t`The lamp is being lit…`}</p>
          ${
            silentSeconds.value > 0 &&
            html`
              <p class="muted">${t`Table not heard for ${silentSeconds.value} s`}</p>
              <a class="btn" href="/">${t`To the games`}</a>
            `
          }
        </main>
      </div>
    `;
  const foes = findBlock(snap, "foes");
  return html`
    <div
      class=${`app game-${snap.game} ${silentSeconds.value ? "stale" : ""} ${snap.past ? "looking-back" : ""}`}
      data-testid="table"
    >
      <${Strip} snap=${snap} />
      <${PastBanner} />
      <${Now} snap=${snap} />
      <div class=${`band ${foes?.foes.length ? "with-foes" : ""}`}>
        ${hasBoard(snap) ? html`<${BoardMiddle} snap=${snap} />` : html`<${Middle} snap=${snap} />`}
        ${foes && html`<${Foes} block=${foes} />`}
        <${Drawer} />
        <${Notices} snap=${snap} />
        <${Stage} game=${snap.game} />
        <${LiveRegions} />
      </div>
      <${Bar} snap=${snap} />
    </div>
  `;
}
