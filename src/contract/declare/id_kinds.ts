/** What the ids of the platform are of, by their prefix. */

/** `kind`: with the article of a sentence. `described`: as descriptions in the contract say it, where they say more. */
export type IdKind = { kind: string; described?: string };

export const ID_KINDS: Readonly<Record<string, IdKind>> = {
  acct: { kind: "an account" },
  agt: { kind: "an agent" },
  apr: { kind: "an approval of an agent's request" },
  aud: { kind: "an audit event" },
  bld: { kind: "a Build", described: "Build, a program that Products can be made of" },
  bp: { kind: "a blueprint", described: "blueprint, the program that a Product can be built from" },
  cacc: { kind: "a customer access" },
  coll: { kind: "a collection", described: "collection of money under a consent" },
  cons: { kind: "a consent", described: "consent of a customer" },
  cust: { kind: "a customer" },
  dec: { kind: "a decision", described: "decision about an object" },
  dlog: { kind: "a developer log" },
  ent: { kind: "an entity", described: "entity, the person or organization that a customer is" },
  evt: { kind: "an event" },
  frz: { kind: "a freeze" },
  grant: { kind: "a grant of an agent" },
  inv: { kind: "an invitation" },
  kdoc: { kind: "a KYC document", described: "document file of an entity" },
  key: { kind: "an API key" },
  le: { kind: "a ledger entry" },
  lgn: { kind: "a login that was begun" },
  mem: { kind: "a member" },
  obj: { kind: "an object", described: "object of a Product's program" },
  op: { kind: "an operation" },
  pat: { kind: "a personal access token" },
  prod: { kind: "a Product" },
  rcpt: { kind: "a receipt" },
  rst: { kind: "a password reset that was begun" },
  sch: { kind: "a schedule", described: "row of a schedule" },
  ses: { kind: "a session" },
  sgn: { kind: "a sign-up that was begun" },
  ten: { kind: "a tenant", described: "tenant, who has the Product" },
  th: { kind: "a transfer hold" },
  tr: { kind: "a transfer" },
  usr: { kind: "a user", described: "person" },
  ver: { kind: "a verification" },
  whd: { kind: "a webhook delivery" },
  whe: { kind: "a webhook endpoint" },
};

/** The noun of a kind: `account` of `an account`. */
export function nounOfKind(kind: string): string {
  return kind.slice(kind.indexOf(" ") + 1);
}
