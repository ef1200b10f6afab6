/** What a program needs of the platform, and check P21: what that asks of its customers. */
import type { AccountSelector } from "./account_selector.ts";
import { at, type Findings, quoted } from "./finding.ts";
import { payoutsOf } from "./payouts.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import type { TypedAction } from "./typed_action.ts";
import type { TypedNoun } from "./typed_noun.ts";
import type { TypedProgram } from "./typed_program.ts";

/** The capabilities that a program may need, in the order in which they are listed. */
export const PROGRAM_CAPABILITIES = [
  ...(["ledger", "customers", "kyc", "transfers", "payouts"] as const),
  ...(["collections", "decisions", "objects"] as const),
];
export type ProgramCapability = (typeof PROGRAM_CAPABILITIES)[number];

export function capabilitiesOf({ nouns }: TypedProgram, terms: PlatformTerms): ProgramCapability[] {
  const all = [...nouns.values()];
  const fields = all.flatMap(({ source }) => Object.values(source.fields));
  const actions = all.flatMap((noun) => [...noun.actions.values()]);
  const given = [...fields, ...actions.flatMap(({ source }) => Object.values(source.input ?? {}))];
  const roles = new Set(actions.flatMap(rolesOfCustomers));
  const needed: Readonly<Record<ProgramCapability, boolean>> = {
    ledger: true,
    customers: fields.some(({ type }) => type === "customer"),
    // In live a customer is verified before most accounts are opened, whatever the subject's tier.
    kyc:
      all.some(({ source }) => (source.subject?.minTier ?? "tier_0") !== "tier_0") ||
      terms.roles.some(({ role, liveTier }) => roles.has(role) && liveTier !== "tier_0"),
    payouts: actions.some((action) => payoutsOf(action).length > 0),
    transfers: actions.some(({ moves }) => moves.length > 0),
    collections:
      given.some(({ type }) => type === "consent") ||
      all.some(({ schedules }) =>
        [...schedules.values()].some(({ source }) => source.collect !== undefined),
      ),
    objects: true,
    decisions: all.some(({ source }) => Object.keys(source.decisions ?? {}).length > 0),
  };
  return PROGRAM_CAPABILITIES.filter((capability) => needed[capability]);
}

/** What live asks of the subjects of a noun, where the noun asks for less. */
export function checkTiers(noun: TypedNoun, terms: PlatformTerms, findings: Findings): void {
  const { subject } = noun.source;
  if (subject === undefined) return;
  const own = subject.minTier ?? "tier_0";
  const roles = new Set([...noun.actions.values()].flatMap((each) => rolesOfSubject(noun, each)));
  for (const role of roles) {
    const liveTier = terms.roles.find((each) => each.role === role)?.liveTier ?? "tier_0";
    if (liveTier <= own) continue;
    const message = `in live, an account of the role ${quoted(role)} needs a customer of ${liveTier}, and the subject may be of ${own}`;
    const hint = `Write "minTier": "${liveTier}", so that nobody begins what cannot go on.`;
    findings.add("P21", at(noun.path, "subject"), message, hint);
  }
}

function rolesOfSubject({ source }: TypedNoun, action: TypedAction): string[] {
  const field = `fields.${source.subject?.field}`;
  return accountsOfCustomers(action).flatMap((account) =>
    account.field.join(".") === field ? [account.role] : [],
  );
}

function rolesOfCustomers(action: TypedAction): string[] {
  return accountsOfCustomers(action).map(({ role }) => role);
}

function accountsOfCustomers({ moves }: TypedAction): OfCustomer[] {
  const found: OfCustomer[] = [];
  const add = (account: AccountSelector | undefined) => {
    if (account?.kind === "customer") found.push(account);
  };
  for (const { from, to, splits } of moves) {
    add(from);
    add(to);
    for (const { account } of splits ?? []) add(account);
  }
  return found;
}

type OfCustomer = Extract<AccountSelector, { kind: "customer" }>;
