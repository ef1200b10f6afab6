/** The transfer as a resource: a row of a record in the log; the transfer's id names both. */
import type { Resource } from "../../contract/declare/resource.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { findTransfer } from "./find_transfer.ts";

export const transfers: Resource = {
  noun: "transfer",
  prefix: "tr",
  readScope: "transfers:read",
  externalIdTable: LEDGER_TABLE.transferExternalId,
  titled(snapshot, realm, id) {
    const transfer = findTransfer((place) => snapshot.record(place), realm, id);
    if (transfer === undefined) return undefined;
    const { amountMinor, currency, extras } = transfer.row;
    return { id, title: extras?.description || `${amountMinor} ${currency}` };
  },
};
