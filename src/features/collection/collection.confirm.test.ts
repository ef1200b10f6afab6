/** Decision table of collection.confirm. */
import assert from "node:assert/strict";
import {
  collectedLoan,
  collectionMade,
  type Debtor,
  failed,
  scheduled,
  UNKNOWN_COLLECTIONS,
} from "../../../test/support/features/collection/collections.ts";
import { debited, debitMade, mandated } from "../../../test/support/features/collection/debits.ts";
import { debtorMade, mandateMade } from "../../../test/support/features/consent/mandates.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  advanceClock,
  at,
  cancel,
  clear,
  createAccount,
  DAY_MS,
  fund,
  hold,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { sandboxAccountFundingCreate } from "../sandbox/sandbox.account_funding.create.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionCollect } from "./collection.collect.ts";
import { collectionConfirm } from "./collection.confirm.ts";
import { collectionRetrieve } from "./collection_noun.ts";

type Given = Debtor & { world: World };

/** A transfer between the accounts of the collection. */
const paid = ({ world, sourceAccountId, destinationAccountId }: Given, amount = "100") =>
  transfer(world, sourceAccountId, destinationAccountId, amount).transferId;

const UNKNOWN_TRANSFERS = unknownIds({
  field: "transferId",
  code: "transfer_not_found",
  create: (world, caller) => fund(world, openAccount(world, { caller }), 1n, { caller }),
});

