/**
 * A record of the log as the domain sees it: who asked for what, the outcome, and the facts.
 * `record_codec.ts` turns records into bytes.
 */
import type { Place } from "../../base/id.ts";
import type { ActorType } from "./actor.ts";

/** What happened. The kind is in the past tense and ends with its version: `customer.created.1`. */
export type Fact = { readonly kind: string };

/**
 * Why a record was made: a call over one of three transports, the Product's clock, the platform
 * itself, or a message of a provider.
 */
export type Cause = "api" | "clock" | "platform" | "graphql" | "mcp" | "provider";

/** Whether a caller has asked for it, by whatever protocol; otherwise time, the platform or a provider has. */
export function isAskedFor(cause: Cause): boolean {
  return cause === "api" || cause === "mcp" || cause === "graphql";
}

export type RecordHead = {
  place: Place;
  /** Number of the shard whose log holds the record. */
  shard: number;
  /** When the request was decided, milliseconds UTC; never smaller than the record before it. */
  timeMs: number;
  /** Operation id, `transfer.create`. */
  operation: string;
  requestId: string;
  /** Number of the record's realm within the shard; 0 is the shard itself. */
  realm: number;
  /** The credential that asked: `key_…`, or `system`. */
  principalId: string;
  /** Who stands behind the credential; answers show it as `actor`. */
  actorType: ActorType;
  actorId: string;
  cause: Cause;
  /** Place of the record before this one in the same realm; 0 for the first record of a realm. */
  previousPlace: Place;
  /** Place of the record that caused this one (a clock run); 0 where a caller did. */
  parentPlace: Place;
  /** Lower-case UUID; absent from records that no caller asked for. */
  idempotencyKey?: string | undefined;
  /** First 16 bytes of SHA-256 over method, path, canonical input, tenant, environment; hex. */
  requestDigest: string;
  /** HTTP status of the reply. */
  status: number;
  /** Absent when the request succeeded. */
  refusalCode?: string | undefined;
  /**
   * Number of the record's first event among the events of its realm, from 1; 0 when the record has
   * no events. Undefined in a record of version 1, which does not store it: a replay counts the
   * events.
   */
  firstEvent: number | undefined;
};

export type StoredRecord = RecordHead & {
  facts: readonly Fact[];
  /** The reply's JSON text; absent where the operation derives the reply from the facts. */
  reply?: string | undefined;
};

/** How facts of one kind are stored where JSON is too large or too slow. `code` is 1 to 255. */
export type FactCodec = {
  code: number;
  kind: string;
  /** Upper bound of the bytes that `encode` writes. */
  bytesMax(fact: Fact): number;
  /** Writes the fact at `offset`; returns the offset after it. */
  encode(fact: Fact, into: Buffer, offset: number): number;
  decode(from: Buffer, offset: number): Fact;
};
