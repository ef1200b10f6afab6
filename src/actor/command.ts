/** What an actor is asked to do, and what came of it. */
import type { Place } from "../base/id.ts";
import type { Cause, Fact } from "../contract/record.ts";
import type { ScopeDocument } from "../contract/scope_document.ts";

/** One thing to do, whoever asks. */
export type Command = {
  operation: string;
  requestId: string;
  scope: ScopeDocument;
  principalId: string;
  cause: Cause;
  /** Absent on what the system does. */
  idempotencyKey: string | undefined;
  input: Record<string, unknown>;
  /** What the operation's `prepare` gave. */
  prepared?: unknown;
  parentPlace: Place;
  /** Of a step that time asks for: when it is due, and facts beside those that it decides. */
  due?: { atMs: number; facts: readonly Fact[] } | undefined;
};

/** What a step answers. */
export type Outcome = {
  status: number;
  /** JSON text of the reply; undefined while what the record began is under way. */
  body: string | undefined;
  /** The 26 characters of the record's ids; undefined when there is no record. */
  suffix: string | undefined;
  replayed: boolean;
  /** The reply may leave once this frame is durable. */
  frame: number;
  /** What this step has written: nothing where it answers from an earlier record. */
  facts: readonly Fact[];
  place: Place;
};
