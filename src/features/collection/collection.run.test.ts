/** Decision table of collection.run. */
import assert from "node:assert/strict";
import {
  assertFailed,
  ENDED_SINCE,
  MONEY,
} from "../../../test/support/features/collection/attempts.ts";
import {
  BARRED,
  collectionMade,
  scheduled,
  storedCollection,
} from "../../../test/support/features/collection/collections.ts";
import { debitMade, mandated } from "../../../test/support/features/collection/debits.ts";
import { EVIDENCE } from "../../../test/support/features/consent/consents.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, balanceOf, close, DAY_MS } from "../../../test/world/parties.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionCollect } from "./collection.collect.ts";
import { collectionRun } from "./collection.run.ts";

type Made = Parameters<typeof assertFailed>[0];
const DUE = { due: { atMs: START_MS + DAY_MS, facts: [] }, cause: "clock" } as const;

decisionTable(collectionRun, {
  given: (world) => scheduled(world),
  input: ({ collectionId }) => ({ collectionId }),
  asking: () => DUE,
  rows: [
    {
      title: "when it is due",
      outcome: "collected, by the clock",
      reply: { status: "collected", actor: { type: "clock", id: "clock" }, revision: 2 },
      check({ reply }, { world, destinationAccountId }) {
        assert.equal(balanceOf(world, destinationAccountId).posted, "100");
        assert.deepEqual(
          (reply["attempts"] as { at: string }[]).map((attempt) => attempt.at),
          [at(DAY_MS)],
        );
      },
    },
    {
      title: "by a mandate, when it is due",
      input: async ({ world }) => ({ collectionId: debitMade(world, await mandated(world)) }),
      outcome: "a bank is asked, by the clock",
      reply: { status: "processing", actor: { type: "clock", id: "clock" }, revision: 2 },
    },
    {
      title: "by a mandate, to an account that was closed since",
      async input({ world }) {
        const parties = await mandated(world);
        const collectionId = debitMade(world, parties);
        close(world, parties.destinationAccountId);
        return { collectionId };
      },
      code: "destination_account_status_forbidden",
      check({ input }, { world }) {
        const { status, failure } = storedCollection(world, String(input["collectionId"]));
        assert.deepEqual([status, failure?.retryable], ["failed", false]);
      },
    },
    {
      title: "a collection that is not there",
      input: { collectionId: "coll_unknown" },
      code: "collection_not_found",
    },
    {
      title: "a collection that is collected",
      given: ({ world, collectionId }) => world.made(collectionCollect, { collectionId }),
      code: "state_conflict",
      details: { expected: "scheduled", actual: "collected" },
    },
    {
      title: "a collection that is cancelled",
      given: ({ world, collectionId }) =>
        world.made(collectionCancel, { collectionId, reason: "paid in cash" }),
      code: "state_conflict",
      details: { actual: "cancelled" },
    },
    {
      title: "a millisecond before it is due",
      asking: { due: { atMs: START_MS + DAY_MS - 1, facts: [] }, cause: "clock" },
      code: "state_constraint_failed",
      details: { constraint: "due" },
    },
    ...[...BARRED.map((row) => ({ ...row, retryable: true })), ...ENDED_SINCE, ...MONEY].map(
      ({ title, given, code, details, retryable }) => ({
        title,
        given: given as (made: Made) => unknown,
        code,
        details,
        check: (_: unknown, made: Made) => assertFailed(made, { code, retryable }),
      }),
    ),
    {
      title: "a consent that ends then",
      input: ({ world }) => ({
        collectionId: scheduled(world, {}, { expiresAt: at(DAY_MS) }).collectionId,
      }),
      code: "consent_expired",
      check: ({ input }, { world }) =>
        assert.equal(
          storedCollection(world, String(input["collectionId"])).failure?.retryable,
          false,
        ),
    },
    {
      title: "a consent of which nothing is left in this period",
      input({ world }) {
        const monthly = { limits: { maxCount: 1, period: "P1M" } };
        const { collectionId, ...debtor } = scheduled(world, {}, monthly);
        world.made(collectionCollect, { collectionId: collectionMade(world, debtor).collectionId });
        return { collectionId };
      },
      code: "consent_not_active",
      details: { status: "active", limit: "maxCount" },
      check: ({ input }, { world }) =>
        assert.equal(
          storedCollection(world, String(input["collectionId"])).failure?.retryable,
          true,
        ),
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
      check: ({ input }, { world }) =>
        assert.equal(
          storedCollection(world, String(input["collectionId"])).failure?.retryable,
          true,
        ),
    },
  ],
});
