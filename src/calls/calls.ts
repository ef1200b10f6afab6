/**
 * The one way into the platform: `admit` asks who calls and whether the call may, `run` checks its
 * input, finds its target, and sends it to the shard or reads. Every transport calls both, in this
 * order, for every operation.
 * Guarantees: a call is answered once, or never when its client is gone; refusals come in the order
 * of `contract/refusals/refusal_phases.ts`, whatever the transport; a write that reached the mailbox runs to
 * its end whether or not anybody listens; an exception fails one call, and the thread goes on.
 * Does not know a transport: neither headers nor status lines nor sockets.
 */
import type { Gate } from "../access/gate.ts";
import { type EventLoop, THREAD_EVENT_LOOP } from "../contract/messages/event_loop.ts";
import {
  type Refusal,
  refuse,
  refuseUnavailable,
  retriedAfter,
} from "../contract/refusals/refusal.ts";
import { Admission, type AdmissionParts, HEAD_PHASES_WITHIN } from "./admission.ts";
import { type ReachingParts, whenReached } from "./agent_things.ts";
import { type ApprovalParts, type Approved, mustBeApproved, whenApproved } from "./approval.ts";
import type { Call } from "./call.ts";
import type { CallInput, ValidInput } from "./call_input.ts";
import type { AnyOperation, Callable } from "./callable.ts";
import { failCall, type RefusableCall } from "./failure.ts";
import {
  type FoundTarget,
  missingProductOf,
  type TargetedCall,
  type TargetParts,
  targetAtOnce,
  whenTargetFound,
} from "./find_target.ts";
import { runInPool } from "./pool.ts";
import { type ReadParts, runRead, runShardlessRead } from "./read.ts";
import { type Needs, type ReadPoint, whenReadable } from "./readable.ts";
import { Streams } from "./streams.ts";
import { type CallTarget, ownProductOf } from "./target.ts";
import { sendWrite, type WriteParts } from "./write.ts";

export type CallsParts = AdmissionParts &
  TargetParts &
  ReadParts &
  ReachingParts &
  ApprovalParts &
  WriteParts & {
    /** The event loop of this thread where it is absent. */
    loop?: EventLoop;
  };

/** The calls of one thread: `admit` and then `run` for each; both answer through the call itself. */
export class Calls {
  readonly parts: CallsParts;
  readonly streams: Streams;
  readonly #admission: Admission;

  constructor(parts: CallsParts) {
    this.parts = parts;
    this.#admission = new Admission(parts);
    this.streams = new Streams({ ...parts, loop: parts.loop ?? THREAD_EVENT_LOOP });
  }

  /** How many calls were refused because a budget was spent, by budget. */
  get rateLimited(): Admission["rateLimited"] {
    return this.#admission.rateLimited;
  }

  /** Runs the phases before the input. Returns false when the call was refused. */
  admit(call: Call, gate: Gate): boolean {
    return this.#admit(call, gate, undefined);
  }

  /**
   * Admits a call that is made within a request that was admitted: its address has paid for the request, and it
   * has the caller of the request, which is not looked up again.
   */
  admitWithin(call: Call, gate: Gate): boolean {
    return this.#admit(call, gate, HEAD_PHASES_WITHIN);
  }

