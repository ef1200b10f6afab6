/**
 * What the messages of a provider are made of: bytes that are an object in JSON, and texts of a form. Whatever a
 * provider sends is a stranger's text, so each function says whether it is what the protocol allows, and throws nothing.
 */

/** One visible line: no spaces, no control characters, nothing that breaks a header or a log line. */
const REFERENCE = /^[!-~]{1,128}$/;
export const CURSOR = /^[\w-]{1,128}$/;
/** Visible characters of ASCII, and spaces between them. */
export const DETAIL = /^[!-~](?:[ -~]{0,126}[!-~])?$/;

/** The object that the bytes are in JSON; undefined where they are none, or no UTF-8. */
export function objectOf(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The name of a thing at a provider, or of news: 1 to 128 visible characters of ASCII. */
export function isReference(value: unknown): value is string {
  return isText(value, REFERENCE);
}

export function isText(value: unknown, form: RegExp): value is string {
  return typeof value === "string" && form.test(value);
}

/** Text for people: bounded, without control characters. */
export function isShown(value: unknown, charactersMax: number): value is string {
  if (typeof value !== "string" || value.length > charactersMax) return false;
  return !/\p{Cc}|\p{Cs}/u.test(value);
}
