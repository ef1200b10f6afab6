/** Decision table of product.realm.close, and what a closed realm takes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  called,
  objectMade,
  payer,
  runProgram,
} from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { fund, hold, openAccount } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountList } from "../account/account_resource.ts";
import { sandboxClockAdvance } from "../sandbox/sandbox.clock.advance.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { productRealmClose } from "./product.realm.close.ts";
import { productRealmOpen } from "./product.realm.open.ts";

const PLATFORM = { cause: "platform" } as const;

/** Two accounts through which money went, and which have none. */
function emptied(world: World) {
  const source = openAccount(world, { fundedMinor: 70n });
  const destination = openAccount(world);
  return { source, destination };
}

decisionTable(productRealmClose, {
  asking: () => PLATFORM,
  rows: [
    {
      title: "accounts without money",
      given: ({ world }) => openAccount(world),
      outcome: "closed",
      reply: { environment: "sandbox" },
      check: ({ facts, reply }) => {
        assert.equal(facts.length, 1);
        assert.equal(reply.refusal, undefined);
      },
    },
    {
      title: "an account with money",
      given: ({ world }) => emptied(world),
      outcome: "nothing changes, and the account is named",
      check({ facts, reply }) {
        assert.deepEqual(facts, []);
        const { code, details } = reply.refusal;
        assert.equal(code, "account_close_balance_nonzero");
        assert.deepEqual([details.balance, details.held], ["70", "0"]);
      },
    },
    {
      title: "an account with a hold on all it has",
      given({ world }) {
        const { source, destination } = emptied(world);
        hold(world, source, destination, "70");
      },
      outcome: "nothing changes",
      check: ({ reply }) => assert.equal(reply.refusal.details.held, "70"),
    },
    {
      title: "an object whose own account has money",
      given({ world }) {
        runProgram(world);
        const from = payer(world, { amount: 10_000n });
        const to = payer(world, { amount: 0n });
        const object = objectMade(world, "invoice", {
          payer: from.customerId,
          payee: to.customerId,
          currency: "USD",
          total: "10000",
          dueDate: "2026-03-31",
          lines: [{ label: "work", amount: "10000" }],
        });
        called(world, object, "issue");
        const onBehalfOf = from.customerId;
        called(world, object, "pay", { onBehalfOf, input: { amount: "10000" } });
      },
      outcome: "nothing changes",
      check: ({ reply }) => {
        assert.equal(reply.refusal.code, "noun_account_not_drained");
        assert.equal(reply.refusal.details.balance, "10000");
      },
    },
    {
      title: "an account with money, where it is forced",
      given: ({ world }) => emptied(world),
      input: { isForced: true },
      outcome: "closed",
      check: ({ reply }) => assert.equal(reply.refusal, undefined),
    },
  ],
});

test("a closed realm: a write, a reset, a clock -> product_access_suspended; reads and open again as before", async () => {
  const world = await openWorld();
  const { productId } = world.principal;
  const { source, destination } = emptied(world);
  world.run(productRealmClose, { isForced: true }, PLATFORM);
  const draft = {
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "1",
    currency: "EUR",
  };
  const refused = () => [
    world.run(transferCreate, draft).code,
    world.run(sandboxReset, { productId, confirm: productId }).code,
    world.run(sandboxClockAdvance, { productId, at: "2026-05-01T00:00:00Z" }).code,
  ];
  assert.deepEqual(new Set(refused()), new Set(["product_access_suspended"]));
  const { items } = await world.found(accountList, { productId });
  assert.equal(items.length, 2);
  world.run(productRealmOpen, {}, PLATFORM);
  assert.equal(world.run(transferCreate, draft).code, undefined);
  fund(world, source, 1n);
});
