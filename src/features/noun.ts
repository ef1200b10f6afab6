/**
 * One declaration makes a noun: a resource (`contract/declare/resource.ts`) each of whose facts has the whole thing, as it is
 * after the fact. The noun's part of the state, its facts, their events and what a decision answers follow from it. A
 * noun whose facts say something else (accounts, holds, objects) declares its resource, and the rest by hand.
 */
import { type TObject, type TString, Type } from "@sinclair/typebox";
import type { CamelCase } from "../base/camel_case.ts";
import type { DueSource } from "../contract/declare/due_source.ts";
import { type EventsOf, eventTypesOf, noEvents, oneEvent } from "../contract/declare/event.ts";
import { type Acceptance, accept, type DecisionContext } from "../contract/declare/operation.ts";
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
import {
  type DocumentFact,
  declareFacts,
  type FactsOf,
  type Happening,
  type Happenings,
  type InFact,
  toldOf,
} from "./document_facts.ts";
import { previousFields } from "./previous_fields.ts";

/** What the document of every noun has besides its own fields. Times are real, in milliseconds UTC. */
export type NounDocument = Owned & { updatedAtMs: number; revision: number; changedBy: string };

/** What a change takes of its decision. */
type ChangeContext = Pick<DecisionContext, "nowMs" | "actor" | "principal">;

/** A document that has revisions. */
type Revised = { revision: number };

/** A fact about a noun: the thing as it is afterwards. */
export type NounFact<N extends string, D, H extends string> = DocumentFact<N, CamelCase<N>, D, H>;

type Happened<D, A extends Happenings> = {
  noun: string;
  happenings: A;
  /** Id of the customer whose the thing is; absent where it is no customer's. */
  customerIdOf?(document: InFact<D>): string | undefined;
  /** The id by which answers and events name the thing, where that may be another than the one in its document. */
  shownIdOf?(document: InFact<D>): string;
  /** The fields that a happening has changed, as they were, where the facts do not say it; null of one that was absent. */
  previousOf?(what: keyof A & string, document: InFact<D>): object | undefined;
};

export type NounDeclaration<
  N extends string,
  D,
  P extends keyof D,
  C extends ErrorCode,
  K extends string,
  A extends Happenings,
  S,
