/** How far a request is, as a view has it: by its status, and by what was asked for once it is accepted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeIdSuffix, placeOf } from "../base/id.ts";
import type { RequestKind } from "../contract/messages/provider_kinds.ts";
import { encodeDocument } from "../contract/tables/table.ts";
import type { ProviderRequestDocument } from "../features/provider_request/provider_request_document.ts";
import { stateOf } from "./own_states.ts";

const NOTHING = { get: () => undefined };
const requestOf = (kind: RequestKind, more: Partial<ProviderRequestDocument>) =>
  ({ kind, realm: 4, subject: { type: "verification", id: "ver_1" }, ...more }) as never;

test("own state: a request that is not accepted -> by its status alone, whatever it asks for", () => {
  const states = { waiting: "unanswered", unknown: "unanswered", refused: "refused" } as const;
  for (const kind of [
    ...(["verification", "address", "payout", "collection", "payee_check"] as const),
  ]) {
    for (const [status, state] of Object.entries({ ...states, abandoned: "abandoned" })) {
      const request = requestOf(kind, { status: status as "waiting" });
      assert.equal(stateOf(NOTHING, request), state, `${kind} ${status}`);
    }
  }
});

for (const [document, action, state] of [
  [undefined, "send", "refused"],
  [{ status: "failed" }, "send", "refused"],
  [{ status: "posted", settledTransferId: "tr_1" }, "send", "posted"],
  [{ status: "returned", settledTransferId: "tr_1" }, "send", "returned"],
  [{ status: "returned", settledTransferId: "tr_1", isUnsent: true }, "send", "refused"],
  [{ status: "posted", settledTransferId: "tr_1" }, "cancel", "refused"],
] as const) {
  test(`own state: a payout that its bank has refused, to ${action}, ${JSON.stringify(document) ?? "absent"} -> ${state}`, () => {
    const view = { get: () => document && encodeDocument(document) };
    const more = { status: "refused", request: { action } } as const;
    assert.equal(stateOf(view, requestOf("payout", more)), state);
  });
}

for (const [document, state] of [
  [{ status: "created" }, "processing"],
  [{ status: "posted" }, "posted"],
  [{ status: "returned" }, "returned"],
  [{ status: "returned", isUnsent: true }, "failed"],
] as const) {
  test(`own state: a payout that its bank has accepted, ${JSON.stringify(document)} -> ${state}`, () => {
    const view = { get: () => encodeDocument(document) };
    const more = { status: "accepted", request: { action: "send" } } as const;
    assert.equal(stateOf(view, requestOf("payout", more)), state);
  });
}

const VERIFICATIONS: [document: object | undefined, state: string][] = [
  [undefined, "over"],
  [{ status: "processing" }, "processing"],
  [{ status: "requires_input" }, "requires_input"],
  [{ status: "verified" }, "verified"],
  [{ status: "failed", outcome: "rejected" }, "rejected"],
  [{ status: "failed" }, "over"],
  [{ status: "cancelled" }, "over"],
  [{ status: "expired" }, "over"],
];

for (const [document, state] of VERIFICATIONS) {
  test(`own state: an accepted verification, ${JSON.stringify(document) ?? "absent"} -> ${state}`, () => {
    const view = { get: () => document && encodeDocument(document) };
    assert.equal(stateOf(view, requestOf("verification", { status: "accepted" })), state);
  });
}

const ADDRESSES: [action: string, document: object | undefined, state: string][] = [
  ["open", undefined, "over"],
  ["open", { status: "pending" }, "processing"],
  ["open", { status: "active" }, "active"],
  ["open", { status: "disabled" }, "active"],
  ["open", { status: "retired" }, "active"],
  ["open", { status: "failed", failure: { code: "no_capacity" } }, "failed"],
  ["open", { status: "failed", failure: { code: "details_taken" } }, "over"],
  ["disable", { status: "active" }, "disabled"],
  ["enable", { status: "retired" }, "active"],
  ["retire", { status: "retired" }, "retired"],
];

for (const [action, document, state] of ADDRESSES) {
  test(`own state: an accepted address, ${action}, ${JSON.stringify(document) ?? "absent"} -> ${state}`, () => {
    const view = { get: () => document && encodeDocument(document) };
    const more = { status: "accepted", request: { action } } as const;
    assert.equal(stateOf(view, requestOf("address", more)), state);
  });
}

for (const [status, state] of [
  ["created", "processing"],
  ...["processing", "posted", "failed", "cancelled", "returned"].map((one) => [one, one] as const),
] as const) {
  test(`own state: an accepted sending of a payout that is ${status} -> ${state}`, () => {
    const view = { get: () => encodeDocument({ status }) };
    const subject = { type: "payout" as const, id: "po_1" };
    const sending = requestOf("payout", {
      status: "accepted",
      subject,
      request: { action: "send" },
    });
    assert.equal(stateOf(view, sending), state);
    assert.equal(stateOf(NOTHING, sending), "over");
    const cancelling = { ...(sending as object), request: { action: "cancel" } };
    assert.equal(stateOf(view, cancelling as never), "cancelled");
  });
}

const PAYEES: [document: object | undefined, state: string][] = [
  [undefined, "over"],
  [{ status: "pending", verification: { status: "unverified" } }, "processing"],
  [{ status: "active", verification: { status: "mismatch", result: "no_match" } }, "no_match"],
  [{ status: "archived", verification: { status: "verified", result: "matched" } }, "matched"],
  [{ status: "archived", verification: { status: "unverified" } }, "over"],
];

for (const [document, state] of PAYEES) {
  test(`own state: an accepted check of a payee, ${JSON.stringify(document) ?? "absent"} -> ${state}`, () => {
    const view = { get: () => document && encodeDocument(document) };
    const subject = { type: "beneficiary" as const, id: "ben_1" };
    assert.equal(stateOf(view, requestOf("payee_check", { status: "accepted", subject })), state);
  });
}

const suffix = (record: number) => encodeIdSuffix(record, 0, placeOf(record, 0), 0);

/** A collection that failed and was tried again, as this. */
const twice = (outcome: string) => ({
  attempts: [
    { operationId: `op_${suffix(1)}`, outcome: "failed" },
    { operationId: `op_${suffix(2)}`, outcome },
  ],
});

