/**
 * What a caller may do: the checks of credential, environment, Product and operation that every
 * transport makes in the order of `contract/refusals/refusal_phases.ts`. Each check returns undefined, or a
 * refusal that is given to the caller unchanged.
 * Does not know where an operation acts or what its input is.
 */
import { activationStatusOf } from "../contract/declare/activation.ts";
import {
  type AgentCaller,
  type Caller,
  type CallerKind,
  callerIdOf,
  hasScope,
  type ProductKeyCaller,
  type SessionCaller,
  type TokenCaller,
} from "../contract/declare/caller.ts";
import { ENVIRONMENT_HEADER } from "../contract/declare/environment_header.ts";
import type { Environment, PrincipalKind, ProductView } from "../contract/declare/principal.ts";
import { isTenantPermission, type Role, rolePermits } from "../contract/declare/roles.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import { refuseIssues } from "../contract/values/page.ts";
import type { Gate } from "./gate.ts";

/** For each kind of caller: the kinds of an operation's declaration that admit it. */
const PRINCIPALS_OF: Readonly<Record<CallerKind, readonly PrincipalKind[]>> = {
  public: ["public"],
  product_key: ["product_key"],
  session: ["session", "founder"],
  token: ["founder"],
  agent: ["agent"],
  operator: ["operator"],
};

/** What other interfaces call the two environments. */
const ENVIRONMENT_NAMES: Readonly<Record<string, Environment>> = {
  sandbox: "sandbox",
  test: "sandbox",
  testing: "sandbox",
  dev: "sandbox",
  development: "sandbox",
  staging: "sandbox",
  live: "live",
  prod: "live",
  production: "live",
};

function refuseEnvironment(headerValue: string): Refusal<"invalid_request"> {
  const name = headerValue.toLowerCase();
  const meant = Object.hasOwn(ENVIRONMENT_NAMES, name) ? ENVIRONMENT_NAMES[name] : undefined;
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
  const message = `${ENVIRONMENT_HEADER} must be sandbox or live${hint}`;
  return refuseIssues([{ code: "enum", message, path: ["x-service-environment"] }]);
}

/**
 * The environment that a call acts in: the key's own, or the header's, which is sandbox by default.
 */
export function environmentOf(caller: Caller, headerValue: string): Environment {
  if (caller.kind === "product_key") return caller.principal.environment;
  return headerValue === "live" ? "live" : "sandbox";
}

/** Refuses a key that was made for another environment than the one that `X-Service-Environment` asks for. */
export function checkKeyEnvironment(
  { key }: ProductKeyCaller,
  headerValue: string,
): Refusal<"invalid_credentials"> | undefined {
  if (headerValue !== "" && !isEnvironment(headerValue)) return undefined;
  const asked = headerValue === "" ? "sandbox" : headerValue;
  const home = key.environment;
  if (asked === home) return undefined;
  const how = headerValue === "" ? `${asked}, the default` : asked;
  return refuse(
    "invalid_credentials",
    `this key works in ${home} and the request is for ${how}: use a key of ${asked}, ` +
      `or set ${ENVIRONMENT_HEADER} to ${home}`,
    { keyEnvironment: home },
  );
}

/** Refuses a value of `X-Service-Environment` that names no environment; "" is an absent header. */
export function checkEnvironmentName(headerValue: string): Refusal<"invalid_request"> | undefined {
  return headerValue === "" || isEnvironment(headerValue)
    ? undefined
    : refuseEnvironment(headerValue);
}

/** What a caller may still do in a Product that is disabled or closed: read it, or nothing. */
export type AccessToSuspended = "read" | "none";

/**
 * What the caller may do in a disabled or closed Product: the members of its company read it and change nothing in it;
 * the Product's own credentials and agents may do nothing.
 */
export function accessToSuspended(caller: Caller, { isMutation }: Gate): AccessToSuspended {
  const isOfMember = caller.kind === "session" || caller.kind === "token";
  return isOfMember && !isMutation ? "read" : "none";
}

/**
 * Refuses a Product that is disabled or closed, but to a caller who may read it nevertheless, and in live a Product
 * that is not activated.
 */
