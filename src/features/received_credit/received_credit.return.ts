/**
 * received_credit.return: asks the bank to send a credit back to who has paid it. The money is reserved and the intent is on
 * record before the bank is asked, and the answer waits until the bank has accepted or refused.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import type { Ending } from "../../contract/declare/ending.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { notBlank } from "../../contract/values/formats.ts";
import {
  endingOfRequest,
  providerRequestsOf,
  type ReadableRequests,
  resumeInputOf,
} from "../provider_request/provider_request_ending.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { askedBack, RETURN_MONEY_REFUSALS, type ReturningState } from "./credit_returning.ts";
import {
  receivedCreditNotFound,
  receivedCreditResource,
  receivedCredits,
  refuseCreditStatus,
} from "./received_credit_noun.ts";
import { REMITTANCE_CHARACTERS_MAX, ReceivedCredit } from "./received_credit_schema.ts";

const CreditReturnDraft = Type.Object(
  {
    reason: Type.Optional(
      notBlank(
        Type.String({
          minLength: 1,
          maxLength: REMITTANCE_CHARACTERS_MAX,
          description:
            "Why, in words that the bank may show to the payer; becomes the description of the transfer.",
          examples: ["Paid to the wrong account"],
        }),
      ),
    ),
  },
  {
    title: "CreditReturnDraft",
    description: "Why money is sent back.",
    additionalProperties: false,
  },
);

export const receivedCreditReturn = declareWrite<ReturningState & SandboxState>()({
  id: "received_credit.return",
  summary: "Send a received credit back",
  description:
    "The whole amount, to the account that it came from, of a credit that is `credited`, `suspended` or `assigned`. The money is " +
    "reserved on the account that has it, and leaves it when the bank says so; where the bank does not send it back, the " +
    "credit is what it was, with a `failure`. A freeze of that account, in either mode, is refused with `account_frozen`; " +
    "its owner may be a suspended customer. The answer comes when the bank has accepted or refused. After a " +
    "`provider_egress_failed` the same request with the same key asks again, and nothing is sent twice.",
  http: { method: "POST", path: "/received-credits/{receivedCreditId}/return" },
  principals: PRODUCT_CALLERS,
  scope: "financial_addresses:write",
  path: receivedCredits.path,
  body: CreditReturnDraft,
  output: ReceivedCredit,
  refusals: [
    "resource_not_found",
    "state_conflict",
    ...RETURN_MONEY_REFUSALS,
    "provider_egress_rejected",
    "provider_egress_failed",
    "ledger_unavailable",
  ],
  events: ["received_credit.returning", "transfer.failed"],
  decide(state, { receivedCreditId, reason }, context) {
    const credit = state.receivedCredits.byId(context.realm, receivedCreditId);
    if (credit === undefined) return receivedCreditNotFound(receivedCreditId);
    const refusal = refuseCreditStatus(credit, ["credited", "suspended", "assigned"]);
    return refusal ?? askedBack(state, credit, reason, context);
  },
  lasting: {
    endOf: endingOfReturn,
    resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
  },
  replyState: providerRequestsOf,
});

/** The answer is the credit as its own record made it: whatever the bank says comes later. */
function endingOfReturn(
  record: StoredRecord,
  names: RealmNames,
  state: ReadableRequests,
): Ending<"provider_egress_rejected" | "provider_egress_failed"> | undefined {
  const credit = record.facts.map(receivedCredits.of).find((found) => found !== undefined);
  invariant(credit !== undefined, "the record of a return has the credit");
  const body = () => JSON.stringify(receivedCreditResource(credit, names));
  const ending = endingOfRequest(record, state, body);
  if (ending === undefined || ending.kind === "succeeded") return ending;
  invariant(ending.refusal.code !== "state_constraint_failed", "nothing gives up a return");
  return ending as Ending<"provider_egress_rejected" | "provider_egress_failed">;
}
