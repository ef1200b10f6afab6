/** platform.retired_keys.settle: the outcome of the effect that a reset owes, in the realm that it has retired. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorld } from "../../../test/world/world.ts";
import { platformRetiredKeysSettle } from "./platform.retired_keys.settle.ts";

test("platform.retired_keys.settle: an outcome -> a record that has it, and nothing else changes", async () => {
  const world = await openWorld();
  const input = { keys: 3, files: 2 };
  const { reply, facts } = world.run(platformRetiredKeysSettle, input, { cause: "platform" });
  assert.deepEqual([reply, facts], [input, []]);
});
