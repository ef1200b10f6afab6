/** Decision table of blueprint.version.retrieve. */
import assert from "node:assert/strict";
import {
  givenBlueprints,
  OTHER_SOURCE,
  SOURCE,
} from "../../../test/support/features/blueprint/blueprints.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { blueprintUpdate } from "./blueprint.update.ts";
import { blueprintVersionRetrieve } from "./blueprint.version.retrieve.ts";

platformTable(blueprintVersionRetrieve, {
  async given(world) {
    const given = await givenBlueprints(world);
    const { owner, blueprintId } = given;
    const input = { blueprintId, name: "Savings", source: OTHER_SOURCE };
    await world.made(blueprintUpdate, input, { caller: owner.token });
    return given;
  },
  input: ({ blueprintId }) => ({ blueprintId, revision: "1" }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "the first version",
      outcome: "the name and source of then",
      reply: { revision: 1, name: "Goals", source: SOURCE },
    },
    {
      title: "the newest version",
      input: { revision: "2" },
      outcome: "the name and source of now, and who changed it",
      reply: { revision: 2, name: "Savings", source: OTHER_SOURCE },
      check: ({ reply }, { owner }) =>
        assert.deepEqual(reply.actor, { type: "user", id: owner.userId }),
    },
    {
      title: "a version that is not there yet",
      input: { revision: "3" },
      code: "resource_not_found",
      details: { resourceType: "blueprint_version", revision: 3 },
    },
    {
      title: "a version of another company's blueprint",
      input: ({ foreignId }) => ({ blueprintId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
    ...["0", "-1", "1.0", "01", "one", "1000000000"].map(
      (revision) =>
        ({
          title: `the revision ${revision}`,
          input: { revision },
          code: "invalid_request",
        }) as const,
    ),
  ],
});
