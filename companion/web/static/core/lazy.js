// What is not needed at first sight comes when it is: a drawer, a puzzle, a ship.
import { effect, html, signal, useEffect, useState } from "./lib.js";

/** How many parts are on their way. */
export const pendingParts = signal(0);
/** Whether one did not arrive: a browser never asks again for a module that failed once. */
export const isPartLost = signal(false);

effect(() => {
  document.documentElement.toggleAttribute("data-coming", pendingParts.value > 0);
});

/**
 * A component that loads its module when it is first drawn; nothing stands there for the blink that takes.
 * @param {() => Promise<Record<string, any>>} load
 * @param {string} name of the component in that module
 */
export function lazy(load, name) {
  /** @type {any} */
  let Found = null;
  /** @type {Promise<void> | null} */
  let way = null;

  function bring() {
    if (way) return way;
    pendingParts.value += 1;
    const done = () => {
      pendingParts.value -= 1;
    };
    way = load().then(
      (module) => {
        Found = module[name];
      },
      () => {
        isPartLost.value = true;
      },
    ); // the next snapshot loads the page anew
    way.then(() => setTimeout(done)); // what waits for it has been drawn by then
    return way;
  }

  return (/** @type {any} */ props) => {
    const [, setFound] = useState(Found !== null);
    const here = Found ? null : bring();
    useEffect(() => {
      here?.then(() => setFound(Found !== null));
    }, [here]);
    return Found && html`<${Found} ...${props} />`;
  };
}
