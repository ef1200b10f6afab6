/**
 * Details of addresses that a bank has told, and that the view of their shard does not show yet. Products of different shards are not compared
 * when an address is opened, so a bank may give the same details twice; a credit by such details is nobody's until the operator says whose,
 * also in the moment in which only one of the views shows them.
 * Guarantees: details are noted before their shard is told, and forgotten when its view shows them. Keeps nothing of an address.
 */
import type { AddressDetails } from "../contract/messages/provider_protocol.ts";
import { normalDetails } from "../features/financial_address/address_details.ts";
import { entryOf } from "../features/financial_address/financial_address_noun.ts";
import type { CreditViews } from "./credit_views.ts";
import type { ProviderReport } from "./provider_shard.ts";

/** How long details are kept whose address has failed, so that no view ever shows them, milliseconds. */
export const NOTED_MS = 600_000;

type Noted = { entry: string; shard: number; sinceMs: number };

export class OpenedDetails {
  readonly #views: Pick<CreditViews, "showsDetails">;
  readonly #nowMs: () => number;
  /** By bank, details and shard. */
  readonly #noted = new Map<string, Noted>();

  constructor(views: Pick<CreditViews, "showsDetails">, nowMs: () => number) {
    this.#views = views;
    this.#nowMs = nowMs;
  }

  /** How many details are kept. */
  get size(): number {
    return this.#noted.size;
  }

  /** Notes the details that a report is about to tell its shard; nothing for a report that has none. */
  note(provider: string, { shard, input }: Pick<ProviderReport, "shard" | "input">): void {
    const details = detailsIn(input);
    if (details === undefined) return;
    const entry = entryOf(normalDetails(details));
    this.#noted.set(keyOf(provider, entry, shard), { entry, shard, sinceMs: this.#nowMs() });
  }

  /** Whether one of these shards, of those that are `not` named, is about to have the details. */
  isElsewhere(
    provider: string,
    details: AddressDetails,
    { shards, not }: { shards: Iterable<number>; not: readonly number[] },
  ): boolean {
    if (this.#noted.size === 0) return false;
    const entry = entryOf(normalDetails(details));
    return [...shards].some(
      (shard) => !not.includes(shard) && this.#noted.has(keyOf(provider, entry, shard)),
    );
  }

  /** Forgets what the views show by now, and what they will never show. */
  look(): void {
    const now = this.#nowMs();
    for (const [key, { entry, shard, sinceMs }] of this.#noted) {
      const isOver = this.#views.showsDetails(shard, entry) || now - sinceMs > NOTED_MS;
      if (isOver) this.#noted.delete(key);
    }
  }
}

function keyOf(provider: string, entry: string, shard: number): string {
  return `${provider} ${shard} ${entry}`;
}

/** The details in what is reported of an answer, of news or of an answer to a question. */
function detailsIn(input: Readonly<Record<string, unknown>>): AddressDetails | undefined {
  const { outcome, progress } = input as { outcome?: Told; progress?: Told["progress"] };
  return (progress ?? outcome?.progress)?.details;
}
type Told = { progress?: { details?: AddressDetails } };
