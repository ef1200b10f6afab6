/** What happens to messages to banks. No event tells of them: what becomes of an order is told as what happens to its payout or collection. */
import type { Apply } from "../../contract/declare/operation.ts";
import { declareFacts } from "../document_facts.ts";
import type { FactOf } from "../noun.ts";
import { type BankMessageDocument, keyOfMessage } from "./bank_message_document.ts";
import type { BankMessageState } from "./bank_message_state.ts";

export const ofBankMessages = declareFacts<BankMessageDocument>()({
  noun: "bank_message",
  happenings: { made: {}, written: {} },
});
export type BankMessageFact = FactOf<typeof ofBankMessages>;

const put: Apply<BankMessageState> = ({ bankMessages }, fact, { realm }) => {
  const { bankMessage } = fact as BankMessageFact;
  bankMessages.set(keyOfMessage(bankMessage.bankMessageId), { realm, ...bankMessage });
};

export const bankMessageFacts = ofBankMessages.byKind(() => put);
