/** JSON that comes from outside, as a value, or what is wrong with it. */
import { cutText, faultsOfJson } from "../base/json_faults.ts";
import type { Issue } from "../contract/refusal.ts";

export type JsonInput = { value: unknown; issues?: undefined } | { issues: Issue[] };

const JSON_CONTENT = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
/** UTF-16 units of the longest reason why a text is not JSON; the reason quotes the text. */
const REASON_MAX = 100;

/** Whether a media type is JSON, in UTF-8. */
export function isJsonContent(contentType: string): boolean {
  return contentType === "application/json" || JSON_CONTENT.test(contentType);
}

/**
 * Reads a text that was decoded from UTF-8. A text without issues has one meaning, so whoever parses
 * it again reads the same value.
 */
export function readJson(text: string): JsonInput {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = cutText((cause as Error).message, REASON_MAX);
    const message = `the body is not JSON: ${reason}`;
    return { issues: [{ code: "json", message, path: ["body"] }] };
  }
  const faults = faultsOfJson(text, value);
  if (faults.length === 0) return { value };
  return {
    issues: faults.map((fault) => (fault.path.length === 0 ? { ...fault, path: ["body"] } : fault)),
  };
}
