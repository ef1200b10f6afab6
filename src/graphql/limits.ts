/** Every limit of a GraphQL request, and what is said when one is passed. */
import type { Refusal } from "../contract/operation.ts";
import { refuse } from "../contract/operation.ts";

/** Root fields of the operation that is run (specification, GraphQL 4). */
export const ROOT_FIELDS_MAX = 20;
/** Fields in the whole walk, fragments expanded where spread (specification, GraphQL 5). */
export const SELECTIONS_MAX = 1_024;
/** Selections that the walk looks at, repeated ones too: bounds its time, not what may be asked. */
export const SELECTIONS_SEEN_MAX = 8 * SELECTIONS_MAX;
/** Tokens of a document: a field with two arguments has about ten. */
export const TOKENS_MAX = 10_240;
/** Brackets inside one another, and fields inside one another when fragments are expanded. */
export const DEPTH_MAX = 32;
/** Errors of one answer to a document that is not valid. */
export const ERRORS_MAX = 20;
/** Reads that relations cause in one request, each once however often it is asked for. */
export const NESTED_READS_MAX = 1_000;
/** Time that the reads of one request may take, milliseconds. Each alone is bounded by its page. */
export const READ_MS_MAX = 2_000;

/** `invalid_request` whose details name the limit. */
export function refuseLimit(
  limit: string,
  max: number,
  message: string,
): Refusal<"invalid_request"> {
  return refuse("invalid_request", message, {
    limit,
    max,
    issues: [{ code: "limit", message, path: ["query"] }],
  });
}
