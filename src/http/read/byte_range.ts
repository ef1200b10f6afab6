/**
 * The range of bytes that a request asks for (RFC 9110, 14). One range is served; of several the whole file is, as
 * 14.2 allows: "A server MAY ignore the Range header field". Pure.
 */

import type { RangeAsked } from "../../contract/declare/reader_task.ts";

/** From the first byte, so many. */
export type ByteRange = { from: number; size: number };

const FORM = /^bytes[ \t]*=[ \t]*(\d*)[ \t]*-[ \t]*(\d*)[ \t]*$/i;

/**
 * The range; undefined for the whole file: no range, several, one that is not understood, or one of a file with another
 * tag. "unsatisfiable": the file has no byte of it.
 */
export function byteRangeOf(
  asked: RangeAsked | undefined,
  { size, etag }: { size: number; etag: string },
): ByteRange | "unsatisfiable" | undefined {
  if (asked === undefined) return undefined;
  // A date or a weak tag never names these very bytes (13.1.5).
  if (asked.ifRange !== "" && asked.ifRange.trim() !== etag) return undefined;
  const [, first = "", last = ""] = FORM.exec(asked.range.trim()) ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const wanted = Math.min(Number(last), size);
    return wanted === 0 ? "unsatisfiable" : { from: size - wanted, size: wanted };
  }
  const from = Number(first);
  const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  // "An int-range is invalid if the last-pos value is present and less than first-pos" (14.1.1).
  if (last !== "" && Number(last) < from) return undefined;
  return from >= size ? "unsatisfiable" : { from, size: to - from + 1 };
}
