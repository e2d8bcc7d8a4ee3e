// What the gold button of a table says and does now.
import { isConflictUrgent, conflictGold, openConflict } from "../prompts/doubt/conflict.js";
import { isBare, isCovered, uncoverGold } from "../prompts/card.js";
import { doubtGold, openDoubt } from "../prompts/doubt/doubt.js";
import { keptThrowsFor } from "../history/keep-throw.js";
import { offerFor, takeOffer } from "../prompts/options/tap-options.js";
import { PROMPTS } from "../prompts/index.js";
import { ringGold, currentRing } from "../prompts/wait-ring.js";
import { t } from "../core/text/i18n.js";
import { currentPrompt, menuPrompts, answerablePrompts, awaitedPrompts } from "../core/state.js";
import { coverAsks, coverOf } from "./map-layout.js";
import { isOpenToAll } from "./waiting.js";
import { joinNames } from "../core/labels.js";

/** @typedef {import("../types").Snapshot} Snapshot */

/**
 * The one way on from what covers the map is the big button as well.
 * @param {import("../types").Overlay} cover
 * @returns {import("../prompts/gold-button.js").Gold}
 */
function coverGold(cover) {
  const ways = cover.elements.flatMap((element) => {
    const offer = offerFor(element.option, "overlay");
    return offer && !offer.option.refused ? [{ element, offer }] : [];
  });
  if (ways.length !== 1) return { text: t`Tap what you do`, small: t`in what lies over the map`, still: true };
  const [{ element, offer }] = ways;
  return {
    text: element.text || offer.option.text || t`Go on`,
    icon: "next",
    testid: "overlay-go",
    act: () => {
      takeOffer(offer);
    },
  };
}

/** @param {Snapshot} snap @returns {import("../prompts/gold-button.js").Gold} */
export function goldOf(snap) {
  if (snap.over && currentRing.value) return ringGold();
  if (snap.over && snap.next)
    return {
      text: t`The next scenario`,
      small: snap.over,
      icon: "next",
      testid: "next",
      act: () => {
        location.href = snap.next;
      },
    };
  if (snap.over)
    return {
      text: t`Back to the games`,
      small: snap.over,
      icon: "home",
      act: () => {
        location.href = "/";
      },
    };
  const both = openConflict();
  if (both && isConflictUrgent()) return conflictGold(both);
  const doubt = openDoubt();
  if (doubt) return doubtGold(doubt);
  if (currentRing.value) return ringGold();
  const cover = coverOf(snap);
  if (cover && coverAsks(cover)) return coverGold(cover);
  if (currentPrompt.value && isCovered(currentPrompt.value.prompt))
    return uncoverGold(currentPrompt.value.prompt, currentPrompt.value.name);
  if (currentPrompt.value && keptThrowsFor(currentPrompt.value.prompt.id))
    return { text: t`Keep it, or throw again?`, small: t`on the card`, still: true };
  if (currentPrompt.value) return PROMPTS[currentPrompt.value.prompt.kind].gold(currentPrompt.value.prompt);
  const names = [...new Set(awaitedPrompts.value.map((asked) => asked.name))];
  const asks = names.length
    ? answerablePrompts.value.length > menuPrompts.value.length
    : answerablePrompts.value.length > 0; // what stands under More asks nobody
  if (asks) return { text: t`Tap what you do`, small: t`on the screen, or on the map`, still: true }; // a block asks
  if (isOpenToAll()) return { text: t`Whoever likes goes on`, small: names.join(" · "), still: true };
  return {
    text: names.length ? t`Waiting for ${joinNames(names)}` : t`All is said`,
    small: awaitedPrompts.value[0]?.prompt.title,
    still: true,
  };
}

/** The prompt whose card is the big button alone, "" = none. @param {Snapshot} snap */
export function bareCard(snap) {
  const cover = coverOf(snap);
  if (openDoubt() || isConflictUrgent() || currentRing.value || !currentPrompt.value || (cover && coverAsks(cover)))
    return "";
  return isBare(currentPrompt.value.prompt) ? currentPrompt.value.prompt.id : "";
}
