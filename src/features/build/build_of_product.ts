/** The Build that a Product shall run, and what the Product keeps of it. */
import { invariant } from "../../base/invariant.ts";
import type { ProductBuildView } from "../../contract/declare/principal.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { operationSetOf } from "../platform/operation_sets.ts";
import type { OperationSetCreated } from "../platform/platform_facts.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import type { InstalledBuild } from "../product/build_installation.ts";
import type { BuildDocument } from "./build_document.ts";
import { buildNotFound } from "./build_noun.ts";
import type { BuildState } from "./build_state.ts";

/** What a Product gets of its Build: its own part, what its realms install, and the facts that both need. */
export type ChosenBuild = {
  facts: readonly OperationSetCreated[];
  build: ProductBuildView;
  installed: InstalledBuild;
};

/** The Build of the company whose realm it is. */
export function buildOfCompany(
  { builds }: BuildState,
  realm: number,
  buildId: string,
): BuildDocument | Refusal<"resource_not_found"> {
  return builds.byId(realm, buildId) ?? buildNotFound(buildId);
}

/** `revision`: the number that the Build is among those of the Product. */
export function chosenBuild(
  state: BuildState & PlatformState,
  { realm, buildId, digest, name, capabilities, pricing: { fees, usageRates } }: BuildDocument,
  revision: number,
): ChosenBuild {
  const program = state.buildPrograms.get(realm, state.builds.keyOf(buildId));
  invariant(program !== undefined, "the program of a Build is there");
  const { operationSet, facts } = operationSetOf(state, program.operationIds);
  return {
    facts,
    build: { buildId, digest, capabilities, operationSet, revision, pricing: { fees, usageRates } },
    installed: { buildId, digest, name, text: program.text },
  };
}
