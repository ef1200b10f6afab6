/** platform.entity.erasure.settle: the outcome of the effect of an erasure, in the effect's realm. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorld } from "../../../test/world/world.ts";
import { platformEntityErasureSettle } from "./platform.entity.erasure.settle.ts";

test("platform.entity.erasure.settle: an outcome -> a record that has it, and nothing else changes", async () => {
  const world = await openWorld();
  const input = { entityId: "ent_01ARZ3NDEKTSV4RRFFQ69G5FAV", files: 2 };
  const { reply, facts } = world.run(platformEntityErasureSettle, input, { cause: "platform" });
  assert.deepEqual([reply, facts], [input, []]);
});
