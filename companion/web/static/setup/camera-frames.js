// What the camera sees now, picture after picture, each loaded whole before it is shown.
import { useEffect, useState } from "../core/lib.js";
import { withHalf } from "../core/api.js";

/** Two pictures a second at most; the camera's own picture is renewed as often as it moves. */
const FRAME_MS = 500;
/** Where there is no picture, it is not asked for that often: a camera that comes is seen all the same. */
const NONE_MS = 4000;
/** What the server answers while something lies there that is not for this device. */
const HIDDEN = 403;

/** The newest picture of the camera: "" while there is none, null where it is hidden. @returns {string | null} */
export function useFrames() {
  const [shown, setShown] = useState(/** @type {string | null} */ (""));
  useEffect(() => {
    let asks = false;
    let last = "";
    let again = 0;
    const load = async () => {
      if (asks || document.visibilityState === "hidden" || Date.now() < again) return;
      asks = true;
      const answer = await fetch(withHalf("/picture/preview.jpg"), { cache: "no-store" }).catch(() => null);
      asks = false;
      again = answer?.ok ? 0 : Date.now() + NONE_MS;
      if (!answer) return; // unheard: the page says so
      if (answer.status === HIDDEN) return setShown(null);
      if (!answer.ok) return setShown("");
      const next = URL.createObjectURL(await answer.blob());
      setShown(next);
      if (last) setTimeout(URL.revokeObjectURL, FRAME_MS, last);
      last = next;
    };
    load();
    const every = setInterval(load, FRAME_MS);
    return () => {
      clearInterval(every);
      if (last) URL.revokeObjectURL(last);
    };
  }, []);
  return shown;
}
