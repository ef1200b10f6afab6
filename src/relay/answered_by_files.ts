/**
 * What a bank that speaks files is taken to answer when something is asked of it. Nobody is connected to: an order is accepted here, and waits for the next file;
 * what no file says the operator asks for by hand.
 * Guarantees: a payout is given up exactly where it stands in no message, and then it never comes to stand in one. One that stands in a message is asked for by another
 * file.
 */
import type { RequestKind } from "../contract/messages/provider_kinds.ts";
import type { ProviderAnswer } from "../contract/messages/provider_protocol.ts";
import type { PayoutRequest } from "../features/payout/payout_request.ts";
import { takesDebitsOver } from "../features/provider/provider_document.ts";
import { referenceOf } from "../iso20022/order_references.ts";

/** Who tells the bank: a file, or the operator. */
export type FileChannel = "file" | "operator";
export type AnswerByFiles = { answer: ProviderAnswer; channel?: FileChannel };

export type AskedByFiles = {
  effectId: string;
  kind: RequestKind;
  request: Readonly<Record<string, unknown>>;
  /** Why nobody can be asked any more, as a code of the platform's own; undefined: it can be asked. */
  withheld: string | undefined;
  /**
   * Of a request that sends a payout: the id of the message that it stands in, or undefined where it stands in none. Looked up where the request that gives the
   * payout up is on record, because from then on no message takes it.
   */
  messageOf(effectId: string): string | undefined;
};

/** The answer, by kind of request. */
export function answeredByFiles(asked: AskedByFiles): AnswerByFiles {
  // No file has had it: an order comes into one only after it was accepted here.
  if (asked.withheld !== undefined) return refused(asked.withheld, "it cannot be sent any more");
  switch (asked.kind) {
    case "payout":
      return answerToPayout(asked);
    case "collection": {
      const { rail } = asked.request as { rail: string };
      if (takesDebitsOver({ speaks: "files" }, rail)) return accepted(asked, "file");
      return refused("rail_not_in_files", `debits over ${rail} stand in no file`);
    }
    case "address":
    case "credit_return":
      return accepted(asked, "operator");
    case "verification":
      return refused("not_of_a_bank", "a bank verifies nobody");
    case "payee_check":
      // No file asks whose an account is. A refusal would say that the account cannot be paid.
      return accepted(asked, undefined, "unavailable");
  }
}

function answerToPayout(asked: AskedByFiles): AnswerByFiles {
  const { action, effectId = "" } = asked.request as PayoutRequest;
  if (action === "send") return accepted(asked, "file");
  const messageId = asked.messageOf(effectId);
  if (messageId === undefined) return accepted(asked, undefined, "cancelled");
  return accepted(asked, "file");
}

function accepted(
  { effectId }: AskedByFiles,
  channel: FileChannel | undefined,
  status: "processing" | "cancelled" | "unavailable" = "processing",
): AnswerByFiles {
  const answer = {
    result: "accepted" as const,
    providerReference: referenceOf(effectId),
    status,
  };
  return { answer, ...(channel !== undefined && { channel }) };
}

function refused(providerCode: string, message: string): AnswerByFiles {
  return { answer: { result: "refused", providerCode, message } };
}
