/** What an actor is asked to do, and what came of it. */
import type { Place } from "../base/id.ts";
import type { ActorType } from "../contract/actor.ts";
import type { Envelope } from "../contract/envelope.ts";
import type { Cause, Fact } from "../contract/record.ts";
import type { ScopeDocument } from "../contract/scope_document.ts";

/** One thing to do, whoever asks. */
export type Command = {
  operation: string;
  requestId: string;
  scope: ScopeDocument;
  principalId: string;
  actorType: ActorType;
  actorId: string;
  cause: Cause;
  /** Absent on what the system does. */
  idempotencyKey: string | undefined;
  input: Record<string, unknown>;
  /** What the operation's `prepare` gave. */
  prepared?: unknown;
  parentPlace: Place;
  /** Of a step that time asks for: when it is due, and facts beside those that it decides. */
  due?: { atMs: number; facts: readonly Fact[] } | undefined;
  /** Id of the effect whose outcome it records; absent on all else. */
  settles?: string | undefined;
};

/** The command of a write that an edge sent, in its scope. */
export function writeCommand(envelope: Envelope, scope: ScopeDocument): Command {
  const { a: actor, p: principalId } = envelope;
  return {
    operation: envelope.o,
    requestId: envelope.r,
    scope,
    principalId,
    actorType: actor === undefined ? "operator" : actor.type,
    actorId: actor === undefined ? principalId : actor.id,
    cause: "api",
    idempotencyKey: envelope.k,
    input: envelope.i,
    prepared: envelope.x,
    parentPlace: 0,
    due: undefined,
  };
}

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

export const NO_FACTS: readonly Fact[] = [];

/** An answer that has no record of its own, because nothing happened. */
export function unrecorded(status: number, body: string, frame: number): Outcome {
  return { status, body, suffix: undefined, replayed: false, frame, facts: NO_FACTS, place: 0 };
}
