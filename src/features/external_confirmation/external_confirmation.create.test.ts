/** Decision table of external_confirmation.create. */
import assert from "node:assert/strict";
import { failed, scheduled } from "../../../test/support/features/collection/collections.ts";
import { debited, decideDebit } from "../../../test/support/features/collection/debits.ts";
import { decide, processing } from "../../../test/support/features/entity/verifications.ts";
import {
  OCCURRED,
  saidOfCredit,
  saidOfPayout,
} from "../../../test/support/features/external_confirmation/confirmations.ts";
import {
  activeAddress,
  disabledAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import {
  bookPayable,
  decidePayout,
  pay,
  payable,
} from "../../../test/support/features/payout/payouts.ts";
import { configured } from "../../../test/support/features/provider/providers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { fund, hold, openAccount } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT, unknownIds } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { collectionCollect } from "../collection/collection.collect.ts";
import { externalConfirmationCreate } from "./external_confirmation.create.ts";
import { externalConfirmationRetrieve } from "./external_confirmation_noun.ts";

type Given = { payoutId: string };
const NONE = undefined;
/** Of what has no amount, and no accounts. */
const WITHOUT_MONEY = { amount: NONE, currency: NONE };

const of = (type: string, id: unknown, outcome: string): Input => ({
  resource: { type, id },
  outcome,
});
/** Records a confirmation of the payout of the row before the row's own. */
const confirmed = ({ world, payoutId }: Given & { world: World }, more: Input = {}) =>
  world.made(externalConfirmationCreate, { ...saidOfPayout(payoutId), ...more });

const UNKNOWN_PAYOUTS: Row<"resource_not_found", Given>[] = unknownIds({
  field: "payoutId",
  inputOf: (id) => of("payout", id, "posted"),
  code: "resource_not_found",
  create: (world, caller) =>
    String(pay(world, bookPayable(world, caller), "1", {}, { caller })["payoutId"]),
});

/** What the contract rules in words: a title, the fields, and where they are wrong. */
const WRONG: [string, Input, string[]][] = [
  ["a payout without an id", { resource: { type: "payout" } }, ["resource.id"]],
  ["a payout without an amount", WITHOUT_MONEY, ["amount", "currency"]],
  ["a payout with a destination", { destinationAccountId: "acct_1" }, ["destinationAccountId"]],
  [
    "a verification with an amount",
    of("verification", "ver_1", "verified"),
    ["amount", "currency"],
  ],
  [
    "a credit without an id and an address",
    { resource: { type: "received_credit" }, outcome: "received" },
    ["financialAddressId"],
  ],
];

const ROWS: Row<(typeof externalConfirmationCreate)["refusals"][number], Given>[] = [
  {
    title: "of a payout that is posted",
    outcome: "matched at once, and both events tell it so",
    reply: {
      ...{ provider: "back-office", externalReference: "LETTER-1", outcome: "posted" },
      ...{
        amount: "1250",
        currency: "EUR",
        occurredAt: OCCURRED,
        status: "matched",
        revision: 1,
      },
    },
    async check({ reply, facts }, { world }) {
      assert.deepEqual(
        facts.map(({ kind }) => kind),
        ["external_confirmation.recorded.1", "external_confirmation.matched.1"],
      );
      const { externalConfirmationId } = reply;
      assert.match(String(reply["evidenceDigest"]), /^sha256:[0-9a-f]{64}$/);
      await assertShows(world, externalConfirmationRetrieve, { externalConfirmationId }, reply);
    },
  },
  {
    title: "the same facts again",
    given: confirmed,
    outcome: "the one that there is, and no record of it",
    reply: { status: "matched", revision: 1 },
    check: ({ facts }) => assert.deepEqual(facts, []),
  },
  {
    title: "of a payout that came back",
    async input({ world }) {
      const { payoutId } = pay(world, await payable(world), "9905");
      decidePayout(world, String(payoutId), "returned");
      return { ...of("payout", payoutId, "posted"), amount: "9905" };
    },
    outcome: "it was posted before",
    reply: { status: "matched" },
  },
  {
    title: "that a payout came back, after one that it was posted",
    async input({ world }) {
      const { payoutId } = pay(world, await payable(world), "9905");
      decidePayout(world, String(payoutId), "returned");
      const posted = { ...saidOfPayout(payoutId), amount: "9905" };
      world.made(externalConfirmationCreate, posted);
      const returned = of("payout", payoutId, "returned");
      return { ...returned, amount: "9905", externalReference: "LETTER-2" };
    },
    outcome: "each outcome has its own",
    reply: { status: "matched" },
  },
  {
    title: "of a verification",
    input({ world }) {
      const { verificationId } = processing(world);
      decide(world, String(verificationId), "rejected");
      return { ...of("verification", verificationId, "rejected"), ...WITHOUT_MONEY };
    },
    outcome: "matched, without an amount",
    reply: { status: "matched", amount: undefined },
  },
  {
    title: "of a collection, with the operation that made it",
    input({ world }) {
      const { collectionId, ...made } = scheduled(world);
      const sourceOperationId = world.nextId("op");
      world.made(collectionCollect, { collectionId });
      return {
        ...of("collection", collectionId, "collected"),
        destinationAccountId: made.destinationAccountId,
        sourceOperationId,
        amount: "100",
      };
    },
    outcome: "matched",
    reply: { status: "matched" },
  },
  {
    title: "of a collection by a bank that came back",
    async input({ world }) {
      const { collectionId } = await debited(world, "9905");
      decideDebit(world, collectionId, "returned");
      return { ...of("collection", collectionId, "collected"), amount: "9905" };
    },
    outcome: "it was collected before",
    reply: { status: "matched" },
  },
  {
    title: "a collection that its bank has not decided",
    async input({ world }) {
      const { collectionId } = await debited(world, "9905");
      return { ...of("collection", collectionId, "collected"), amount: "9905" };
    },
    code: "operation_not_finalized",
    details: { status: "processing" },
  },
  {
    title: "of a credit that is not on record",
    input: ({ world }) => saidOfCredit(activeAddress(world)["financialAddressId"]),
    outcome: "recorded, and waits for its provider",
    reply: { status: "recorded", resource: { type: "received_credit" } },
    check: ({ facts }) => assert.equal(facts.length, 1),
  },
  OTHER_PRODUCT,
  {
    title: "an outcome that payouts do not have",
    input: { outcome: "collected" },
    code: "provider_outcome_unsupported",
    details: { supported: ["posted", "failed", "cancelled", "returned"] },
  },
  {
    title: "by a provider of verifications, of a payout",
    environment: "live",
    input({ world }) {
      configured(world, "acme", "one");
      return { provider: "acme" };
    },
    code: "provider_outcome_unsupported",
    details: { provider: "acme", supported: [] },
  },
  {
    title: "an operation that does not exist",
    input: { sourceOperationId: `op_${"0".repeat(26)}` },
    code: "source_operation_not_found",
  },
  {
    title: "an operation whose transfer is pending",
    input({ world }) {
      const [source, destination] = [openAccount(world), openAccount(world)];
      fund(world, source, 100n);
      const sourceOperationId = world.nextId("op");
      hold(world, source, destination, "10");
      return { sourceOperationId };
    },
    code: "operation_not_finalized",
    details: { status: "pending" },
  },
  {
    title: "a payout under way",
    async input({ world }) {
      const { payoutId } = pay(world, await payable(world));
      return of("payout", payoutId, "posted");
    },
    code: "operation_not_finalized",
    details: { status: "processing" },
  },
  {
    title: "the reference with another amount and time",
    given: confirmed,
    input: { amount: "1251", occurredAt: "2026-01-30T08:15:00.001Z" },
    code: "external_confirmation_conflict",
    details: { mismatched: ["amount", "occurredAt"] },
  },
  ...UNKNOWN_PAYOUTS,
  {
    title: "a collection that does not exist",
    input: of("collection", `coll_${"0".repeat(26)}`, "collected"),
    code: "collection_not_found",
  },
  {
    title: "a verification that does not exist",
    input: { ...of("verification", `ver_${"0".repeat(26)}`, "verified"), ...WITHOUT_MONEY },
    code: "resource_not_found",
  },
  {
    title: "a credit at an address that does not exist",
    input: saidOfCredit(`fa_${"0".repeat(26)}`),
    code: "financial_address_not_found",
  },
  {
    title: "a credit at an address that is disabled",
    input: ({ world }) => saidOfCredit(disabledAddress(world)["financialAddressId"]),
    code: "financial_address_status_forbidden",
    details: { status: "disabled" },
  },
  {
    title: "a credit at an address of another account",
    input({ world }) {
      const { financialAddressId } = activeAddress(world);
      return saidOfCredit(financialAddressId, { destinationAccountId: openAccount(world) });
    },
    code: "financial_address_destination_mismatch",
  },
  {
    title: "a credit in another currency than the address",
    input: ({ world }) =>
      saidOfCredit(activeAddress(world)["financialAddressId"], { currency: "USD" }),
    code: "currency_mismatch",
    details: { expected: "EUR", received: "USD" },
  },
  {
    title: "a payout in another currency",
    input: { currency: "USD" },
    code: "currency_mismatch",
  },
  {
    title: "that a payout has failed which is posted",
    input: { outcome: "failed" },
    code: "external_confirmation_resource_conflict",
  },
  {
    title: "another amount than the payout's",
    input: { amount: "1251" },
    code: "external_confirmation_resource_conflict",
    details: { mismatched: ["amount"] },
  },
  {
    title: "a payout that was confirmed",
    given: confirmed,
    input: { externalReference: "LETTER-2" },
    code: "external_confirmation_resource_conflict",
  },
  {
    title: "a collection with another amount and destination",
    input({ world }) {
      const { collectionId, sourceAccountId } = failed(world);
      return {
        ...of("collection", collectionId, "failed"),
        ...{ amount: "1", destinationAccountId: sourceAccountId },
      };
    },
    code: "collection_transfer_mismatch",
    details: { mismatched: ["amount", "destinationAccountId"] },
  },
  ...WRONG.map(
    ([title, input, path]): Row<never, Given> => ({
      title,
      input,
      code: "invalid_request",
      check: ({ details }) => {
        const issues = details["issues"] as { path: string[] }[];
        assert.deepEqual(
          issues.map((issue) => issue.path.join(".")),
          path,
        );
      },
    }),
  ),
];

decisionTable(externalConfirmationCreate, {
  given: (world: World): Given => ({
    payoutId: pay(world, bookPayable(world))["payoutId"] as string,
  }),
  input: ({ payoutId }) => saidOfPayout(payoutId),
  rows: ROWS,
});
