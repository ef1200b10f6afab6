/**
 * bank_message.written: the file of a message was written for the first time, with this digest. Written again, it must have the same. The outbox
 * reports it when the file is on disk; no caller can.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { keyOfMessage } from "./bank_message_document.ts";
import { ofBankMessages } from "./bank_message_facts.ts";
import { BankMessageId, BankMessageStep, closed } from "./bank_message_schema.ts";
import type { BankMessageState } from "./bank_message_state.ts";

const Writing = Type.Object(
  { sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) },
  { title: "BankMessageWriting", ...closed },
);

export const bankMessageWritten = declareWrite<BankMessageState>()({
  id: "bank_message.written",
  summary: "Note that the file of a message was written",
  http: { method: "POST", path: "/platform/bank-messages/{bankMessageId}/written" },
  principals: ["system"],
  scope: undefined,
  environment: "live",
  inContract: false,
  path: Type.Object({ bankMessageId: BankMessageId }, closed),
  body: Writing,
  output: BankMessageStep,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide({ bankMessages }, { bankMessageId, sha256 }, { realm, nowMs }) {
    const known = bankMessages.get(realm, keyOfMessage(bankMessageId));
    if (known === undefined) {
      const message = `no message to a bank has the id ${bankMessageId}`;
      return refuse("resource_not_found", message, { resourceType: "bank_message" });
    }
    const { writtenSha256, requestIds, revision } = known;
    const reply = { bankMessageId, orders: requestIds.length };
    if (writtenSha256 === sha256) return accept([], reply);
    if (writtenSha256 !== undefined) {
      const message = `the file of the message ${bankMessageId} was written with other content before`;
      return refuse("state_conflict", message, { expected: writtenSha256, actual: sha256 });
    }
    const written = {
      ...known,
      writtenSha256: sha256,
      writtenAtMs: nowMs,
      revision: revision + 1,
    };
    return accept([ofBankMessages.fact("written", written)], reply);
  },
});
