/** Decision table of sandbox.provider_outcome.create: it decides as sandbox.kyc_outcome.create does. */
import assert from "node:assert/strict";
import { beneficiaryIn, made } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import {
  scheduled,
  storedCollection,
} from "../../../test/support/features/collection/collections.ts";
import { debited, decideDebit } from "../../../test/support/features/collection/debits.ts";
import { entityIn, profileIn } from "../../../test/support/features/entity/entities.ts";
import {
  arm,
  decide,
  processing,
  start,
  submittedEntity,
} from "../../../test/support/features/entity/verifications.ts";
import {
  ALIAS,
  activeAddress,
  addressIn,
  waitingAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { balanceOf, openAccount } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT, unknownIds } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { collectionCollect } from "../collection/collection.collect.ts";
import { entityKycVerificationCancel } from "../entity/entity.kyc.verification.cancel.ts";
import { sandboxProviderOutcomeCreate } from "./sandbox.provider_outcome.create.ts";

type Ids = { entityId: string; verificationId: string };

const address = (id: string) => ({ resource: { type: "financial_address", id } });
/** A pending address, as every alias is at first. */
const pendingAddress = (world: World) => activeAddress(world, openAccount(world), ALIAS);

const debit = (id: string, outcome: string) => ({
  resource: { type: "collection", id },
  outcome,
});

const payee = (id: string, outcome: string) => ({ resource: { type: "beneficiary", id }, outcome });
/** The name that the simulator says an account has. */
const NAMED: Record<string, string | undefined> = { close_match: "Paper Mill Ltd" };
/** The chosen id of a beneficiary whose name asks this of the simulator. */
async function askedPayee(world: World, end = "(wait)"): Promise<string> {
  await made(world, { beneficiaryId: "asked", name: `Paper Mill Ltd ${end}`.trim() });
  return "asked";
}

const verification = (id: string) => ({ resource: { type: "verification", id } });

