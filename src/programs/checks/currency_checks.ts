/** P08: both sides of a move are in the object's currency, and sums are of one currency. */
import type { AccountSelector } from "../account_selector.ts";
import type { Expression } from "../expression.ts";
import { printExpression } from "../expression_print.ts";
import { at, type Findings, listed, quoted } from "../finding.ts";
import type { TypedMove } from "../typed_action.ts";
import type { Typed } from "../typed_expression.ts";
import type { TypedAggregate, TypedNoun } from "../typed_noun.ts";
import type { TypedProgram } from "../typed_program.ts";

export function checkCurrencies(program: TypedProgram, noun: TypedNoun, findings: Findings): void {
  checkFixed(noun, findings);
  for (const [name, currency] of noun.own) {
    if (currency === undefined || noun.currency === undefined) continue;
    if (isSameCurrency(currency, noun.currency)) continue;
    const message = `the own account ${quoted(name)} is not in the object's currency`;
    const hint = `Write "currency": "${noun.source.currency}".`;
    findings.add("P08", at(noun.path, "own", name, "currency"), message, hint);
  }
  for (const [name, aggregate] of noun.aggregates) {
    checkAggregate(program, noun, name, aggregate, findings);
  }
  for (const { moves } of noun.actions.values()) {
    for (const move of moves) checkMove(program, noun, move, findings);
  }
}

/** A sum is of one currency: that of its object, or one that all objects of the sum have. */
function checkAggregate(
  { source: { currencies } }: TypedProgram,
  noun: TypedNoun,
  name: string,
  { currency, path, source: { scope } }: TypedAggregate,
  findings: Findings,
): void {
  if (currency === undefined) return;
  const one = literal(currency);
  const place = at(path, "currency");
  if (noun.currency === undefined) {
    if (noun.source.currency !== undefined) return;
    const message = `${quoted(name)} has a currency, and ${noun.kind} has none`;
    findings.add("P08", place, message, `Give ${noun.kind} a currency.`);
    return;
  }
  const other = literal(noun.currency);
  if (one !== undefined && other !== undefined && one !== other) {
    const message = `the aggregate ${quoted(name)} is in ${one}, and objects are in ${other}`;
    findings.add("P08", place, message, `Write "currency": "'${other}'".`);
  } else if (one === undefined && !isSameCurrency(currency, noun.currency)) {
    const message = `the aggregate ${quoted(name)} is not in the object's currency`;
    findings.add("P08", place, message, `Write "currency": "${noun.source.currency}".`);
  } else if (one === undefined && scope !== "self" && currencies.length > 1) {
    const message = `the aggregate ${quoted(name)} adds up amounts of ${listed(currencies)}`;
    findings.add("P08", place, message, `Name one: "currency": "'${currencies[0]}'".`);
  }
}

/** Money is in a currency that is known and stays. */
function checkFixed(noun: TypedNoun, findings: Findings): void {
  const { currency, source, path, kind, own, actions } = noun;
  const movesMoney = [...actions.values()].some(({ moves }) => moves.length > 0) || own.size > 0;
  if (source.currency === undefined) {
    if (!movesMoney) return;
    const hint = 'Write "currency": "fields.currency", or a code in quotes: "\'EUR\'".';
    findings.add("P08", path, `${kind} moves money and has no currency`, hint);
  } else if (currency !== undefined && !currency.isFixed) {
    const message = `the currency of ${kind} can change while it has money`;
    findings.add(
      "P08",
      at(path, "currency"),
      message,
      "No action may set the field of the currency.",
    );
  } else if (currency?.isOptional === true) {
    const message = `an object of ${kind} may have no currency`;
    findings.add("P08", at(path, "currency"), message, 'Give the field "required": true.');
  }
}

function checkMove(
  program: TypedProgram,
  noun: TypedNoun,
  { from, to, splits, path }: TypedMove,
  findings: Findings,
): void {
  check(program, noun, from, { path, key: "from" }, findings);
  check(program, noun, to, { path, key: "to" }, findings);
  for (const { account, path: part } of splits ?? []) {
    check(program, noun, account, { path: part, key: "account" }, findings);
  }
}

function check(
  { source, nouns }: TypedProgram,
  noun: TypedNoun,
  account: AccountSelector | undefined,
  { path, key }: { path: string; key: string },
  findings: Findings,
): void {
  const { currency } = noun;
  if (account === undefined || currency === undefined) return;
  if (account.kind === "product") {
    const fixed = source.accounts?.[account.name]?.currency;
    const only =
      literal(currency) ?? (source.currencies.length === 1 ? source.currencies[0] : undefined);
    if (fixed === undefined || fixed === only || !source.currencies.includes(fixed)) return;
    const objects =
      only === undefined
        ? `objects may be in ${listed(source.currencies)}`
        : `objects are in ${only}`;
    const message = `the account ${quoted(account.name)} is in ${fixed}, and ${objects}`;
    findings.add(
      "P08",
      at(path, key),
      message,
      "Leave out the account's currency: there is then one of each.",
    );
  }
  if (account.kind !== "ref") return;
  const target = nouns.get(account.target);
  const other = target?.currency;
  const field = noun.source.fields[account.field];
  if (other === undefined || field?.congruent?.includes("currency") === true) return;
  if (literal(currency) !== undefined && literal(currency) === literal(other)) return;
  const message = `the account of ${quoted(account.target)} may be in another currency`;
  const hint = `Give the reference ${quoted(account.field)} "congruent": ["currency"].`;
  findings.add("P08", at(path, key), message, hint);
}

function isSameCurrency(one: Typed, other: Typed): boolean {
  return printExpression(one.expression) === printExpression(other.expression);
}

/** The code of a currency that stands in the program itself. */
function literal({ expression }: { expression: Expression }): string | undefined {
  return expression.kind === "text" ? expression.value : undefined;
}
