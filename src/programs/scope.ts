/**
 * What the names in an expression mean: a path to the type of its value. Which roots an expression may use
 * depends on its place: an action's input is known in the action alone, and a fixed value knows fields alone.
 */
import { didYouMean } from "../base/nearest.ts";
import type { FieldSource } from "./field_schema.ts";
import { listed, quoted, thereAre } from "./finding.ts";
import type { NounSource } from "./noun_schema.ts";
import type { Program } from "./program_schema.ts";
import { typeOfField, type ValueType } from "./value_type.ts";

export type Root =
  | "fields"
  | "input"
  | "let"
  | "rem"
  | "agg"
  | "self"
  | "subject"
  | "ref"
  | "index";

/** `isOptional`: there may be no value. `isFixed`: it never changes after the object was made. */
export type Resolved = {
  type: ValueType;
  isOptional: boolean;
  isFixed: boolean;
  /** The declaration, where the path leads to a field. */
  field?: FieldSource;
};
export type NameFault = { message: string; hint: string };

export type ScopeParts = {
  program: Program;
  kind: string;
  /** The type and fixedness of a let; undefined where it has a fault of its own. */
  letOf(name: string): Resolved | undefined | "circle";
  roots: readonly Root[];
  /** The fields that some action sets: all others keep the value that the object was made with. */
  changed: ReadonlySet<string>;
  /** The action that the expression belongs to. */
  action?: string | undefined;
  input?: Readonly<Record<string, FieldSource>> | undefined;
};

/** Names that an expression has asked for, as `fields.total` of a noun: what nobody asks for is unused. */
export class Uses {
  /** By noun and root. */
  readonly #used = new Map<string, Map<string, Set<string>>>();

  add(kind: string, root: string, name: string): void {
    let roots = this.#used.get(kind);
    if (roots === undefined) {
      roots = new Map();
      this.#used.set(kind, roots);
    }
    const names = roots.get(root);
    if (names === undefined) roots.set(root, new Set([name]));
    else names.add(name);
  }

  has(kind: string, root: string, name: string): boolean {
    return this.#used.get(kind)?.get(root)?.has(name) === true;
  }
}

export class Scope {
  readonly program: Program;
  readonly kind: string;
  readonly noun: NounSource;
  readonly uses: Uses;
  /** Paths that have a value here, because the action requires it. */
  readonly guarded = new Set<string>();
  readonly #parts: ScopeParts;

  constructor(parts: ScopeParts, uses: Uses) {
    this.#parts = parts;
    this.program = parts.program;
    this.kind = parts.kind;
    this.noun = parts.program.nouns[parts.kind] as NounSource;
    this.uses = uses;
  }

  get roots(): readonly Root[] {
    return this.#parts.roots;
  }

