/**
 * What a ledger shard tells the platform shard about a company: an operation in the realm of the company. The telling
 * is an effect of the decision, so it is owed from the decision's record on, through crashes, until the company's realm
 * has its record.
 */
import type { Effect, EffectKind } from "../../contract/declare/effect.ts";
import { tenantNames } from "../../contract/declare/principal.ts";
import { PLATFORM_SHARD } from "../../contract/records/platform_realm.ts";
import type { Telling } from "./platform_telling.ts";

export const COMPANY_TELLING: EffectKind = {
  kind: "platform.company_telling",
  settledBy: "platform.company_telling.settle",
  cause: "platform",
  isAwaited: true,
};

/** The effect. The request of the decision is answered when the telling is durable, unless `isAwaited` is false. */
export function companyTelling(
  tenantId: string,
  { operation, input }: Pick<Telling, "operation" | "input">,
  { isAwaited = true }: { isAwaited?: boolean } = {},
): Effect {
  const payload: Telling = {
    shard: PLATFORM_SHARD,
    names: tenantNames(tenantId),
    operation,
    input,
  };
  return { kind: COMPANY_TELLING.kind, payload, ...(!isAwaited && { isAwaited: false as const }) };
}
