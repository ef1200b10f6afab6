/** The resource that an operation made or changed, read from the facts of its record. */
import type { Fact, StoredRecord } from "../../contract/records/record.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { isTransfer, suffixOfRow } from "../transfer/find_transfer.ts";
import type { OperationResource } from "./operation_schema.ts";

/**
 * The nouns that kinds of facts begin with, and the field of such a fact that holds the id of the
 * resource. The first noun that the record has wins, and all of them come before a transfer.
 */
const RESOURCES: readonly { noun: string; field: string }[] = [
  { noun: "customer", field: "customerId" },
  { noun: "account", field: "accountId" },
  { noun: "transfer_hold", field: "transferHoldId" },
];

type NamingFact = Fact & { owner?: { type: string } } & Record<string, unknown>;

/** The main resource; undefined where a record has no resource or, as in a batch, several transfers. */
export function resourceOf(record: StoredRecord): OperationResource | undefined {
  for (const { noun, field } of RESOURCES) {
    const fact = record.facts.find(
      (each) => each.kind.startsWith(`${noun}.`) && !isOfPlatform(each),
    );
    const id = fact === undefined ? undefined : (fact as NamingFact)[field];
    if (typeof id === "string") return { type: noun, id };
  }
  let only: TransferRow | undefined;
  for (const fact of record.facts) {
    if (fact.kind !== TRANSFER_ROW || !isTransfer(fact as TransferRow)) continue;
    if (only !== undefined) return undefined;
    only = fact as TransferRow;
  }
  return only && { type: "transfer", id: `tr_${suffixOfRow(only, record)}` };
}

/** True for a fact about an account that the platform opened for itself: no caller asked for that. */
function isOfPlatform(fact: Fact): boolean {
  return (fact as NamingFact).owner?.type === "platform";
}