> = ResourceDeclaration<D, P, C> &
  Happened<D, A> & {
    noun: N;
    /** The name of the things' table in the state: `customerAccesses`. */
    plural: K;
    /** The number of the realm that the thing stands in, where that is not the realm of each record about it; undefined of a record where it is. */
    realmOf?(document: InFact<D>, state: S): number | undefined;
    /** Present of a noun whose events are told in the realms of Products alone (`declareTold`). */
    toldIn?: "products";
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
export function declareNoun<D extends Owned>() {
  return <
    const N extends string,
    const K extends string,
    const A extends Happenings,
    C extends ErrorCode,
    P extends keyof D = never,
    S = unknown,
  >(
    declaration: NounDeclaration<N, D, P, C, K, A, S>,
  ) => {
    type State = { [name in K]: ResourceTable<D> };
    const { plural, prefix, show, realmOf, toldIn, happenings } = declaration;
    const resource = declareResource<D>()<C, P>(declaration);
    const facts = declareFacts<D>()<N, A>(declaration);
    const shown: Shown<D> = (document, names) => {
      const suffix = facts.idIn(document).slice(prefix.length + 1);
      return show(document as unknown as Omit<D, P>, names, suffix) as object;
    };
    const tableOf = (state: State) => state[plural];
    const named = (fact: Fact) => {
      const document = facts.documentOf(fact);
      return { id: facts.idIn(document), document };
    };
    const put = putDocument<State & S, D>(tableOf, named, realmOf);
    const remove = removeDocument(tableOf, (fact) => facts.idIn(facts.documentOf(fact)));
    return {
      ...resource,
      happenings,
      /** The thing of a fact about the noun; undefined for every other fact. */
      of: facts.of,
      /** The thing of the last fact about the noun; undefined where no fact is. */
      lastIn: facts.lastIn,
      ...decidedOf<N, D, keyof A & string>(facts, shown),
      /** The `apply` of a fact that puts the thing, of one that puts it where there never was one, and of one that removes it. */
      put,
      add: putDocument<State & S, D>(tableOf, named, realmOf, "add"),
      remove,
      /** The path of an operation on one thing. */
      path: Type.Object(
        { [facts.idName]: Id(prefix) },
        { additionalProperties: false },
      ) as IdPath<N>,
      /** The source of the steps at the things' deadlines. `operation` takes the id of the thing. */
      atDeadlines: (name: string, operation: string): DueSource<State> =>
        dueAtDeadlines(name, tableOf, (id) => ({ operation, input: { [facts.idName]: id } })),
      /** What the noun adds to the manifest of its feature. */
      manifest: {
        resources: [resource],
        facts: facts.byKind((what) => (removes(happenings[what]) ? remove : put)),
        ...(toldIn === undefined
          ? eventsOf(declaration, facts, shown)
          : { events: [], eventsOf: facts.counted }),
        createState: () => ({ [plural]: new ResourceTable<D>(declaration) }) as State,
        tables: (state: State) => [tableOf(state)],
      },
    };
  };
}

/** The schema of a path that has the id of one thing alone. */
type IdPath<N extends string> = TObject<{ [name in `${CamelCase<N>}Id`]: TString }>;

/** Whether the thing is gone afterwards. */
function removes(happening: Happening | undefined): boolean {
  return typeof happening === "object" && happening.removes === true;
}

/** The thing in answers. */
type Shown<D> = (document: InFact<D>, names: ResourceNames) => object;

/** What decisions about a noun make. */
function decidedOf<N extends string, D extends Owned, What extends string>(
  { fact, documentOf }: FactsOf<D, NounFact<N, D, What>, What>,
  shown: Shown<D>,
) {
  type Made = NounFact<N, D, What>;

  /** The fact of a change of fields, of things whose changes are told by revision and time alone. */
  function revised(
    what: What,
    before: D & Revised,
    change: Partial<InFact<D>>,
    nowMs: number,
  ): Made {
    const revision = before.revision + 1;
    return fact(what, { ...before, ...change, revision, updatedAtMs: nowMs });
  }

  /** The fact of a change of `before` to `after`; sets revision, time and actor. */
  function changeFact(
    what: What,
    before: D & NounDocument,
    after: D,
    context: ChangeContext,
  ): Made {
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
    return accept([...alongside, own], shown(documentOf(own), principal));
  }

  /** Accepts the change of `before` to `after`; see `changeFact` and `accept`. */
  function acceptChange(
    what: What,
    before: D & NounDocument,
    after: D,
    context: DecisionContext,
    alongside: readonly Fact[] = [],
  ): Acceptance {
    return accepted(changeFact(what, before, after, context), context, alongside);
  }

  return { fact, revised, changeFact, accept: accepted, acceptChange };
}

/** The types of a noun's events, and the event of each fact. */
function eventsOf<D extends Owned>(
  declaration: Pick<ResourceDeclaration<D, never, ErrorCode>, "output"> & Happened<D, Happenings>,
  { documentOf, idIn, byKind }: Omit<FactsOf<D, unknown, never>, "fact">,
  shown: Shown<D>,
) {
  const { noun, output, happenings, customerIdOf, previousOf, shownIdOf = idIn } = declaration;
  /** By the last word of an event's type: when the event is emitted. */
  const sentences: Record<string, string> = {};
  const events = byKind((what): EventsOf => {
    const said = toldOf(what, happenings[what] as Happening);
    if (said === undefined) return noEvents;
    sentences[said.event] = said.told;
    return oneEvent<Fact & { previous?: object }>(`${noun}.${said.event}`, {
      resourceIdOf: (fact) => shownIdOf(documentOf(fact)),
      ...(customerIdOf !== undefined && { customerIdOf: (fact) => customerIdOf(documentOf(fact)) }),
      objectOf: (fact, { names }) => shown(documentOf(fact), names),
      previousOf:
        previousOf === undefined
          ? ({ previous }) => previous
          : (fact) => previousOf(what, documentOf(fact)),
    });
  });
  return { events: eventTypesOf(noun, output, sentences), eventsOf: events };
}
