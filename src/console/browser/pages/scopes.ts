/** Scopes in groups that people can choose from, and the bundles that most tokens need. */
import type { components } from "../contract.golden.ts";

type ScopeEntry = components["schemas"]["ScopeEntry"];

/** A group's heading, and its resources with the name of each in "Read …". */
const GROUPS: readonly (readonly [title: string, resources: Readonly<Record<string, string>>])[] = [
  [
    "Money",
    {
      accounts: "accounts",
      balances: "balances",
      transfers: "transfers",
      transfer_holds: "holds of transfers",
      objects: "objects of Products, and their actions",
      decisions: "decisions about objects",
      collections: "collections from customers",
      statements: "statements",
      receipts: "receipts",
      books: "the books of Products",
    },
  ],
  [
    "Customers",
    {
      customers: "customers",
      customer_access: "the access of customers",
      entities: "persons and organizations (entities)",
      kyc: "what entities submit, and its verifications",
      consents: "the consents of customers",
    },
  ],
  [
    "What happens",
    {
      events: "events",
      webhooks: "webhook endpoints and their deliveries",
      operations: "operations",
      logs: "the log of requests",
      activity: "the activity of the company",
      search: "what a search finds",
      sandbox: "the clock and the events of the sandbox",
    },
  ],
  [
    "Company",
    {
      products: "Products",
      blueprints: "blueprints of Products",
      keys: "API keys",
      tenant: "the settings of the company",
      members: "the members of the company, and who is invited",
      security: "what the company asks of logins",
      audit: "the audit feed",
      catalog: "the catalog of the platform",
    },
  ],
  [
    "You",
    {
      user: "whether you have a second factor",
      sessions: "where you are signed in",
      tokens: "your personal access tokens, without their texts",
    },
  ],
];
/** What is more than "Create and change …" of its resource, or less. */
const WHOLE: Readonly<Record<string, string>> = {
  "user:write": "Change your name",
  "sessions:write": "End your sessions and the logins of your programs",
  "tokens:write": "End your personal access tokens",
};
const OTHER = "Other";
/** What a token that runs the business does not change. */
const MANAGEMENT = ["products", "blueprints", "keys", "tenant", "user", "sessions", "tokens"];

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

export function groupsOf(scopes: readonly string[]): Group[] {
  const titles = [...GROUPS.map(([title]) => title), OTHER];
  return titles
    .map((title) => {
      const own = scopes.filter((scope) => groupOf(scope) === title);
      return { title, choices: own.map((scope) => ({ scope, says: says(scope) })) };
    })
    .filter(({ choices }) => choices.length > 0);
}

/** In the same groups, with the sentences that came with the scopes. */
export function groupsSaying(scopes: readonly Choice[]): Group[] {
  const sentences = new Map(scopes.map(({ scope, says }) => [scope, says]));
  return groupsOf(scopes.map(({ scope }) => scope)).map(({ title, choices }) => ({
    title,
    choices: choices.map(({ scope, says }) => ({ scope, says: sentences.get(scope) ?? says })),
  }));
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
    const [resource = "", action] = scope.split(":");
    if (bundle === "full" || action === "read") return true;
    return bundle === "operate" && !MANAGEMENT.includes(resource);
  });
}

/** The bundle that has these of all scopes. */
export function bundleOf(chosen: readonly string[], scopes: readonly string[]): Bundle {
  const text = [...chosen].sort().join();
  const bundles = BUNDLES.map(([bundle]) => bundle);
  return bundles.find((bundle) => scopesOfBundle(bundle, scopes)?.join() === text) ?? "own";
}

function groupOf(scope: string): string {
  const [resource = ""] = scope.split(":");
  return GROUPS.find(([, resources]) => resource in resources)?.[0] ?? OTHER;
}

function says(scope: string): string {
  const whole = WHOLE[scope];
  if (whole !== undefined) return whole;
  const [resource = "", action] = scope.split(":");
  const names = GROUPS.find(([, resources]) => resource in resources)?.[1];
  const name = names?.[resource] ?? resource.replaceAll("_", " ");
  return action === "read" ? `Read ${name}` : `Create and change ${name}`;
}
