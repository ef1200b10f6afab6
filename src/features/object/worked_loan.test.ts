/** The second worked example of the language, on a shard: an instalment loan under a consent to collections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  consentMade,
  EVIDENCE,
  revokedConsent,
} from "../../../test/support/features/consent/consents.ts";
import { debtorMade, mandateMade } from "../../../test/support/features/consent/mandates.ts";
import { rowsIn } from "../../../test/support/features/object/cases.ts";
import {
  activeLoan,
  approvedLoan,
  FIRST_DUE_MS,
  givenLoan,
} from "../../../test/support/features/object/loans.ts";
import {
  begun,
  called,
  objectMade,
  pathOf,
  stateOf,
} from "../../../test/support/features/object/objects.ts";
import { START_MS } from "../../../test/world/callers.ts";
import {
  advanceClock,
  at,
  balanceOf,
  createAccount,
  DAY_MS,
  fund,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { addMonthsToTime } from "../../programs/run/calendar.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { objectCreate } from "./object.create.ts";

test("loan: applied for, approved, paid out -> the principal is the borrower's, and three rows wait", async () => {
  const world = await openWorld();
  const loan = givenLoan(world);
  assert.deepEqual(loan.object.remainders, { outstanding: "31000" });
  approvedLoan(world, loan);
  assert.equal(stateOf(world, loan.object.objectId), "approved");
  const { object, outcome } = called(world, loan.object, "disburse");
  assert.equal(object.state, "active");
  assert.deepEqual(
    outcome.moves.map(({ label, amount }) => ({ label, amount })),
    [{ label: "disburse", amount: "30000" }],
  );
  assert.equal(balanceOf(world, loan.borrower.accountId).posted, "30000");
  assert.equal(balanceOf(world, loan.lendingId).posted, "970000");
  const first = START_MS + FIRST_DUE_MS;
  assert.deepEqual(
    rowsIn(world).map(({ dueAtMs }) => dueAtMs),
    [first, addMonthsToTime(first, 1), addMonthsToTime(first, 2)],
  );
});

test("loan: a consent that is revoked -> no further loan by it", async () => {
  const world = await openWorld();
  const { object, consentId } = givenLoan(world);
  revokedConsent(world, { consentId });
  const { objectId: _, ...path } = pathOf(world, object);
  const { code, details } = world.run(objectCreate, { ...path, fields: object.fields });
  assert.equal(code, "consent_revoked");
  assert.equal(details["consentId"], consentId);
});

test("loan: a row that was due before it was made -> runs when it is made, and the pauses begin there", async () => {
  const world = await openWorld();
  const loan = givenLoan(world, { firstDueAt: at(-10 * DAY_MS), instalments: 1 });
  approvedLoan(world, loan);
  revokedConsent(world, loan);
  begun(world, loan.object, "disburse");
  assert.deepEqual(
    world.passTime().map(({ code }) => code),
    ["consent_revoked"],
  );
  const [row] = rowsIn(world);
  assert.deepEqual(
    [row?.attempt, row?.ranAtMs, row?.dueAtMs],
    [2, START_MS, START_MS + 3 * DAY_MS],
  );
  advanceClock(world, at(8 * DAY_MS));
  assert.deepEqual(
    rowsIn(world).map(({ status, ranAtMs }) => [status, ranAtMs]),
    [["failed", START_MS + 8 * DAY_MS]],
  );
  assert.equal(stateOf(world, loan.object.objectId), "overdue");
});

/** What became of the collections, in the order in which they were made. */
const tried = ({ state }: World) =>
  [...state.collections.values()]
    .sort((one, other) => one.dueAtMs - other.dueAtMs)
    .map(({ amountMinor, status, attempts }) => [
      amountMinor,
      status,
      ...attempts.map(({ atMs, code = "collected" }) => [isoTime(atMs).slice(0, 10), code]),
    ]);
const dayOf = (ms: number) => at(ms).slice(0, 10);
/** The day of the instalment with this number. */
const dueDay = (index: number) =>
  isoTime(addMonthsToTime(START_MS + FIRST_DUE_MS, index)).slice(0, 10);
const LATER = FIRST_DUE_MS + 90 * DAY_MS;

test("loan: three months -> three collections by the clock, interest and principal divided, nothing owed", async () => {
  const world = await openWorld();
  const { object, borrower, lendingId, interestId, consentId } = activeLoan(world);
  fund(world, borrower.accountId, 1_000n);
  advanceClock(world, at(LATER));
  assert.deepEqual(tried(world), [
    ["10333", "collected", [dueDay(0), "collected"]],
    ["10333", "collected", [dueDay(1), "collected"]],
    ["10334", "collected", [dueDay(2), "collected"]],
  ]);
  assert.equal(stateOf(world, object.objectId), "repaid");
  assert.equal(balanceOf(world, borrower.accountId).posted, "0");
  assert.equal(balanceOf(world, lendingId).posted, "1000001");
  assert.equal(balanceOf(world, interestId).posted, "999");
  const { used, status } = await world.found(consentRetrieve, { consentId });
  assert.deepEqual([used.count, used.total, status], [3, "31000", "active"]);
  const [first] = [...world.state.collections.values()];
  assert.equal(first?.sourceAccountId, borrower.accountId);
  assert.equal(first?.destinationAccountId, undefined);
  const { amount, label } = await world.found(transferRetrieve, { transferId: first?.transferId });
  assert.deepEqual([amount, label], ["333", "interest"]);
});

