/**
 * A month of a whole company: the sealed statements of its Products in one environment, added up. Nothing is stored of it, because
 * what it is made of never changes: a month that all Products have sealed reads the same for ever.
 */
import { createHash } from "node:crypto";
import { isoTime } from "../../base/iso_time.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import type { RealmDocument } from "../../contract/records/realm_document.ts";
import { SHARD_TABLE } from "../../contract/tables/shard_table_codes.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { seeNextMonth } from "../ledger/month_ends.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import type { StatementCurrency } from "../statement/product_statement_schema.ts";
import { missingEvidence } from "../statement/statement_evidence.ts";
import { type StatementDocument, statements } from "../statement/statement_noun.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { CompanyStatement, CompanyStatementProduct } from "./company_statement_schema.ts";

/** A Product whose realm in the environment is open. */
type OpenProduct = {
  productId: string;
  snapshot: Snapshot;
  realm: number;
  /** The earliest month that is not sealed. */
  nextMonth: string;
};

/** The Products of the company that have a realm in the environment of the read. */
export function openProducts(
  snapshot: Snapshot,
  { realm: company, environment, shardAt }: ReadContext,
): OpenProduct[] {
  const open: OpenProduct[] = [];
  if (company === undefined) return open;
  for (const { value } of snapshot.ascend(PLATFORM_TABLE.product, company, {})) {
    const { productId, tenantId, placement } = decodeDocument<ProductDocument>(value);
    const own = shardAt?.(placement[environment]);
    const stored = own?.get(SHARD_TABLE.realm, 0, realmKeyOf({ tenantId, productId, environment }));
    if (own === undefined || stored === undefined) continue;
    const realm = decodeDocument<RealmDocument>(stored).number;
    const nextMonth = seeNextMonth(own, realm);
    if (nextMonth === undefined) continue;
    open.push({ productId, snapshot: own, realm, nextMonth });
  }
  return open;
}

/** The sealed statements of the Products, month by month, the newest month first; from the month before `after` on. */
export function* monthsOf(
  products: readonly OpenProduct[],
  after?: string,
): Generator<{ month: string; sealed: ReadonlyMap<string, StatementDocument> }> {
  const heads = products.flatMap(({ productId, snapshot, realm }) => {
    const rest = sealedBack(snapshot, realm, after);
    const first = rest.next().value;
    return first === undefined ? [] : [{ productId, rest, first }];
  });
  while (heads.length > 0) {
    const months = heads.map(({ first }) => first.month).sort();
    const month = months.at(-1) as string;
    const sealed = new Map<string, StatementDocument>();
    for (const head of [...heads]) {
      if (head.first.month !== month) continue;
      sealed.set(head.productId, head.first);
      const next = head.rest.next().value;
      if (next === undefined) heads.splice(heads.indexOf(head), 1);
      else head.first = next;
    }
    yield { month, sealed };
  }
}

function* sealedBack(
  snapshot: Snapshot,
  realm: number,
  after: string | undefined,
): Generator<StatementDocument, undefined> {
  for (const { value } of snapshot.descend(statements.table.code, realm, {})) {
    const statement = statements.decoded(value);
    if (after === undefined || statement.month < after) yield statement;
  }
  return undefined;
}

/** The Product whose statement the ledger does not agree with, and what of the evidence is missing. */
export function missingOf(
  products: readonly OpenProduct[],
  sealed: ReadonlyMap<string, StatementDocument>,
): { productId: string; missing: string } | undefined {
  for (const { productId, snapshot } of products) {
    const statement = sealed.get(productId);
    const missing = statement && missingEvidence(snapshot, statement);
    if (missing !== undefined) return { productId, missing };
  }
  return undefined;
}

/** The month of the company. Products that began later than the month are left out. */
export function companyStatement(
  products: readonly OpenProduct[],
  { month, sealed }: { month: string; sealed: ReadonlyMap<string, StatementDocument> },
  { principal: { tenantId }, environment }: Pick<ReadContext, "principal" | "environment">,
): CompanyStatement {
  const shown = products.map((product) => shownProduct(product, month, sealed));
  const isSealed = shown.every(({ status }) => status === "sealed");
  const all = [...sealed].sort(([a], [b]) => (a < b ? -1 : 1));
  const sealedAtMs = Math.max(...all.map(([, statement]) => statement.sealedAtMs));
  return {
    tenantId,
    environment,
    month,
    status: isSealed ? "sealed" : "open",
    products: shown,
    currencies: addedUp(all),
    ...(isSealed && { sealedAt: isoTime(sealedAtMs) }),
    createdAt: isoTime(Math.min(...all.map(([, statement]) => statement.fromMs))),
  };
}

function shownProduct(
  { productId, nextMonth }: OpenProduct,
  month: string,
  sealed: ReadonlyMap<string, StatementDocument>,
): CompanyStatementProduct {
  const statementId = sealed.get(productId)?.statementId;
  return {
    productId,
    status: month < nextMonth ? "sealed" : "open",
    ...(statementId !== undefined && { statementId }),
  };
}

type Sums = Omit<StatementCurrency, "entriesDigest"> & { lines: string };

/** The statements of one month, added up by currency; in the order of their Products' ids. */
function addedUp(all: readonly (readonly [string, StatementDocument])[]): StatementCurrency[] {
  const sums = new Map<string, Sums>();
  for (const [productId, { currencies }] of all) {
    for (const { entriesDigest, ...one } of currencies) {
      const before = sums.get(one.currency);
      const lines = `${before?.lines ?? ""}${productId} ${entriesDigest}\n`;
      sums.set(one.currency, { ...(before === undefined ? one : sumOf(before, one)), lines });
    }
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { lines, ...sum }]) => ({
      ...sum,
      entriesDigest: createHash("sha256").update(lines).digest("hex"),
    }));
}

type Added = Omit<StatementCurrency, "entriesDigest">;

function sumOf(a: Added, b: Added): Added {
  const minor = (
    field: "opening" | "totalCredits" | "totalDebits" | "closing" | "volume" | "fees",
  ) => String(BigInt(a[field]) + BigInt(b[field]));
  return {
    currency: a.currency,
    opening: minor("opening"),
    totalCredits: minor("totalCredits"),
    totalDebits: minor("totalDebits"),
    closing: minor("closing"),
    volume: minor("volume"),
    fees: minor("fees"),
    entryCount: a.entryCount + b.entryCount,
    activeAccounts: a.activeAccounts + b.activeAccounts,
    movements: merged([...a.movements, ...b.movements], ({ kind }) => kind),
    corrections: merged(
      [...a.corrections, ...b.corrections],
      ({ month, kind }) => `${month}${kind}`,
    ),
  };
}

type Moved = {
  count: number;
  amount: string;
  credits: string;
  debits: string;
  failedCount?: number;
};

/** Rows of the same name as one, in the order of their names. */
function merged<T extends Moved>(rows: readonly T[], nameOf: (row: T) => string): T[] {
  const byName = new Map<string, T>();
  for (const row of rows) {
    const before = byName.get(nameOf(row));
    byName.set(nameOf(row), before === undefined ? row : moved(before, row));
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function moved<T extends Moved>(a: T, b: T): T {
  const minor = (field: "amount" | "credits" | "debits") =>
    String(BigInt(a[field]) + BigInt(b[field]));
  const { failedCount } = a;
  return {
    ...a,
    count: a.count + b.count,
    ...{ amount: minor("amount"), credits: minor("credits"), debits: minor("debits") },
    ...(failedCount !== undefined && { failedCount: failedCount + (b.failedCount ?? 0) }),
  };
}