decisionTable(collectionConfirm, {
  given(world) {
    const made = scheduled(world);
    return { ...made, transferId: paid({ world, ...made }) };
  },
  input: ({ collectionId, transferId }) => ({ collectionId, transferId }),
  rows: [
    {
      title: "a transfer that has moved the money",
      outcome: "collected, without an attempt, and nothing of the consent is used",
      reply: { status: "collected", attempts: [], revision: 2 },
      async check({ reply }, { world, collectionId, transferId, consentId }) {
        assert.equal(reply["transferId"], transferId);
        await assertShows(world, collectionRetrieve, { collectionId }, reply);
        const { used } = await world.found(consentRetrieve, { consentId });
        assert.equal(used.count, 0);
        assert.deepEqual(advanceClock(world, at(2 * DAY_MS)).steps, []);
      },
    },
    {
      title: "a collection that has failed",
      input({ world }) {
        const made = failed(world);
        fund(world, made.sourceAccountId, 1n);
        const { collectionId } = made;
        return { collectionId, transferId: paid({ world, ...made }, "1001") };
      },
      outcome: "collected, and no failure is shown",
      reply: { status: "collected", failure: undefined },
    },
    {
      title: "a hold that was settled by the amount",
      input({ world, sourceAccountId, destinationAccountId }) {
        const { transferHoldId, reservedTransferId } = hold(
          ...([world, sourceAccountId, destinationAccountId, "150"] as const),
        );
        clear(world, transferHoldId, "100");
        return { transferId: reservedTransferId };
      },
      outcome: "collected",
      reply: { status: "collected" },
    },
    ...UNKNOWN_COLLECTIONS.filter(({ title }) => !title.includes("realm")),
    {
      title: "a collection that is cancelled",
      given: ({ world, collectionId }) =>
        world.made(collectionCancel, { collectionId, reason: "paid in cash" }),
      code: "collection_status_forbidden",
      details: { status: "cancelled", allowed: ["scheduled", "failed"] },
    },
    {
      title: "a collection that is collected",
      given: ({ world, collectionId }) => world.made(collectionCollect, { collectionId }),
      code: "collection_status_forbidden",
      details: { status: "collected", allowed: ["scheduled", "failed"] },
    },
    {
      title: "a collection of a row",
      input: ({ world }) => ({ collectionId: collectedLoan(world).second.collectionId }),
      code: "collection_status_forbidden",
      details: { status: "failed", allowed: [] },
    },
    {
      title: "a collection that a bank was asked for",
      input: async ({ world }) => ({ collectionId: (await debited(world)).collectionId }),
      code: "collection_status_forbidden",
      details: { status: "processing", allowed: ["scheduled", "failed"] },
    },
    {
      title: "a collection by a mandate, and a transfer from an account of the customer",
      async input({ world, ...given }) {
        const debtor = await debtorMade(world, {}, { customerId: given.customerId });
        const { consentId } = mandateMade(world, debtor);
        const { destinationAccountId } = given;
        const collectionId = debitMade(world, { ...debtor, consentId, destinationAccountId });
        return { collectionId, transferId: paid({ world, ...given }) };
      },
      outcome: "collected, and nobody is asked",
      reply: { status: "collected", attempts: [], provider: undefined },
    },
    {
      title: "a collection by a mandate, and a transfer from somebody else",
      async input({ world, ...given }) {
        const { destinationAccountId } = given;
        const parties = { ...(await mandated(world)), destinationAccountId };
        return {
          collectionId: debitMade(world, parties),
          transferId: paid({ world, ...given }),
        };
      },
      code: "collection_transfer_mismatch",
      details: { mismatched: ["sourceAccountId"] },
    },
    ...UNKNOWN_TRANSFERS.filter(({ title }) => !title.includes("realm")),
    {
      title: "another amount",
      input: (given) => ({ transferId: paid(given, "99") }),
      code: "collection_transfer_mismatch",
      details: { mismatched: ["amount"] },
    },
    {
      title: "another source",
      input({ world, destinationAccountId }) {
        const source = createAccount(world).accountId;
        fund(world, source, 100n);
        return { transferId: transfer(world, source, destinationAccountId, "100").transferId };
      },
      code: "collection_transfer_mismatch",
      details: { mismatched: ["sourceAccountId"] },
    },
    {
      title: "another destination",
      input: ({ world, sourceAccountId }) => ({
        transferId: transfer(world, sourceAccountId, openAccount(world), "100").transferId,
      }),
      code: "collection_transfer_mismatch",
      details: { mismatched: ["destinationAccountId"] },
    },
    {
      title: "test money in another currency",
      input({ world }) {
        const account = openAccount(world, { currency: "USD" });
        const funding = { destinationAccountId: account, amount: "100", currency: "USD" };
        return { transferId: world.made(sandboxAccountFundingCreate, funding).transferId };
      },
      code: "collection_transfer_mismatch",
      details: { mismatched: ["kind", "currency", "sourceAccountId", "destinationAccountId"] },
    },
    {
      title: "a transfer that failed",
      async input({ world, sourceAccountId, destinationAccountId }) {
        const { collectionId } = failed(world);
        const parties = { sourceAccountId, destinationAccountId, currency: "EUR" };
        const { place, code } = world.run(transferCreate, { ...parties, amount: "5000" });
        assert.equal(code, "insufficient_balance");
        const record = (await world.snapshot()).record(place);
        assert.ok(record !== undefined);
        return { collectionId, transferId: `tr_${suffixOfRecord(record)}` };
      },
      code: "collection_transfer_mismatch",
      check: ({ details }) => assert.ok((details["mismatched"] as string[]).includes("status")),
    },
    {
      title: "a transfer that a hold still reserves",
      input: ({ world, sourceAccountId, destinationAccountId }) => ({
        transferId: hold(world, sourceAccountId, destinationAccountId, "100").reservedTransferId,
      }),
      code: "collection_transfer_mismatch",
      details: { mismatched: ["status"] },
    },
    {
      title: "a hold that was cancelled",
      input({ world, sourceAccountId, destinationAccountId }) {
        const held = hold(world, sourceAccountId, destinationAccountId, "100");
        cancel(world, held.transferHoldId);
        return { transferId: held.reservedTransferId };
      },
      code: "collection_transfer_mismatch",
      details: { mismatched: ["status"] },
    },
    {
      title: "a transfer of which some was given back",
      given: ({ world, transferId }) =>
        world.made(transferReverse, { transferId, amount: "1", reason: "too much" }),
      code: "collection_transfer_mismatch",
      details: { mismatched: ["status"] },
    },
    {
      title: "a transfer that settles another collection",
      given({ world, transferId, collectionId: _, ...debtor }) {
        const { collectionId } = collectionMade(world, debtor);
        world.made(collectionConfirm, { collectionId, transferId });
      },
      code: "collection_transfer_mismatch",
      details: { mismatched: ["collectionId"] },
    },
    {
      title: "the transfer of another collection",
      input({ world, transferId: _, collectionId: __, ...debtor }) {
        const { collectionId } = collectionMade(world, debtor);
        return { transferId: world.made(collectionCollect, { collectionId }).transferId };
      },
      code: "collection_transfer_mismatch",
      details: { mismatched: ["kind", "collectionId"] },
    },
  ],
});
