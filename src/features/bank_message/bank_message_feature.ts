/** Messages of orders to banks that speak files. */
import type { Feature } from "../../contract/declare/feature.ts";
import { bankMessageMake } from "./bank_message.make.ts";
import { bankMessageWritten } from "./bank_message.written.ts";
import { bankMessageFacts, ofBankMessages } from "./bank_message_facts.ts";
import type { FilingState } from "./bank_message_orders.ts";
import { createBankMessageState } from "./bank_message_state.ts";

export const bankMessageFeature = {
  words: {
    ids: { bmsg: "a message to a bank" },
  },
  operations: [bankMessageMake, bankMessageWritten],
  facts: bankMessageFacts,
  eventsOf: ofBankMessages.counted,
  createState: createBankMessageState,
  tables: ({ bankMessages }) => [bankMessages],
} satisfies Feature<FilingState>;
