/** For tests: a provider of live that was asked something, and how it speaks of it: by its answers, by news and to questions. */
import { providerRequestNews } from "../../../../src/features/provider_request_steps/provider_request.news.ts";
import { providerRequestProgress } from "../../../../src/features/provider_request_steps/provider_request.progress.ts";
import { providerRequestReport } from "../../../../src/features/provider_request_steps/provider_request.report.ts";
import type { World } from "../../../world/world.ts";
import { PROVIDER, requestIn } from "./live_requests.ts";

/** What it can tell beside a status: why, at what time, under which name. */
type More = { reason?: string; accountName?: string; occurredAtMs?: number };

const ACCEPTED = { result: "accepted", providerReference: "chk-1" } as const;

/** Attempts and questions are counted from 1; each news is a second later than the one before, where its time is not given. */
export function speakingProvider<Told extends string>(world: World, providerRequestId: string) {
  let attempts = 0;
  let news = 0;
  let questions = 0;
  const report = (outcome: object): void => {
    const input = { providerRequestId, attempt: ++attempts, outcome };
    world.made(providerRequestReport, input, PROVIDER);
  };
  return {
    /** The outcome of the next attempt. */
    report,
    /** The next attempt is accepted; with this status, where one is given. */
    answer(status?: Told, more: More = {}): void {
      report({ ...ACCEPTED, ...(status !== undefined && { progress: { status, ...more } }) });
    },
    /** News of this status. Returns the verdict. */
    tell(status: Told, more: More = {}): string {
      const progress = { status, occurredAtMs: ++news * 1_000, ...more };
      const input = { providerRequestId, newsId: `n-${news}`, progress };
      return world.made(providerRequestNews, input, PROVIDER).verdict;
    },
    /** The answer to the next question. */
    ask(status: Told, more: More = {}): void {
      const input = { providerRequestId, question: ++questions, progress: { status, ...more } };
      world.made(providerRequestProgress, input, PROVIDER);
    },
    request: () => requestIn(world, providerRequestId),
  };
}
