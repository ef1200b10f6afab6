/** Runs a declared read from one snapshot, in this thread or in the read pool. */
import type { CursorCodecs } from "../access/cursor.ts";
import { environmentOf } from "../access/permission.ts";
import type { ReadContext } from "../contract/declare/operation.ts";
import type { ReadTask } from "../contract/declare/reader_task.ts";
import type { RequestLogReader } from "../contract/messages/request_log.ts";
import { type Proven, type Proving, provenBody } from "../contract/records/tree_head.ts";
import { refuse } from "../contract/refusals/refusal.ts";
import type { Call } from "./call.ts";
import type { AnyRead } from "./callable.ts";
import { failCall } from "./failure.ts";
import { type PoolParts, runInPool } from "./pool.ts";
import { EMPTY_SNAPSHOT, readContextOf } from "./read_context.ts";
import {
  type Needs,
  type ReadableParts,
  type ReadPoint,
  refuseUnreadable,
  whenReadable,
} from "./readable.ts";
import { type CallTarget, type Shards, shardIn, viewAt } from "./target.ts";

/** `through`: an acknowledged frame; the tree of the shard's log may grow up to this frame. */
export type TreeRequest = Pick<Proving, "place" | "statements"> & {
  shard: number;
  through: number;
};

export type ReadParts = ReadableParts &
  PoolParts & {
    shards: Shards;
    cursors: CursorCodecs;
    requestLog: RequestLogReader | undefined;
    /** The digests of a short secret; absent where nobody is known. */
    digests?: ReadContext["digests"];
    /** Opens what an agent asks for, for the person who decides; absent in a thread that serves no agents. */
    openPassing?: ReadContext["openPassing"];
    /** Makes a challenge for a proof of work; absent where nobody signs up or in. */
    newChallenge?: ((nowMs: number) => Promise<unknown>) | undefined;
    /**
     * Asks the tree of a shard's log for a proof; resolves with the tree's progress while it grows.
     */
    prove(request: TreeRequest): Promise<Proven | { growing: { frame: number; through: number } }>;
  };

/** One read: its call, its operation, its input and its target. */
export type Reading = {
  call: Call;
  operation: AnyRead;
  input: Record<string, unknown>;
  target: CallTarget;
};

const NO_KEYS: readonly string[] = [];

/** `streams` takes over the reads that are answered with events. */
export function runRead(
  parts: ReadParts,
  streams: { open(reading: Reading): void },
  call: Call,
  operation: AnyRead,
  target: CallTarget,
  input: Record<string, unknown>,
): void {
  const reading: Reading = { call, operation, input, target };
  if (operation.stream !== undefined) {
    streams.open(reading);
    return;
  }
  const needs: Needs = {
    keys: operation.needs?.recordOf === undefined ? NO_KEYS : [operation.needs.recordOf(input)],
    realmKey: target.realmKey,
    requestLog: operation.needs?.requestLog?.(input) === true,
  };
  whenReadable(parts, call, parts.shards.couriers.get(target.shard), needs, (point) => {
    if (operation.runsIn === "pool") readInPool(parts, reading, point);
    else readHere(parts, reading, point);
  });
}

/** Runs a read that acts on no shard: it answers from the contract and waits for no snapshot. */
export function runShardlessRead(
  { shards, cursors, nowMs, log, newChallenge }: ReadParts,
  call: Call,
  operation: AnyRead,
  input: Record<string, unknown>,
): void {
  const at = {
    nowMs: nowMs(),
    realm: undefined,
    located: 0,
    place: undefined,
    environment: environmentOf(call.caller, call.environment),
    cursors,
    requestLog: undefined,
    newChallenge,
    shardAt: (shard: number) => shardIn(shards, shard),
  };
  try {
    const answer = operation.read(EMPTY_SNAPSHOT, input, readContextOf(operation, call.caller, at));
    if (answer.refused) call.refuse(answer);
    else if (answer.later === undefined) call.found(answer);
    else {
      answer.later.then(
        (json) => call.isFinished || call.found({ refused: false, json }),
        (cause: unknown) => failCall(log, call, cause),
      );
    }
  } catch (cause) {
    failCall(log, call, cause);
  }
}

function readHere(parts: ReadParts, reading: Reading, { located }: ReadPoint): void {
  const { call, operation, input, target } = reading;
  const view = viewAt(parts.shards, target);
  const snapshot = view.refreshed();
  const { cursors, requestLog, digests, openPassing } = parts;
  const context = readContextOf(operation, call.caller, {
    nowMs: parts.nowMs(),
    realm: view.realmNumberOf(target.realmKey),
    located: located[0] ?? 0,
    place: target,
    environment: environmentOf(call.caller, call.environment),
    cursors,
    requestLog,
    digests,
    openPassing,
    shardAt: (shard) => shardIn(parts.shards, shard),
  });
  const answer = operation.read(snapshot, input, context);
  if (answer.refused) call.refuse(answer);
  else if (answer.proving !== undefined) prove(parts, reading, answer.proving, view.sequence);
  else call.found(answer);
}

/** Completes a body that needs a proof; the log's tree may grow up to the frame of this view. */
function prove(
  { prove: ask, log }: ReadParts,
  { call, target: { shard } }: Reading,
  proving: Proving,
  through: number,
): void {
  const { place, statements } = proving;
  ask({ shard, through, place, statements }).then(
    (proven) => {
      if (call.isFinished) return;
      if (!("growing" in proven)) {
        try {
          call.found({ refused: false, json: provenBody(proving, proven) });
        } catch (cause) {
          failCall(log, call, cause);
        }
        return;
      }
      const message = "the proof tree of the log is still growing; retry in a point";
      const details = { reader: "proof_tree", ...proven.growing };
      call.refuse(refuse("resource_reader_unavailable", message, details));
    },
    (cause: Error) => {
      log.fault("a proof could not be made", cause);
      if (!call.isFinished) call.refuse(refuseUnreadable());
    },
  );
}

function readInPool(parts: ReadParts, reading: Reading, { sequence, located }: ReadPoint): void {
  const { call, operation, input, target } = reading;
  const { file } = operation;
  const task: ReadTask = {
    operation: operation.id,
    input,
    form: file !== undefined && call.wantsFile(file) ? "file" : "json",
    ...(call.range !== undefined && { range: call.range }),
    shard: target.shard,
    realmKey: target.realmKey,
    sequence,
    located: located[0] ?? 0,
    nowMs: parts.nowMs(),
    caller: call.caller,
    principal: target.principal,
    environment: environmentOf(call.caller, call.environment),
    product: target.product,
  };
  runInPool(parts, call, "read", task, {
    proving: (proving) => prove(parts, reading, proving, sequence),
  });
}
