/** Decision table of payout.batch.create, with independent items and with `atomic`, and what becomes of its payouts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made, US } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { accessIn } from "../../../test/support/features/customer_access/accesses.ts";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  bookPayable,
  cancelPayout,
  decidePayout,
  type Payable,
  pay,
  payable,
  payoutIn,
  payoutOf,
} from "../../../test/support/features/payout/payouts.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import {
  accountOfSuspended,
  advanceClock,
  balanceOf,
  createAccount,
  freeze,
  fund,
  LARGEST,
  openAccount,
  platformAccount,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { BALANCE_MAX } from "../ledger/ledger.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { BATCH_ITEMS_MAX } from "../transfer/transfer_batch.ts";
import { payoutBatchCreate } from "./payout.batch.create.ts";
import type { PayoutBatch } from "./payout_batch.ts";
import { NEW_PAYOUT_REFUSALS, type NewPayoutRefusal } from "./payout_decided.ts";
import { payoutList } from "./payout_noun.ts";

type Code = NewPayoutRefusal["code"];
type Given = Payable & { world: World };

/** What replaces fields of a payout so that it is refused, by code. */
const BROKEN: Record<Code, (given: Given) => Input | Promise<Input>> = {
  account_not_found: () => ({ sourceAccountId: "acct_x" }),
  payout_beneficiary_reserved: () => ({ beneficiaryId: "revenue" }),
  resource_not_found: () => ({ beneficiaryId: "nobody" }),
  customer_status_forbidden: ({ world }) => ({ sourceAccountId: accountOfSuspended(world) }),
  kyc_tier_insufficient({ world }) {
    const { customerId, entityId } = accessIn(world, "active");
    changeEntity(world, entityId, { kycTier: "tier_1", kycStatus: "verified" });
    const { accountId } = createAccount(world, { owner: { type: "customer", id: customerId } });
    changeEntity(world, entityId, { kycTier: "tier_0", kycStatus: "expired" });
    return { sourceAccountId: accountId };
  },
  currency_mismatch: async ({ world }) => ({
    beneficiaryId: (await made(world, { rail: "ach", destination: US })).beneficiaryId,
  }),
  source_account_status_forbidden({ world, source }) {
    freeze(world, source, "debits");
    return {};
  },
  destination_account_status_forbidden({ world }) {
    const parties = bookPayable(world);
    freeze(world, parties.accountId, "all");
    return payoutOf(parties);
  },
  ledger_transfer_rejected: ({ world }) => ({ sourceAccountId: platformAccount(world) }),
  state_conflict({ world, beneficiaryId }) {
    world.made(beneficiaryArchive, { beneficiaryId });
    return {};
  },
  state_constraint_failed: () => ({}),
  async exposure_cap_exceeded({ world, ...parties }) {
    for (let times = 0n; times < BALANCE_MAX / LARGEST; times++) {
      fund(world, parties.source, LARGEST);
      pay(world, parties, String(LARGEST));
    }
    const other = await payable(world);
    fund(world, other.source, LARGEST);
    return payoutOf(other, String(LARGEST));
  },
  insufficient_balance: () => ({ amount: "1000001" }),
};

/** In live nobody is configured, and an item of any other code is refused before that is found out. */
const LIVE_CODES: readonly Code[] = ["kyc_tier_insufficient", "state_constraint_failed"];

const environmentOf = (code: Code) => (LIVE_CODES.includes(code) ? "live" : "sandbox");

const isMoney = (code: Code) => code === "insufficient_balance" || code === "exposure_cap_exceeded";

/** A payout over the book that can be made, from an account of its own. */
const possible = (world: World): Input => payoutOf(bookPayable(world), "5");

function statusesOf({ results }: PayoutBatch) {
  return results.map(({ status, error }) => [status, error?.code]);
}

/** A batch whose second item is refused: the batch is refused, and the first item is not made. */
const atomic = NEW_PAYOUT_REFUSALS.map((code): Row<Code, Payable> => {
  return {
    title: `atomic, an item is ${code}`,
    environment: environmentOf(code),
    async input(given) {
      const broken = { ...payoutOf(given), ...(await BROKEN[code](given)) };
      return { items: [possible(given.world), broken], atomic: true };
    },
    code,
    details: { itemIndex: 1 },
    check({ details, facts, input }, { world }) {
      assert.deepEqual(details["issues"][0].path.slice(0, 2), ["items", 1]);
      const rows = facts.filter(({ kind }) => kind === "ledger.transfer.1");
      assert.deepEqual(
        rows.map((row) => "step" in row && row.step),
        isMoney(code) ? ["failed"] : [],
      );
      assert.deepEqual(
        facts.filter(({ kind }) => kind.startsWith("payout.")),
        [],
      );
      const [first] = input["items"] as { sourceAccountId: string }[];
      assert.equal(balanceOf(world, first?.sourceAccountId ?? "").posted, "1000000");
    },
  };
});

