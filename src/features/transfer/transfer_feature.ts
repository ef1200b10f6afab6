/** The feature of transfers: money that moves between two accounts. */
import type { Feature } from "../../contract/declare/feature.ts";
import { transferBatchCreate } from "./transfer.batch.create.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferList } from "./transfer.list.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";
import { transferReverse } from "./transfer.reverse.ts";
import { transferEvents, transferEventTypes } from "./transfer_events.ts";
import { transferExamples } from "./transfer_examples.ts";
import { transferFacts } from "./transfer_facts.ts";
import { transfers } from "./transfer_resource.ts";
import { createTransferState, type TransferState } from "./transfer_state.ts";
import { transferWords } from "./transfer_words.ts";

export const transferFeature = {
  tag: { name: "Transfers", description: "Money that moves between two accounts." },
  words: transferWords,
  operations: [
    transferCreate,
    transferBatchCreate,
    transferList,
    transferRetrieve,
    transferReverse,
  ],
  examples: transferExamples,
  events: transferEventTypes,
  resources: [transfers],
  facts: transferFacts,
  eventsOf: transferEvents,
  createState: createTransferState,
  tables: ({ transferReversals, payoutEnds }) => [transferReversals, payoutEnds],
} satisfies Feature<TransferState>;
