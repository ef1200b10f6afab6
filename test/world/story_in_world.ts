/** For tests: the steps of a story (`story.ts`) in a world. */
import assert from "node:assert/strict";
import type { ProductKeyCaller } from "../../src/contract/declare/caller.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";
import type { Step } from "./story.ts";
import type { World } from "./world.ts";
import type { Outcome } from "./writing.ts";

/** Runs the request of a step. `caller`: whose Product and environment the story is told in. */
export function runStep(
  world: World,
  step: Exclude<Step, { enter: unknown }>,
  caller: ProductKeyCaller,
): Outcome {
  const operation = SHARD_REGISTRY.operations.get(step.operation);
  assert.ok(operation !== undefined, step.operation);
  const { input, by } = step;
  const prepared = step.by === "operator" ? step.prepared : undefined;
  return world.run(operation, input, {
    ...{ caller, prepared, cause: by === "operator" ? "platform" : "api" },
  });
}