  #admit(call: Call, gate: Gate, phases: typeof HEAD_PHASES_WITHIN | undefined): boolean {
    let refusal: Refusal | undefined;
    try {
      refusal = this.#admission.refusalOfHead(call, gate, phases);
    } catch (cause) {
      // Who calls is looked up in what is stored, which may be damaged.
      failCall(this.parts.log, call, cause);
      return false;
    }
    if (refusal === undefined) return true;
    call.refuse(refusal);
    return false;
  }

  /** Runs an admitted call: the phases of the input, and then the shard or the snapshot. */
  run(call: Call, callable: Callable, input: CallInput): void {
    const { operation, shardlessRead, gate } = callable;
    const { caller } = call;
    if (input.issues !== undefined || shardlessRead !== undefined) {
      const refusal = this.#admission.refusalOfInput(call, gate, input, ownProductOf(caller));
      if (refusal !== undefined) call.refuse(refusal);
      else if (shardlessRead !== undefined && input.issues === undefined) {
        runShardlessRead(this.parts, call, shardlessRead, input.value);
      }
      return;
    }
    const missing = missingProductOf(operation, caller, input.value);
    if (missing !== undefined) {
      const refusal = this.#admission.refusalOfInput(call, gate, { issues: [missing] }, undefined);
      if (refusal !== undefined) call.refuse(refusal);
      return;
    }
    const placed = targetAtOnce(this.parts, operation, caller, input.value);
    if (placed !== undefined) this.#runAt(call, callable, input, placed);
    else {
      whenTargetFound(this.parts, call, operation, input.value, (later) =>
        this.#runAt(call, callable, input, later),
      );
    }
  }

  #runAt(call: Call, { operation, gate }: Callable, input: ValidInput, placed: FoundTarget): void {
    const product = placed.refused ? undefined : placed.product;
    if (!placed.refused && call.caller.kind !== "product_key") call.targets = [placed];
    const refusal = this.#admission.refusalOfInput(call, gate, input, product);
    if (refusal !== undefined) call.refuse(refusal);
    else if (placed.refused) call.refuse(placed);
    else if (call.caller.kind !== "agent") this.#go(call, operation, placed, input);
    else {
      const named = { operation, input: input.value };
      whenReached(this.parts, call, call.caller, named, () =>
        this.#goOfAgent({ call, operation, gate, target: placed }, input),
      );
    }
  }

  #goOfAgent(asked: Approved, input: ValidInput): void {
    const { call, operation, target } = asked;
    if (!mustBeApproved(this.parts, asked, input.value)) {
      this.#go(call, operation, target, input);
      return;
    }
    whenApproved(this.parts, asked, input.value, (bound) =>
      this.#go(call, operation, target, input, bound),
    );
  }

  /** `bound`: what the approval of the call binds, where a person had to approve it. */
  #go(
    call: Call,
    operation: AnyOperation,
    target: CallTarget,
    input: ValidInput,
    bound?: string,
  ): void {
    if (operation.type === "write") sendWrite(this.parts, call, operation, target, input, bound);
    else runRead(this.parts, this.streams, call, operation, target, input.value);
  }

  /**
   * Runs the phases of the input for a protocol that has checked its input itself: whether the
   * caller may use the protocol. Returns false when the call was refused.
   */
  permit(call: Call, gate: Gate): boolean {
    const product = ownProductOf(call.caller);
    const refusal = this.#admission.refusalOfInput(call, gate, CHECKED_BY_PROTOCOL, product);
    if (refusal !== undefined) call.refuse(refusal);
    return refusal === undefined;
  }

  /**
   * Takes units from the credential's budget. Returns false when the call was refused for the
   * budget.
   */
  charge(call: Call, units: number): boolean {
    const refusal = this.#admission.takeUnits(call, units);
    if (refusal !== undefined) call.refuse(refusal);
    return refusal === undefined;
  }

  /** Finds the target of one operation of a request that holds several. */
  whenTargetFound(
    call: TargetedCall,
    operation: AnyOperation,
    input: Record<string, unknown>,
    go: (placed: FoundTarget) => void,
  ): void {
    const placed = targetAtOnce(this.parts, operation, call.caller, input);
    if (placed === undefined) whenTargetFound(this.parts, call, operation, input, go);
    else go(placed);
  }

  /** Calls `go` when the view at `target` contains every frame that is acknowledged now. */
  whenReadable(
    call: RefusableCall,
    target: CallTarget,
    needs: Pick<Needs, "keys">,
    go: (point: ReadPoint) => void,
  ): void {
    const { shard, realmKey } = target;
    const courier = this.parts.shards.couriers.get(shard);
    whenReadable(this.parts, call, courier, { ...needs, realmKey, requestLog: false }, go);
  }

  /** Runs a task in the read pool and answers the call with its result. */
  runInPool(call: Call, kind: string, task: object, refused: (refusal: Refusal) => void): void {
    runInPool(this.parts, call, kind, task, { refused });
  }

  /** Answers a call that an exception has ended. */
  fail(call: Call, cause: unknown): void {
    failCall(this.parts.log, call, cause);
  }
}

/** The input of a call whose protocol has checked the input itself: an input without issues. */
const CHECKED_BY_PROTOCOL: CallInput = { value: {}, text: "" };

/** The refusal of every call until all logs are replayed. */
export function refusalWhileStarting(
  type: "read" | "write",
): Refusal<"ledger_unavailable" | "resource_reader_unavailable"> {
  const message = "the server is replaying its log; retry in a moment";
  if (type === "write") return retriedAfter(refuseUnavailable(message), 1);
  return retriedAfter(refuse("resource_reader_unavailable", message, { reader: "shard" }), 1);
}
