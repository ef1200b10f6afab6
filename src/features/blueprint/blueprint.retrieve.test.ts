/** Decision table of blueprint.retrieve. */
import {
  givenBlueprints,
  OTHER_SOURCE,
  SOURCE,
} from "../../../test/support/features/blueprint/blueprints.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { blueprintRetrieve } from "./blueprint.retrieve.ts";
import { blueprintUpdate } from "./blueprint.update.ts";

platformTable(blueprintRetrieve, {
  given: givenBlueprints,
  input: ({ blueprintId }) => ({ blueprintId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a blueprint of the company",
      outcome: "it, with its source",
      reply: { name: "Goals", source: SOURCE, revision: 1, status: "draft" },
    },
    {
      title: "a blueprint that was changed",
      given: ({ world, owner, blueprintId }) =>
        world.made(
          blueprintUpdate,
          { blueprintId, source: OTHER_SOURCE },
          { caller: owner.session },
        ),
      outcome: "it, with the source of its newest version",
      reply: { source: OTHER_SOURCE, revision: 2 },
    },
    {
      title: "a blueprint of another company",
      input: ({ foreignId }) => ({ blueprintId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
    {
      title: "an id of nothing",
      input: { blueprintId: "bp_00000000000000000000000000" },
      code: "resource_not_found",
    },
  ],
});
