// The table's page: a strip, the Now line, the thing now in the middle, and the bar that is always there.
import { html, signal, useEffect, useRef } from "./lib.js";
import { Block, spot } from "./blocks.js";
import { LayDown } from "./blocks/board.js";
import { FoeSheet, Foes } from "./blocks/foes.js";
import { Overlay } from "./blocks/overlay.js";
import { PromptCard, isBare, isCovered, uncoverGold } from "./card.js";
import { undo } from "./deeds.js";
import { BothCard, TagOffer, bothAsks, bothGold, bothHere } from "./both.js";
import { DoubtCard, doubtGold, doubtHere } from "./doubt.js";
import { FreeRoll } from "./free.js";
import { GoldButton } from "./gold.js";
import { Icon } from "./icons.js";
import { JustNow } from "./just.js";
import { LogDrawer, amending, lastAmendable } from "./log.js";
import { Menu } from "./menu.js";
import { offered, take } from "./offers.js";
import { More } from "./more.js";
import { hasOwn } from "./own.js";
import { Phases, isPhases } from "./phases.js";
import { PROMPTS } from "./prompts.js";
import { rich } from "./rich.js";
import { Badge } from "./seats.js";
import { turn } from "./settings.js";
import { current, dismissed, draftOf, drawer, isNews, main, menus, mine, said, silence, snapshot, uncovered, waits } from "./state.js";
import { TrayPanel } from "./tray.js";
import { Waiting, isFree } from "./waiting.js";
import { objectKind } from "./words.js";

/** @typedef {import("./types").Snapshot} Snapshot */
/** @typedef {import("./types").Block} AnyBlock */

/** A block of one kind. @template {AnyBlock["kind"]} K @param {Snapshot} snap @param {K} kind */
const find = (snap, kind) => /** @type {Extract<AnyBlock, {kind: K}> | undefined} */ (snap.view.find((block) => block.kind === kind));

/** A game that is played on a map, with an app in the middle. @param {Snapshot} snap */
const hasBoard = (snap) => snap.view.some((block) => ["board", "graph", "overlay", "puzzle"].includes(block.kind));

/** @param {{sitting: import("./types").Sitting}} props */
function SeatChip({ sitting }) {
  const word = sitting.answered ? "done" : sitting.asked ? "asked" : "";
  const me = snapshot.value?.seat === sitting.seat;
  return html`<span class=${`seat-chip ${word} ${me ? "me" : ""}`}><${Badge} seat=${sitting.seat} asked=${sitting.asked && !sitting.answered} answered=${sitting.answered} />
    <span class="seat-name">${sitting.name}${word && html`<small>${word}</small>`}</span>${me && html`<span class="sr">this device</span>`}</span>`;
}

/** How the senses are, in one word and one shape. @param {Snapshot} snap */
function health(snap) {
  if (silence.value) return { tone: "bad", words: `Table not heard for ${silence.value} s` };
  const ill = snap.senses.find((sense) => sense.state === "offline") || snap.senses.find((sense) => sense.state === "retrying");
  const dim = snap.senses.find((sense) => sense.advice.length);
  if (!ill && dim) return { tone: "warn", words: `${dim.title} sees badly` };
  if (!ill) return { tone: "good", words: snap.senses.length ? "Table live" : "By hand" };
  return { tone: ill.state === "offline" ? "bad" : "warn", words: `${ill.title}: ${ill.state}` };
}

/** @param {{snap: Snapshot}} props */
function Strip({ snap }) {
  const heading = find(snap, "heading");
  const { tone, words } = health(snap);
  return html`<header class="bar"><div class="title"><h1>${heading ? heading.title : snap.title}</h1>
      <span class="sub">${heading ? html`${[snap.title, heading.subtitle].filter((part) => part && part !== heading.title).join(" · ")}` : ""}</span></div>
    <div class="seat-row" aria-label="Seats">${snap.sittings.map((sitting) => html`<${SeatChip} key=${sitting.seat} sitting=${sitting} />`)}</div>
    <button class=${`chip ${tone}`} data-testid="senses" onClick=${() => { drawer.value = "menu"; }}><i class="dot"></i><span>${words}</span></button>
    <button class="ico" aria-label="Turn the screen to the next seat" data-testid="turn" onClick=${turn}><${Icon} name="turn" /></button></header>`;
}

