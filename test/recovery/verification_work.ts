/** Verifications by a provider of them, in the loop that kills either side. */
import {
  assertBooks,
  assertOutcomes,
  tellAgain,
  untilDecided,
  untilTold,
} from "./provider_books.ts";
import { runLane, type Start } from "./provider_load.ts";
import type { ProviderWork } from "./provider_work.ts";

export function verificationWork(): ProviderWork<Start> {
  return {
    provider: { name: "acme", kind: "verification" },
    faults: [
      ...["lose", "garble", "hang", "fail", "redirect", "reject", "file_fail"],
      ...["news_early", "news_twice", "news_lost", "news_contradictory"],
    ],
    flags: (random) => ["--decide", random(4) === 0 ? "rejected" : "verified"],
    prepare: async () => undefined,
    runLane,
    async check({ load, bookPath, provider }) {
      assertBooks(load.starts, bookPath);
      await untilDecided(provider);
      await tellAgain(load, bookPath, provider);
      // What is told again is on its way when the provider has answered that it tells it.
      await untilTold(provider);
      await assertOutcomes(load, bookPath);
    },
  };
}
