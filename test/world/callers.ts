/** For tests: the callers. One Product with its key, and the key of another tenant's Product. */
import { encodeIdSuffix, placeOf } from "../../src/base/id.ts";
import type {
  AgentCaller,
  ProductKeyCaller,
  SessionCaller,
  TokenCaller,
} from "../../src/contract/declare/caller.ts";
import {
  type ApiKeyView,
  type Principal,
  type ProductView,
  realmKeyOf,
} from "../../src/contract/declare/principal.ts";
import { useTestIdKey } from "../support/id_key.ts";

useTestIdKey();

/** 2026-01-31T09:30:00.000Z. */
export const START_MS = Date.UTC(2026, 0, 31, 9, 30);
export const PRODUCT_ID = `prod_${encodeIdSuffix(START_MS - 1_000, 0, placeOf(1, 0), 0)}`;
export const TENANT_ID = `ten_${encodeIdSuffix(START_MS - 2_000, 0, placeOf(1, 0), 0)}`;
export const PRINCIPAL: Principal = {
  principalId: "key_0000000000000000000001",
  tenantId: TENANT_ID,
  productId: PRODUCT_ID,
  environment: "sandbox",
};

/** The caller of a Product key; `key` has the fields that differ from the default key. */
export function keyCaller(key: Partial<ApiKeyView> = {}): ProductKeyCaller {
  const view: ApiKeyView = {
    apiKeyId: PRINCIPAL.principalId,
    tenantId: TENANT_ID,
    productId: PRODUCT_ID,
    environment: "sandbox",
    name: "Test key",
    prefix: "service_test_000",
    scopes: [],
    status: "active",
    origin: "cli",
    createdAtMs: START_MS,
    ...key,
  };
  const { apiKeyId: principalId, tenantId, productId, environment, scopes } = view;
  return {
    kind: "product_key",
    principal: { principalId, tenantId, productId, environment },
    realmKey: realmKeyOf({ tenantId, productId, environment }),
    key: view,
    product: productOf(view),
    scopes: new Set(scopes),
    slot: 0,
    shard: 0,
  };
}

export const USER_ID = `usr_${encodeIdSuffix(START_MS - 3_000, 0, placeOf(1, 0), 0)}`;
const PERSON = {
  userId: USER_ID,
  tenantId: TENANT_ID,
  memberId: `mem_${encodeIdSuffix(START_MS - 3_000, 0, placeOf(1, 0), 1)}`,
  role: "owner",
  mfa: false,
  requiresMfa: false,
} as const;

/** A browser session of the owner of the default tenant; `change` has the fields that differ. */
export function sessionCaller(change: Partial<SessionCaller> = {}): SessionCaller {
  const sessionId = `ses_${encodeIdSuffix(START_MS - 3_000, 0, placeOf(2, 0), 0)}`;
  return { kind: "session", ...PERSON, sessionId, csrfToken: "c", ...change };
}

/** A personal access token of the same person. */
export function tokenCaller(change: Partial<TokenCaller> = {}): TokenCaller {
  const tokenId = `pat_${encodeIdSuffix(START_MS - 3_000, 0, placeOf(2, 0), 1)}`;
  return { kind: "token", ...PERSON, tokenId, scopes: new Set(), ...change };
}

/** An agent that the same person let in, for every Product of the sandbox. */
export function agentCaller(change: Partial<AgentCaller> = {}): AgentCaller {
  const made = placeOf(3, 0);
  return {
    kind: "agent",
    ...PERSON,
    agentMemberId: `agt_${encodeIdSuffix(START_MS - 3_000, 0, made, 0)}`,
    agentGrantId: `grant_${encodeIdSuffix(START_MS - 3_000, 0, made, 1)}`,
    loginId: `ses_${encodeIdSuffix(START_MS - 3_000, 0, made, 2)}`,
    scopes: new Set(),
    reach: {
      productIds: new Set(),
      madeProductIds: new Set(),
      companyWide: true,
      buildIds: new Set(),
      blueprintIds: new Set(),
    },
    toolForm: "full",
    ...change,
  };
}

/** A key of another tenant's Product. */
export const STRANGER = keyCaller({
  apiKeyId: "key_0000000000000000000002",
  productId: `prod_${encodeIdSuffix(START_MS - 1_000, 0, placeOf(2, 0), 0)}`,
  tenantId: `ten_${encodeIdSuffix(START_MS - 2_000, 0, placeOf(2, 0), 0)}`,
});

function productOf({ productId, tenantId }: ApiKeyView): ProductView {
  return {
    productId,
    tenantId,
    name: "Test",
    status: "active",
    createdAtMs: START_MS,
    updatedAtMs: START_MS,
    revision: 1,
    liveActivated: false,
  };
}