const alone = NEW_PAYOUT_REFUSALS.map(
  (code): Row<never, Payable> => ({
    title: `an item is ${code}`,
    environment: environmentOf(code),
    async input(given) {
      const broken = { ...payoutOf(given), ...(await BROKEN[code](given)) };
      return { items: [broken, possible(given.world)] };
    },
    outcome: "its result alone",
    reply: { made: 1, failed: 1 },
    check: ({ reply }) =>
      assert.deepEqual(statusesOf(reply), [
        [isMoney(code) ? "failed" : "refused", code],
        ["posted", undefined],
      ]),
  }),
);

const ORDER: Row<never, Payable>[] = [
  {
    title: "over a bank and over the book",
    input: (given) => ({
      items: [payoutOf(given, "40"), possible(given.world), payoutOf(given, "60")],
    }),
    outcome: "created and posted at once, each with ids of its own",
    reply: { made: 3, failed: 0 },
    async check({ reply, facts }, { world, source }) {
      const { results } = reply as PayoutBatch;
      assert.deepEqual(
        results.map(({ status, amount }) => [status, amount]),
        [
          ["created", "40"],
          ["posted", "5"],
          ["created", "60"],
        ],
      );
      const suffixes = results.map(({ payoutId = "" }) => payoutId.slice("po_".length));
      assert.equal(new Set(suffixes).size, 3);
      for (const { transferId, payoutId, amount } of results) {
        const transfer = await world.found(transferRetrieve, { transferId });
        assert.deepEqual([transfer.payoutId, transfer.amount], [payoutId, amount]);
      }
      assert.equal(balanceOf(world, source).held, "100");
      assert.equal(facts.filter(({ kind }) => kind === "payout.accepted.1").length, 2);
      assert.equal(facts.filter(({ kind }) => kind === "account.created.1").length, 1);
    },
  },
  {
    title: "an armed fault, which the simulator meets once",
    given: ({ world }) => arm(world, "reject"),
    input: (given) => ({ items: [payoutOf(given, "40"), payoutOf(given, "60")] }),
    outcome: "each is asked by a request of its own",
    reply: { made: 2 },
    check({ reply, facts }, { world }) {
      assert.deepEqual(
        facts.filter(({ kind }) => kind.startsWith("provider_request.")).map(({ kind }) => kind),
        ["provider_request.made.1", "provider_request.made.1"],
      );
      world.passTime();
      const { results } = reply as PayoutBatch;
      assert.deepEqual(
        results.map(({ payoutId = "" }) => payoutIn(world, payoutId).status),
        ["failed", "processing"],
      );
    },
  },
  {
    title: "amounts of which two ask for another answer of the simulator",
    input: (given) => ({ items: ["9901", "40", "9902"].map((amount) => payoutOf(given, amount)) }),
    outcome: "created, and those two are asked by requests",
    reply: { made: 3 },
    check({ reply, facts }, { world }) {
      assert.deepEqual(
        facts.filter(({ kind }) => !kind.startsWith("ledger.")).map(({ kind }) => kind),
        [
          "account.created.1",
          ...["payout.created.1", "provider_request.made.1"],
          "payout.accepted.1",
          ...["payout.created.1", "provider_request.made.1"],
        ],
      );
      world.passTime();
      const { results } = reply as PayoutBatch;
      assert.deepEqual(
        results.map(({ status, payoutId = "" }) => [status, payoutIn(world, payoutId).status]),
        [
          ["created", "failed"],
          ["created", "processing"],
          ["created", "created"],
        ],
      );
    },
  },
  {
    title: "each item",
    input: (given) => ({
      items: [
        payoutOf(given, "999990"),
        payoutOf(given, "11"),
        { ...payoutOf(given), amount: undefined, wholeBalance: true },
        { ...payoutOf(given), amount: undefined, wholeBalance: true },
      ],
    }),
    outcome: "sees the money that those before it have left",
    reply: { made: 2, failed: 2 },
    async check({ reply }, { world }) {
      assert.deepEqual(statusesOf(reply), [
        ["created", undefined],
        ["failed", "insufficient_balance"],
        ["created", undefined],
        ["refused", "insufficient_balance"],
      ]);
      const { results } = reply as PayoutBatch;
      assert.equal(results[1]?.error?.details["available"], "10");
      assert.equal(results[2]?.amount, "10");
      const failed = await world.found(transferRetrieve, { transferId: results[1]?.transferId });
      assert.deepEqual(
        [failed.status, failed.amount, failed.payoutId],
        ["failed", "11", undefined],
      );
    },
  },
  {
    title: "one external id twice",
    input(given) {
      const own = { externalId: "po-7" };
      return {
        items: [
          { ...payoutOf(given, "1000001"), ...own },
          { ...payoutOf(given, "1"), ...own },
          { ...payoutOf(given, "1"), ...own },
        ],
      };
    },
    outcome: "the second is refused, one of which no payout was made is not",
    check({ reply }) {
      const { results } = reply as PayoutBatch;
      assert.deepEqual(statusesOf(reply), [
        ["failed", "insufficient_balance"],
        ["created", undefined],
        ["refused", "state_conflict"],
      ]);
      const holder = { type: "payout", id: results[1]?.payoutId };
      assert.deepEqual(results[2]?.error?.details["resource"], holder);
    },
  },
  {
    title: "two currencies whose external accounts are new",
    async input({ world, ...given }) {
      const dollars = openAccount(world, { currency: "USD", fundedMinor: 100n });
      const { beneficiaryId } = await made(world, { rail: "ach", destination: US });
      const inDollars = { ...payoutOf({ source: dollars, beneficiaryId }, "7"), currency: "USD" };
      return { items: [payoutOf(given, "1"), inDollars, payoutOf(given, "2")] };
    },
    outcome: "an account of the provider for each",
    reply: { made: 3 },
    check: ({ facts }) =>
      assert.equal(facts.filter(({ kind }) => kind === "account.created.1").length, 2),
  },
  {
    title: `${BATCH_ITEMS_MAX} items, atomic`,
    input: (given) => ({
      items: Array.from({ length: BATCH_ITEMS_MAX }, () => payoutOf(given, "1")),
      atomic: true,
    }),
    outcome: "every payout, and the newest is listed first",
    reply: { made: BATCH_ITEMS_MAX },
    async check({ reply }, { world }) {
      const query = { productId: world.principal.productId, limit: "100" };
      const { items } = await world.found(payoutList, query);
      const ids = (reply as PayoutBatch).results.map(({ payoutId }) => payoutId);
      assert.deepEqual(
        (items as { payoutId: string }[]).map(({ payoutId }) => payoutId),
        ids.reverse().slice(0, 100),
      );
    },
  },
];

