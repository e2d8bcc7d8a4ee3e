// Where every page begins: its words first, what its device likes, then the modules that it needs and no others.
import { loadCatalogue } from "./core/text/i18n.js";
import "./core/settings.js";

/**
 * Each page opens itself. The server names the same files in the page's head, so that they come at once.
 * @type {Record<string, () => Promise<{open: (root: HTMLElement, table: string) => void}>>}
 */
const PAGES = {
  build: () => import("./setup/mount/page.js"),
  devices: () => import("./devices/page.js"),
  enter: () => import("./devices/enter-page.js"),
  fairness: () => import("./fairness/page.js"),
  house: () => import("./ops/health-page.js"),
  join: () => import("./devices/join.js"),
  kits: () => import("./kits/page.js"),
  mending: () => import("./ops/recovery-page.js"),
  new: () => import("./shelf/new-game-page.js"),
  readers: () => import("./readers/page.js"),
  record: () => import("./ops/archive-page.js"),
  setup: () => import("./setup/page.js"),
  shelf: () => import("./shelf/page.js"),
  staff: () => import("./staff/page.js"),
  table: () => import("./table/page.js"),
  tray: () => import("./setup/tray/page.js"),
  wall: () => import("./wall/page.js"),
};

// old tablets show nothing as pressed where nobody listens for a touch
addEventListener("touchstart", () => undefined, { passive: true });

/** A tab is named by the heading of its page, which changes with the scene. */
function nameTab() {
  const heading = root.querySelector("h1")?.textContent?.replace(/\u00ad/g, "") || "Lamplight";
  const name = heading === "Lamplight" ? heading : `${heading} · Lamplight`;
  if (document.title !== name) document.title = name;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const { page = "", table = "" } = root.dataset;
Promise.all([PAGES[page](), loadCatalogue()]).then(([{ open }]) => {
  root.textContent = ""; // that this browser is too old
  open(root, table);
  new MutationObserver(nameTab).observe(root, { childList: true, subtree: true, characterData: true });
  nameTab();
});
