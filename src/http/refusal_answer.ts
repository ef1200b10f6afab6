/** A refusal as its client wants to read it: in the error envelope, or as a problem document. */
import { withoutCredentials } from "../access/credential_text.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";
import { type ErrorBody, errorJson, problemJson } from "../contract/error_envelope.ts";
import type { Refusal } from "../contract/refusal.ts";
import { codeIn, JSON_TYPE } from "./response_head.ts";

export const PROBLEM_TYPE = "application/problem+json";

export type RefusalAnswer = {
  status: number;
  contentType: string;
  body: string;
  code: ErrorCode | undefined;
};

/** `operation`: undefined where the request is for no operation. */
type Origin = { operation: string | undefined; requestId: string; docsUrl: string };

/** The answer to a refusal of the edge itself. */
export function refusalAnswer(
  status: number,
  refusal: Refusal,
  origin: Origin,
  asProblem: boolean,
): RefusalAnswer {
  const text = asProblem ? problemJson(refusal, status, origin) : errorJson(refusal, origin);
  return {
    status,
    contentType: asProblem ? PROBLEM_TYPE : JSON_TYPE,
    // An issue repeats the names of fields as they were sent, and a name may be an API key.
    body: withoutCredentials(text),
    code: refusal.code,
  };
}

/** The answer to a shard's refusal, whose envelope is `text`. */
export function shardRefusalAnswer(
  status: number,
  text: string,
  docsUrl: string,
  asProblem: boolean,
): RefusalAnswer {
  // Details repeat an id as it was sent, and a part of an API key may stand in the place of an id.
  const body = withoutCredentials(text);
  if (!asProblem) return { status, contentType: JSON_TYPE, body, code: codeIn(body) };
  const { error, requestId } = JSON.parse(body) as ErrorBody;
  const problem = problemJson(error, status, { operation: undefined, requestId, docsUrl });
  return { status, contentType: PROBLEM_TYPE, body: problem, code: error.code };
}
