/**
 * P24: what a program changes for the objects of the previous Build. A change is breaking where such an object, or a
 * program that calls its actions, would no longer fit; `migrations` says what becomes of it.
 */
import { compareEnds } from "./compared_ends.ts";
import { printExpression } from "./expression_print.ts";
import { boundOf, rangeOf } from "./field_checks.ts";
import type { FieldSource } from "./field_schema.ts";
import { at, type Finding, Findings, listed, quoted, TooManyErrors, thereAre } from "./finding.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import { Changes, type Comparison, type Migration } from "./program_changes.ts";
import type { Program } from "./program_schema.ts";
import { typedMigration } from "./typed_migration.ts";
import type { TypedNoun } from "./typed_noun.ts";
import type { TypedProgram } from "./typed_program.ts";
import { itemField } from "./value_type.ts";

export function comparePrograms(previous: TypedProgram, next: TypedProgram): Comparison {
  const changes = new Changes();
  compareAccounts(previous.source, next.source, changes);
  for (const before of previous.nouns.values()) {
    const migration = next.source.migrations?.[before.kind] ?? {};
    const after = next.nouns.get(before.kind);
    if (after !== undefined) compareNouns(before, after, migration, changes);
    else {
      const hint = `Keep it, or write "migrations": { "${before.kind}": { "retired": true } }.`;
      const message = `the noun ${quoted(before.kind)} is gone`;
      changes.breaks(before.path, message, hint, migration.retired === true);
    }
  }
  for (const after of next.nouns.values()) {
    if (!previous.nouns.has(after.kind)) changes.adds(after.path, `the noun ${quoted(after.kind)}`);
  }
  return changes;
}

/** Adds a finding for each breaking change without a migration, and for each migration of nothing. */
export function checkComparison(
  previous: TypedProgram,
  next: TypedProgram,
  terms: PlatformTerms,
  findings: Findings,
): void {
  for (const { path, message, hint, isMapped } of comparePrograms(previous, next).breaking) {
    if (!isMapped) findings.add("P24", placeIn(next.source, path), message, hint);
  }
  for (const [kind, migration] of Object.entries(next.source.migrations ?? {})) {
    const path = at("/migrations", kind);
    const before = previous.nouns.get(kind);
    if (before === undefined) {
      const message = `the previous Build has no noun ${quoted(kind)}`;
      findings.add("P24", path, message, `It has ${listed(previous.nouns.keys())}.`);
    } else checkMigration(previous, before, next, { migration, path }, terms, findings);
  }
}

/** The findings of P24, what breaks without a migration, for two programs that have passed the other checks. */
export function comparisonFindings(
  previous: TypedProgram,
  next: TypedProgram,
  terms: PlatformTerms,
): readonly Finding[] {
  const findings = new Findings();
  try {
    checkComparison(previous, next, terms, findings);
  } catch (thrown) {
    if (!(thrown instanceof TooManyErrors)) throw thrown;
  }
  return findings.all;
}

/** The place, or the nearest one around it that the program has. */
function placeIn(program: Program, path: string): string {
  let value: unknown = program;
  let found = "";
  for (const part of path.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) break;
    value = (value as Readonly<Record<string, unknown>>)[name];
    found += `/${part}`;
  }
  return found;
}

function compareAccounts(before: Program, after: Program, changes: Changes): void {
  for (const code of before.currencies) {
    if (after.currencies.includes(code)) continue;
    changes.breaks(
      "/currencies",
      `the currency ${code} is gone`,
      `Keep ${code}: objects may have it.`,
    );
  }
  for (const code of after.currencies) {
    if (!before.currencies.includes(code)) changes.adds("/currencies", `the currency ${code}`);
  }
  for (const [name, account] of Object.entries(before.accounts ?? {})) {
    const path = at("/accounts", name);
    const now = after.accounts?.[name];
    const hint = "Keep the account: it may have money.";
    if (now === undefined) changes.breaks(path, `the account ${quoted(name)} is gone`, hint);
    else if (now.role !== account.role || now.currency !== account.currency) {
      changes.breaks(path, `the account ${quoted(name)} has another role or currency`, hint);
    }
  }
  for (const name of Object.keys(after.accounts ?? {})) {
    if (before.accounts?.[name] === undefined) {
      changes.adds(at("/accounts", name), `the account ${quoted(name)}`);
    }
  }
}