decisionTable(sandboxProviderOutcomeCreate, {
  given: (world) => processing(world, "tier_2") as Ids,
  input: ({ verificationId }) => ({ ...verification(verificationId), outcome: "verified" }),
  rows: [
    {
      title: "verified",
      outcome: "the tier that was asked for is attained",
      reply: { provider: "simulator", outcome: "verified", status: "verified" },
      check({ reply, input }, { world, entityId }) {
        assert.deepEqual(reply.resource, input["resource"]);
        const { kycStatus, kycTier } = entityIn(world, entityId);
        assert.deepEqual([kycStatus, kycTier], ["verified", "tier_2"]);
      },
    },
    {
      title: "rejected",
      input: { outcome: "rejected" },
      outcome: "failed; everything that was not met is rejected",
      reply: { outcome: "rejected", status: "failed" },
      check(_came, { world, entityId }) {
        assert.equal(entityIn(world, entityId).kycStatus, "rejected");
        assert.equal(profileIn(world, entityId).fields["phone"]?.status, "rejected");
      },
    },
    {
      title: "input required",
      input: { outcome: "requires_input" },
      outcome: "the fields are asked for again",
      reply: { outcome: "requires_input", status: "requires_input" },
      check: (_came, { world, entityId }) =>
        assert.equal(entityIn(world, entityId).kycStatus, "action_required"),
    },
    {
      title: "verified, after input was required",
      given: ({ world, verificationId }) => decide(world, verificationId, "requires_input"),
      outcome: "verified",
      reply: { status: "verified" },
    },
    {
      title: "an outcome that the provider never says",
      input: { outcome: "posted" },
      code: "provider_outcome_unsupported",
      details: {
        provider: "simulator",
        outcome: "posted",
        supported: ["verified", "rejected", "requires_input"],
      },
    },
    {
      title: "a resource that no provider is asked for",
      input: ({ verificationId }) => ({ resource: { type: "customer", id: verificationId } }),
      code: "invalid_request",
    },
    {
      title: "verified already",
      given: ({ world, verificationId }) => decide(world, verificationId, "verified"),
      code: "state_conflict",
      details: { status: "verified" },
    },
    {
      title: "cancelled",
      given: ({ world, entityId, verificationId }) =>
        world.made(entityKycVerificationCancel, { entityId, verificationId }),
      code: "state_conflict",
      details: { status: "cancelled" },
    },
    {
      title: "pending, its provider has not answered",
      given: ({ world }) => arm(world, "fail"),
      input({ world }) {
        const entityId = submittedEntity(world);
        start(world, entityId);
        return verification(profileIn(world, entityId).verificationId ?? "");
      },
      code: "state_conflict",
      details: { status: "pending" },
    },
    {
      title: "a collection that is processing, collected",
      input: async ({ world }) => debit((await debited(world, "9905")).collectionId, "collected"),
      outcome: "the money is there",
      reply: { provider: "simulator", outcome: "collected", status: "collected" },
      check({ reply }, { world }) {
        const { creditedAccountId } = storedCollection(world, reply.resource.id);
        assert.equal(balanceOf(world, String(creditedAccountId)).posted, "9905");
      },
    },
    {
      title: "a collection that is processing, failed",
      input: async ({ world }) => debit((await debited(world, "9905")).collectionId, "failed"),
      outcome: "the collection has failed by a code of the rail",
      reply: { status: "failed" },
      check: ({ reply }, { world }) =>
        assert.equal(storedCollection(world, reply.resource.id).failure?.code, "AM04"),
    },
    {
      title: "a collection that is collected, returned",
      async input({ world }) {
        const { collectionId } = await debited(world, "9905");
        decideDebit(world, collectionId, "collected");
        return debit(collectionId, "returned");
      },
      outcome: "the money has gone back",
      reply: { status: "returned" },
    },
    {
      title: "a collection, an outcome of payouts",
      input: async ({ world }) => debit((await debited(world, "9905")).collectionId, "posted"),
      code: "provider_outcome_unsupported",
      details: { supported: ["collected", "failed", "returned"] },
    },
    {
      title: "a collection that has failed",
      async input({ world }) {
        const { collectionId } = await debited(world, "9905");
        decideDebit(world, collectionId, "failed");
        return debit(collectionId, "returned");
      },
      code: "state_conflict",
      details: { expected: "processing or collected", actual: "failed" },
    },
    {
      title: "a collection whose bank has not answered",
      input: async ({ world }) => debit((await debited(world, "9902")).collectionId, "collected"),
      code: "state_conflict",
      details: { status: "processing" },
    },
    {
      title: "a collection that no bank carries out",
      async input({ world }) {
        const { collectionId } = scheduled(world);
        world.made(collectionCollect, { collectionId });
        return debit(collectionId, "returned");
      },
      code: "state_conflict",
      details: { status: "collected" },
    },
    {
      title: "a collection that is not there",
      input: debit("coll_none", "collected"),
      code: "resource_not_found",
      details: { resourceType: "collection" },
    },
    ...(["matched", "close_match", "no_match", "unavailable"] as const).map((result) => ({
      title: `a beneficiary that is pending, ${result}`,
      input: async ({ world }: { world: World }) => payee(await askedPayee(world), result),
      outcome: "the beneficiary is active, with what was found",
      reply: { provider: "simulator", outcome: result, status: "active" },
      check(_came: unknown, { world }: { world: World }) {
        const { verification } = beneficiaryIn(world, "asked");
        const { accountName } = verification;
        assert.deepEqual([verification.result, accountName], [result, NAMED[result]]);
      },
    })),
    {
      title: "a beneficiary, an outcome of verifications",
      input: async ({ world }) => payee(await askedPayee(world), "verified"),
      code: "provider_outcome_unsupported",
      details: { supported: ["matched", "close_match", "no_match", "unavailable"] },
    },
    {
      title: "a beneficiary that is active",
      input: async ({ world }) => payee(await askedPayee(world, ""), "matched"),
      code: "state_conflict",
      details: { expected: "pending", actual: "active" },
    },
    {
      title: "a beneficiary whose bank has not answered",
      input: async ({ world }) => payee(await askedPayee(world, "(no answer)"), "matched"),
      code: "state_conflict",
      details: { expected: "pending", actual: "pending" },
    },
    OTHER_PRODUCT,
    {
      title: "a beneficiary that is not there",
      input: payee("nobody", "matched"),
      code: "resource_not_found",
      details: { resourceType: "beneficiary" },
    },
    {
      title: "a pending financial address, active",
      input: ({ world }) => ({
        ...address(pendingAddress(world).financialAddressId),
        outcome: "active",
      }),
      outcome: "the address is active with its details",
      reply: { provider: "simulator", outcome: "active", status: "active" },
      check({ reply }, { world }) {
        const { details } = addressIn(world, reply.resource.id);
        assert.match(String(details?.alias), /^pay-[0-9a-f]{16}@simulator\.invalid$/);
      },
    },
    {
      title: "a pending financial address, failed",
      input: ({ world }) => ({
        ...address(pendingAddress(world).financialAddressId),
        outcome: "failed",
      }),
      outcome: "the address has failed",
      reply: { outcome: "failed", status: "failed" },
      check: ({ reply }, { world }) =>
        assert.deepEqual(addressIn(world, reply.resource.id).failure, {
          code: "simulated_failure",
        }),
    },
    {
      title: "a financial address, an outcome of verifications",
      input: ({ world }) => address(pendingAddress(world).financialAddressId),
      code: "provider_outcome_unsupported",
      details: { outcome: "verified", supported: ["active", "failed"] },
    },
    {
      title: "a financial address that is active already",
      input: ({ world }) => ({
        ...address(activeAddress(world).financialAddressId),
        outcome: "failed",
      }),
      code: "state_conflict",
      details: { status: "active" },
    },
    {
      title: "a financial address whose provider has not answered",
      given: ({ world }) => arm(world, "timeout"),
      input({ world }) {
        const { financialAddressId } = waitingAddress(world);
        world.passTime();
        return { ...address(financialAddressId), outcome: "active" };
      },
      code: "state_conflict",
      details: { status: "pending" },
    },
    ...unknownIds({
      field: "financialAddressId",
      inputOf: address,
      code: "resource_not_found",
      create: (world, caller) => waitingAddress(world, {}, caller).financialAddressId,
    }),
    ...unknownIds({
      field: "verificationId",
      inputOf: verification,
      code: "resource_not_found",
      create: (world, caller) => processing(world, "tier_1", { caller }).verificationId,
    }),
  ],
});
