// What a screen reader is told beside verdicts and notices, and the state of the table in one breath.
import { html, signal, useEffect, useRef, useState } from "../lib.js";
import { plainText } from "../text/rich-text.js";
import { t } from "../text/i18n.js";
import { currentPrompt, snapshot, awaitedPrompts } from "../state.js";
import { canSpeak, speak } from "./speech.js";
import { settings } from "../settings.js";
import { joinNames } from "../labels.js";

/** @typedef {import("../../types.js").Snapshot} Snapshot */

/** The state of the table, when somebody asked for it; a number makes the same words new. */
export const announcement = signal({ text: "", count: 0 });

/** ms that it stands there, also where nothing fades. */
const STANDS_MS = 8000;

/** @param {Snapshot} snap */
function place(snap) {
  const heading = snap.view.find((block) => block.kind === "heading");
  return heading && heading.kind === "heading" ? [heading.title, heading.subtitle] : [snap.title];
}

/** What lies in the tray is said where it was not taken: else the verdict says it. @param {Snapshot} snap */
const tray = (snap) => (snap.tray && !snap.tray.taken ? snap.tray.words : "");

/** "Round 2, Ann's turn. What is asked. Who is waited for." */
export function tableSummary() {
  const snap = snapshot.peek();
  if (!snap) return "";
  const names = [...new Set(awaitedPrompts.value.map(({ name }) => name))];
  const waiting = currentPrompt.value || !names.length ? "" : t`Waiting for ${joinNames(names)}.`;
  const undo = snap.undo ? t`Undo takes back: ${plainText(snap.undo.text)}.` : "";
  return [...place(snap), snap.over || snap.now, waiting, tray(snap), undo]
    .filter(Boolean)
    .map((part) => plainText(part).trim())
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(" ");
}

/** Say it: to the eye, to a screen reader, and aloud where this device reads. */
export function announceState() {
  const text = tableSummary();
  announcement.value = { text, count: announcement.peek().count + 1 };
  if (canSpeak.value && settings.peek().aloud !== "off") speak(text, "state");
}

/** Only what has changed is announced, once it is drawn. @param {string[]} parts */
function useNews(parts) {
  const before = useRef(/** @type {string[] | null} */ (null));
  const [news, setNews] = useState("");
  useEffect(() => {
    const last = before.current;
    before.current = parts;
    if (last)
      setNews(
        parts
          .filter((part) => part && !last.includes(part))
          .map(plainText)
          .join(" "),
      );
  }, [parts.join("\n")]);
  return news;
}

/** Regions that are always there: a reader announces what changes in them. */
export function LiveRegions() {
  const snap = snapshot.value;
  const polite = useNews(snap ? [...place(snap), snap.over || snap.now, tray(snap)] : []);
  const asserted = useNews(snap?.doubt ? [snap.doubt.why] : [""]);
  const { text, count } = announcement.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      announcement.value = { text: "", count };
    }, STANDS_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return html`
    <p class="sr" role="status" aria-live="polite" data-testid="herald">${polite}</p>
    <p class="sr" aria-live="assertive" data-testid="herald-doubt">${asserted}</p>
    <div class="told-state" role="status" aria-live="polite">
      ${text && html`<p class="notice info" key=${count} data-testid="told-state">${text}</p>`}
    </div>
  `;
}