export function checkProduct(
  product: ProductView,
  environment: Environment,
  toSuspended: AccessToSuspended = "none",
): Refusal<"product_access_suspended" | "product_activation_required"> | undefined {
  const { productId, status, liveActivated } = product;
  if (status !== "active" && toSuspended === "none") {
    return refuse("product_access_suspended", `the Product is ${status}`, { productId, status });
  }
  if (environment === "live" && !liveActivated) {
    return refuse("product_activation_required", "the Product is not activated for live", {
      productId,
      // It is the whole Product that is not activated, not one of its capabilities.
      capability: null,
      activationStatus: activationStatusOf(product),
    });
  }
  return undefined;
}

/**
 * Refuses a caller without a session where the operation takes a member's session or token only.
 */
export function checkPrincipal(
  caller: Caller,
  gate: Gate,
): Refusal<"session_required"> | undefined {
  if (gate.isPublic || !gate.needsSession) return undefined;
  const isMissing =
    caller.kind === "public" ||
    caller.kind === "product_key" ||
    (caller.kind === "token" && !gate.principals.includes("founder"));
  return isMissing ? refuseWithoutSession(gate, caller.kind) : undefined;
}

/**
 * The refusal that says which credential was sent, and which one to send. `sent`: the kind of the credential; `public`
 * where there was none.
 */
export function refuseWithoutSession(
  { id, principals }: Gate,
  sent: CallerKind,
): Refusal<"session_required"> {
  const takesToken = principals.includes("founder");
  const [takes, send] = takesToken ? TAKES_PERSON : TAKES_BROWSER;
  const told = WITHOUT_SESSION[sent] ?? "a credential of another kind was sent";
  return refuse("session_required", `${id} takes ${takes}; ${told}; ${send}`, {
    operation: id,
    principal: principals,
    sent: sent === "public" ? "nothing" : sent,
  });
}

/** What an operation of members takes, and how that is sent. */
const TAKES_PERSON = [
  "a person's token or a browser session",
  "send Authorization: Bearer <PERSONAL_ACCESS_TOKEN>, or log in and send the cookie of the session",
] as const;
const TAKES_BROWSER = [
  "a browser session",
  "log in, and send the cookie of the session without the header Authorization",
] as const;
/** What was sent in the place of a session, by its kind. */
const WITHOUT_SESSION: Partial<Readonly<Record<CallerKind, string>>> = {
  public:
    "the header Authorization is absent, and so is the cookie of a session (no other header and no query parameter is looked at)",
  product_key:
    "the key of a Product was sent in Authorization, and a key acts for its Product, not for a person",
  token: "a person's token was sent in Authorization, and a token is no browser session",
};

/** Refuses an operation that does not exist in the environment that the call acts in. */
export function checkOperationEnvironment(
  environment: Environment,
  gate: Gate,
): Refusal<"operation_environment_invalid"> | undefined {
  if (gate.environment === undefined || gate.environment === environment) return undefined;
  return refuse("operation_environment_invalid", `${gate.id} exists in ${gate.environment} only`, {
    operation: gate.id,
    environment,
    allowedEnvironments: [gate.environment],
  });
}

/**
 * Refuses a credential without the operation's scope, a member whose role lacks the permission, and a caller of a kind
 * that the operation does not take. `input`: the input of the call, where that is known; a credential that names
 * itself in it needs no scope.
 */
export function checkPermission(
  caller: Caller,
  environment: Environment,
  gate: Gate,
  input: Readonly<Record<string, unknown>> = {},
):
  | Refusal<"missing_required_scope" | "missing_required_permission" | "operation_not_allowed">
  | undefined {
  if (gate.isPublic) return undefined;
  return (
    checkScope(caller, gate, input) ??
    checkRole(caller, environment, gate) ??
    checkKind(caller, gate)
  );
}

/** Refuses a person who has not completed TOTP, where the operation or the company asks for it. */
export function checkMfa(
  caller: Caller,
  { id, isPublic, mfa }: Gate,
): Refusal<"mfa_verification_required"> | undefined {
  if (isPublic || !isPersonal(caller)) return undefined;
  const isAsked = mfa === "always" || (mfa === "policy" && caller.requiresMfa);
  if (!isAsked || caller.mfa) return undefined;
  const who = mfa === "always" ? id : "the company";
  const what = caller.kind === "agent" ? "grant" : caller.kind;
  const message = `${who} asks for a ${what} whose login was verified with a second factor; enrol TOTP, then log in again`;
  return refuse("mfa_verification_required", message, {
    policy: mfa === "always" ? "operation" : "company",
  });
}

