/** What the answers and the news of a bank of live make of an address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  activeAddress,
  addressIn,
  bankInLive,
  changed,
  DETAILS,
  report,
  requestUnderWay,
  waitingAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import {
  PROVIDER,
  requestIn,
} from "../../../test/support/features/provider_request/live_requests.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { close, openAccount } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { AddressDetails } from "../../contract/messages/provider_protocol.ts";
import { providerRequestNews } from "../provider_request_steps/provider_request.news.ts";
import { financialAddressDisable } from "./financial_address.disable.ts";
import { financialAddressRetire } from "./financial_address.retire.ts";

type Told = { status: string; details?: AddressDetails; reason?: string };

const ACCEPTED = { result: "accepted", providerReference: "acc-1" } as const;

async function liveWorld(): Promise<World> {
  const world = await openWorld({ environment: "live" });
  bankInLive(world);
  return world;
}

/** An address that the bank has accepted to open, and takes its time with. */
function pending(world: World, more: object = {}) {
  const made = waitingAddress(world, more);
  report(world, made.providerRequestId, ACCEPTED);
  return made;
}

/** What the bank tells by itself about a request: the verdict. */
function tell(world: World, providerRequestId: string, told: Told, newsId = "n-1"): string {
  const progress = { ...told, occurredAtMs: START_MS };
  const input = { providerRequestId, newsId, progress };
  return world.made(providerRequestNews, input, PROVIDER).verdict;
}

/** An active address of live. */
function active(world: World, details: AddressDetails = DETAILS) {
  const made = pending(world);
  assert.equal(tell(world, made.providerRequestId, { status: "active", details }), "applied");
  return made;
}

const NEWS: [what: string, told: Told, verdict: string, then: object][] = [
  [
    "active with details",
    { status: "active", details: DETAILS },
    "applied",
    { status: "active", details: DETAILS },
  ],
  [
    "active with details as people write them",
    { status: "active", details: { iban: "de02 1203 0000 0000 2020 51" } },
    "applied",
    { status: "active", details: { iban: DETAILS.iban } },
  ],
  [
    "active without details",
    { status: "active" },
    "applied",
    { status: "failed", failure: { code: "details_invalid" } },
  ],
  [
    "active with wrong check digits",
    { status: "active", details: { iban: "DE03120300000000202051" } },
    "applied",
    { status: "failed", failure: { code: "details_invalid" } },
  ],
  [
    "failed, with a reason",
    { status: "failed", reason: "no_capacity" },
    "applied",
    { status: "failed", failure: { code: "no_capacity" } },
  ],
  ["failed", { status: "failed" }, "applied", { status: "failed", failure: { code: "failed" } }],
  ["processing", { status: "processing" }, "same", { status: "pending" }],
  [
    "disabled, which nobody has asked for",
    { status: "disabled" },
    "contradictory",
    { status: "pending" },
  ],
];

for (const [what, told, verdict, then] of NEWS) {
  test(`address: news of a pending one, ${what} -> ${verdict}`, async () => {
    const world = await liveWorld();
    const { financialAddressId, providerRequestId } = pending(world);
    assert.equal(tell(world, providerRequestId, told), verdict);
    const { status, details, failure } = addressIn(world, financialAddressId);
    const shown = { status, ...(details && { details }), ...(failure && { failure }) };
    assert.deepEqual(shown, then);
    const isAsked = requestIn(world, providerRequestId).nextAttemptAtMs !== undefined;
    assert.equal(isAsked, status === "pending");
  });
}

test("address: news after it is active -> the same, or contradictory; nothing changes", async () => {
  const world = await liveWorld();
  const { financialAddressId, providerRequestId } = active(world);
  const before = addressIn(world, financialAddressId);
  assert.equal(tell(world, providerRequestId, { status: "active" }, "n-2"), "same");
  assert.equal(tell(world, providerRequestId, { status: "failed" }, "n-3"), "contradictory");
  assert.equal(requestIn(world, providerRequestId).told?.contradiction, "failed");
  assert.deepEqual(addressIn(world, financialAddressId), before);
});

