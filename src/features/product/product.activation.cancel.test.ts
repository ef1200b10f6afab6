/** Decision table of product.activation.cancel. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { platformProductActivationDecide } from "../platform/platform.product.activation.decide.ts";
import { PLAIN_CAPABILITIES } from "./capabilities.ts";
import { PRICE_LIST } from "./price_list.ts";
import { productActivationCancel } from "./product.activation.cancel.ts";
import { productActivationRequest } from "./product.activation.request.ts";

const OPERATOR = { caller: { kind: "operator", user: "ada/1000" } } as const;

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const foreign = await newProduct(world, await newCompany(world, "Other"));
  const { productId } = await newProduct(world, company);
  const owner = await newPerson(world, company, { mfa: true });
  const { fees, usageRates } = PRICE_LIST;
  const request = {
    productId,
    expectedPricing: { fees, usageRates },
    capabilities: [...PLAIN_CAPABILITIES],
  };
  await world.made(productActivationRequest, request, { caller: owner.session });
  return { productId, foreignProductId: foreign.productId, owner };
}

platformTable(productActivationCancel, {
  given,
  input: ({ productId }) => ({ productId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a request that waits",
      outcome: "not requested, as before it",
      reply: { activation: { status: "not_requested" }, revision: 3 },
      check: (_came, { world, productId }) =>
        assert.deepEqual(world.state.products.find(productId)?.activation, {
          status: "not_requested",
        }),
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
    },
    {
      title: "a request that was decided",
      given: ({ world, productId }) =>
        world.made(platformProductActivationDecide, { productId, outcome: "active" }, OPERATOR),
      code: "state_conflict",
      details: { actual: "active", expected: "requested" },
    },
  ],
});
