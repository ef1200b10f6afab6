/** Actions that pay out in live: who carries the payout out, and what the object is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { accessIn } from "../../../test/support/features/customer_access/accesses.ts";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import {
  called,
  objectMade,
  pathOf,
  runProgram,
  stateOf,
} from "../../../test/support/features/object/objects.ts";
import { payoutsIn } from "../../../test/support/features/object/settlements.ts";
import { configured } from "../../../test/support/features/provider/providers.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { followedBy } from "../../../test/support/programs/paid_out.ts";
import { createAccount, fund } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { programOf } from "../product/running_program.ts";
import { providerRequestReport } from "../provider_request_steps/provider_request.report.ts";
import { objectActionCall } from "./object.action.call.ts";
import { objectActionPreview } from "./object.action.preview.ts";

/** A grant is paid out of the Product's own money: no customer takes part. */
const GRANT_PROGRAM = {
  language: "blueprint/1",
  name: "Grants",
  currencies: ["EUR"],
  accounts: { grants: { role: "product_operating", owner: "product" } },
  nouns: {
    grant: {
      currency: "'EUR'",
      fields: { payee: { type: "beneficiary", required: true } },
      states: { open: { initial: true }, paying: {}, paid: { terminal: true } },
      actions: {
        pay: {
          from: ["open"],
          to: "paying",
          moves: [
            {
              ...{ label: "grant", amount: "amount('1250')", from: "product.grants" },
              ...{ to: "fields.payee", ...followedBy({ posted: "markPaid", failed: "reopen" }) },
            },
          ],
        },
        markPaid: { from: ["paying"], to: "paid" },
        reopen: { from: ["paying"], to: "open" },
      },
    },
  },
  ports: {
    operator: { actors: ["operator"], allow: ["grant.create", "grant.pay"] },
    clock: { actors: ["clock"], allow: ["grant.markPaid", "grant.reopen"] },
  },
};

/** A withdrawal is paid out of the customer's own account; the program asks for no tier. */
const WITHDRAWAL_PROGRAM = {
  language: "blueprint/1",
  name: "Withdrawals",
  currencies: ["EUR"],
  nouns: {
    withdrawal: {
      subject: { field: "saver" },
      currency: "'EUR'",
      fields: {
        saver: { type: "customer", required: true, immutable: true },
        payee: { type: "beneficiary", required: true },
      },
      states: { open: { initial: true }, paying: { terminal: true } },
      actions: {
        pay: {
          from: ["open"],
          to: "paying",
          moves: [
            {
              ...{ label: "out", amount: "amount('1250')" },
              ...{ from: "customer(fields.saver).customer_balance", to: "fields.payee" },
            },
          ],
        },
      },
    },
  },
  ports: {
    operator: { actors: ["operator"], allow: ["withdrawal.create"] },
    saver: { actors: ["customer"], as: "subject", allow: ["withdrawal.pay"] },
  },
};

async function givenGrant() {
  const world = await openWorld({ environment: "live" });
  runProgram(world, GRANT_PROGRAM);
  const accounts = programOf(world.state, world.realmOf(world.caller))?.accounts ?? {};
  fund(world, accounts["grants.EUR"] ?? "", 5_000n);
  const { beneficiaryId } = await made(world);
  return { world, grant: objectMade(world, "grant", { payee: beneficiaryId }) };
}

test("paying in live: nobody is configured -> refused, as the preview says", async () => {
  const { world, grant } = await givenGrant();
  const input = { ...pathOf(world, grant), action: "pay" };
  const { refusal } = await world.read(objectActionPreview, input);
  const { code, message, details } = world.run(objectActionCall, input);
  assert.deepEqual(
    [code, details["constraint"]],
    ["state_constraint_failed", "provider_not_configured"],
  );
  assert.deepEqual([refusal?.code, refusal?.message], [code, message]);
  assert.equal(stateOf(world, grant.objectId), "open");
});

test("paying in live: the bank accepts and posts -> the object is told, by the wall clock", async () => {
  const { world, grant } = await givenGrant();
  configured(world, "first-bank", "one", { kind: "bank", cause: "platform" });
  called(world, grant, "pay");
  const [payout] = payoutsIn(world);
  assert.deepEqual([payout?.provider, payout?.status], ["first-bank", "created"]);
  const providerRequestId = payout?.payoutId.replace("po_", "preq_");
  const progress = { status: "posted" };
  const outcome = { result: "accepted", providerReference: "chk-1", progress };
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
  world.passTime();
  assert.equal(stateOf(world, grant.objectId), "paid");
});

test("paying in live: the bank refuses -> the object is told that the payout has failed", async () => {
  const { world, grant } = await givenGrant();
  configured(world, "first-bank", "one", { kind: "bank", cause: "platform" });
  called(world, grant, "pay");
  const providerRequestId = payoutsIn(world)[0]?.payoutId.replace("po_", "preq_");
  const outcome = { result: "refused", providerCode: "closed" };
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
  world.passTime();
  assert.equal(stateOf(world, grant.objectId), "open");
});

test("paying in live: from an account of a customer whose tier has expired -> kyc_tier_insufficient, as the preview says; nothing is paid", async () => {
  const world = await openWorld({ environment: "live" });
  runProgram(world, WITHDRAWAL_PROGRAM);
  configured(world, "first-bank", "one", { kind: "bank", cause: "platform" });
  const { customerId, entityId } = accessIn(world, "active");
  changeEntity(world, entityId, { kycTier: "tier_1", kycStatus: "verified" });
  const { accountId } = createAccount(world, { owner: { type: "customer", id: customerId } });
  fund(world, accountId, 5_000n);
  const { beneficiaryId } = await made(world);
  const fields = { saver: customerId, payee: beneficiaryId };
  const withdrawal = objectMade(world, "withdrawal", fields);
  changeEntity(world, entityId, { kycTier: "tier_0", kycStatus: "expired" });
  const onBehalfOf = customerId;
  const input = { ...pathOf(world, withdrawal), action: "pay", onBehalfOf };
  const { refusal } = await world.read(objectActionPreview, input);
  const { code, message, details } = world.run(objectActionCall, input);
  assert.equal(code, "kyc_tier_insufficient", message);
  assert.deepEqual([details["requiredTier"], details["attainedTier"]], ["tier_1", "tier_0"]);
  assert.deepEqual([refusal?.code, refusal?.message], [code, message]);
  assert.deepEqual([stateOf(world, withdrawal.objectId), payoutsIn(world)], ["open", []]);
  changeEntity(world, entityId, { kycTier: "tier_1", kycStatus: "verified" });
  called(world, withdrawal, "pay", { onBehalfOf });
  assert.deepEqual(
    payoutsIn(world).map(({ sourceAccountId }) => sourceAccountId),
    [accountId],
  );
});
