/**
 * transfer.batch.create: up to 1,000 transfers in one request and one record. Each item is decided
 * after the items before it and has a result of its own; with `atomic`, all items post or none
 * does.
 */
import type { Place } from "../../base/id.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import type { PlainItems } from "../../contract/declare/plain_items.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { Issue } from "../../contract/refusals/refusal.ts";
import { Plan } from "../ledger/ledger.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import { refusalOfItem } from "./batch_refusal.ts";
import {
  isAllPosted,
  plainBatchJson,
  TRANSFER_BATCH_REFUSED,
  TransferBatch,
  TransferBatchDraft,
  type TransferBatchRefused,
  transferBatchJson,
} from "./transfer_batch.ts";
import {
  checkedParties,
  type Parties,
  type PartyOrdinals,
  type PartyRefusal,
  partiesOf,
} from "./transfer_party.ts";
import { checkParties, planTransfer, TRANSFER_REFUSALS } from "./transfer_plan.ts";
import { PLAIN_DRAFT_FIELDS, type TransferDraft } from "./transfer_schema.ts";
import type { TransferState } from "./transfer_state.ts";

type DraftOf = { items: TransferDraft[] };

export const transferBatchCreate = declareWrite<TransferState>()({
  id: "transfer.batch.create",
  summary: "Move money many times in one request",
  description:
    "Items run in order, each after those before it. Of each item, both accounts must be open, and a customer " +
    "who owns its source account must be active.",
  http: { method: "POST", path: "/transfers/batch", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "transfers:write",
  acts: { on: "product", by: "items.0.sourceAccountId" },
  body: TransferBatchDraft,
  output: TransferBatch,
  refusals: [...TRANSFER_REFUSALS, "ledger_unavailable"],
  events: ["transfer.posted", "transfer.failed"],
  check: checkItems,
  decide(state, { items, atomic = false }, { items: asBytes, realm, place, newId }) {
    const plan = new Plan(state.accounts, place);
    let item = asBytes?.first ?? 0;
    const claimed = new Map<string, string>();
    const refused: TransferBatchRefused[] = [];
    for (let index = 0; index < items.length; index++) {
      const draft = items[index] as TransferDraft;
      let parties: Parties | PartyRefusal;
      if (asBytes === undefined) parties = partiesOf(state, realm, draft);
      else {
        parties = checkedParties(state, draft, ordinalsIn(asBytes, item, state.accounts, realm));
        item = asBytes.next(item);
      }
      const refusal = planTransfer(state, plan, realm, draft, { parties, sub: index, claimed });
      if (refusal === undefined) {
        if (draft.externalId !== undefined) claimed.set(draft.externalId, newId("tr", index));
        continue;
      }
      if (atomic) return refusalOfItem(refusal, index, failedAlone(state, plan, place));
      const { code, message, details } = refusal;
      refused.push({ kind: TRANSFER_BATCH_REFUSED, index, error: { code, message, details } });
    }
    return { refused: false, facts: refused.length === 0 ? plan.rows : [...plan.rows, ...refused] };
  },
  plain: {
    fields: [],
    list: { name: "items", fields: PLAIN_DRAFT_FIELDS },
    answerTo({ items: { length } }) {
      return ({ suffix }) => plainBatchJson(length, suffix);
    },
    isAnswerTo: isAllPosted,
  },
  respond: (record) => transferBatchJson(record),
});

const SOURCE = PLAIN_DRAFT_FIELDS.indexOf("sourceAccountId");
const DESTINATION = PLAIN_DRAFT_FIELDS.indexOf("destinationAccountId");

/** Looks up the two accounts of an item where their ids lie. */
function ordinalsIn(
  items: PlainItems,
  item: number,
  accounts: TransferState["accounts"],
  realm: number,
): PartyOrdinals {
  const ordinalOf = (field: number) =>
    accounts.ordinalAt(realm, items.view, items.textAt(item, field), items.lengthOf(item, field));
  return { sourceOrdinal: ordinalOf(SOURCE), destinationOrdinal: ordinalOf(DESTINATION) };
}

function checkItems({ items }: DraftOf): Issue[] {
  const issues: Issue[] = [];
  for (let index = 0; index < items.length; index++) {
    for (const issue of checkParties(items[index] as TransferDraft)) {
      issues.push({ ...issue, path: ["items", index, ...issue.path] });
    }
  }
  return issues;
}

/** The failed row that ends `plan`, if any, as a record that moves no money must have it. */
function failedAlone(state: TransferState, plan: Plan, place: Place): readonly TransferRow[] {
  const last = plan.rows.at(-1);
  if (last === undefined || last.step !== "failed") return [];
  const { failureCode = "", ...extras } = last.extras ?? {};
  const alone = new Plan(state.accounts, place);
  alone.addFailed({ ...last, extras }, failureCode);
  return alone.rows;
}