/** @param {{snap: Snapshot}} props */
function Now({ snap }) {
  const phases = hasBoard(snap) ? snap.view.find(isPhases) : undefined;
  return html`<section class="now-line" aria-label="Now"><${Icon} name="lamp" /><p data-testid="now">${rich(snap.over || snap.now)}</p>${phases && html`<${Phases} block=${phases} />`}</section>`;
}

/** The tray with what people have said of it: a doubt that was settled is none any more. @param {Snapshot} snap */
function told(snap) {
  const { tray } = snap;
  const answer = snap.log.filter((line) => line.amend !== null && line.values.length).at(-1);
  if (!tray || !tray.taken || !answer || answer.values.length !== tray.objects.length) return tray;
  const objects = tray.objects.map((seen, k) => (seen.value === null ? { ...seen, value: answer.values[k], conf: 1, cocked: false, partial: false } : seen));
  return { ...tray, objects, unread: 0 };
}

/** What lies in the tray is shown until something else is to be laid there. @param {Snapshot} snap */
function trayMatters(snap) {
  if (!snap.tray || snap.doubt || bothAsks() || snap.tray.reading === dismissed.value) return false;
  return !(snap.tray.taken && isOpen());
}

/** Something is asked that one button cannot answer, and things lie in the way or a long test goes on. */
function isOpen() {
  const prompt = current.value?.prompt;
  if (!prompt || isBare(prompt)) return false;
  return prompt.of.length > 0 || Boolean(snapshot.value?.view.some((block) => spot(block) === "rail"));
}

const isSum = (/** @type {AnyBlock} */ block) => block.kind === "sum";

/** @param {AnyBlock[]} blocks */
const verdictFirst = (blocks) => [...blocks.filter(isSum), ...blocks.filter((block) => !isSum(block))];

/** How large a verdict is drawn: alone on the stage, above a question or, once it is no news, a map, or beside it. @param {AnyBlock} block @param {boolean} map @returns {"large" | "small" | "aside"} */
function sizeOf(block, map) {
  if (isOpen() || (isSum(block) && snapshot.value?.old)) return "aside";
  if (map && !isNews.value) return "small";
  return current.value && !isBare(current.value.prompt) ? "small" : "large";
}

/** The verdict of the last test makes room for the question of the next, and for whatever came after it. @param {AnyBlock} block */
const place = (block) => (isSum(block) && (isOpen() || snapshot.value?.old) ? "side" : spot(block));

/** A verdict is nothing to look for: it stands in its place until something else is answered. @param {Snapshot} snap */
const isFresh = (snap) => !snap.old && snap.view.some((block) => isSum(block) && block.verdict);

/** A card that begins below this share of the band is scrolled up to; the result of a draw is read before. */
const LOW = 0.6;
const LOW_AFTER_VERDICT = 0.9;

/** A new question is read from its top; at once, so that nothing moves. What is `read` out just now goes before it. @param {HTMLElement} middle @param {boolean} read */
function toTop(middle, read) {
  const columns = [middle, ...middle.querySelectorAll(".stage, .side")];
  for (const column of columns) column.scrollTop = 0;
  /** @type {HTMLElement | null} */
  const card = middle.querySelector(".prompt-card, .doubt");
  if (read || !card || card.offsetTop < middle.clientHeight * (middle.classList.contains("fresh") ? LOW_AFTER_VERDICT : LOW)) return;
  middle.scrollTop = card.offsetTop;
  const column = /** @type {HTMLElement | null} */ (card.closest(".stage, .side"));
  if (column) column.scrollTop = card.offsetTop - column.offsetTop;
}

/** From so many letters on a story needs the width of the map. */
const LONG_STORY = 520;
/** Up to so many letters a story stands above what is asked beside a ship. */
const SHORT_STORY = 200;

