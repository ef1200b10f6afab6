/** Decision table of received_credit.take, and that what a bank tells is counted once, whatever it tells again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { waitingAddress } from "../../../test/support/features/financial_address/addresses.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import {
  type Addressed,
  bankChanges,
  creditIn,
  externalOf,
  liveAddress,
  moneyOf,
  take,
  toldOf,
} from "../../../test/support/features/received_credit/credits.ts";
import { keyCaller, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { close, freeze, fund, LARGEST, openAccount } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { financialAddressDisable } from "../financial_address/financial_address.disable.ts";
import { financialAddressRetire } from "../financial_address/financial_address.retire.ts";
import { receivedCreditTake } from "./received_credit.take.ts";
import type { SuspenseReason } from "./received_credit_document.ts";
import { receivedCreditRetrieve } from "./received_credit_noun.ts";

const LIVE = { environment: "live" } as const;
type Made = Addressed & { world: World };

const PAYER = { name: "Paper Mill GmbH", accountNumberMasked: "3000" };

/** A credit that cannot go to the account of its address. */
function suspended(title: string, reason: SuspenseReason, given: (made: Made) => unknown) {
  return {
    ...LIVE,
    title,
    given,
    outcome: `suspended, ${reason}: on an account of the Product that is made for it`,
    reply: { verdict: "suspended" },
    check({ reply }: { reply: { receivedCreditId: string } }, { world, accountId }: Made): void {
      const credit = creditIn(world, reply.receivedCreditId);
      assert.deepEqual([credit.status, credit.suspenseReason], ["suspended", reason]);
      assert.notEqual(credit.accountId, accountId);
      const { currency } = credit;
      const money = { role: "product_suspense", currency, posted: 1250n, held: 0n };
      assert.deepEqual(moneyOf(world, credit.accountId), money);
      assert.equal(externalOf(world, "acme", currency), -1250n);
    },
  } as const;
}

const LIVE_STRANGER = keyCaller({ ...STRANGER.principal, ...LIVE });

