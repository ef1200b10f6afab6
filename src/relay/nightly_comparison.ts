/**
 * The comparison of providers' books by the clock: once a night for each provider that serves, one provider after another.
 * Guarantees:
 * - What came of a night is a record, so a start goes on with what is left of it; a night that a start has missed is made up for
 *   as long as no other one has begun.
 * - A difference counts when a second comparison, a while later, has it too: what was on its way at the first is none.
 * - A provider that does not give its books is asked again, more and more seldom, until the night is over.
 * - A Product is told of what differs about it before the night is on record as over, so no stop loses that; it is told once.
 * Does not compare: that is `book_comparison.ts`. Has no timer: it is looked at again and again.
 */
import type { Logger } from "pino";
import { isoDay } from "../base/iso_time.ts";
import {
  countedDifferences,
  type FoundDifference,
  type OwnHome,
} from "../contract/messages/book_differences.ts";
import { FIRST_LEDGER_SHARD } from "../contract/records/platform_realm.ts";
import { isCompared, type ProviderDocument } from "../features/provider/provider_document.ts";
import type { ProviderComparisonDocument } from "../features/provider_comparison/provider_comparison_document.ts";
import { FAULT_CHARACTERS_MAX } from "../features/provider_comparison/provider_comparison_schema.ts";
import type { ProviderReport } from "./provider_shard.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How often is looked whether a comparison is due, milliseconds. */
export const DUE_LOOK_MS = 1_000;
/** Between a comparison that has found something and the one that confirms it: longer than news and answers take. */
export const CONFIRM_MS = MINUTE_MS;
/** Pauses after a provider did not give its books, milliseconds; the last is repeated. */
export const UNANSWERED_PAUSES_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];

export type NightlyComparisonParts = {
  /** The hour of UTC in which a night begins; undefined: nothing is compared by the clock. */
  hour: number | undefined;
  /** All providers, as the views have them; none while a view is not open. */
  providers(): readonly ProviderDocument[];
  /** What came of the comparisons, as the view has it. */
  ended(): readonly ProviderComparisonDocument[];
  /** All differences of now. Rejects with a sentence where the provider does not give its books. */
  compare(provider: string): Promise<readonly FoundDifference[]>;
  /** The platform's own realm of the first ledger shard. */
  platformRealm(): number | undefined;
  /** Resolves with the shard's answer when it is durable; rejects where its end is not known. */
  report(report: ProviderReport): Promise<unknown>;
  /** Resolves when the views show all that was acknowledged when this was called. */
  shown(): Promise<void>;
  logger: Pick<Logger, "error" | "warn" | "info">;
  nowMs(): number;
};

/** What a comparison has found that is not confirmed yet. */
type Suspicion = { night: string; found: ReadonlySet<string>; dueMs: number };

export class NightlyComparison {
  readonly #parts: NightlyComparisonParts;
  readonly #suspicions = new Map<string, Suspicion>();
  /** Providers whose night could not be recorded, and when that is tried again. */
  readonly #putOff = new Map<string, number>();
  #underWay: Promise<void> | undefined;
  #nextLookMs = 0;
  #isStopped = false;

  constructor(parts: NightlyComparisonParts) {
    this.#parts = parts;
  }

  /** Begins what is due, where nothing is under way. */
  look(): void {
    const { hour, nowMs, providers, ended } = this.#parts;
    const now = nowMs();
    if (hour === undefined || this.#isStopped || this.#underWay !== undefined) return;
    // A clock that was set back is no reason to wait for the time that it had.
    if (now < this.#nextLookMs && now > this.#nextLookMs - DUE_LOOK_MS) return;
    this.#nextLookMs = now + DUE_LOOK_MS;
    const known = new Map(ended().map((one) => [one.provider, one]));
    const beganMs = nightOf(now, hour);
    const due = providers().find(
      (one) => this.#isOwed(one, beganMs) && this.#isDue(known.get(one.provider), one, now),
    );
    if (due === undefined) return;
    this.#underWay = this.#run(due.provider, dayOf(beganMs)).finally(() => {
      this.#underWay = undefined;
    });
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#underWay;
  }

  /** From now on nothing is begun. */
  stop(): void {
    this.#isStopped = true;
  }

