/** Decision table of platform.product.rate.agree. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { EFFECT_OWED } from "../../contract/declare/effect.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { platformProductRateAgree } from "./platform.product.rate.agree.ts";
import { platformProductUpdate } from "./platform.product.update.ts";

const OPERATOR = { caller: { kind: "operator", user: "ada/1000" } } as const;
type Given = { world: PlatformWorld; productId: string };

const agree =
  (rate: string) =>
  ({ world, productId }: Given) =>
    world.made(platformProductRateAgree, { productId, meter: "payouts", rate }, OPERATOR);

platformTable(platformProductRateAgree, {
  async given(world) {
    const company = await newCompany(world);
    const { productId } = await newProduct(world, company);
    const foreign = await newPerson(world, await newCompany(world, "Other"), {
      email: "other@example.com",
    });
    return { productId, foreign };
  },
  input: ({ productId }) => ({ productId, meter: "payouts", rate: "custom" }),
  asking: () => OPERATOR,
  rows: [
    {
      title: "a rate that was agreed",
      outcome: "custom, in both environments and in the audit feed; all else as it is listed",
      check({ reply, facts }, { world, productId }) {
        const [payouts, ...others] = reply.usageRates;
        assert.deepEqual(payouts, { meter: "payouts", rate: "custom" });
        assert.deepEqual(others, PRICE_LIST.usageRates.slice(1));
        assert.deepEqual(reply.fees, PRICE_LIST.fees);
        const kinds = facts.map(({ kind }) => kind);
        assert.equal(kinds.filter((kind) => kind === EFFECT_OWED).length, 2);
        assert.ok(kinds.includes("product.changed.1") && kinds.includes("audit.noted.1"));
        assert.deepEqual(world.state.products.find(productId)?.agreedRates, { payouts: "custom" });
      },
    },
    {
      title: "a fee",
      input: { meter: "transfer", rate: "15" },
      outcome: "the fee that was agreed",
      reply: { fees: [{ code: "transfer", amount: "15" }] },
    },
    {
      title: "another rate than before",
      given: agree("7"),
      outcome: "the new one",
      check: ({ reply }) => assert.equal(reply.usageRates[0].rate, "custom"),
    },
    {
      title: "the rate that it has",
      given: agree("custom"),
      outcome: "nothing changes",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "as it is listed, after an agreement",
      given: agree("custom"),
      input: { rate: "listed" },
      outcome: "the rate of the list again",
      check: ({ reply }) => assert.deepEqual(reply.usageRates, PRICE_LIST.usageRates),
    },
    {
      title: "an amount with a fraction",
      input: { rate: "1.5" },
      code: "invalid_request",
    },
    {
      title: "in the realm of another company",
      asking: ({ foreign }) => ({ caller: foreign.session }),
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "a closed Product",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, status: "closed" }, OPERATOR),
      code: "state_conflict",
      details: { status: "closed" },
    },
  ],
});