  /** What a path of names means. `[]` is not part of a name here: see `items`. */
  resolve(names: readonly string[]): Resolved | NameFault | undefined {
    const [root = ""] = names;
    if (!(this.roots as readonly string[]).includes(root)) return this.#unknownRoot(names);
    switch (root as Root) {
      case "index":
        return names.length === 1 ? known({ type: "int" }) : tooLong(names);
      case "fields":
        return this.#field(names, this.noun.fields, `a field of ${this.kind}`);
      case "input":
        return this.#field(names, this.#parts.input ?? {}, "an input of the action");
      case "let":
        return this.#let(names);
      case "rem":
        return this.#named(names, this.noun.remainders, `a remainder of ${this.kind}`, () => ({
          type: "amount",
        }));
      case "agg":
        return this.#named(
          names,
          this.noun.aggregates,
          `an aggregate of ${this.kind}`,
          ({ count, sum }) =>
            (count === true) === (sum === true)
              ? undefined
              : { type: count === true ? "int" : "amount" },
        );
      case "self":
        return this.#self(names);
      case "subject":
        return this.#subject(names);
      case "ref":
        return this.#ref(names);
    }
  }

  /** What each item of a list has: `fields.lines[].amount`. */
  items(names: readonly string[]): Resolved | NameFault | undefined {
    const [root = "", list = "", item = "", ...more] = names;
    const isOne = list.endsWith("[]") && item !== "" && more.length === 0;
    if (!isOne) {
      const message = `${quoted(names.join("."))} does not lead through a list`;
      return {
        message,
        hint: "Write fields.lines[].amount: the list, [], and a field of its items.",
      };
    }
    const found = this.resolve([root, list.slice(0, -2)]);
    if (found === undefined || "message" in found) return found;
    if (found.type.type !== "list") {
      return {
        message: `${quoted(list.slice(0, -2))} is no list`,
        hint: "[] stands behind a list.",
      };
    }
    const type = found.type.of.get(item);
    if (type !== undefined) return { ...found, type };
    const known = [...found.type.of.keys()];
    const message = `items have no field ${quoted(item)}${didYouMean(item, known)}`;
    return { message, hint: `They have ${listed(known)}.` };
  }

  #unknownRoot(names: readonly string[]): NameFault {
    const [root = ""] = names;
    const hint = `Known here: ${this.roots.join(", ")}.`;
    const all = ["fields", "input", "let", "rem", "agg", "self", "subject", "ref", "index"];
    if (all.includes(root)) {
      return { message: `${quoted(root)} is not known here`, hint };
    }
    if (Object.hasOwn(this.noun.fields, root)) {
      const message = `the field ${quoted(root)} needs "fields." in front`;
      return { message, hint: `Write fields.${root}.` };
    }
    if (Object.hasOwn(this.#parts.input ?? {}, root)) {
      const message = `the input ${quoted(root)} needs "input." in front`;
      return { message, hint: `Write input.${root}.` };
    }
    if (this.program.currencies.includes(root)) {
      const message = `the currency ${root} needs quotation marks`;
      return { message, hint: `Write '${root}'.` };
    }
    const message = `no expression begins with ${quoted(root)}${didYouMean(root, this.roots)}`;
    return { message, hint };
  }

  #field(
    names: readonly string[],
    fields: Readonly<Record<string, FieldSource>>,
    what: string,
  ): Resolved | NameFault {
    const [root = "", name = ""] = names;
    if (name.endsWith("[]")) {
      const message = `${quoted(names.join("."))} leads to every item of a list`;
      return { message, hint: `Add them up: sum(${names.join(".")}).` };
    }
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return unknownName(name, Object.keys(fields), what);
    if (names.length > 2) return tooLong(names);
    if (root === "input") this.uses.add(this.kind, root, `${this.#parts.action}.${name}`);
    else this.uses.add(this.kind, root, name);
    // A list that was not given has no items.
    const isOptional =
      field.required !== true && field.default === undefined && field.type !== "list";
    const isFixed = root === "fields" && !this.#parts.changed.has(name);
    return { type: typeOfField(field), isOptional, isFixed, field };
  }

  #let(names: readonly string[]): Resolved | NameFault | undefined {
    const [, name = ""] = names;
    const lets = this.noun.let ?? {};
    if (!Object.hasOwn(lets, name))
      return unknownName(name, Object.keys(lets), `a let of ${this.kind}`);
    if (names.length > 2) return tooLong(names);
    this.uses.add(this.kind, "let", name);
    const found = this.#parts.letOf(name);
    if (found !== "circle") return found;
    return {
      message: `let ${quoted(name)} leads back to itself`,
      hint: "A let uses fields and other lets.",
    };
  }

  #named<T>(
    names: readonly string[],
    declared: Readonly<Record<string, T>> | undefined,
    what: string,
    typeOf: (each: T) => ValueType | undefined,
  ): Resolved | NameFault | undefined {
    const [root = "", name = ""] = names;
    const all = declared ?? {};
    if (!Object.hasOwn(all, name)) return unknownName(name, Object.keys(all), what);
    if (names.length > 2) return tooLong(names);
    this.uses.add(this.kind, root, name);
    // What is declared wrongly has no type: its own finding says so.
    const type = typeOf(all[name] as T);
    return type && changing(type);
  }

  #self(names: readonly string[]): Resolved | NameFault {
    const [, name = "", ...more] = names;
    if (more.length > 0) return tooLong(names);
    if (name === "createdAt") return known({ type: "time" });
    if (name === "revision") return changing({ type: "int" });
    if (name === "state") return changing({ type: "enum", values: Object.keys(this.noun.states) });
    return unknownName(name, ["state", "createdAt", "revision"], "a part of self");
  }

  #subject(names: readonly string[]): Resolved | NameFault {
    const [, name = "", ...more] = names;
    if (this.noun.subject === undefined) {
      return {
        message: `${this.kind} has no subject`,
        hint: 'Declare one: "subject": { "field": "payer" }.',
      };
    }
    if (more.length > 0) return tooLong(names);
    if (name === "tier") return changing({ type: "tier" });
    if (name === "kind") return known({ type: "enum", values: ["person", "organization"] });
    return unknownName(name, ["tier", "kind"], "a part of the subject");
  }

  /** `ref.order.state` and `ref.order.fields.total`. */
  #ref(names: readonly string[]): Resolved | NameFault | undefined {
    const [, name = "", part = "", field = "", ...more] = names;
    const target = this.refKind(name);
    if (typeof target !== "string") return target;
    const noun = this.program.nouns[target];
    // That there is no such noun is a finding of the reference.
    if (noun === undefined) return undefined;
    const isOptional = this.noun.fields[name]?.required !== true;
    if (part === "state") {
      if (names.length > 3) return tooLong(names);
      return { ...changing({ type: "enum", values: Object.keys(noun.states) }), isOptional };
    }
    if (part !== "fields") return unknownName(part, ["state", "fields"], `a part of ${target}`);
    const found = Object.hasOwn(noun.fields, field) ? noun.fields[field] : undefined;
    if (found === undefined)
      return unknownName(field, Object.keys(noun.fields), `a field of ${target}`);
    if (more.length > 0) return tooLong(names);
    this.uses.add(target, "fields", field);
    const isGiven = found.required === true || found.default !== undefined;
    return { ...changing(typeOfField(found)), isOptional: isOptional || !isGiven };
  }

  /** The kind of the noun that a reference leads to. */
  refKind(name: string): string | NameFault {
    const field = Object.hasOwn(this.noun.fields, name) ? this.noun.fields[name] : undefined;
    const refs = Object.entries(this.noun.fields).filter(([, { type }]) => type === "ref");
    if (field === undefined || field.type !== "ref") {
      return unknownName(
        name,
        refs.map(([each]) => each),
        `a reference of ${this.kind}`,
      );
    }
    this.uses.add(this.kind, "fields", name);
    return field.kind ?? "";
  }
}

const known = (type: ValueType): Resolved => ({ type, isOptional: false, isFixed: true });
const changing = (type: ValueType): Resolved => ({ type, isOptional: false, isFixed: false });

export function unknownName(name: string, all: readonly string[], what: string): NameFault {
  const message =
    name === ""
      ? `the name of ${what} is missing`
      : `${quoted(name)} is not ${what}${didYouMean(name, all)}`;
  return { message, hint: thereAre(all) };
}

function tooLong(names: readonly string[]): NameFault {
  const message = `${quoted(names.join("."))} has more names than lead to a value`;
  return { message, hint: "A path ends at a value: fields.total." };
}
