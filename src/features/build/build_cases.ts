/** What the tests of the whole platform need to know of Builds (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { buildMade } from "../../../test/support/features/build/build_story.ts";
import { PRICES } from "../../../test/support/features/build/sources.ts";
import { field, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { MINIMAL } from "../../../test/support/programs/programs.ts";

export const cases: NounCases = {
  lists: {
    "build.list": {
      filters: {
        blueprintId: field("blueprintId", "bp_none"),
        search: search("GOAL", "buildId", "name"),
      },
    },
  },
  async madeByFounder({ browser }) {
    const draft = { source: MINIMAL, expectedPricing: PRICES };
    const buildId = expect(await browser.post("/builds", draft), 201).id("buildId");
    // The cases of objects name another one, which a Product runs.
    return { buildId, against: buildId };
  },
  /** Of sources, and of two versions of a blueprint, at two times. */
  async listed({ founder, pass }) {
    const program = (name: string) => ({ ...MINIMAL, name });
    const build = async (draft: object) =>
      expect(await founder.post("/builds", { ...draft, expectedPricing: PRICES }), 201);
    const draft = { name: "Goals that build", source: program("Goals") };
    const blueprintId = expect(await founder.post("/blueprints", draft), 201).id("blueprintId");
    await build({ blueprintId });
    await build({ source: program("Tickets") });
    await build({ source: program("Shared goals") });
    pass(1);
    const change = { source: program("Goals of savers") };
    expect(await founder.send("PATCH", `/blueprints/${blueprintId}`, change), 200);
    await build({ blueprintId });
    await build({ source: program("Loans") });
  },
  *toldOnPlatform() {
    yield* buildMade();
    yield* buildMade();
  },
};
