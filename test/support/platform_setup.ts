/**
 * For tests: companies, people and agents in a platform shard that does not serve yet, made by the operations
 * themselves, as `test/world` makes them in a shard of its own.
 */
import assert from "node:assert/strict";
import { encodeIdSuffix } from "../../src/base/id.ts";
import { targetFieldOf } from "../../src/calls/callable.ts";
import { preparedBy } from "../../src/calls/prepare.ts";
import { tenantOf } from "../../src/calls/target.ts";
import { actorOf, callerIdOf, PUBLIC_CALLER } from "../../src/contract/declare/caller.ts";
import { realmKeyOf, tenantNames } from "../../src/contract/declare/principal.ts";
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import { PLATFORM_NAMES, PLATFORM_SHARD } from "../../src/contract/records/platform_realm.ts";
import type { Fact } from "../../src/contract/records/record.ts";
import { PLATFORM_REGISTRY, type PlatformShardState } from "../../src/features/registry.ts";
import {
  FROM,
  type PlatformAsking,
  type PlatformWorld,
  platformTools,
} from "../world/platform_world.ts";
import { type AnyWrite, factsOperation, outcomeOf } from "../world/writing.ts";
import type { OpenShard } from "./open_shards.ts";

/** What the helpers of `test/world/people.ts` and `newAgent` need of a world. */
export type SetupWorld = Pick<
  PlatformWorld,
  "made" | "run" | "apply" | "nextId" | "state" | "nowMs"
>;

export type PlatformSetup = {
  registry: ShardRegistry<PlatformShardState>;
  worldOf(shard: OpenShard<PlatformShardState>, nowMs: number): PlatformWorld;
};

export function platformSetup(): PlatformSetup {
  let written: readonly Fact[] = [];
  const factsWrite = factsOperation(() => written);
  const operations = new Map(PLATFORM_REGISTRY.operations).set(factsWrite.id, factsWrite as never);
  return {
    registry: { ...PLATFORM_REGISTRY, operations },
    worldOf(shard, nowMs) {
      const { journal } = shard;
      journal.openRealm(PLATFORM_NAMES, nowMs);
      const run = (operation: AnyWrite, input: object, asking: PlatformAsking = {}) => {
        const { caller = PUBLIC_CALLER, prepared, cause = "api" } = asking;
        const field = targetFieldOf(operation) ?? "";
        const named = String((input as Record<string, unknown>)[field] ?? "");
        const { tenants, products } = journal.state;
        const tenantId =
          tenantOf(caller) ?? tenants.find(named)?.tenantId ?? products.find(named)?.tenantId;
        const isOfCompany = operation.acts?.on === "tenant" && tenantId !== undefined;
        const names = isOfCompany ? tenantNames(tenantId) : PLATFORM_NAMES;
        const realm = journal.realms.get(realmKeyOf(names));
        assert.ok(realm !== undefined, "the realm of a company is open");
        const actor =
          cause === "api" ? actorOf(caller, PLATFORM_SHARD) : { type: cause, id: cause };
        const outcome = journal.execute({
          operation: operation.id,
          requestId: "request",
          realm,
          principalId: cause === "api" ? callerIdOf(caller) : cause,
          actorType: actor.type,
          actorId: actor.id,
          cause,
          idempotencyKey: undefined,
          input: input as Record<string, unknown>,
          prepared,
          parentPlace: 0,
        });
        return outcomeOf(journal, outcome);
      };
      const made: PlatformWorld["made"] = async (operation, input, asking = {}) => {
        const { caller = PUBLIC_CALLER, environment = "sandbox" } = asking;
        const task = { operation: operation.id, input, caller, environment, from: FROM, nowMs };
        const byId = new Map([[operation.id, operation]]);
        const noView = () => assert.fail("what is prepared here reads nothing");
        const answer = operation.prepare && (await preparedBy(byId, platformTools, task, noView));
        const prepared = answer?.kind === "prepared" ? JSON.parse(answer.text) : undefined;
        const { code, message, reply } = run(operation, input, { ...asking, prepared });
        assert.equal(code, undefined, `${operation.id}: ${message}`);
        return reply;
      };
      const world: SetupWorld = {
        state: journal.state,
        nowMs,
        run,
        made,
        apply(facts) {
          written = facts;
          return run(factsWrite, {}, { cause: "platform" }).place;
        },
        nextId: (prefix, sub = 0) =>
          `${prefix}_${encodeIdSuffix(nowMs, PLATFORM_SHARD, shard.nextPlace(), sub)}`,
      };
      return world as PlatformWorld;
    },
  };
}
