/** Decision table of platform.collection.correct: each status of a collection, and where the money goes that a bank has collected after all. */
import assert from "node:assert/strict";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import { waitingDebit } from "../../../test/support/features/collection/debits.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  balanceOf,
  createAccount,
  freeze,
  fund,
  openAccount,
} from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { collectionCancel } from "../collection/collection.cancel.ts";
import { collectionConfirm } from "../collection/collection.confirm.ts";
import { collectionRetry } from "../collection/collection.retry.ts";
import { collectionRetrieve } from "../collection/collection_noun.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { PRODUCT_SUSPENSE_ROLE, roleCodeOf } from "../ledger/roles.ts";
import { providerRequestNews } from "../provider_request_steps/provider_request.news.ts";
import { providerRequestReport } from "../provider_request_steps/provider_request.report.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformCollectionCorrect } from "./platform.collection.correct.ts";

const environment = "live";
const prepared = { user: "ada/1000" };
const reason = "the bank's letter of Monday";
const note = { kind: OPERATOR_NOTED, ...prepared, reason };
const kindsOf = (facts: readonly { kind: string }[]) => facts.map(({ kind }) => kind);

type Made = Awaited<ReturnType<typeof waitingDebit>> & { world: World };

/** The bank answers so; by default it accepts the collection and says that it has this status. */
function answer({ world, providerRequestId }: Made, outcome: object): void {
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
}
const told = (made: Made, status: string) =>
  answer(made, { result: "accepted", providerReference: "col-1", progress: { status } });
const refused = (made: Made) => answer(made, { result: "refused", providerCode: "ac04" });
const correct = ({ world, collectionId }: Made, outcome: string) =>
  world.made(platformCollectionCorrect, { collectionId, outcome, reason }, { prepared });
function tells({ world, providerRequestId }: Made, status: string): string {
  const progress = { status, occurredAtMs: 1_000 };
  const news = { providerRequestId, newsId: `n-${status}`, progress };
  return String(world.made(providerRequestNews, news, PROVIDER).verdict);
}

const posted = (world: World, accountId = "") => balanceOf(world, accountId).posted;
const holds = ({ world, destinationAccountId }: Made) => posted(world, destinationAccountId);
/** What the bank has, by the account that stands for it: with the sign turned. */
function bankHas({ world }: Made): string {
  const { accounts } = world.state;
  const external = [...Array(accounts.count).keys()].filter(
    (ordinal) => accounts.extras(ordinal)?.name === "first-bank",
  );
  return external.map((ordinal) => posted(world, accounts.accountId(ordinal))).join();
}
const outcomesOf = ({ world, collectionId }: Made) =>
  storedCollection(world, collectionId).attempts.map(({ outcome }) => outcome);
async function usedOf({ world, consentId }: Made) {
  const { used, status } = await world.found(consentRetrieve, { consentId });
  return [used.count, used.total, status];
}

