/**
 * Who makes a call. One union over the kinds of credential, so that every place that asks who is
 * calling must say what it does with each kind.
 */
import { PLATFORM_SHARD } from "../records/platform_realm.ts";
import type { Actor } from "../values/formats.ts";
import type { ApiKeyView, Principal, ProductView } from "./principal.ts";
import type { Role } from "./roles.ts";

/** A caller without a credential; only an operation that declares `public` accepts such a call. */
export type PublicCaller = { readonly kind: "public" };

/** A key of one Product in one environment. */
export type ProductKeyCaller = {
  readonly kind: "product_key";
  readonly principal: Principal;
  /** Key of the realm of the Product and environment, `realmKeyOf`. */
  readonly realmKey: string;
  readonly key: ApiKeyView;
  readonly product: ProductView;
  readonly scopes: ReadonlySet<string>;
  /** Number of the key's budget. */
  readonly slot: number;
  /** Number of the shard that holds the Product's environment. */
  readonly shard: number;
};

/** A person who acts for a company. */
type Person = {
  readonly userId: string;
  /** The company that the call is for; "" where the person is a member of none. */
  readonly tenantId: string;
  /** The person's membership of that company; undefined where there is none. */
  readonly memberId: string | undefined;
  readonly role: Role | undefined;
  /** Whether the person completed TOTP when the credential was made. */
  readonly mfa: boolean;
  /** Whether the company asks for TOTP. */
  readonly requiresMfa: boolean;
};

/** A person who is signed in with a browser: may do all that the member's role allows. */
export type SessionCaller = Person & {
  readonly kind: "session";
  readonly sessionId: string;
  /** The value that a mutation must carry in `X-CSRF-Token`. */
  readonly csrfToken: string;
};

/** A person's token for programs: a personal access token, or the login of the command line. */
export type TokenCaller = Person & {
  readonly kind: "token";
  /** Of a personal access token; of an access token, the session that is its login. */
  readonly tokenId: string;
  /** The login that the token is of; absent of a personal access token. */
  readonly loginId?: string;
  readonly scopes: ReadonlySet<string>;
};

/**
 * A named agent, by the grant of the person that the agent acts for: what the person may not do any more,
 * the agent may not do either.
 */
export type AgentCaller = Person & {
  readonly kind: "agent";
  readonly agentMemberId: string;
  readonly agentGrantId: string;
  /** The login whose access token was sent. */
  readonly loginId: string;
  readonly scopes: ReadonlySet<string>;
  readonly reach: AgentReach;
  /** How tools are offered to the agent: one for each operation, or three that lead to all of them. */
  readonly toolForm: ToolForm;
};

/** The Products and Builds that an agent reaches. */
export type AgentReach = {
  /** The Products that the grant names. */
  readonly productIds: ReadonlySet<string>;
  /** The Products that the agent has made. */
  readonly madeProductIds: ReadonlySet<string>;
  /** True: the sandboxes of all Products of the company. */
  readonly companyWide: boolean;
  /** The Builds that the grant names; empty: every Build that is within reach otherwise. */
  readonly buildIds: ReadonlySet<string>;
  /** The blueprints that the grant names, for reading. */
  readonly blueprintIds: ReadonlySet<string>;
};

export const TOOL_FORMS = ["full", "compact"] as const;
export type ToolForm = (typeof TOOL_FORMS)[number];
/**
 * The most tools that are offered one by one: the hosts of agents drop, or refuse, what is beyond 80 to 128
 * (decisions/0089).
 */
export const FULL_TOOLS_MAX = 80;

/**
 * The operator of this server: anyone who may open the socket in the data directory. `user` is the
 * operating-system user, as the client of the socket says it.
 */
export type OperatorCaller = { readonly kind: "operator"; readonly user: string };

export type Caller =
  | PublicCaller
  | ProductKeyCaller
  | SessionCaller
  | TokenCaller
  | AgentCaller
  | OperatorCaller;
export type CallerKind = Caller["kind"];

/** The credential id of the operator in records, whichever operating-system user it was. */
export const OPERATOR_ID = "operator";

export const PUBLIC_CALLER: PublicCaller = Object.freeze({ kind: "public" });

/**
 * Whether the credential has a scope. A session has no scopes and needs none, because its member's
 * role decides. Operator operations require no scope.
 */
export function hasScope(caller: Caller, scope: string): boolean {
  switch (caller.kind) {
    case "public":
    case "operator":
      return false;
    case "session":
      return true;
    case "product_key":
    case "token":
    case "agent":
      return caller.scopes.has(scope);
  }
}

/** The id of the credential; it is the principal of the records that the caller's requests make. */
export function callerIdOf(caller: Caller): string {
  switch (caller.kind) {
    case "public":
      return caller.kind;
    case "operator":
      return OPERATOR_ID;
    case "product_key":
      return caller.principal.principalId;
    case "session":
      return caller.sessionId;
    case "token":
      return caller.tokenId;
    case "agent":
      return caller.agentGrantId;
  }
}

/**
 * The text or number by which a thread counts what one credential does at a time; undefined for the
 * public and the operator, who are not counted.
 */
export function countedAs(caller: Caller): number | string | undefined {
  switch (caller.kind) {
    case "public":
    case "operator":
      return undefined;
    case "product_key":
      return caller.slot;
    case "session":
    case "token":
    case "agent":
      return callerIdOf(caller);
  }
}

/**
 * Who stands behind the credential; answers show it as `actor`. Behind a Product key stands nobody
 * else: its actor has its own id. `shard` is the number of the shard that decides: no Product sees
 * the records of the platform shard, which name the operating-system user of the operator; to a
 * Product it is the platform that acts.
 */
export function actorOf(caller: Caller, shard: number): Actor {
  switch (caller.kind) {
    case "public":
      return { type: "user", id: callerIdOf(caller) };
    case "product_key":
      return { type: "product_key", id: callerIdOf(caller) };
    case "operator":
      if (shard !== PLATFORM_SHARD) return { type: "platform", id: "platform" };
      return { type: "operator", id: caller.user };
    case "session":
    case "token":
      return { type: "user", id: caller.userId };
    case "agent":
      return { type: "agent", id: caller.agentMemberId };
  }
}
