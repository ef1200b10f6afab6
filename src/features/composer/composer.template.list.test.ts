/** Decision table of composer.template.list. */
import assert from "node:assert/strict";
import { platformTable } from "../../../test/world/platform_world.ts";
import { TEMPLATES } from "../../programs/templates.ts";
import { composerTemplateList } from "./composer.template.list.ts";

const IDS = TEMPLATES.map(({ templateId }) => templateId);
const idsIn = (reply: { items: { templateId: string }[] }) =>
  reply.items.map(({ templateId }) => templateId);

platformTable(composerTemplateList, {
  rows: [
    {
      title: "all",
      outcome: "every template, by id, with what it does and without its source",
      reply: { nextCursor: undefined },
      check({ reply }) {
        assert.deepEqual(idsIn(reply), IDS.toSorted());
        for (const item of reply.items) {
          assert.ok(item.name !== "" && item.description !== "", item.templateId);
          assert.ok(!("source" in item));
        }
      },
    },
    {
      title: "pages of two",
      async input({ world }) {
        const { nextCursor: cursor } = await world.found(composerTemplateList, { limit: "2" });
        return { limit: "2", cursor };
      },
      outcome: "the second one goes on where the first one ends",
      check: ({ reply }) => assert.deepEqual(idsIn(reply), IDS.slice(2, 4)),
    },
    { title: "with a cursor of nobody", input: { cursor: "x" }, code: "invalid_request" },
    { title: "with a search", input: { search: "loan" }, code: "invalid_request" },
  ],
});
