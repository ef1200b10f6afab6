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
import { EVIDENCE } from "../../../test/support/features/consent/consents.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, balanceOf, DAY_MS, HOUR_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionCollect } from "./collection.collect.ts";
import { collectionRetrieve } from "./collection_noun.ts";

decisionTable(collectionCollect, {
  given: (world) => scheduled(world, { description: "Rent" }),
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
