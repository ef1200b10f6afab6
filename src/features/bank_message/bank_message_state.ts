/** The part of a ledger shard's state about messages to banks that speak files. */
import { isoDay } from "../../base/iso_time.ts";
import { FinderIndex } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { type BankMessageDocument, keyOfMessage } from "./bank_message_document.ts";

export type BankMessageState = ReturnType<typeof createBankMessageState>;

/** In the place of a day: of the messages of which no file was written yet. */
export const UNWRITTEN = "unwritten";

export function createBankMessageState() {
  return {
    /** By the suffix of the id. */
    bankMessages: new DocumentTable<BankMessageDocument>({
      name: "bank_message",
      code: LEDGER_TABLE.bankMessage,
      stored: {},
      indexes: [
        new FinderIndex(
          { name: "bank_message_by_day", code: LEDGER_TABLE.bankMessageByDay, inRealm: 0 },
          entriesOf,
        ),
      ],
    }),
  };
}

/**
 * What the entries begin with of the messages to a bank that were made on a day (`YYYY-MM-DD`, UTC), or that are `UNWRITTEN`; the message's key
 * follows.
 */
export function messagesText(provider: string, day: string): string {
  return `${provider} ${day} `;
}

function entriesOf({
  provider,
  bankMessageId,
  createdAtMs,
  writtenSha256,
}: BankMessageDocument): string[] {
  const key = keyOfMessage(bankMessageId);
  const day = isoDay(createdAtMs);
  const made = messagesText(provider, day) + key;
  return writtenSha256 === undefined ? [made, messagesText(provider, UNWRITTEN) + key] : [made];
}
