/** Decision table of platform.payout.correct: each status of a payout, and where the money is found that a bank has taken. */
import assert from "node:assert/strict";
import { payoutIn, waitingPayout } from "../../../test/support/features/payout/payouts.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { balanceOf, freeze, openAccount } from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { payoutRetrieve } from "../payout/payout_noun.ts";
import { providerRequestNews } from "../provider_request_steps/provider_request.news.ts";
import { providerRequestReport } from "../provider_request_steps/provider_request.report.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformPayoutCorrect } from "./platform.payout.correct.ts";

const environment = "live";
const prepared = { user: "ada/1000" };
const reason = "the bank's letter of Monday";
const note = { kind: OPERATOR_NOTED, ...prepared, reason };
const kindsOf = (facts: readonly { kind: string }[]) => facts.map(({ kind }) => kind);

type Made = Awaited<ReturnType<typeof waitingPayout>> & { world: World; other: string };

/** The bank answers so; by default it accepts the payout and says that it has this status. */
function answer({ world, providerRequestId }: Made, outcome: object): void {
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
}
const told = (made: Made, status: string) =>
  answer(made, { result: "accepted", providerReference: "pay-1", progress: { status } });
const refused = (made: Made) => answer(made, { result: "refused", providerCode: "ac04" });
const correct = ({ world, payoutId }: Made, outcome: string) =>
  world.made(platformPayoutCorrect, { payoutId, outcome, reason }, { prepared });

/** What is posted and held of the account that was to pay. */
const postedOf = ({ world, source }: Made) => {
  const { posted, held } = balanceOf(world, source);
  return [posted, held];
};
const externalOf = ({ world, payoutId }: Made) =>
  balanceOf(world, payoutIn(world, payoutId).destinationAccountId).posted;

