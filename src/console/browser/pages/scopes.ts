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

/** `isAgent`: what an agent may do with them. */
export function groupsOf(scopes: readonly string[], { isAgent = false } = {}): Group[] {
  return groupsSaying(scopes.map((scope) => ({ scope, says: says(scope, isAgent) })));
}

/** In the same groups, with the sentences that came with the scopes. */
export function groupsSaying(scopes: readonly Choice[]): Group[] {
  return GROUPS.map((title) => ({
    title,
    choices: scopes.filter(({ scope }) => groupOf(scope) === title),
  })).filter(({ choices }) => choices.length > 0);
}

/** What takes something away from the company, and what an agent's work does not need: a person ticks it or leaves it. */
const WITHHELD: readonly string[] = ["keys:write"];

/** What is ticked for an agent at first: all that it asks for but what a person had better think about. */
export function usualOfAgent(scopes: readonly string[]): string[] {
  const usual = scopes.filter((scope) => !WITHHELD.includes(scope));
  return usual.length === 0 ? [...scopes] : usual;
}

export function readingOf(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope.endsWith(":read"));
}

/** What of the scopes a bundle has; undefined for one's own choice. */
export function scopesOfBundle(bundle: Bundle, scopes: readonly string[]): string[] | undefined {
  if (bundle === "own") return undefined;
  return scopes.filter((scope) => {
    if (bundle === "full" || scope.endsWith(":read")) return true;
    return bundle === "operate" && !MANAGEMENT.includes(groupOf(scope));
  });
}

/** The bundle that has these of all scopes. */
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
