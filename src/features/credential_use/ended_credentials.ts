/**
 * Sessions and tokens are forgotten some time after their end (`contract/messages/credential_end.ts`), in steps of
 * the clock, each of which takes some of those that ended in one day. With a credential goes what was
 * noted of its last use.
 */
import { Type } from "@sinclair/typebox";
import type { DueSource } from "../../contract/declare/due_source.ts";
import { type Acceptance, accept, type DecisionContext } from "../../contract/declare/operation.ts";
import type { ResourceTable } from "../../contract/declare/resource.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { CredentialUseState } from "./credential_use_state.ts";

/** The most credentials that one step forgets: the shard decides other things between two steps. */
export const FORGOTTEN_AT_ONCE = 100;

type Ended = { realm: number };

/** The part of the declaration that these steps have in common. `things`: what is forgotten, in titles. */
export function forgetting(things: string) {
  return {
    principals: ["system"],
    scope: undefined,
    inContract: false,
    acts: { on: "platform" },
    body: Type.Object(
      {
        first: Type.String({
          description: "One of them, by which one step differs from the next.",
        }),
      },
      { title: `${things}ToForget`, additionalProperties: false },
    ),
    output: Type.Object(
      { forgotten: Type.Integer({ minimum: 0, description: "How many were removed." }) },
      { title: `${things}Forgotten`, additionalProperties: false },
    ),
    refusals: ["state_conflict"],
    events: [],
  } as const;
}

/** Forgets those whose time has come, with the fact of their ids, or says why none is forgotten. */
export function decideForgotten<D extends Ended>(
  table: ResourceTable<D>,
  { dueMs = 0, nowMs }: Pick<DecisionContext, "dueMs" | "nowMs">,
  factOf: (ids: readonly string[]) => Fact,
): Acceptance | Refusal<"state_conflict"> {
  const first = table.forgotten?.together(PLATFORM_REALM, FORGOTTEN_AT_ONCE);
  if (first === undefined || first.atMs > Math.max(dueMs, nowMs)) {
    return refuse("state_conflict", "nothing has ended long enough ago", {
      expected: "due",
      actual: "not_due",
    });
  }
  const ids = first.keys.map((key) => `${table.prefix}_${key}`);
  return accept([factOf(ids)], { forgotten: ids.length });
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
