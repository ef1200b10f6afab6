/** What a shard keeps of statements of usage: those that are final, and which of them were not paid. */
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { MeteringState } from "../metering/metering_state.ts";
import type { ProductPricings } from "../product/told_pricing.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { UnpaidReason, UsageLine } from "./usage_schema.ts";

/** Whether what a month costs was paid out of an account of the Product. `attempts`: how often its money was looked for. */
export type UsagePayment =
  | {
      status: "due";
      attempts: number;
      /** Why the last attempt found no money. */
      reason?: UnpaidReason;
      /** When money is looked for again; absent before the first attempt. */
      nextAttemptAtMs?: number;
    }
  | {
      status: "paid";
      attempts: number;
      transferId: string;
      accountId: string;
      paidAtMs: number;
    };

/** Key: `usageStatementKey`. Of a final statement nothing but `payment` changes. */
export type UsageStatementDocument = {
  realm: number;
  month: string;
  currency: string;
  lines: UsageLine[];
  total: string;
  /** When the month began, milliseconds UTC. */
  begunMs: number;
  /** By the Product's clock, milliseconds UTC. */
  finalizedAtMs: number;
  /** Absent where nothing is charged: in sandbox, and where the total is 0. */
  payment?: UsagePayment;
};

/** Key: the number of the realm. `months`: those that are due, the earliest first. `nextMs`: when that one is tried. */
export type UsageDue = { realm: number; months: readonly string[]; nextMs: number };

export type UsageState = MeteringState & ProductPricings & ReturnType<typeof createUsageState>;

export function createUsageState() {
  return {
    usageStatements: new DocumentTable<UsageStatementDocument>({
      name: "usage_statement",
      code: LEDGER_TABLE.usageStatement,
      stored: {},
    }),
    usageDue: new DocumentTable<UsageDue>({ name: "usage_due", code: LEDGER_TABLE.usageDue }),
  };
}

/** The document of a realm's month in its table, in which no two realms may share a key. */
export function usageStatementKey(realm: number, month: string): string {
  return `${realm}.${month}`;
}
