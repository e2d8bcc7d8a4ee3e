// Where the page of dice and tokens was opened from, and the way back there: a table, the set-up, or the shelf.
import { t } from "../core/text/i18n.js";

const asked = new URLSearchParams(location.search);
const table = asked.get("table") || "";
const isSetup = asked.get("from") === "setup";

export const returnAddress = isSetup
  ? `/setup${table && `?table=${encodeURIComponent(table)}`}#dice`
  : table
    ? `/t/${encodeURIComponent(table)}`
    : "/";

/** What the way is called in a corner of the page. */
export const returnLabel = () => (isSetup ? t`To the set-up` : table ? t`To the table` : t`All games`);

/** What somebody who is done goes on with, "" = nothing waits. */
export const continueLabel = () => (isSetup ? t`Back to the set-up` : table ? t`Back to the table` : "");
