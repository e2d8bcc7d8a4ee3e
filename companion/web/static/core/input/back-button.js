// The browser's own way back leaves what was opened last, not the table.
import { effect } from "../lib.js";
import { showPresent } from "../../history/past-view.js";
import { drawer, past } from "../state.js";

const isOpen = () => drawer.value !== "" || past.value !== null;

/**
 * One step of the browser's history stands for whatever is open. It stays when that is closed by hand: then the way
 * back passes over it.
 */
export function handleBackButton() {
  effect(() => {
    if (isOpen() && !history.state?.open) history.pushState({ open: true }, "");
  });
  addEventListener("popstate", () => {
    if (history.state?.open) return;
    if (drawer.peek()) drawer.value = "";
    else if (past.peek()) showPresent();
    else history.back();
  });
}
