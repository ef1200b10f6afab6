/** What a search finds: first what the text names exactly, then names that hold it. */
import { suffixOf } from "../../base/id.ts";
import type { ReadContext } from "../../contract/operation.ts";
import type { StoredRecord } from "../../contract/record.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import type { CustomerDocument } from "../customer/customer_document.ts";
import { CUSTOMER_TABLE } from "../customer/customer_state.ts";
import {
  EXTERNAL_ID_TABLE,
  type ExternalId,
  type ExternalIdOwner,
  externalIdKey,
} from "../external_id/external_id.ts";
import { type AccountDocument, decodeAccountDocument } from "../ledger/account_document.ts";
import { ACCOUNT_TABLE } from "../ledger/account_table.ts";
import { EXTERNAL_ROLE, roleOf } from "../ledger/roles.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";
import { findTransfer } from "../transfer/find_transfer.ts";
import type { TransferHoldDocument } from "../transfer_hold/transfer_hold_document.ts";
import { TRANSFER_HOLD_TABLE } from "../transfer_hold/transfer_hold_state.ts";
import type { SearchHit, SearchType } from "./search_schema.ts";

/** Rows of each table of names that one search looks at, the newest first. */
export const SEARCH_SCAN_MAX = 10_000;

type Asked = { text: string; wanted: ReadonlySet<SearchType>; itemsMax: number };
type Finding = { items: SearchHit[]; complete: boolean };

/** Hits of the wanted types, at most `itemsMax`, each thing once. */
export function hitsOf(snapshot: Snapshot, context: ReadContext, asked: Asked): Finding {
  const { scope } = context;
  const finding: Finding = { items: [], complete: true };
  if (scope === undefined) return finding;
  const seen = new Set<string>();
  const add = (hit: SearchHit | undefined): boolean => {
    if (hit === undefined || !asked.wanted.has(hit.type) || seen.has(hit.id)) return true;
    if (finding.items.length === asked.itemsMax) {
      finding.complete = false;
      return false;
    }
    seen.add(hit.id);
    finding.items.push(hit);
    return true;
  };
  for (const id of namedIds(snapshot, context, scope, asked.text)) {
    if (!add(hitOfId(snapshot, scope, id))) return finding;
  }
  const named = asked.text.toLowerCase();
  for (const hits of [customersNamed, accountsNamed]) {
    let scanned = 0;
    for (const hit of hits(snapshot, scope, named)) {
      if (!add(hit)) return finding;
      if (++scanned < SEARCH_SCAN_MAX) continue;
      finding.complete = false;
      break;
    }
  }
  return finding;
}

/** Ids that the text is, holds as external id, or led to as idempotency key. */
function* namedIds(
  snapshot: Snapshot,
  { located }: ReadContext,
  scope: number,
  text: string,
): Generator<string> {
  yield text;
  for (const owner of ["customer", "account", "transfer", "transfer_hold"] as const) {
    const value = snapshot.get(EXTERNAL_ID_TABLE, scope, externalKey(scope, owner, text));
    if (value !== undefined) yield decodeDocument<ExternalId>(value).id;
  }
  const record = located === 0 ? undefined : snapshot.record(located);
  if (record?.scope !== scope || record.idempotencyKey !== text.toLowerCase()) return;
  yield `op_${suffixOfRecord(record)}`;
  yield `rcpt_${suffixOfRecord(record)}`;
}

/** No external id is longer, and no key of a table may be. */
function externalKey(scope: number, owner: ExternalIdOwner, text: string): string {
  return externalIdKey(scope, owner, text.slice(0, 65));
}

function hitOfId(snapshot: Snapshot, scope: number, id: string): SearchHit | undefined {
  const prefix = id.slice(0, id.indexOf("_"));
  const suffix = suffixOf(prefix, id);
  if (suffix === undefined) return undefined;
  const stored = (table: number) => snapshot.get(table, scope, suffix);
  switch (prefix) {
    case "cust": {
      const value = stored(CUSTOMER_TABLE);
      return value && customerHit(decodeDocument<CustomerDocument>(value));
    }
    case "acct": {
      const value = stored(ACCOUNT_TABLE);
      return value && accountHit(suffix, decodeAccountDocument(value));
    }
    case "th": {
      const value = stored(TRANSFER_HOLD_TABLE);
      if (value === undefined) return undefined;
      const { amountMinor, currency, status } = decodeDocument<TransferHoldDocument>(value);
      return { type: "transfer_hold", id, title: `${amountMinor} ${currency} ${status}` };
    }
    case "tr":
      return transferHit(snapshot, scope, id);
    case "op":
    case "rcpt": {
      const record = recordOfSuffix((place) => snapshot.record(place), scope, suffix);
      return record && recordHit(prefix, id, suffix, record);
    }
    default:
      return undefined;
  }
}

function recordHit(
  prefix: "op" | "rcpt",
  id: string,
  suffix: string,
  record: StoredRecord,
): SearchHit | undefined {
  if (suffixOfRecord(record) !== suffix) return undefined;
  return { type: prefix === "op" ? "operation" : "receipt", id, title: record.operation };
}

function transferHit(snapshot: Snapshot, scope: number, id: string): SearchHit | undefined {
  const transfer = findTransfer((place) => snapshot.record(place), scope, id);
  if (transfer === undefined) return undefined;
  const { amountMinor, currency, extras } = transfer.row;
  const title = extras?.description || `${amountMinor} ${currency}`;
  return { type: "transfer", id, title };
}

/** One yield for each row looked at; `text` is in lower case. */
function* customersNamed(
  snapshot: Snapshot,
  scope: number,
  text: string,
): Generator<SearchHit | undefined> {
  for (const { value } of snapshot.descend(CUSTOMER_TABLE, scope, {})) {
    const customer = decodeDocument<CustomerDocument>(value);
    const { displayName, entityId } = customer.entity;
    const isFound = displayName.toLowerCase().includes(text) || entityId.toLowerCase() === text;
    yield isFound ? customerHit(customer) : undefined;
  }
}

function* accountsNamed(
  snapshot: Snapshot,
  scope: number,
  text: string,
): Generator<SearchHit | undefined> {
  for (const { key, value } of snapshot.descend(ACCOUNT_TABLE, scope, {})) {
    const account = decodeAccountDocument(value);
    const isFound = account.extras?.name?.toLowerCase().includes(text) === true;
    yield isFound ? accountHit(key, account) : undefined;
  }
}

function customerHit({ customerId, entity }: CustomerDocument): SearchHit {
  return { type: "customer", id: customerId, title: entity.displayName };
}

/** The platform's own accounts are nobody's to find by name, and can be found by id. */
function accountHit(suffix: string, { extras, roleCode, currency }: AccountDocument): SearchHit {
  const { role } = roleOf(roleCode);
  const kind = role === EXTERNAL_ROLE ? "platform account" : role;
  return { type: "account", id: `acct_${suffix}`, title: extras?.name ?? `${kind} ${currency}` };
}
