/** Decision table of provider_request.resume. */
import assert from "node:assert/strict";
import { profileIn } from "../../../test/support/features/entity/entities.ts";
import {
  arm,
  start,
  submittedEntity,
} from "../../../test/support/features/entity/verifications.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { providerRequestResume } from "./provider_request.resume.ts";

decisionTable(providerRequestResume, {
  /** A request whose first attempt had no answer. */
  given(world) {
    arm(world, "timeout");
    const entityId = submittedEntity(world);
    start(world, entityId);
    const { verificationId = "" } = profileIn(world, entityId);
    return { entityId, providerRequestId: verificationId.replace("ver_", "preq_") };
  },
  input: ({ providerRequestId }) => ({ providerRequestId }),
  asking: () => ({ cause: "platform" }),
  rows: [
    {
      title: "without an answer",
      outcome: "attempted again at once",
      reply: { status: "waiting", attempts: 1 },
      check(_came, { world }) {
        const steps = world.passTime().map(({ reply }) => [reply.status, reply.attempts]);
        assert.deepEqual(steps, [["accepted", 2]]);
      },
    },
    {
      title: "waiting already",
      given: ({ world, providerRequestId }) =>
        world.made(providerRequestResume, { providerRequestId }),
      code: "state_conflict",
      details: { status: "waiting" },
    },
    {
      title: "unknown",
      input: { providerRequestId: "preq_unknown" },
      code: "resource_not_found",
    },
  ],
});
