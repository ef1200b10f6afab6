/** Decision table of entity.kyc.verification.list. */
import assert from "node:assert/strict";
import {
  openEntity,
  processing,
  start,
  submittedEntity,
} from "../../../test/support/features/entity/verifications.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, unknownIds } from "../../../test/world/rows.ts";
import { entityKycVerificationCancel } from "./entity.kyc.verification.cancel.ts";
import { entityKycVerificationList } from "./entity.kyc.verification.list.ts";

decisionTable(entityKycVerificationList, {
  /** A cancelled verification and one that goes on, and one of another entity. */
  given(world) {
    const entityId = submittedEntity(world);
    const first = start(world, entityId);
    const { verificationId } = first;
    const cancelled = world.made(entityKycVerificationCancel, { entityId, verificationId });
    world.nowMs += 1_000;
    const second = start(world, entityId);
    processing(world);
    return { entityId, cancelled, second };
  },
  input: ({ entityId }) => ({ entityId }),
  rows: [
    {
      title: "two of the entity",
      outcome: "both as GET shows them, newest first",
      check: ({ reply }, { cancelled, second }) =>
        assert.deepEqual(reply.items, [second, cancelled]),
    },
    {
      title: "by status",
      input: { status: "cancelled" },
      outcome: "the cancelled one",
      check: ({ reply }, { cancelled }) => assert.deepEqual(reply.items, [cancelled]),
    },
    {
      title: "an entity without verifications",
      input: ({ world }) => ({ entityId: openEntity(world) }),
      outcome: "an empty page",
      reply: { items: [] },
    },
    cursorOfOtherFilters(entityKycVerificationList, { status: "processing" }),
    ...unknownIds({
      field: "entityId",
      code: "entity_not_found",
      create: (world, caller) => createCustomer(world, {}, { caller }).entity.entityId,
    }),
  ],
});
