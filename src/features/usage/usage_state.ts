/** What a shard keeps of statements of usage: those that are final. */
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { MeteringState } from "../metering/metering_state.ts";
import type { ProductPricings } from "../product/told_pricing.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { UsageLine } from "./usage_schema.ts";

/** Key: `usageStatementKey`. Never changed. */
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
};

export type UsageState = MeteringState & ProductPricings & ReturnType<typeof createUsageState>;

export function createUsageState() {
  return {
    usageStatements: new DocumentTable<UsageStatementDocument>({
      name: "usage_statement",
      code: LEDGER_TABLE.usageStatement,
      stored: {},
    }),
  };
}

/** The document of a realm's month in its table, in which no two realms may share a key. */
export function usageStatementKey(realm: number, month: string): string {
  return `${realm}.${month}`;
}
