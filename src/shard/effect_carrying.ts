/**
 * Hands the effects that are owed to their carriers, and records their outcomes.
 * Guarantees: an effect is handed to its carrier after its frame is durable and what the shard
 * announces of it is applied, once in each run of the process, until its outcome is recorded; effects
 * of one realm and kind are handed over in the order of their records, through restarts; an outcome is
 * recorded once; the carrier of a kind has no more than `EFFECTS_UNDER_WAY_MAX` effects at a time, or
 * as many as the kind says, so that effects of a kind that take long hold up no other kind.
 * Does not retry an effect within one run, and keeps no schedule of retries: carriers do both.
 */
import { invariant } from "../base/invariant.ts";
import type { Carrier, Carriers, EffectKind } from "../contract/declare/effect.ts";
import type { ShardSignals } from "../contract/messages/envelope.ts";
import type { Announcer } from "./announcer.ts";
import type { Command } from "./command.ts";
import type { OwedEffect } from "./effect_table.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { Journal } from "./journal.ts";
import type { ReplyGroups } from "./reply_groups.ts";
import { systemCommand } from "./system_command.ts";

/** Effects of one kind and shard that its carrier has at a time; further effects of the kind wait. */
export const EFFECTS_UNDER_WAY_MAX = 256;

export type EffectCarryingParts = {
  journal: Pick<Journal<unknown>, "effects" | "realms" | "onBug">;
  /** A carrier for each kind of effect that the shard knows. */
  carriers: Carriers;
  commit: Pick<GroupCommit, "durable">;
  signals: Pick<ShardSignals, "serving">;
  announcer: Pick<Announcer<unknown>, "isTelling">;
  /** Has the replies that wait for effects. */
  replies: Pick<ReplyGroups, "release">;
  /** Runs the command, if there is one, and lets the mailbox continue. */
  resume: (command: Command | undefined) => void;
};

export class EffectCarrying {
  readonly #parts: EffectCarryingParts;
  /** Effects that carriers have, by kind. */
  readonly #underWay = new Map<string, number>();
  #hasStopped = false;

  constructor(parts: EffectCarryingParts) {
    this.#parts = parts;
    for (const kind of parts.journal.effects.kinds.keys()) {
      invariant(parts.carriers.has(kind), `there is a carrier for the effect ${kind}`);
    }
  }

  /**
   * Hands durable effects to their carriers, up to the limit. Called after every commit and
   * outcome.
   */
  readonly tend = (): void => {
    const { effects } = this.#parts.journal;
    for (const kind of effects.waitingKinds()) this.#tendKind(kind);
  };

  #tendKind(name: string): void {
    const { journal, carriers } = this.#parts;
    const kind = journal.effects.kinds.get(name);
    invariant(kind !== undefined, `this version knows the effect ${name}`);
    const most = kind.underWayMax ?? EFFECTS_UNDER_WAY_MAX;
    while (!this.#hasStopped && this.#underWayOf(name) < most) {
      const owed = journal.effects.take(name, this.#readyFrame());
      if (owed === undefined) return;
      this.#carry(owed, kind, carriers.get(name) as Carrier);
    }
  }

  #underWayOf(kind: string): number {
    return this.#underWay.get(kind) ?? 0;
  }

  /** From now on no effect is handed to a carrier, and an outcome that arrives is ignored. */
  stop(): void {
    this.#hasStopped = true;
  }

  async #carry(owed: OwedEffect, kind: EffectKind, carrier: Carrier): Promise<void> {
    const { journal, replies, resume } = this.#parts;
    const { effectId, realm, effect } = owed;
    const { names } = journal.realms.numbered(realm);
    this.#underWay.set(kind.kind, this.#underWayOf(kind.kind) + 1);
    let outcome: Record<string, unknown> | undefined;
    try {
      outcome = await carrier({ effectId, realm: names, ...effect });
    } catch (cause) {
      journal.onBug(`the carrier of ${effect.kind} threw at ${effectId}`, cause);
    }
    this.#underWay.set(kind.kind, this.#underWayOf(kind.kind) - 1);
    if (this.#hasStopped) return;
    if (journal.effects.isAwaited(effect)) replies.release(owed.place);
    // Another command may have settled the effect: a second outcome is ignored.
    const isOwed = journal.effects.isOwed(effectId);
    resume(outcome !== undefined && isOwed ? this.#settlementOf(owed, kind, outcome) : undefined);
  }

  /**
   * The newest frame whose effects may be carried: it is durable, and the others have applied what
   * was announced of it. 0 before the shard serves, because a start announces first.
   */
  #readyFrame(): number {
    const { announcer, commit, signals } = this.#parts;
    return signals.serving && !announcer.isTelling ? commit.durable : 0;
  }

  /** The command that records the outcome of an effect. */
  #settlementOf(
    { effectId, place, realm }: OwedEffect,
    { settledBy, cause }: EffectKind,
    outcome: Record<string, unknown>,
  ): Command {
    const document = this.#parts.journal.realms.numbered(realm);
    const command = systemCommand(settledBy, outcome, document, cause, place);
    return { ...command, settles: effectId };
  }
}
