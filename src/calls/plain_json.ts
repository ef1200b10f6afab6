/**
 * Reads the JSON of a plain input (`plain` of an operation) with one pattern: the plain fields, all of
 * them, in the operation's order, with nothing between the tokens and no escape in a value, as programs
 * write them. Such a text has one meaning, so nothing more is asked of it.
 * Gain: 0.16 us instead of 0.48 for the body of a transfer. Plain twin: `readJson`, in
 * plain_json.test.ts.
 */
import type { PlainFields } from "../contract/declare/aspects/plain.ts";

/** The value of a text of that form; undefined for every other text, which `readJson` reads. */
export type PlainJsonReader = (text: string) => Record<string, string> | undefined;

/** The reader for an operation; undefined for one whose plain input is no object of texts. */
export function plainJsonReader(plain: PlainFields | undefined): PlainJsonReader | undefined {
  if (plain === undefined || plain.list !== undefined) return undefined;
  const { fields } = plain;
  // What JSON allows in a string without an escape (RFC 8259, section 7).
  const members = fields.map((name) => `"${name}":"([^"\\\\\\u0000-\\u001f]*)"`);
  const pattern = new RegExp(`^\\{${members.join(",")}\\}$`);
  return (text) => {
    const texts = pattern.exec(text);
    if (texts === null) return undefined;
    const value: Record<string, string> = {};
    for (let at = 0; at < fields.length; at++) {
      value[fields[at] as string] = texts[at + 1] as string;
    }
    return value;
  };
}
