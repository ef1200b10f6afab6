/** The guards of objects that are told how payouts and collections have ended, each switched off by a changed decision or program. */
import type { Fact } from "../../src/contract/records/record.ts";
import {
  OBJECT_COLLECTION_TOLD,
  OBJECT_PAYOUT_TOLD,
  type ObjectCollectionTold,
  type ObjectPayoutTold,
} from "../../src/features/object/object_facts.ts";
import { changing, type Decide, deciding } from "./changed_parts.ts";
import { installing } from "./program_guards.ts";
import type { Parts } from "./server.ts";

const TELLING = ["object.payout.run", "object.collection.run"];
type Told = ObjectPayoutTold | ObjectCollectionTold;

export const TOLD_GUARDS: Readonly<Record<string, Parts>> = {
  "an end is told to an object once": deciding(TELLING, (decide): Decide => {
    return (...asked) => {
      const decision = decide(...asked);
      const facts = (decision.facts ?? []) as readonly Fact[];
      const told = facts.find(isTold);
      const again = facts.map((fact) => (told === undefined ? fact : untold(fact, told)));
      return { ...decision, facts: again } as ReturnType<Decide>;
    };
  }),
  "actions that follow ends": installing((program) => {
    for (const { moves = [] } of Object.values(program.nouns["deal"]?.actions ?? {})) {
      for (const move of moves) {
        delete move.then;
        if (typeof move.to !== "string") for (const part of move.to) delete part.then;
      }
    }
  }),
  "totals of money that an object is told of": changing(TELLING, (fact) => {
    if (!isTold(fact)) return fact;
    const { totals: _, ...rest } = fact;
    return rest;
  }),
};

function isTold(fact: Fact): fact is Told {
  return fact.kind === OBJECT_PAYOUT_TOLD || fact.kind === OBJECT_COLLECTION_TOLD;
}

/** The payout or the collection as if the object had not been told. */
function untold(fact: Fact, { ended, atMs: tellsAtMs }: Told): Fact {
  if (fact.kind === "payout.told.1") {
    const { payout } = fact as Fact & { payout: object };
    return { ...fact, payout: { ...payout, untold: [ended], tellsAtMs } } as Fact;
  }
  if (fact.kind !== "collection.told.1") return fact;
  const { collection } = fact as Fact & { collection: object };
  return { ...fact, collection: { ...collection, untold: ended, tellsAtMs } } as Fact;
}