const given = (world: World): Promise<Payable> => payable(world);

decisionTable(payoutBatchCreate, {
  given,
  input: (parties) => ({ items: [payoutOf(parties)] }),
  rows: [
    ...ORDER,
    ...alone,
    ...atomic,
    { title: "no items", input: { items: [] }, code: "invalid_request" },
    {
      title: `${BATCH_ITEMS_MAX + 1} items`,
      input: (given) => ({
        items: Array.from({ length: BATCH_ITEMS_MAX + 1 }, () => payoutOf(given)),
      }),
      code: "invalid_request",
    },
    {
      title: "an item with an amount and the whole balance",
      input: (given) => ({
        items: [payoutOf(given), { ...payoutOf(given), wholeBalance: true }],
      }),
      code: "invalid_request",
      check: ({ details }) =>
        assert.deepEqual(details["issues"][0].path, ["items", 1, "wholeBalance"]),
    },
  ],
});

/** The payouts of a batch in a sandbox, after the simulator has been asked. */
async function batch(amounts: readonly string[]) {
  const world = await openWorld();
  const parties = await payable(world);
  const items = amounts.map((amount) => payoutOf(parties, amount));
  const { results } = world.made(payoutBatchCreate, { items }) as unknown as PayoutBatch;
  world.passTime();
  const statusOf = (at: number) => payoutIn(world, results[at]?.payoutId ?? "").status;
  return { world, parties, results, statusOf };
}

test("payout batch: the simulator is asked afterwards -> each payout by its own digits", async () => {
  const { world, parties, results, statusOf } = await batch(["1", "9901", "9902", "9905"]);
  assert.deepEqual([0, 1, 2, 3].map(statusOf), ["processing", "failed", "created", "processing"]);
  const held = () => balanceOf(world, parties.source).held;
  assert.equal(held(), String(1 + 9902 + 9905));
  assert.equal(cancelPayout(world, results[0]?.payoutId ?? "").status, "cancelled");
  decidePayout(world, results[3]?.payoutId ?? "", "posted");
  advanceClock(world, "2026-02-03T12:00:00Z");
  assert.deepEqual([0, 1, 2, 3].map(statusOf), ["cancelled", "failed", "posted", "posted"]);
  assert.equal(held(), "0");
  assert.equal(balanceOf(world, parties.source).posted, String(1_000_000 - 9902 - 9905));
  const transferId = results[2]?.transferId;
  assert.equal((await world.found(transferRetrieve, { transferId })).status, "posted");
});

test("payout batch: the same key again, when its payouts are over -> the bytes of the first answer", async () => {
  const world = await openWorld();
  const parties = await payable(world);
  const key = { idempotencyKey: "0f8fad5b-d9cb-469f-a165-70867728950e" };
  const send = () => world.run(payoutBatchCreate, { items: [payoutOf(parties, "5")] }, key);
  const first = send();
  advanceClock(world, "2026-02-03T12:00:00Z");
  const again = send();
  assert.deepEqual([again.place, again.reply], [first.place, first.reply]);
});
