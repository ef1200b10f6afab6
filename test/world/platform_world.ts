/**
 * For tests: the platform shard with its real features, on which tests run operations as sessions,
 * tokens, the operator or the public. Preparations are the operations' own, with real tools over fixed
 * secrets; passwords are hashed with little work. Time stands still until a test changes it. After every
 * test the log alone is replayed, and must give the tables of the state.
 * Does not: check who may call, carry effects out, or run due steps by itself.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createCursorCodec } from "../../src/access/cursor.ts";
import { derivedKey } from "../../src/access/derived_key.ts";
import type { Directory } from "../../src/access/directory.ts";
import type { EntityKeys } from "../../src/access/entity_sealer.ts";
import { hashPassword, TEST_COST } from "../../src/access/passwords.ts";
import { pepperTexts, sharePeppers } from "../../src/access/peppers.ts";
import { preparationTools } from "../../src/access/preparation.ts";
import { newChallenge, PROOF_KEY_LABEL } from "../../src/access/proof_of_work.ts";
import { SealKeys } from "../../src/access/seal_keys.ts";
import { encodeIdSuffix, type Place } from "../../src/base/id.ts";
import { actsOnNoShard, targetFieldOf } from "../../src/calls/callable.ts";
import { preparedBy } from "../../src/calls/prepare.ts";
import { EMPTY_SNAPSHOT, readContextOf } from "../../src/calls/read_context.ts";
import {
  type CallTarget,
  targetInTenant,
  targetOnPlatform,
  tenantOf,
} from "../../src/calls/target.ts";
import {
  actorOf,
  type Caller,
  callerIdOf,
  PUBLIC_CALLER,
} from "../../src/contract/declare/caller.ts";
import type { FetchedDocument } from "../../src/contract/declare/fetched_document.ts";
import type { CallOrigin } from "../../src/contract/declare/preparation.ts";
import type { Environment } from "../../src/contract/declare/principal.ts";
import { PLATFORM_NAMES, PLATFORM_SHARD } from "../../src/contract/records/platform_realm.ts";
import type { Fact } from "../../src/contract/records/record.ts";
import type { Snapshot } from "../../src/contract/tables/snapshot.ts";
import { refuseIssues } from "../../src/contract/values/page.ts";
import { PLATFORM_REGISTRY, type PlatformShardState } from "../../src/features/registry.ts";
import { solveProof } from "../support/access/proof.ts";
import { checkAfterTest } from "../support/after_each_test.ts";
import { START_MS } from "./callers.ts";
import { tableOn } from "./decision_table.ts";
import { declared } from "./declared.ts";
import { memoryEntityKeys } from "./entity_keys.ts";
import { type Input, issuesOfInput } from "./input.ts";
import type { AnyRead, ReadResult } from "./reading.ts";
import { openShard } from "./shard.ts";
import {
  type Answer,
  type AnyWrite,
  factsOperation,
  NOTHING_WRITTEN,
  type Outcome,
  outcomeOf,
} from "./writing.ts";

export const FROM: CallOrigin = { address: "203.0.113.7", userAgent: "test/1" };
/** Requests of strangers for one e-mail address in a minute, as a server has it by default. */
export const IDENTITY_LIMIT = 10;
const PUBLIC_URL = "https://money.example";
const SEAL_KEYS = SealKeys.of([new Uint8Array(32).fill(9)]);
const PEPPER = Buffer.alloc(32, 3);
const PEPPERS = sharePeppers([PEPPER]);
/** Real tools over fixed secrets, and over these keys of entities. */
export function toolsOver(entityKeys: EntityKeys) {
  const parts = {
    peppers: PEPPERS.memory,
    ledgerShards: 1,
    identityLimit: IDENTITY_LIMIT,
    sealKeys: SEAL_KEYS.memory,
    allowsLoopback: true,
    publicUrl: PUBLIC_URL,
  };
  return preparationTools(parts, entityKeys);
}
const TOOLS_AT = toolsOver(memoryEntityKeys());
const PROOF_KEY = derivedKey(PEPPER, PROOF_KEY_LABEL);
/** The largest number of a challenge in tests. */
const TEST_PROOF_COST = 20;
const CURSORS = createCursorCodec(Buffer.alloc(32, 7));

/** Runs it while the tools have another current pepper, and the one of before still. */
export async function withNewPepper(run: () => Promise<void>): Promise<void> {
  PEPPERS.write(() => pepperTexts([Buffer.alloc(32, 4), PEPPER]));
  try {
    await run();
  } finally {
    PEPPERS.write(() => pepperTexts([PEPPER]));
  }
}

