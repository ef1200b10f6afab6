/** Collections by hand over months of the Product's clock: when the money moves, when it does not, and what the consent says then. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  collectedLoan,
  collectionMade,
  debtorIn,
  storedCollection,
} from "../../../test/support/features/collection/collections.ts";
import { EVIDENCE, revokedConsent } from "../../../test/support/features/consent/consents.ts";
import { START_MS } from "../../../test/world/callers.ts";
import {
  advanceClock,
  at,
  balanceOf,
  DAY_MS,
  drainAndClose,
  freeze,
  fund,
  HOUR_MS,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { addMonthsToTime } from "../../programs/run/calendar.ts";
import { accountUnfreeze } from "../account/account.unfreeze.ts";
import { consentConfirm } from "../consent/consent.confirm.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { objectScheduleRun } from "../object/object.schedule.run.ts";
import { productClockRunList } from "../product/product.clock_run.list.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionCollect } from "./collection.collect.ts";
import { collectionRetry } from "./collection.retry.ts";

const monthMs = (months: number) => addMonthsToTime(START_MS, months) - START_MS;
/** What became of a collection: its status, and the day and the code of each attempt. */
function cameOf(world: World, collectionId: string) {
  const { status, attempts } = storedCollection(world, collectionId);
  return [
    status,
    ...attempts.map(({ atMs, code = "collected" }) => `${isoTime(atMs).slice(0, 10)} ${code}`),
  ];
}
const day = (ms: number) => at(ms).slice(0, 10);

test("collections: one a month for half a year -> each at its time, in the order of their times", async () => {
  const world = await openWorld();
  const debtor = debtorIn(world, {
    limits: { maxTotal: "100", currency: "EUR", period: "P1M" },
  });
  const ids = [6, 5, 4, 3, 2, 1].map(
    (months) => collectionMade(world, debtor, { dueAt: at(monthMs(months)) }).collectionId,
  );
  const { steps } = advanceClock(world, at(monthMs(7)));
  assert.equal(steps.length, 6);
  assert.deepEqual(
    ids.map((id) => cameOf(world, id)),
    [6, 5, 4, 3, 2, 1].map((months) => ["collected", `${day(monthMs(months))} collected`]),
  );
  assert.equal(balanceOf(world, debtor.sourceAccountId).posted, "400");
  const { used, status } = await world.found(consentRetrieve, { consentId: debtor.consentId });
  assert.deepEqual([status, used.count, used.total], ["active", 1, "100"]);
});

test("collections: two in a period whose limit covers one -> the second fails, and is collected in the next", async () => {
  const world = await openWorld();
  const debtor = debtorIn(world, { limits: { maxCount: 1, period: "P1M" } });
  const due = { dueAt: at(DAY_MS) };
  const [first, second] = [0, 1].map(() => collectionMade(world, debtor, due).collectionId);
  assert.ok(first !== undefined && second !== undefined);
  advanceClock(world, at(DAY_MS));
  assert.deepEqual(cameOf(world, first), ["collected", `${day(DAY_MS)} collected`]);
  assert.deepEqual(cameOf(world, second), ["failed", `${day(DAY_MS)} consent_not_active`]);
  assert.equal(world.run(collectionRetry, { collectionId: second }).code, "consent_not_active");
  world.made(collectionRetry, { collectionId: second, dueAt: at(monthMs(1)) });
  advanceClock(world, at(monthMs(1)));
  assert.equal(storedCollection(world, second).status, "collected");
  assert.equal(balanceOf(world, debtor.destinationAccountId).posted, "200");
});

test("collections: a consent that ends between two -> the first is collected, the second has consent_expired", async () => {
  const world = await openWorld();
  const debtor = debtorIn(world, { expiresAt: at(monthMs(2)) });
  const ids = [1, 2].map(
    (months) => collectionMade(world, debtor, { dueAt: at(monthMs(months)) }).collectionId,
  );
  advanceClock(world, at(monthMs(3)));
  assert.deepEqual(
    ids.map((id) => cameOf(world, id)),
    [
      ["collected", `${day(monthMs(1))} collected`],
      ["failed", `${day(monthMs(2))} consent_expired`],
    ],
  );
  assert.equal(world.run(collectionRetry, { collectionId: ids[1] }).code, "consent_expired");
  world.made(collectionCancel, { collectionId: ids[1], reason: "a new mandate is asked for" });
});

test("collections: cancelled a millisecond before it is due -> never collected", async () => {
  const world = await openWorld();
  const debtor = debtorIn(world);
  const { collectionId } = collectionMade(world, debtor);
  advanceClock(world, at(DAY_MS - 1));
  world.made(collectionCancel, { collectionId, reason: "paid in cash" });
  advanceClock(world, at(monthMs(6)));
  assert.deepEqual(cameOf(world, collectionId), ["cancelled"]);
  assert.equal(balanceOf(world, debtor.sourceAccountId).posted, "1000");
});