decisionTable(platformCollectionCorrect, {
  given: (world) => waitingDebit(world, { consent: { limits: { maxCount: 1 } } }),
  input: ({ collectionId }) => ({ collectionId, outcome: "collected", reason }),
  asking: () => ({ prepared }),
  stepMs: 1_000,
  rows: [
    {
      ...{ environment, title: "refused, and the bank has collected" },
      given: refused,
      outcome:
        "collected, to the account that it names, as GET shows it; the consent is used; a note",
      reply: { status: "collected" },
      async check({ reply, facts, body }, made) {
        const { world, collectionId, destinationAccountId } = made;
        assert.deepEqual(kindsOf(facts).slice(-4), [
          "consent.consumed.1",
          "collection.corrected.1",
          OPERATOR_NOTED,
          "effect.owed.1",
        ]);
        assert.ok(!body?.includes("Monday"));
        assert.deepEqual([holds(made), bankHas(made)], ["1250", "-1250"]);
        assert.equal(reply.creditedAccountId, destinationAccountId);
        assert.deepEqual(["failure" in reply, outcomesOf(made)], [false, ["collected"]]);
        assert.deepEqual(await usedOf(made), [1, "1250", "consumed"]);
        const { transferId } = reply;
        const {
          status,
          kind,
          amount,
          collectionId: of,
        } = await world.found(transferRetrieve, {
          transferId,
        });
        assert.deepEqual(
          [status, kind, amount, of],
          ["posted", "collection", "1250", collectionId],
        );
        await assertShows(world, collectionRetrieve, { collectionId }, reply);
      },
    },
    {
      ...{ environment, title: "failed, and the account is frozen for all movements" },
      given(made) {
        told(made, "failed");
        freeze(made.world, made.destinationAccountId, "all");
      },
      outcome: "to an account of the Product of the role product_suspense",
      check({ reply, facts }, made) {
        const { world } = made;
        assert.equal(kindsOf(facts).filter((kind) => kind === "account.created.1").length, 2);
        const { creditedAccountId = "" } = reply;
        const ordinal = world.state.accounts.ordinalOf(
          world.realmOf(world.caller),
          creditedAccountId,
        );
        assert.equal(world.state.accounts.roleCode(ordinal), roleCodeOf(PRODUCT_SUSPENSE_ROLE));
        assert.deepEqual(
          [holds(made), posted(world, creditedAccountId), bankHas(made)],
          ["0", "1250", "-1250"],
        );
      },
    },
    {
      ...{ environment, title: "failed, and cancelled since" },
      given(made) {
        told(made, "failed");
        const { world, collectionId } = made;
        world.made(collectionCancel, { collectionId, reason: "waived" });
      },
      outcome: "collected",
      reply: { status: "collected" },
      check({ reply }, made) {
        assert.deepEqual(["cancellationReason" in reply, holds(made)], [false, "1250"]);
      },
    },
    {
      ...{ environment, title: "failed, and to be tried again" },
      given(made) {
        told(made, "failed");
        made.world.made(collectionRetry, {
          collectionId: made.collectionId,
          dueAt: "2099-01-01T00:00:00Z",
        });
      },
      outcome: "collected; the clock has nothing to do",
      reply: { status: "collected" },
      check(_came, { world, collectionId }) {
        const key = collectionId.slice("coll_".length);
        const { deadlines } = world.state.collections;
        assert.notEqual(deadlines.first(world.realmOf(world.caller))?.key, key);
      },
    },
    {
      ...{
        environment,
        title: "collected after all, and its bank tells later that it was taken back",
      },
      given(made) {
        told(made, "failed");
        correct(made, "collected");
        assert.equal(tells(made, "returned"), "applied");
      },
      code: "collection_not_found",
      input: { collectionId: "coll_01ARZ3NDEKTSV4RRFFQ69G5FAV" },
      check(_came, made) {
        assert.deepEqual([holds(made), bankHas(made), outcomesOf(made)], ["0", "0", ["returned"]]);
      },
    },
    {
      ...{ environment, title: "collected, and the bank never took the money" },
      given: (made) => told(made, "collected"),
      input: { outcome: "failed" },
      outcome: "returned; the attempt has failed, as the bank says",
      reply: { status: "returned" },
      async check({ reply }, made) {
        assert.deepEqual([reply.failure?.code, reply.failure?.retryable], ["corrected", false]);
        assert.deepEqual([holds(made), bankHas(made), outcomesOf(made)], ["0", "0", ["failed"]]);
        assert.deepEqual(await usedOf(made), [1, "1250", "consumed"]);
        assert.equal(tells(made, "failed"), "same");
      },
    },
    {
      ...{ environment, title: "collected, and the bank has the money no longer" },
      given: (made) => told(made, "collected"),
      input: { outcome: "returned" },
      outcome: "returned",
      reply: { status: "returned" },
      check: (_came, made) =>
        assert.deepEqual([holds(made), outcomesOf(made)], ["0", ["returned"]]),
    },
    {
      ...{ environment, title: "collected, never taken, and the money is spent" },
      given(made) {
        told(made, "collected");
        const { world, destinationAccountId: sourceAccountId } = made;
        const sides = { sourceAccountId, destinationAccountId: openAccount(world) };
        world.made(transferCreate, { ...sides, amount: "1000", currency: "EUR" });
      },
      input: { outcome: "failed" },
      outcome: "from an account of the Product of the role product_losses, which is below zero",
      check({ reply: { returnedFromAccountId } }, made) {
        assert.deepEqual(
          [holds(made), posted(made.world, returnedFromAccountId), bankHas(made)],
          ["250", "-1250", "0"],
        );
      },
    },
    {
      ...{ environment, title: "taken back, and the bank has the money again" },
      given: (made) => told(made, "returned"),
      outcome: "collected, where it was taken from; the consent is used once",
      reply: { status: "collected" },
      async check({ reply }, made) {
        assert.deepEqual(
          ["returnTransferId" in reply, holds(made), bankHas(made)],
          [false, "1250", "-1250"],
        );
        assert.deepEqual(await usedOf(made), [1, "1250", "consumed"]);
      },
    },
    {
      ...{ environment, title: "collected already" },
      given: (made) => told(made, "collected"),
      code: "state_conflict",
      details: { actual: "collected" },
      check: ({ facts }) => assert.deepEqual(facts, [note]),
    },
    {
      ...{ environment, title: "settled by a transfer since it failed" },
      given(made) {
        told(made, "failed");
        const { world, customerId: id, destinationAccountId, collectionId } = made;
        const owner = { type: "customer", id };
        const { accountId: sourceAccountId } = createAccount(world, { owner });
        fund(world, sourceAccountId, 1_250n);
        const sides = { sourceAccountId, destinationAccountId };
        const paid = world.made(transferCreate, { ...sides, amount: "1250", currency: "EUR" });
        world.made(collectionConfirm, { collectionId, transferId: paid.transferId });
      },
      code: "state_conflict",
      details: { actual: "collected" },
      check: ({ message }) => assert.match(message ?? "", /is settled by transfer tr_/),
    },
    {
      ...{ environment, title: "one that its bank is still asked about" },
      code: "state_conflict",
      details: { actual: "processing" },
    },
    {
      ...{ environment, title: "never taken, of one that has failed" },
      given: refused,
      input: { outcome: "failed" },
      code: "state_conflict",
      details: { expected: "collected", actual: "failed" },
    },
    {
      ...{ environment, title: "no collection" },
      input: { collectionId: "coll_01ARZ3NDEKTSV4RRFFQ69G5FAV" },
      code: "collection_not_found",
      check: ({ facts }) => assert.deepEqual(facts, [note]),
    },
    {
      ...{ environment, title: "a blank reason" },
      input: { reason: " " },
      code: "invalid_request",
    },
  ],
});
