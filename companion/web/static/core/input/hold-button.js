// What must be held: the end of a phase, and what takes back much, are not done by a brush of the hand.
import { useEffect, useRef, useState } from "../lib.js";

/** The stripe that fills (css) takes the same time. */
const HOLD_MS = 600;
/** A click belongs to the finger or the key that was there so short a time ago. */
const ITS_CLICK_MS = 700;

const isKey = (/** @type {KeyboardEvent} */ event) => event.key === "Enter" || event.key === " ";

/**
 * What a held button needs: whether it is held now, and what it listens to. A click without finger and key is a screen
 * reader's: it cannot hold.
 * @param {() => void} act
 */
export function useHold(act) {
  const [held, setHeld] = useState(false);
  const timer = useRef(0);
  const touchedAt = useRef(-Infinity);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = 0;
    setHeld(false);
  };
  const begin = () => {
    if (timer.current) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      stop();
      act();
    }, HOLD_MS);
  };
  const by = (/** @type {() => void} */ does) => (/** @type {Event} */ event) => {
    touchedAt.current = event.timeStamp;
    does();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (isKey(event)) by(event.repeat ? () => undefined : begin)(event);
  }; // one that stays down holds once
  const click = (/** @type {Event} */ event) => {
    if (event.timeStamp - touchedAt.current > ITS_CLICK_MS) act();
  };
  useEffect(() => stop, []);
  const ends = {
    onPointerUp: by(stop),
    onPointerLeave: by(stop),
    onPointerCancel: by(stop),
    onKeyUp: by(stop),
    onBlur: stop,
  };
  return {
    held,
    hands: {
      onPointerDown: by(begin),
      onKeyDown: key,
      onClick: click,
      onContextMenu: (/** @type {Event} */ event) => event.preventDefault(),
      ...ends,
    },
  };
}
