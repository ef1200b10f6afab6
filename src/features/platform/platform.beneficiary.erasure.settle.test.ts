/** platform.beneficiary.erasure.settle: the outcome of the effect of an erasure, in the effect's realm. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorld } from "../../../test/world/world.ts";
import { platformBeneficiaryErasureSettle } from "./platform.beneficiary.erasure.settle.ts";

test("platform.beneficiary.erasure.settle: an outcome -> a record that has it, and nothing else changes", async () => {
  const world = await openWorld();
  const input = { beneficiaryId: "ben_01ARZ3NDEKTSV4RRFFQ69G5FAV" };
  const { reply, facts } = world.run(platformBeneficiaryErasureSettle, input, {
    cause: "platform",
  });
  assert.deepEqual([reply, facts], [input, []]);
});
