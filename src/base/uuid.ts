/** UUIDs in lower case: whether a text is one, and the 16 bytes that such a text stands for. */

export const UUID_BYTES = 16;
/** Characters of a UUID as a text. */
export const UUID_LENGTH = 36;
const HYPHEN = 45;

/** The value of a digit by its character code; -1 for what is no hexadecimal digit in lower case. */
const DIGIT_VALUES = new Int8Array(128).fill(-1);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  DIGIT_VALUES[digit.charCodeAt(0)] = value;
}

/**
 * Whether `text` is a UUID in lower case, of any version. A loop, because a regular expression costs a
 * call out of compiled code for each request.
 */
export function isUuid(text: string): boolean {
  if (text.length !== UUID_LENGTH) return false;
  for (let at = 0; at < UUID_LENGTH; at++) {
    const code = text.charCodeAt(at);
    const isHyphen = at === 8 || at === 13 || at === 18 || at === 23;
    if (isHyphen ? code !== HYPHEN : code > 127 || (DIGIT_VALUES[code] as number) < 0) return false;
  }
  return true;
}

/**
 * Writes the 16 bytes of a text that `isUuid`, and returns true. Returns false for another text; what
 * the 16 bytes are then is not defined.
 */
export function writeUuid(text: string, into: Uint8Array, offset: number): boolean {
  if (text.length !== UUID_LENGTH) return false;
  let at = offset;
  for (let character = 0; character < UUID_LENGTH; character += 2) {
    if (character === 8 || character === 13 || character === 18 || character === 23) {
      if (text.charCodeAt(character) !== HYPHEN) return false;
      character++;
    }
    const value =
      (digitValue(text.charCodeAt(character)) << 4) | digitValue(text.charCodeAt(character + 1));
    if (value < 0) return false;
    into[at++] = value;
  }
  return true;
}

/** The UUID that the 16 bytes at `offset` hold. */
export function readUuid(from: Buffer, offset: number): string {
  const hex = from.toString("hex", offset, offset + UUID_BYTES);
  return (
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-` +
    `${hex.slice(16, 20)}-${hex.slice(20)}`
  );
}

/** The UUID of version 8 (RFC 9562) that is made of the first 32 digits of `hex`, in lower case. */
export function uuidOfHex(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** -1 for what is no digit. */
function digitValue(code: number): number {
  return code > 127 ? -1 : (DIGIT_VALUES[code] as number);
}
