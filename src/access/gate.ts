/**
 * A gate: what the admission of a call checks, taken from the operation's declaration. A protocol such as GraphQL
 * and a document of the host root have a gate too: every request passes the same checks.
 */
import type { Operation } from "../contract/declare/operation.ts";
import type { Environment, PrincipalKind } from "../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../contract/declare/principal_lists.ts";
import { EVERYBODY, type NamedPermission, namedPermission } from "../contract/declare/roles.ts";
import { type ApprovalRule, approvalRuleOf } from "./approval_rule.ts";

/**
 * What a budget counts: a credential; an address; an address that asks for public documents, or for
 * what concerns nobody known yet, such as a sign-up; and a person or an address that sends the user code of a
 * program.
 */
export type Budget = "credential" | "ip" | "discovery" | "identity_ip" | "guess" | "guess_ip";

export type Gate = {
  /** The name that refusals give to the caller; the id of an operation. */
  readonly id: string;
  readonly principals: readonly PrincipalKind[];
  /** True: anybody may call, and no credential is looked at. */
  readonly isPublic: boolean;
  /** True: a session or a token of a member is taken, and no Product key. */
  readonly needsSession: boolean;
  /** True: of Product keys, only a key that was made in a browser may call. */
  readonly browserKeyOnly: boolean;
  readonly scope: string | undefined;
  /** The field of the input in which a credential names itself, which then needs no scope. */
  readonly itselfBy: string | undefined;
  readonly environment: Environment | undefined;
  /** The budget of the caller's address that a request takes from. */
  readonly addressBudget: "ip" | "discovery" | "identity_ip";
  /** What the role of a member must permit; undefined where any member may call. */
  readonly permission: NamedPermission | undefined;
  /** Which sessions and tokens must have completed TOTP: all, none, or as their company asks. */
  readonly mfa: "always" | "never" | "policy";
  /** Units that a request takes from the credential's budget before its input is known. */
  readonly units: number;
  /** True: the request carries an idempotency key, and in a browser session a CSRF token. */
  readonly isMutation: boolean;
  /**
   * False: the request carries no idempotency key; a mutation of this kind is made unique by what it presents, such as
   * a code.
   */
  readonly takesKey: boolean;
  /** True: each request of a person or address counts as a guess of a user code until it turns out to be right. */
  readonly takesUserCode: boolean;
  /** Which calls of agents a person approves first. */
  readonly approval: ApprovalRule;
  /** True: the gate is of a protocol, whose operations have gates of their own. */
  readonly isProtocol: boolean;
};

/** The fields of a declaration, for any state and input, that a gate is made of. */
export type GatedOperation = Pick<
  Operation<never>,
  | "id"
  | "type"
  | "principals"
  | "browserKeyOnly"
  | "scope"
  | "ofItself"
  | "environment"
  | "permission"
  | "mfa"
  | "oauth"
  | "limitsGuesses"
  | "approval"
  | "acts"
> &
  Partial<Pick<Operation<never>, "http">>;

/** The gate of an operation, with the default of each rule that its declaration leaves out. */
export function gateOf(operation: GatedOperation): Gate {
  const { id, type, principals, browserKeyOnly, scope, environment } = operation;
  const { permission = scope, mfa = "policy", oauth, http } = operation;
  const isPublic = principals.includes("public");
  const isMutation = type === "write";
  return {
    id,
    principals,
    isPublic,
    needsSession: needsSession(principals),
    browserKeyOnly: browserKeyOnly === true,
    scope,
    itselfBy: operation.ofItself?.by,
    environment,
    // A public write signs somebody up or in.
    addressBudget:
      oauth?.addressBudget ?? (isPublic ? (isMutation ? "identity_ip" : "discovery") : "ip"),
    permission:
      permission === undefined || permission === EVERYBODY
        ? undefined
        : namedPermission(permission),
    mfa,
    units: 1,
    isMutation,
    takesKey: isMutation && oauth === undefined && http?.method !== "GET",
    takesUserCode: operation.limitsGuesses === "user_code",
    approval: approvalRuleOf(operation),
    isProtocol: false,
  };
}

/**
 * The gate of a protocol that takes Product keys, members and agents; the protocol charges and checks
 * its operations itself.
 */
export function protocolGate(id: string): Gate {
  const declared = { id, type: "read", scope: undefined } as const;
  const gate = gateOf({ ...declared, principals: PRODUCT_CALLERS });
  return { ...gate, addressBudget: "discovery", units: 0, isProtocol: true };
}

/** The gate of a document that everybody may read. */
export function documentGate(): Gate {
  return publicGate("document");
}

/**
 * The gate of what others deliver, who show by a signature who they are: their address pays from the budget of
 * all requests of an address.
 */
export function deliveryGate(id: string): Gate {
  return { ...publicGate(id), addressBudget: "ip" };
}

function publicGate(id: string): Gate {
  return gateOf({ id, type: "read", scope: undefined, principals: ["public"] });
}

function needsSession(principals: readonly PrincipalKind[]): boolean {
  const takes = (kind: PrincipalKind) => principals.includes(kind);
  return (takes("session") || takes("founder")) && !takes("product_key") && !takes("public");
}
