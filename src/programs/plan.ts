/**
 * The plan of a program: what the checks found, its normal form and digest, and what a Product would have that was
 * built from it. Pure: the same source gives the same plan.
 */
import { canonicalSource, sourceDigest } from "./canonical_source.ts";
import type { ProgramCapability } from "./capabilities.ts";
import { checkProgram } from "./checked_program.ts";
import { transfersOf } from "./checks/transfer_checks.ts";
import type { Finding } from "./finding.ts";
import { normalizedProgram } from "./normalized_program.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import { LANGUAGE, type PortActor, type Program } from "./program_schema.ts";
import { mermaidOf } from "./state_graph.ts";
import type { TypedProgram } from "./typed_program.ts";

/** Part of every digest: another one where the same program comes to mean something else. */
export const COMPILER_VERSION = "1";

export type PlannedNoun = {
  kind: string;
  states: string[];
  actions: { action: string; from: string[]; to: string[] }[];
  /** A state diagram in the language of Mermaid. */
  stateGraph: string;
};
export type PlannedPort = { port: string; actors: PortActor[]; as?: string; allow: string[] };
/** The most ledger transfers that one call makes. */
export type WorstCase = { action: string; transfers: number };

export type Plan = {
  /** Of the source as it was given. */
  sourceDigest: string;
  /** Absent where the source does not have the form of a program. */
  normalizedSource?: Program;
  /** Absent where a finding is an error. */
  digest?: string;
  findings: readonly Finding[];
  nouns: PlannedNoun[];
  ports: PlannedPort[];
  capabilities: readonly ProgramCapability[];
  worstCase: WorstCase[];
  /** What the checks have read; absent like the normal form. */
  typed?: TypedProgram;
};

/** `source` has no issues (`program_source.ts`). `previous`: the program of the previous Build. */
export function planOf(source: unknown, terms: PlatformTerms, previous?: TypedProgram): Plan {
  const {
    findings,
    hasErrors,
    typed,
    ports: _,
    capabilities,
  } = checkProgram(source, terms, previous);
  const text = canonicalSource(source);
  const digestOfSource = sourceDigest(text);
  if (typed === undefined) return { ...EMPTY, sourceDigest: digestOfSource, findings };
  const normalizedSource = normalizedProgram(typed.source, typed.trees);
  const nouns = [...typed.nouns.values()];
  return {
    sourceDigest: digestOfSource,
    normalizedSource,
    ...(!hasErrors && {
      digest: programDigest(normalizedSource === source ? text : canonicalSource(normalizedSource)),
    }),
    findings,
    nouns: nouns.map((noun) => ({
      kind: noun.kind,
      states: Object.keys(noun.source.states),
      actions: [...noun.actions.values()].map(({ name, source: { from }, targets }) => ({
        action: name,
        from: [...from],
        to: [...new Set(targets)],
      })),
      stateGraph: mermaidOf(noun),
    })),
    ports: Object.entries(typed.source.ports).map(([port, { actors, as, allow }]) => ({
      port,
      actors: [...actors],
      ...(as !== undefined && { as }),
      allow: [...allow],
    })),
    capabilities,
    worstCase: nouns.flatMap(({ kind, actions }) =>
      [...actions.values()].map((action) => ({
        action: `${kind}.${action.name}`,
        transfers: transfersOf(action),
      })),
    ),
    typed,
  };
}

/** The digest of a program by the canonical text of its normal form: Builds of one digest do the same. */
function programDigest(text: string): string {
  const [compiler, language] = [COMPILER_VERSION, LANGUAGE].map(canonicalSource);
  return sourceDigest(`{"compiler":${compiler},"language":${language},"program":${text}}`);
}

const EMPTY = { nouns: [], ports: [], capabilities: [], worstCase: [] };
