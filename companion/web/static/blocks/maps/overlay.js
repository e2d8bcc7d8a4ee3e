import { html, signal, useState } from "../../core/lib.js";
import { withHalf } from "../../core/api.js";
import { useSize } from "../../map/gestures.js";
import { Icon } from "../../core/icons.js";
import { offerFor, takeOffer } from "../../prompts/options/tap-options.js";
import { Paragraphs, plainText, richText } from "../../core/text/rich-text.js";
import { WhyNot, optionButtonProps } from "../../rules/link.js";
import { t } from "../../core/text/i18n.js";

/** @typedef {import("../../types.js").Element} Element */

/** The screen that overlays are written for. */
const WIDE = 16 / 9;
const TEXT = 0.043; // of the frame's height is a text of size 1
const LEAST_TEXT = 16; // px
const SMALL = 620; // px: in a narrower frame the parts are read one below the other

/** How people wish to see it; "" = as it can be read best. */
const wished = signal(/** @type {"" | "page" | "frame"} */ (""));
const GLYPH = 0.62; // of the square of a text's size is what one letter takes, with its share of the line
const LOCK = 4; // from so many buttons on it is where they lie that matters

/**
 * Has a text more letters than its place?
 * @param {Element} element
 * @param {number} w of the frame, in px
 * @param {number} h
 */
const spills = (element, w, h) =>
  plainText(element.text).length * GLYPH * Math.max(LEAST_TEXT, element.text_size * TEXT * h) ** 2 >
  element.w * w * Math.max(element.h, 0.08) * h;

/**
 * Would people read it better one below the other? Then words do not fit, or there are no pictures to lay them on.
 * @param {Element[]} elements
 * @param {number} w
 * @param {number} h
 */
function readsBetter(elements, w, h) {
  const buttons = elements.filter((element) => element.option).length;
  const pictures = elements.some((element) => element.picture);
  return (
    elements.some((element) => element.text && !element.picture && spills(element, w, h)) ||
    (!pictures && buttons < LOCK)
  );
}

/** Its parts in the order of reading. @param {Element[]} elements */
const inOrder = (elements) => [...elements].sort((a, b) => a.y - b.y || a.x - b.x);

/** @param {{element: Element, whole?: boolean}} props */
function Picture({ element, whole = false }) {
  const [gone, setGone] = useState(false);
  if (gone)
    return element.text ? null : html`<span class="no-picture"><${Icon} name="eye" />${t`A picture is missing`}</span>`;
  return html`
    <img
      class=${whole ? "story-picture" : ""}
      src=${withHalf(`/pictures/${element.picture}`)}
      alt=""
      onError=${() => setGone(true)}
    />
  `;
}

/** y is where its top, middle or bottom lies. */
const SHIFT = { top: undefined, center: "translateY(-50%)", bottom: "translateY(-100%)" };

/**
 * Where it lies, and the colours its writer chose; what is no colour is none.
 * @param {Element} element
 * @param {number} high of the frame, in px
 */
const styleOf = (element, high) => ({
  left: `${element.x * 100}%`,
  top: `${element.y * 100}%`,
  width: `${element.w * 100}%`,
  height: element.h ? `${element.h * 100}%` : "auto",
  transform: SHIFT[element.anchor],
  fontSize: `${Math.max(LEAST_TEXT, element.text_size * TEXT * high)}px`,
  color: element.text_color || undefined,
  background: element.back_color || undefined,
});

/** @param {{element: Element, high: number}} props */
function Part({ element, high }) {
  const offer = offerFor(element.option, "overlay");
  const inner = html`
    ${element.picture && html`<${Picture} key=${element.picture} element=${element} />`}
    ${element.text && html`<span class="part-words"><${Paragraphs} text=${element.text} /></span>`}
  `;
  const shared = {
    class: `part ${element.picture ? "pictured" : ""} ${element.border ? "framed" : ""} ${element.align || ""}`,
    style: styleOf(element, high),
  };
  if (!offer) return html`<div ...${shared}>${inner}</div>`;
  return html`
    <button
      ...${shared}
      class=${`${shared.class} tap`}
      ...${optionButtonProps(offer.option, () => {
        takeOffer(offer);
      })}
      aria-label=${plainText(element.text || offer.option.text || t`Go on`)}
      data-testid=${`overlay-${element.id}`}
    >
      ${inner}
    </button>
  `;
}

/** One below the other, with real buttons. @param {{elements: Element[]}} props */
function Page({ elements }) {
  const parts = inOrder(elements);
  const offers = parts.flatMap((element) => {
    const offer = offerFor(element.option, "overlay");
    return offer ? [{ element, offer }] : [];
  });
  return html`
    <article class="panel story overlay-page">
      ${parts
        .filter((element) => !offerFor(element.option, "overlay"))
        .map(
          (element) =>
            html`
              ${element.picture && html`<${Picture} key=${element.id} element=${element} whole />`}
              <${Paragraphs} text=${element.text} />
            `,
        )}
      <div class="options few">
        ${offers.map(
          ({ element, offer }) => html`
            <button
              class="option"
              key=${element.id}
              data-testid=${`overlay-${element.id}`}
              ...${optionButtonProps(offer.option, () => {
                takeOffer(offer);
              })}
            >
              ${element.picture && html`<${Picture} key=${element.picture} element=${element} />`}
              <span>
                ${richText(element.text || offer.option.text || t`Go on`)}
                <${WhyNot} option=${offer.option} />
              </span>
            </button>
          `,
        )}
      </div>
    </article>
  `;
}

/**
 * What covers the map: placed as its writer has placed it, or read as a page. `onAside`: it can be laid aside for a
 * while.
 * @param {{block: import("../../types.js").Overlay, onAside?: () => void}} props
 */
export function Overlay({ block, onAside = undefined }) {
  const [panel, size] = useSize();
  const narrow = size.w > 0 && size.w < SMALL;
  const w = Math.min(size.w, size.h * WIDE);
  const page = narrow || (wished.value ? wished.value === "page" : readsBetter(block.elements, w, w / WIDE));
  return html`
    <section class="panel overlay" aria-label=${block.title} data-testid="overlay">
      <div class="overlay-room" ref=${panel}>
        ${
          size.w > 0 &&
          (page
            ? html`<${Page} elements=${block.elements} />`
            : html`
              <div class="overlay-frame" style=${{ width: `${w}px`, height: `${w / WIDE}px` }}>
                ${block.elements.map(
                  (element) => html`<${Part} key=${element.id} element=${element} high=${w / WIDE} />`,
                )}
              </div>
            `)
        }
      </div>
      <div class="overlay-foot">
        ${
          onAside &&
          html`
            <button class="tool" data-testid="overlay-aside" onClick=${onAside}>
              <${Icon} name="map" />
              ${t`To the table`}
            </button>
          `
        }
        ${
          !narrow &&
          html`
            <button
              class="tool"
              aria-pressed=${page}
              data-testid="overlay-page"
              onClick=${() => {
                wished.value = page ? "frame" : "page";
              }}
            >
              <${Icon} name=${page ? "whole" : "log"} />
              ${page ? t`As it was laid out` : t`Read as a page`}
            </button>
          `
        }
      </div>
    </section>
  `;
}
