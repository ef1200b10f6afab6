/** A bank has collected twice under two attempts of one collection: the second sum waits in suspense, and goes back by itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import { lastRequestOf, waitingDebit } from "../../../test/support/features/collection/debits.ts";
import { configured } from "../../../test/support/features/provider/providers.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { balanceOf, createAccount, fund, openAccount } from "../../../test/world/parties.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { collectionCollect } from "../collection/collection.collect.ts";
import { collectionConfirm } from "../collection/collection.confirm.ts";
import { collectionRetry } from "../collection/collection.retry.ts";
import { collectionRetrieve } from "../collection/collection_noun.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { PRODUCT_SUSPENSE_ROLE, roleCodeOf } from "../ledger/roles.ts";
import { payoutCreate } from "../payout/payout.create.ts";
import { providerRequestNews } from "../provider_request_steps/provider_request.news.ts";
import { providerRequestReport } from "../provider_request_steps/provider_request.report.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { platformCollectionCorrect } from "./platform.collection.correct.ts";

const AMOUNT = "1250";
const ASKED = { prepared: { user: "ada/1000" } };
const reason = "the bank's letter of Monday";
type Asked = Awaited<ReturnType<typeof waitingDebit>> & { world: World };

function answer({ world }: Asked, providerRequestId: string, outcome: object): void {
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
}
const accepted = (status: string) => ({
  ...{ result: "accepted", providerReference: `col-${status}`, progress: { status } },
});

/** A collection that was asked for twice: the bank has refused the first attempt, or let it fail, and the second is with it. */
async function askedTwice(first: "refused" | "failed" = "failed") {
  const world = await openWorld({ environment: "live" });
  const made = { world, ...(await waitingDebit(world, { consent: { limits: { maxCount: 5 } } })) };
  const { collectionId, providerRequestId: requestId } = made;
  const refused = { result: "refused", providerCode: "ac04" };
  answer(made, requestId, first === "refused" ? refused : accepted("failed"));
  world.made(collectionRetry, { collectionId, dueAt: "2099-01-01T00:00:00Z" });
  world.run(collectionCollect, { collectionId });
  return { ...made, first: requestId, second: lastRequestOf(world, collectionId) };
}
type Twice = Awaited<ReturnType<typeof askedTwice>>;

const correcting = (
  { collectionId }: Pick<Twice, "collectionId">,
  outcome: string,
  named?: string,
) => ({
  ...{ collectionId, outcome, reason },
  ...(named !== undefined && { providerRequestId: named }),
});
const correct = (made: Twice, outcome: string, named?: string) =>
  made.world.made(platformCollectionCorrect, correcting(made, outcome, named), ASKED);
function refusedOf(made: Twice, outcome: string, named?: string) {
  const came = made.world.run(platformCollectionCorrect, correcting(made, outcome, named), ASKED);
  return [came.code, came.message];
}
function tells({ world }: Asked, providerRequestId: string, status: string): string {
  const news = { providerRequestId, newsId: `n-${status}`, progress: { status, occurredAtMs: 1 } };
  return String(world.made(providerRequestNews, news, PROVIDER).verdict);
}

const posted = (world: World, accountId = "") => balanceOf(world, accountId).posted;
const holds = ({ world, destinationAccountId }: Twice) => posted(world, destinationAccountId);
/** What the bank has, by the accounts that stand for it: with the sign turned. */
function bankHas({ world }: Twice, bank = "first-bank"): string {
  const { accounts } = world.state;
  const external = [...Array(accounts.count).keys()].filter(
    (ordinal) => accounts.extras(ordinal)?.name === bank,
  );
  return external.map((ordinal) => posted(world, accounts.accountId(ordinal))).join();
}
const attemptsOf = ({ world, collectionId }: Twice) =>
  storedCollection(world, collectionId).attempts;
const outcomesOf = (made: Twice) => attemptsOf(made).map(({ outcome }) => outcome);
const usedOf = async ({ world, consentId }: Twice) =>
  (await world.found(consentRetrieve, { consentId })).used.count;

async function collectedTwice(first: "refused" | "failed" = "failed") {
  const made = await askedTwice(first);
  answer(made, made.second, accepted("collected"));
  const reply = correct(made, "collected", made.first);
  const suspense = attemptsOf(made)[0]?.creditedAccountId ?? "";
  return { made, reply, suspense };
}

