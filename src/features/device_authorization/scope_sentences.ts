/** What each scope lets a program do, as the page of consent tells a person. */

/** By the resource of a scope: what it is called in a sentence. */
const NAMED: Readonly<Record<string, string>> = {
  activity: "the activity of your company and its Products",
  audit: "the audit feed of your company",
  balances: "balances of accounts",
  blueprints: "blueprints of Products",
  books: "the books of Products",
  catalog: "the catalog of what the platform has",
  collections: "collections from customers",
  consents: "consents of customers",
  customer_access: "who has access for customers",
  decisions: "decisions about objects",
  entities: "persons and organizations (entities)",
  keys: "API keys",
  kyc: "what entities submit to be verified, and what came of it",
  logs: "logs of requests",
  members: "who the members of your company are, and who is invited",
  objects: "objects of Products, with their actions",
  products: "Products",
  sandbox: "the sandbox's clock, funding and events",
  search: "whatever a search finds",
  security: "what your company asks of logins",
  sessions: "where you are signed in for your company",
  tenant: "the settings of your company",
  tokens: "your personal access tokens of your company, without their texts",
  transfer_holds: "holds of transfers",
  usage: "what was used",
  user: "whether you have a second factor",
  webhooks: "webhook endpoints and their deliveries",
};

const WHOLE: Readonly<Record<string, string>> = {
  "keys:write":
    "Make, change and revoke API keys. A sandbox key may get everything that your role permits in the sandbox.",
  "sessions:write": "End your sessions and the logins of your programs, in your company.",
  "tokens:write": "End your personal access tokens of your company. A program makes none.",
  "user:write": "Change your name, in each of your companies.",
};

/** What an agent may do with the scope where that is less: no tool makes a key or changes one. */
const OF_AGENTS: Readonly<Record<string, string>> = {
  "keys:write": "Revoke API keys. An agent makes none and changes none.",
};

/** One sentence for a scope such as `accounts:read`. `isAgent`: whether an agent asks for it. */
export function sentenceOf(scope: string, { isAgent }: { isAgent: boolean }): string {
  const whole = (isAgent ? OF_AGENTS[scope] : undefined) ?? WHOLE[scope];
  if (whole !== undefined) return whole;
  const [resource = "", action] = scope.split(":");
  const what = NAMED[resource] ?? resource.replaceAll("_", " ");
  return action === "read" ? `Read ${what}.` : `Create and change ${what}.`;
}
