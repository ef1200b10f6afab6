/**
 * How the work of a write ended that goes on after its record: the clock of a sandbox that is on its
 * way, a provider that is asked. The record says what began; the ending is a function of the record
 * and of what later records put into the state.
 */
import type { Place } from "../../base/id.ts";
import type { StoredRecord } from "../records/record.ts";
import type { ErrorCode } from "../refusals/error_catalog.ts";
import type { Refusal } from "../refusals/refusal.ts";
import type { RealmNames } from "./principal.ts";

/**
 * `succeeded`: `body` is the JSON text of the answer. `refused`: a 4xx, which is as final; every
 * repetition gets it again. `unknown`: a 5xx; the work is not over, and the same request resumes it.
 * The first two never change once they are there.
 */
export type Ending<C extends ErrorCode = ErrorCode> =
  | { kind: "succeeded"; atMs: number; body: string }
  | { kind: "refused"; atMs: number; refusal: Refusal<C> }
  | { kind: "unknown"; refusal: Refusal<C> };

/** What the declaration of a write says of work that goes on after its record, its own or another's. */
export type LastingWork<S, I, C extends ErrorCode> = {
  /**
   * True: its work tells somebody outside, such as whoever receives webhooks. Not needed where a refusal
   * `provider_egress_…` says already that somebody is asked.
   */
  reachesOutside?: true;
  /**
   * In place of `respond`: how the work of an accepted record ended; undefined while it is under way.
   * Whoever asks then waits. `replyState` gives the parts of `state` that it reads from a snapshot.
   */
  endOf?(record: StoredRecord, realm: RealmNames, state: S): Ending<NoInfer<C>> | undefined;
  /**
   * With `endOf`: the operation that the same request runs when it comes again while the ending is
   * `unknown`. The request then waits for the ending as the first did.
   */
  resumedBy?: { operation: string; inputOf(record: StoredRecord): Record<string, unknown> };
  /**
   * Of any write: the place of the record, in the same realm, whose ending this command may have made
   * known. Whoever waits for it is answered after the command, when the command is durable.
   */
  continues?(input: I): Place | undefined;
};
