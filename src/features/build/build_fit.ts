/** Whether the objects of one Build fit another one: check P24, for a Product that shall run the other. */
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { comparisonFindings } from "../../programs/comparison.ts";
import type { Finding } from "../../programs/finding.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import { builds } from "./build_noun.ts";
import { typedProgramIn } from "./build_program.ts";

/** Nothing is compared, and nothing found, where the company lacks one of them. */
export function fitFindings(
  snapshot: Snapshot,
  realm: number | undefined,
  { before, after }: { before: string; after: string },
): readonly Finding[] {
  const previous = builds.find(snapshot, realm, before);
  const next = builds.find(snapshot, realm, after);
  if (previous === undefined || next === undefined) return [];
  const programs = [typedProgramIn(snapshot, previous), typedProgramIn(snapshot, next)] as const;
  return comparisonFindings(...programs, PLATFORM_TERMS);
}
