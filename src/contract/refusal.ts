/** Refusals, which are the expected negative answers of operations. */
import type { ErrorCode } from "./error_catalog.ts";
import type { Fact } from "./record.ts";

/** One problem of a request. `path` is the list of field names that leads to it. */
export type Issue = { code: string; message: string; path: (string | number)[] };

/** A refusal: a declared code, a message that says what happened, and values for `details`. */
export type Refusal<C extends ErrorCode = ErrorCode> = {
  refused: true;
  code: C;
  message: string;
  details: Record<string, unknown>;
  /** Facts that are kept although the request was refused (a failed transfer stays on record). */
  facts: readonly Fact[];
  /** Seconds after which the same request may be sent again; absent where waiting does not help. */
  retryAfterSeconds?: number;
};

/** The same refusal with the number of seconds after which the request may be sent again. */
export function retriedAfter<C extends ErrorCode>(
  refusal: Refusal<C>,
  retryAfterSeconds: number,
): Refusal<C> {
  return { ...refusal, retryAfterSeconds };
}

/** A refusal with a declared code. `message` names the thing and the limit, and never a secret. */
export function refuse<C extends ErrorCode>(
  code: C,
  message: string,
  details: Record<string, unknown> = {},
  facts: readonly Fact[] = [],
): Refusal<C> {
  return { refused: true, code, message, details, facts };
}
