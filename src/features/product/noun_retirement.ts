/**
 * That a Product makes no more objects of a kind, in one environment: the fact, its event, and what the operation
 * answers. A migration of a Build gives a kind up in the same list of a realm, in both environments.
 */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { type EventsByKind, eventTypesOf, oneEvent } from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";
import { programKey } from "./product_build_document.ts";
import type { ProductState } from "./product_state.ts";
import { programOf } from "./running_program.ts";

export const NounRetirement = Type.Object(
  {
    productId: Id("prod"),
    environment: described(EnvironmentName, "Where the kind is retired; the other one keeps it."),
    kind: Type.String({ description: "The kind of which no object is made any more." }),
    buildId: described(Id("bld"), "The Build that the environment ran then."),
    retiredAt: described(Timestamp, "When the kind was retired: real time."),
  },
  {
    title: "NounRetirement",
    description: "That a Product has given up a kind of objects in one environment.",
    additionalProperties: false,
  },
);
export type NounRetirement = Static<typeof NounRetirement>;

export const NOUN_RETIRED = "product.noun_retired.1";

/** `noun`: the kind of objects. */
export type NounRetired = {
  kind: typeof NOUN_RETIRED;
  noun: string;
  buildId: string;
  retiredAtMs: number;
};

export const nounRetirementFacts: Record<typeof NOUN_RETIRED, Apply<ProductState>> = {
  [NOUN_RETIRED]: (state, fact, { realm }) => {
    const { noun } = fact as NounRetired;
    const program = programOf(state, realm);
    invariant(program !== undefined, "a kind is retired where a Build is installed");
    const retiredKinds = [...program.retiredKinds, noun];
    state.productPrograms.set(programKey(realm), { ...program, retiredKinds });
  },
};

/** The retirement in answers. */
export function nounRetirement(
  { noun: kind, buildId, retiredAtMs }: NounRetired,
  { productId, environment }: Pick<RealmNames, "productId" | "environment">,
): NounRetirement {
  return { productId, environment, kind, buildId, retiredAt: isoTime(retiredAtMs) };
}

export const nounRetirementEventTypes = eventTypesOf("product", NounRetirement, {
  noun_retired:
    "A Product makes no more objects of a kind in an environment, and nothing may be done with those that are there.",
});

export const nounRetirementEvents: EventsByKind = {
  [NOUN_RETIRED]: oneEvent<NounRetired>("product.noun_retired", {
    resourceIdOf: (_fact, _head, { productId }) => productId,
    objectOf: (fact, { names }) => nounRetirement(fact, names),
  }),
};
