/** Decision table of product.noun.retire, and the total of what own accounts hold. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  approvedDeal,
  DEAL_PROGRAM,
  givenDeal,
  WITHOUT_DEALS,
} from "../../../test/support/features/object/deals.ts";
import {
  called,
  fundedInvoice,
  invoice,
  pathOf,
  runProgram,
} from "../../../test/support/features/object/objects.ts";
import { runningIn } from "../../../test/support/features/product/installed.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { objectActionCall } from "../object/object.action.call.ts";
import { objectCreate } from "../object/object.create.ts";
import { objectRetrieve } from "../object/object.retrieve.ts";
import { ownMoneyKey } from "../object/object_state.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { productNounRetire } from "./product.noun.retire.ts";

const heldBy = (world: World, kind: string, currency: string) =>
  world.state.objectTotals.get(1, ownMoneyKey(1, kind, currency))?.total ?? "0";

decisionTable(productNounRetire, {
  given(world) {
    runProgram(world);
    const { productId } = world.principal;
    return { productId };
  },
  input: ({ productId }) => ({ productId, kind: "invoice" }),
  rows: [
    {
      title: "a kind whose objects hold nothing",
      given: ({ world }) => invoice(world),
      outcome: "retired, with its Build and the time",
      check: ({ reply }, { world, productId }) => {
        const buildId = runningIn(world)?.buildId;
        const environment = "sandbox";
        const expected = { productId, environment, kind: "invoice", buildId, retiredAt: at(0) };
        assert.deepEqual(reply, expected);
        assert.deepEqual(runningIn(world)?.retiredKinds, ["invoice"]);
      },
    },
    {
      title: "a kind whose objects held money that was paid out",
      given({ world }) {
        fundedInvoice(world);
        advanceClock(world, at(3 * DAY_MS));
      },
      outcome: "retired",
      check: (_came, { world }) => assert.equal(heldBy(world, "invoice", "USD"), "0"),
    },
    {
      title: "another kind than the one that holds money",
      given: ({ world }) => fundedInvoice(world),
      input: { kind: "order" },
      outcome: "retired",
      reply: { kind: "order" },
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "a kind that the program has not",
      input: { kind: "invoices" },
      code: "resource_not_found",
      details: { resourceType: "noun", kind: "invoices" },
    },
    {
      title: "a Product without a Build",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "noun" },
    },
    {
      title: "a name of objects that every program inherits",
      input: { kind: "constructor" },
      code: "resource_not_found",
    },
    {
      title: "no name of a program",
      input: { kind: "__proto__" },
      code: "invalid_request",
    },
    {
      title: "a kind that is retired",
      given: ({ world, productId }) =>
        world.made(productNounRetire, { productId, kind: "invoice" }),
      code: "noun_retired",
      details: { kind: "invoice" },
    },
    {
      title: "a kind that a migration gave up",
      given({ world }) {
        runProgram(world, DEAL_PROGRAM, 2);
        runProgram(world, WITHOUT_DEALS, 3);
      },
      input: { kind: "deal" },
      code: "noun_retired",
      details: { kind: "deal" },
    },
    {
      title: "a kind whose objects hold money",
      given: ({ world }) => fundedInvoice(world),
      code: "noun_account_not_drained",
      details: { balance: "10000" },
      check: ({ details }, { world }) => {
        const ordinal = world.state.accounts.ordinalOf(1, details?.["accountId"] as string);
        const { ownerId } = world.state.accounts.document(ordinal);
        assert.equal(world.state.objects.byId(1, ownerId)?.kind, "invoice");
      },
    },
  ],
});

test("product.noun.retire: retired -> no object of the kind, no action, also by the clock; reads go on", async () => {
  const world = await openWorld();
  runProgram(world);
  const { object } = invoice(world);
  const { productId } = world.principal;
  world.made(productNounRetire, { productId, kind: "invoice" });
  const path = pathOf(world, object);
  const made = world.run(objectCreate, { productId, kind: "invoice", fields: {} });
  assert.equal(made.code, "noun_retired");
  assert.equal(world.run(objectActionCall, { ...path, action: "issue" }).code, "noun_retired");
  assert.equal((await world.found(objectRetrieve, path)).objectId, object.objectId);
});

test("product.noun.retire: a sandbox that is reset -> the kind stays retired", async () => {
  const world = await openWorld();
  runProgram(world);
  const { productId } = world.principal;
  world.made(productNounRetire, { productId, kind: "order" });
  world.made(sandboxReset, { productId, confirm: productId });
  assert.deepEqual(runningIn(world)?.retiredKinds, ["order"]);
});

test("own accounts: money in, money between, money out -> the total of kind and currency", async () => {
  const world = await openWorld();
  const deal = givenDeal(world);
  const object = approvedDeal(world, deal);
  const onBehalfOf = deal.ada.customerId;
  called(world, object, "fill", { onBehalfOf, input: { amount: "60" } });
  called(world, object, "fill", { onBehalfOf, input: { amount: "5" } });
  assert.equal(heldBy(world, "deal", "EUR"), "65");
  called(world, object, "empty", { onBehalfOf });
  assert.equal(heldBy(world, "deal", "EUR"), "0");
});
