/** composer.template.retrieve: a program to begin with, whole. */
import { Type } from "@sinclair/typebox";
import { didYouMean } from "../../base/nearest.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { TEMPLATES } from "../../programs/templates.ts";
import { TemplateDocument, templateSummary } from "./template_schema.ts";

const IDS = TEMPLATES.map(({ templateId }) => templateId);

export const composerTemplateRetrieve = declareRead({
  id: "composer.template.retrieve",
  summary: "Retrieve a template",
  description: "A program to begin with. It plans without an error as it stands.",
  http: { method: "GET", path: "/composer/templates/{templateId}" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "nothing" },
  path: Type.Object(
    {
      templateId: Type.String({
        minLength: 1,
        maxLength: 128,
        description: "One of those that `composer.template.list` has.",
        examples: ["invoice"],
      }),
    },
    { additionalProperties: false },
  ),
  output: TemplateDocument,
  refusals: ["resource_not_found"],
  read(_snapshot, { templateId }) {
    const template = TEMPLATES.find((each) => each.templateId === templateId);
    if (template !== undefined)
      return found({ ...templateSummary(template), source: template.source });
    const hint = didYouMean(templateId, IDS) || "; composer.template.list has them all";
    const details = { resourceType: "template", templateId };
    return refuse("resource_not_found", `no such template${hint}`, details);
  },
});
