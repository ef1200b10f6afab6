/**
 * Sessions and tokens are forgotten some time after their end (`contract/messages/credential_end.ts`), in steps of
 * the clock, each of which takes some of those that ended in one day. With a credential goes what was
 * noted of its last use.
 */
import type { DueSource } from "../../contract/declare/due_source.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { ResourceTable } from "../../contract/declare/resource.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { CredentialUseState } from "./credential_use_state.ts";

/** The most credentials that one step forgets: the shard decides other things between two steps. */
export const FORGOTTEN_AT_ONCE = 100;

type Ended = { realm: number };

/** The ids of those that are forgotten now, or why none is. */
export function idsForgotten<D extends Ended>(
  table: ResourceTable<D>,
  { dueMs = 0, nowMs }: Pick<DecisionContext, "dueMs" | "nowMs">,
): string[] | Refusal<"state_conflict"> {
  const first = table.forgotten?.together(PLATFORM_REALM, FORGOTTEN_AT_ONCE);
  if (first === undefined || first.atMs > Math.max(dueMs, nowMs)) {
    return refuse("state_conflict", "nothing has ended long enough ago", {
      expected: "due",
      actual: "not_due",
    });
  }
  return first.keys.map((key) => `${table.prefix}_${key}`);
}

/** Removes the credentials and their last uses; part of `apply`. */
export function forget<D extends Ended>(
  table: ResourceTable<D>,
  { credentialUses }: CredentialUseState,
  ids: readonly string[],
): void {
  for (const id of ids) {
    table.remove(table.keyOf(id));
    if (credentialUses.find(id) !== undefined) credentialUses.remove(id);
  }
}

/** The source of the steps that forget what has ended; the smallest id tells one step from the next. */
export function dueWhenForgotten<S, D extends Ended>(
  name: string,
  tableOf: (state: S) => ResourceTable<D>,
  operation: string,
): DueSource<S> {
  return {
    name,
    realm: PLATFORM_REALM,
    realms: (state) => (tableOf(state).size === 0 ? [] : [PLATFORM_REALM]),
    earliest(state, realm) {
      const { forgotten, prefix } = tableOf(state);
      const first = forgotten?.first(realm);
      return first && { atMs: first.atMs, operation, input: { first: `${prefix}_${first.key}` } };
    },
  };
}