/** @param {AnyBlock} block */
const isLong = (block) => block.kind === "story" && (block.text.length > LONG_STORY || block.picture !== "");

/** Is a thing to be thrown or drawn now? */
const isThrown = () => Boolean(current.value?.prompt.of.length);

/** Where a block stands beside a map of tiles: what is read stands with what is asked, unless it is long or dice need the room. @param {AnyBlock} block @param {Snapshot} snap @returns {string} */
function placeByBoard(block, snap) {
  if (block.kind === "track" && find(snap, "graph")) return "stage"; // below the map, as wide as it
  if (isPhases(block) || block.kind === "foes" || block.kind === "overlay") return "elsewhere";
  if (block.kind === "story" && find(snap, "graph") && (isThrown() || (current.value && block.text.length > SHORT_STORY))) return "side"; // the ship keeps its place, and so does what is asked
  if (block.kind === "story") return isLong(block) || !hasMap(snap) || isOpen() ? "stage" : "beside";
  if (block.kind === "board") return boardShows(snap) ? "stage" : "elsewhere";
  if (isSum(block)) return snap.old || (find(snap, "graph") && find(snap, "story")) ? "side" : "beside"; // beside a ship the card that came after it stands there
  if (block.kind === "odds") return find(snap, "graph") && !isThrown() ? "side" : "below"; // what is asked
  return spot(block) === "strip" ? "elsewhere" : spot(block) === "stage" ? "stage" : "side";
}

/** Does what covers the map lead on by itself? Then nothing else is asked beside it. @param {import("./types").Overlay} cover */
const coverAsks = (cover) => cover.elements.some((element) => offered(element.option, "overlay"));

/** Before the first tile is laid down there is none. @param {Snapshot} snap */
const hasMap = (snap) => isCoveredMap(snap) || snap.view.some((block) => block.kind === "graph" || (block.kind === "board" && block.tiles.length + block.pieces.length > 0));

/** @param {Snapshot} snap */
const isCoveredMap = (snap) => Boolean(coverOf(snap)) || snap.view.some((block) => block.kind === "puzzle");

/** The map stands back for a puzzle, for what lies over it, and for a long story until somebody asks for it. @param {Snapshot} snap */
const boardShows = (snap) => !isCoveredMap(snap) && hasMap(snap) && (mapWished.value || !snap.view.some(isLong));

/** The map is looked at beside a long story. */
const mapWished = signal(false);
/** What lay over the map when somebody laid it aside: its parts; anything new covers the map again. */
const laidAside = signal("");

/** @param {import("./types").Overlay} block */
const partsOf = (block) => block.elements.map(({ id }) => id).join(" ");

/** What covers the map now. @param {Snapshot} snap */
function coverOf(snap) {
  const overlay = find(snap, "overlay");
  return overlay && partsOf(overlay) !== laidAside.value ? overlay : undefined;
}

/** @param {{snap: Snapshot}} props */
function MapSwitch({ snap }) {
  const aside = find(snap, "overlay");
  if (aside && !coverOf(snap)) return html`<button class="tool map-switch" data-testid="overlay-back" onClick=${() => { laidAside.value = ""; }}><${Icon} name="log" />What lies over the map</button>`;
  if (!snap.view.some(isLong) || !hasMap(snap) || isCoveredMap(snap)) return null;
  return html`<button class="tool map-switch" aria-pressed=${mapWished.value} data-testid="map-switch" onClick=${() => { mapWished.value = !mapWished.value; }}><${Icon} name=${mapWished.value ? "log" : "map"} />${mapWished.value ? "Show the story" : "Show the map"}</button>`;
}

