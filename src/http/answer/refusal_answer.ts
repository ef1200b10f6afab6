/** A refusal as its client wants to read it: in the error envelope, as a problem document, or as a page. */
import { withoutCredentials } from "../../access/credential_text.ts";
import type { ProtocolCall } from "../../calls/call.ts";
import type { AnswerForm } from "../../contract/declare/aspects/answer_form.ts";
import { ERROR_CATALOG, type ErrorCode } from "../../contract/refusals/error_catalog.ts";
import {
  type ErrorBody,
  errorJson,
  problemJson,
  retryAfterOf,
} from "../../contract/refusals/error_envelope.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { EdgeContext } from "../edge_context.ts";
import { refusalPage } from "./refusal_page.ts";
import { codeIn, JSON_TYPE, PAGE_TYPE } from "./response_head.ts";

export const PROBLEM_TYPE = "application/problem+json";

export type RefusalForm = "envelope" | "problem" | "page";

export type RefusalAnswer = {
  status: number;
  contentType: string;
  body: string;
  code: ErrorCode | undefined;
};

/** `operation`: undefined where the request is for no operation. */
type Origin = { operation: string | undefined; requestId: string; docsUrl: string };

/** What the client prefers; a page only of an operation that sends browsers elsewhere. */
export function refusalFormOf(
  call: Pick<ProtocolCall, "preferredType">,
  answers: AnswerForm | undefined,
): RefusalForm {
  const isForBrowsers = answers === "redirect";
  const preferred = isForBrowsers
    ? call.preferredType([JSON_TYPE, PROBLEM_TYPE, "text/html"])
    : call.preferredType([JSON_TYPE, PROBLEM_TYPE]);
  if (preferred === JSON_TYPE) return "envelope";
  return preferred === PROBLEM_TYPE ? "problem" : "page";
}

/** The answer to a refusal of the edge itself. */
export function refusalAnswer(
  status: number,
  refusal: Refusal,
  origin: Origin,
  form: RefusalForm,
): RefusalAnswer {
  // An issue repeats the names of fields as they were sent, and a name may be an API key.
  const body = withoutCredentials(textOf(status, refusal, origin, form));
  return { status, contentType: TYPE_OF[form], body, code: refusal.code };
}

/**
 * The answer to a shard's refusal, whose envelope is `text`. `retryLine`: the line `retry-after` with the line
 * break before it; "" where waiting does not help.
 */
export function shardRefusalAnswer(
  status: number,
  text: string,
  { docsUrl, nowMs }: Pick<EdgeContext, "docsUrl" | "nowMs">,
  form: RefusalForm,
): RefusalAnswer & { retryLine: string } {
  // Details repeat an id as it was sent, and a part of an API key may stand in the place of an id.
  const body = withoutCredentials(text);
  const retryLine = retryLineOf(status, body, nowMs);
  if (form === "envelope") {
    return { status, contentType: JSON_TYPE, body, code: codeIn(body), retryLine };
  }
  const { error, requestId } = JSON.parse(body) as ErrorBody;
  const shown = textOf(status, error, { operation: undefined, requestId, docsUrl }, form);
  return { status, contentType: TYPE_OF[form], body: shown, code: error.code, retryLine };
}

/** "" where waiting does not help. Only a refusal of this status is read. */
function retryLineOf(status: number, text: string, nowMs: () => number): string {
  if (status !== ERROR_CATALOG.rate_limited.httpStatus) return "";
  const seconds = retryAfterOf(JSON.parse(text) as ErrorBody, nowMs());
  return seconds === undefined ? "" : `\r\nretry-after: ${seconds}`;
}

const TYPE_OF: Readonly<Record<RefusalForm, string>> = {
  envelope: JSON_TYPE,
  problem: PROBLEM_TYPE,
  page: PAGE_TYPE,
};

function textOf(
  status: number,
  refused: ErrorBody["error"],
  origin: Origin,
  form: RefusalForm,
): string {
  switch (form) {
    case "envelope":
      return errorJson(refused, origin);
    case "problem":
      return problemJson(refused, status, origin);
    case "page":
      return refusalPage(refused, origin);
  }
}
