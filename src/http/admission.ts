/** Refusals of a request before its input is looked at: too early, too many, by its headers. */
import type { RateTicket } from "../access/rate_limit.ts";
import { type Environment, type Operation, type Refusal, refuse } from "../contract/operation.ts";
import { refuseIssues } from "../contract/page.ts";
import type { RequestHeaders } from "./request_headers.ts";

/** Bytes of a body (specification, Limits). */
export const BODY_BYTES_MAX = 1_048_576;
/** Bytes of a body where nobody is authenticated. */
export const ANONYMOUS_BODY_BYTES_MAX = 262_144;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function bodyBytesMaxOf({ isPublic }: { isPublic: boolean }): number {
  return isPublic ? ANONYMOUS_BODY_BYTES_MAX : BODY_BYTES_MAX;
}

/** An operation that exists in one environment only, asked for with a key of the other. */
export function refuseEnvironment(
  operation: Pick<Operation<never>, "id" | "environment">,
  environment: Environment,
): Refusal<"operation_environment_invalid"> | undefined {
  if (operation.environment === undefined || operation.environment === environment) {
    return undefined;
  }
  return refuse("operation_environment_invalid", `${operation.id} exists in sandbox only`, {
    environment,
    allowedEnvironments: [operation.environment],
  });
}

/** Why the key of a mutation is none, or undefined; from then on it stands in lower case. */
export function refuseIdempotencyKey(
  headers: RequestHeaders,
): Refusal<"idempotency_required" | "invalid_request"> | undefined {
  const key = headers.idempotencyKey;
  if (key === "") {
    const message = "a mutation carries an Idempotency-Key: a UUID per intended change";
    return refuse("idempotency_required", message, { header: "Idempotency-Key" });
  }
  if (UUID.test(key)) return undefined;
  headers.idempotencyKey = key.toLowerCase();
  if (UUID.test(headers.idempotencyKey)) return undefined;
  const issue = { code: "uuid", message: "Idempotency-Key is a UUID", path: ["idempotency-key"] };
  return refuseIssues([issue]);
}

/** What a budget counts: a key, an address, an address that asks for public documents. */
export type Budget = "credential" | "ip" | "discovery";

/** Over a budget, of the caller's address or of its key. */
export function refusalOfRate(
  { limit, resetSeconds }: RateTicket,
  budget: Budget,
): Refusal<"rate_limited"> {
  const subject = budget === "credential" ? budget : "ip";
  return refuse("rate_limited", `over ${limit} requests in 60 seconds`, {
    subject,
    limit,
    resetAt: new Date(resetSeconds * 1_000).toISOString(),
  });
}

/** The log is not replayed yet: nothing is known, so nothing is said. */
export function refusalWhileStarting(
  type: "read" | "write",
): Refusal<"ledger_unavailable" | "resource_reader_unavailable"> {
  const message = "the server is replaying its log; retry in a moment";
  return refuse(
    type === "write" ? "ledger_unavailable" : "resource_reader_unavailable",
    message,
    {},
  );
}
