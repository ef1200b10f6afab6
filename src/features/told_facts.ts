/**
 * What the platform shard has decided about a thing, as facts of the realms of the Products that the thing is about. The event
 * of such a fact stands in the realm's sequence of events. The events of the platform shard's own facts stand in the realm of
 * the company, where no Product listens: there they are only counted (`document_facts.ts`).
 */
import type { Static, TSchema } from "@sinclair/typebox";
import { type CamelCase, camelCase } from "../base/camel_case.ts";
import type { Place } from "../base/id.ts";
import { type EventsOf, eventTypesOf, oneEvent } from "../contract/declare/event.ts";
import type { Apply } from "../contract/declare/operation.ts";
import type { Fact } from "../contract/records/record.ts";
import { type EventNameIn, type Happenings, toldOf } from "./document_facts.ts";

type ToldType<N extends string, A extends Happenings> = `${N}.${EventNameIn<A>}`;

/** `origin`: the place of the platform shard's record. */
type Told<N extends string, O extends TSchema, A extends Happenings> = {
  kind: `${N}.told.1`;
  type: ToldType<N, A>;
  origin: Place;
} & { [name in CamelCase<N>]: Static<O> };

/** The types of the events that are told. */
export type ToldTypeOf<T extends { types: readonly unknown[] }> = T["types"][number];

/** Declares what is told of a noun. `output`: the schema of the thing in answers. */
export function declareTold<const N extends string, O extends TSchema, const A extends Happenings>({
  noun,
  output,
  happenings,
}: {
  noun: N;
  output: O;
  happenings: A;
}) {
  const field = camelCase(noun);
  const kind = `${noun}.told.1` as const;
  const told = Object.entries(happenings).flatMap((happening) => toldOf(...happening) ?? []);
  const types = told.map(({ event }) => `${noun}.${event}` as ToldType<N, A>);
  const shownIn = (fact: Fact) => (fact as Fact & Record<string, unknown>)[field] as Static<O>;
  const events = new Map(types.map((type) => [type as string, eventOf(type)]));
  function eventOf(type: string): EventsOf {
    return oneEvent(type, {
      resourceIdOf: (fact) => (shownIn(fact) as Record<string, string>)[`${field}Id`] as string,
      objectOf: shownIn,
    });
  }
  return {
    happenings,
    types,
    /** The thing of a fact, as answers show it. */
    shownIn,
    fact: (type: ToldType<N, A>, origin: Place, shown: Static<O>) =>
      ({ kind, type, origin, [field]: shown }) as Told<N, O, A>,
    /** The state of the realm does not change: whoever needs the thing has it from the platform shard. */
    manifest: {
      events: eventTypesOf(
        noun,
        output,
        Object.fromEntries(told.map(({ event, told }) => [event, told])),
      ),
      facts: { [kind]: () => {} } as Record<string, Apply<object>>,
      eventsOf: {
        [kind]: (fact: Fact) => events.get((fact as Told<N, O, A>).type)?.(fact) ?? [],
      },
    },
  };
}