test("loan: a consent that is revoked -> each attempt fails, again after 3 and 5 days, then overdue", async () => {
  const world = await openWorld();
  const loan = activeLoan(world);
  revokedConsent(world, loan);
  advanceClock(world, at(FIRST_DUE_MS + 8 * DAY_MS));
  assert.deepEqual(tried(world), [
    [
      ...["10333", "failed"],
      ...[0, 3, 8].map((days) => [dayOf(FIRST_DUE_MS + days * DAY_MS), "consent_revoked"]),
    ],
  ]);
  assert.equal(stateOf(world, loan.object.objectId), "overdue");
  assert.equal(balanceOf(world, loan.borrower.accountId).posted, "30000");
  const [failed] = [...world.state.collections.values()];
  assert.deepEqual([failed?.failure?.code, failed?.failure?.retryable], ["consent_revoked", false]);
});

test("loan: no money at first, and then there is -> one collection with two attempts, collected", async () => {
  const world = await openWorld();
  const loan = activeLoan(world);
  transfer(world, loan.borrower.accountId, openAccount(world), "30000");
  advanceClock(world, at(FIRST_DUE_MS));
  const [failed] = [...world.state.collections.values()];
  assert.deepEqual(
    [failed?.failure?.code, failed?.failure?.retryable],
    ["insufficient_balance", true],
  );
  fund(world, loan.borrower.accountId, 10_333n);
  advanceClock(world, at(FIRST_DUE_MS + 3 * DAY_MS));
  assert.deepEqual(tried(world), [
    [
      ...["10333", "collected"],
      [dayOf(FIRST_DUE_MS), "insufficient_balance"],
      [dayOf(FIRST_DUE_MS + 3 * DAY_MS), "collected"],
    ],
  ]);
  const [after] = [...world.state.collections.values()];
  assert.equal(after?.failure, undefined);
  assert.equal(after?.collectionId, failed?.collectionId);
  assert.equal(balanceOf(world, loan.borrower.accountId).posted, "0");
});

type Limited = [what: string, consented: object, code: string];
const LIMITED: Limited[] = [
  [
    "a smaller amount each",
    { limits: { maxAmount: "10332", currency: "EUR" } },
    "consent_not_active",
  ],
  ["a smaller sum", { limits: { maxTotal: "10332", currency: "EUR" } }, "consent_not_active"],
  ["another currency", { limits: { maxAmount: "99999", currency: "USD" } }, "consent_not_active"],
  ["an end before it is due", { expiresAt: at(FIRST_DUE_MS) }, "consent_expired"],
  [
    "a mandate that is not confirmed",
    { evidence: { ...EVIDENCE, method: "provider_mandate" } },
    "collection_authorization_unverified",
  ],
];
for (const [what, consented, code] of LIMITED) {
  test(`loan: a consent with ${what} -> ${code}, and nothing is moved`, async () => {
    const world = await openWorld();
    const loan = activeLoan(world, {}, consented);
    advanceClock(world, at(FIRST_DUE_MS));
    assert.deepEqual(tried(world), [["10333", "failed", [dayOf(FIRST_DUE_MS), code]]]);
    assert.equal(balanceOf(world, loan.borrower.accountId).posted, "30000");
  });
}

test("loan: a consent with a mandate of an account at another bank -> its bank is asked, and nothing has moved yet", async () => {
  const world = await openWorld();
  const loan = givenLoan(world);
  const { customerId, accountId } = loan.borrower;
  const debtor = await debtorMade(world, {}, { customerId });
  const { consentId } = mandateMade(world, debtor);
  const object = objectMade(world, "loan", { ...loan.object.fields, consent: consentId });
  approvedLoan(world, { object });
  called(world, object, "disburse");
  advanceClock(world, at(FIRST_DUE_MS));
  const [asked, ...others] = [...world.state.collections.values()];
  assert.deepEqual([asked?.status, asked?.amountMinor, others], ["processing", "10333", []]);
  assert.equal(balanceOf(world, accountId).posted, "30000");
  const { used } = await world.found(consentRetrieve, { consentId });
  assert.equal(used.count, 1);
});

test("loan: a consent to two collections -> consumed by the second, and the third fails", async () => {
  const world = await openWorld();
  const { consentId } = activeLoan(world, {}, { limits: { maxCount: 2 } });
  advanceClock(world, at(LATER));
  const { status, used } = await world.found(consentRetrieve, { consentId });
  assert.deepEqual([status, used.count], ["consumed", 2]);
  const statuses = tried(world).map(([, came, last]) => [came, last?.[1]]);
  assert.deepEqual(statuses, [
    ["collected", "collected"],
    ["collected", "collected"],
    ["failed", "consent_not_active"],
  ]);
});

test("loan: a consent to one collection a month -> every month one, and never consumed", async () => {
  const world = await openWorld();
  const monthly = { limits: { maxCount: 1, period: "P1M" } };
  const { consentId, borrower, object } = activeLoan(world, {}, monthly);
  fund(world, borrower.accountId, 1_000n);
  advanceClock(world, at(LATER));
  assert.equal(stateOf(world, object.objectId), "repaid");
  const { status, used } = await world.found(consentRetrieve, { consentId });
  assert.deepEqual([status, used.count], ["active", 1]);
});

test("loan: a consent for another account of the borrower -> consent_not_active, accountId", async () => {
  const world = await openWorld();
  const loan = givenLoan(world);
  const owner = { type: "customer", id: loan.borrower.customerId };
  const { accountId } = createAccount(world, { owner });
  const { consentId } = consentMade(world, { customerId: loan.borrower.customerId, accountId });
  const object = objectMade(world, "loan", { ...loan.object.fields, consent: consentId });
  approvedLoan(world, { object });
  called(world, object, "disburse");
  advanceClock(world, at(FIRST_DUE_MS));
  assert.deepEqual(tried(world), [
    ["10333", "failed", [dayOf(FIRST_DUE_MS), "consent_not_active"]],
  ]);
});
