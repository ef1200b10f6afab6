/** object.retrieve: an object as its newest action has left it. */
import assert from "node:assert/strict";
import { unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import { called, invoice, runProgram } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { objectRetrieve } from "./object.retrieve.ts";

decisionTable(objectRetrieve, {
  given(world) {
    runProgram(world);
    return invoice(world);
  },
  input: ({ world, object: { kind, objectId } }) => ({
    productId: world.principal.productId,
    kind,
    objectId,
  }),
  rows: [
    {
      title: "an object that was made",
      outcome: "what its creation has answered",
      check: ({ reply }, { object }) => assert.deepEqual(reply, object),
    },
    {
      title: "an object after an action",
      outcome: "what the action has answered",
      async check(_came, { world, object }) {
        const { object: after } = called(world, object, "issue");
        const { productId, kind, objectId } = object;
        assert.deepEqual(await world.found(objectRetrieve, { productId, kind, objectId }), after);
      },
    },
    ...unknownObjects(),
  ],
});
