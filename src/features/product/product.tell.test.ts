/** Decision table of product.tell: what is told is the Product as a read of it shows it. */
import assert from "node:assert/strict";
import { PRINCIPAL, START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import { PLAIN_CAPABILITIES } from "./capabilities.ts";
import { PRICE_LIST } from "./price_list.ts";
import { productTell } from "./product.tell.ts";
import { rateOf } from "./product_pricing.ts";
import { PRODUCT_PRICED, pricesOfRealm } from "./told_pricing.ts";

const { productId, tenantId } = PRINCIPAL;
const PLACE = 8_192;
const KNOWN = { productId, tenantId, name: "P" };
const PRODUCT = {
  ...KNOWN,
  status: "active",
  liveActivated: false,
  createdAtMs: START_MS,
  updatedAtMs: START_MS + 1,
  revision: 2,
};
const SHOWN = {
  ...KNOWN,
  status: "active",
  capabilities: [...PLAIN_CAPABILITIES],
  fees: PRICE_LIST.fees,
  usageRates: PRICE_LIST.usageRates,
  activation: { status: "not_requested" },
  revision: 2,
  createdAt: at(0),
  updatedAt: at(1),
};

/** The prices of a Build that was made before usage was counted. */
const OLD_PRICES = { fees: [{ code: "transfer", amount: "0" }], usageRates: [] };
const agreed = {
  type: "product.updated",
  product: { ...PRODUCT, agreedRates: { payouts: "7" } },
  origin: PLACE,
};

decisionTable(productTell, {
  input: () => ({ type: "product.updated", product: PRODUCT, origin: PLACE }),
  rows: [
    {
      title: "in the sandbox",
      outcome: "the Product with the sandbox's clock, as a fact and as the answer",
      check({ reply, facts }) {
        const product = {
          ...SHOWN,
          environment: "sandbox",
          sandbox: { clockEffectiveAt: at(0) },
        };
        assert.deepEqual(reply, product);
        const type = "product.updated";
        assert.deepEqual(facts, [{ kind: "product.told.1", type, origin: PLACE, product }]);
      },
    },
    {
      title: "of a Build",
      input: {
        product: {
          ...PRODUCT,
          build: {
            buildId: "bld_00000000000000000000000001",
            digest: `sha256:${"0".repeat(64)}`,
            capabilities: ["ledger", "objects"],
            operationSet: 3,
            revision: 1,
          },
        },
      },
      outcome: "the Product with its Build, digest and capabilities",
      check: ({ reply }) =>
        assert.deepEqual(reply, {
          ...SHOWN,
          environment: "sandbox",
          buildId: "bld_00000000000000000000000001",
          digest: `sha256:${"0".repeat(64)}`,
          capabilities: ["ledger", "objects"],
          sandbox: { clockEffectiveAt: at(0) },
        }),
    },
    {
      title: "rates that were agreed, and the prices of a Build",
      input: {
        product: {
          ...PRODUCT,
          build: {
            buildId: "bld_00000000000000000000000001",
            digest: `sha256:${"0".repeat(64)}`,
            capabilities: ["ledger"],
            operationSet: 3,
            revision: 1,
            pricing: OLD_PRICES,
          },
          agreedRates: { payouts: "custom", transfer: "3" },
        },
      },
      outcome: "the prices of the Build with what was agreed, and the realm has them from then on",
      reply: {
        fees: [{ code: "transfer", amount: "3" }],
        usageRates: [{ meter: "payouts", rate: "custom" }],
      },
      check({ facts }, { world }) {
        assert.equal(facts[1]?.kind, PRODUCT_PRICED);
        const prices = pricesOfRealm(world.state, world.realmOf(world.caller));
        assert.deepEqual(
          ["transfer", "payouts", "collections"].map((meter) => rateOf(prices, meter)),
          ["3", "custom", "0"],
        );
      },
    },
    {
      title: "rates that the realm has already",
      given: ({ world }) => world.made(productTell, agreed),
      input: agreed,
      outcome: "told, and nothing else",
      check: ({ facts }) => assert.equal(facts.length, 1),
    },
    {
      title: "in live, activated",
      environment: "live",
      input: { product: { ...PRODUCT, liveActivated: true } },
      outcome: "the Product without a clock",
      check: ({ reply }) =>
        assert.deepEqual(reply, {
          ...SHOWN,
          environment: "live",
          activation: { status: "active" },
        }),
    },
  ],
});
