/** A command that a shard is asked to run, and its outcome. */
import type { Place } from "../base/id.ts";
import type { Bound } from "../contract/declare/approval.ts";
import type { PlainItems } from "../contract/declare/plain_items.ts";
import type { Envelope, Who } from "../contract/messages/envelope.ts";
import type { ActorType } from "../contract/records/actor.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import type { Cause, Fact } from "../contract/records/record.ts";

/** One operation to run, whether a caller, the platform or the clock asks for it. */
export type Command = {
  operation: string;
  requestId: string;
  realm: RealmDocument;
  principalId: string;
  actorType: ActorType;
  actorId: string;
  cause: Cause;
  /** Absent on commands of the system. */
  idempotencyKey: string | undefined;
  input: Record<string, unknown>;
  /** Of a plain input, its list as bytes, which are valid while the command runs. */
  items?: PlainItems | undefined;
  /** The result of the operation's `prepare`. */
  prepared?: unknown;
  parentPlace: Place;
  /**
   * For a due step: the time at which it is due, and facts that its record has beside the decided
   * ones.
   */
  due?: { atMs: number; facts: readonly Fact[] } | undefined;
  /** True where who asks makes the answer of a fresh success itself: the operation's `plain`. */
  isPlain?: boolean;
  /** Id of the effect whose outcome this command records; absent on all other commands. */
  settles?: string | undefined;
  /** What the approval of an agent's call binds; absent of every call that needs none. */
  bound?: Bound | undefined;
};

/** The command of a write that an edge sent, in its realm. */
export function writeCommand(
  envelope: Envelope,
  { principalId, actor, cause }: Who,
  realm: RealmDocument,
): Command {
  return {
    operation: envelope.operation,
    requestId: envelope.requestId,
    realm,
    principalId,
    actorType: actor === undefined ? "product_key" : actor.type,
    actorId: actor === undefined ? principalId : actor.id,
    cause,
    // Only operations that are told apart otherwise are sent without a key.
    idempotencyKey: envelope.key === "" ? undefined : envelope.key,
    input: envelope.input,
    items: envelope.items,
    prepared: envelope.prepared,
    parentPlace: 0,
    due: undefined,
    isPlain: envelope.isPlain,
    settles: undefined,
    bound: envelope.bound,
  };
}

/**
 * The command by which a repeated request resumes work whose ending is unknown: without a key, under
 * the record that began the work, and by whoever asks again.
 */
export function resumptionOf(
  asked: Command,
  operation: string,
  input: Record<string, unknown>,
  parentPlace: Place,
): Command {
  const { requestId, realm, principalId, actorType, actorId, cause } = asked;
  const by = { requestId, realm, principalId, actorType, actorId, cause };
  return { ...by, operation, input, parentPlace, idempotencyKey: undefined };
}

/** The result of a step. */
export type Outcome = {
  status: number;
  /**
   * JSON text of the reply; undefined while the work that the record began is still under way; "" of a
   * plain outcome.
   */
  body: string | undefined;
  /** True where who asked makes the answer itself. */
  isPlain: boolean;
  /** The 26 characters of the record's ids; undefined when there is no record. */
  suffix: string | undefined;
  replayed: boolean;
  /** The reply may leave once this frame is durable. */
  frame: number;
  /** The facts that this step has written: none where it answers from an earlier record. */
  facts: readonly Fact[];
  place: Place;
  /** The command to run before this answer is given: it may make the ending known, or put it off. */
  resumption: Command | undefined;
};

export const NO_FACTS: readonly Fact[] = [];
/** The digest in the record of a step that nobody has asked for. */
export const EMPTY_DIGEST = "0".repeat(32);

/** An answer that has no record of its own, because nothing happened. */
export function unrecorded(status: number, body: string, frame: number): Outcome {
  return {
    status,
    body,
    isPlain: false,
    suffix: undefined,
    replayed: false,
    frame,
    facts: NO_FACTS,
    place: 0,
    resumption: undefined,
  };
}
