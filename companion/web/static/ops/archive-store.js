// What the page of evenings as files knows: the tables, which of them is asked about, and what became of a file.
import { batch, signal } from "../core/lib.js";
import { ServerError, get, post, postFile, withHalf } from "../core/api.js";

/** @typedef {import("../types").ArchivePage} RecordsPage */
/** @typedef {import("../types").ExportableTable} Keepable */

/** @type {import("../vendor/signals.js").Signal<RecordsPage | null>} */
export const page = signal(/** @type {RecordsPage | null} */ (null));
export const trouble = signal("");
/** "keep" | "bring" | "" */
export const working = signal("");
/** The table that is on, and whose file holds what is hidden: is it wanted all the same? */
export const confirmingTable = signal("");
/** @type {import("../vendor/signals.js").Signal<(import("../types").DownloadTicket & {table: string}) | null>} */
export const exportedTable = signal(/** @type {any} */ (null));
/** @type {import("../vendor/signals.js").Signal<import("../types").ImportedTable | null>} */
export const importedTable = signal(/** @type {any} */ (null));

/** The table that this page was opened from, "" = from the shelf; and the one that stands first. */
export const fromTable = new URLSearchParams(location.search).get("table") || "";
export const firstTable = fromTable || location.hash.slice(1);

/**
 * One thing after the other; a refusal is a sentence.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} request
 * @returns {Promise<T | null>}
 */
async function doing(what, request) {
  batch(() => {
    working.value = what;
    trouble.value = "";
    exportedTable.value = null;
    importedTable.value = null;
  });
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    trouble.value = error.message;
    return null;
  } finally {
    working.value = "";
  }
}

export const fetchTables = () =>
  get("/api/records").then(
    (found) => {
      page.value = found;
    },
    (error) => {
      trouble.value = error.message;
    },
  );

/** A game that is on is asked about first. @param {Keepable} open */
export function requestExport({ table, over }) {
  if (over) return exportTable(table, false);
  batch(() => {
    confirmingTable.value = table;
    trouble.value = "";
    exportedTable.value = null;
  });
  return Promise.resolve();
}

/** Have the file made, and let the browser keep it. @param {string} table @param {boolean} hidden */
export async function exportTable(table, hidden) {
  confirmingTable.value = "";
  const way = await doing("keep", () => post(`/api/tables/${encodeURIComponent(table)}/record`, { hidden }));
  if (!way) return;
  exportedTable.value = { ...way, table };
  const link = document.createElement("a");
  link.href = withHalf(way.path);
  link.download = way.name;
  document.body.append(link); // some browsers follow only what is on the page
  link.click();
  link.remove();
}

/** @param {File} file */
export async function importTable(file) {
  confirmingTable.value = "";
  const found = await doing("bring", () => postFile("/api/records", "record", file));
  if (!found) return;
  importedTable.value = found;
  await fetchTables();
}

/** Off the shelf, or onto it again; nothing of it is lost. @param {string} table @param {"away" | "out"} where */
export async function shelveTable(table, where) {
  confirmingTable.value = "";
  if (await doing(where, () => post(`/api/tables/${encodeURIComponent(table)}/${where}`, {}))) await fetchTables();
}
