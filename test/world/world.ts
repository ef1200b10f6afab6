/**
 * For tests: a shard of the real features that operations run against, and reads of what it shows. A
 * write is decided, recorded and applied at once; a read sees what is durable, so it is waited for.
 * Time stands still until a test moves it. After every test the log alone is replayed, and must give
 * the tables that the test has left.
 * Does not: ask who may call, or run by itself what has become due.
 */
import assert from "node:assert/strict";
import { afterEach } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { encodeIdSuffix, type Place } from "../../src/base/id.ts";
import type { ProductKeyCaller } from "../../src/contract/caller.ts";
import { refuseIssues } from "../../src/contract/page.ts";
import type { Environment, Principal } from "../../src/contract/principal.ts";
import type { Fact } from "../../src/contract/record.ts";
import type { Snapshot } from "../../src/contract/snapshot.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { keyCaller, START_MS } from "./callers.ts";
import { type Input, issuesOfInput } from "./input.ts";
import { type AnyRead, type Reading, type ReadResult, runRead } from "./reading.ts";
import { openShard } from "./shard.ts";
import {
  type Answer,
  type AnyWrite,
  type Asking,
  execute,
  factsOperation,
  NOTHING_WRITTEN,
  type Outcome,
  registryWith,
  scopeOf,
  toldOf,
} from "./writing.ts";

export type World = {
  readonly state: ShardState;
  /** The world's own key: its Product, in its environment. */
  readonly caller: ProductKeyCaller;
  readonly principal: Principal;
  /** The wall clock, milliseconds UTC. */
  nowMs: number;
  /** Number of the scope that a key acts in; it is opened when it is first asked for. */
  scopeOf(caller: ProductKeyCaller): number;
  /** Runs a write, as one record, unless the edge would refuse its input. */
  run(operation: AnyWrite, input: Input, asking?: Asking): Outcome;
  /** The reply of a write that is accepted, of the form that its operation declares. */
  made(operation: AnyWrite, input: Input, asking?: Asking): Answer;
  /** The answer of the write at `place` by now; undefined while what it began is under way. */
  answerOf(place: Place): Answer;
  /** Runs what time asks for now, at most so many steps. Returns what came of each, in order. */
  passTime(stepsMax?: number): Outcome[];
  /** Writes facts as one record, without an operation of the registry. Returns its place. */
  apply(facts: readonly Fact[], asking?: Asking): Place;
  /** Id that the next record's `newId` would give. */
  nextId(prefix: string, sub?: number): string;
  /** Runs a read on a view of everything so far. */
  read(operation: AnyRead, input: Input, reading?: Reading): Promise<ReadResult>;
  /** What a read shows that is not refused, of the form that its operation declares. */
  found(operation: AnyRead, input: Input, reading?: Reading): Promise<Answer>;
  /** Reads at one view of everything so far, until something is read that came later. */
  reader(): Promise<(operation: AnyRead, input: Input, reading?: Reading) => ReadResult>;
  /** The view of everything so far. It moves when something is read that came later. */
  snapshot(): Promise<Snapshot>;
};

export type WorldOptions = {
  environment?: Environment;
  /** How long after a write the next one comes. */
  stepMs?: number;
};

/** What is asked of the worlds of a test when it has ended. */
const checks: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const check of checks.splice(0)) await check();
});

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { environment = "sandbox", stepMs = 0 } = options;
  const own = keyCaller({ environment });
  let written: readonly Fact[] = [];
  const factsWrite = factsOperation(() => written);
  const shard = await openShard(registryWith(factsWrite), () => world.nowMs);
  const { journal } = shard;
  checks.push(async () => assert.equal(await shard.differenceOfReplay(), undefined));
  const world: World = {
    state: journal.state,
    caller: own,
    principal: own.principal,
    nowMs: START_MS,
    scopeOf: (caller) => scopeOf(journal, caller).number,
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
      return body === undefined ? undefined : JSON.parse(body);
    },
    passTime: (stepsMax = Number.POSITIVE_INFINITY) =>
      shard.passTime(stepsMax).map((outcome) => toldOf(journal, outcome)),
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
  world.scopeOf(own);
  return world;
}

function declared({ id, output }: AnyWrite | AnyRead, answer: Answer): Answer {
  const error = Value.Errors(output, answer).First();
  assert.equal(error, undefined, `${id} answers ${error?.path}: ${error?.message}`);
  return answer;
}

/** What a read shows now has exactly the text of an earlier answer. */
export async function assertShows(
  world: World,
  operation: AnyRead,
  input: Input,
  expected: Answer,
): Promise<void> {
  assert.equal(JSON.stringify(await world.found(operation, input)), JSON.stringify(expected));
}
