/** A template as answers show it: a program to begin with. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { LANGUAGE } from "../../programs/program_schema.ts";
import type { Template } from "../../programs/templates.ts";
import { ProgramSource } from "./plan_schema.ts";

const shown = {
  templateId: Type.String({ description: "Its id, such as `invoice`." }),
  name: Type.String({ description: "What it is called." }),
  description: Type.String({ description: "What a Product of it does." }),
  language: Type.String({ description: "The language of its source." }),
};

export const TemplateSummary = Type.Object(shown, {
  title: "TemplateSummary",
  description: "A template, without its source.",
  additionalProperties: false,
});

export const TemplateDocument = Type.Object(
  { ...shown, source: described(ProgramSource, "The program, ready to be planned.") },
  { title: "Template", description: "A program to begin with.", additionalProperties: false },
);

export function templateSummary({
  templateId,
  name,
  description,
}: Template): Static<typeof TemplateSummary> {
  return { templateId, name, description, language: LANGUAGE };
}