function compareNouns(
  before: TypedNoun,
  after: TypedNoun,
  migration: Migration,
  changes: Changes,
): void {
  const { path } = after;
  const states = Object.keys(after.source.states);
  for (const state of Object.keys(before.source.states)) {
    if (states.includes(state)) continue;
    const isMapped = states.includes(migration.states?.[state] ?? "");
    const hint = `Write "migrations": { "${before.kind}": { "states": { "${state}": … } } }.`;
    changes.breaks(at(path, "states", state), `the state ${quoted(state)} is gone`, hint, isMapped);
  }
  for (const name of before.actions.keys()) {
    if (after.actions.has(name)) continue;
    const isMapped = migration.removedActions?.includes(name) === true;
    const hint = `Keep it, or write "migrations": { "${before.kind}": { "removedActions": ["${name}"] } }.`;
    changes.breaks(at(path, "actions", name), `the action ${quoted(name)} is gone`, hint, isMapped);
  }
  compareInputs(before, after, migration, changes);
  compareFields(before, after, migration, changes);
  compareFixedParts(before, after, changes);
  compareEnds({ before, after, migration, changes });
  const added = [
    ...states
      .filter((name) => !Object.hasOwn(before.source.states, name))
      .map((name) => ["states", name] as const),
    ...[...after.actions.keys()]
      .filter((name) => !before.actions.has(name))
      .map((name) => ["actions", name] as const),
  ];
  for (const [key, name] of added)
    changes.adds(at(path, key, name), `${key.slice(0, -1)} ${quoted(name)}`);
}

/** What a program that calls an action gives it, must still be taken. */
function compareInputs(
  before: TypedNoun,
  after: TypedNoun,
  migration: Migration,
  changes: Changes,
): void {
  for (const [action, { source }] of before.actions) {
    const now = after.actions.get(action)?.source.input ?? {};
    if (!after.actions.has(action)) continue;
    const isMapped = migration.removedActions?.includes(action) === true;
    const breaks = (name: string, says: string) => {
      const path = at(after.path, "actions", action, "input", name);
      const message = `the input ${quoted(name)} of ${quoted(action)} ${says}`;
      const hint = `Keep it as it was, or write "migrations": { "${before.kind}": { "removedActions": ["${action}"] } }.`;
      changes.breaks(path, message, hint, isMapped);
    };
    for (const [name, input] of Object.entries(source.input ?? {})) {
      const narrower = now[name] === undefined ? "is gone" : narrowing(input, now[name]);
      if (narrower !== undefined) breaks(name, narrower);
    }
    for (const [name, { required }] of Object.entries(now)) {
      const isNew = source.input?.[name] === undefined;
      if (isNew && required === true) breaks(name, "is new and required");
    }
  }
}

function compareFields(
  before: TypedNoun,
  after: TypedNoun,
  migration: Migration,
  changes: Changes,
): void {
  for (const [name, field] of Object.entries(before.source.fields)) {
    const path = at(after.path, "fields", name);
    const now = after.source.fields[name];
    const isMapped = Object.hasOwn(migration.fields ?? {}, name);
    const map = `Keep it, or write "migrations": { "${before.kind}": { "fields": { "${name}": … } } }.`;
    if (now === undefined) {
      const isRemoved = migration.removedFields?.includes(name) === true;
      const hint = `Keep it, or write "migrations": { "${before.kind}": { "removedFields": ["${name}"] } }.`;
      changes.breaks(path, `the field ${quoted(name)} is gone`, hint, isRemoved);
      continue;
    }
    const narrower = narrowing(field, now);
    if (narrower !== undefined)
      changes.breaks(path, `the field ${quoted(name)} ${narrower}`, map, isMapped);
  }
  for (const [name, field] of Object.entries(after.source.fields)) {
    if (Object.hasOwn(before.source.fields, name)) continue;
    const path = at(after.path, "fields", name);
    if (field.required !== true || field.default !== undefined) {
      changes.adds(path, `the field ${quoted(name)}`);
      continue;
    }
    const isMapped = Object.hasOwn(migration.fields ?? {}, name);
    const hint = `Give it a default, or write "migrations": { "${before.kind}": { "fields": { "${name}": … } } }.`;
    changes.breaks(path, `the required field ${quoted(name)} is new`, hint, isMapped);
  }
}

