/** The part of a ledger shard's state about limits of payouts: the limits, and what payouts have used of them. */

import { DocumentTable } from "../../contract/tables/document_table.ts";
import { KeyGroups } from "../../contract/tables/key_groups.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { PayoutLimitDocument, PayoutUsageDocument } from "./payout_limit_document.ts";

export type PayoutLimitState = ReturnType<typeof createPayoutLimitState>;

export function createPayoutLimitState() {
  const payoutLimitsByRealm = new KeyGroups<PayoutLimitDocument, number>(({ realm }) => realm);
  return {
    /** By `limitKey`. In memory, because each payout asks for six of them; a realm has a bounded number. */
    payoutLimits: new DocumentTable<PayoutLimitDocument>({
      name: "payout_limit",
      code: LEDGER_TABLE.payoutLimit,
      indexes: [payoutLimitsByRealm],
    }),
    payoutLimitsByRealm,
    /** By `usageKey`: one for each scope, whether it has a limit or not, so that a new limit knows what was paid before. */
    payoutUsages: new DocumentTable<PayoutUsageDocument>({
      name: "payout_usage",
      code: LEDGER_TABLE.payoutUsage,
      stored: {},
    }),
  };
}
