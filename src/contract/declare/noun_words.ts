/**
 * The words of a feature's nouns, as people read them: what ids and scopes are called, and what is said in the place of a
 * name of the platform. They stand in the manifest of the feature and nowhere else. `npm run golden` writes what
 * must be known before the manifests are loaded to `words.golden.ts`.
 */
import { invariant } from "../../base/invariant.ts";
import type { Synonyms } from "./agent_guide.ts";

export type NounWords = {
  /** By prefix: what the ids are of. A text alone stands for `{ kind: text }`. */
  ids?: Readonly<Record<string, string | IdKind>>;
  /** By the first word of scopes and permissions, such as `accounts` of `accounts:read`. */
  scopes?: Readonly<Record<string, ScopeWords>>;
  /** What people who look for an operation say in the place of the names of these nouns. */
  synonyms?: Synonyms;
  /** Rows of words that mean the same to people who look for a guide or an operation in `/docs`. */
  sameMeaning?: SameMeaning;
  /** By operation: what somebody has done by a call of it, as the audit feed of a company tells it to people. */
  done?: Readonly<Record<string, string>>;
};

export type SameMeaning = readonly (readonly string[])[];

/** `kind`: with the article of a sentence. `described`: as descriptions in the contract say it, where they say more. */
export type IdKind = { kind: string; described?: string };

/** The headings under which people choose scopes, in their order. */
export type ScopeGroup = "Money" | "Customers" | "What happens" | "Company" | "You";

export type ScopeWords = {
  group: ScopeGroup;
  /** What the scopes are about, in "Read …." and "Create and change …."; absent where their first word says it. */
  name?: string;
  /** The heading of the scopes where they stand alone; absent where their first word says it. */
  title?: string;
  /** The whole sentence of the scope that writes, where it opens less or more than "Create and change …." says. */
  write?: string;
  /** The same sentence for an agent, where its tools do less. */
  writeOfAgent?: string;
  /** The capability of Products that the scopes are used with; absent where every Product has them. */
  capability?: string;
};

/** What one scope lets a program do, in one sentence. `saysOfAgent`: of an agent, where its tools do less. */
export type ScopeSentence = { group: ScopeGroup; says: string; saysOfAgent?: string };

/** By prefix, in alphabetical order: what the ids of the platform are of. */
export function idKindsOf(words: readonly NounWords[]): Readonly<Record<string, IdKind>> {
  const said = merged("ids", words);
  return sorted(
    Object.entries(said).map(([prefix, kind]) => [
      prefix,
      typeof kind === "string" ? { kind } : kind,
    ]),
  );
}

/** By the first word of scopes, in alphabetical order. */
export function scopeWordsOf(words: readonly NounWords[]): Readonly<Record<string, ScopeWords>> {
  return sorted(Object.entries(merged("scopes", words)));
}

/** What people say, of all nouns. */
export function synonymsOf(words: readonly NounWords[]): Synonyms {
  return merged("synonyms", words);
}

/** By operation, in alphabetical order: what somebody has done by a call of it. */
export function doneOf(words: readonly NounWords[]): Readonly<Record<string, string>> {
  return sorted(Object.entries(merged("done", words)));
}

/** The sentence of a scope such as `accounts:read`, by the words of its first word. */
export function scopeSentence(scope: string, words: ScopeWords): ScopeSentence {
  const [resource = "", action] = scope.split(":");
  const { group, name = resource.replaceAll("_", " "), write, writeOfAgent } = words;
  if (action === "read") return { group, says: `Read ${name}.` };
  const says = write ?? `Create and change ${name}.`;
  return { group, says, ...(writeOfAgent !== undefined && { saysOfAgent: writeOfAgent }) };
}

/** The noun of a kind: `account` of `an account`. */
export function nounOfKind(kind: string): string {
  return kind.slice(kind.indexOf(" ") + 1);
}

/** One kind of words of all features. Throws where two features say the same. */
function merged<K extends keyof NounWords>(
  kind: K,
  words: readonly NounWords[],
): Required<NounWords>[K] {
  const entries = words.flatMap((one) => Object.entries(one[kind] ?? {}));
  const names = new Set<string>();
  for (const [name] of entries) {
    invariant(!names.has(name), `one feature has words for ${name}, once`);
    names.add(name);
  }
  return Object.fromEntries(entries) as Required<NounWords>[K];
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
