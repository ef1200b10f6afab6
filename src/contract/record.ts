/**
 * A record of the log as the domain sees it: who asked for what, what came of it, and the facts.
 * The bytes are the business of the actor room.
 */
import type { Place } from "../base/id.ts";
import type { ActorType } from "./actor.ts";

/** What happened, in the past tense with its version last: `customer.created.1`. */
export type Fact = { readonly kind: string };

/**
 * Why a record was made: a call by one of three transports, the Product's clock, the platform itself,
 * or what a provider told.
 */
export type Cause = "api" | "clock" | "platform" | "graphql" | "mcp" | "provider";

export type RecordHead = {
  place: Place;
  /** Number of the shard whose log holds it. */
  shard: number;
  /** When it was decided, milliseconds UTC; never smaller than that of the record before it. */
  timeMs: number;
  /** Operation id, `transfer.create`. */
  operation: string;
  requestId: string;
  /** The Product and environment it belongs to, by the shard's own number. 0: the shard itself. */
  scope: number;
  /** Credential that asked: `key_…`, or `system`. */
  principalId: string;
  /** Who stands behind the credential: `actor` on the wire. */
  actorType: ActorType;
  actorId: string;
  cause: Cause;
  /** The record before it in the same scope; 0 when it is the first. */
  previousPlace: Place;
  /** The record that asked for this one (a clock run); 0 when a caller did. */
  parentPlace: Place;
  /** Lower-case UUID; absent on what the system does. */
  idempotencyKey?: string | undefined;
  /** First 16 bytes of SHA-256 over method, path, canonical input, tenant, environment; hex. */
  requestDigest: string;
  /** HTTP status of the reply. */
  status: number;
  /** Absent when it succeeded. */
  refusalCode?: string | undefined;
  /**
   * Number of its first event among the events of its scope, from 1; 0 when it has none. Undefined
   * in a record of version 1, which does not say it: a replay counts.
   */
  firstEvent: number | undefined;
};

export type StoredRecord = RecordHead & {
  facts: readonly Fact[];
  /** The reply's JSON text; absent where the operation derives it from the facts. */
  reply?: string | undefined;
};

/** How facts of one kind are stored when JSON would be too large or too slow. Codes from 1 to 255. */
export type FactCodec = {
  code: number;
  kind: string;
  /** Upper bound of the bytes that `encode` writes. */
  bytesMax(fact: Fact): number;
  /** Writes at `offset`; returns the offset after it. */
  encode(fact: Fact, into: Buffer, offset: number): number;
  decode(from: Buffer, offset: number): Fact;
};
