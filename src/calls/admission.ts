/**
 * Whether a call may run: the phases of `contract/refusals/refusal_phases.ts` that are the same for every
 * transport. That file alone has the order of the phases; this file has the check of each phase.
 */
import { sameText } from "../access/api_key.ts";
import { needsApproval } from "../access/approval_rule.ts";
import type { Presented } from "../access/credentials.ts";
import type { Budget, Gate } from "../access/gate.ts";
import {
  accessToSuspended,
  checkEnvironmentName,
  checkKeyEnvironment,
  checkMfa,
  checkOperationEnvironment,
  checkPermission,
  checkPrincipal,
  checkProduct,
  environmentOf,
  refuseWithoutSession,
} from "../access/permission.ts";
import type { RateLimiter, RateTicket } from "../access/rate_limit.ts";
import { isUuid } from "../base/uuid.ts";
import { type Caller, countedAs } from "../contract/declare/caller.ts";
import type { Environment, ProductView } from "../contract/declare/principal.ts";
import { checkReach } from "../contract/declare/reach.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import {
  type OperationPhase,
  operationPhases,
  type PhaseOf,
  phasesOf,
} from "../contract/refusals/refusal_phases.ts";
import { UUID_RULE } from "../contract/values/meant_values.ts";
import { refuseIssues } from "../contract/values/page.ts";
import type { Call } from "./call.ts";
import type { CallInput } from "./call_input.ts";
import { productAbout } from "./target.ts";

/** Finds out who sent a credential. */
export interface Authenticator {
  authenticate(presented: Presented, nowMs: number): Caller | Refusal;
  productOf(productId: string): ProductView | undefined;
}

export type AdmissionParts = {
  credentials: Authenticator;
  limiter: RateLimiter;
  nowMs: () => number;
};