  /** A provider that was configured after the night began is compared in the next one. */
  #isOwed(provider: ProviderDocument, beganMs: number): boolean {
    return isCompared(provider) && provider.createdAtMs <= beganMs;
  }

  #isDue(
    ended: ProviderComparisonDocument | undefined,
    { provider }: ProviderDocument,
    now: number,
  ): boolean {
    const night = dayOf(nightOf(now, this.#parts.hour ?? 0));
    if (now < (this.#putOff.get(provider) ?? 0)) return false;
    const suspicion = this.#suspicions.get(provider);
    if (suspicion?.night === night) return now >= suspicion.dueMs;
    if (ended?.night !== night) return true;
    return ended.outcome === "unanswered" && now >= ended.updatedAtMs + pauseAfter(ended.failures);
  }

  async #run(provider: string, night: string): Promise<void> {
    const { nowMs, logger } = this.#parts;
    try {
      const found = await this.#compared(provider, night);
      if (found === undefined) return;
      if ("fault" in found) await this.#unanswered(provider, night, found.fault);
      else await this.#ended(provider, night, found.confirmed);
      this.#suspicions.delete(provider);
    } catch (err) {
      // It is not known whether it is on record: the view says it, or it is done again.
      this.#putOff.set(provider, nowMs() + CONFIRM_MS);
      if (!this.#isStopped) logger.error({ err, provider, night }, NOTED.notRecorded);
    }
  }

  /** Undefined where what was found is to be confirmed first, or the server stops. */
  async #compared(
    provider: string,
    night: string,
  ): Promise<{ confirmed: readonly FoundDifference[] } | { fault: string } | undefined> {
    const { compare, nowMs } = this.#parts;
    const before = this.#suspicions.get(provider);
    try {
      const found = await compare(provider);
      if (before?.night === night) {
        return { confirmed: found.filter((one) => before.found.has(nameOf(one))) };
      }
      if (found.length === 0) return { confirmed: [] };
      const dueMs = nowMs() + CONFIRM_MS;
      this.#suspicions.set(provider, { night, found: new Set(found.map(nameOf)), dueMs });
      return undefined;
    } catch (cause) {
      return this.#isStopped ? undefined : { fault: (cause as Error).message };
    }
  }

  async #unanswered(provider: string, night: string, why: string): Promise<void> {
    this.#parts.logger.warn({ provider, night, fault: why }, NOTED.unanswered);
    const fault = why.slice(0, FAULT_CHARACTERS_MAX) || "it gave no books";
    await this.#record(provider, { night, fault });
  }

  async #ended(provider: string, night: string, found: readonly FoundDifference[]): Promise<void> {
    const { logger, report, nowMs } = this.#parts;
    const comparedAtMs = nowMs();
    for (const [{ shard, realm }, some] of byHome(found)) {
      const input = { provider, night, comparedAtMs, differences: countedDifferences(some) };
      await report({ shard, realm, operation: "provider_comparison.tell", input });
    }
    const differences = countedDifferences(found);
    await this.#record(provider, { night, differences });
    if (differences.length > 0) logger.warn({ provider, night, differences }, NOTED.differed);
    else logger.info({ provider, night }, NOTED.agreed);
  }

  async #record(provider: string, ended: Record<string, unknown>): Promise<void> {
    const { platformRealm, report, shown } = this.#parts;
    const realm = platformRealm();
    if (realm === undefined) throw new Error("the view has no realm of the platform");
    const input = { provider, ...ended };
    const operation = "provider_comparison.end";
    await report({ shard: FIRST_LEDGER_SHARD, realm, operation, input });
    // Until the view has it, the night would seem to be owed still.
    await shown();
  }
}

/** What the operator reads in the log of the process. */
const NOTED = {
  differed: "the books of a provider differ from what is on record: see `provider reconcile`",
  agreed: "the books of a provider agree with what is on record",
  unanswered: "a provider does not give its books to be compared: it is asked again",
  notRecorded:
    "what came of the comparison of a provider's books is not recorded: it is done again",
};

/** When the night began that the time is in, or that was the last one: milliseconds UTC. */
export function nightOf(nowMs: number, hour: number): number {
  const shiftMs = hour * HOUR_MS;
  return Math.floor((nowMs - shiftMs) / DAY_MS) * DAY_MS + shiftMs;
}

function dayOf(timeMs: number): string {
  return isoDay(timeMs);
}

function pauseAfter(failures: number): number {
  return UNANSWERED_PAUSES_MS[failures - 1] ?? UNANSWERED_PAUSES_MS.at(-1) ?? HOUR_MS;
}

function nameOf({ difference, of }: FoundDifference): string {
  return `${difference} ${of}`;
}

/** Those that are a Product's, by the realm that has them. */
function byHome(found: readonly FoundDifference[]): [OwnHome, FoundDifference[]][] {
  const homes = new Map<string, [OwnHome, FoundDifference[]]>();
  for (const one of found) {
    if (one.home === undefined) continue;
    const key = `${one.home.shard} ${one.home.realm}`;
    const at = homes.get(key) ?? [one.home, []];
    at[1].push(one);
    homes.set(key, at);
  }
  return [...homes.values()];
}
