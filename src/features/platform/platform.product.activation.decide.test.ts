/** Decision table of platform.product.activation.decide. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { MailPayload } from "../../contract/declare/mail.ts";
import type { Fact } from "../../contract/records/record.ts";
import { PLAIN_CAPABILITIES } from "../product/capabilities.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { productActivationRequest } from "../product/product.activation.request.ts";
import { platformProductActivationDecide } from "./platform.product.activation.decide.ts";
import { platformProductUpdate } from "./platform.product.update.ts";

const OPERATOR = { caller: { kind: "operator", user: "ada/1000" } } as const;

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const { productId } = await newProduct(world, company);
  const owner = await newPerson(world, company, { mfa: true });
  await newPerson(world, company, { role: "developer" });
  const { fees, usageRates } = PRICE_LIST;
  const request = {
    productId,
    expectedPricing: { fees, usageRates },
    capabilities: [...PLAIN_CAPABILITIES],
  };
  await world.made(productActivationRequest, request, { caller: owner.session });
  const foreign = await newPerson(world, await newCompany(world, "Other"), {
    email: "other@example.com",
  });
  return { productId, owner, foreign };
}

const activated = ({ world, productId }: { world: PlatformWorld; productId: string }) =>
  world.made(platformProductActivationDecide, { productId, outcome: "active" }, OPERATOR);

/** The mails of a record: to whom, and by which template. */
function mailsIn(facts: readonly Fact[]): string[][] {
  const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
  return owed
    .filter(({ effect }) => effect.kind === "mail")
    .map(({ effect }) => effect.payload as MailPayload)
    .map(({ to, template, values }) => [to, template, values["reason"] ?? ""]);
}

platformTable(platformProductActivationDecide, {
  given,
  input: ({ productId }) => ({ productId, outcome: "active" }),
  asking: () => OPERATOR,
  rows: [
    {
      title: "a request that waits, opened",
      outcome: "active, in the audit feed, and a mail to the owner alone",
      reply: { liveActivated: true, activationStatus: "active" },
      check({ facts }, { owner }) {
        assert.deepEqual(mailsIn(facts), [[owner.email, "product_activated", ""]]);
        assert.ok(facts.some(({ kind }) => kind === "product.activated.1"));
        assert.ok(facts.some(({ kind }) => kind === "audit.noted.1"));
      },
    },
    {
      title: "a request that waits, rejected",
      input: { outcome: "rejected", reason: "unclear" },
      outcome: "rejected with the reason, which the owner reads",
      reply: { liveActivated: false, activationStatus: "rejected" },
      check({ facts }, { owner, world, productId }) {
        assert.deepEqual(mailsIn(facts), [[owner.email, "product_activation_rejected", "unclear"]]);
        assert.equal(world.state.products.find(productId)?.activation?.reason, "unclear");
      },
    },
    {
      title: "one that is active, suspended",
      given: activated,
      input: { outcome: "suspended", reason: "a question" },
      outcome: "suspended, and live is shut",
      reply: { liveActivated: false, activationStatus: "suspended" },
    },
    {
      title: "one that is suspended, opened again",
      async given(made) {
        await activated(made);
        const { world, productId } = made;
        const input = { productId, outcome: "suspended", reason: "a question" };
        await world.made(platformProductActivationDecide, input, OPERATOR);
      },
      outcome: "active, without the reason",
      reply: { liveActivated: true, activationStatus: "active" },
      check: (_came, { world, productId }) =>
        assert.equal(world.state.products.find(productId)?.activation?.reason, undefined),
    },
    {
      title: "in the realm of another company",
      asking: ({ foreign }) => ({ caller: foreign.session }),
      code: "resource_not_found",
    },
    {
      title: "rejected without a reason",
      input: { outcome: "rejected" },
      code: "invalid_request",
    },
    {
      title: "one that is active, opened again",
      given: activated,
      code: "state_conflict",
      details: { actual: "active" },
    },
    {
      title: "a Product that is closed",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, status: "closed" }, OPERATOR),
      code: "state_conflict",
      details: { actual: "closed" },
    },
  ],
});
