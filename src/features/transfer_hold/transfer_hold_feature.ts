/** The feature of transfer holds: money that is reserved until a hold settles or ends. */
import type { Feature } from "../../contract/declare/feature.ts";
import { dueAtDeadlines } from "../../contract/declare/resource_facts.ts";
import { transferHoldCancel } from "./transfer_hold.cancel.ts";
import { transferHoldClear } from "./transfer_hold.clear.ts";
import { transferHoldCreate } from "./transfer_hold.create.ts";
import { transferHoldExpire } from "./transfer_hold.expire.ts";
import { transferHoldEvents, transferHoldEventTypes } from "./transfer_hold_events.ts";
import { transferHoldExamples } from "./transfer_hold_examples.ts";
import { transferHoldFacts } from "./transfer_hold_facts.ts";
import { transferHoldList, transferHoldRetrieve, transferHolds } from "./transfer_hold_resource.ts";
import { createTransferHoldState, type TransferHoldState } from "./transfer_hold_state.ts";
import { transferHoldWords } from "./transfer_hold_words.ts";

export const transferHoldFeature = {
  tag: {
    name: "Transfer holds",
    description: "Money that is reserved until it is cleared, cancelled or expires.",
  },
  words: transferHoldWords,
  operations: [
    transferHoldCreate,
    transferHoldClear,
    transferHoldCancel,
    transferHoldExpire,
    transferHoldList,
    transferHoldRetrieve,
  ],
  examples: transferHoldExamples,
  events: transferHoldEventTypes,
  resources: [transferHolds],
  facts: transferHoldFacts,
  eventsOf: transferHoldEvents,
  createState: createTransferHoldState,
  tables: (state) => [state.transferHolds],
  due: [
    dueAtDeadlines(
      "transfer_hold.expiry",
      (state: TransferHoldState) => state.transferHolds,
      (transferHoldId) => ({ operation: "transfer_hold.expire", input: { transferHoldId } }),
    ),
  ],
} satisfies Feature<TransferHoldState>;
