/**
 * Pages that are written as bytes, against their plain twins: every read of a test compares the bytes
 * with the text of the document (`test/world/reading.ts`), here for generated stories.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { keyCaller } from "../../../test/world/callers.ts";
import { at, createCustomer, DAY_MS, fund, openAccount } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import { accountTransferList } from "../account/account.transfer.list.ts";
import { sandboxAccountFundingCreate } from "../sandbox/sandbox.account_funding.create.ts";
import { transferHoldCancel } from "../transfer_hold/transfer_hold.cancel.ts";
import { transferHoldClear } from "../transfer_hold/transfer_hold.clear.ts";
import { transferHoldCreate } from "../transfer_hold/transfer_hold.create.ts";
import { transferBatchCreate } from "./transfer.batch.create.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferList } from "./transfer.list.ts";
import { transferReverse } from "./transfer.reverse.ts";

const FUNDED_MINOR = 4n * 10n ** 17n;
/** Another key of the same Product: another actor. */
const OTHER_KEY = keyCaller({ apiKeyId: "key_other" });

const EXPIRES_AT = at(DAY_MS);

/** Amounts of every length; those above the funding make a failed transfer. */
const amount = fc.oneof(
  fc.bigInt(1n, 2_000n),
  fc.bigInt(1n, 10n ** 18n - 1n),
  fc.constantFrom(2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 10n ** 9n, 10n ** 9n - 1n),
);
const step = fc.record({
  kind: fc.constantFrom(
    ...["plain", "plain", "plain", "otherKey", "otherCurrency", "described", "batch", "hold"],
    ...["clear", "cancel", "reverse", "fund", "fundByPlatform", "customer"],
  ),
  amountMinor: amount,
  isBack: fc.boolean(),
  pause: fc.constantFrom(0, 0, 1, 999, 1_000, 61_000),
  choice: fc.nat(50),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Scene = { world: World; euro: [string, string]; dollar: [string, string]; made: Made };
/** Ids of the transfers and holds that the story has made. */
type Made = { transfers: string[]; holds: string[] };

async function openScene(): Promise<Scene> {
  const world = await openWorld();
  const pair = (currency: string): [string, string] => [
    openAccount(world, { currency, fundedMinor: FUNDED_MINOR }),
    openAccount(world, { currency, fundedMinor: FUNDED_MINOR }),
  ];
  const made = { transfers: [], holds: [] };
  return { world, euro: pair("EUR"), dollar: pair("USD"), made };
}

/** Plays a step; one that the ledger refuses leaves a failed transfer, or nothing. */
function play({ world, euro, dollar, made }: Scene, step: Step): void {
  const { kind, amountMinor, isBack, choice } = step;
  world.nowMs += step.pause;
  const [sourceAccountId, destinationAccountId] = isBack ? [euro[1], euro[0]] : euro;
  const amount = String(amountMinor);
  const draft = { sourceAccountId, destinationAccountId, amount, currency: "EUR" };
  const keep = (reply: Answer) => {
    if (typeof reply?.transferId === "string") made.transfers.push(reply.transferId);
  };
  const keepHold = (reply: Answer) => {
    if (typeof reply?.transferHoldId === "string") made.holds.push(reply.transferHoldId);
  };
  const id = (ids: string[]) => ids[choice % ids.length];
  switch (kind) {
    case "plain":
      keep(world.run(transferCreate, draft).reply);
      return;
    case "otherKey":
      keep(world.run(transferCreate, draft, { caller: OTHER_KEY }).reply);
      return;
    case "otherCurrency": {
      const [source, destination] = dollar;
      const parties = { sourceAccountId: source, destinationAccountId: destination };
      keep(world.run(transferCreate, { ...draft, ...parties, currency: "USD" }).reply);
      return;
    }
    case "described":
      keep(world.run(transferCreate, { ...draft, description: 'a "text" — 日本' }).reply);
      return;
    case "batch": {
      const described = { ...draft, amount: "2", metadata: { a: "b" } };
      const items = [draft, described, { ...draft, amount: "3" }, draft];
      world.run(transferBatchCreate, { items: items.slice(0, 1 + (choice % 4)), atomic: isBack });
      return;
    }
    case "hold":
      keepHold(world.run(transferHoldCreate, { ...draft, expiresAt: EXPIRES_AT }).reply);
      return;
    case "clear":
      if (made.holds.length > 0) world.run(transferHoldClear, { transferHoldId: id(made.holds) });
      return;
    case "cancel":
      if (made.holds.length > 0) world.run(transferHoldCancel, { transferHoldId: id(made.holds) });
      return;
    case "reverse":
      if (made.transfers.length === 0) return;
      world.run(transferReverse, {
        transferId: id(made.transfers),
        reason: "mistake",
        ...(isBack && { amount: "1" }),
      });
      return;
    case "fundByPlatform": {
      const funding = { destinationAccountId, amount, currency: "EUR" };
      world.run(sandboxAccountFundingCreate, funding, { cause: "platform" });
      return;
    }
    case "fund":
      made.transfers.push(fund(world, euro[0], 1n + (amountMinor % 1_000n)));
      return;
    case "customer":
      createCustomer(world);
  }
}

/** Reads every page of a list; returns the ids of its items. */
type Pages = (operation: typeof transferList, input: object, limit: number) => Promise<string[]>;

async function pagesOf(world: World): Promise<Pages> {
  const read = await world.reader();
  return async (operation, input, limit) => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const asked = { ...input, limit: String(limit), ...(cursor && { cursor }) };
      const { code, reply } = read(operation, asked);
      assert.equal(code, undefined);
      ids.push(...reply.items.map((item: Answer) => item.entryId ?? item.transferId));
      cursor = reply.nextCursor;
    } while (cursor !== undefined);
    return ids;
  };
}

test("page as bytes: any story, in pages of any size -> the text of its document, each item once", async () => {
  const story = fc.array(step, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(story, fc.integer({ min: 1, max: 9 }), async (steps, limit) => {
      const scene = await openScene();
      for (const one of steps) play(scene, one);
      const { world, euro, dollar } = scene;
      const pages = await pagesOf(world);
      const { productId } = world.principal;
      const range = { createdFrom: at(999), createdTo: at(62_000) };
      for (const bounds of [{}, range]) {
        const lists = [
          [transferList, { productId, ...bounds }],
          ...[...euro, ...dollar].flatMap((accountId) => [
            [accountTransferList, { accountId, ...bounds }],
            [accountEntryList, { accountId, ...bounds }],
          ]),
        ] as const;
        for (const [operation, input] of lists) {
          const ids = await pages(operation as typeof transferList, input, limit);
          assert.equal(new Set(ids).size, ids.length);
          assert.deepEqual(ids, await pages(operation as typeof transferList, input, 100));
          assert.deepEqual(ids, ids.toSorted().reverse());
        }
      }
    }),
    { numRuns: 40 },
  );
});