/** A map of tiles, what is read and asked beside it, and below that whatever else there is to know. @param {{snap: Snapshot}} props */
function BoardMiddle({ snap }) {
  const at = (/** @type {string} */ name) => snap.view.filter((block) => placeByBoard(block, snap) === name);
  const draw = (/** @type {AnyBlock[]} */ blocks, /** @type {"small" | "large"} */ size = "small") => blocks.map((block, k) => html`<${Block} key=${`${block.kind}${k}`} block=${block} size=${isSum(block) && snap.old && find(snap, "graph") ? "aside" : size} fold />`);
  const board = find(snap, "board");
  const cover = coverOf(snap);
  const stage = at("stage").filter((block) => !(mapWished.value && isLong(block)));
  const asks = `${current.value?.prompt.id || ""} ${doubtHere()?.id || ""} ${bothHere()?.id || ""} ${find(snap, "story")?.title || ""}`;
  const band = useTop(asks);
  const tray = trayMatters(snap) && (!snap.tray?.taken || snap.view.some(isSum)) ? html`<${TrayPanel} tray=${told(snap)} waits="" seq=${lastAmendable(snap.log)} faces=${false} />` : null;
  return html`<main ref=${band} class=${`middle with-board ${cover && coverAsks(cover) ? "alone" : ""} ${stage.some(isLong) ? "with-story" : ""} ${isCoveredMap(snap) ? "covered" : ""} ${cover || stage.length ? "" : "bare"}`}>
    <div class="stage">${cover && html`<${Overlay} block=${cover} onAside=${() => { laidAside.value = partsOf(cover); }} />`}${draw(stage, "large")}</div>
    ${!(cover && coverAsks(cover)) && html`<div class="side"><${MapSwitch} snap=${snap} />${bothAsks() && html`<${Asking} />`}${draw(at("beside"))}${!bothAsks() && html`<${Asking} />`}${draw(at("below"))}${board && !isCoveredMap(snap) && html`<${LayDown} block=${board} />`}${tray}<${JustNow} />${draw(verdictFirst(at("side")))}</div>`}</main>`;
}

/** The columns begin at their top again when something else is asked. @param {string} asks */
function useTop(asks) {
  /** @type {{current: HTMLElement | null}} */
  const band = useRef(null);
  useEffect(() => {
    for (const column of band.current ? [band.current, ...band.current.querySelectorAll(".stage, .side, .story")] : []) column.scrollTop = 0;
  }, [asks]);
  return band;
}

/** @param {{snap: Snapshot}} props */
function Middle({ snap }) {
  const rail = snap.view.filter((block) => spot(block) === "rail");
  const map = snap.view.some((block) => spot(block) === "stage") && !rail.length; // in a test with many steps the map stands back
  const at = (/** @type {string} */ name) => snap.view.filter((block) => (map && isSum(block) && !snap.old ? "lead" : place(block)) === name); // a verdict stands above the map
  const tray = trayMatters(snap) ? html`<${TrayPanel} tray=${told(snap)} waits="" seq=${lastAmendable(snap.log)} faces=${!map} />` : null;
  const draw = (/** @type {AnyBlock[]} */ blocks) => blocks.map((block, k) => html`<${Block} key=${`${block.kind}${k}`} block=${block} size=${sizeOf(block, map)} fold=${map} />`);
  const wide = current.value !== null && draftOf(current.value.prompt.id).hand && objectKind(current.value.prompt) === "card";
  const looked = uncovered.value !== "" && uncovered.value === current.value?.prompt.id; // what was covered is looked for
  const asks = `${current.value?.prompt.id || ""} ${doubtHere()?.id || ""} ${bothHere()?.id || ""} ${looked}`;
  /** @type {{current: HTMLElement | null}} */
  const band = useRef(null);
  const story = snap.view.flatMap((block) => (block.kind === "story" ? [block.title, block.text] : [])).join(" ");
  const read = useRef(story);
  useEffect(() => {
    if (band.current) toTop(band.current, !looked && (story !== read.current || (snap.first && !main.value && isFresh(snap))));
    read.current = story;
  }, [asks, story]);
  return html`<main ref=${band} class=${`middle ${rail.length ? "with-rail" : ""} ${map ? "with-map" : ""} ${wide ? "wide" : ""} ${isFresh(snap) ? "fresh" : ""} ${snap.first && !main.value ? "at-will" : ""}`}>
    ${rail.length > 0 && html`<div class="rail">${draw(rail)}</div>`}
    <div class="stage">${bothAsks() && html`<${Asking} />`}${draw(at("lead").filter(isSum))}<${JustNow} />${!map && !bothAsks() && html`<${Asking} />`}${!map && tray}${draw(at("lead").filter((block) => !isSum(block)))}${!rail.length && draw(at("stage"))}</div>
    <div class="side">${map && !bothAsks() && html`<${Asking} />`}${draw(verdictFirst(at("side")))}${rail.length > 0 && draw(at("stage"))}${map && tray}</div></main>`;
}