/** Real tools at a time, of which only the hashing of passwords does less work. */
export function platformTools(nowMs: number) {
  return { ...TOOLS_AT(nowMs), hashPassword: (text: string) => hashPassword(text, TEST_COST) };
}

/** A new proof of work, for a request at `nowMs`. */
export async function newProof(nowMs: number): Promise<string> {
  return solveProof(await newChallenge(PROOF_KEY, nowMs, randomBytes, TEST_PROOF_COST));
}

/** Options of a request besides its input. */
export type PlatformAsking = {
  /** The public when absent. */
  caller?: Caller;
  idempotencyKey?: string;
  /** What the operation's own preparation would give; that is run where this is absent. */
  prepared?: unknown;
  cause?: "api" | "clock" | "platform";
  /** What is asked for; the sandbox when absent. */
  environment?: Environment;
  from?: CallOrigin;
  /** Of a stream: the position after which it goes on. */
  after?: string | undefined;
  /** What the outbox has fetched for the preparation. */
  fetched?: FetchedDocument;
  /** The ledger shards, as a read sees them. */
  shardAt?: (shard: number) => Snapshot | undefined;
};

export type PlatformWorld = {
  readonly state: PlatformShardState;
  /** The wall clock, milliseconds UTC. */
  nowMs: number;
  /** Runs the operation's preparation on a view of every write so far. */
  prepare(operation: AnyWrite, input: Input, asking?: PlatformAsking): Promise<unknown>;
  /** Runs a write as one record; `asking.prepared` is what its preparation gave. */
  run(operation: AnyWrite, input: Input, asking?: PlatformAsking): Outcome;
  /** Prepares and runs a write that must be accepted; returns its reply. */
  made(operation: AnyWrite, input: Input, asking?: PlatformAsking): Promise<Answer>;
  /** Writes facts as one record in the platform's realm. Returns the record's place. */
  apply(facts: readonly Fact[]): Place;
  /** The id that `newId` of the next record will give. */
  nextId(prefix: string, sub?: number): string;
  read(operation: AnyRead, input: Input, asking?: PlatformAsking): Promise<ReadResult>;
  /** Runs a read that must not be refused. */
  found(operation: AnyRead, input: Input, asking?: PlatformAsking): Promise<Answer>;
  passTime(): Outcome[];
  answerOf(place: Place): Answer;
  /** Where an edge looks up who calls, on a view of every write so far. */
  directory(): Promise<Directory>;
};

