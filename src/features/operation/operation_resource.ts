/** Which resource an operation was about, read from the facts of its record. */
import type { Fact, StoredRecord } from "../../contract/record.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { isTransfer, suffixOfRow } from "../transfer/find_transfer.ts";
import type { OperationResource } from "./operation_schema.ts";

/**
 * Nouns of facts, and the field of such a fact that holds the id. In order of precedence: a hold
 * comes before the transfer that it reserves.
 */
const RESOURCES: readonly { noun: string; field: string }[] = [
  { noun: "customer", field: "customerId" },
  { noun: "account", field: "accountId" },
  { noun: "transfer_hold", field: "transferHoldId" },
];

type NamingFact = Fact & { owner?: { type: string } } & Record<string, unknown>;

/** The main resource; undefined when there is none or, as in a batch, no single one. */
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

/** The platform opens accounts of its own on the way; no caller asked for one. */
function isOfPlatform(fact: Fact): boolean {
  return (fact as NamingFact).owner?.type === "platform";
}
