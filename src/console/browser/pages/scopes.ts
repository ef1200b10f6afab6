/** Scopes in groups that people can choose from, and the bundles that most tokens need. */
import type { components } from "../contract.golden.ts";
import { SCOPES } from "../words.golden.ts";

type ScopeEntry = components["schemas"]["ScopeEntry"];

/** The headings, in their order; those of scopes that the pages do not know yet stand last. */
const GROUPS = ["Money", "Customers", "What happens", "Company", "You", "Other"];
/** The groups that a token which runs the business does not change. */
const MANAGEMENT = ["Company", "You"];

export type Bundle = "read" | "operate" | "full" | "own";
export const BUNDLES: readonly (readonly [Bundle, string])[] = [
  ["read", "Read only"],
  ["operate", "Operate: money, customers, webhooks"],
  ["full", "Everything that you may do"],
  ["own", "Your own choice"],
];

export type Choice = { scope: string; says: string };
export type Group = { title: string; choices: Choice[] };

/** The scopes that a person's token can have, in alphabetical order. */
export function personalScopes(entries: readonly ScopeEntry[]): string[] {
  const open = entries.filter(({ grantableTo }) => grantableTo.includes("founder"));
  return open.map(({ scope }) => scope).sort();
}

/** The scopes in groups, each with a sentence. `isAgent`: the sentences say what an agent may do. */
export function groupsOf(scopes: readonly string[], { isAgent = false } = {}): Group[] {
  return groupsSaying(scopes.map((scope) => ({ scope, says: says(scope, isAgent) })));
}

/** The scopes in the groups of `groupsOf`, with the sentences that came with the scopes. */
export function groupsSaying(scopes: readonly Choice[]): Group[] {
  return GROUPS.map((title) => ({
    title,
    choices: scopes.filter(({ scope }) => groupOf(scope) === title),
  })).filter(({ choices }) => choices.length > 0);
}

/** Scopes that can take something away from the company, or that an agent's work does not need: not ticked at first. */
const WITHHELD: readonly string[] = ["keys:write"];

/**
 * The scopes that are ticked for an agent at first: those that it asks for, without those that a person should think
 * about.
 */
export function usualOfAgent(scopes: readonly string[]): string[] {
  const usual = scopes.filter((scope) => !WITHHELD.includes(scope));
  return usual.length === 0 ? [...scopes] : usual;
}

/** Those of the scopes that only read. */
export function readingOf(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope.endsWith(":read"));
}

/** The scopes that the bundle has, of those that are given; undefined for `own`, where the person chooses. */
export function scopesOfBundle(bundle: Bundle, scopes: readonly string[]): string[] | undefined {
  if (bundle === "own") return undefined;
  return scopes.filter((scope) => {
    if (bundle === "full" || scope.endsWith(":read")) return true;
    return bundle === "operate" && !MANAGEMENT.includes(groupOf(scope));
  });
}

/** The bundle that has exactly the chosen ones of all scopes; `own` where none has. */
export function bundleOf(chosen: readonly string[], scopes: readonly string[]): Bundle {
  const text = [...chosen].sort().join();
  const bundles = BUNDLES.map(([bundle]) => bundle);
  return bundles.find((bundle) => scopesOfBundle(bundle, scopes)?.join() === text) ?? "own";
}

function groupOf(scope: string): string {
  return SCOPES[scope]?.group ?? "Other";
}

function says(scope: string, isAgent: boolean): string {
  const { says = scope, saysOfAgent = says } = SCOPES[scope] ?? {};
  return isAgent ? saysOfAgent : says;
}
