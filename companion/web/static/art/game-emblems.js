// One drawing for each game's card on the shelf: our own, no publisher's.
import { html } from "../core/lib.js";

/** A bag of tokens under a crooked moon. */
const ARKHAM = html`<g><path d="M222 20A31 31 0 1 0 258 62 27 27 0 0 1 222 20z" fill="#f4dca8" />
  <path d="M96 78C70 104 52 148 62 176 70 196 218 198 230 176 240 150 216 104 190 78z" fill="#5a3d24" /><path d="M96 78C70 104 52 148 62 176 66 187 112 193 150 192 110 170 96 120 112 78z" fill="#6f4d2e" />
  <path d="M92 78Q144 60 196 78 190 92 144 92 98 92 92 78z" fill="#3a2615" /><path d="M88 84Q144 104 200 84" fill="none" stroke="#e2b366" stroke-width="6" stroke-linecap="round" />
  <g transform="translate(106 176)"><circle r="24" fill="url(#brass)" stroke="#5b4724" stroke-width="3" /><text y="9" text-anchor="middle" font-size="25" font-weight="800" fill="#20160a">−2</text></g>
  <g transform="translate(158 184)"><circle r="24" fill="url(#plum)" stroke="#a793dd" stroke-width="3" /><path d="M0-14A11 11 0 0 1 11-3C11 3 8 5 6 7V13H-6V7C-8 5-11 3-11-3A11 11 0 0 1 0-14zM-5-5a3 3 0 1 0 .01 0zM5-5a3 3 0 1 0 .01 0z" fill="#f3e9ff" fill-rule="evenodd" /></g>
  <g transform="translate(208 172)"><circle r="24" fill="url(#green)" stroke="#8fe6cd" stroke-width="3" /><path d="M0-13 3.5-4 13-3.5 6 3 8.5 12.5 0 7-8.5 12.5-6 3-13-3.5-3.5-4z" fill="#eafff8" /></g></g>`;

/** A house on a hill with one lit window. */
const MANSIONS = html`<g><circle cx="70" cy="50" r="24" fill="#e9e2cc" opacity=".85" /><path d="M0 190Q150 140 300 190V220H0z" fill="#0f1714" />
  <path d="M104 176V96L150 62 196 96V176z" fill="#22302b" /><path d="M96 100 150 56 204 100" fill="none" stroke="#43584f" stroke-width="8" stroke-linejoin="round" />
  <path d="M196 176V76H224V176zM190 80 210 48 230 80z" fill="#1b2723" /><path d="M186 82 210 44 234 82" fill="none" stroke="#43584f" stroke-width="6" stroke-linejoin="round" />
  <rect x="138" y="108" width="24" height="30" rx="12" fill="#ffd27a" /><path d="M150 108V138M138 124H162" stroke="#22302b" stroke-width="3" /><circle cx="150" cy="122" r="40" fill="url(#lamp)" opacity=".55" />
  <rect x="204" y="96" width="12" height="18" rx="6" fill="#0c1210" /><path d="M140 178V154Q150 144 160 154V178z" fill="#0c1210" />
  <path d="M40 178C44 140 30 128 44 96M44 130C56 124 58 114 62 106M43 146C32 138 30 132 24 126" fill="none" stroke="#0c1210" stroke-width="5" stroke-linecap="round" /></g>`;

