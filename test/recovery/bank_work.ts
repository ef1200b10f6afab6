/** What the works of a bank have in common in the loop that kills either side: payouts, collections, credits. */
import assert from "node:assert/strict";
import type { Client } from "../support/client.ts";
import { balanceOf } from "../support/parties.ts";
import { bookLines, controlProvider } from "../support/provider.ts";
import { until } from "../support/webhooks.ts";
import { stateOfBook, untilDecided } from "./provider_books.ts";
import type { WorkEnd } from "./provider_work.ts";

/** The bank, and what it does wrong with any effect and any news of one. */
export const BANK = {
  provider: { name: "first-bank", kind: "bank" },
  faults: [
    ...["lose", "garble", "hang", "fail", "redirect", "reject"],
    ...["news_early", "news_twice", "news_lost", "news_contradictory"],
  ],
};

/** The time that passes between two looks, where both sides have a clock of the loop: that after which a bank is asked again. */
export const BETWEEN_LOOKS_MS = 60_000;

/** Flags of a bank that decides so. */
export function decidesBy(flag: string, decision: string | undefined): string[] {
  return ["--kind", "bank", flag, decision ?? ""];
}

/** The bank's book, as it is when everything is decided: the status of each effect that it has accepted. */
export type SettledBook = { book: ReadonlyMap<string, string>; bookPath: string };

/** How far something is at the platform, and the effect that asks the bank for it. */
export type Shown = { effectId: string; status: string };

/**
 * Waits until the bank has decided everything, and has it tell again what the platform has not heard: news may have been lost, and
 * nobody asks of what follows a final status. Resolves when the platform has heard all. `shown`: everything, as the platform has it.
 */
export async function settledBook(
  { provider, bookPath, pass }: Pick<WorkEnd, "provider" | "bookPath" | "pass">,
  shown: () => Promise<readonly Shown[]>,
): Promise<SettledBook> {
  await untilDecided(provider);
  const book = stateOfBook(bookPath);
  const unheard = async () =>
    (await shown()).filter(({ effectId, status }) => {
      const told = book.get(effectId);
      return told !== undefined && told !== status;
    });
  for (const { effectId } of await unheard()) {
    const told = { outcome: book.get(effectId) };
    assert.equal(await controlProvider(provider.url, `effects/${effectId}/outcome`, told), 200);
  }
  let missing: readonly Shown[] = [];
  await until(
    async () => {
      missing = await unheard();
      if (missing.length === 0) return true;
      // News of what the bank has not answered wait for its answer, which it is asked for again.
      pass(BETWEEN_LOOKS_MS);
      return false;
    },
    () => JSON.stringify(missing.map((one) => [one, book.get(one.effectId)])),
  );
  return { book, bookPath };
}

/** The effects that the bank has refused. */
export function refusedIn(bookPath: string): ReadonlySet<string> {
  return new Set(bookLines(bookPath, "refused").map(({ effectId }) => String(effectId)));
}

export function assertNothingTwice(bookPath: string): void {
  assert.deepEqual(bookLines(bookPath, "repeated"), [], "sent although the book had it");
}

/** The account has this money, minor units, and none of it is held. */
export async function assertHas(
  client: Client,
  accountId: string,
  amountMinor: bigint,
): Promise<void> {
  const posted = String(amountMinor);
  const balance = await balanceOf(client, accountId);
  assert.deepEqual(balance, { available: posted, posted, held: "0" }, accountId);
}
