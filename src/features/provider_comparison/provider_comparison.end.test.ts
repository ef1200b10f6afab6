/** Decision table of provider_comparison.end, which the outbox asks for on the first ledger shard. */
import assert from "node:assert/strict";
import { IN_PLATFORM_REALM } from "../../../test/support/features/provider/providers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { providerComparisonEnd } from "./provider_comparison.end.ts";
import { FAULT_CHARACTERS_MAX } from "./provider_comparison_schema.ts";
import { comparisonsIn } from "./provider_comparison_state.ts";

const TONIGHT = { provider: "acme", night: "2026-01-01" };
const DIFFERENCES = [{ difference: "status_differs", count: 2 }];
const end = (world: World, ended: object) =>
  world.made(providerComparisonEnd, { ...TONIGHT, ...ended } as never, IN_PLATFORM_REALM);

/** The comparison as a view shows it. */
async function shownIn(world: World) {
  const snapshot = await world.snapshot();
  const realm = world.realmOf(IN_PLATFORM_REALM.caller);
  const [one, ...others] = comparisonsIn(snapshot, () => realm);
  assert.deepEqual(others, []);
  const { realm: _, createdAtMs: _made, ...shown } = one ?? ({} as never);
  return shown;
}

decisionTable(providerComparisonEnd, {
  given: (world: World) => ({ world }),
  input: () => ({ ...TONIGHT, differences: [] as never[] }),
  asking: () => IN_PLATFORM_REALM,
  stepMs: 1_000,
  rows: [
    {
      title: "the books agree",
      outcome: "agreed now",
      reply: { outcome: "agreed", failures: 0 },
      async check(_result, { world }) {
        const { comparedAtMs, agreedAtMs, updatedAtMs, ...shown } = await shownIn(world);
        assert.deepEqual([comparedAtMs, agreedAtMs], [updatedAtMs, updatedAtMs]);
        const ended = { outcome: "agreed", failures: 0, differences: [], revision: 1 };
        assert.deepEqual(shown, { ...TONIGHT, ...ended });
      },
    },
    {
      title: "they differ, after a night in which they agreed",
      given: ({ world }) => end(world, { night: "2025-12-31", differences: [] }),
      input: { differences: DIFFERENCES as never },
      outcome: "differed, with the time when they last agreed",
      reply: { outcome: "differed", failures: 0 },
      async check(_result, { world }) {
        const shown = await shownIn(world);
        assert.deepEqual([shown.differences, shown.night], [DIFFERENCES, TONIGHT.night]);
        assert.ok(Number(shown.agreedAtMs) < Number(shown.comparedAtMs));
      },
    },
    {
      title: "no books for the second time in a night, after one in which they differed",
      given({ world }) {
        end(world, { night: "2025-12-31", differences: DIFFERENCES });
        end(world, { fault: "timeout" });
      },
      input: { differences: undefined, fault: "http_status" },
      outcome: "unanswered twice, and what the night before has found",
      reply: { outcome: "unanswered", failures: 2 },
      async check(_result, { world }) {
        const shown = await shownIn(world);
        assert.deepEqual([shown.fault, shown.differences], ["http_status", DIFFERENCES]);
        assert.ok(Number(shown.comparedAtMs) < shown.updatedAtMs);
      },
    },
    {
      title: "no books in the first night of all",
      input: { differences: undefined, fault: "timeout" },
      outcome: "unanswered once, and never compared",
      reply: { outcome: "unanswered", failures: 1 },
      check: async (_result, { world }) =>
        assert.equal((await shownIn(world)).comparedAtMs, undefined),
    },
    {
      title: "no books in the next night, after two failures",
      given({ world }) {
        end(world, { night: "2025-12-31", fault: "timeout" });
        end(world, { night: "2025-12-31", fault: "timeout" });
      },
      input: { differences: undefined, fault: "timeout" },
      outcome: "counted from one again",
      reply: { outcome: "unanswered", failures: 1 },
    },
    {
      title: "the books agree after failures",
      given: ({ world }) => end(world, { fault: "timeout" }),
      outcome: "no failure and no fault any more",
      reply: { outcome: "agreed", failures: 0 },
      check: async (_result, { world }) => assert.equal((await shownIn(world)).fault, undefined),
    },
    {
      title: "a fault that is too long",
      input: { differences: undefined, fault: "x".repeat(FAULT_CHARACTERS_MAX + 1) },
      code: "invalid_request",
    },
    {
      title: "a kind of difference that there is not",
      input: { differences: [{ difference: "other", count: 1 }] as never },
      code: "invalid_request",
    },
  ],
});
