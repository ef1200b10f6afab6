/**
 * What of an operation its admission looks at. A protocol of its own, such as GraphQL, and a document
 * of the host root have a gate too: whatever a request asks for, it passes the same checks.
 */
import type { Operation } from "../contract/operation.ts";
import type { Environment, PrincipalKind } from "../contract/principal.ts";

/** What a budget counts: a credential, an address, an address that asks for public documents. */
export type Budget = "credential" | "ip" | "discovery";

export type Gate = {
  /** Names it to the caller; the operation's id where it is one. */
  readonly id: string;
  readonly principals: readonly PrincipalKind[];
  /** Anybody may call, and nobody is asked who they are. */
  readonly isPublic: boolean;
  /** It takes a session or a token of a member, and no Product key. */
  readonly needsSession: boolean;
  /** Of Product keys, only one that was made in a browser may. */
  readonly browserKeyOnly: boolean;
  readonly scope: string | undefined;
  readonly environment: Environment | undefined;
  /** The budget by address that it is counted in. */
  readonly addressBudget: "ip" | "discovery";
  /** What it takes from the credential's budget before its input is known. */
  readonly units: number;
  /** It changes something: it carries an idempotency key, and a browser session's CSRF token. */
  readonly isMutation: boolean;
};

/** What an operation of any state and input declares of its gate. */
export type GatedOperation = Pick<
  Operation<never>,
  "id" | "type" | "principals" | "browserKeyOnly" | "scope" | "environment"
>;

export function gateOf(operation: GatedOperation): Gate {
  const { id, type, principals, browserKeyOnly, scope, environment } = operation;
  const isPublic = principals.includes("public");
  return {
    id,
    principals,
    isPublic,
    needsSession: needsSession(principals),
    browserKeyOnly: browserKeyOnly === true,
    scope,
    environment,
    addressBudget: isPublic ? "discovery" : "ip",
    units: 1,
    isMutation: type === "write",
  };
}

/** The gate of a protocol for Product keys, which counts and looks at its own requests itself. */
export function protocolGate(id: string): Gate {
  const declared = { id, type: "read", scope: undefined } as const;
  const gate = gateOf({ ...declared, principals: ["product_key"] });
  return { ...gate, addressBudget: "discovery", units: 0 };
}

/** The gate of a document that everybody may have. */
export function documentGate(): Gate {
  const declared = { id: "document", type: "read", scope: undefined } as const;
  return gateOf({ ...declared, principals: ["public"] });
}

function needsSession(principals: readonly PrincipalKind[]): boolean {
  const takes = (kind: PrincipalKind) => principals.includes(kind);
  return (takes("session") || takes("founder")) && !takes("product_key") && !takes("public");
}
