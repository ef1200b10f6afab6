/** What the readers of a noun's parts share: its names, its lets, and where findings go. */
import type { ExpressionTrees } from "./expression_trees.ts";
import type { FieldSource } from "./field_schema.ts";
import { at, type CheckCode, type Findings } from "./finding.ts";
import type { NounSource } from "./noun_schema.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import type { Program } from "./program_schema.ts";
import { type Resolved, type Root, Scope, type Uses, unknownName } from "./scope.ts";
import { type Typed, typed } from "./typed_expression.ts";
import type { ValueType } from "./value_type.ts";

export type ReaderParts = {
  program: Program;
  kind: string;
  terms: PlatformTerms;
  findings: Findings;
  uses: Uses;
  trees: ExpressionTrees;
};

/** What the value of a fixed part of an object may use. */
export const FIXED: readonly Root[] = ["fields", "let", "self"];
/** What an action may use. */
export const CALLED: readonly Root[] = [
  "fields",
  "input",
  "let",
  "rem",
  "agg",
  "self",
  "subject",
  "ref",
];
/** What a schedule may use. */
export const TIMED: readonly Root[] = [
  "fields",
  "let",
  "rem",
  "agg",
  "self",
  "subject",
  "ref",
  "index",
];
/** What the number of a schedule's rows may use: the rows are not there yet. */
export const COUNTED: readonly Root[] = TIMED.filter((root) => root !== "index");
export const AMOUNT: ValueType = { type: "amount" };
export const CURRENCY: ValueType = { type: "currency" };
export const BOOL: ValueType = { type: "bool" };

export class NounContext {
  readonly source: NounSource;
  /** JSON Pointer to the noun. */
  readonly path: string;
  readonly parts: ReaderParts;
  /** The fields that some action sets: all others keep the value that they were made with. */
  readonly #changed: ReadonlySet<string>;
  readonly #lets = new Map<string, Typed | undefined>();
  readonly #under = new Set<string>();
  readonly #letOf = (name: string) => this.let(name);

  constructor(parts: ReaderParts) {
    this.parts = parts;
    this.source = parts.program.nouns[parts.kind] as NounSource;
    this.path = at("/nouns", parts.kind);
    const set = Object.values(this.source.actions).flatMap((action) =>
      Object.keys(action.set ?? {}),
    );
    this.#changed = new Set(set.filter((name) => fixedBy(this.source, name) === undefined));
  }

  /** The lets that have no fault. */
  get lets(): ReadonlyMap<string, Typed> {
    const found = new Map<string, Typed>();
    for (const [name, each] of this.#lets) if (each !== undefined) found.set(name, each);
    return found;
  }

  checkStates(states: readonly string[] | undefined, path: string): void {
    if (states === undefined) return;
    for (let index = 0; index < states.length; index++) {
      const state = states[index] as string;
      if (!Object.hasOwn(this.source.states, state))
        this.checkName(state, this.source.states, "a state", at(path, index));
    }
  }

  /** Whether the name is declared; a finding where it is not. */
  checkName(
    name: string,
    declared: object,
    what: string,
    path: string,
    code: CheckCode = "P02",
  ): boolean {
    if (Object.hasOwn(declared, name)) return true;
    const fault = unknownName(name, Object.keys(declared), what);
    this.fault(code, path, fault.message, fault.hint);
    return false;
  }

  each<T>(
    declared: Readonly<Record<string, T>> | undefined,
    key: string,
    read: (each: T, path: string) => Typed | undefined,
  ): ReadonlyMap<string, Typed> {
    const found = new Map<string, Typed>();
    for (const [name, each] of Object.entries(declared ?? {})) {
      const value = read(each, at(this.path, key, name));
      if (value !== undefined) found.set(name, value);
    }
    return found;
  }

  /** A let is read when it is first asked for, so that lets may stand in any order. */
  let(name: string): Resolved | undefined | "circle" {
    if (this.#under.has(name)) return "circle";
    if (!this.#lets.has(name)) {
      this.#under.add(name);
      const text = this.source.let?.[name] as string;
      const path = at(this.path, "let", name);
      this.#lets.set(name, this.#readLet(text, path));
      this.#under.delete(name);
    }
    const found = this.#lets.get(name);
    // What may be absent in it was told where the let stands.
    return found && { type: found.type, isFixed: found.isFixed, isOptional: false };
  }

  #readLet(text: string, path: string): Typed | undefined {
    const found = this.typed(text, undefined, this.scope(FIXED), path);
    if (found?.type.type !== "list") return found;
    const hint = "Write size(fields.lines), or sum(fields.lines[].amount).";
    this.fault("P03", path, "a let has one value, and this is a list", hint);
    return undefined;
  }

  fixed(text: string | undefined, wanted: ValueType, ...names: string[]): Typed | undefined {
    if (text === undefined) return undefined;
    return this.typed(text, wanted, this.scope(FIXED), at(this.path, ...names));
  }

  typed(text: string, wanted: ValueType | undefined, scope: Scope, path: string) {
    const { terms, findings, trees } = this.parts;
    return typed(text, wanted, { scope, terms, findings, path, trees });
  }

  /** `called`: the action that the expression belongs to. */
  scope(
    roots: readonly Root[],
    called?: { action: string; input: Readonly<Record<string, FieldSource>> },
  ): Scope {
    const { program, kind, uses } = this.parts;
    const { action, input } = called ?? {};
    const letOf = this.#letOf;
    const changed = this.#changed;
    return new Scope({ program, kind, letOf, roots, changed, action, input }, uses);
  }

  fault(code: CheckCode, path: string, message: string, hint: string): void {
    this.parts.findings.add(code, path, message, hint);
  }
}

/** Why no action can set the field; undefined where one can. */
export function fixedBy({ fields, subject }: NounSource, name: string): string | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field?.immutable === true) return "is immutable";
  if (subject?.field === name) return "is the object's subject";
  return field?.type === "ref" ? "is a reference" : undefined;
}
