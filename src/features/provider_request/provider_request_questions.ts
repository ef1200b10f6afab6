/**
 * When a provider of live is asked how far it is with what it has accepted: soon after, because many are quick,
 * and then more and more seldom, until it is final or its subject is over.
 */
import type { ProviderRequestDocument } from "./provider_request_document.ts";

/** Pauses before the first, second, … question, milliseconds; the last one is repeated. */
export const QUESTION_PAUSES_MS = [10, 60, 300, 1_800, 3_600].map((seconds) => seconds * 1_000);

/** A request that was accepted, with the time of its next question. */
export function withNextQuestion(
  request: ProviderRequestDocument,
  clockMs: number,
): ProviderRequestDocument {
  const { questions = 0 } = request;
  const pauseMs = QUESTION_PAUSES_MS[questions] ?? QUESTION_PAUSES_MS.at(-1) ?? 0;
  return { ...request, nextAttemptAtMs: clockMs + pauseMs };
}

/** A request that was accepted, without a next question: the provider is asked nothing more. */
export function withoutQuestion({
  nextAttemptAtMs: _due,
  ...request
}: ProviderRequestDocument): ProviderRequestDocument {
  return request;
}
