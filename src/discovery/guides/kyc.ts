/** Guide: the verification of a customer. */
import { BEGIN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const KYC: Guide = {
  name: "kyc",
  title: "Verify a customer (KYC)",
  summary: "A person's details, a verification by the simulator, and the tier that is attained.",
  words: [
    "kyc",
    "know your customer",
    "identity",
    "verification",
    "verify",
    "onboarding",
    "tier",
    "document",
    "passport",
    "person",
    "compliance",
    "limits",
  ],
  steps: [
    BEGIN,
    WORDS,
    {
      says: "A customer is somebody's relation to your Product; who that somebody is, is an entity. The ids end alike.",
      sh: `customer=$(curl -sS "$BASE_URL/customers" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "productId": "'$PRODUCT_ID'", "test": true,
  "entity": {"kind": "person", "displayName": "Grace Hopper", "country": "US"}}' | field customerId)
entity=ent_\${customer#cust_}`,
    },
    {
      says: "What a tier asks for stands in its requirements, with what is still missing:",
      sh: `curl -sS "$BASE_URL/entities/$entity/kyc/requirements?tier=tier_1" -H "$auth" | grep -o '"field":"[^"]*"' | head -n 5`,
      prints: '"field":"legalName"\n"field":"dateOfBirth"\n…',
    },
    {
      says: "Submit them. They are sealed at once, and no operation shows them again.",
      sh: `curl -sS "$BASE_URL/entities/$entity/kyc" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "tier": "tier_1", "fields": {
    "legalName": "Grace Brewster Hopper", "dateOfBirth": "1990-12-09", "email": "grace@example.com", "phone": "+12025550123",
    "address": {"line1": "1 High Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"}}}' | field status`,
      prints: "submitted",
    },
    {
      says: "Start the verification. In live a provider decides it, in hours; in the sandbox you are the provider: `verified`, `rejected` or `requires_input`.",
      sh: `verification=$(curl -sS "$BASE_URL/entities/$entity/kyc/verifications" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "tier": "tier_1"}' | field verificationId)
curl -sS "$BASE_URL/sandbox/kyc-outcomes" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "verificationId": "'$verification'", "outcome": "verified"}' | field status`,
      prints: "verified",
    },
    {
      says: "The entity has attained the tier. You need not ask: `entity.kyc.verified` and its like are events, for webhooks too.",
      sh: `curl -sS "$BASE_URL/entities/$entity/kyc" -H "$auth" | field tierAttained
curl -sS "$BASE_URL/events?productId=$PRODUCT_ID&resourceId=$entity&limit=1" -H "$auth" | field type`,
      prints: "tier_1\nentity.kyc.verified",
    },
  ],
};
