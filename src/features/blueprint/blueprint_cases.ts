/** What the tests of the whole platform need to know of blueprints (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { field, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import type { Browser } from "../../../test/support/people.ts";
import { operate } from "../../../test/world/story.ts";

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
  /** Some at the same time, of which one is archived, and one has versions of two times. */
  async listed({ founder, pass }) {
    const blueprintId = await newBlueprint(founder, "Goals");
    await newBlueprint(founder, "Shared goals");
    const rename = async (name: string) =>
      expect(await founder.send("PATCH", `/blueprints/${blueprintId}`, { name }), 200);
    await rename("Savings goals");
    await rename("Goals of savers");
    pass(1);
    await rename("Goals");
    const archived = await newBlueprint(founder, "Loans");
    expect(await founder.post(`/blueprints/${archived}/archive`), 200);
    return { blueprintId };
  },
  *toldOnPlatform() {
    const from = { address: "192.0.2.1", userAgent: "story" };
    const source = { text: '{"name":"S"}', digest: `sha256:${"1".repeat(64)}` };
    const draft = { name: "S", source: { name: "S" } };
    const { blueprintId } = yield* operate("blueprint.create", draft, { from, ...source });
    const other = { text: "{}", digest: `sha256:${"2".repeat(64)}` };
    const change = { blueprintId, source: {} };
    yield* operate("blueprint.update", change, { from, source: other });
    yield* operate("blueprint.archive", { blueprintId }, { from });
  },
};

async function newBlueprint(founder: Browser, name: string): Promise<string> {
  const draft = { name, source: { name } };
  return expect(await founder.post("/blueprints", draft), 201).id("blueprintId");
}
