/**
 * One declaration makes a noun: a resource (`contract/declare/resource.ts`) each of whose facts has the whole thing, as it is
 * after the fact. The noun's part of the state, its facts, their events and what a decision answers follow from it. A
 * noun whose facts say something else (accounts, holds, objects) declares its resource, and the rest by hand.
 */
import { type TObject, type TString, Type } from "@sinclair/typebox";
import { type CamelCase, camelCase } from "../base/camel_case.ts";
import type { DueSource } from "../contract/declare/due_source.ts";
import { type EventsOf, eventTypesOf, noEvents, oneEvent } from "../contract/declare/event.ts";
import {
  type Acceptance,
  type Apply,
  accept,
  type DecisionContext,
} from "../contract/declare/operation.ts";
import {
  declareResource,
  type ResourceDeclaration,
  type ResourceNames,
  ResourceTable,
} from "../contract/declare/resource.ts";
import { dueAtDeadlines, putDocument, removeDocument } from "../contract/declare/resource_facts.ts";
import { actorText } from "../contract/records/actor.ts";
import type { Fact } from "../contract/records/record.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import type { Owned } from "../contract/tables/document_table.ts";
import { Id } from "../contract/values/formats.ts";
import { previousFields } from "./previous_fields.ts";

/** What the document of every noun has besides its own fields. Times are real, in milliseconds UTC. */
export type NounDocument = Owned & { updatedAtMs: number; revision: number; changedBy: string };

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

/** A document in a fact: its realm is the realm of the record. */
type InFact<D> = Omit<D, "realm">;

/** A fact about a noun: the thing as it is afterwards. */
export type NounFact<N extends string, D, H extends string> = {
  kind: `${N}.${H}.1`;
  /** The fields in answers that the change has changed, as they were; absent of a new thing. */
  previous?: object;
} & { [name in CamelCase<N>]: InFact<D> };

type Happened<D, H extends string> = {
  noun: string;
  /** All that can happen to a thing, in the order in which the contract lists the events. */
  happenings: Readonly<Record<H, Happening>>;
  /** Id of the customer whose the thing is; absent where it is no customer's. */
  customerIdOf?(document: InFact<D>): string | undefined;
  /** The fields that a happening has changed, as they were, where the facts do not say it; null of one that was absent. */
  previousOf?(what: H, document: InFact<D>): object | undefined;
};

export type NounDeclaration<
  N extends string,
  D,
  P extends keyof D,
  C extends ErrorCode,
  K extends string,
  H extends string,
> = ResourceDeclaration<D, P, C> &
  Happened<D, H> & {
    noun: N;
    /** The name of the things' table in the state: `customerAccesses`. */
    plural: K;
  };

/** The facts of a noun. */
export type FactOf<T extends { fact(...args: never[]): unknown }> = ReturnType<T["fact"]>;
/** What can happen to a thing of a noun. */
export type HappeningOf<T extends { fact(what: never, ...args: never[]): unknown }> = Parameters<
  T["fact"]
>[0];
/** The noun's part of the state. */
export type StatePartOf<T extends { manifest: { createState(): unknown } }> = ReturnType<
  T["manifest"]["createState"]
>;

/** Declares a noun. The first call fixes the type of its documents; the others are inferred. */
export function declareNoun<D extends NounDocument>() {
  return <
    const N extends string,
    const K extends string,
    const H extends string,
    C extends ErrorCode,
    P extends keyof D = never,
  >(
    declaration: NounDeclaration<N, D, P, C, K, H>,
  ) => {
    type State = { [name in K]: ResourceTable<D> };
    const { noun, plural, prefix } = declaration;
    const resource = declareResource<D>()<C, P>(declaration);
    const thing = thingIn<N, D, P>(noun, resource);
    const tableOf = (state: State) => state[plural];
    const put = putDocument(tableOf, (fact) => ({
      id: thing.idOf(fact),
      document: thing.of(fact),
    }));
    const remove = removeDocument(tableOf, thing.idOf);
    return {
      ...resource,
      ...decidedOf<N, D, H>(noun, thing),
      /** The `apply` of a fact that puts the thing, and of one that removes it. */
      put,
      remove,
      /** The path of an operation on one thing. */
      path: Type.Object(
        { [thing.idName]: Id(prefix) },
        { additionalProperties: false },
      ) as IdPath<N>,
      /** The source of the steps at the things' deadlines. `operation` takes the id of the thing. */
      atDeadlines: (name: string, operation: string): DueSource<State> =>
        dueAtDeadlines(name, tableOf, (id) => ({ operation, input: { [thing.idName]: id } })),
      /** What the noun adds to the manifest of its feature. */
      manifest: {
        resources: [resource],
        ...happeningsOf<State, D>(declaration, thing, { put, remove }),
        createState: () => ({ [plural]: new ResourceTable<D>(declaration) }) as State,
        tables: (state: State) => [tableOf(state)],
      },
    };
  };
}

