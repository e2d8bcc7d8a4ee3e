// What the page of devices knows: who is in, what is asked about, and the invitation that is shown.
import { batch, signal } from "../core/lib.js";
import { ServerError, del, get, post } from "../core/api.js";

/** @typedef {import("../types").DevicesPage} DevicesPage */
/** @typedef {import("../types").KnownDevice} KnownDevice */
/** @typedef {import("./join-code.js").Card} Card */

/** @type {import("../vendor/signals.js").Signal<DevicesPage | null>} */
export const page = signal(/** @type {DevicesPage | null} */ (null));
export const trouble = signal("");
/** The device that is to be sent away, or to have another name: is that meant? "all" = everybody else. */
export const confirmingDevice = signal("");
export const renamedDevice = signal("");
/**
 * The invitation that is shown, and what it is for: a role, or a table and a seat.
 * @type {import("../vendor/signals.js").Signal<Card & {what: string} | null>}
 */
export const invitation = signal(/** @type {any} */ (null));

/** The table that this page was opened from, "" = from the shelf. */
export const fromTable = new URLSearchParams(location.search).get("table") || "";

/** How often it is looked who has come. */
const LOOK_MS = 3000;
const FORBIDDEN = 403;

/** @param {unknown} error */
function refused(error) {
  if (!(error instanceof ServerError)) throw error;
  batch(() => {
    trouble.value = error.message;
    // who keeps the house now knows; what is shown here is out of date
    if (error.status === FORBIDDEN) page.value = null;
  });
}

export const refreshDevices = () =>
  get("/api/devices").then((/** @type {DevicesPage} */ found) => {
    const known = new Set((page.peek()?.devices || []).map(({ id }) => id));
    const what = invitation.peek()?.what || "";
    const isUsed = found.devices.some(
      ({ id, role, table, seat }) => !known.has(id) && [role, `${table}-${seat}`].includes(what),
    );
    batch(() => {
      page.value = found;
      if (isUsed) invitation.value = null; // a code works once
    });
  }, refused);

/** @param {() => Promise<any>} request */
async function doing(request) {
  batch(() => {
    trouble.value = "";
    confirmingDevice.value = "";
    renamedDevice.value = "";
  });
  await request().catch(refused);
  await refreshDevices();
}

/** @param {string} what @param {string} table "" = the whole house @param {string} role */
export async function invite(what, table, role) {
  batch(() => {
    trouble.value = "";
    invitation.value = null;
  });
  const asking = table
    ? post(`/api/tables/${encodeURIComponent(table)}/invite`, { seat: role })
    : post("/api/devices/invite", { role });
  await asking.then((found) => {
    invitation.value = { ...found, what };
  }, refused);
}

/** @param {KnownDevice} device */
export const removeDevice = ({ id }) => doing(() => del(`/api/devices/${encodeURIComponent(id)}`));
export const removeOtherDevices = () => doing(() => del("/api/devices"));

/** @param {KnownDevice} device @param {string} name */
export const renameDevice = ({ id }, name) =>
  doing(() => post(`/api/devices/${encodeURIComponent(id)}/name`, { name }));

export function pollDevices() {
  refreshDevices();
  setInterval(
    () => document.visibilityState === "visible" && !confirmingDevice.value && !renamedDevice.value && refreshDevices(),
    LOOK_MS,
  );
}
