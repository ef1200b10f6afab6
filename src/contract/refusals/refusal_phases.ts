/**
 * The one order in which a request can be refused, as data: a request with two faults is refused
 * for the fault of the earlier phase. The edges run the phases in this order, the contract document
 * prints them, and `test/api/refusal_order.test.ts` checks the order of every pair.
 */
import type { ErrorCode } from "./error_catalog.ts";

/**
 * Who runs a phase. `transport`: the protocol of the request, each protocol in its own way. `head`:
 * the checks that need no input of the operation. `input`: the checks that need the input. `shard`:
 * the shard or the snapshot that the request acts on.
 */
export type PhaseRunner = "transport" | "head" | "input" | "shard";

type Phase = {
  name: string;
  runner: PhaseRunner;
  /** The codes that the phase can refuse with; undefined stands for the operation's own codes. */
  codes: readonly ErrorCode[] | undefined;
  /** What is true of a request that passes the phase. */
  passed: string;
  /** True: where one request holds several operations, the phase runs for each of them. */
  ofEachOperation?: true;
};

export const REFUSAL_PHASES = [
  {
    name: "framing",
    runner: "transport",
    codes: ["invalid_request"],
    passed: "the message can be read in one way only",
  },
  {
    name: "connections",
    runner: "transport",
    codes: ["rate_limited"],
    passed: "the network of the peer's address has no more connections open than it may",
  },
  {
    name: "route",
    runner: "transport",
    codes: ["not_found"],
    passed: "an operation has this method and path",
  },
  {
    name: "start",
    runner: "transport",
    codes: ["ledger_unavailable", "resource_reader_unavailable"],
    passed: "the server has replayed its log",
  },
  {
    name: "body_size",
    runner: "transport",
    codes: ["request_body_too_large"],
    passed: "the body is within the limit",
  },
  {
    name: "address_budget",
    runner: "head",
    codes: ["rate_limited"],
    passed: "the caller's address has budget left",
  },
  {
    name: "credential",
    runner: "head",
    codes: [
      "invalid_credentials",
      "key_revoked",
      "session_expired",
      "session_revoked",
      "tenant_mismatch",
    ],
    passed:
      "the credential is valid, made for the environment that is asked for, and of the company that `X-Service-Tenant` names",
  },
  {
    name: "principal",
    runner: "head",
    codes: ["session_required"],
    passed: "a session is there where the operation takes nothing else",
    ofEachOperation: true,
  },
  {
    name: "credential_budget",
    runner: "head",
    codes: ["rate_limited"],
    passed: "the credential has budget left",
  },
  {
    name: "csrf",
    runner: "head",
    codes: ["csrf_token_invalid"],
    passed: "a mutation of a browser session carries its CSRF token",
  },
  {
    name: "environment",
    runner: "head",
    codes: ["invalid_request"],
    passed: "`X-Service-Environment` is absent, `sandbox` or `live`",
  },
  {
    name: "operation_environment",
    runner: "head",
    codes: ["operation_environment_invalid"],
    passed: "the operation exists in this environment",
    ofEachOperation: true,
  },
  {
    name: "idempotency_key",
    runner: "head",
    codes: ["idempotency_required", "invalid_request"],
    passed:
      "a mutation carries an `Idempotency-Key`, which is a UUID; so does a read of an agent in live, which a person approves",
  },
  {
    name: "schema",
    runner: "input",
    codes: ["invalid_request"],
    passed: "path, query and body fit their schemas",
  },
  {
    name: "user_code_budget",
    runner: "input",
    codes: ["rate_limited"],
    passed: "whoever sends the user code of a program has guesses left",
  },
  {
    name: "agent_reach",
    runner: "input",
    codes: ["unauthorized"],
    passed: "the grant of an agent covers the Product and the Build that the request is about",
    ofEachOperation: true,
  },
  {
    name: "product",
    runner: "input",
    codes: ["product_access_suspended", "product_activation_required"],
    passed: "the Product may be used, here; members of its company may still read a disabled one",
    ofEachOperation: true,
  },
  {
    name: "permission",
    runner: "input",
    codes: ["missing_required_scope", "missing_required_permission", "operation_not_allowed"],
    passed: "credential and role of its member permit the operation, and it takes their kind",
    ofEachOperation: true,
  },
  {
    name: "mfa",
    runner: "input",
    codes: ["mfa_verification_required"],
    passed: "the session completed TOTP at its login where company or operation ask for it",
    ofEachOperation: true,
  },
  {
    name: "agent_things",
    runner: "shard",
    codes: ["resource_not_found"],
    passed: "an agent reaches each blueprint and each Build that the request names",
  },
  {
    name: "agent_approval",
    runner: "shard",
    codes: ["agent_approval_required", "idempotency_conflict", "request_body_too_large"],
    passed:
      "a person has approved this very request of an agent, where it acts in live or crosses into it",
    ofEachOperation: true,
  },
  {
    name: "idempotency",
    runner: "shard",
    codes: ["idempotency_conflict"],
    passed:
      "the key is new in this Product and environment, or was used for this very request, whose answer is then given again",
  },
  {
    name: "operation",
    runner: "shard",
    codes: undefined,
    passed: "the operation itself does not refuse: existence, parties, status, money",
  },
] as const satisfies readonly Phase[];

export type PhaseName = (typeof REFUSAL_PHASES)[number]["name"];
type Named = (typeof REFUSAL_PHASES)[number];
/** Names of the phases that `R` runs. */
export type PhaseOf<R extends PhaseRunner> = Extract<Named, { runner: R }>["name"];
/** Names of the phases that run for each operation of a request. */
export type OperationPhase = Extract<Named, { ofEachOperation: true }>["name"];

/** Names of the phases of one runner, in their order. */
export function phasesOf<R extends PhaseRunner>(runner: R): PhaseOf<R>[] {
  return REFUSAL_PHASES.filter((phase) => phase.runner === runner).map(
    ({ name }) => name as PhaseOf<R>,
  );
}

/** Names of the phases that run for each operation of a request, in their order. */
export function operationPhases(): OperationPhase[] {
  return REFUSAL_PHASES.filter((phase) => "ofEachOperation" in phase).map(
    ({ name }) => name as OperationPhase,
  );
}

/**
 * The phases with those of their codes that are in `declared`. Leaves out a phase of whose codes
 * none is in `declared`; keeps the phase of the operation's own codes.
 */
export function phasesWith(
  declared: ReadonlySet<ErrorCode>,
): { phase: PhaseName; codes: ErrorCode[]; passed: string }[] {
  return REFUSAL_PHASES.flatMap(({ name, codes, passed }) => {
    const possible = codes?.filter((code) => declared.has(code)) ?? [];
    return codes !== undefined && possible.length === 0
      ? []
      : [{ phase: name, codes: possible, passed }];
  });
}
