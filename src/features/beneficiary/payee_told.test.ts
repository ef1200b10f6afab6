/** What becomes of beneficiaries of live by what their bank answers, tells by itself and tells when it is asked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beneficiaryIn,
  waitingCheck,
} from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { pay, payable } from "../../../test/support/features/payout/payouts.ts";
import { speakingProvider } from "../../../test/support/features/provider_request/speaking_provider.ts";
import { at } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "./beneficiary.archive.ts";
import { beneficiaryRetrieve } from "./beneficiary.retrieve.ts";
import { beneficiaryUpdate } from "./beneficiary.update.ts";
import type { BeneficiaryDocument, PayeeCheckResult } from "./beneficiary_document.ts";
import { beneficiaries } from "./beneficiary_noun.ts";

type Told = PayeeCheckResult | "processing";

/** A beneficiary of live whose bank was asked, and how the bank speaks of it. */
async function waiting() {
  const world = await openWorld({ environment: "live" });
  const { place, beneficiaryId, providerRequestId } = await waitingCheck(world);
  return {
    ...{ world, beneficiaryId, ...speakingProvider<Told>(world, providerRequestId) },
    archive: () => world.made(beneficiaryArchive, { beneficiaryId }),
    /** What whoever has created it is answered; undefined while they wait. */
    answered: () => world.answerOf(place),
    now() {
      const { status, verification } = beneficiaryIn(world, beneficiaryId);
      return [status, verification.status, verification.result, verification.accountName];
    },
  };
}

const ACCOUNT_NAME = "Paper Mill Limited";
const FOUND: Record<PayeeCheckResult, unknown[]> = {
  matched: ["active", "verified", "matched", undefined],
  close_match: ["active", "mismatch", "close_match", ACCOUNT_NAME],
  no_match: ["active", "mismatch", "no_match", undefined],
  unavailable: ["active", "unverified", "unavailable", undefined],
};
const PENDING = ["pending", "unverified", undefined, undefined];
const RESULTS = Object.keys(FOUND) as PayeeCheckResult[];

for (const result of RESULTS) {
  const more = result === "close_match" ? { accountName: ACCOUNT_NAME } : {};

  test(`payee told: ${result} by the answer -> active, with what the bank has found; asked about no more`, async () => {
    const one = await waiting();
    assert.deepEqual([one.now(), one.answered()], [PENDING, undefined]);
    one.answer(result, { ...more, reason: "looked_up" });
    assert.deepEqual(one.now(), FOUND[result]);
    assert.equal(one.request().nextAttemptAtMs, undefined);
    assert.ok(!JSON.stringify(one.request()).includes(ACCOUNT_NAME));
    const { verification, status, revision } = one.answered();
    assert.deepEqual([status, revision], ["active", 2]);
    assert.deepEqual(verification, {
      ...{ status: FOUND[result][1], result, ...more, reason: "looked_up" },
      ...{ provider: "first-bank", checkedAt: at(0) },
    });
  });

  test(`payee told: ${result} to a question -> answered as pending before, and active then`, async () => {
    const one = await waiting();
    one.answer("processing");
    const before = one.answered();
    assert.deepEqual([before.status, before.revision], ["pending", 1]);
    one.ask(result, more);
    assert.deepEqual(one.now(), FOUND[result]);
    assert.equal(one.request().nextAttemptAtMs, undefined);
    assert.deepEqual(one.answered(), before);
  });

  test(`payee told: ${result} by news before the answer -> applied with it, and never contradicted`, async () => {
    const one = await waiting();
    assert.equal(one.tell(result), "early");
    assert.deepEqual(one.now(), PENDING);
    one.answer("processing");
    assert.deepEqual(one.now(), [...FOUND[result].slice(0, 3), undefined]);
    assert.equal(one.tell(result), "same");
    for (const other of RESULTS.filter((name) => name !== result)) {
      assert.equal(one.tell(other), "contradictory", other);
    }
    assert.equal(one.now()[2], result);
  });
}

test("payee told: that the bank refuses the account -> blocked with its code, the same answer for ever", async () => {
  const one = await waiting();
  assert.equal(one.tell("matched"), "early");
  one.report({ result: "refused", providerCode: "ac04" });
  assert.equal(one.now()[0], "blocked");
  const { verification } = beneficiaryIn(one.world, one.beneficiaryId);
  assert.deepEqual([verification.status, verification.reason], ["unverified", "ac04"]);
  assert.equal(one.answered().error.code, "provider_egress_rejected");
  assert.deepEqual(one.answered().error.details.providerCode, "ac04");
  assert.equal(one.tell("no_match"), "contradictory");
  assert.equal(one.now()[0], "blocked");
});

test("payee told: no answer, then one -> pending until then, and asked again later", async () => {
  const one = await waiting();
  one.report({ result: "unknown", fault: "timeout" });
  assert.deepEqual(one.now(), PENDING);
  assert.equal(one.answered().error.code, "provider_egress_failed");
  assert.equal(one.request().nextAttemptAtMs, one.world.nowMs + 60_000);
  one.answer("matched");
  assert.deepEqual(one.now(), FOUND.matched);
  assert.equal(one.answered().status, "active");
});

test("payee told: archived while the bank looks -> what it says then is late", async () => {
  const one = await waiting();
  one.answer("processing");
  one.archive();
  assert.equal(one.tell("matched"), "late");
  assert.deepEqual(one.now(), ["archived", "unverified", undefined, undefined]);
});

test("payee told: archived before the bank has answered -> whoever waits is told, and its answer changes nothing", async () => {
  const one = await waiting();
  one.archive();
  const { code, details } = one.answered().error;
  assert.deepEqual([code, details.constraint], ["state_constraint_failed", "subject_over"]);
  one.answer("matched");
  assert.deepEqual(one.now(), ["archived", "unverified", undefined, undefined]);
  assert.equal(one.request().status, "abandoned");
});

test("payee told: a beneficiary of before there were checks -> shown as it was, paid and changed; there is nothing to accept", async () => {
  const world = await openWorld();
  const { source } = await payable(world);
  const beneficiaryId = world.nextId("ben");
  const of = { ownerType: "third_party", name: "Paper Mill Ltd (no match)", rail: "sepa" } as const;
  const old: Omit<BeneficiaryDocument, "realm"> = {
    ...{ beneficiaryId, ...of, destination: { iban: "DE** **** 3000" } },
    status: "active",
    verification: { status: "unverified" },
    ...{ createdAtMs: world.nowMs, updatedAtMs: world.nowMs, revision: 1 },
    changedBy: "product_key:key_1",
  };
  world.apply([beneficiaries.fact("created", old)]);
  const shown = await world.found(beneficiaryRetrieve, { beneficiaryId });
  assert.deepEqual([shown.status, shown.verification], ["active", { status: "unverified" }]);
  assert.equal(pay(world, { source, beneficiaryId }).status, "processing");
  const accepting = world.run(beneficiaryUpdate, { beneficiaryId, acceptMismatch: true });
  assert.equal(accepting.code, "state_conflict");
  world.made(beneficiaryUpdate, { beneficiaryId, nickname: "Mill" });
  assert.equal(world.made(beneficiaryArchive, { beneficiaryId }).status, "archived");
});