test("second sum: not named -> refused, as what is collected is; named -> in suspense, by a transfer of its own, and the rest is as it was", async () => {
  for (const first of ["refused", "failed"] as const) {
    const twice = await askedTwice(first);
    answer(twice, twice.second, accepted("collected"));
    const used = await usedOf(twice);
    assert.equal(refusedOf(twice, "collected")[0], "state_conflict");
    const { made, reply, suspense } = await collectedTwice(first);
    const { world, collectionId } = made;
    const ordinal = world.state.accounts.ordinalOf(world.realmOf(world.caller), suspense);
    assert.equal(world.state.accounts.roleCode(ordinal), roleCodeOf(PRODUCT_SUSPENSE_ROLE));
    assert.deepEqual(
      [holds(made), posted(world, suspense), bankHas(made)],
      [AMOUNT, AMOUNT, "-2500"],
    );
    assert.deepEqual([reply.status, outcomesOf(made)], ["collected", ["collected", "collected"]]);
    assert.notEqual(attemptsOf(made)[0]?.transferId, reply.transferId);
    assert.equal(await usedOf(made), used);
    await assertShows(world, collectionRetrieve, { collectionId }, reply);
    assert.equal(refusedOf(made, "collected", made.first)[0], "state_conflict");
  }
});

test("second sum: by the same bank, told to be taken back -> from suspense; the first sum stays", async () => {
  const { made, suspense } = await collectedTwice();
  assert.equal(tells(made, made.first, "returned"), "applied");
  assert.deepEqual(
    [holds(made), posted(made.world, suspense), bankHas(made)],
    [AMOUNT, "0", "-1250"],
  );
  assert.deepEqual(outcomesOf(made), ["returned", "collected"]);
  assert.equal(storedCollection(made.world, made.collectionId).status, "collected");
  assert.equal(tells(made, made.second, "returned"), "applied");
  assert.deepEqual([holds(made), bankHas(made)], ["0", "0"]);
  assert.deepEqual(outcomesOf(made), ["returned", "returned"]);
});

test("second sum: the first sum is taken back -> from who had it; the second stays in suspense", async () => {
  const { made, suspense } = await collectedTwice();
  assert.equal(tells(made, made.second, "returned"), "applied");
  assert.deepEqual(
    [holds(made), posted(made.world, suspense), bankHas(made)],
    ["0", AMOUNT, "-1250"],
  );
  assert.deepEqual(outcomesOf(made), ["collected", "returned"]);
});

test("second sum: never taken after all, and the bank has it again -> back, and again where it was; spent meanwhile -> from the losses", async () => {
  const { made, suspense } = await collectedTwice();
  const { world, destinationAccountId } = made;
  correct(made, "failed", made.first);
  assert.deepEqual([posted(world, suspense), outcomesOf(made)[0]], ["0", "failed"]);
  assert.deepEqual(refusedOf(made, "returned", made.first)[0], "state_conflict");
  correct(made, "collected", made.first);
  assert.deepEqual([posted(world, suspense), bankHas(made)], [AMOUNT, "-2500"]);
  assert.equal("returnTransferId" in (attemptsOf(made)[0] ?? {}), false);
  const sides = { sourceAccountId: suspense, destinationAccountId };
  world.made(transferCreate, { ...sides, amount: AMOUNT, currency: "EUR" });
  correct(made, "returned", made.first);
  const { returnedFromAccountId } = attemptsOf(made)[0] ?? {};
  assert.deepEqual(
    [posted(world, returnedFromAccountId), holds(made), bankHas(made)],
    ["-1250", "2500", "-1250"],
  );
});

test("second sum: assigned by a transfer, or paid out to the debtor -> done; its own transfer is not reversed", async () => {
  const { made, suspense } = await collectedTwice();
  const { world, beneficiaryId } = made;
  const { transferId } = attemptsOf(made)[0] ?? {};
  const { code } = world.run(transferReverse, { transferId, reason: "twice" });
  assert.equal(code, "state_conflict");
  const money = { sourceAccountId: suspense, amount: "50", currency: "EUR" };
  world.made(transferCreate, { ...money, destinationAccountId: openAccount(world) });
  const { code: refused } = world.run(payoutCreate, { ...money, beneficiaryId, amount: "1200" });
  assert.equal(refused, undefined);
  const { posted: all, held } = balanceOf(world, suspense);
  assert.deepEqual([all, held], ["1200", "1200"]);
});

