/**
 * What a command is answered from a record: the reply that the record keeps, the reply that its operation
 * derives from it, or how the work ended that it began.
 * Guarantees: an answer that is told again has the bytes of the first one, the request id of a refusal too.
 * What is not known yet, and that the outcome is unknown, is nobody's answer for good.
 */
import { encodeIdSuffix, frameOf } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { Ending } from "../contract/declare/ending.ts";
import type { Decision } from "../contract/declare/operation.ts";
import type { StoredRecord } from "../contract/records/record.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import { errorJson } from "../contract/refusals/error_envelope.ts";
import { httpStatusOf, type Refusal } from "../contract/refusals/refusal.ts";
import { type Command, NO_FACTS, type Outcome, resumptionOf, unrecorded } from "./command.ts";
import type { RealmTable } from "./realm_table.ts";
import { conflictWith, conflictWithAbandoned } from "./refusals.ts";
import type { Steps } from "./step.ts";

/** How what a record began stands, as an answer. */
export type Standing = {
  status: number;
  /** JSON text; undefined while the work is under way, and where its ending is unknown. */
  body: string | undefined;
  /** Why the ending is unknown. The text of this answer names the request that asks. */
  unknown: Refusal | undefined;
};

type AnswersParts<S> = {
  steps: Steps<S>;
  realms: Pick<RealmTable, "numbered" | "isRetired">;
  state: S;
  docsUrl: string;
};
type Asking = Pick<Command, "operation" | "requestId">;

export class Answers<S> {
  readonly #parts: AnswersParts<S>;

  constructor(parts: AnswersParts<S>) {
    this.#parts = parts;
  }

  standingOf(record: StoredRecord): Standing {
    const { steps, realms, state } = this.#parts;
    const operation = steps.get(record.operation)?.operation;
    const { reply, status } = record;
    if (reply !== undefined) {
      return { status, body: operation?.recording?.shown?.(reply) ?? reply, unknown: undefined };
    }
    invariant(operation !== undefined, "the operation of a record is known");
    const { names } = realms.numbered(record.realm);
    if (operation.lasting !== undefined) {
      return this.#standingAt(operation.lasting.endOf(record, names, state), record);
    }
    invariant(operation.respond !== undefined, "a record without a reply derives it");
    return { status, body: operation.respond(record, names, state), unknown: undefined };
  }

  /** The text of the answer to a request; undefined while the work is under way. */
  textOf({ body, unknown }: Standing, asking: Asking): string | undefined {
    return unknown === undefined ? body : this.refusalText(unknown, asking);
  }

  refusalText(refusal: Refusal, { operation, requestId }: Asking): string {
    return errorJson(refusal, { operation, requestId, docsUrl: this.#parts.docsUrl });
  }

  /** The answer to a command that leaves no record: nothing happened. */
  refused(command: Command, refusal: Refusal, frame = 0): Outcome {
    return unrecorded(httpStatusOf(refusal), this.refusalText(refusal, command), frame);
  }

  /** The answer to a command whose decision changed nothing and leaves no record; it rests on `frame`. */
  unrecorded(command: Command, decision: Decision<ErrorCode>, frame: number): Outcome {
    if (decision.refused) return this.refused(command, decision, frame);
    const step = this.#parts.steps.get(command.operation);
    invariant(step !== undefined, "what was decided is an operation of the shard");
    return unrecorded(step.operation.http.status, JSON.stringify(decision.reply), frame);
  }

  /**
   * The answer to a request whose key `earlier` has. `newestFrame`: the frame of the newest record, which
   * an ending may rest on.
   */
  again(command: Command, earlier: StoredRecord, newestFrame: number): Outcome {
    const { steps, realms } = this.#parts;
    const standing = this.standingOf(earlier);
    const { status, body, unknown } = standing;
    // In a retired realm time stands still, so nobody waits for what was under way there.
    if (body === undefined && realms.isRetired(earlier.realm)) {
      return this.refused(command, conflictWithAbandoned(earlier), newestFrame);
    }
    const { place, timeMs, shard } = earlier;
    const lasting = steps.get(earlier.operation)?.operation.lasting;
    const resumedBy = lasting?.resumedBy;
    const resumption =
      unknown &&
      resumedBy &&
      resumptionOf(command, resumedBy.operation, resumedBy.inputOf(earlier), place);
    return {
      status,
      body: this.textOf(standing, command),
      isPlain: false,
      suffix: encodeIdSuffix(timeMs, shard, place, 0),
      replayed: unknown === undefined,
      frame: lasting === undefined ? frameOf(place) : newestFrame,
      facts: NO_FACTS,
      place,
      resumption,
    };
  }

  /** Names the first operation only within its realm: after a reset nobody would find it there. */
  conflict(command: Command, earlier: StoredRecord): Outcome {
    const isOwn = earlier.realm === command.realm.number;
    const isUnderWay = isOwn && this.standingOf(earlier).body === undefined;
    const refusal = conflictWith(earlier, isOwn, isUnderWay);
    return this.refused(command, refusal, frameOf(earlier.place));
  }

  #standingAt(ending: Ending | undefined, record: StoredRecord): Standing {
    const { status, operation, requestId } = record;
    switch (ending?.kind) {
      case undefined:
        return { status, body: undefined, unknown: undefined };
      case "succeeded":
        return { status, body: ending.body, unknown: undefined };
      case "refused": {
        const body = this.refusalText(ending.refusal, { operation, requestId });
        return { status: httpStatusOf(ending.refusal), body, unknown: undefined };
      }
      case "unknown":
        return { status: httpStatusOf(ending.refusal), body: undefined, unknown: ending.refusal };
    }
  }
}