/** A corridor of a ship that ends in the dark, and something in it. */
const NEMESIS = html`<g><path d="M0 0H300V220H0z" fill="#101820" /><path d="M0 0 104 70V150L0 220zM300 0 196 70V150L300 220z" fill="#1c2a36" /><path d="M0 0 104 70H196L300 0z" fill="#16212b" /><path d="M0 220 104 150H196L300 220z" fill="#233340" />
  <rect x="104" y="70" width="92" height="80" fill="#04070a" /><path d="M52 35V185M248 35V185M0 110H52M248 110H300M0 0 104 70M300 0 196 70M0 220 104 150M300 220 196 150" stroke="#3a5568" stroke-width="3" fill="none" /><rect x="104" y="70" width="92" height="80" fill="none" stroke="#5f8aa6" stroke-width="4" />
  <path d="M20 60 44 72M20 66 44 78M256 72 280 60M256 78 280 66" stroke="#e0603c" stroke-width="4" stroke-linecap="round" />
  <path d="M112 150C116 124 122 112 128 108 122 98 126 82 150 78 174 82 178 98 172 108 178 112 184 124 188 150 180 140 176 136 170 134 164 142 158 146 150 146 142 146 136 142 130 134 124 136 120 140 112 150z" fill="#0d1a18" stroke="#2f5a4c" stroke-width="2" />
  <ellipse cx="139" cy="106" rx="4" ry="8" fill="#d8ff8a" transform="rotate(34 139 106)" /><ellipse cx="161" cy="106" rx="4" ry="8" fill="#d8ff8a" transform="rotate(-34 161 106)" /><path d="M141 126l3 7 3-6 3 8 3-8 3 6 3-7" stroke="#a9c97a" stroke-width="2" fill="none" stroke-linejoin="round" />
  <ellipse cx="150" cy="198" rx="70" ry="12" fill="#d8ff8a" opacity=".10" /></g>`;

/** Cards drawn like blades. */
const DRAW = html`<g><circle cx="150" cy="128" r="104" fill="url(#lamp)" opacity=".35" />
  ${[[-34, "#a8330f"], [-12, "#20242c"], [12, "#a8330f"], [34, "#20242c"]].map(([turn, ink], k) => html`<g transform=${`translate(150 236) rotate(${turn}) translate(0 -118)`}><rect x="-36" y="-56" width="72" height="112" rx="9" fill="url(#paper)" stroke="#caa86a" stroke-width="2" />
    <g transform="scale(2.3)" fill=${ink}><path d=${["M0 10C-6 5-10 1.2-10-3.5A5.2 5.2 0 0 1 0-5.8 5.2 5.2 0 0 1 10-3.5C10 1.2 6 5 0 10z", "M0-10.5C4-5.2 9-2.2 9 3A4.6 4.6 0 0 1 1.6 6C2 8 2.7 9.5 4.2 10.5H-4.2C-2.7 9.5-2 8-1.6 6A4.6 4.6 0 0 1-9 3C-9-2.2-4-5.2 0-10.5z", "M0-11 8.3 0 0 11-8.3 0z", "M0-10.5A4.7 4.7 0 0 1 3.7-2.9 4.7 4.7 0 1 1 1.5 4.9C1.9 7.5 2.6 9.3 4.2 10.5H-4.2C-2.6 9.3-1.9 7.5-1.5 4.9A4.7 4.7 0 1 1-3.7-2.9 4.7 4.7 0 0 1 0-10.5z"][k]} /></g></g>`)}
  <g transform="translate(150 70) rotate(45)"><path d="M-5-66 0-78 5-66V34H-5z" fill="#dfe6ee" /><path d="M0-78 5-66V34H0z" fill="#9fb0c0" /><rect x="-22" y="34" width="44" height="8" rx="4" fill="#e2b366" /><rect x="-5" y="42" width="10" height="26" rx="4" fill="#6b4a2a" /></g></g>`;

const LANTERN = html`<g><circle cx="150" cy="110" r="96" fill="url(#lamp)" /><path d="M120 60H180L196 150H104z" fill="none" stroke="#ffd994" stroke-width="6" stroke-linejoin="round" /><path d="M150 80C164 100 168 112 150 136 132 112 136 100 150 80z" fill="#ffd27a" /></g>`;

/** @type {Record<string, any>} */
const EMBLEMS = { arkham: ARKHAM, mansions: MANSIONS, nemesis: NEMESIS, draw_your_weapon: DRAW };

/** @param {{game: string}} props */
export const Emblem = ({ game }) => html`<svg class="emblem" viewBox="0 0 300 220" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${EMBLEMS[game] || LANTERN}</svg>`;
