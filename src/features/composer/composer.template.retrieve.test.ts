/** Decision table of composer.template.retrieve. */
import assert from "node:assert/strict";
import { platformTable } from "../../../test/world/platform_world.ts";
import { planOf } from "../../programs/plan.ts";
import { TEMPLATES } from "../../programs/templates.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import { composerTemplateRetrieve } from "./composer.template.retrieve.ts";

platformTable(composerTemplateRetrieve, {
  rows: [
    ...TEMPLATES.map(({ templateId, source }) => ({
      title: `the template ${templateId}`,
      input: { templateId },
      outcome: "its source, which plans without an error",
      reply: { templateId, source: JSON.parse(JSON.stringify(source)) as unknown },
      check({ reply }: { reply: { source: unknown } }) {
        assert.notEqual(planOf(reply.source, PLATFORM_TERMS).digest, undefined);
      },
    })),
    {
      title: "a template with a letter too many",
      input: { templateId: "invoices" },
      code: "resource_not_found",
      details: { resourceType: "template", templateId: "invoices" },
      check: ({ message }) => assert.match(message, /invoice/),
    },
    {
      title: "a template that is like none",
      input: { templateId: "zzz" },
      code: "resource_not_found",
      check: ({ message }) => assert.match(message, /composer\.template\.list/),
    },
    { title: "no id", input: { templateId: "" }, code: "invalid_request" },
  ],
});