/** Whether a person stands behind the credential, whose role and second factor count. */
function isPersonal(caller: Caller): caller is SessionCaller | TokenCaller | AgentCaller {
  return caller.kind === "session" || caller.kind === "token" || caller.kind === "agent";
}

/** The refusal of a person whose role lacks a permission, or who is no member of the company. */
export function refuseRole(
  permission: string,
  role: Role | undefined,
): Refusal<"missing_required_permission"> {
  const who = role === undefined ? "no member of the company" : `the role ${role}, which lacks it`;
  const message = `the permission ${permission} is needed, and the caller is ${who}`;
  return refuse("missing_required_permission", message, { permission, role: role ?? "none" });
}

/**
 * Refuses a member whose role lacks the permission. An agent has the role of its person; a Product key has none, only
 * scopes.
 */
function checkRole(
  caller: Caller,
  environment: Environment,
  { permission }: Gate,
): Refusal<"missing_required_permission"> | undefined {
  if (permission === undefined) return undefined;
  if (!isPersonal(caller)) return undefined;
  const { role } = caller;
  const { permission: name, environment: at = environment } = permission;
  if (role !== undefined && rolePermits(role, name, at)) return undefined;
  return refuseRole(isTenantPermission(name) ? name : `${name}@${at}`, role);
}

/**
 * Refuses a caller without the operation's scope, unless the call is about the caller's own credential. An operation
 * without a scope takes no credential with scopes, but for what a credential may do about itself.
 */
export function checkScope(
  caller: Caller,
  gate: Pick<Gate, "id" | "scope" | "itselfBy">,
  input: Readonly<Record<string, unknown>>,
): Refusal<"missing_required_scope"> | undefined {
  const { scope, itselfBy } = gate;
  if (scope === undefined || hasScope(caller, scope)) return undefined;
  if (itselfBy !== undefined && input[itselfBy] === callerIdOf(caller)) return undefined;
  const what = caller.kind === "product_key" ? "key" : caller.kind;
  return refuse(
    "missing_required_scope",
    `the ${what} lacks the scope ${scope}; use one that was made with this scope`,
    {
      scope,
      operation: gate.id,
    },
  );
}

function checkKind(caller: Caller, gate: Gate): Refusal<"operation_not_allowed"> | undefined {
  const { id, principals } = gate;
  if (principals.includes("system")) {
    const message = `${id} is done by the platform, never by a caller`;
    return refuse("operation_not_allowed", message, { reason: "system_operation" });
  }
  if (!PRINCIPALS_OF[caller.kind].some((kind) => principals.includes(kind))) {
    const message = `${id} is not for this kind of credential`;
    return refuse("operation_not_allowed", message, {
      reason: "principal",
      principal: principals,
    });
  }
  const isForeignKey = caller.kind === "product_key" && caller.key.origin !== "browser";
  if (gate.browserKeyOnly && isForeignKey) {
    const message = `${id} takes a key that was made in a browser`;
    return refuse("operation_not_allowed", message, { reason: "browser_key_required" });
  }
  if (caller.kind === "product_key" && !gate.isProtocol && !isInKey(caller.key, id)) {
    const message = `${id} is not among the operations that the key was made for; make a new key`;
    return refuse("operation_not_allowed", message, { reason: "not_in_key" });
  }
  return undefined;
}

/** The operations of keys, by the list that the keys share. */
const IN_KEYS = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Whether the operation is among those that the key was made for; a key that was made before they were kept has all.
 */
function isInKey(key: ProductKeyCaller["key"], id: string): boolean {
  return operationsOfKey(key)?.has(id) ?? true;
}

/**
 * The operations that the key was made for, one set for all keys with the list; undefined of a key that has no list.
 */
export function operationsOfKey({
  operationIds,
}: Pick<ProductKeyCaller["key"], "operationIds">): ReadonlySet<string> | undefined {
  if (operationIds === undefined) return undefined;
  let ids = IN_KEYS.get(operationIds);
  if (ids === undefined) {
    ids = new Set(operationIds);
    IN_KEYS.set(operationIds, ids);
  }
  return ids;
}

function isEnvironment(text: string): text is Environment {
  return text === "sandbox" || text === "live";
}