function Asking() {
  const both = bothHere();
  if (both && bothAsks()) return html`<${BothCard} key=${both.id} both=${both} />`;
  return html`${both && html`<${TagOffer} key=${both.id} both=${both} />`}<${AskedNow} />`;
}

function AskedNow() {
  const doubt = doubtHere();
  if (doubt) return html`<${DoubtCard} key=${doubt.id} doubt=${doubt} />`;
  if (current.value && isBare(current.value.prompt)) return null;
  if (current.value) return html`<${PromptCard} asked=${current.value} />`;
  return html`<${Waiting} />`;
}

/** The one way on from what covers the map is the big button as well. @param {import("./types").Overlay} cover @returns {import("./gold.js").Gold} */
function coverGold(cover) {
  const ways = cover.elements.flatMap((element) => { const offer = offered(element.option, "overlay"); return offer && !offer.option.refused ? [{ element, offer }] : []; });
  if (ways.length !== 1) return { text: "Tap what you do", small: "in what lies over the map", still: true };
  const [{ element, offer }] = ways;
  return { text: element.text || offer.option.text || "Go on", icon: "next", testid: "overlay-go", act: () => { take(offer); } };
}

/** @param {Snapshot} snap @returns {import("./gold.js").Gold} */
function goldOf(snap) {
  if (snap.over && snap.next) return { text: "The next scenario", small: snap.over, icon: "next", testid: "next", act: () => { location.href = snap.next; } };
  if (snap.over) return { text: "Back to the games", small: snap.over, icon: "home", act: () => { location.href = "/"; } };
  const both = bothHere();
  if (both && bothAsks()) return bothGold(both);
  const doubt = doubtHere();
  if (doubt) return doubtGold(doubt);
  const cover = coverOf(snap);
  if (cover && coverAsks(cover)) return coverGold(cover);
  if (current.value && isCovered(current.value.prompt)) return uncoverGold(current.value.prompt, current.value.name);
  if (current.value) return PROMPTS[current.value.prompt.kind].gold(current.value.prompt);
  const names = [...new Set(waits.value.map((asked) => asked.name))];
  const asks = names.length ? mine.value.length > menus.value.length : mine.value.length > 0; // what stands under More asks nobody
  if (asks) return { text: "Tap what you do", small: "on the screen, or on the map", still: true }; // a block asks
  if (isFree()) return { text: "Whoever likes goes on", small: names.join(" · "), still: true };
  return { text: names.length ? `Waiting for ${names.join(" and ")}` : "All is said", small: waits.value[0]?.prompt.title, still: true };
}

/** @param {{name: string, icon: string, label: string, testid: string}} props */
function DrawerButton({ name, icon, label, testid }) {
  const open = drawer.value === name;
  const tap = () => { amending.value = 0; said.value = null; drawer.value = open ? "" : name; };
  return html`<button class="btn small" data-testid=${testid} aria-expanded=${open} onClick=${tap}><${Icon} name=${icon} /><span>${label}</span></button>`;
}

/** The prompt whose card is the big button alone, "" = none. @param {Snapshot} snap */
function bareCard(snap) {
  const cover = coverOf(snap);
  if (doubtHere() || bothAsks() || !current.value || (cover && coverAsks(cover))) return "";
  return isBare(current.value.prompt) ? current.value.prompt.id : "";
}

