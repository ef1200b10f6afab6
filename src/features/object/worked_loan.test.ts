/** The second worked example of the language, on a shard: an instalment loan under a consent to collections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { START_MS } from "../../../test/world/callers.ts";
import { balanceOf } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { addMonthsToTime } from "../../programs/run/calendar.ts";
import { revokedConsent } from "../consent/testing_consents.ts";
import { objectCreate } from "./object.create.ts";
import { rowsIn } from "./testing_cases.ts";
import { approvedLoan, FIRST_DUE_MS, givenLoan } from "./testing_loans.ts";
import { called, pathOf, stateOf } from "./testing_objects.ts";

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
