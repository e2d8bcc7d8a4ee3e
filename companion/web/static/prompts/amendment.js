// Which answer is being mended: a tap on the tray says it, the log shows it.
import { signal } from "../core/lib.js";

/** @typedef {import("../types").LogLineView} Line */

/** The seq of the answer that is being mended, 0 = none. */
export const amending = signal(0);

/** The newest answer that may be mended, 0 = none. @param {readonly Line[]} log */
export function lastAmendable(log) {
  const line = log.filter((one) => one.amend !== null && one.kind === "answer").slice(-1)[0];
  return line ? Number(line.amend) : 0;
}