test("collections: no money, then a frozen account, then both right -> three attempts, collected once", async () => {
  const world = await openWorld();
  const debtor = debtorIn(world);
  const { sourceAccountId, destinationAccountId } = debtor;
  const { collectionId } = collectionMade(world, debtor);
  transfer(world, sourceAccountId, openAccount(world), "950");
  advanceClock(world, at(DAY_MS));
  fund(world, sourceAccountId, 50n);
  freeze(world, sourceAccountId, "debits");
  world.made(collectionRetry, { collectionId, dueAt: at(3 * DAY_MS) });
  advanceClock(world, at(3 * DAY_MS));
  world.made(accountUnfreeze, { accountId: sourceAccountId });
  world.made(collectionRetry, { collectionId, dueAt: at(8 * DAY_MS) });
  advanceClock(world, at(monthMs(1)));
  assert.deepEqual(cameOf(world, collectionId), [
    "collected",
    `${day(DAY_MS)} insufficient_balance`,
    `${day(3 * DAY_MS)} account_frozen`,
    `${day(8 * DAY_MS)} collected`,
  ]);
  assert.equal(balanceOf(world, sourceAccountId).posted, "0");
  assert.equal(balanceOf(world, destinationAccountId).posted, "100");
});

test("collections: collect when money is missing -> the refusal again by its key, one attempt", async () => {
  const world = await openWorld();
  const debtor = debtorIn(world);
  const { collectionId } = collectionMade(world, debtor, { amount: "1001" });
  const idempotencyKey = "0f8fad5b-d9cb-469f-a165-708677289501";
  const ask = () => world.run(collectionCollect, { collectionId }, { idempotencyKey });
  const [first, again] = [ask(), ask()];
  assert.equal(first.code, "insufficient_balance");
  assert.deepEqual([again.isReplayed, again.body], [true, first.body]);
  assert.deepEqual(cameOf(world, collectionId), ["failed", `${day(0)} insufficient_balance`]);
});

test("collections: a mandate that its provider confirms late -> fails, and is collected by a retry", async () => {
  const world = await openWorld();
  const evidence = { ...EVIDENCE, method: "provider_mandate" };
  const debtor = debtorIn(world, { evidence });
  const { collectionId } = collectionMade(world, debtor);
  advanceClock(world, at(DAY_MS));
  assert.deepEqual(cameOf(world, collectionId), [
    "failed",
    `${day(DAY_MS)} collection_authorization_unverified`,
  ]);
  world.made(consentConfirm, { consentId: debtor.consentId, evidence });
  world.made(collectionRetry, { collectionId });
  world.passTime();
  assert.equal(storedCollection(world, collectionId).status, "collected");
});

test("collections: the consent revoked, the account closed while they wait -> nothing is cancelled, each fails when due", async () => {
  const world = await openWorld();
  const [revoked, closed] = [debtorIn(world), debtorIn(world)];
  const ids = [revoked, closed].map((debtor) => collectionMade(world, debtor).collectionId);
  revokedConsent(world, revoked);
  drainAndClose(world, closed.sourceAccountId);
  assert.deepEqual(
    ids.map((id) => cameOf(world, id)),
    [["scheduled"], ["scheduled"]],
  );
  advanceClock(world, at(DAY_MS));
  assert.deepEqual(
    ids.map((id) => cameOf(world, id)),
    [
      ["failed", `${day(DAY_MS)} consent_revoked`],
      ["failed", `${day(DAY_MS)} source_account_status_forbidden`],
    ],
  );
});

test("collections: the runs of the clock -> each names its collection; that of a row names the row", async () => {
  const world = await openWorld();
  const debtor = debtorIn(world);
  const { collectionId } = collectionMade(world, debtor, { dueAt: at(HOUR_MS) });
  collectedLoan(world);
  const { productId } = world.principal;
  const { items } = await world.found(productClockRunList, { productId, limit: "100" });
  const runs = items as { operation: string; collectionId?: string; scheduleId?: string }[];
  const byHand = runs.filter(({ operation }) => operation === "collection.run");
  assert.deepEqual(
    byHand.map((run) => [run.collectionId, run.scheduleId]),
    [[collectionId, undefined]],
  );
  const ofRows = runs.filter(({ operation }) => operation === objectScheduleRun.id);
  assert.ok(ofRows.length > 0);
  assert.ok(ofRows.every((run) => run.collectionId === undefined && run.scheduleId !== undefined));
});
