/** Decision table of collection.retry. */
import assert from "node:assert/strict";
import {
  collectedLoan,
  collectionMade,
  failed,
  scheduled,
  storedCollection,
  UNKNOWN_COLLECTIONS,
} from "../../../test/support/features/collection/collections.ts";
import { debited, RETURNED_BY } from "../../../test/support/features/collection/debits.ts";
import { EVIDENCE, revokedConsent } from "../../../test/support/features/consent/consents.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS, fund } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionRetry } from "./collection.retry.ts";
import { ATTEMPTS_MAX } from "./collection_document.ts";
import { collectionRetrieve } from "./collection_noun.ts";

decisionTable(collectionRetry, {
  given: (world) => failed(world),
  input: ({ collectionId }) => ({ collectionId }),
  rows: [
    {
      title: "without a time, once there is money",
      given: ({ world, sourceAccountId }) => fund(world, sourceAccountId, 1n),
      outcome: "scheduled for now, and collected right after the answer",
      reply: { status: "scheduled", dueAt: at(DAY_MS), failure: undefined, revision: 3 },
      async check({ reply }, { world, collectionId }) {
        await assertShows(world, collectionRetrieve, { collectionId }, reply);
        world.passTime();
        const { status, attempts } = storedCollection(world, collectionId);
        assert.equal(status, "collected");
        assert.deepEqual(
          attempts.map(({ outcome, code }) => [outcome, code]),
          [
            ["failed", "insufficient_balance"],
            ["collected", undefined],
          ],
        );
      },
    },
    {
      title: "a later time",
      input: { dueAt: at(3 * DAY_MS) },
      outcome: "tried then, and not before",
      reply: { status: "scheduled", dueAt: at(3 * DAY_MS) },
      check(_, { world, collectionId }) {
        advanceClock(world, at(3 * DAY_MS - 1));
        assert.equal(storedCollection(world, collectionId).status, "scheduled");
        advanceClock(world, at(3 * DAY_MS));
        const { status, attempts } = storedCollection(world, collectionId);
        assert.deepEqual([status, attempts.length], ["failed", 2]);
      },
    },
    {
      title: "a limit of a period, for the next period",
      input({ world }) {
        const monthly = { limits: { maxCount: 1, period: "P1M" } };
        const { collectionId: _, ...debtor } = scheduled(world, { dueAt: at(2 * DAY_MS) }, monthly);
        const { collectionId } = collectionMade(world, debtor, { dueAt: at(2 * DAY_MS) });
        advanceClock(world, at(2 * DAY_MS));
        assert.equal(storedCollection(world, collectionId).failure?.code, "consent_not_active");
        return { collectionId, dueAt: at(40 * DAY_MS) };
      },
      outcome: "scheduled",
    },
    ...UNKNOWN_COLLECTIONS,
    {
      title: "a collection that is scheduled",
      input: ({ world }) => ({
        collectionId: scheduled(world, { dueAt: at(9 * DAY_MS) }).collectionId,
      }),
      code: "collection_status_forbidden",
      details: { status: "scheduled", allowed: ["failed"] },
    },
    {
      title: "a collection that a bank was asked for",
      input: async ({ world }) => ({ collectionId: (await debited(world)).collectionId }),
      code: "collection_status_forbidden",
      details: { status: "processing", allowed: ["failed"] },
    },
    {
      title: "a collection that a bank has taken back",
      async input({ world }) {
        const { collectionId } = await debited(world, "9904");
        advanceClock(world, RETURNED_BY);
        return { collectionId };
      },
      code: "collection_status_forbidden",
      details: { status: "returned", allowed: ["failed"] },
    },
    {
      title: "a collection that is cancelled",
      given: ({ world, collectionId }) =>
        world.made(collectionCancel, { collectionId, reason: "paid in cash" }),
      code: "collection_status_forbidden",
      details: { status: "cancelled", allowed: ["failed"] },
    },
    {
      title: "a collection of a row, which failed",
      input: ({ world }) => ({ collectionId: collectedLoan(world).second.collectionId }),
      code: "collection_status_forbidden",
      details: { status: "failed", allowed: [] },
    },
    {
      title: "a consent that is revoked",
      given: ({ world, consentId }) => void revokedConsent(world, { consentId }),
      code: "consent_revoked",
    },
    {
      title: "a consent that has ended",
      input: ({ world }) => {
        const { collectionId } = failed(
          ...([world, { dueAt: at(DAY_MS) }, { expiresAt: at(2 * DAY_MS) }] as const),
        );
        advanceClock(world, at(2 * DAY_MS));
        return { collectionId };
      },
      code: "consent_expired",
    },
    {
      title: "a limit of a period that is used up, for now",
      input({ world }) {
        const monthly = { limits: { maxCount: 1, period: "P1M" } };
        const { collectionId: _, ...debtor } = scheduled(world, { dueAt: at(2 * DAY_MS) }, monthly);
        const { collectionId } = collectionMade(world, debtor, { dueAt: at(2 * DAY_MS) });
        advanceClock(world, at(2 * DAY_MS));
        return { collectionId };
      },
      code: "consent_not_active",
      details: { limit: "maxCount" },
    },
    {
      title: "a mandate that is not confirmed",
      input({ world }) {
        const evidence = { ...EVIDENCE, method: "provider_mandate" };
        const { collectionId } = scheduled(world, { dueAt: at(2 * DAY_MS) }, { evidence });
        advanceClock(world, at(2 * DAY_MS));
        return { collectionId };
      },
      code: "collection_authorization_unverified",
    },
    {
      title: "after the most attempts",
      given({ world, collectionId }) {
        for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
          world.made(collectionRetry, { collectionId });
          world.passTime();
        }
        assert.equal(storedCollection(world, collectionId).attempts.length, ATTEMPTS_MAX);
      },
      code: "state_constraint_failed",
      details: { constraint: "attempts_max", limit: ATTEMPTS_MAX },
    },
  ],
});
