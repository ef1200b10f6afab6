/** Refusals, which are the expected negative answers of operations. */
import { invariant } from "../../base/invariant.ts";
import type { Effect } from "../declare/effect.ts";
import type { Fact } from "../records/record.ts";
import { ERROR_CATALOG, type ErrorCode, statusesOf } from "./error_catalog.ts";
import type { Issue } from "./error_code.ts";
import type { BareCode, DetailsByCode } from "./error_details.ts";

export type { Issue };

/** A refusal: a declared code, a message that says what happened, and values for `details`. */
export type Refusal<C extends ErrorCode = ErrorCode> = {
  refused: true;
  code: C;
  message: string;
  details: Record<string, unknown>;
  /** Facts that are kept although the request was refused (a failed transfer stays on record). */
  facts: readonly Fact[];
  /** Effects of what is kept, as those of an acceptance. */
  effects?: readonly Effect[];
  /** Seconds after which the same request may be sent again; absent where waiting does not help. */
  retryAfterSeconds?: number;
  /** One of the code's additional statuses; absent: the status that it is usually returned with. */
  httpStatus?: number;
};

/** A copy of the refusal that is returned with one of the code's additional statuses. */
export function returnedWith<C extends ErrorCode>(
  refusal: Refusal<C>,
  httpStatus: number,
): Refusal<C> {
  invariant(statusesOf(refusal.code).includes(httpStatus), "a code has a status of the catalog");
  return { ...refusal, httpStatus };
}

/** The status that the refusal is returned with. */
export function httpStatusOf({ code, httpStatus }: Pick<Refusal, "code" | "httpStatus">): number {
  return httpStatus ?? ERROR_CATALOG[code].httpStatus;
}

/** A copy of the refusal with the number of seconds after which the request may be sent again. */
export function retriedAfter<C extends ErrorCode>(
  refusal: Refusal<C>,
  retryAfterSeconds: number,
): Refusal<C> {
  return { ...refusal, retryAfterSeconds };
}

/**
 * A refusal with a declared code and the details that are declared for it. `message` names the thing
 * and the limit, and never a secret.
 */
export function refuse<C extends BareCode>(code: C, message: string): Refusal<C>;
export function refuse<C extends ErrorCode>(
  code: C,
  message: string,
  details: DetailsByCode[C],
  facts?: readonly Fact[],
): Refusal<C>;
export function refuse<C extends ErrorCode>(
  code: C,
  message: string,
  details: Record<string, unknown> = {},
  facts: readonly Fact[] = [],
): Refusal<C> {
  return { refused: true, code, message, details, facts };
}

/**
 * The refusal of a write whose outcome is unknown, or that the ledger did not take. It names no
 * receipt, because it is not known whether there is one.
 */
export function refuseUnavailable(message: string): Refusal<"ledger_unavailable"> {
  return refuse("ledger_unavailable", message, { receiptId: null });
}

/** The refusal of a well-formed request that breaks the rule named by `constraint`. */
export function refuseConstraint(
  constraint: string,
  message: string,
  more: Omit<DetailsByCode["state_constraint_failed"], "constraint" | "message"> = {},
): Refusal<"state_constraint_failed"> {
  return refuse("state_constraint_failed", message, { constraint, message, ...more });
}
