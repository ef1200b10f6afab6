/** noun_instance.retrieve: an object without its kind. */
import assert from "node:assert/strict";
import { simpleObject } from "../../../test/support/features/object/object_rows.ts";
import { invoice, runProgram } from "../../../test/support/features/object/objects.ts";
import { installable } from "../../../test/support/features/product/installed.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { productBuildInstall } from "../product/product.build.install.ts";
import { nounInstanceRetrieve } from "./noun_instance.retrieve.ts";

decisionTable(nounInstanceRetrieve, {
  given(world) {
    runProgram(world);
    const asking = { cause: "platform", caller: STRANGER } as const;
    world.run(productBuildInstall, { build: installable(), origin: 8_192 }, asking);
    return { nounInstanceId: simpleObject(world) };
  },
  input: ({ nounInstanceId }) => ({ nounInstanceId }),
  rows: [
    {
      title: "an object of one kind",
      outcome: "the object",
      check: ({ reply, input }) =>
        assert.deepEqual([reply.kind, reply.objectId], ["order", input["nounInstanceId"]]),
    },
    {
      title: "an object of another kind",
      input: ({ world }) => ({ nounInstanceId: invoice(world).object.nounInstanceId }),
      outcome: "the object",
      check: ({ reply }) => assert.equal(reply.kind, "invoice"),
    },
    ...unknownIds({
      field: "objectId",
      inputOf: (nounInstanceId) => ({ nounInstanceId }),
      code: "noun_instance_not_found",
      create: (world, caller) => simpleObject(world, undefined, caller),
    }),
  ],
});
