/** The blueprint as a resource of its company, and the functions that render it. */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { declareNoun } from "../noun.ts";
import { realmOfCompany } from "../platform/company_documents.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { BlueprintDocument } from "./blueprint_document.ts";
import { type Blueprint, BlueprintSummary } from "./blueprint_schema.ts";

export const blueprints = declareNoun<BlueprintDocument>()({
  noun: "blueprint",
  plural: "blueprints",
  prefix: "bp",
  readScope: "blueprints:read",
  output: BlueprintSummary,
  notFoundCode: "resource_not_found",
  notFound: blueprintNotFound,
  table: { code: PLATFORM_TABLE.blueprint },
  show: blueprintSummary,
  search: { title: ({ name }) => name, names: ({ name }) => [name] },
  stored: {
    counted: {
      name: "blueprint_count",
      table: PLATFORM_TABLE.blueprintCount,
      groupOf: ({ tenantId, status }) => (status === "archived" ? undefined : tenantId),
    },
  },
  realmOf: realmOfCompany,
  happenings: { created: {}, changed: {}, archived: {} },
});

/** The refusal of a blueprint that the company does not have, whether or not another company has it. */
export function blueprintNotFound(blueprintId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("bp", blueprintId, "of this company"), {
    resourceType: "blueprint",
    blueprintId,
  });
}

/** The blueprint in lists. */
export function blueprintSummary(blueprint: Omit<BlueprintDocument, "realm">): BlueprintSummary {
  const { blueprintId, tenantId, name, sourceDigest, revision, status } = blueprint;
  return {
    blueprintId,
    tenantId,
    name,
    sourceDigest,
    revision,
    status,
    createdAt: isoTime(blueprint.createdAtMs),
    updatedAt: isoTime(blueprint.updatedAtMs),
  };
}

/** The blueprint in every other answer. `text`: its source as it is kept. */
export function blueprintShown(
  blueprint: Omit<BlueprintDocument, "realm">,
  text: string,
): Blueprint {
  return { ...blueprintSummary(blueprint), source: JSON.parse(text) };
}
