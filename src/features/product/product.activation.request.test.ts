/** Decision table of product.activation.request. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import { platformProductActivationDecide } from "../platform/platform.product.activation.decide.ts";
import { platformProductUpdate } from "../platform/platform.product.update.ts";
import type { Telling } from "../platform/platform_telling.ts";
import { PLAIN_CAPABILITIES } from "./capabilities.ts";
import { PRICE_LIST } from "./price_list.ts";
import { productActivationRequest } from "./product.activation.request.ts";

const OPERATOR = { caller: { kind: "operator", user: "ada/1000" } } as const;
const { fees, usageRates } = PRICE_LIST;

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const foreign = await newProduct(world, await newCompany(world, "Other"));
  const { productId } = await newProduct(world, company);
  const owner = await newPerson(world, company, { mfa: true });
  return { productId, foreignProductId: foreign.productId, owner };
}

platformTable(productActivationRequest, {
  given,
  input: ({ productId }) => ({
    productId,
    expectedPricing: { fees, usageRates },
    capabilities: [...PLAIN_CAPABILITIES].reverse(),
  }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a Product that nobody has asked live for",
      outcome: "requested, told in both of its realms; live stays shut",
      reply: { status: "active", activation: { status: "requested" }, revision: 2 },
      check({ facts }, { world, productId }) {
        const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
        const told = owed.map(({ effect }) => (effect.payload as Telling).input["type"]);
        assert.deepEqual(told, ["product.activation_requested", "product.activation_requested"]);
        const product = world.state.products.find(productId);
        assert.equal(product?.liveActivated, false);
        assert.deepEqual(product?.activation, {
          status: "requested",
          capabilities: [...PLAIN_CAPABILITIES],
          requestedAtMs: world.nowMs,
        });
      },
    },
    {
      title: "one that was rejected",
      async given({ world, productId, owner }) {
        const input = {
          productId,
          expectedPricing: { fees, usageRates },
          capabilities: [...PLAIN_CAPABILITIES],
        };
        await world.made(productActivationRequest, input, { caller: owner.session });
        const decision = { productId, outcome: "rejected", reason: "unclear" };
        await world.made(platformProductActivationDecide, decision, OPERATOR);
      },
      outcome: "requested again, without the reason of before",
      reply: { activation: { status: "requested" } },
      check: (_came, { world, productId }) =>
        assert.equal(world.state.products.find(productId)?.activation?.reason, undefined),
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
    },
    {
      title: "a Product that is active in live, as one of before is",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, liveActivated: true }, OPERATOR),
      code: "state_conflict",
      details: { actual: "active", expected: "not_requested or rejected" },
    },
    {
      title: "a Product that is disabled",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, status: "disabled" }, OPERATOR),
      code: "state_conflict",
      details: { actual: "disabled" },
    },
    {
      title: "other capabilities than the Product has",
      input: { capabilities: ["ledger", "kyc"] },
      code: "state_conflict",
      details: { expected: "kyc ledger" },
    },
    {
      title: "another price than is charged",
      input: { expectedPricing: { fees: [], usageRates } },
      code: "state_conflict",
      details: { price: "fee transfer" },
    },
  ],
});
