/**
 * For tests: a shard of the real features, on which tests run operations. A write is decided, recorded
 * and applied at once; a read waits until all writes are durable, and sees them. Time stands still
 * until a test changes it. After every test the log alone is replayed, and must give the tables of
 * the state.
 * Does not: check who may call, or run due steps by itself.
 */
import assert from "node:assert/strict";
import { encodeIdSuffix, type Place } from "../../src/base/id.ts";
import type { ProductKeyCaller } from "../../src/contract/declare/caller.ts";
import type { Environment, Principal } from "../../src/contract/declare/principal.ts";
import type { Fact } from "../../src/contract/records/record.ts";
import type { Snapshot } from "../../src/contract/tables/snapshot.ts";
import { refuseIssues } from "../../src/contract/values/page.ts";
import type { ShardState } from "../../src/features/registry.ts";
import type { SealedFrame } from "../../wal/format.ts";
import { checkAfterTest } from "../support/after_each_test.ts";
import { keyCaller, START_MS } from "./callers.ts";
import { declared } from "./declared.ts";
import { type Input, issuesOfInput } from "./input.ts";
import { type AnyRead, type Reading, type ReadResult, runRead } from "./reading.ts";
import { openShard, type WhichSteps } from "./shard.ts";
import {
  type Answer,
  type AnyWrite,
  type Asking,
  execute,
  factsOperation,
  NOTHING_WRITTEN,
  type Outcome,
  outcomeOf,
  realmOf,
  registryWith,
} from "./writing.ts";

export type World = {
  readonly state: ShardState;
  /** The default caller: a key of the world's Product in its environment. */
  readonly caller: ProductKeyCaller;
  readonly principal: Principal;
  /** The wall clock, milliseconds UTC. */
  nowMs: number;
  /** The number of the realm of a key; the realm is opened when it is first needed. */
  realmOf(caller: ProductKeyCaller): number;
  /** How many events the realm of a key has. */
  eventCountOf(caller: ProductKeyCaller): number;
  /** Runs a write as one record, or returns the refusal of an input that an edge would refuse. */
  run(operation: AnyWrite, input: Input, asking?: Asking): Outcome;
  /** Runs a write that must be accepted; returns its reply, which must match the declared output. */
  made(operation: AnyWrite, input: Input, asking?: Asking): Answer;
  /**
   * The answer of the write at `place`; undefined while the work that the write began is under way.
   */
  answerOf(place: Place): Answer;
  /** Runs due steps, at most `stepsMax`. Returns their outcomes, in order. */
  passTime(stepsMax?: number, which?: WhichSteps): Outcome[];
  /** Writes facts as one record, without an operation of the registry. Returns the record's place. */
  apply(facts: readonly Fact[], asking?: Asking): Place;
  /** The id that `newId` of the next record will give. */
  nextId(prefix: string, sub?: number): string;
  /** Runs a read on a view of every write so far. */
  read(operation: AnyRead, input: Input, reading?: Reading): Promise<ReadResult>;
  /**
   * Runs a read that must not be refused; returns its answer, which must match the declared output.
   */
  found(operation: AnyRead, input: Input, reading?: Reading): Promise<Answer>;
  /** A function that reads at the view of every write so far; a later `read` moves the view. */
  reader(): Promise<(operation: AnyRead, input: Input, reading?: Reading) => ReadResult>;
  /** The view of every write so far; a later `read` moves the view. */
  snapshot(): Promise<Snapshot>;
};

export type WorldOptions = {
  environment?: Environment;
  /** How far a write moves the clock, milliseconds. */
  stepMs?: number;
  /** Operations that stand in for those with their ids, as an earlier version decided them. */
  earlier?: readonly AnyWrite[];
  /** The frames that the log begins with, as an earlier version wrote them. */
  frames?: readonly SealedFrame[];
};

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { environment = "sandbox", stepMs = 0, earlier = [], frames } = options;
  const own = keyCaller({ environment });
  let written: readonly Fact[] = [];
  const factsWrite = factsOperation(() => written);
  const shard = await openShard(registryWith(factsWrite, ...earlier), () => world.nowMs, {
    ...(frames !== undefined && { frames }),
  });
  const { journal } = shard;
  checkAfterTest(async () => assert.equal(await shard.differenceOfReplay(), undefined));
  const world: World = {
    state: journal.state,
    caller: own,
    principal: own.principal,
    nowMs: START_MS,
    realmOf: (caller) => realmOf(journal, caller).number,
    eventCountOf: (caller) => realmOf(journal, caller).eventCount,
    run(operation, input, asking) {
      const issues = issuesOfInput(operation, input);
      if (issues.length > 0) return { ...NOTHING_WRITTEN, ...refuseIssues(issues) };
      const outcome = execute(journal, operation, input, { caller: own, ...asking });
      world.nowMs += stepMs;
      return outcome;
    },
    made(operation, input, asking) {
      const { code, message, reply } = world.run(operation, input, asking);
      assert.equal(code, undefined, `${operation.id}: ${message}`);
      return declared(operation, reply);
    },
    answerOf(place) {
      const body = journal.answerOf(place);
      return body === undefined || body === "" ? undefined : JSON.parse(body);
    },
    passTime: (stepsMax = Number.POSITIVE_INFINITY, which = {}) =>
      shard.passTime(stepsMax, which).map((outcome) => outcomeOf(journal, outcome)),
    apply(facts, asking) {
      written = facts;
      return world.run(factsWrite, {}, asking).place;
    },
    nextId: (prefix, sub = 0) =>
      `${prefix}_${encodeIdSuffix(world.nowMs, 0, shard.nextPlace(), sub)}`,
    async reader() {
      const view = await shard.view();
      const locate = journal.placeOfKey.bind(journal);
      return (operation, input, reading) =>
        runRead({ view, nowMs: world.nowMs, locate }, operation, input, {
          caller: own,
          ...reading,
        });
    },
    read: async (operation, input, reading) => (await world.reader())(operation, input, reading),
    async found(operation, input, reading) {
      const { refusal, reply } = await world.read(operation, input, reading);
      assert.equal(refusal, undefined, `${operation.id}: ${refusal?.message}`);
      return declared(operation, reply);
    },
    snapshot: () => shard.view(),
  };
  world.realmOf(own);
  return world;
}

/** Asserts that a read now gives exactly the text of an earlier answer. */
export async function assertShows(
  world: World,
  operation: AnyRead,
  input: Input,
  expected: Answer,
): Promise<void> {
  assert.equal(JSON.stringify(await world.found(operation, input)), JSON.stringify(expected));
}