test("second sum: the second attempt is under way -> in suspense; a transfer of it settles the collection that then fails", async () => {
  const made = await askedTwice();
  const { world, collectionId, destinationAccountId } = made;
  correct(made, "collected", made.first);
  assert.deepEqual(outcomesOf(made), ["collected", "processing"]);
  const { creditedAccountId: suspense = "" } = attemptsOf(made)[0] ?? {};
  answer(made, made.second, accepted("failed"));
  assert.deepEqual(outcomesOf(made), ["collected", "failed"]);
  const sides = { sourceAccountId: suspense, destinationAccountId };
  const { transferId } = world.made(transferCreate, { ...sides, amount: AMOUNT, currency: "EUR" });
  world.made(collectionConfirm, { collectionId, transferId });
  assert.equal(storedCollection(world, collectionId).status, "collected");
  assert.deepEqual([holds(made), bankHas(made)], [AMOUNT, "-1250"]);
});

test("second sum: a transfer has settled the collection since -> in suspense, where the request is named", async () => {
  const made = await askedTwice();
  const { world, customerId: id, destinationAccountId, collectionId } = made;
  answer(made, made.second, accepted("failed"));
  const { accountId: sourceAccountId } = createAccount(world, { owner: { type: "customer", id } });
  fund(world, sourceAccountId, 1_250n);
  const sides = { sourceAccountId, destinationAccountId };
  const paid = world.made(transferCreate, { ...sides, amount: AMOUNT, currency: "EUR" });
  world.made(collectionConfirm, { collectionId, transferId: paid.transferId });
  assert.match(refusedOf(made, "collected")[1] ?? "", /is settled by transfer tr_/);
  for (const named of [made.second, made.first]) correct(made, "collected", named);
  assert.deepEqual(outcomesOf(made), ["collected", "collected"]);
  assert.deepEqual([holds(made), bankHas(made)], [AMOUNT, "-2500"]);
  assert.equal(tells(made, made.second, "returned"), "applied");
  assert.deepEqual([holds(made), bankHas(made)], [AMOUNT, "-1250"]);
});

test("second sum: nobody has the money, and the first attempt is named -> the collection is collected by it; it is taken back by it", async () => {
  const made = await askedTwice();
  answer(made, made.second, accepted("failed"));
  assert.equal(correct(made, "collected", made.first).status, "collected");
  assert.deepEqual([outcomesOf(made), holds(made)], [["collected", "failed"], AMOUNT]);
  assert.equal(refusedOf(made, "returned", made.second)[0], "state_conflict");
  correct(made, "collected", made.second);
  assert.deepEqual([outcomesOf(made), bankHas(made)], [["collected", "collected"], "-2500"]);
  assert.equal(tells(made, made.first, "returned"), "applied");
  assert.deepEqual([outcomesOf(made), holds(made)], [["returned", "collected"], "0"]);
});

test("second sum: the two attempts were asked of two banks -> each bank has its own", async () => {
  const world = await openWorld({ environment: "live" });
  const made = { world, ...(await waitingDebit(world)) };
  const { collectionId, providerRequestId: first } = made;
  answer(made, first, accepted("failed"));
  configured(world, "other-bank", "two", { kind: "bank", cause: "platform" });
  world.made(collectionRetry, { collectionId, dueAt: "2099-01-01T00:00:00Z" });
  world.run(collectionCollect, { collectionId });
  const second = lastRequestOf(world, collectionId);
  const twice = { ...made, first, second };
  answer(twice, second, accepted("collected"));
  correct(twice, "collected", first);
  assert.deepEqual([bankHas(twice), bankHas(twice, "other-bank")], ["-1250", "-1250"]);
  assert.equal(storedCollection(world, collectionId).provider, "other-bank");
});

test("second sum: a request of another collection -> refused, and says that none of its attempts has it", async () => {
  const made = await askedTwice();
  const other = await askedTwice();
  const strange = other.first === made.first ? `preq_${"0".repeat(26)}` : other.first;
  const [code, message] = refusedOf(made, "collected", strange);
  assert.equal(code, "state_conflict");
  assert.match(message ?? "", new RegExp(`none of its attempts has asked a bank by ${strange}`));
});
