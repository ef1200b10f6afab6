/** composer.template.list: programs to begin with. */
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf } from "../../contract/values/formats.ts";
import { TEMPLATES } from "../../programs/templates.ts";
import { answerCatalogPage, CatalogQuery } from "../catalog/catalog_page.ts";
import { TemplateSummary, templateSummary } from "./template_schema.ts";

export const composerTemplateList = declareRead({
  id: "composer.template.list",
  summary: "List templates",
  description: "Programs to begin with, by id, without their sources.",
  http: { method: "GET", path: "/composer/templates" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(TemplateSummary, "TemplateList"),
  refusals: [],
  read: (_snapshot, input, context) =>
    answerCatalogPage(
      input,
      context,
      TEMPLATES.map(templateSummary),
      ({ templateId }) => templateId,
    ),
});