export async function openPlatformWorld({ stepMs = 0 } = {}): Promise<PlatformWorld> {
  let written: readonly Fact[] = [];
  const factsWrite = factsOperation(() => written);
  const operations = new Map(PLATFORM_REGISTRY.operations).set(factsWrite.id, factsWrite as never);
  const registry = { ...PLATFORM_REGISTRY, operations };
  const shard = await openShard(registry, () => world.nowMs, { shard: PLATFORM_SHARD });
  const { journal } = shard;
  checkAfterTest(async () => assert.equal(await shard.differenceOfReplay(), undefined));
  const execute = (operation: AnyWrite, input: Input, asking: PlatformAsking): Outcome => {
    const { caller = PUBLIC_CALLER, cause = "api", idempotencyKey, prepared } = asking;
    const { realmKey } = placeOf(operation, caller, input, journal.state);
    const realm = journal.realms.get(realmKey);
    assert.ok(realm !== undefined, `the realm ${realmKey} is open`);
    const actor = cause === "api" ? actorOf(caller, PLATFORM_SHARD) : { type: cause, id: cause };
    const outcome = journal.execute({
      operation: operation.id,
      requestId: "request",
      realm,
      principalId: cause === "api" ? callerIdOf(caller) : cause,
      actorType: actor.type,
      actorId: actor.id,
      cause,
      idempotencyKey,
      input,
      prepared,
      parentPlace: 0,
    });
    world.nowMs += stepMs;
    return outcomeOf(journal, outcome);
  };
  const world: PlatformWorld = {
    state: journal.state,
    nowMs: START_MS,
    async prepare(operation, input, asking = {}) {
      const { caller = PUBLIC_CALLER, environment = "sandbox", from = FROM, fetched } = asking;
      if (operation.prepare === undefined || issuesOfInput(operation, input).length > 0) return;
      const { nowMs } = world;
      const place = placeOf(operation, caller, input, journal.state);
      const view = await shard.view();
      const reads = { shard: PLATFORM_SHARD, realmKey: place.realmKey, sequence: view.sequence };
      const asked = { operation: operation.id, input, caller, environment, from, nowMs };
      const task = { ...asked, ...(fetched !== undefined && { fetched }) };
      const answer = await preparedBy(
        new Map([[operation.id, operation]]),
        platformTools,
        { ...task, ...(operation.preparesWith?.snapshot === true && { reads }) },
        () => ({ snapshot: view, realm: view.realmNumberOf(place.realmKey) }),
      );
      assert.equal(answer.kind, "prepared");
      return answer.kind === "prepared" ? JSON.parse(answer.text) : undefined;
    },
    run(operation, input, asking = {}) {
      const issues = issuesOfInput(operation, input);
      if (issues.length > 0) return { ...NOTHING_WRITTEN, ...refuseIssues(issues) };
      return execute(operation, input, asking);
    },
    async made(operation, input, asking = {}) {
      const prepared = asking.prepared ?? (await world.prepare(operation, input, asking));
      const { code, message, reply } = world.run(operation, input, { ...asking, prepared });
      assert.equal(code, undefined, `${operation.id}: ${message}`);
      return declared(operation, reply);
    },
    apply(facts) {
      written = facts;
      return execute(factsWrite, {}, { cause: "platform" }).place;
    },
    nextId: (prefix, sub = 0) =>
      `${prefix}_${encodeIdSuffix(world.nowMs, PLATFORM_SHARD, shard.nextPlace(), sub)}`,
    async read(operation, input, asking = {}) {
      const { caller = PUBLIC_CALLER, environment = "sandbox", after, shardAt } = asking;
      const issues = issuesOfInput(operation, input);
      if (issues.length > 0) {
        return { code: "invalid_request", reply: undefined, refusal: refuseIssues(issues) };
      }
      const view = await shard.view();
      const isOfNobody = actsOnNoShard(operation);
      const place = isOfNobody ? undefined : placeOf(operation, caller, input, journal.state);
      const context = readContextOf(operation, caller, {
        nowMs: world.nowMs,
        realm: place === undefined ? undefined : view.realmNumberOf(place.realmKey),
        located: 0,
        place,
        environment,
        cursors: CURSORS,
        requestLog: undefined,
        after,
        shardAt,
        digests: TOOLS_AT(world.nowMs).digests,
        newChallenge: (nowMs) => newChallenge(PROOF_KEY, nowMs, randomBytes, TEST_PROOF_COST),
      });
      const answer = operation.read(isOfNobody ? EMPTY_SNAPSHOT : view, input as never, context);
      if (answer.refused) return { code: answer.code, reply: undefined, refusal: answer };
      const reply = answer.stream ?? JSON.parse((await answer.later) ?? answer.json);
      return { code: undefined, reply };
    },
    async found(operation, input, asking) {
      const { refusal, reply } = await world.read(operation, input, asking);
      assert.equal(refusal, undefined, `${operation.id}: ${refusal?.message}`);
      return declared(operation, reply);
    },
    passTime: () =>
      shard.passTime(Number.POSITIVE_INFINITY).map((outcome) => outcomeOf(journal, outcome)),
    async directory() {
      const view = await shard.view();
      const finders = PLATFORM_REGISTRY.announcements;
      assert.ok(finders !== undefined);
      return {
        acknowledged: view.sequence,
        viewed: view.sequence,
        find: (subject) => finders.find(view, subject),
        idOfIdentity: (identity) => finders.idOfIdentity(view, identity),
      };
    },
    answerOf(place) {
      const body = journal.answerOf(place);
      return body === undefined ? undefined : JSON.parse(body);
    },
  };
  journal.openRealm(PLATFORM_NAMES, START_MS);
  return world;
}

/** Decision tables of operations that the platform shard decides. */
export const platformTable = tableOn<PlatformWorld, PlatformAsking>(openPlatformWorld);

/** Where a request acts, as the edges and the operator's socket find it. */
function placeOf(
  operation: AnyWrite | AnyRead,
  caller: Caller,
  input: Input,
  { tenants, products, apiKeys }: PlatformShardState,
): CallTarget {
  if (operation.acts?.on !== "tenant") return targetOnPlatform(callerIdOf(caller));
  const id = String(input[targetFieldOf(operation) ?? ""] ?? "");
  const named =
    tenants.find(id)?.tenantId ?? products.find(id)?.tenantId ?? apiKeys.find(id)?.tenantId;
  const tenantId = tenantOf(caller) ?? named;
  assert.ok(tenantId !== undefined, `${operation.id} acts on a tenant that the caller names`);
  return targetInTenant(callerIdOf(caller), tenantId);
}