test("address: early news -> applied in the record of the answer, which shows the outcome", async () => {
  const world = await liveWorld();
  const { place, financialAddressId, providerRequestId } = waitingAddress(world);
  const told = { status: "active", details: DETAILS };
  assert.equal(tell(world, providerRequestId, told), "early");
  assert.equal(addressIn(world, financialAddressId).status, "pending");
  report(world, providerRequestId, ACCEPTED);
  const { status, details, revision } = world.answerOf(place);
  assert.deepEqual([status, details, revision], ["active", DETAILS, 2]);
});

test("address: the details of another one, retired too, as another Product -> fails", async () => {
  const world = await liveWorld();
  const first = active(world);
  const other = pending(world);
  tell(world, other.providerRequestId, { status: "active", details: DETAILS });
  assert.deepEqual(addressIn(world, other.financialAddressId).failure, { code: "details_taken" });
  const { financialAddressId } = first;
  const { place } = world.run(financialAddressRetire, { financialAddressId });
  report(world, requestUnderWay(world, financialAddressId), ACCEPTED);
  assert.equal(world.answerOf(place).status, "retired");
  const third = pending(world);
  const details = { iban: "DE02 1203 0000 0000 2020 51" };
  tell(world, third.providerRequestId, { status: "active", details });
  assert.deepEqual(addressIn(world, third.financialAddressId).failure, { code: "details_taken" });
});

test("address: the details of one that has failed -> given to another", async () => {
  const world = await liveWorld();
  const failing = pending(world);
  tell(world, failing.providerRequestId, { status: "failed" });
  assert.equal(addressIn(world, active(world).financialAddressId).status, "active");
});

test("address: its account was closed while it was pending -> fails, so no closed account is reached", async () => {
  const world = await liveWorld();
  const { accountId, financialAddressId, providerRequestId } = pending(world);
  close(world, accountId);
  tell(world, providerRequestId, { status: "active", details: DETAILS });
  assert.deepEqual(addressIn(world, financialAddressId).failure, { code: "account_closed" });
});

test("address: news about a change that was accepted -> the same, or contradictory, and nothing is asked", async () => {
  const world = await liveWorld();
  const { financialAddressId } = active(world);
  const { place } = world.run(financialAddressDisable, { financialAddressId });
  const request = requestUnderWay(world, financialAddressId);
  const opening = financialAddressId.replace("fa_", "preq_");
  assert.deepEqual(requestIn(world, request).request, {
    action: "disable",
    financialAddressId,
    effectId: opening,
  });
  report(world, request, ACCEPTED);
  assert.equal(world.answerOf(place).status, "disabled");
  assert.equal(tell(world, request, { status: "disabled" }), "same");
  assert.equal(tell(world, request, { status: "failed" }, "n-2"), "contradictory");
  assert.equal(requestIn(world, request).nextAttemptAtMs, undefined);
  assert.equal(addressIn(world, financialAddressId).status, "disabled");
});

test("address: each of a thousand of the simulator -> details of its own", async () => {
  const world = await openWorld();
  const seen = new Set<string>();
  for (let account = 0; account < 10; account++) {
    const accountId = openAccount(world, { currency: "GBP" });
    const more = { type: "uk_account", country: "GB", currency: "GBP" };
    for (let each = 0; each < 100; each++) {
      const { details } = activeAddress(world, accountId, more);
      seen.add(details.accountNumber);
    }
  }
  assert.equal(seen.size, 1_000);
});

test("address: a change that its bank refuses -> as it was, and free to be changed", async () => {
  const world = await liveWorld();
  const { financialAddressId } = active(world);
  const before = addressIn(world, financialAddressId);
  const { place } = world.run(financialAddressDisable, { financialAddressId });
  const refused = { result: "refused", providerCode: "too_busy" } as const;
  report(world, requestUnderWay(world, financialAddressId), refused);
  assert.equal(world.answerOf(place).error.code, "provider_egress_rejected");
  assert.deepEqual(addressIn(world, financialAddressId), before);
  const again = world.run(financialAddressDisable, { financialAddressId });
  assert.equal(again.code, undefined);
  assert.equal(
    changed(world, financialAddressRetire, { financialAddressId }).answer.error.code,
    "financial_address_lifecycle_status_forbidden",
  );
});
