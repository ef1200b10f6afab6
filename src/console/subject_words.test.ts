/** What the page of an approval finds in a request, and says of what it finds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { factsOf, type SubjectResources, subjectsIn } from "./browser/subject_words.ts";

test("subject words: a cancellation, a mandate, a confirmation of a payout -> the things that they name", () => {
  const payout = { kind: "payout", id: "po_1" };
  assert.deepEqual(subjectsIn("payout.cancel", { payoutId: "po_1" }), [payout]);
  const mandate = { beneficiaryId: "mill", reference: "RENT" };
  assert.deepEqual(subjectsIn("consent.create", { customerId: "cust_1", mandate }), [
    { kind: "customer", id: "cust_1" },
    { kind: "beneficiary", id: "mill" },
  ]);
  const resource = { type: "payout", id: "po_1" };
  assert.deepEqual(subjectsIn("external_confirmation.create", { resource }), [payout]);
  const owner = { type: "customer", id: "cust_1" };
  assert.deepEqual(subjectsIn("account.create", { owner }), [{ kind: "customer", id: "cust_1" }]);
  assert.deepEqual(subjectsIn("account.create", { owner: null }), []);
  const unknown = { type: "verification", id: "ver_1" };
  assert.deepEqual(subjectsIn("external_confirmation.create", { resource: unknown }), []);
});

test("subject words: what a request would make, and what other parts of the page show -> nothing", () => {
  assert.deepEqual(subjectsIn("beneficiary.create", { beneficiaryId: "mill" }), []);
  assert.deepEqual(subjectsIn("payout.create", { beneficiaryId: "mill" }), []);
  assert.deepEqual(subjectsIn("received_credit.assign", { receivedCreditId: "rc_1" }), []);
  assert.deepEqual(subjectsIn("payout.batch.create", { items: [{ beneficiaryId: "mill" }] }), []);
});

test("subject words: a thing that is named twice, and more than are shown -> once, and the first of them", () => {
  const twice = { beneficiaryId: "mill", more: { beneficiaryId: "mill" } };
  assert.equal(subjectsIn("consent.create", twice).length, 1);
  const many = Object.fromEntries(
    ["payoutId", "collectionId", "consentId", "customerId", "entityId", "transferId"].map(
      (field) => [field, field],
    ),
  );
  const ids = subjectsIn("x.y", many).map(({ id }) => id);
  assert.deepEqual(ids, ["payoutId", "collectionId", "consentId", "customerId", "entityId"]);
});

type Collection = SubjectResources["collection"];

test("subject words: a collection that has failed -> amount, both sides, what was tried and why it failed", () => {
  const attempt = { at: "2026-05-01T09:00:00.000Z", operationId: "op_1", outcome: "failed" };
  const collection = {
    ...{ amount: "35000", currency: "EUR", customerId: "cust_1", destinationAccountId: "acct_1" },
    ...{ description: "Rent of May", dueAt: "2026-05-01T09:00:00.000Z", status: "failed" },
    attempts: [attempt, attempt],
    failure: { code: "am04", message: "no money", retryable: true },
  } as unknown as Collection;
  assert.deepEqual(factsOf("collection", collection), [
    { name: "Amount", text: "350.00 EUR" },
    { name: "From", customerId: "cust_1" },
    { name: "To", accountId: "acct_1" },
    { name: "Reference", text: "Rent of May" },
    { name: "Due", text: "2026-05-01T09:00:00.000Z" },
    { name: "Attempts", text: "2 attempts, the last failed (am04)" },
    { name: "Status", text: "failed" },
  ]);
});

test("subject words: a consent with limits of a month, and one without -> what is permitted, or nothing of it", () => {
  const consent = {
    ...{ customerId: "cust_1", type: "collection", status: "active" },
    mandate: { beneficiaryId: "mill", reference: "RENT-7", rail: "sepa" },
    limits: { maxAmount: "5000", maxTotal: "100000", currency: "EUR", maxCount: 1, period: "P1M" },
  } as unknown as SubjectResources["consent"];
  const said = (one: typeof consent) =>
    factsOf("consent", one).find(({ name }) => name === "At most");
  const text = "50.00 EUR at a time, 1 000.00 EUR together, 1 time, in a month";
  assert.deepEqual(said(consent), { name: "At most", text });
  assert.equal(said({ ...consent, limits: {} }), undefined);
});
