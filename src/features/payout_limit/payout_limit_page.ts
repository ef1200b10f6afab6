/** The list of limits, for callers and for the operator: the Product's first, then those of customers, with what is used. */
import { isoTime } from "../../base/iso_time.ts";
import type { Found } from "../../contract/declare/found.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { ResourceNames } from "../../contract/declare/resource.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { readSandboxClockMs } from "../sandbox/sandbox_clock.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  type PayoutLimitDocument,
  type PayoutUsageDocument,
  type PayoutUse,
  scopeText,
  usageKey,
} from "./payout_limit_document.ts";
import type { PayoutLimit } from "./payout_limit_schema.ts";
import { dayOf, rangeOf, startOf } from "./payout_period.ts";
import { usedOn } from "./payout_usage.ts";

/** What follows the space in no key, and is greater than it. */
const BEHIND_SPACE = "!";

type Query = { productId?: string; customerId?: string; limit?: string; cursor?: string };

/** A page of the limits of the caller's realm; `customerId`: of this customer alone. */
export function payoutLimitPage(
  snapshot: Snapshot,
  { limit, cursor, ...filters }: Query,
  context: ReadContext,
): Found | Refusal<"invalid_request"> {
  const { realm } = context;
  function* walk(position: string | undefined): Generator<WalkRow<PayoutLimit>> {
    if (realm === undefined) return;
    const { customerId } = filters;
    const text = customerId === undefined ? "" : scopeText(customerId);
    const bounds = {
      from: position === undefined ? text : `${position}\0`,
      ...(text !== "" && { below: text.slice(0, -1) + BEHIND_SPACE }),
    };
    const day = dayOf(clockMsIn(snapshot, context));
    for (const { key, value } of snapshot.ascend(LEDGER_TABLE.payoutLimit, realm, bounds)) {
      const document = decodeDocument<PayoutLimitDocument>(value);
      const stored = snapshot.get(LEDGER_TABLE.payoutUsage, realm, usageKey(realm, document));
      const usage = stored && decodeDocument<PayoutUsageDocument>(stored);
      const used = usedOn(usage, document.period, day);
      yield { position: key, item: payoutLimitResource(document, used, day, context.principal) };
    }
  }
  return answerPage({ limit, cursor, filters, walk }, context);
}

/** Where the Product's clock stands, in the environment that is read. */
function clockMsIn(snapshot: Snapshot, context: ReadContext): number {
  const isSandbox = context.principal.environment === "sandbox";
  return isSandbox ? readSandboxClockMs(snapshot, context) : context.nowMs;
}

/** The limit in answers, on a day by the Product's clock. The order of the fields is their order on the wire. */
export function payoutLimitResource(
  limit: Omit<PayoutLimitDocument, "realm">,
  used: PayoutUse,
  day: string,
  { productId, environment }: ResourceNames,
): PayoutLimit {
  const { customerId, currency, period, maxCount, maxAmountMinor, maxEachMinor } = limit;
  const { fromMs, toMs } = rangeOf(period, startOf(period, day));
  return {
    productId,
    environment,
    ...(customerId !== undefined && { customerId }),
    currency,
    period,
    ...(maxCount !== undefined && { maxCount }),
    ...(maxAmountMinor !== undefined && { maxAmount: maxAmountMinor }),
    ...(maxEachMinor !== undefined && { maxEach: maxEachMinor }),
    usedCount: used.count,
    usedAmount: String(used.amountMinor),
    periodStartsAt: isoTime(fromMs),
    periodEndsAt: isoTime(toMs),
    updatedAt: isoTime(limit.setAtMs),
  };
}