/** How the field became narrower, so that an earlier value may not fit; undefined where each earlier value fits. */
function narrowing(before: FieldSource, after: FieldSource): string | undefined {
  if (before.type !== after.type) return `was ${before.type} and is ${after.type}`;
  if (
    after.type === "enum" &&
    before.values?.some((value) => !after.values?.includes(value)) === true
  ) {
    return "has lost values";
  }
  if (before.kind !== after.kind) return "refers to another noun";
  if (before.required !== true && after.required === true) return "was optional and is required";
  const range = rangeOf(after.type);
  if (range !== undefined) {
    const bound = ({ min, max, type }: FieldSource) => ({
      least: (min !== undefined ? boundOf(min, type) : undefined) ?? range.least,
      most: (max !== undefined ? boundOf(max, type) : undefined) ?? range.most,
    });
    const [one, other] = [bound(before), bound(after)];
    if (other.least > one.least || other.most < one.most) return "has narrower bounds";
  }
  return narrowedItem(before, after);
}

function narrowedItem(before: FieldSource, after: FieldSource): string | undefined {
  for (const [name, item] of Object.entries(before.of ?? {})) {
    const now = after.of?.[name];
    if (now === undefined) return `has items without ${quoted(name)}`;
    const narrower = narrowing(itemField(item), itemField(now));
    if (narrower !== undefined) return `has items whose ${quoted(name)} ${narrower}`;
  }
  const added = Object.keys(after.of ?? {}).find((name) => before.of?.[name] === undefined);
  if (added !== undefined) return `has items with the new ${quoted(added)}`;
  return undefined;
}

/** What an object has from its beginning, and cannot change. */
function compareFixedParts(before: TypedNoun, after: TypedNoun, changes: Changes): void {
  const { path } = after;
  const keep = "Keep it as it was, or give what is new another name.";
  if (before.source.subject?.field !== after.source.subject?.field) {
    changes.breaks(at(path, "subject"), "objects have another subject", keep);
  }
  if (textOf(before.currency) !== textOf(after.currency)) {
    changes.breaks(at(path, "currency"), "objects have another currency", keep);
  }
  for (const name of before.own.keys()) {
    if (after.own.has(name)) continue;
    const message = `the own account ${quoted(name)} is gone, and may have money`;
    changes.breaks(at(path, "own", name), message, keep);
  }
  for (const [name, start] of before.remainders) {
    if (textOf(after.remainders.get(name)) === textOf(start)) continue;
    const message = `the remainder ${quoted(name)} is gone or begins elsewhere`;
    changes.breaks(at(path, "remainders", name), message, keep);
  }
}

function textOf(each: TypedNoun["currency"]): string | undefined {
  return each && printExpression(each.expression);
}

function checkMigration(
  previous: TypedProgram,
  before: TypedNoun,
  next: TypedProgram,
  { migration, path }: { migration: Migration; path: string },
  terms: PlatformTerms,
  findings: Findings,
): void {
  const after = next.nouns.get(before.kind);
  checkRemoved(before, after, { migration, path }, findings);
  for (const [from, to] of Object.entries(migration.states ?? {})) {
    const place = at(path, "states", from);
    if (!Object.hasOwn(before.source.states, from)) {
      findings.add(
        "P24",
        place,
        `the previous Build has no state ${quoted(from)}`,
        "Leave it out.",
      );
    } else if (after !== undefined && !Object.hasOwn(after.source.states, to)) {
      const hint = thereAre(Object.keys(after.source.states));
      findings.add("P24", place, `the program has no state ${quoted(to)}`, hint);
    }
  }
  typedMigration(previous.source, next.source, before.kind, { terms, findings });
}

/** What a migration gives up was there, and is gone. */
function checkRemoved(
  { source }: TypedNoun,
  after: TypedNoun | undefined,
  { migration, path }: { migration: Migration; path: string },
  findings: Findings,
): void {
  const { retired, removedFields = [], removedActions = [] } = migration;
  if (retired === true && after !== undefined) {
    const message = `${quoted(after.kind)} is retired, and is a noun of the program`;
    findings.add("P24", at(path, "retired"), message, 'Leave out the noun, or "retired".');
  }
  for (const [index, name] of removedFields.entries()) {
    const place = at(path, "removedFields", index);
    if (!Object.hasOwn(source.fields, name)) {
      const message = `the previous Build has no field ${quoted(name)}`;
      findings.add("P24", place, message, `It has ${listed(Object.keys(source.fields))}.`);
    } else if (Object.hasOwn(after?.source.fields ?? {}, name)) {
      const message = `the program has the field ${quoted(name)}`;
      findings.add("P24", place, message, "Leave out the field, or its removal.");
    }
  }
  for (const [index, name] of removedActions.entries()) {
    if (Object.hasOwn(source.actions, name)) continue;
    const message = `the previous Build has no action ${quoted(name)}`;
    const hint = `It has ${listed(Object.keys(source.actions))}.`;
    findings.add("P24", at(path, "removedActions", index), message, hint);
  }
}
