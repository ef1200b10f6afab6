/** Decision table of sandbox.provider_fault.create. */
import assert from "node:assert/strict";
import {
  arm,
  start,
  submittedEntity,
} from "../../../test/support/features/entity/verifications.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { PROVIDER_FAULT_COUNT_MAX } from "../provider_request/provider_fault.ts";
import { sandboxProviderFaultCreate } from "./sandbox.provider_fault.create.ts";

/** How the next attempts at the provider come out. */
function nextAttempts(world: World, count: number): string[] {
  return Array.from({ length: count }, () => {
    const answer = start(world, submittedEntity(world));
    return answer.error?.code ?? answer.status;
  });
}

decisionTable(sandboxProviderFaultCreate, {
  given: (world) => ({ productId: world.principal.productId }),
  input: ({ productId }) => ({ productId, provider: "simulator", mode: "reject", count: 2 }),
  rows: [
    {
      title: "two refusals",
      outcome: "the next two attempts are refused, the third is accepted",
      reply: { provider: "simulator", mode: "reject", count: 2, environment: "sandbox" },
      check(_came, { world }) {
        const refused = "provider_egress_rejected";
        assert.deepEqual(nextAttempts(world, 3), [refused, refused, "processing"]);
      },
    },
    {
      title: "other faults armed before",
      given: ({ world }) => arm(world, "timeout", 9),
      input: { count: 1 },
      outcome: "these take their place",
      check(_came, { world }) {
        assert.deepEqual(nextAttempts(world, 2), ["provider_egress_rejected", "processing"]);
      },
    },
    {
      title: "a count of 0",
      given: ({ world }) => arm(world, "timeout", 9),
      input: { count: 0 },
      outcome: "disarmed",
      check: (_came, { world }) => assert.deepEqual(nextAttempts(world, 1), ["processing"]),
    },
    {
      title: "a count of 0, nothing armed",
      input: { count: 0 },
      outcome: "nothing is armed",
      reply: { count: 0 },
    },
    {
      title: "the highest count",
      input: { count: PROVIDER_FAULT_COUNT_MAX },
      outcome: "armed",
      reply: { count: PROVIDER_FAULT_COUNT_MAX },
    },
    {
      title: "one more than the highest count",
      input: { count: PROVIDER_FAULT_COUNT_MAX + 1 },
      code: "invalid_request",
    },
    { title: "an unknown provider", input: { provider: "other" }, code: "invalid_request" },
    { title: "an unknown mode", input: { mode: "explode" }, code: "invalid_request" },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
    },
  ],
});
