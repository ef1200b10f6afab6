/** What the tests of the whole platform need to know of blueprints (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { field, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "blueprint.list": {
      filters: { status: field("status"), search: search("GOAL", "blueprintId", "name") },
    },
    "blueprint.version.list": {},
  },
  async madeByFounder({ browser }) {
    const draft = { name: "Goals", source: { name: "goals" } };
    return { blueprintId: expect(await browser.post("/blueprints", draft), 201).id("blueprintId") };
  },
};
