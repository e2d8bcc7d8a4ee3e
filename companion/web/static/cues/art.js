// What is drawn large for a moment: our own drawings, each in a square of 100, in the colour of its tone.
import { html } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { gamePage } from "../core/game-pages.js";
import { Creature, isSilhouette } from "../art/silhouettes.js";

/** Filled shapes, and what is drawn over them with a pen. @type {Record<string, [string, string]>} */
const DRAWN = {
  clue: [
    "M44 14A28 28 0 1 1 43.9 14zM44 23A19 19 0 1 0 44.1 23z",
    "M64 62 88 88M36 34Q44 28 52 34M44 2V8M10 42H4M18 18 13 13M70 18 75 13M18 66 13 71",
  ],
  agenda: [
    "M28 8H72V16C72 34 58 42 54 50 58 58 72 66 72 84V92H28V84C28 66 42 58 46 50 42 42 28 34 28 16z",
    "M22 8H78M22 92H78M50 50V76M36 84Q50 70 64 84",
  ],
  act: ["M26 94V26Q50 2 74 26V94H60V34Q50 26 40 34V94z", "M50 40V92M14 94H86M50 22 50 6M30 18 22 8M70 18 78 8"],
  encounter: [
    "M22 10H66Q72 10 72 16V84Q72 90 66 90H22Q16 90 16 84V16Q16 10 22 10zM44 34C34 34 26 44 24 50 26 56 " +
      "34 66 44 66 54 66 62 56 64 50 62 44 54 34 44 34zM44 41A9 9 0 1 1 43.9 41z",
    "M80 22 86 76M24 20H34M54 80H64",
  ],
  noise: ["M30 40H18V60H30L48 76V24z", "M58 38Q66 50 58 62M68 28Q82 50 68 72M78 18Q98 50 78 82"],
  door: ["M24 94V12H62V94zM54 52A4 4 0 1 0 54.1 52z", "M62 18 82 28V92L62 94M14 94H90"],
  alarm: [
    "M28 76V56A22 22 0 0 1 72 56V76zM20 80H80V92H20z",
    "M50 22V8M20 34 10 26M80 34 90 26M12 56H2M88 56H98M50 44V66",
  ],
  surprise: [
    "M50 4 59 32 86 14 72 42 98 50 72 58 86 86 59 68 50 96 41 68 14 86 28 58 2 50 28 42 14 14 41 32z",
    "M50 36V56M50 66V67",
  ],
  fall: [
    "M42 44H58V92H42zM30 92H70V97H30z",
    "M50 44V36M50 36C44 28 56 24 50 14M36 28C32 22 40 18 36 8M64 28C60 22 68 18 64 8",
  ],
  triumph: ["M50 10 60 38 90 38 66 56 75 86 50 68 25 86 34 56 10 38 40 38z", "M14 92H86"],
  phase: ["M62 10A42 42 0 1 0 90 62 34 34 0 0 1 62 10z", "M72 18V30M66 24H78M88 36V42M85 39H91"],
  scene: [
    "M50 24C40 14 22 12 6 17V82C22 77 40 79 50 90 60 79 78 77 94 82V17C78 12 60 14 50 24z",
    "M50 24V90M16 32Q30 29 41 36M16 46Q30 43 41 50M16 60Q30 57 41 64M59 36Q70 29 84 32M59 50Q70 43 84 " +
      "46M59 64Q70 57 84 60",
  ],
  end: ["M36 28H64L74 66H26z", "M50 28V10M38 10H62M50 66V84M36 92H64M84 30 94 26M84 48H96M16 30 6 26M16 48H4"],
};

/** @param {{kind: string}} props */
function Drawing({ kind }) {
  const [shape, strokes] = DRAWN[kind] || DRAWN.phase;
  return html`
    <svg class="cue-drawing" viewBox="0 0 100 100">
      <path d=${shape} class="cue-shape" fill-rule="evenodd" />
      <path d=${strokes} class="cue-lines" />
    </svg>
  `;
}

/** @param {{cue: import("../types").Cue, game: string}} props */
export function CueArt({ cue, game }) {
  if (cue.faces.length) {
    return html`
      <div class="cue-faces">
        ${cue.faces.map(
          (face, k) =>
            html`
              <figure key=${k}>
                <${Face} kind=${cue.object} value=${face} />
                ${cue.names[k] && html`<figcaption>${cue.names[k]}</figcaption>`}
              </figure>
            `,
        )}
      </div>
    `;
  }
  const isCreature = cue.kind === "monster" || cue.kind === "attack";
  if (!isCreature) return html`<${Drawing} kind=${cue.kind} />`;
  const name = isSilhouette(cue.drawing) ? cue.drawing : gamePage(game)?.creature || "many";
  return html`
    <svg class=${`cue-drawing cue-creature is-${name}`} viewBox="0 0 100 100">
      <defs>
        <radialGradient id="dusk" cx=".5" cy=".3" r=".8">
          <stop offset="0" stop-color="#3a2a2c" />
          <stop offset=".6" stop-color="#120d0f" />
          <stop offset="1" stop-color="#050405" />
        </radialGradient>
      </defs>
      <g class="cue-body"><${Creature} name=${name} /></g>
      ${
        cue.kind === "attack" &&
        html`<path d="M14 20C40 34 58 58 66 90M30 10C56 26 74 48 84 78M4 38C24 48 42 70 48 96" class="cue-slash" />`
      }
    </svg>
  `;
}