decisionTable(platformPayoutCorrect, {
  given: async (world) => ({ ...(await waitingPayout(world)), other: openAccount(world) }),
  input: ({ payoutId }) => ({ payoutId, outcome: "posted", reason }),
  asking: () => ({ prepared }),
  stepMs: 1_000,
  rows: [
    {
      ...{ environment, title: "failed, and the bank has sent it; the account has the money" },
      given: refused,
      outcome: "posted by a transfer of its own, from the account, as GET shows it; a note",
      reply: { status: "posted" },
      async check({ reply, facts, body }, made) {
        const { world, payoutId, source } = made;
        assert.deepEqual(kindsOf(facts).slice(1), [
          "payout.corrected.1",
          OPERATOR_NOTED,
          "effect.owed.1",
        ]);
        assert.deepEqual(facts[2], note);
        assert.ok(!body?.includes("Monday"));
        assert.deepEqual([postedOf(made), externalOf(made)], [["998750", "0"], "1250"]);
        assert.deepEqual([reply.settledFromAccountId, "failure" in reply], [source, false]);
        assert.deepEqual(Object.keys(reply.statusTransitions ?? {}), [
          "createdAt",
          "postedAt",
          "failedAt",
        ]);
        const { settledTransferId: transferId } = reply;
        const transfer = await world.found(transferRetrieve, { transferId });
        const { status, kind, amount, payoutId: of } = transfer;
        assert.deepEqual([status, kind, amount, of], ["posted", "payout", "1250", payoutId]);
        const first = await world.found(transferRetrieve, { transferId: reply.transferId });
        assert.equal(first.status, "voided");
        await assertShows(world, payoutRetrieve, { payoutId }, reply);
      },
    },
    {
      ...{ environment, title: "cancelled, and the bank has sent it" },
      given: (made) => told(made, "cancelled"),
      outcome: "posted",
      reply: { status: "posted" },
      check: (_came, made) => assert.deepEqual(postedOf(made), ["998750", "0"]),
    },
    {
      ...{ environment, title: "failed, and the account has spent a part of the money" },
      given(made) {
        refused(made);
        const { world, source } = made;
        const sides = { sourceAccountId: source, destinationAccountId: made.other };
        world.made(transferCreate, { ...sides, amount: "999000", currency: "EUR" });
      },
      outcome: "from an account of the Product of the role product_losses, which is below zero",
      check({ reply, facts }, made) {
        const { settledFromAccountId = "" } = reply;
        assert.equal(kindsOf(facts)[0], "account.created.1");
        assert.deepEqual(postedOf(made), ["1000", "0"]);
        assert.equal(balanceOf(made.world, settledFromAccountId).posted, "-1250");
        assert.equal(externalOf(made), "1250");
      },
    },
    {
      ...{ environment, title: "failed, and the account is frozen" },
      given(made) {
        refused(made);
        freeze(made.world, made.source, "debits");
      },
      outcome: "from the account of losses",
      check: ({ reply }, made) => {
        assert.deepEqual(postedOf(made), ["1000000", "0"]);
        assert.equal(balanceOf(made.world, reply.settledFromAccountId ?? "").posted, "-1250");
      },
    },
    {
      ...{ environment, title: "returned, of one that was sent after all out of the losses" },
      given(made) {
        told(made, "failed");
        freeze(made.world, made.source, "debits");
        correct(made, "posted");
      },
      input: { outcome: "returned" },
      outcome: "back where it was taken from",
      reply: { status: "returned" },
      check({ reply }, made) {
        const { returnedToAccountId = "", settledFromAccountId } = reply;
        assert.equal(returnedToAccountId, settledFromAccountId);
        assert.equal(balanceOf(made.world, returnedToAccountId).posted, "0");
        assert.deepEqual([postedOf(made), externalOf(made)], [["1000000", "0"], "0"]);
      },
    },
    {
      ...{ environment, title: "posted, and the bank never sent the money" },
      given: (made) => told(made, "posted"),
      input: { outcome: "failed" },
      outcome: "returned: the account has it again",
      reply: { status: "returned" },
      check({ reply }, made) {
        assert.equal(reply.failure?.code, "corrected");
        assert.deepEqual([postedOf(made), externalOf(made)], [["1000000", "0"], "0"]);
      },
    },
    {
      ...{ environment, title: "posted after all, and its bank tells later that it came back" },
      given(made) {
        told(made, "failed");
        correct(made, "posted");
        const { world, providerRequestId } = made;
        const progress = { status: "returned", occurredAtMs: 1_000 };
        const news = { providerRequestId, newsId: "n-1", progress };
        assert.equal(world.made(providerRequestNews, news, PROVIDER).verdict, "applied");
      },
      input: { outcome: "returned" },
      code: "state_conflict",
      details: { actual: "returned" },
      check: (_came, made) => assert.deepEqual(postedOf(made), ["1000000", "0"]),
    },
    {
      ...{ environment, title: "posted already" },
      given: (made) => told(made, "posted"),
      code: "state_conflict",
      details: { expected: "failed or cancelled", actual: "posted" },
      check: ({ facts }) => assert.deepEqual(facts, [note]),
    },
    {
      ...{ environment, title: "one that its bank is still asked about" },
      code: "state_conflict",
      details: { actual: "created" },
    },
    {
      ...{ environment, title: "posted, and the money has come back to the bank" },
      given: (made) => told(made, "posted"),
      input: { outcome: "returned" },
      outcome: "returned: the account has it again",
      reply: { status: "returned" },
      check: (_came, made) =>
        assert.deepEqual([postedOf(made), externalOf(made)], [["1000000", "0"], "0"]),
    },
    {
      ...{ environment, title: "failed, of one that has failed" },
      given: refused,
      input: { outcome: "failed" },
      code: "state_conflict",
      details: { expected: "posted", actual: "failed" },
    },
    {
      ...{ environment, title: "returned, of one that has failed" },
      given: refused,
      input: { outcome: "returned" },
      code: "state_conflict",
      details: { expected: "posted", actual: "failed" },
    },
    {
      ...{ environment, title: "no payout" },
      input: { payoutId: "po_01ARZ3NDEKTSV4RRFFQ69G5FAV" },
      code: "resource_not_found",
      check: ({ facts }) => assert.deepEqual(facts, [note]),
    },
    {
      ...{ environment, title: "a blank reason" },
      input: { reason: " " },
      code: "invalid_request",
    },
  ],
});
