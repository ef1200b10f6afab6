/** Check of what a shard's memory has of the month of each realm that ends next, against the model at a frame. */
import { monthEndOf } from "../../src/features/ledger/month_ends.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { sealedMonth } from "../../src/features/statement/sealed_month.ts";
import type { Realm } from "./model/model.ts";
import { wrongCorrections } from "./model/month_ends.ts";

/** A violation where another month ends next than the model says, or has other corrections. */
export function wrongMonths(
  state: ShardState,
  realms: readonly (Realm | undefined)[],
): string | undefined {
  for (const [number, realm] of realms.entries()) {
    // No month ends of a realm that is retired, or is no Product's.
    const month = monthEndOf(state, number)?.month;
    if (realm === undefined || month === undefined) continue;
    if (month !== realm.month) return `${month} ends next, not ${realm.month}`;
    const currencies = state.days.monthTotals(number, month).map(sealedMonth);
    const wrong = wrongCorrections(realm, { month, currencies });
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
