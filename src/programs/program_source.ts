/**
 * What a source may be, and the one text of it. The size is measured without the text and without
 * recursion, because a source that comes from outside may be as deep as it is long.
 */
import type { InputIssue } from "../contract/refusals/issue_codes.ts";
import { canonicalSource, sourceDigest } from "./canonical_source.ts";
import { SOURCE_BYTES_MAX, SOURCE_DEPTH_MAX } from "./program_limits.ts";

export type Source = Readonly<Record<string, unknown>>;

/** A source as it is kept: its canonical text, and the digest of this text. */
export type SourceText = { text: string; digest: string };

/** The text and digest of a source without issues. */
export function sourceTextOf(source: Source): SourceText {
  const text = canonicalSource(source);
  return { text, digest: sourceDigest(text) };
}

/** What no schema says of a source: at most one issue, the first one that is met. */
export function sourceIssues(source: Source): InputIssue[] {
  const open: { value: object; depth: number }[] = [{ value: source, depth: 1 }];
  let bytes = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { value, depth } = one;
    if (depth > SOURCE_DEPTH_MAX) return [TOO_DEEP];
    // Its brackets, and the commas between its members.
    bytes += 2 + Math.max(0, sizeOf(value) - 1);
    for (const [key, member] of membersOf(value)) {
      if (key !== undefined) bytes += bytesOf(key) + 1;
      if (typeof member === "object" && member !== null)
        open.push({ value: member, depth: depth + 1 });
      else if (typeof member === "number" && !Number.isFinite(member)) return [NO_NUMBER];
      else bytes += bytesOf(member);
      if (bytes > SOURCE_BYTES_MAX) return [TOO_LARGE];
    }
  }
  return bytes > SOURCE_BYTES_MAX ? [TOO_LARGE] : [];
}

function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** The members of an object with their names, and the items of a list without. */
function* membersOf(value: object): Generator<[key: string | undefined, member: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield [undefined, item];
  else for (const key of Object.keys(value)) yield [key, (value as Source)[key]];
}

/** The bytes of a text, number, boolean or null in canonical JSON, which writes them as JSON.stringify. */
function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const TOO_DEEP = issue("depth", `is nested deeper than ${SOURCE_DEPTH_MAX}`);
const TOO_LARGE = issue(
  "length",
  `has more than ${SOURCE_BYTES_MAX} bytes, written as canonical JSON (RFC 8785)`,
);
/** JSON.parse reads it as Infinity, which JSON cannot write. */
const NO_NUMBER = issue("range", "has a number that is too large; write it as a string");

function issue(code: InputIssue["code"], says: string): InputIssue {
  return { code, message: `source ${says}`, path: ["source"] };
}
