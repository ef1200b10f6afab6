/** Decision table of platform.account_release.create. */
import assert from "node:assert/strict";
import { payoutIn, waitingPayout } from "../../../test/support/features/payout/payouts.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { balanceOf, freeze } from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { PRODUCT_SUSPENSE_ROLE, roleCodeOf } from "../ledger/roles.ts";
import { TRANSFER_ROW } from "../ledger/transfer_row.ts";
import { productRealmClose } from "../product/product.realm.close.ts";
import { providerRequestNews } from "../provider_request_steps/provider_request.news.ts";
import { providerRequestReport } from "../provider_request_steps/provider_request.report.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformAccountReleaseCreate } from "./platform.account_release.create.ts";

const environment = "live";
const prepared = { user: "ada/1000" };
const reason = "paid to the company on Monday";
const note = { kind: OPERATOR_NOTED, ...prepared, reason };

const close = (world: World) =>
  world.run(productRealmClose, { isForced: true }, { cause: "platform" });

/** A payout of 12.50 that comes back when the Product is closed: where the account has it again. */
async function cameBack(world: World) {
  const { source, payoutId, providerRequestId } = await waitingPayout(world);
  const progress = { status: "posted" };
  const outcome = { result: "accepted", providerReference: "pay-1", progress };
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
  return {
    ...{ source, external: payoutIn(world, payoutId).destinationAccountId },
    /** The bank tells it. */
    returns() {
      const back = { status: "returned", occurredAtMs: 1_000 };
      const news = { providerRequestId, newsId: "n-1", progress: back };
      assert.equal(world.made(providerRequestNews, news, PROVIDER).verdict, "applied");
    },
  };
}

decisionTable(platformAccountReleaseCreate, {
  given: cameBack,
  input: ({ source }) => ({
    ...{ sourceAccountId: source, amount: "1250", currency: "EUR", provider: "first-bank", reason },
  }),
  asking: () => ({ prepared, cause: "platform" }),
  stepMs: 1_000,
  rows: [
    {
      ...{ environment, title: "what came back after the closing, from an account that is frozen" },
      given({ world, source, returns }) {
        freeze(world, source, "all");
        close(world);
        returns();
      },
      input: ({ world }) => ({ sourceAccountId: suspenseOf(world), description: "settled" }),
      outcome: "out of the Product, to the account of the bank, as GET shows it; a note",
      reply: { amount: "1250", status: "posted", kind: "funding", description: "settled" },
      async check({ reply, facts, body, input }, { world, external }) {
        const kinds = facts.map(({ kind }) => kind);
        assert.deepEqual(kinds, [TRANSFER_ROW, OPERATOR_NOTED, "effect.owed.1"]);
        assert.deepEqual(facts[1], note);
        assert.ok(!body?.includes("Monday"));
        assert.equal(balanceOf(world, String(input["sourceAccountId"])).posted, "0");
        assert.equal(balanceOf(world, external).posted, "1250");
        await assertShows(world, transferRetrieve, { transferId: reply.transferId }, reply);
      },
    },
    {
      ...{ environment, title: "money that the operator has funded" },
      given: ({ world }) => close(world),
      input: { provider: undefined, amount: "998750" },
      outcome: "to the platform's own account",
      reply: { amount: "998750", status: "posted" },
      check({ reply: { destinationAccountId } }, { world, source, external }) {
        assert.notEqual(destinationAccountId, external);
        const sides = [source, destinationAccountId].map((id) => balanceOf(world, id).posted);
        assert.deepEqual(sides, ["0", "-1250"]);
      },
    },
    {
      ...{ environment, title: "more than is there" },
      given: ({ world }) => close(world),
      input: { amount: "998751" },
      code: "insufficient_balance",
      check: ({ facts }) => assert.equal(facts.at(-1)?.kind, OPERATOR_NOTED),
    },
    {
      ...{ environment, title: "of a Product that is open" },
      code: "state_constraint_failed",
      details: { constraint: "product_closed" },
      check: ({ facts }) => assert.deepEqual(facts, [note]),
    },
    {
      ...{ environment, title: "a bank that has none of its money" },
      given: ({ world }) => close(world),
      input: { provider: "other-bank" },
      code: "state_constraint_failed",
      details: { constraint: "external_account" },
    },
    {
      ...{ environment, title: "another currency" },
      given: ({ world }) => close(world),
      input: { currency: "USD" },
      code: "currency_mismatch",
    },
    {
      ...{ environment, title: "no account" },
      input: { sourceAccountId: "acct_unknown" },
      code: "account_not_found",
    },
    {
      ...{ environment, title: "an account of the platform" },
      given: ({ world }) => close(world),
      input: ({ external }) => ({ sourceAccountId: external }),
      code: "account_not_found",
    },
    {
      ...{ environment, title: "a blank reason" },
      input: { reason: " " },
      code: "invalid_request",
    },
  ],
});

/** The account of the Product that has what no other account could take. */
function suspenseOf(world: World): string {
  const { accounts } = world.state;
  for (let ordinal = 0; ordinal < accounts.count; ordinal++) {
    if (accounts.roleCode(ordinal) === SUSPENSE_CODE) return accounts.accountId(ordinal);
  }
  return assert.fail("the money that came back is in suspense");
}
const SUSPENSE_CODE = roleCodeOf(PRODUCT_SUSPENSE_ROLE);