/** @param {{snap: Snapshot}} props */
function Bar({ snap }) {
  const back = snap.undo;
  return html`<footer class="foot"><button class="btn undo" data-testid="undo" disabled=${!back} onClick=${() => back && undo(back.to)}><${Icon} name="undo" /><span>Undo<small>${back ? rich(back.text) : "nothing yet"}</small></span></button>
    ${snap.over && snap.next && html`<a class="btn small" href="/" data-testid="games"><${Icon} name="home" /><span>Back to the games</span></a>`}
    <${DrawerButton} name="log" icon="log" label="Log" testid="log" /><${DrawerButton} name="free" icon="dice" label="Roll" testid="free-roll" />${snap.asked.some(({ prompt }) => prompt.at === "menu") || hasOwn() || drawer.value === "more" ? html`<${DrawerButton} name="more" icon="more" label="More" testid="more" />` : ""}<${DrawerButton} name="menu" icon="menu" label="Menu" testid="menu" />
    <${GoldButton} gold=${goldOf(snap)} card=${bareCard(snap)} /></footer>`;
}

/** @type {Record<string, [string, any]>} */
const DRAWERS = { log: ["What happened", LogDrawer], free: ["Free roll", FreeRoll], menu: ["The table", Menu], more: ["More to do", More], foe: ["A monster", OneFoe] };

function OneFoe() {
  return html`<${FoeSheet} block=${snapshot.value ? find(snapshot.value, "foes") : undefined} />`;
}

const close = () => { said.value = null; drawer.value = ""; };

/** What was refused stands where the hand is; a mending and a free roll show it in their own place. @param {{name: string}} props */
function DrawerRefusal({ name }) {
  if (!said.value || name === "free" || (name === "log" && amending.value)) return null;
  return html`<p class=${`said drawer-said ${said.value.tone}`} role="alert" data-testid="drawer-refusal">${said.value.text}</p>`;
}

function Drawer() {
  return DRAWERS[drawer.value] ? html`<${OpenDrawer} key=${drawer.value} name=${drawer.value} />` : null;
}

/** The keyboard is taken into the drawer, and Escape leads out. @param {{name: string}} props */
function OpenDrawer({ name }) {
  /** @type {{current: HTMLElement | null}} */
  const door = useRef(null);
  useEffect(() => door.current?.focus({ preventScroll: true }), []);
  const [title, Inside] = DRAWERS[name];
  return html`<div class="drawer" role="dialog" aria-label=${title} data-testid=${`drawer-${name}`} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}>
    <div class="drawer-head"><h2>${title}</h2>${name === "menu" && html`<a class="tool" href="/" data-testid="home"><${Icon} name="home" />All games</a>`}<button class="ico" aria-label="Close" data-testid="close" ref=${door} onClick=${close}><${Icon} name="close" /></button></div>
    <div class="drawer-body"><${DrawerRefusal} name=${name} /><${Inside} /></div></div>`;
}

/** Sentences that pass by: what the table says, and what this device has to say where no card shows it. @param {{snap: Snapshot}} props */
function Notices({ snap }) {
  const own = said.value && !current.value && !doubtHere() && !drawer.value ? said.value : null;
  const notice = own || snap.notice;
  if (!notice) return null;
  return html`<p class=${`notice ${notice.tone}`} key=${own ? "own" : snap.notice?.id} role="status" data-testid="notice">${rich(notice.text)}</p>`;
}

export function Table() {
  const snap = snapshot.value;
  if (!snap) return html`<div class="app"><main class="lighting"><${Icon} name="lamp" /><p>The lamp is being lit…</p>${silence.value > 0 && html`<p class="muted">Table not heard for ${silence.value} s</p><a class="btn" href="/">To the games</a>`}</main></div>`;
  const foes = find(snap, "foes");
  return html`<div class=${`app game-${snap.game}`} data-testid="table"><${Strip} snap=${snap} /><${Now} snap=${snap} />
    <div class=${`band ${foes?.foes.length ? "with-foes" : ""}`}>${hasBoard(snap) ? html`<${BoardMiddle} snap=${snap} />` : html`<${Middle} snap=${snap} />`}${foes && html`<${Foes} block=${foes} />`}<${Drawer} /><${Notices} snap=${snap} /></div><${Bar} snap=${snap} /></div>`;
}
