/** The examples of blueprints: savings goals are drafted, get a noun, and are put away. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { sourceTextOf } from "../../programs/program_source.ts";

const GOAL = exampleId("bp", 571);

const FIRST = { language: "blueprint/1", name: "Savings goals", currencies: ["EUR"], nouns: {} };
const SECOND = {
  ...FIRST,
  nouns: {
    goal: {
      subject: { field: "saver", kinds: ["person"] },
      currency: "fields.currency",
      fields: {
        saver: { type: "customer", required: true },
        currency: { type: "currency", required: true },
        target: { type: "amount", required: true },
      },
      states: ["saving", "reached"],
      actions: { reach: { from: ["saving"], to: "reached" } },
    },
  },
};

export const blueprintExamples: readonly Example[] = [
  {
    at: "10:55:00",
    operation: "blueprint.create",
    body: { name: "Savings goals", source: FIRST },
    // Digests are the same on every server.
    makes: { blueprintId: GOAL, sourceDigest: sourceTextOf(FIRST).digest },
  },
  { at: "10:55:05", operation: "blueprint.list", query: { status: "draft", limit: 1 } },
  {
    at: "10:55:10",
    operation: "blueprint.update",
    path: { blueprintId: GOAL },
    body: { source: SECOND, expectedRevision: 1 },
    makes: { sourceDigest: sourceTextOf(SECOND).digest },
  },
  { at: "10:55:15", operation: "blueprint.retrieve", path: { blueprintId: GOAL } },
  { at: "10:55:20", operation: "blueprint.version.list", path: { blueprintId: GOAL } },
  {
    at: "10:55:25",
    operation: "blueprint.version.retrieve",
    path: { blueprintId: GOAL, revision: 1 },
  },
  { at: "10:55:30", operation: "blueprint.archive", path: { blueprintId: GOAL } },
];
