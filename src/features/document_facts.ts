/**
 * Facts that hold a whole document, as it is after the fact, under the document's name: the facts of nouns (`noun.ts`), and of
 * documents that are no resource of their own, because no answer shows them or because their table is of another kind.
 */
import { type CamelCase, camelCase } from "../base/camel_case.ts";
import { type EventsOf, noEvents, oneEvent } from "../contract/declare/event.ts";
import type { Fact } from "../contract/records/record.ts";
import type { Owned } from "../contract/tables/document_table.ts";

/** What can happen to a thing. A text alone stands for `{ told: text }`. */
export type Happening =
  | string
  | {
      /** One sentence: when the event is emitted. Absent where no event is. */
      told?: string;
      /** The last word of the event's type, where it is not the happening's own name. */
      event?: string;
      /** True: the thing is gone afterwards. The fact has the thing as it was. */
      removes?: true;
    };

/** All that can happen to a thing, in the order in which the contract lists the events. */
export type Happenings = Readonly<Record<string, Happening>>;

/** The last words of the types of the events. */
export type EventNameIn<A extends Happenings> = {
  [what in keyof A]: A[what] extends { told: string; event: infer Name extends string }
    ? Name
    : A[what] extends string | { told: string }
      ? what & string
      : never;
}[keyof A];

/** A document in a fact: its realm follows from the record. */
export type InFact<D> = Omit<D, "realm">;

/** A fact about a document, which is named `F`. */
export type DocumentFact<N extends string, F extends string, D, H extends string> = {
  kind: `${N}.${H}.1`;
  /** The fields in answers that the change has changed, as they were; absent of a new thing. */
  previous?: object;
} & { [name in F]: InFact<D> };

/** What a noun takes of the declaration of its facts. */
export type FactsOf<D, Made, What extends string> = {
  fact(what: What, document: InFact<D>, previous?: object): Made;
  documentOf(fact: Fact): InFact<D>;
  idIn(document: InFact<D>): string;
  byKind<T>(made: (what: string) => T): Record<string, T>;
};

/** An event of a happening: the last word of its type, and when it is emitted. */
export function toldOf(what: string, happening: Happening) {
  const { told, event = what } = typeof happening === "string" ? { told: happening } : happening;
  return told === undefined ? undefined : { event, told };
}

/** The document without its realm; itself where it has none, because to copy it costs more than all else of a fact. */
function inFact<D extends Owned>(document: InFact<D>): InFact<D> {
  if (!("realm" in document)) return document;
  const { realm: _, ...kept } = document as D;
  return kept;
}

/** Declares the facts. The first call fixes the type of the documents; the others are inferred. */
export function declareFacts<D extends Owned>() {
  return <
    const N extends string,
    const A extends Happenings,
    const F extends string = CamelCase<N>,
  >({
    noun,
    named,
    happenings,
  }: {
    noun: N;
    /** The field that has the document, where it is not the noun in camel case. */
    named?: F;
    happenings: A;
  }) => {
    type Made = DocumentFact<N, F, D, keyof A & string>;
    const field: string = named ?? camelCase(noun);
    const idName = `${camelCase(noun)}Id`;
    const kinds = Object.keys(happenings).map((what) => [what, `${noun}.${what}.1`] as const);
    const known = new Set<string>(kinds.map(([, kind]) => kind));
    const documentOf = (fact: Fact) => (fact as Fact & Record<string, unknown>)[field] as InFact<D>;
    const idIn = (document: InFact<D>) => (document as Record<string, unknown>)[idName] as string;
    const byKind = <T>(made: (what: string) => T): Record<string, T> =>
      Object.fromEntries(kinds.map(([what, kind]) => [kind, made(what)]));
    return {
      happenings,
      /** The name of the field of a document that has its id. */
      idName,
      idIn,
      documentOf,
      /** What is made of each kind of fact. */
      byKind,
      /** The document of a fact; undefined for a fact about something else. */
      of: (fact: Fact): InFact<D> | undefined =>
        known.has(fact.kind) ? documentOf(fact) : undefined,
      /** The document of the last fact about one; undefined where no fact is. */
      lastIn: (facts: readonly Fact[]): InFact<D> | undefined => {
        const last = facts.findLast(({ kind }) => known.has(kind));
        return last && documentOf(last);
      },
      /** What happened. `document`: with or without its realm. `previous`: see `DocumentFact`. */
      fact(what: keyof A & string, document: InFact<D>, previous?: object): Made {
        const made: Record<string, unknown> = {
          kind: `${noun}.${what}.1`,
          [field]: inFact(document),
        };
        if (previous !== undefined) made["previous"] = previous;
        return made as unknown as Made;
      },
      /** The events where they are only counted, because facts of other realms tell of them (`declareTold`). */
      counted: byKind((what): EventsOf => {
        const event = toldOf(what, happenings[what] as Happening)?.event;
        if (event === undefined) return noEvents;
        return oneEvent(`${noun}.${event}`, { resourceIdOf: (fact) => idIn(documentOf(fact)) });
      }),
    };
  };
}
