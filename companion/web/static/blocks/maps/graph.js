import { html, signal, useEffect } from "../../core/lib.js";
import { t } from "../../core/text/i18n.js";
import { CorridorPart, Opening } from "../../ship/corridors.js";
import { Compartment, Hull, Textures } from "../../ship/rooms.js";
import { planOf } from "../../ship/plan.js";
import { Icon } from "../../core/icons.js";
import { useSize } from "../../map/gestures.js";
import { pieceWord } from "../../map/pieces.js";
import { buttonProps, isChosen, offerFor, takeOffer } from "../../prompts/options/tap-options.js";
import { smallTextSize } from "../../core/settings.js";
import { nameOf } from "../../core/state.js";
import { Legend, Told, told } from "./told.js";

/** @typedef {import("../../types.js").Graph} GraphBlock */
/** @typedef {import("../../types.js").Room} Room */
/** @typedef {import("../../types.js").Corridor} Corridor */
/** @typedef {import("../../types.js").Duct} Duct */

/** The switch of the map: a tap on a room means its other option. */
const switched = signal(false);

/**
 * What a tap on a room answers now: its option, the other one while the switch is on, or its bare name.
 * @param {Room} room
 */
const offerOf = (room) =>
  offerFor(switched.value && room.other ? room.other : room.option, "graph") || offerFor(room.id, "graph");

/**
 * What a part of the map does when it is tapped: an answer where there is one to give, else it tells what it is.
 * @param {string} id
 * @param {import("../../prompts/options/tap-options.js").Offer | null} offer
 * @param {string} words
 */
function tapOn(id, offer, words) {
  const act = () => {
    told.value = offer && !offer.option.refused ? "" : id;
    if (offer) takeOffer(offer);
  };
  const on = !offer ? "" : offer.option.refused ? "refused" : isChosen(offer) ? "open chosen" : "open";
  const label = offer?.option.refused
    ? t`${words}, not now`
    : offer
      ? t`${words}: ${offer.option.text || offer.option.id}`
      : words;
  return {
    on,
    tap: {
      ...buttonProps(act),
      "aria-label": label,
      "aria-pressed": offer && offer.prompt.most > 1 ? isChosen(offer) : undefined,
    },
  };
}

/** Who lurks there, and how hurt it is. @param {import("../../types.js").RoomThreat} lurker */
const lurkerWords = ({ title, hurt }) => (hurt ? t`${title}, injuries ${hurt}` : title);

/** The same words several times are said once, with their number. @param {string[]} words */
const counted = (words) =>
  [...new Set(words)].map((one) => {
    const number = words.filter((other) => other === one).length;
    return number > 1 ? `${one} ×${number}` : one;
  });

/** Everything of a room in words, for ears. @param {Room} room */
const wordsOf = (room) =>
  [
    room.title,
    ...room.here.map(nameOf),
    ...counted(room.lurkers.map(lurkerWords)),
    ...counted(room.marks.map(pieceWord)),
    room.items ? t`items ${room.items}` : "",
  ]
    .filter(Boolean)
    .join(", ");

/** @param {Corridor | Duct} way */
const stateOf = (way) =>
  [
    way.noise ? t`noise` : "",
    "closed" in way && way.closed ? t`closed door` : "",
    "broken" in way && way.broken ? t`broken door` : "",
  ]
    .filter(Boolean)
    .join(", ");

/** @param {Corridor} corridor @param {GraphBlock} block */
function wayWords(corridor, block) {
  const [one, other] = corridor.ends.map((id) => block.rooms.find((room) => room.id === id)?.title || id);
  const name = corridor.beyond
    ? t`Corridor ${corridor.numbers} and ${corridor.beyond}, ${one} to ${other}`
    : corridor.numbers
      ? t`Corridor ${corridor.numbers}, ${one} to ${other}`
      : t`Way between ${one} and ${other}`;
  return [name, stateOf(corridor)].filter(Boolean).join(", ");
}

/** @param {GraphBlock} block @returns {string[]} */
function signsOf(block) {
  const marks = block.rooms.flatMap((room) => [...room.marks, ...(room.items ? ["items"] : [])]);
  const ways = [...block.corridors, ...block.ducts];
  const extra = [
    ways.some(({ noise }) => noise) && "noise",
    block.corridors.some(({ closed }) => closed) && "door_closed",
    block.corridors.some(({ broken }) => broken) && "door_broken",
    block.ducts.length > 0 && "duct",
    block.rooms.some((room) => room.risk !== null && offerFor(room.option, "graph")) && "risk",
  ];
  return [...new Set([...marks, ...extra.filter((sign) => typeof sign === "string")])];
}

/** What was tapped, in words; else which signs lie on this map. @param {{block: GraphBlock}} props */
function Tapped({ block }) {
  const room = block.rooms.find(({ id }) => id === told.value);
  const way = [...block.corridors, ...block.ducts].find(({ id }) => id === told.value);
  if (!room && !way) return html`<${Legend} icons=${signsOf(block)} />`;
  const title = room ? room.title : way && "title" in way ? way.title : t`Corridor`;
  const words = room
    ? [room.note, ...counted(room.lurkers.map(lurkerWords)), ...room.here.map(nameOf)]
    : way && "ends" in way
      ? [wayWords(way, block)]
      : [way ? stateOf(way) || t`no noise` : ""];
  return html`<${Told} title=${title} words=${words} />`;
}

