/**
 * The codes that an operation can return: its own refusals, and those of the layers that every
 * request of its kind passes. A layer that the operation's principals never reach (a browser's CSRF
 * check, an agent's approval) adds no codes.
 */
import type { Operation } from "../declare/operation.ts";
import type { PrincipalKind } from "../declare/principal.ts";
import { PRODUCT_CALLERS } from "../declare/principal_lists.ts";
import type { ErrorCode } from "./error_catalog.ts";

/** Codes of the router, the edge and the budgets, which every request passes. */
const EVERY_REQUEST = ["invalid_request", "not_found", "rate_limited", "internal_error"] as const;

/** Codes of the authentication and of the permission check, by kind of principal. */
const BY_PRINCIPAL: Readonly<Record<PrincipalKind, readonly ErrorCode[]>> = {
  public: [],
  product_key: [
    "invalid_credentials",
    "key_revoked",
    "tenant_mismatch",
    "operation_not_allowed",
    "product_access_suspended",
  ],
  founder: [
    "invalid_credentials",
    "session_expired",
    "session_revoked",
    "tenant_mismatch",
    "missing_required_permission",
    "mfa_verification_required",
  ],
  session: [
    "invalid_credentials",
    "session_expired",
    "session_revoked",
    "tenant_mismatch",
    "missing_required_permission",
    "mfa_verification_required",
  ],
  operator: [],
  agent: [
    "invalid_credentials",
    "session_expired",
    "session_revoked",
    "operation_not_allowed",
    "product_access_suspended",
    "unauthorized",
    "tenant_mismatch",
  ],
  // Nobody may call a `system` operation; an authenticated caller is refused with a code that says
  // so.
  system: [
    "invalid_credentials",
    "key_revoked",
    "tenant_mismatch",
    "operation_not_allowed",
    "product_access_suspended",
  ],
};

/** The code of a read on a shard that does not answer; a write has `ledger_unavailable`. */
const READS = ["resource_reader_unavailable"] as const;
const WRITES = ["idempotency_required", "idempotency_conflict", "ledger_unavailable"] as const;

/** Of the approval of a person, which a read of an agent asks for by a key too. */
const APPROVED = [
  "agent_approval_required",
  "idempotency_required",
  "idempotency_conflict",
  "request_body_too_large",
] as const;

/** Principals whose requests may act in an environment of a Product, which may not be activated. */
const OF_A_PRODUCT: ReadonlySet<PrincipalKind> = new Set(PRODUCT_CALLERS);

/** The fields of an operation that `codesOf` reads. */
export type CodedOperation = Pick<
  Operation<never>,
  "type" | "principals" | "acts" | "scope" | "environment" | "refusals" | "http" | "approval"
>;

/** Codes that were found before: a declaration never changes, and several documents are made of it. */
const CODES = new WeakMap<CodedOperation, readonly ErrorCode[]>();

/** Every code that `operation` can return, in alphabetical order, each once. */
export function codesOf(operation: CodedOperation): readonly ErrorCode[] {
  const before = CODES.get(operation);
  if (before !== undefined) return before;
  const codes = Object.freeze(foundCodes(operation));
  CODES.set(operation, codes);
  return codes;
}

function foundCodes(operation: CodedOperation): ErrorCode[] {
  const { principals } = operation;
  const codes = new Set<ErrorCode>([...EVERY_REQUEST, ...operation.refusals]);
  const add = (more: readonly ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  const isPublic = principals.includes("public");
  if (operation.type === "write") add(WRITES);
  else if (!isPublic) add(READS);
  // A client may send a body with every other method, also where the operation takes none.
  if (operation.http.method !== "GET") add(["request_body_too_large"]);
  if (operation.environment !== undefined) add(["operation_environment_invalid"]);
  if (!isPublic) add(credentialCodesOf(operation));
  return [...codes].sort();
}

/** Whether an agent may have to ask a person before the operation runs. */
export function mayNeedApproval({
  principals,
  approval,
  environment,
  acts,
}: Pick<CodedOperation, "principals" | "approval" | "environment" | "acts">): boolean {
  const isOfAgents = principals.includes("agent") && !principals.includes("public");
  return isOfAgents && approval !== "never" && environment !== "sandbox" && acts?.on !== "nothing";
}

function credentialCodesOf(operation: CodedOperation): ErrorCode[] {
  const { type, principals, acts, scope, environment } = operation;
  const codes = principals.flatMap((principal) => BY_PRINCIPAL[principal]);
  const takesSession = principals.includes("session") || principals.includes("founder");
  const isInProduct = (acts?.on ?? "product") === "product";
  if (scope !== undefined) codes.push("missing_required_scope");
  if (type === "write" && takesSession) codes.push("csrf_token_invalid");
  // A member still reads a Product that is disabled.
  if (type === "write" && takesSession && isInProduct) codes.push("product_access_suspended");
  if (!principals.includes("product_key") && !principals.includes("system")) {
    codes.push("session_required");
  }
  const isKeyed = principals.includes("product_key") || isInProduct;
  const isOfProduct = isKeyed && principals.some((principal) => OF_A_PRODUCT.has(principal));
  if (environment !== "sandbox" && isOfProduct) codes.push("product_activation_required");
  if (mayNeedApproval(operation)) codes.push(...APPROVED);
  return codes;
}
