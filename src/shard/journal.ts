/**
 * The core of a shard, without threads or sockets: one state, one log, one step at a time.
 * A step replays or refuses by idempotency key, or decides, adds a record and applies it in memory.
 *
 * Guarantees: `decide` sees the facts of every earlier step; a key never runs twice; the record holds
 * all that a restart or a replay of the reply needs. The answer of a step may leave the process only
 * when frame `outcome.frame` is durable: the mailbox waits for that.
 */
import { SegmentUnmounted } from "../../wal/errors.ts";
import { encodeIdSuffix, frameOf, type Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { OPERATOR_ID } from "../contract/declare/caller.ts";
import type { Decision } from "../contract/declare/operation.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { isAskedFor, type StoredRecord } from "../contract/records/record.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import { httpStatusOf } from "../contract/refusals/refusal.ts";
import { Answers } from "./answers.ts";
import { refusalOfBound } from "./bound_check.ts";
import { type Command, NO_FACTS, type Outcome } from "./command.ts";
import { IDEMPOTENCY_KEYS_FULL, INTERNAL_ERROR, refusalWhereUnmounted } from "./refusals.ts";
import { ShardRecords, type ShardRecordsParts } from "./shard_records.ts";
import {
  assertWithoutSecrets,
  isAnsweredByEdge,
  isDerived,
  leavesNoRecord,
  type Step,
  stepsOf,
} from "./step.ts";
import { isDigestOf, renewRealm, requestDigestOf, StepContext } from "./step_context.ts";

export type JournalParts<S> = ShardRecordsParts<S> & {
  docsUrl: string;
  onBug: (what: string, cause: unknown) => void;
};

export class Journal<S> extends ShardRecords<S> {
  readonly answers: Answers<S>;
  readonly onBug: JournalParts<S>["onBug"];
  readonly #registry: ShardRegistry<S>;
  readonly #steps: ReturnType<typeof stepsOf<S>>;

  constructor(parts: JournalParts<S>) {
    super(parts);
    const { registry, docsUrl, onBug } = parts;
    const { realms, state } = this;
    this.onBug = onBug;
    this.#registry = registry;
    this.#steps = stepsOf(registry);
    this.answers = new Answers({ steps: this.#steps, realms, state, docsUrl });
  }

  /** Runs one command, or answers from the record of its key. */
  execute(command: Command): Outcome {
    const step = this.#steps.get(command.operation);
    invariant(step !== undefined, "a shard is asked for operations it has");
    const { realm, idempotencyKey, principalId, cause: by } = command;
    const owner = { realm: realm.number, principalId, cause: by, facts: NO_FACTS };
    let earlier: StoredRecord | undefined;
    try {
      earlier = idempotencyKey === undefined ? undefined : this.keys.get(owner, idempotencyKey);
    } catch (cause) {
      return this.answers.refused(command, refusalWhereUnmounted(cause));
    }
    if (earlier !== undefined) {
      // In one key space the same input acts on the same names, renewed since or not.
      const isSame = isDigestOf(earlier.requestDigest, command, earlier.realm, step);
      if (!isSame) return this.answers.conflict(command, earlier);
      return this.answers.again(command, earlier, this.newestFrame);
    }
    // A key that cannot be remembered is not used; known keys are answered still.
    if (idempotencyKey !== undefined && this.isFullOfKeys) {
      return this.answers.refused(command, IDEMPOTENCY_KEYS_FULL);
    }
    const shut = this.#gateOf(command) ?? refusalOfBound(this.#registry, this.state, command);
    if (shut !== undefined) return this.answers.refused(command, shut, this.newestFrame);
    return this.#run(step, command, requestDigestOf(command, realm.number, step));
  }

  /** Why the realm takes nothing from callers; the operator and the platform itself are none. */
  #gateOf({ cause, principalId, realm }: Command) {
    const { gate } = this.#registry;
    if (gate === undefined || !isAskedFor(cause) || principalId === OPERATOR_ID) return undefined;
    return gate(this.state, realm.number);
  }

  /** The answer of the record at `place`; undefined while the work that it began is under way. */
  answerOf(place: Place): string | undefined {
    const record = this.recordAt(place);
    return this.answers.textOf(this.answers.standingOf(record), record);
  }

  /** The answer to a request whose key the record at `place` has, as it is now. */
  answerAgain(command: Command, place: Place): Outcome {
    return this.answers.again(command, this.recordAt(place), this.newestFrame);
  }

  #run(step: Step<S>, command: Command, digest: string): Outcome {
    const { operation } = step;
    const { realm } = command;
    const record = this.newRecord(command, realm.number, digest, operation.http.status);
    let decision: Decision<ErrorCode>;
    let bodyWithSecrets: string | undefined;
    try {
      decision = operation.decide(
        this.state,
        command.input,
        new StepContext(this, record, command),
      );
      if (leavesNoRecord(operation, decision, command)) {
        return this.answers.unrecorded(command, decision, this.newestFrame);
      }
      bodyWithSecrets = this.#complete(record, step, decision, command);
    } catch (cause) {
      if (cause instanceof SegmentUnmounted)
        return this.answers.refused(command, refusalWhereUnmounted(cause));
      this.onBug(`${command.operation} could not be decided`, cause);
      return this.answers.refused(command, INTERNAL_ERROR);
    }
    this.write(record);
    const isPlain =
      command.isPlain === true && !decision.refused && isAnsweredByEdge(operation, record.facts);
    // Nobody waits for the answer to a due step.
    const isAnswer = record.reply === undefined && !isPlain && command.due === undefined;
    const standing = isAnswer ? this.answers.standingOf(record) : undefined;
    const body = standing === undefined ? record.reply : this.answers.textOf(standing, command);
    return {
      status: standing?.status ?? record.status,
      body: isPlain ? "" : (bodyWithSecrets ?? body),
      isPlain,
      suffix: encodeIdSuffix(record.timeMs, record.shard, record.place, 0),
      replayed: false,
      frame: frameOf(record.place),
      facts: record.facts,
      place: record.place,
      resumption: undefined,
    };
  }

  /**
   * Puts the decision into the record. Returns the answer with its secrets when the answer has any: the
   * record, and so every replay of the answer, lacks them. Throws when a secret is in the record.
   */
  #complete(
    record: StoredRecord,
    step: Step<S>,
    decision: Decision<ErrorCode>,
    command: Command,
  ): string | undefined {
    const { operation, outputSecrets } = step;
    const { due, settles } = command;
    const facts = this.effects.factsOf(decision, settles);
    record.facts = due === undefined ? facts : [...facts, ...due.facts];
    if (decision.refused) {
      record.status = httpStatusOf(decision);
      record.refusalCode = decision.code;
      record.reply = this.answers.refusalText(decision, command);
      return undefined;
    }
    if (decision.isExisting) {
      const { existingStatus } = operation.http;
      invariant(existingStatus !== undefined, "the operation declares what it answers then");
      record.status = existingStatus;
    }
    if (decision.renewsRealm) renewRealm(record, command, this.realms, step);
    if (outputSecrets === undefined) {
      if (!isDerived(operation)) record.reply = JSON.stringify(decision.reply);
      return undefined;
    }
    record.reply = JSON.stringify(outputSecrets.removedFrom(decision.reply));
    assertWithoutSecrets(record, this.codecs, outputSecrets.textsIn(decision.reply));
    return JSON.stringify(decision.reply);
  }
}
