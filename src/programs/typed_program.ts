/**
 * A program whose form is right, with its expressions read and typed: what the checks look at, and what a Build
 * runs. A part that has a fault is left out here, and its fault is a finding of P01, P02, P03 or P20.
 */
import { ExpressionTrees } from "./expression_trees.ts";
import { at, type Findings, listed, quoted } from "./finding.ts";
import { NounContext } from "./noun_context.ts";
import { type PlatformTerms, rolesOf } from "./platform_terms.ts";
import { ACCOUNTS_MAX } from "./program_limits.ts";
import type { Program } from "./program_schema.ts";
import { Uses, unknownName } from "./scope.ts";
import { readLimits, type TypedLimit } from "./typed_limit.ts";
import { readNoun, type TypedNoun } from "./typed_noun.ts";

export type TypedProgram = {
  source: Program;
  nouns: ReadonlyMap<string, TypedNoun>;
  limits: readonly TypedLimit[];
  uses: Uses;
  trees: ExpressionTrees;
};

/** `program` has passed P01 (`checkStructure`). */
export function typeProgram(
  program: Program,
  terms: PlatformTerms,
  findings: Findings,
): TypedProgram {
  const uses = new Uses();
  const trees = new ExpressionTrees();
  checkAccounts(program, terms, findings);
  const nouns = new Map<string, TypedNoun>();
  for (const kind of Object.keys(program.nouns)) {
    nouns.set(kind, readNoun(new NounContext({ program, kind, terms, findings, uses, trees })));
  }
  const limits = readLimits(program, nouns, findings, trees);
  for (const { measure } of limits) uses.add(measure.kind, measure.of, measure.name);
  return { source: program, nouns, limits, uses, trees };
}

export type ProductAccount = { name: string; role: string; currency: string };

/** Each account of the Product in its currency, or in every currency of the program where it has none of its own. */
export function productAccountsOf({
  accounts = {},
  currencies,
}: Pick<Program, "accounts" | "currencies">): ProductAccount[] {
  return Object.entries(accounts).flatMap(([name, { role, currency }]) =>
    (currency === undefined ? currencies : [currency]).map((each) => ({
      name,
      role,
      currency: each,
    })),
  );
}

function checkAccounts(program: Program, terms: PlatformTerms, findings: Findings): void {
  for (const [index, code] of program.currencies.entries()) {
    if (terms.currencies.includes(code)) continue;
    const message = `the platform has no currency ${quoted(code)}`;
    const hint = "catalog.currency.list has the currencies that accounts can be in.";
    findings.add("P02", `/currencies/${index}`, message, hint);
  }
  const count = productAccountsOf(program).length;
  if (count > ACCOUNTS_MAX) {
    const message = `the accounts are ${count}, each counted once for each of its currencies, and at most ${ACCOUNTS_MAX} are allowed`;
    findings.add("P01", "/accounts", message, 'Give accounts a "currency", or leave some out.');
  }
  const roles = rolesOf(terms, "product");
  for (const [name, { role, currency }] of Object.entries(program.accounts ?? {})) {
    const path = at("/accounts", name);
    if (!roles.includes(role)) {
      const fault = unknownName(role, roles, "a role of a Product's account");
      findings.add("P02", at(path, "role"), fault.message, fault.hint);
    }
    if (currency === undefined || program.currencies.includes(currency)) continue;
    const message = `${quoted(currency)} is none of the program's currencies`;
    findings.add("P08", at(path, "currency"), message, `They are ${listed(program.currencies)}.`);
  }
}
