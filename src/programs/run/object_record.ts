/** An object as the engine reads and makes it, and the caller of an action. */
import type { PortActor } from "../program_schema.ts";
import type { Fields } from "./values.ts";

export type ObjectRecord = {
  readonly objectId: string;
  readonly kind: string;
  /** The digest of the Build that the object was made under. */
  readonly digest: string;
  readonly state: string;
  /** 1 when it is made, and one more after each action. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly fields: Fields;
  /** The currency, which is computed when the object is made; absent where its noun has none. */
  readonly currency: string | undefined;
  /** The id of the customer whom the object is about. */
  readonly subject: string | undefined;
  readonly remainders: ReadonlyMap<string, bigint>;
  /** What actions added to the sums of the scope `self`. */
  readonly sums: ReadonlyMap<string, bigint>;
  /** How often each schedule has made rows. */
  readonly rounds: ReadonlyMap<string, number>;
};

/** Who calls. `id`: of a customer, the id of the customer. */
export type CallActor = { type: PortActor; id: string };

/** What the caller expects of the object (optimistic concurrency); each member may be absent. */
export type Expected = {
  expectedRevision?: number | undefined;
  /** The Build that whoever approved the call has seen. */
  expectedDigest?: string | undefined;
};

/** `fields` and `input` are what JSON.parse made. */
export type CreateCall = {
  kind: string;
  objectId: string;
  actor: CallActor;
  fields: unknown;
};
export type ActionCall = Expected & { action: string; actor: CallActor; input?: unknown };