/** The schema of a path that has the id of one thing alone. */
type IdPath<N extends string> = TObject<{ [name in `${CamelCase<N>}Id`]: TString }>;

/** A thing as facts have it. */
type Thing<D> = {
  /** The field of a fact that has the thing: `customerAccess`. */
  field: string;
  /** The field of a thing that has its id: `customerAccessId`. */
  idName: string;
  of(fact: Fact): InFact<D>;
  idOf(fact: Fact): string;
  /** The thing in answers. */
  shown(document: InFact<D>, names: ResourceNames): object;
};

function thingIn<N extends string, D, P extends keyof D>(
  noun: N,
  { prefix, show }: Pick<ResourceDeclaration<D, P, ErrorCode>, "prefix" | "show">,
): Thing<D> {
  const field: string = camelCase(noun);
  const idName = `${field}Id`;
  const idIn = (document: InFact<D>) => (document as Record<string, unknown>)[idName] as string;
  const of = (fact: Fact) => (fact as unknown as Record<string, unknown>)[field] as InFact<D>;
  return {
    field,
    idName,
    of,
    idOf: (fact) => idIn(of(fact)),
    shown(document, names) {
      const suffix = idIn(document).slice(prefix.length + 1);
      return show(document as unknown as Omit<D, P>, names, suffix) as object;
    },
  };
}

/** What decisions about a noun make. */
function decidedOf<N extends string, D extends NounDocument, H extends string>(
  noun: N,
  { field, of, shown }: Thing<D>,
) {
  type Made = NounFact<N, D, H>;

  /** What happened to a thing. `previous`: the fields in answers that changed, as they were. */
  function fact(what: H, document: InFact<D>, previous?: object): Made {
    const made = { kind: `${noun}.${what}.1`, [field]: document };
    return { ...made, ...(previous !== undefined && { previous }) } as Made;
  }

  /** The fact of a change of `before` to `after`; sets revision, time and actor. */
  function changeFact(what: H, before: D, after: D, context: DecisionContext): Made {
    const { nowMs, actor, principal } = context;
    const { realm: _, ...changed } = after;
    const document = {
      ...changed,
      updatedAtMs: nowMs,
      revision: before.revision + 1,
      changedBy: actorText(actor),
    };
    const previous = previousFields(shown(before, principal), shown(document, principal));
    return fact(what, document, previous);
  }

  /** Accepts a fact, behind the facts `alongside`. The reply is the thing as it then is. */
  function accepted(
    own: Made,
    { principal }: Pick<DecisionContext, "principal">,
    alongside: readonly Fact[] = [],
  ): Acceptance {
    return accept([...alongside, own], shown(of(own), principal));
  }

  /** Accepts the change of `before` to `after`; see `changeFact` and `accept`. */
  function acceptChange(
    what: H,
    before: D,
    after: D,
    context: DecisionContext,
    alongside: readonly Fact[] = [],
  ): Acceptance {
    return accepted(changeFact(what, before, after, context), context, alongside);
  }

  return { fact, changeFact, accept: accepted, acceptChange };
}

/** The facts of a noun, its types of events, and the event of each fact. */
function happeningsOf<S, D>(
  declaration: Pick<ResourceDeclaration<D, never, ErrorCode>, "output"> & Happened<D, string>,
  { of, idOf, shown }: Thing<D>,
  { put, remove }: { put: Apply<S>; remove: Apply<S> },
) {
  const { noun, output, happenings, customerIdOf, previousOf } = declaration;
  /** By the last word of an event's type: when the event is emitted. */
  const sentences: Record<string, string> = {};
  const facts: Record<string, Apply<S>> = {};
  const eventsOf: Record<string, EventsOf> = {};
  for (const [what, happening] of Object.entries(happenings)) {
    const {
      told,
      event = what,
      removes,
    } = typeof happening === "string" ? { told: happening } : happening;
    const kind = `${noun}.${what}.1`;
    facts[kind] = removes === true ? remove : put;
    eventsOf[kind] = noEvents;
    if (told === undefined) continue;
    sentences[event] = told;
    eventsOf[kind] = oneEvent<Fact & { previous?: object }>(`${noun}.${event}`, {
      resourceIdOf: idOf,
      ...(customerIdOf !== undefined && { customerIdOf: (fact) => customerIdOf(of(fact)) }),
      objectOf: (fact, { names }) => shown(of(fact), names),
      previousOf:
        previousOf === undefined
          ? ({ previous }) => previous
          : (fact) => previousOf(what, of(fact)),
    });
  }
  return { facts, events: eventTypesOf(noun, output, sentences), eventsOf };
}
