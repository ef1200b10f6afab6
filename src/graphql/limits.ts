/** Every limit of a GraphQL request, and the refusal of a request over a limit. */
import type { Refusal } from "../contract/refusals/refusal.ts";
import { refuse } from "../contract/refusals/refusal.ts";

/** Root fields of the operation that is run (specification, GraphQL 4). */
export const ROOT_FIELDS_MAX = 20;
/** Fields in the whole walk, fragments expanded where spread (specification, GraphQL 5). */
export const SELECTIONS_MAX = 1_024;
/**
 * The most selections that the walk visits, repeated selections counted: limits the walk's time.
 */
export const SELECTIONS_SEEN_MAX = 8 * SELECTIONS_MAX;
/**
 * The most selections that the rule of merged fields visits in all operations of a document, repeated
 * selections counted. A document of `TOKENS_MAX` tokens without fragments has fewer.
 */
export const DOCUMENT_SELECTIONS_MAX = 4 * SELECTIONS_SEEN_MAX;
/** Tokens of a document: a field with two arguments has about ten. */
export const TOKENS_MAX = 10_240;
/** Brackets inside one another, and fields inside one another when fragments are expanded. */
export const DEPTH_MAX = 32;
/** Errors of one answer to a document that is not valid. */
export const ERRORS_MAX = 20;
/** Reads that relations cause in one request; a read that is asked for twice counts once. */
export const NESTED_READS_MAX = 1_000;
/** The most objects of one answer: resources, and the rows of pages. About 10 MB of text. */
export const OBJECTS_MAX = 20_000;
/** The most objects of a query that runs on an edge: some 10 ms of the edge's thread. */
export const EDGE_OBJECTS_MAX = 1_000;
/** The most characters of a file in an answer; REST streams larger files. */
export const FILE_CHARS_MAX = 16 * 1_048_576;
/**
 * On an edge: the time after which a request begins no further reads, milliseconds. Each read alone
 * is bounded by limits of its own.
 */
export const EDGE_READ_MS_MAX = 2_000;
/** In the read pool: the time after which a request begins no further reads, milliseconds. */
export const POOL_READ_MS_MAX = 20_000;

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
