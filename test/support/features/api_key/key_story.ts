/** For tests: the life of API keys on the platform shard, and what a realm is told of a key. */
import { PRODUCT_ID, START_MS, TENANT_ID } from "../../../world/callers.ts";
import { type CompanyStage, operate, type Part } from "../../../world/story.ts";

/** What the platform tells a realm of a key. */
export function* tellRealmOfKey(): Part {
  const names = { tenantId: TENANT_ID, productId: PRODUCT_ID };
  const key = { apiKeyId: "key_2", name: "K", prefix: "service_test_000", scopes: [] };
  const kept = { environment: "sandbox", status: "active", origin: "cli", createdAtMs: START_MS };
  const apiKey = { ...names, ...key, ...kept };
  const limits = { allowedCidrs: ["192.0.2.0/24"], expiresAtMs: START_MS + 9 };
  const limited = { ...apiKey, ...limits, revision: 2 };
  const place = { replacedBy: "key_3", endsAtMs: START_MS + 5, revision: 3 };
  const rolling = { ...limited, ...place, status: "rolling", operationIds: ["product.retrieve"] };
  const revoked = { ...apiKey, status: "revoked", revokedAtMs: START_MS };
  for (const [type, now] of [
    ["api_key.created", apiKey],
    ["api_key.updated", limited],
    ["api_key.expiring", limited],
    ["api_key.rolled", rolling],
    ["api_key.revoked", revoked],
  ] as const) {
    yield* operate("api_key.tell", { type, apiKey: now, origin: 8_194 });
  }
}

/** A key of the operator, which is revoked twice, and keys of an agent of the person. */
export function* tellOfKeys({ productId, userId, memberId }: CompanyStage): Part {
  const draft = { productId, name: "K" };
  const ofOperator = { ...draft, environment: "sandbox" };
  yield* operate("platform.api_key.create", ofOperator, made("key_2"));
  yield* operate("platform.api_key.revoke", { apiKeyId: "key_2" });
  yield* operate("platform.api_key.revoke", { apiKeyId: "key_2" });
  const from = { address: "192.0.2.1", userAgent: "story" };
  const scopes = ["transfers:read"];
  const asker = { kind: "agent", mfa: true, userId, scopes, from };
  const own = { ...draft, scopes };
  yield* operate("api_key.sandbox.create", own, { ...asker, newKey: made("key_3") });
  yield* operate("api_key.live.create", own, { ...asker, newKey: made("key_4") });
  yield* operate("api_key.update", { productId, apiKeyId: "key_3", name: "L" }, asker);
  const newKeys = { sandbox: made("key_5"), live: made("key_6") };
  const rolled = { productId, apiKeyId: "key_3", overlapSeconds: 60 };
  yield* operate("api_key.roll", rolled, { ...asker, newKeys });
  yield* operate("api_key.revoke", { productId, apiKeyId: "key_5" }, asker);
  yield* operate("tenant.member.api_key.revoke", { memberId }, asker);
}

function made(apiKeyId: string) {
  const digest = "0".repeat(64);
  return { apiKeyId, prefix: "service_test_000", digest, text: `sk_${digest}` };
}