/** The switch, where it would lead anywhere. @param {{block: GraphBlock}} props */
function Other({ block }) {
  if (
    !block.other ||
    !block.rooms.some((room) => {
      const offer = offerFor(room.other, "graph");
      return offer && !offer.option.refused;
    })
  )
    return null;
  return html`
    <button
      class="tool other-way"
      aria-pressed=${switched.value}
      data-testid="graph-other"
      onClick=${() => {
        switched.value = !switched.value;
      }}
    >
      <${Icon} name=${switched.value ? "check" : "hand"} />
      ${block.other}
    </button>
  `;
}

/** @param {{block: GraphBlock, size: import("../../map/viewport.js").Size}} props */
function Drawing({ block, size }) {
  const text = smallTextSize();
  const plan = planOf(block.rooms, size, text);
  const { at } = plan;
  const ways = block.corridors.flatMap((corridor) => {
    const [from, to] = corridor.ends.map((id) => at.get(id));
    return from && to ? [{ corridor, from, to }] : [];
  });
  const openings = block.ducts.flatMap((duct) =>
    duct.openings.flatMap(([room, numbers]) => {
      const spot = at.get(room);
      return spot ? [{ duct, room, numbers, spot }] : [];
    }),
  );
  return html`
    <svg
      class="ship"
      width=${plan.size.w}
      height=${plan.size.h}
      viewBox=${`0 0 ${plan.size.w} ${plan.size.h}`}
      role="group"
      aria-label=${block.title}
    >
      <${Textures} />
      <${Hull} plan=${plan} ways=${ways} />
      ${ways.map(
        ({ corridor, from, to }) =>
          html`
            <${CorridorPart}
              key=${corridor.id}
              part="floor"
              corridor=${corridor}
              from=${from}
              to=${to}
              plan=${plan}
              text=${text}
            />
          `,
      )}
      ${block.rooms.map((room) => {
        const spot = at.get(room.id);
        const { on, tap } = tapOn(room.id, offerOf(room), wordsOf(room));
        return (
          spot &&
          html`
            <g
              key=${room.id}
              class=${`room ${on} ${room.known ? "" : "unknown"} ${room.marks.map((mark) => `has-${mark}`).join(" ")}`}
              transform=${`translate(${spot.x} ${spot.y})`}
              ...${tap}
              data-testid=${`room-${room.id}`}
            >
              <${Compartment} room=${room} plan=${plan} text=${text} open=${on.includes("open")} />
            </g>
          `
        );
      })}
      ${ways.map(({ corridor, from, to }) => {
        const { on, tap } = tapOn(corridor.id, offerFor(corridor.id, "graph"), wayWords(corridor, block));
        return html`
          <g key=${corridor.id} class=${`way ${on}`} ...${tap} data-testid=${`way-${corridor.id}`}>
            <${CorridorPart} part="signs" corridor=${corridor} from=${from} to=${to} plan=${plan} text=${text} />
          </g>
        `;
      })}
      ${openings.map(({ duct, room, numbers, spot }) => {
        const { on, tap } = tapOn(
          duct.id,
          offerFor(duct.id, "graph"),
          [`${duct.title} ${numbers}`, stateOf(duct)].filter(Boolean).join(", "),
        );
        return html`
          <g
            key=${`${duct.id}-${room}`}
            class=${`way ${on}`}
            transform=${`translate(${spot.x + plan.w / 2 - 16} ${spot.y + plan.h / 2 - 4})`}
            ...${tap}
            data-testid=${`duct-${duct.id}-${room}`}
          >
            <${Opening} numbers=${numbers} noise=${duct.noise} open=${on.includes("open")} text=${text} />
          </g>
        `;
      })}
    </svg>
  `;
}

/**
 * Where somebody may be sent, or else where the party is, comes into sight on a small screen.
 * @param {{current: HTMLElement | null}} panel
 * @param {GraphBlock} block
 * @param {import("../../map/viewport.js").Size} size
 */
function useSight(panel, block, size) {
  const where =
    block.rooms
      .filter((room) => room.option)
      .map(({ id }) => id)
      .join(" ") ||
    block.rooms
      .filter(({ here }) => here.length)
      .map(({ id }) => id)
      .join(" ");
  useEffect(() => {
    const element = panel.current;
    const spots = where
      .split(" ")
      .map((id) => element?.querySelector(`[data-testid="room-${id}"]`))
      .filter((room) => room instanceof SVGGElement);
    if (!element || !spots.length) return;
    const middles = spots.map((room) => /** @type {SVGGElement} */ (room).transform.baseVal.getItem(0).matrix);
    element.scrollLeft = middles.reduce((sum, { e }) => sum + e, 0) / middles.length - element.clientWidth / 2;
    element.scrollTop = middles.reduce((sum, { f }) => sum + f, 0) / middles.length - element.clientHeight / 2;
  }, [where, size.w, size.h]);
}

/**
 * Rooms and corridors; whatever a prompt offers is a button, and everything tells what it is.
 * @param {{block: GraphBlock}} props
 */
export function Graph({ block }) {
  const [panel, size] = useSize();
  useSight(panel, block, size);
  const asked = block.rooms.map((room) => room.other).join(" ");
  useEffect(() => {
    switched.value = false;
  }, [asked]);
  return html`
    <section class="panel graph" data-testid="graph">
      <h2>${block.title}</h2>
      <div class="graph-map" ref=${panel}>${size.w > 0 && html`<${Drawing} block=${block} size=${size} />`}</div>
      <div class="graph-foot"><${Tapped} block=${block} /><${Other} block=${block} /></div>
    </section>
  `;
}
