/** Decision table of product.activation.retrieve: each stage, and what is asked for there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { ACTIVATION_STATUSES } from "../../contract/declare/activation.ts";
import type { RequestKind } from "../../contract/messages/provider_kinds.ts";
import { PRICE_LIST } from "./price_list.ts";
import { productActivationRetrieve } from "./product.activation.retrieve.ts";
import { activationDocument } from "./product_activation.ts";

decisionTable(productActivationRetrieve, {
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "a Product that nobody has asked live for",
      outcome: "what is asked for, and the prices",
      reply: { status: "not_requested", fees: PRICE_LIST.fees, usageRates: PRICE_LIST.usageRates },
      check: ({ reply }) =>
        assert.deepEqual(
          reply.requirements.map((one: { code: string; status: string }) => [one.code, one.status]),
          [
            ["product_active", "met"],
            ["second_factor", "pending"],
            ["platform_review", "pending"],
          ],
        ),
    },
    OTHER_PRODUCT,
  ],
});

const PRODUCT = {
  productId: "prod_1",
  tenantId: "ten_1",
  name: "P",
  status: "active",
  liveActivated: false,
  createdAtMs: 1,
  updatedAtMs: 1,
  revision: 1,
} as const;
const buildOf = (...capabilities: string[]) => ({
  ...{ buildId: "bld_1", digest: "", operationSet: 0, revision: 1 },
  capabilities: ["ledger", ...capabilities],
});

test("activation: each stage -> the requirements that are not met", () => {
  const missing = (
    product: Parameters<typeof activationDocument>[0],
    kinds: readonly RequestKind[] = [],
  ) =>
    activationDocument(product, { served: (kind) => kinds.includes(kind) })
      .requirements.filter(({ status }) => status !== "met")
      .map(({ code, status }) => `${code} ${status}`);
  const at = Object.fromEntries(
    ACTIVATION_STATUSES.map((status) => [status, missing({ ...PRODUCT, activation: { status } })]),
  );
  assert.deepEqual(at, {
    not_requested: ["second_factor pending", "platform_review pending"],
    requested: ["platform_review pending"],
    active: [],
    rejected: ["second_factor pending", "platform_review failed"],
    suspended: ["platform_review failed"],
  });
  assert.deepEqual(missing({ ...PRODUCT, liveActivated: true }), []);
  const disabled = { ...PRODUCT, liveActivated: true, status: "disabled" } as const;
  assert.deepEqual(missing(disabled), ["product_active failed"]);
  const paying = { ...PRODUCT, liveActivated: true, build: buildOf("kyc", "payouts") };
  assert.deepEqual(missing(paying), ["verification_provider pending", "payout_provider pending"]);
  assert.deepEqual(missing(paying, ["verification"]), ["payout_provider pending"]);
  assert.deepEqual(missing(paying, ["payout"]), ["verification_provider pending"]);
  assert.deepEqual(missing(paying, ["verification", "payout"]), []);
});
