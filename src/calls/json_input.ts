/** JSON that comes from outside, as a value, or what is wrong with it. */
import { faultsOfJson } from "../base/json_faults.ts";
import { syntaxFaultOf } from "../base/json_syntax.ts";
import { shownPath, shownText } from "../base/shown_text.ts";
import type { InputIssue } from "../contract/refusals/issue_codes.ts";

export type JsonInput = { value: unknown; issues?: undefined } | { issues: InputIssue[] };

const JSON_CONTENT = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Whether a media type is JSON, in UTF-8. */
export function isJsonContent(contentType: string): boolean {
  return contentType === "application/json" || JSON_CONTENT.test(contentType);
}

/** The issue of a body whose media type is not the one that is taken. */
export function contentTypeIssue(contentType: string, taken: string): InputIssue {
  const message = `${saysOf(contentType, taken)}; send Content-Type: ${taken}`;
  return { code: "content_type", message, path: ["content-type"] };
}

function saysOf(contentType: string, taken: string): string {
  if (contentType === "") return "the header Content-Type is absent";
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  if (type.trim() === taken && parameters.some((one) => one.includes("charset"))) {
    return "the header Content-Type names another charset than utf-8";
  }
  if (type.trim() === FORM) {
    return "the header Content-Type says that the body is a form (curl -d says so by itself)";
  }
  const shown = shownText(type.trim());
  return shown === undefined ? "the header Content-Type is wrong" : `the body was sent as ${shown}`;
}

const FORM = "application/x-www-form-urlencoded";

/**
 * Reads a text that was decoded from UTF-8. A text without issues has one meaning, so whoever parses
 * it again reads the same value.
 */
export function readJson(text: string): JsonInput {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { issues: [{ code: "json", message: syntaxMessage(text), path: ["body"] }] };
  }
  const faults = faultsOfJson(text, value);
  if (faults.length === 0) return { value };
  return {
    issues: faults.map(({ code, message, path }) => ({
      code,
      message: `${shownPath(path) || "the body"} ${message}`,
      path: path.length === 0 ? ["body"] : path,
    })),
  };
}

/** Says where the text stops being JSON, and why; repeats nothing of the text. */
function syntaxMessage(text: string): string {
  const fault = syntaxFaultOf(text);
  if (fault === undefined) return "the body is not JSON";
  const { says, place } = fault;
  const where = place === undefined ? "" : ` (line ${place.line}, column ${place.column})`;
  return `the body is not JSON: ${says}${where}`;
}
