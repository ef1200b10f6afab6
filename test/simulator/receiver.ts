/**
 * The receivers of webhooks, one for each endpoint, and the carrier to them: what an attempt meets is
 * chance, and takes simulated time. A receiver is well, fails now and then, is away, or is gone.
 */
import type { AttemptOutcome } from "../../src/contract/messages/outbox.ts";
import type { WebhookPayload } from "../../src/features/webhook_endpoint/webhook_lines.ts";
import type { Random } from "./random.ts";

/** The answers, with what the sender makes of each. */
export const ANSWERS = {
  "204": { httpStatus: 204 },
  "500": { httpStatus: 500, error: "http_status", responseSnippet: "no" },
  "410": { httpStatus: 410, error: "http_status" },
  "429, retry-after": { httpStatus: 429, error: "http_status" },
  nothing: { error: "timeout" },
  "connection closed": { error: "closed_early" },
} as const;
type Answer = keyof typeof ANSWERS;
type Moods = readonly (readonly [weight: number, answer: Answer])[];

const WELL: Moods = [[1, "204"]];
const OFTEN_WELL: Moods = [
  [6, "204"],
  [1, "500"],
  [1, "429, retry-after"],
  [1, "nothing"],
  [1, "connection closed"],
];
const AWAY: Moods = [
  [3, "500"],
  [1, "nothing"],
  [1, "connection closed"],
];
const LEAVING: Moods = [
  [8, "204"],
  [1, "500"],
  [1, "410"],
];

/** How long an attempt without an answer takes, milliseconds. */
const TIMEOUT_MS = 25;
/** The longest that a receiver asks the sender to wait, milliseconds. */
const RETRY_AFTER_MS = 30;

export type Receivers = {
  /** Makes one attempt over the loop of its process. Never settles when the process ends before. */
  attempt(payload: WebhookPayload, over: Line): Promise<AttemptOutcome>;
  /** From now on every receiver is well. */
  heal(): void;
};

/** `after` runs nothing once the process has ended. `signal` ends an attempt early. */
type Line = { after(delayMs: number, run: () => void): void; signal: AbortSignal };

export function createReceivers(random: Random, nowMs: () => number): Receivers {
  const moods = new Map<string, Moods>();
  let isHealed = false;
  const moodOf = (id: string): Moods => {
    if (isHealed) return WELL;
    const mood = moods.get(id) ?? random.pick([WELL, WELL, OFTEN_WELL, OFTEN_WELL, AWAY, LEAVING]);
    moods.set(id, mood);
    return mood;
  };
  return {
    attempt({ webhookEndpointId }, { after, signal }) {
      const atMs = nowMs();
      const answer = random.weighted(moodOf(webhookEndpointId));
      const tookMs = answer === "nothing" ? TIMEOUT_MS : random.between(0.2, 12);
      const retryAfterMs = atMs + random.below(RETRY_AFTER_MS);
      return new Promise((resolve) => {
        const abort = () => end({ error: "aborted" });
        const end = (outcome: Partial<AttemptOutcome>) => {
          signal.removeEventListener("abort", abort);
          resolve({ atMs, durationMs: nowMs() - atMs, ...outcome });
        };
        signal.addEventListener("abort", abort);
        const wait = answer === "429, retry-after" ? { retryAfterMs } : {};
        after(tookMs, () => end({ ...ANSWERS[answer], ...wait }));
      });
    },
    heal() {
      isHealed = true;
    },
  };
}