/** The checks of one edge, with the budgets and the credentials that they ask. */
export class Admission {
  /** How many calls were refused because a budget was spent, by budget. */
  readonly rateLimited: Record<Budget, number> = {
    credential: 0,
    ip: 0,
    discovery: 0,
    identity_ip: 0,
    guess: 0,
    guess_ip: 0,
  };
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /**
   * Runs the phases before the input, in order. Returns the first refusal, or undefined; then
   * `call.caller` is set.
   */
  refusalOfHead(call: Call, gate: Gate, phases = HEAD_PHASES): Refusal | undefined {
    const nowMs = this.#parts.nowMs();
    for (const check of phases) {
      const refusal = check(this, call, gate, nowMs);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  /** Runs the phases that need the input. `product`: the Product that the call acts in, if any. */
  refusalOfInput(
    call: Call,
    gate: Gate,
    input: CallInput,
    product: ProductView | undefined,
  ): Refusal | undefined {
    for (const check of INPUT_PHASES) {
      const refusal = check(this, call, gate, input, product);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  /** Takes units from the credential's budget, and tells the call what is left of the budget. */
  takeUnits(
    call: Call,
    units: number,
    nowMs = this.#parts.nowMs(),
  ): Refusal<"rate_limited"> | undefined {
    const counted = countedAs(call.caller);
    if (counted === undefined || units === 0) return undefined;
    const { limiter } = this.#parts;
    const ticket =
      typeof counted === "number"
        ? limiter.takeCredential(counted, units, nowMs)
        : limiter.takeMember(counted, units, nowMs);
    call.reportBudget(ticket);
    return this.#refusalOf(ticket, "credential");
  }

  /**
   * Takes a guess of the person and of the address; both get it back when the answer says that it was
   * none, or was right.
   */
  takeGuess(call: Call): Refusal<"rate_limited"> | undefined {
    const { limiter, nowMs } = this.#parts;
    const { caller, address } = call;
    const userId = caller.kind === "session" || caller.kind === "token" ? caller.userId : "";
    const byPerson = this.#refusalOf(limiter.takeGuess(userId, nowMs()), "guess");
    if (byPerson !== undefined) return byPerson;
    const byAddress = this.#refusalOf(limiter.takeGuessIp(address, nowMs()), "guess_ip");
    if (byAddress !== undefined) return byAddress;
    call.whenAnswered = (status) => {
      if (status !== NOT_FOUND && status !== CLIENT_GONE) {
        limiter.giveBackGuess(userId, address, nowMs());
      }
    };
    return undefined;
  }

  /** Takes one unit from the budget of the caller's address that the gate names, and reports the budget to the call. */
  takeAddress(
    call: Call,
    { addressBudget }: Gate,
    nowMs: number,
  ): Refusal<"rate_limited"> | undefined {
    const { limiter } = this.#parts;
    const { address } = call;
    const ticket = limiter[TAKES[addressBudget]](address, nowMs);
    call.reportBudget(ticket);
    return this.#refusalOf(ticket, addressBudget);
  }

  /** Sets `call.caller`, or refuses the credential. A public gate looks at no credential. */
  authenticate(call: Call, gate: Gate, nowMs: number): Refusal | undefined {
    if (gate.isPublic) return undefined;
    const { credentials } = this.#parts;
    const isAbsent = call.authorization === undefined && call.sessionText === "";
    if (isAbsent && gate.needsSession) return refuseWithoutSession(gate, "public");
    const caller = credentials.authenticate(call, nowMs);
    if ("refused" in caller) return caller;
    const mismatch = ofKeyElsewhere(caller, call);
    if (mismatch !== undefined) return mismatch;
    call.caller = caller;
    return undefined;
  }

  /** Refuses an agent that does not reach what the call is about. */
  reach(
    { caller, environment }: Call,
    input: CallInput,
    product: ProductView | undefined,
  ): Refusal<"unauthorized"> | undefined {
    if (caller.kind !== "agent" || input.issues !== undefined) return undefined;
    const { buildId } = input.value;
    const { credentials } = this.#parts;
    return checkReach(caller, environmentOf(caller, environment), {
      product: productAbout(credentials, caller.tenantId, product, input.value),
      buildId: typeof buildId === "string" ? buildId : undefined,
    });
  }

  #refusalOf(ticket: RateTicket, budget: Budget): Refusal<"rate_limited"> | undefined {
    if (ticket.allowed) return undefined;
    this.rateLimited[budget]++;
    return refusalOfRate(ticket, budget);
  }
}

/**
 * Runs the phases that each operation of a request has, where a request (GraphQL) holds several.
 * `product`: the Product that the operation acts in, if any.
 */
export function refusalOfOperation(
  caller: Caller,
  environment: Environment,
  gate: Gate,
  product: ProductView | undefined,
): Refusal | undefined {
  for (const check of OPERATION_PHASES) {
    const refusal = check(caller, environment, gate, product);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** How each budget of an address is taken from. */
const TAKES = { ip: "takeIp", discovery: "takeDiscovery", identity_ip: "takeIdentityIp" } as const;

type HeadCheck = (
  admission: Admission,
  call: Call,
  gate: Gate,
  nowMs: number,
) => Refusal | undefined;
type InputCheck = (
  admission: Admission,
  call: Call,
  gate: Gate,
  input: CallInput,
  product: ProductView | undefined,
) => Refusal | undefined;
type OperationCheck = (
  caller: Caller,
  environment: Environment,
  gate: Gate,
  product: ProductView | undefined,
) => Refusal | undefined;

const OPERATION_CHECKS: Readonly<Record<OperationPhase, OperationCheck>> = {
  principal: (caller, _environment, gate) => checkPrincipal(caller, gate),
  operation_environment: (_caller, environment, gate) =>
    checkOperationEnvironment(environment, gate),
  agent_reach: (caller, environment, _gate, product) =>
    checkReach(caller, environment, { product, buildId: undefined }),
  product: (caller, environment, gate, product) =>
    gate.isPublic || product === undefined
      ? undefined
      : checkProduct(product, environment, accessToSuspended(caller, gate)),
  permission: (caller, environment, gate) => checkPermission(caller, environment, gate),
  mfa: (caller, _environment, gate) => checkMfa(caller, gate),
  agent_approval: refuseApprovalOfSeveral,
};

/**
 * Refuses an operation that a person must approve, where one request holds several operations: an approval is of one
 * request with one idempotency key.
 */
function refuseApprovalOfSeveral(
  caller: Caller,
  environment: Environment,
  gate: Gate,
  product: ProductView | undefined,
): Refusal<"operation_not_allowed"> | undefined {
  if (!needsApproval(caller, environment, gate, product)) return undefined;
  const message = `${gate.id} in live is approved by a person, which takes a request of its own`;
  return refuse("operation_not_allowed", message, { reason: "agent_approval" });
}

const HEAD_CHECKS: Readonly<Record<PhaseOf<"head">, HeadCheck>> = {
  address_budget: (admission, call, gate, nowMs) => admission.takeAddress(call, gate, nowMs),
  credential: (admission, call, gate, nowMs) => admission.authenticate(call, gate, nowMs),
  principal: (_, { caller }, gate) => checkPrincipal(caller, gate),
  credential_budget: (admission, call, gate, nowMs) => admission.takeUnits(call, gate.units, nowMs),
  csrf: (_, call, gate) => checkCsrf(call, gate),
  environment: (_, { environment }, { isPublic }) =>
    isPublic ? undefined : checkEnvironmentName(environment),
  operation_environment: (_, { caller, environment }, gate) =>
    checkOperationEnvironment(environmentOf(caller, environment), gate),
  idempotency_key: (_, call, gate) => {
    const { caller, environment } = call;
    if (gate.isMutation) return gate.takesKey ? checkIdempotencyKey(call) : withoutKey(call);
    if (caller.kind !== "agent") return undefined;
    const at = environmentOf(caller, environment);
    return needsApproval(caller, at, gate, undefined) ? checkIdempotencyKey(call) : undefined;
  },
};

const INPUT_CHECKS: Readonly<Record<PhaseOf<"input">, InputCheck>> = {
  schema: (_, _call, _gate, { issues }) =>
    issues === undefined ? undefined : refuseIssues(issues),
  user_code_budget: (admission, call, { takesUserCode }, { issues }) =>
    takesUserCode && issues === undefined ? admission.takeGuess(call) : undefined,
  agent_reach: (admission, call, _gate, input, product) => admission.reach(call, input, product),
  product: (_, { caller, environment }, gate, _input, product) =>
    gate.isPublic || product === undefined || actsInEveryProduct(caller, gate)
      ? undefined
      : checkProduct(product, environmentOf(caller, environment), accessToSuspended(caller, gate)),
  permission: (_, { caller, environment }, gate, input) =>
    checkPermission(
      caller,
      environmentOf(caller, environment),
      gate,
      input.issues === undefined ? input.value : {},
    ),
  mfa: (_, { caller }, gate) => checkMfa(caller, gate),
};

/**
 * What the operator may do in both environments, such as an erasure, it may do in every Product, whatever
 * the Product's status.
 */
function actsInEveryProduct({ kind }: Caller, { environment }: Gate): boolean {
  return kind === "operator" && environment === undefined;
}

/** The status that says of a user code that it was guessed wrong. */
const NOT_FOUND = 404;
/** The status that stands in logs for a client that went away: nobody knows whether it was right. */
const CLIENT_GONE = 499;

/** A key that was sent nevertheless means nothing. */
function withoutKey(call: Call): undefined {
  call.idempotencyKey = "";
  return undefined;
}

const HEAD_PHASES = phasesOf("head").map((name) => HEAD_CHECKS[name]);
/** Those of a call within a request whose address has paid, and whose caller is known. */
export const HEAD_PHASES_WITHIN = phasesOf("head")
  .filter((name) => name !== "address_budget")
  .map((name) => (name === "credential" ? checkKnownCaller : HEAD_CHECKS[name]));

/** The credential is taken; where it is a Product key, the call may name another environment than the request. */
function checkKnownCaller(_: Admission, call: Call): Refusal<"invalid_credentials"> | undefined {
  const mismatch = ofKeyElsewhere(call.caller, call);
  // The request was admitted with the key, so another key is no answer to a call within it.
  return mismatch && { ...mismatch, message: ELSEWHERE };
}

const ELSEWHERE =
  "this key works in its own environment alone, so leave the environment out; in live an agent acts by the grant of a person";

/** The refusal of a Product key in a call for another environment than the key's own. */
function ofKeyElsewhere(
  caller: Caller,
  { environment }: Call,
): Refusal<"invalid_credentials"> | undefined {
  return caller.kind === "product_key" ? checkKeyEnvironment(caller, environment) : undefined;
}

const INPUT_PHASES = phasesOf("input").map((name) => INPUT_CHECKS[name]);
const OPERATION_PHASES = operationPhases().map((name) => OPERATION_CHECKS[name]);

/**
 * A page of another site can make a browser send the session's cookie, but not this token; and a
 * browser says that the request comes from another site.
 */
function checkCsrf(
  { caller, csrfToken, isCrossSite }: Call,
  { isMutation }: Gate,
): Refusal<"csrf_token_invalid"> | undefined {
  if (caller.kind !== "session" || !isMutation) return undefined;
  if (isCrossSite) {
    return refuse("csrf_token_invalid", "the request comes from a page of another site", {
      header: "Origin",
    });
  }
  if (sameText(csrfToken, caller.csrfToken)) return undefined;
  return refuse("csrf_token_invalid", "X-CSRF-Token is not the session's own", {
    header: "X-CSRF-Token",
  });
}

/**
 * Refuses a missing or malformed idempotency key; writes a valid key into the call in lower case.
 */
export function checkIdempotencyKey(
  call: Call,
): Refusal<"idempotency_required" | "invalid_request"> | undefined {
  const key = call.idempotencyKey;
  if (key === "") {
    const message =
      "the header Idempotency-Key is absent; send a new UUID for each intended change, and the same one again with each retry of it";
    return refuse("idempotency_required", message, { header: "Idempotency-Key" });
  }
  if (isUuid(key)) return undefined;
  call.idempotencyKey = key.toLowerCase();
  if (isUuid(call.idempotencyKey)) return undefined;
  const fault = UUID_RULE.faultOf?.(key);
  const message = `Idempotency-Key ${fault === undefined ? "" : `${fault.says}; it `}must be ${UUID_RULE.mustBe}`;
  return refuseIssues([{ code: "format", message, path: ["idempotency-key"] }]);
}

/** What `details.subject` says of a budget. */
const SUBJECT_OF: Readonly<Record<Budget, string>> = {
  credential: "credential",
  ip: "ip",
  discovery: "ip",
  identity_ip: "ip",
  guess: "credential",
  guess_ip: "ip",
};

/** The refusal of a call whose budget, of its address or of its credential, is spent. */
function refusalOfRate(
  { limit, resetSeconds, retryAfterSeconds }: RateTicket,
  budget: Budget,
): Refusal<"rate_limited"> {
  const what = budget === "guess" || budget === "guess_ip" ? "wrong codes" : "requests";
  const refusal = refuse("rate_limited", `over ${limit} ${what} in 60 seconds`, {
    subject: SUBJECT_OF[budget],
    limit,
    resetAt: new Date(resetSeconds * 1_000).toISOString(),
  });
  return { ...refusal, retryAfterSeconds };
}
