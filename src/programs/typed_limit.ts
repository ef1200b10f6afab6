/** The limits of a program, read: what each adds up, over which objects, in which currency. */
import type { Expression } from "./expression.ts";
import type { ExpressionTrees } from "./expression_trees.ts";
import { at, type Findings, listed, quoted } from "./finding.ts";
import type { Program } from "./program_schema.ts";
import { unknownName } from "./scope.ts";
import { read } from "./typed_expression.ts";
import type { TypedNoun } from "./typed_noun.ts";

export type LimitSource = NonNullable<Program["limits"]>[number];

/** What is added up over the objects of a noun: balances of an own account, remainders, or sums. */
export type Measure = { of: "own" | "rem" | "agg"; kind: string; name: string };

export type TypedLimit = { path: string; source: LimitSource; measure: Measure };

const WHAT = { own: "an own account", rem: "a remainder", agg: "an aggregate" } as const;

const FORMS =
  "Write sum(balance(invoice.own.escrow)), sum(rem.loan.outstanding), or sum(agg.loan.repaid).";

export function readLimits(
  program: Program,
  nouns: ReadonlyMap<string, TypedNoun>,
  findings: Findings,
  trees: ExpressionTrees,
): TypedLimit[] {
  const names = new Map<string, number>();
  return (program.limits ?? []).flatMap((source, index) => {
    const path = at("/limits", index);
    const before = names.get(source.name);
    if (before !== undefined) {
      const message = `the limit ${quoted(source.name)} stands at /limits/${before} too`;
      findings.add("P04", at(path, "name"), message, "Give each limit its own name.", "error");
    }
    names.set(source.name, index);
    const expression = read(source.measure, { trees, findings, path: at(path, "measure") });
    if (expression === undefined) return [];
    const measure = measureOf(expression);
    if (measure === undefined) {
      findings.add("P02", at(path, "measure"), "a limit does not measure this", FORMS);
      return [];
    }
    const limit = { path, source, measure };
    return isDeclared(limit, nouns, findings) && isInCurrency(limit, program, nouns, findings)
      ? [limit]
      : [];
  });
}

function measureOf(expression: Expression): Measure | undefined {
  const what = only(expression, "sum");
  if (what?.kind === "path" && what.names.length === 3) {
    const [of, kind = "", name = ""] = what.names;
    return of === "rem" || of === "agg" ? { of, kind, name } : undefined;
  }
  const account = what && only(what, "balance");
  if (account?.kind !== "path" || account.names.length !== 3) return undefined;
  const [kind = "", own, name = ""] = account.names;
  return own === "own" ? { of: "own", kind, name } : undefined;
}

/** The one argument of a call of the function. */
function only(expression: Expression, name: string): Expression | undefined {
  if (expression.kind !== "call" || expression.name !== name) return undefined;
  return expression.args.length === 1 && expression.names.length === 0
    ? expression.args[0]
    : undefined;
}

function isDeclared(
  { path, source, measure: { of, kind, name } }: TypedLimit,
  nouns: ReadonlyMap<string, TypedNoun>,
  findings: Findings,
): boolean {
  const place = at(path, "measure");
  const noun = nouns.get(kind);
  if (noun === undefined) {
    const fault = unknownName(kind, [...nouns.keys()], "a noun");
    findings.add("P02", place, fault.message, fault.hint);
    return false;
  }
  const declared = {
    own: noun.source.own,
    rem: noun.source.remainders,
    agg: noun.source.aggregates,
  }[of];
  if (!Object.hasOwn(declared ?? {}, name)) {
    const fault = unknownName(name, Object.keys(declared ?? {}), `${WHAT[of]} of ${kind}`);
    findings.add("P02", place, fault.message, fault.hint);
    return false;
  }
  const aggregate = of === "agg" ? noun.source.aggregates?.[name] : undefined;
  if (aggregate !== undefined && (aggregate.sum !== true || aggregate.scope !== "self")) {
    const hint = 'Measure a sum with "scope": "self": the limit adds the objects up.';
    findings.add("P16", place, `${quoted(name)} is no sum of one object`, hint);
    return false;
  }
  if (source.scope !== "subject" || noun.source.subject !== undefined) return true;
  const message = `${quoted(kind)} has no subject to add up over`;
  findings.add(
    "P16",
    at(path, "scope"),
    message,
    'Write "scope": "product", or declare a subject.',
  );
  return false;
}

function isInCurrency(
  { path, source: { currency }, measure: { kind } }: TypedLimit,
  { currencies }: Program,
  nouns: ReadonlyMap<string, TypedNoun>,
  findings: Findings,
): boolean {
  if (nouns.get(kind)?.source.currency === undefined) {
    const message = `objects of ${kind} have no currency, and the limit adds up their amounts`;
    findings.add("P08", at(path, "measure"), message, `Give ${kind} a "currency".`);
    return false;
  }
  const expression = nouns.get(kind)?.currency?.expression;
  const fixed = expression?.kind === "text" ? expression.value : undefined;
  if (currency === undefined) {
    if (fixed !== undefined || currencies.length === 1) return true;
    const message = `the limit adds up amounts of ${listed(currencies)}`;
    findings.add("P08", path, message, 'Give it a "currency".');
    return false;
  }
  if (!currencies.includes(currency)) {
    const message = `${quoted(currency)} is none of the program's currencies`;
    findings.add("P08", at(path, "currency"), message, `They are ${listed(currencies)}.`);
    return false;
  }
  if (fixed === undefined || fixed === currency) return true;
  const message = `the limit is in ${currency}, and objects of ${kind} are in ${fixed}`;
  findings.add("P08", at(path, "currency"), message, `Write "currency": "${fixed}".`);
  return false;
}
