/**
 * Which connections an edge does not read while a write of theirs is under way.
 *
 * The server's library closes a connection at the head of a next request while the request before
 * it is unanswered: a write that is under way then runs, and its client gets no answer. To read no more
 * prevents that, and costs a seventh of the processor time of a transfer: three changes of what epoll
 * watches, and an event (bench/README.md, decision 0045). So an edge that has little to do holds every
 * connection. An edge under load holds the connections of each credential until the credential has had
 * `HELD_WRITES` writes answered since it last lost one.
 * The library tells nothing of connections, so a credential is the smallest thing that can be counted.
 */
import type { Caller } from "../contract/declare/caller.ts";

/** Requests under way on an edge that is under load. */
export const LOAD_MIN = 16;
/** Answered writes after which a credential is taken for one that waits for its answers. */
export const HELD_WRITES = 1_024;

export class Pipelining {
  /** Writes answered since the last one that was lost, by the number of the credential. */
  readonly #answered: number[] = [];

  /** Whether a connection of the caller must be held while a write of the caller is under way. */
  mustHold(caller: Caller, underWay: number): boolean {
    if (underWay < LOAD_MIN) return true;
    const slot = slotOf(caller);
    return slot === undefined || (this.#answered[slot] ?? 0) < HELD_WRITES;
  }

  answered(caller: Caller): void {
    const slot = slotOf(caller);
    if (slot === undefined) return;
    const count = this.#answered[slot] ?? 0;
    if (count < HELD_WRITES) this.#answered[slot] = count + 1;
  }

  /** A connection closed while a write was under way: its client has gone, or sent a next request. */
  lost(caller: Caller): void {
    const slot = slotOf(caller);
    if (slot !== undefined) this.#answered[slot] = 0;
  }
}

/** The number of a Product key; undefined for every other caller, whose connections are always held. */
function slotOf(caller: Caller): number | undefined {
  return caller.kind === "product_key" ? caller.slot : undefined;
}
