/** transfer.create: moves money between two accounts that the caller names, at once. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Plan } from "../ledger/ledger.ts";
import { plainTransferBytes } from "./plain_transfer.ts";
import { transferReply } from "./transfer_json.ts";
import { partiesOf } from "./transfer_party.ts";
import { checkParties, planTransfer, TRANSFER_REFUSALS } from "./transfer_plan.ts";
import { transferReplyState } from "./transfer_reply_state.ts";
import { PLAIN_DRAFT_FIELDS, Transfer, TransferDraft } from "./transfer_schema.ts";
import type { TransferState } from "./transfer_state.ts";

export const transferCreate = declareWrite<TransferState>()({
  id: "transfer.create",
  summary: "Move money between two accounts",
  description:
    "At once. Both accounts must be open. Where a customer owns the source account, the customer must be active " +
    "(`customer_status_forbidden`); the owner of the destination account need not be.",
  http: { method: "POST", path: "/transfers", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "transfers:write",
  acts: { on: "product", by: "sourceAccountId" },
  body: TransferDraft,
  output: Transfer,
  refusals: [...TRANSFER_REFUSALS, "ledger_unavailable"],
  events: ["transfer.posted", "transfer.failed"],
  check: checkParties,
  decide(state, draft, { realm, place }) {
    const plan = new Plan(state.accounts, place);
    const parties = partiesOf(state, realm, draft);
    const refusal = planTransfer(state, plan, realm, draft, { parties, sub: 0 });
    if (refusal !== undefined) return { ...refusal, facts: plan.rows };
    return { refused: false, facts: plan.rows };
  },
  plain: {
    fields: PLAIN_DRAFT_FIELDS,
    answerTo: (draft) => (made) => plainTransferBytes(draft, made),
  },
  respond: transferReply,
  replyState: transferReplyState,
});