decisionTable(receivedCreditTake, {
  given: liveAddress,
  input: toldOf,
  asking: () => PROVIDER,
  rows: [
    {
      ...LIVE,
      title: "money by an active address",
      input: { payer: PAYER, remittance: "Invoice 7" },
      outcome: "credited to its account out of the bank's, as GET shows it",
      reply: { verdict: "credited" },
      async check({ reply, facts }, { world, accountId, financialAddressId }) {
        const { receivedCreditId } = reply;
        const shown = await world.found(receivedCreditRetrieve, { receivedCreditId });
        const { transferId, statusTransitions, createdAt, updatedAt, ...said } = shown;
        assert.deepEqual(said, {
          receivedCreditId,
          productId: world.principal.productId,
          ...LIVE,
          ...{ provider: "acme", reference: "bank-1", financialAddressId, accountId },
          ...{ amount: "1250", currency: "EUR", payer: PAYER, remittance: "Invoice 7" },
          ...{ occurredAt: "1970-01-01T00:00:01.000Z", status: "credited", revision: 1 },
          actor: { type: "provider", id: "provider" },
        });
        assert.deepEqual(statusTransitions, { creditedAt: createdAt });
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          [
            ...["account.created.1", "ledger.transfer.1", "received_credit.created.1"],
            ...["external_confirmation.recorded.1", "external_confirmation.matched.1"],
          ],
        );
        assert.equal(moneyOf(world, accountId).posted, 1250n);
        assert.equal(externalOf(world, "acme"), -1250n);
      },
    },
    {
      ...LIVE,
      title: "money by an address that is pending here",
      input: ({ world }) => ({ financialAddressId: waitingAddress(world).financialAddressId }),
      outcome: "credited: the bank that tells of it has opened the address",
      reply: { verdict: "credited" },
    },
    {
      ...LIVE,
      title: "money for an account that is frozen for debits",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      outcome: "credited",
      reply: { verdict: "credited" },
    },
    suspended("a disabled address", "address_not_active", (made) =>
      bankChanges(made.world, financialAddressDisable, made, "disabled"),
    ),
    suspended("a retired address", "address_not_active", (made) =>
      bankChanges(made.world, financialAddressRetire, made, "retired"),
    ),
    { ...suspended("another currency", "currency", () => {}), input: { currency: "USD" } },
    {
      ...suspended("a closed account", "account_closed", () => {}),
      input({ world }) {
        const { accountId, financialAddressId } = waitingAddress(world);
        close(world, accountId);
        return { financialAddressId };
      },
    },
    suspended("an account that is frozen for all movements", "account_frozen", (made) =>
      freeze(made.world, made.accountId, "all"),
    ),
    {
      ...LIVE,
      title: "an account that would have too much",
      given({ world, accountId }) {
        for (let times = 0; times < 9; times++) fund(world, accountId, LARGEST);
      },
      input: { amount: String(LARGEST) },
      outcome: "suspended, balance_too_large",
      reply: { verdict: "suspended" },
      check({ reply }, { world }) {
        const { suspenseReason } = creditIn(world, reply.receivedCreditId);
        assert.equal(suspenseReason, "balance_too_large");
      },
    },
    {
      ...LIVE,
      title: "told again with the same facts",
      given: ({ world, ...addressed }) => take(world, addressed),
      input: { newsId: "n-2", remittance: "told otherwise" },
      outcome: "twice: no record",
      reply: { verdict: "twice" },
      check({ facts, reply }, { world, accountId }) {
        assert.deepEqual(facts, []);
        assert.equal(moneyOf(world, accountId).posted, 1250n);
        assert.equal(creditIn(world, reply.receivedCreditId).remittance, undefined);
      },
    },
    ...[
      { title: "another amount", input: { amount: "1251" } },
      { title: "another currency", input: { currency: "USD" } },
      {
        title: "another address",
        input: ({ world }: { world: World }) => ({
          financialAddressId: waitingAddress(world).financialAddressId,
        }),
      },
      { title: "an address that nobody has", input: { financialAddressId: "fa_unknown" } },
    ].map(
      ({ title, input }) =>
        ({
          ...LIVE,
          title: `told again with ${title}`,
          input,
          given: ({ world, ...addressed }: Made) => take(world, addressed),
          outcome: "contradictory: nothing moves, and the credit keeps what was told",
          reply: { verdict: "contradictory" },
          check(
            { reply, input: told }: { reply: { receivedCreditId: string }; input: object },
            { world, accountId }: Made,
          ) {
            assert.equal(moneyOf(world, accountId).posted, 1250n);
            const { contradiction, revision } = creditIn(world, reply.receivedCreditId);
            const { amount, currency, financialAddressId } = told as Record<string, string>;
            assert.equal(revision, 1);
            assert.deepEqual(contradiction, {
              ...{ amountMinor: amount, currency, financialAddressId, newsId: "n-1" },
              atMs: world.nowMs,
            });
          },
        }) as const,
    ),
    {
      ...LIVE,
      title: "the same reference of another bank",
      given: ({ world, ...addressed }) => take(world, addressed),
      input: { provider: "other-bank" },
      outcome: "another credit, out of that bank's account",
      reply: { verdict: "credited" },
      check(_came, { world, accountId }) {
        assert.equal(moneyOf(world, accountId).posted, 2500n);
        assert.deepEqual(
          [externalOf(world, "acme"), externalOf(world, "other-bank")],
          [-1250n, -1250n],
        );
      },
    },
    ...unknownIds({
      field: "financialAddressId",
      code: "financial_address_not_found",
      create: (world, caller) => waitingAddress(world, {}, caller).financialAddressId,
    }).map((row) => ({ ...row, ...LIVE })),
  ],
});

test("received credit: the second that cannot be credited -> on the account that was made for the first", async () => {
  const world = await openWorld(LIVE);
  const made = liveAddress(world);
  freeze(world, made.accountId, "all");
  const ids = ["bank-1", "bank-2"].map(
    (reference) => take(world, made, { reference }).receivedCreditId,
  );
  const [first, second] = ids.map((id) => creditIn(world, id).accountId);
  assert.equal(first, second);
  assert.equal(moneyOf(world, String(first)).posted, 2500n);
});

test("received credit: of one reference in another Product of the shard -> contradictory, kept by the credit that is there", async () => {
  const world = await openWorld(LIVE);
  const made = liveAddress(world);
  const { receivedCreditId } = take(world, made);
  const caller = LIVE_STRANGER;
  openAccount(world, { caller });
  const other = waitingAddress(world, {}, caller);
  const told = { ...toldOf(other), newsId: "n-2" };
  const { reply } = world.run(receivedCreditTake, told, { ...PROVIDER, caller });
  assert.deepEqual(reply, { receivedCreditId, verdict: "contradictory" });
  assert.equal(creditIn(world, receivedCreditId).contradiction?.newsId, "n-2");
  const { facts } = world.run(receivedCreditTake, told, { ...PROVIDER, caller });
  assert.deepEqual(facts, []);
});