for (const outcome of ["processing", "collected", "failed", "returned"]) {
  test(`own state: the accepted requests of a collection whose second attempt is ${outcome} -> failed, and ${outcome}`, () => {
    const view = { get: () => encodeDocument(twice(outcome)) };
    const stateOfAttempt = (record: number, seen: typeof view | typeof NOTHING) => {
      const subject = { type: "collection" as const, id: "coll_1" };
      const providerRequestId = `preq_${suffix(record)}`;
      const more = { status: "accepted", subject, providerRequestId } as const;
      return stateOf(seen, requestOf("collection", more));
    };
    assert.equal(stateOfAttempt(1, view), "failed");
    assert.equal(stateOfAttempt(2, view), outcome);
    assert.equal(stateOfAttempt(2, NOTHING), "over");
  });

  const booked = outcome === "collected" || outcome === "returned" ? outcome : undefined;
  if (outcome === "processing") continue;
  test(`own state: a request that its bank has refused, of a collection that is ${outcome} since -> ${booked ?? "refused"}`, () => {
    const view = { get: () => encodeDocument(twice(outcome)) };
    const subject = { type: "collection" as const, id: "coll_1" };
    const more = { status: "refused", subject, providerRequestId: `preq_${suffix(2)}` } as const;
    assert.equal(stateOf(view, requestOf("collection", more)), booked ?? "refused");
  });
}

const LAST = encodeIdSuffix(1, 0, placeOf(1, 0), 0);

for (const [status, state] of [
  ["returning", "processing"],
  ["returned", "returned"],
  ...["credited", "suspended", "assigned"].map((one) => [one, "failed"] as const),
] as const) {
  test(`own state: an accepted return of a credit that is ${status} -> ${state}; of one before it -> failed`, () => {
    const view = { get: () => encodeDocument({ status, returnTransferId: `tr_${LAST}` }) };
    const subject = { type: "received_credit" as const, id: "rc_1" };
    const request = { action: "return" };
    const returning = requestOf("credit_return", { status: "accepted", subject, request });
    const last = { ...(returning as object), providerRequestId: `preq_${LAST}` } as never;
    assert.equal(stateOf(view, last), state);
    const earlier = { ...(returning as object), providerRequestId: "preq_1" } as never;
    assert.equal(stateOf(view, earlier), "failed");
    assert.equal(stateOf(NOTHING, last), "over");
  });
}
