/**
 * For tests: stories that run every write operation of the platform at least once, with each outcome that has an event:
 * of a ledger shard, in a sandbox and in live, and of the platform shard. The cases of the nouns tell them.
 */
import { tenantNames } from "../../src/contract/declare/principal.ts";
import { PLATFORM_NAMES } from "../../src/contract/records/platform_realm.ts";
import { NOUN_CASES } from "../support/noun_cases.ts";
import { PRODUCT_ID, START_MS, TENANT_ID } from "./callers.ts";
import { ask, createCustomer, operate, type Part, type RealmNow } from "./story.ts";

/** Every write of a ledger shard. `realm`: the realm that was entered last, as the shard counts it. */
export function* shardStory(realm: () => RealmNow): Part {
  const names = { tenantId: TENANT_ID, productId: PRODUCT_ID };
  const stage = { realm, nowMs: START_MS };
  yield { enter: { ...names, environment: "sandbox" } };
  for (const { toldInSandbox } of NOUN_CASES) yield* toldInSandbox?.(stage) ?? [];
  yield* ask("sandbox.reset", { productId: PRODUCT_ID, confirm: PRODUCT_ID });
  yield* createCustomer();
  yield { enter: { ...names, environment: "live" } };
  for (const { toldInLive } of NOUN_CASES) yield* toldInLive?.(stage) ?? [];
}

/** Every write of the platform shard. */
export function* platformStory(): Part {
  yield { enter: PLATFORM_NAMES };
  const owner = { name: "T", email: "ada@example.com", displayName: "Ada Lovelace" };
  const secret = { password: "p", passwordHash: "h" };
  const made = yield* operate("platform.company.create", owner, secret);
  const { tenantId = "", userId = "", memberId = "" } = made;
  const company = tenantNames(tenantId);
  yield { enter: company };
  const draft = { tenantId, name: "P" };
  const { productId = "" } = yield* operate("platform.product.create", draft, { shards: 2 });
  yield* operate("platform.product.update", { productId, liveActivated: true });
  for (const { toldOnPlatform } of NOUN_CASES) {
    yield { enter: company };
    yield* toldOnPlatform?.({ company, productId, userId, memberId }) ?? [];
  }
}
