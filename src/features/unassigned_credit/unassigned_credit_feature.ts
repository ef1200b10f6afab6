/** Money that banks have told for addresses that nobody here has. */
import type { Feature } from "../../contract/declare/feature.ts";
import { unassignedCreditAssign } from "./unassigned_credit.assign.ts";
import { unassignedCreditReturn } from "./unassigned_credit.return.ts";
import { unassignedCreditSettle } from "./unassigned_credit.settle.ts";
import { unassignedCreditTake } from "./unassigned_credit.take.ts";
import { ofUnassignedCredits, unassignedCreditFacts } from "./unassigned_credit_facts.ts";
import {
  createUnassignedCreditState,
  type UnassignedCreditState,
} from "./unassigned_credit_state.ts";

export const unassignedCreditFeature = {
  operations: [
    unassignedCreditTake,
    unassignedCreditAssign,
    unassignedCreditSettle,
    unassignedCreditReturn,
  ],
  facts: unassignedCreditFacts,
  eventsOf: ofUnassignedCredits.counted,
  createState: createUnassignedCreditState,
  tables: ({ unassignedCredits }) => [unassignedCredits],
} satisfies Feature<UnassignedCreditState>;
