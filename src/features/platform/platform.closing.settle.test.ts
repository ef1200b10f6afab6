/** platform.closing.settle: its tables are those of product.close; here what the operator does meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { openPlatformWorld } from "../../../test/world/platform_world.ts";
import { productClose } from "../product/product.close.ts";
import { platformClosingSettle } from "./platform.closing.settle.ts";
import { platformProductUpdate } from "./platform.product.update.ts";
import type { ProductCloseDocument } from "./platform_state.ts";

const OPERATOR = { caller: { kind: "operator", user: "ada/1000" } } as const;
const MONEY = {
  code: "noun_account_not_drained",
  message: "an account of an object has money",
  details: { accountId: "acct_1", balance: "70" },
};

/** A Product that is being closed, and the answers of its realms. */
async function closing() {
  const world = await openPlatformWorld();
  const company = await newCompany(world);
  const { productId } = await newProduct(world, company);
  const owner = await newPerson(world, company, { mfa: true });
  const asking = { caller: owner.session };
  const prepared = await world.prepare(productClose, { productId }, asking);
  const { place, body } = world.run(productClose, { productId }, { ...asking, prepared });
  assert.equal(body, undefined);
  const answered = (environment: "sandbox" | "live", refusal?: object) => {
    const input = { close: place, environment, answer: refusal === undefined ? {} : { refusal } };
    return world.run(platformClosingSettle, input, { ...asking, cause: "platform" });
  };
  const close = () => world.state.productCloses.find(String(place)) as ProductCloseDocument;
  return { world, productId, place, answered, close };
}

for (const refusal of [undefined, MONEY]) {
  const what = refusal === undefined ? "no money" : "money";
  test(`platform.closing.settle: closed by the operator meanwhile, ${what} -> over at once, closed, nothing told`, async () => {
    const { world, productId, place, answered, close } = await closing();
    await world.made(platformProductUpdate, { productId, status: "closed" }, OPERATOR);
    answered("live", refusal);
    assert.equal(close().waiting, 1);
    const { facts } = answered("sandbox");
    assert.deepEqual(
      facts.map(({ kind }) => kind),
      ["product.closing.1"],
    );
    assert.equal(close().endedAtMs, world.nowMs);
    assert.equal(world.state.products.find(productId)?.status, "closed");
    assert.equal(world.answerOf(place).error?.code, refusal?.code);
    assert.equal(world.state.closesUnderWay.of(productId).size, 0);
  });
}

test("platform.closing.settle: the first answer, then the second -> nobody is answered before the realms were told", async () => {
  const { world, place, answered } = await closing();
  for (const environment of ["live", "sandbox", "live"] as const) {
    answered(environment);
    assert.equal(world.answerOf(place), undefined);
  }
  answered("sandbox");
  assert.equal(world.answerOf(place).status, "closed");
});
