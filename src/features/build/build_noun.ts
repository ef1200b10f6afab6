/** The Build as a resource of its company, and the functions that render it. */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { declareNoun } from "../noun.ts";
import { realmOfCompany } from "../platform/company_documents.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { BuildDocument, BuildProgramDocument } from "./build_document.ts";
import { type Build, BuildSummary } from "./build_schema.ts";

export const builds = declareNoun<BuildDocument>()({
  noun: "build",
  plural: "builds",
  prefix: "bld",
  readScope: "products:read",
  output: BuildSummary,
  notFoundCode: "resource_not_found",
  notFound: buildNotFound,
  table: { code: PLATFORM_TABLE.build },
  show: buildSummary,
  search: { title: ({ name }) => name, names: ({ name }) => [name] },
  stored: {
    counted: {
      name: "build_count",
      table: PLATFORM_TABLE.buildCount,
      groupOf: ({ tenantId }) => tenantId,
    },
  },
  realmOf: realmOfCompany,
  // A Build belongs to no Product, and endpoints and event lists do: the audit feed of the company has it.
  happenings: { created: {} },
});

/** The refusal of a Build that the company does not have, whether or not another company has it. */
export function buildNotFound(buildId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("bld", buildId, "of this company"), {
    resourceType: "build",
    buildId,
  });
}

/** The Build in lists. */
export function buildSummary(build: Omit<BuildDocument, "realm">): BuildSummary {
  const { realm: _, createdAtMs, capabilities, ...shown } = build as BuildDocument;
  return {
    ...shown,
    capabilities: [...capabilities] as BuildSummary["capabilities"],
    createdAt: isoTime(createdAtMs),
  };
}

/** The Build in every other answer. */
export function buildShown(
  build: Omit<BuildDocument, "realm">,
  { operationIds, nouns, ports, worstCase, warnings }: Omit<BuildProgramDocument, "realm" | "text">,
): Build {
  return {
    ...buildSummary(build),
    operationIds: [...operationIds],
    nouns: [...nouns],
    ports: [...ports],
    worstCase: [...worstCase],
    warnings: [...warnings],
  };
}
