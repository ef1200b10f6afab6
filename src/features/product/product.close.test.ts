/** Decision table of product.close, with what the realms of the Product answer. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { Fact } from "../../contract/records/record.ts";
import { platformClosingSettle } from "../platform/platform.closing.settle.ts";
import { platformProductUpdate } from "../platform/platform.product.update.ts";
import type { ProductCloseDocument } from "../platform/platform_state.ts";
import type { Telling } from "../platform/platform_telling.ts";
import { productClose } from "./product.close.ts";

const OPERATOR = { caller: { kind: "operator", user: "ada/1000" } } as const;
const ACCOUNT = "acct_00000000000000000000000001";
const MONEY = {
  code: "account_close_balance_nonzero",
  message: "an account has money",
  details: { accountId: ACCOUNT, balance: "70", held: "0", incoming: "0" },
};
const OWN_MONEY = {
  code: "noun_account_not_drained",
  message: "an account of an object has money",
  details: { accountId: ACCOUNT, balance: "70" },
};

type Refusals = { sandbox?: object; live?: object };

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const foreign = await newProduct(world, await newCompany(world, "Other"));
  const { productId } = await newProduct(world, company);
  const owner = await newPerson(world, company, { mfa: true });
  /** The realms answer when time passes; `sent`: the operations that they were sent. */
  const sent: string[][] = [];
  const answerWith = (refusals: Refusals) => {
    world.passTime = () => {
      const [{ place }] = [...world.state.productCloses.values()] as [ProductCloseDocument];
      const now = () => world.state.productCloses.find(String(place)) as ProductCloseDocument;
      for (let answers = 0; now().endedAtMs === undefined; answers++) {
        const environment = answers % 2 === 0 ? "live" : "sandbox";
        const refusal = now().phase === "asking" ? refusals[environment] : undefined;
        const answer = refusal === undefined ? {} : { refusal };
        const asking = { caller: owner.session, cause: "platform" } as const;
        const input = { close: place, environment, answer };
        sent.push(operationsIn(world.run(platformClosingSettle, input, asking).facts));
      }
      return [];
    };
  };
  answerWith({});
  return { productId, foreignProductId: foreign.productId, owner, sent, answerWith };
}

function operationsIn(facts: readonly Fact[]): string[] {
  const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
  return owed.map(({ effect }) => {
    const { operation, names } = effect.payload as Telling;
    return `${operation} ${names.environment}`;
  });
}

platformTable(productClose, {
  given,
  input: ({ productId }) => ({ productId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a Product without money",
      outcome: "both realms are asked, then told; closed when they have answered",
      reply: { status: "closed", revision: 2 },
      check({ facts }, { sent }) {
        const asked = ["product.realm.close sandbox", "product.realm.close live"];
        assert.deepEqual(operationsIn(facts), asked);
        const told = ["product.tell sandbox", "product.tell live"];
        assert.deepEqual(sent, [[], told, [], []]);
      },
    },
    {
      title: "a Product that is disabled",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, status: "disabled" }, OPERATOR),
      outcome: "closed as well",
      reply: { status: "closed" },
    },
    {
      title: "money in the sandbox",
      given: ({ answerWith }) => answerWith({ sandbox: MONEY }),
      code: "account_close_balance_nonzero",
      details: MONEY.details,
      check(_came, { world, productId, sent }) {
        assert.equal(world.state.products.find(productId)?.status, "active");
        assert.deepEqual(sent, [[], ["product.realm.open live"], []]);
      },
    },
    {
      title: "money of objects in live",
      given: ({ answerWith }) => answerWith({ live: OWN_MONEY }),
      code: "noun_account_not_drained",
      details: OWN_MONEY.details,
      check: (_came, { sent }) => assert.deepEqual(sent[1], ["product.realm.open sandbox"]),
    },
    {
      title: "money in both",
      given: ({ answerWith }) => answerWith({ live: OWN_MONEY, sandbox: MONEY }),
      code: "noun_account_not_drained",
      check: (_came, { sent }) => assert.deepEqual(sent, [[], []]),
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
    },
    {
      title: "a Product that is closed",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, status: "closed" }, OPERATOR),
      code: "state_conflict",
      details: { actual: "closed" },
    },
    {
      title: "a Product that is being closed",
      async given({ world, productId, owner }) {
        const asking = { caller: owner.session };
        const prepared = await world.prepare(productClose, { productId }, asking);
        world.run(productClose, { productId }, { ...asking, prepared });
      },
      code: "state_conflict",
      details: { actual: "being closed" },
    },
  ],
});
