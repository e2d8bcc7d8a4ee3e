// Everything the page says to the server. An error is the server's sentence.
import { t } from "./text/i18n.js";

/** A sentence from the server with its code. */
export class ServerError extends Error {
  /**
   * @param {string} code
   * @param {string} sentence
   * @param {number} status
   * @param {string} [rule] the clause that forbids it
   */
  constructor(code, sentence, status, rule = "") {
    super(sentence);
    this.rule = rule;
    this.code = code;
    this.status = status;
  }
}

/** Letters made here: randomUUID does not exist over plain HTTP. @param {number} bytes */
const fresh = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const freshId = () => "w" + fresh(12);

const HALF = "lamplight.half";

/** This browser's half of its key: the cookie goes to every port of this machine, this to none but ours. */
function keptHalf() {
  try {
    const kept = localStorage.getItem(HALF);
    if (kept) return kept; // also where the storage is full, and takes nothing any more
    const half = `${fresh(16)}.${fresh(16)}`;
    localStorage.setItem(HALF, half);
    return half;
  } catch {
    return ""; // private windows refuse storage: the cookie counts alone there
  }
}

const half = keptHalf();
const OURS = { "X-Lamplight": "1", "X-Lamplight-Half": half };

/** Of what is looked at and can bear no header: a stream, a picture, a file. @param {string} path */
export const withHalf = (path) => `${path}${path.includes("?") ? "&" : "?"}half=${half.slice(0, 32)}`;

const unheard = () => new ServerError("UNHEARD", t`The table does not answer; is this device still in its network?`, 0);

/** @param {Response | null} response @returns {Promise<any>} the body; raises Said */
async function read(response) {
  const body = await response?.json().catch(() => null);
  if (response?.ok && body) return body;
  if (!response || response.ok) throw unheard(); // half an answer is none: it broke off, or the page is being left
  if (body?.code === "NOT_PAIRED") location.reload(); // this device was sent away: what it shows is not for it any more
  throw new ServerError(
    body?.code || "HTTP",
    body?.sentence || t`The table answered ${response.status}; try again.`,
    response.status,
    body?.rule,
  );
}

/** A table whose power failed hangs up on nobody: after this long it counts as unheard. A lesson takes up to 20 s. */
const PATIENCE_MS = 25000;

function patience() {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), PATIENCE_MS);
  return { signal: ending.signal };
}

/**
 * @param {string} path
 * @param {BodyInit | null} body
 * @param {Record<string, string>} [headers]
 * @param {boolean} [keepalive]
 * @param {string} [method]
 */
async function send(path, body, headers = {}, keepalive = false, method = "POST") {
  const asked = {
    method,
    body,
    keepalive,
    headers: { ...OURS, ...headers },
    ...(body instanceof FormData ? {} : patience()),
  };
  return read(await fetch(path, asked).catch(() => null));
}

const JSON_TYPE = { "Content-Type": "application/json" };

/** @param {string} path @param {object} [body] */
export const post = (path, body = {}) => send(path, JSON.stringify(body), JSON_TYPE);

/** @param {string} path @param {object} body */
export const put = (path, body) => send(path, JSON.stringify(body), JSON_TYPE, false, "PUT");

/** @param {string} path */
export const del = (path) => send(path, null, {}, false, "DELETE");

/** A last word while the page is being left. @param {string} path */
export const postLast = (path) => send(path, "{}", JSON_TYPE, true);

/** @param {string} path @param {File} photo */
export const postPhoto = (path, photo) => postFile(path, "photo", photo);

/** @param {string} path @param {string} field @param {File} file */
export function postFile(path, field, file) {
  const form = new FormData();
  form.append(field, file);
  return send(path, form);
}

/** @param {string} path */
export async function get(path) {
  return read(await fetch(path, { headers: OURS, ...patience() }).catch(() => null));
}
