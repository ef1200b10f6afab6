/** Decision table of collection.collect. */
import assert from "node:assert/strict";
import {
  assertFailed,
  ENDED_SINCE,
  MONEY,
} from "../../../test/support/features/collection/attempts.ts";
import {
  BARRED,
  collectedLoan,
  collectionMade,
  failed,
  scheduled,
  storedCollection,
  UNKNOWN_COLLECTIONS,
} from "../../../test/support/features/collection/collections.ts";
import {
  debited,
  debitMade,
  mandated,
  SETTLED_BY,
} from "../../../test/support/features/collection/debits.ts";
import { consentMade, EVIDENCE } from "../../../test/support/features/consent/consents.ts";
import { debtorMade, MANDATE_EVIDENCE } from "../../../test/support/features/consent/mandates.ts";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import {
  advanceClock,
  at,
  balanceOf,
  close,
  DAY_MS,
  freeze,
  HOUR_MS,
  openAccount,
} from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionCollect } from "./collection.collect.ts";
import { collectionRetrieve } from "./collection_noun.ts";

const frozen = (world: World, accountId: string) => freeze(world, accountId, "all");

decisionTable(collectionCollect, {
  // In live a customer has no account before a provider has verified its entity, and only a mandate is looked at.
  given: (world) =>
    world.principal.environment === "live"
      ? ({} as ReturnType<typeof scheduled>)
      : scheduled(world, { description: "Rent" }),
  input: ({ collectionId }) => ({ collectionId }),
  rows: [
    {
      title: "before its time",
      outcome: "collected now, by a transfer of its own, and the consent is used",
      reply: { status: "collected", dueAt: at(DAY_MS), failure: undefined, revision: 2 },
      async check({ reply }, { world, consentId, collectionId, ...accounts }) {
        await assertShows(world, collectionRetrieve, { collectionId }, reply);
        assert.equal(balanceOf(world, accounts.sourceAccountId).posted, "900");
        assert.equal(balanceOf(world, accounts.destinationAccountId).posted, "100");
        const { transferId } = reply;
        const transfer = await world.found(transferRetrieve, { transferId });
        assert.deepEqual(
          [transfer.kind, transfer.collectionId, transfer.description, transfer.status],
          ["collection", collectionId, "Rent", "posted"],
        );
        const { operationId } = transfer;
        assert.deepEqual(reply.attempts, [{ at: at(0), operationId, outcome: "collected" }]);
        const { used } = await world.found(consentRetrieve, { consentId });
        assert.deepEqual([used.count, used.total], [1, "100"]);
        assert.deepEqual(advanceClock(world, at(2 * DAY_MS)).steps, []);
      },
    },
    {
      title: "the last that the consent covers",
      input: ({ world }) => ({
        collectionId: scheduled(world, {}, { limits: { maxCount: 1 } }).collectionId,
      }),
      outcome: "collected, and the consent is consumed",
      reply: { status: "collected" },
      async check({ reply: { consentId } }, { world }) {
        assert.equal((await world.found(consentRetrieve, { consentId })).status, "consumed");
      },
    },
    ...UNKNOWN_COLLECTIONS,
    {
      title: "a collection that has failed",
      input: ({ world }) => ({ collectionId: failed(world).collectionId }),
      code: "collection_status_forbidden",
      details: { status: "failed", allowed: ["scheduled"] },
    },
    {
      title: "a collection that is cancelled",
      given: ({ world, collectionId }) =>
        world.made(collectionCancel, { collectionId, reason: "paid in cash" }),
      code: "collection_status_forbidden",
      details: { status: "cancelled", allowed: ["scheduled"] },
    },
    {
      title: "a collection of a row, which will be tried again",
      input: ({ world }) => ({ collectionId: collectedLoan(world).second.collectionId }),
      code: "collection_status_forbidden",
      details: { status: "failed", allowed: [] },
    },
    ...[...BARRED, ENDED_SINCE[0], ENDED_SINCE[1]].map(({ title, given, code, details }) => ({
      title,
      given,
      code,
      details,
      check: (_: unknown, { world, collectionId }: Parameters<typeof assertFailed>[0]) =>
        assert.equal(storedCollection(world, collectionId).status, "scheduled"),
    })),
    {
      title: "a consent that has ended",
      input: ({ world }) => {
        const { collectionId } = scheduled(world, {}, { expiresAt: at(HOUR_MS) });
        advanceClock(world, at(HOUR_MS));
        return { collectionId };
      },
      code: "consent_expired",
      details: { expiredAt: at(HOUR_MS) },
    },
    {
      title: "a consent of which nothing is left",
      input({ world }) {
        const { collectionId, ...debtor } = scheduled(world, {}, { limits: { maxCount: 1 } });
        world.made(collectionCollect, { collectionId: collectionMade(world, debtor).collectionId });
        return { collectionId };
      },
      code: "consent_not_active",
      details: { status: "consumed" },
    },
    {
      title: "a consent that is not valid yet",
      input: ({ world }) => ({
        collectionId: scheduled(world, {}, { validFrom: at(DAY_MS) }).collectionId,
      }),
      code: "consent_not_active",
      details: { limit: "validFrom" },
    },
    {
      title: "a mandate that is not confirmed",
      input: ({ world }) => ({
        collectionId: scheduled(
          world,
          {},
          {
            evidence: { ...EVIDENCE, method: "provider_mandate" },
          },
        ).collectionId,
      }),
      code: "collection_authorization_unverified",
    },
    {
      title: "by a mandate",
      input: async ({ world }) => ({ collectionId: debitMade(world, await mandated(world)) }),
      outcome: "processing, and the same bytes when the bank has it",
      reply: { status: "processing", rail: "sepa", expectedSettlementDate: "2026-02-03" },
      async check({ reply, facts }, { world }) {
        const { collectionId } = reply;
        await assertShows(world, collectionRetrieve, { collectionId }, reply);
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["consent.used.1", "provider_request.made.1", "collection.processing.1"],
        );
        advanceClock(world, SETTLED_BY);
        assert.equal(storedCollection(world, collectionId).status, "collected");
      },
    },
    {
      title: "by a mandate that its provider has not confirmed",
      async input({ world }) {
        const { customerId, beneficiaryId } = await debtorMade(world);
        const mandate = { beneficiaryId };
        const unproven = { customerId, mandate, evidence: MANDATE_EVIDENCE };
        const { consentId } = consentMade(world, unproven);
        const destinationAccountId = openAccount(world);
        const parties = { customerId, beneficiaryId, consentId, destinationAccountId };
        return { collectionId: debitMade(world, parties) };
      },
      code: "collection_authorization_unverified",
    },
    {
      title: "by a mandate of an account that is archived",
      async input({ world }) {
        const parties = await mandated(world);
        const collectionId = debitMade(world, parties);
        world.made(beneficiaryArchive, { beneficiaryId: parties.beneficiaryId });
        return { collectionId };
      },
      code: "consent_not_active",
      details: { limit: "mandate" },
    },
    {
      title: "one that a bank was asked for",
      input: async ({ world }) => ({ collectionId: (await debited(world)).collectionId }),
      code: "collection_status_forbidden",
      details: { status: "processing", allowed: ["scheduled"] },
    },
    {
      title: "by a mandate in live, where no bank is configured",
      environment: "live",
      input: async ({ world }) => ({ collectionId: debitMade(world, await mandated(world)) }),
      code: "state_constraint_failed",
      details: { constraint: "provider_not_configured" },
      check: (_: unknown, { world }) =>
        assert.deepEqual(
          [...world.state.collections.values()].map(({ status }) => status),
          ["scheduled"],
        ),
    },
    ...[
      { title: "frozen for all", ended: frozen, code: "account_frozen", retryable: true },
      {
        title: "closed",
        ended: close,
        code: "destination_account_status_forbidden",
        retryable: false,
      } as const,
    ].map(({ title, ended, code, retryable }) => ({
      title: `by a mandate, to an account that is ${title}`,
      async input({ world }: { world: World }) {
        const parties = await mandated(world);
        const collectionId = debitMade(world, parties);
        ended(world, parties.destinationAccountId);
        return { collectionId };
      },
      code: code as "account_frozen",
      check({ input }: { input: Input }, { world }: { world: World }) {
        const { status, failure } = storedCollection(world, String(input["collectionId"]));
        assert.deepEqual([status, failure?.retryable], ["failed", retryable]);
      },
    })),
    {
      title: "by a mandate, an amount that the simulator refuses",
      input: async ({ world }) => ({
        collectionId: debitMade(world, await mandated(world), "9901"),
      }),
      code: "provider_egress_rejected",
      details: { provider: "simulator", providerCode: "simulated_rejection" },
      async check({ input }, { world }) {
        const collectionId = String(input["collectionId"]);
        const { status, failure, consentId } = storedCollection(world, collectionId);
        assert.deepEqual([status, failure?.code], ["failed", "simulated_rejection"]);
        assert.equal((await world.found(consentRetrieve, { consentId })).used.count, 0);
      },
    },
    {
      title: "by a mandate, a bank that does not answer",
      async input({ world }) {
        const mandate = await mandated(world);
        arm(world, "timeout");
        return { collectionId: debitMade(world, mandate) };
      },
      code: "provider_egress_failed",
      details: { provider: "simulator" },
      check: ({ input }, { world }) =>
        assert.equal(storedCollection(world, String(input["collectionId"])).status, "processing"),
    },
    ...MONEY.map(({ title, given, code, details, retryable }) => ({
      title,
      given,
      code,
      details,
      check: (_: unknown, made: Parameters<typeof assertFailed>[0]) =>
        assertFailed(made, { code, retryable }),
    })),
  ],
});
